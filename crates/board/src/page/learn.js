// Learn from mistakes: each `?` and `??` of the player as a position, to find a better move there. The states of one
// are those that lichess has (lila's `retroCtrl`): find, judging, won, failed, shown.

import { addActions, on } from "./actions.js";
import { complain, toast } from "./dialogs.js";
import { $, button, element } from "./dom.js";
import { BETTER, PLAYED } from "./board.js";
import { giveBack, lend } from "./guest.js";
import { isOfIt, mistakes } from "./judged.js";
import { answer } from "./link.js";
import { lineText, scoreText, written } from "./panels.js";
import { pieceName } from "./pieces.js";
import { showStatus } from "./players.js";
import { board, drawPosition } from "./position.js";
import { piecesAfter, readFen } from "./replay.js";
import { reason } from "./reasons.js";
import { explainRefusal } from "./refusal.js";
import { review } from "./review.js";
import { finish, search } from "./search.js";
import { isEngine, isMixed, line, notation, state } from "./state.js";
import { addWords, isEnglish, say } from "./words.js";

addWords({
  learn: ["从失误中学习", "Learn from mistakes"],
  learnNone: ["没有可以重走的失误", "There is no mistake to try again."],
  learnPlayed: ["{0}走了{1}（{2}）。请找出更好的着法。", "{0} played {1} ({2}). Find a better move."],
  learnJudging: ["正在判断{0}……", "Looking at {0} …"],
  learnBest: ["对，{0}最好！", "Yes, {0} is the best move!"],
  learnGood: ["对，{0}也可行。最好的是{1}。", "Yes, {0} is good, too. The best move is {1}."],
  learnFailed: ["{0}还不够好{1}。", "{0} is not good enough{1}."],
  learnReply: ["：对方可走{0}", ": the answer is {0}"],
  learnHint: ["提示：该走{0}。", "Hint: move the {0}."],
  learnShown: ["更好的是{0}。", "{0} is better."],
  learnDone: ["{1} 处失误，{0} 处找到了更好的着法。", "Done: better moves found for {0} of {1}."],
  tryAgain: ["再试一次", "Try again"],
  solution: ["看答案", "Solution"],
  skip: ["跳过", "Skip"],
  nextMistake: ["下一题", "Next"],
  seeResult: ["看结果", "Result"],
  again: ["再来一遍", "Once more"],
  backToGame: ["回到棋局", "Back to the game"],
});

/** Plies of the better line that are shown. */
const LONGEST_LINE = 8;

/**
 * The mistakes that are gone through: `ids` of nodes, `at` which one is on the board, how each ended in `ends` ("won",
 * "failed", "shown", "skipped"); `before` is the position before it, as the server tells it.
 */
let lesson = null;

/** Begins a lesson, after a review where there is none of the game as it is now. */
function learn() {
  if (isOfIt(state.tree, state.game.review)) begin();
  else review(() => state.guest || begin());
}

/** Begins with the mistakes of the player, of both sides where two persons or two engines have played. */
function begin() {
  const colors = ["red", "black"].filter((color) => !isMixed() || !isEngine(color));
  const ids = mistakes(state.tree, colors);
  if (!ids.length) {
    toast(say("learnNone"));
    return;
  }
  // One that is begun again takes the board from the last.
  if (lesson) giveBack();
  lesson = { ids, at: -1, ends: ids.map(() => ""), state: "", before: null, tried: null, answer: null };
  lend({ headline: () => say("learn"), heard: () => (lesson.before ? WORDS[lesson.state]() : ""), draw, leave, move: tryMove, hint });
  take(board.svg);
  next();
}

const take = (element) => element.focus({ preventScroll: true });

function leave() {
  lesson = null;
  document.body.classList.remove("learning");
  if ($("learn").querySelector(":focus")) take($("move-list"));
  $("learn").hidden = true;
}

const node = () => state.tree.node(lesson.ids[lesson.at]);
const solution = () => node().judged.better.line;
const text = (move) => written(move, notation());

/** The next mistake, or the end. */
async function next() {
  const mine = lesson;
  mine.at += 1;
  mine.state = mine.at < mine.ids.length ? "find" : "done";
  Object.assign(mine, { tried: null, answer: null, isHinted: false });
  if (mine.state === "find") {
    try {
      const before = await answer("position", line(node().parent));
      if (lesson !== mine) return;
      mine.before = before;
    } catch (error) {
      complain(error);
      if (lesson === mine) giveBack();
      return;
    }
  }
  draw();
}

/** Ends the mistake on the board in a state. Who finds a move after a failure has found it. */
function endIn(name) {
  const { ends, at } = lesson;
  lesson.state = name;
  if (!ends[at] || ends[at] === "failed") ends[at] = name;
  draw();
}

function tryMove(from, to) {
  const { state: now, before } = lesson;
  if (now !== "find") return;
  const move = before.legal.find(({ mv }) => mv === from + to);
  if (!move) return void explainRefusal(line(node().parent), from + to);
  lesson.tried = move;
  lesson.state = "judging";
  draw();
  search("try", { ...line(node().parent), mv: move.mv, best: solution()[0].mv });
}

on("tried", (data) => {
  if (!finish(data, "try") || lesson?.state !== "judging") return;
  lesson.answer = data;
  endIn(data.isRight ? "won" : "failed");
});

// The engine has forgotten the question, as after a broken connection.
on("forgotten", () => lesson?.state === "judging" && retry());

function hint() {
  if (lesson.state !== "find") return;
  lesson.isHinted = true;
  draw();
}

function showSolution() {
  lesson.tried = null;
  endIn("shown");
}

function skip() {
  lesson.ends[lesson.at] ||= "skipped";
  next();
}

function retry() {
  Object.assign(lesson, { state: "find", tried: null, answer: null });
  draw();
}

/** The position: before the mistake, or after the move that was tried. */
function drawBoard() {
  const { state: now, before, tried, answer: said } = lesson;
  if (tried) {
    const pieces = piecesAfter(readFen(before.fen).pieces, tried.mv);
    board.show({ pieces, last: tried.mv }, now === "judging");
  } else {
    const last = state.tree.node(node().parent).move?.mv;
    drawPosition(before, { last, legal: now === "find" ? before.legal : [] });
  }
  const arrows = { find: [{ mv: node().move.mv, rank: PLAYED }], shown: [{ mv: solution()[0].mv, rank: BETTER }] }[now] ?? [];
  if (now === "failed" && said.reply) arrows.push({ mv: said.reply.mv, rank: 2 });
  board.arrows(arrows);
  if (now === "find" && lesson.isHinted) board.ring(solution()[0].mv.slice(0, 2));
}

const WORDS = {
  find: () => {
    const { move, judged } = node();
    const played = say("learnPlayed", say(lesson.before.side), text(move), judged.mark);
    if (!lesson.isHinted) return played;
    const letter = readFen(lesson.before.fen).pieces.get(solution()[0].mv.slice(0, 2));
    return `${played} ${say("learnHint", pieceName(letter, isEnglish()))}`;
  },
  judging: () => say("learnJudging", text(lesson.tried)),
  won: () => {
    const best = text(solution()[0]);
    return lesson.tried.mv === solution()[0].mv ? say("learnBest", best) : say("learnGood", text(lesson.tried), best);
  },
  failed: () => {
    const { reply } = lesson.answer;
    return say("learnFailed", text(lesson.tried), reply ? say("learnReply", text(reply)) : "");
  },
  shown: () => say("learnShown", text(solution()[0])),
  done: () => say("learnDone", lesson.ends.filter((end) => end === "won").length, lesson.ids.length),
};

/** Buttons of each state: key of the word, what it does; the first is the main one. */
const BUTTONS = {
  find: [["hint", hint], ["solution", showSolution], ["skip", skip]],
  judging: [["skip", skip]],
  won: [["nextMistake", next]],
  failed: [["tryAgain", retry], ["solution", showSolution], ["skip", skip]],
  shown: [["nextMistake", next]],
  done: [["backToGame", giveBack], ["again", learn]],
};
const MAIN = ["nextMistake", "tryAgain", "backToGame"];

function draw() {
  document.body.classList.add("learning");
  $("learn").hidden = false;
  const { state: now, at, ids, ends } = lesson;
  if (now !== "done" && !lesson.before) return;
  if (now === "done") board.arrows([]);
  else drawBoard();
  const close = button("close", "✕", giveBack, { className: "quiet", label: say("backToGame") });
  const count = now === "done" ? "" : `${at + 1} / ${ids.length}`;
  const head = element("h2", {}, say("learn"), element("small", { textContent: count }), close);
  const dots = element("ol", { className: "dots" }, ...ids.map((_, index) => {
    const dot = element("li", { className: index === at ? "current" : "" });
    dot.dataset.end = ends[index];
    return dot;
  }));
  dots.setAttribute("aria-hidden", "true");
  const said = element("p", { className: `said ${now}`, textContent: WORDS[now]() });
  const isLast = at === ids.length - 1;
  const buttons = BUTTONS[now].map(([key, click]) =>
    button(key, say(key === "nextMistake" && isLast ? "seeResult" : key), click, { className: MAIN.includes(key) ? "primary" : "" }));
  const focused = $("learn").querySelector(":focus")?.dataset.role;
  $("learn").replaceChildren(head, dots, said, ...explanation(), element("div", { className: "row" }, ...buttons));
  // Who uses keys goes on from the next step, from the same button, or on the board.
  if (now !== "find" && now !== "judging") take(buttons[0]);
  else if (focused) take(buttons.find(({ dataset }) => dataset.role === focused) ?? board.svg);
  // In a narrow window it stands below the board.
  $("learn").scrollIntoView({ block: "nearest" });
  showStatus();
}

/** Once it may be known: why the move was bad, and the better line. */
function explanation() {
  if (lesson.state !== "won" && lesson.state !== "shown") return [];
  const { parent, judged } = node();
  const moves = lineText(solution().slice(0, LONGEST_LINE), notation(), state.tree, state.tree.ply(lesson.ids[lesson.at]));
  const score = element("b", { textContent: scoreText(judged.better.score) });
  const why = reason(node(), state.tree.node(parent).score, lesson.before.side === "red", text);
  return [element("p", { className: "why", textContent: why }), element("p", { className: "better" }, score, ` ${moves}`)];
}

addActions({ learn });
