// The review of the game beside its moves: numbers of both sides, chances, the key moments one by one.

import { addActions, addKeys, on } from "./actions.js";
import { change } from "./changes.js";
import { toast } from "./dialogs.js";
import { $, button, element } from "./dom.js";
import { keep } from "./games.js";
import { attach, isOfIt, mainLine, nextMarked, shares } from "./judged.js";
import { scoreText, signOf, written } from "./panels.js";
import { board, refresh, show } from "./position.js";
import { cancelReport, linkTo, makeReport } from "./report.js";
import { notation, saveGame, state } from "./state.js";
import { numbers, outcomes } from "./statistics.js";
import { openTab } from "./tabs.js";
import { goTo } from "./walk.js";
import { addWords, pick, say } from "./words.js";

addWords({
  review: ["复盘", "Review"],
  reviewing: ["正在复盘…", "Looking at the game…"],
  reviewOld: ["复盘之后棋局有变化。", "The game has changed since this review."],
  reviewAgain: ["重新复盘", "Review again"],
  reviewEmpty: ["还没有着法可以复盘", "There is no move to review yet"],
  moments: ["关键时刻", "Key moments"],
  noMoments: ["没有关键失误：下得好！", "No key moment: a clean game."],
  bookMove: ["开局库着法", "A known opening move"],
  bestMove: ["没有更好的着法", "No better move was found"],
  lostShare: ["比最好的着法少 {0} 个百分点", "Wins {0} percentage points less often than the best move"],
  chances: ["红胜 {0} % · 和 {1} % · 黑胜 {2} %", "Red wins {0} % · draws {1} % · Black wins {2} %"],
  insteadOf: ["更好", "Better"],
  onlyMove: ["唯一的好着", "The only good move"],
  markInaccuracy: ["缓着，由 {0} 变为 {1}", "Inaccuracy, from {0} to {1}"],
  markMistake: ["失误，由 {0} 变为 {1}", "Mistake, from {0} to {1}"],
  markBlunder: ["败着，由 {0} 变为 {1}", "Blunder, from {0} to {1}"],
  keyMarks: ["下一个 ??、?、?!", "Next ??, ?, ?!"],
  keyMoments: ["上一个、下一个关键时刻", "Previous or next key moment"],
  noMark: ["后面没有 {0}", "There is no further {0}"],
});

/** What a mark says, with the scores before and after the move. */
const MARKS = { "?!": "markInaccuracy", "?": "markMistake", "??": "markBlunder" };
/** Plies of a better line that become a variation. */
const LONGEST_VARIATION = 8;

/** How much of the review is made; `null` where none is. */
let part = null;
/** The report of the same game as a page, while this page has its address. */
let address = null;
/** Whether the arrows on the board are those of the review. */
let hasArrows = false;

/** Reviews the game; `then` is called when that is done, and shows the first key moment if nobody wants anything else. */
export function review(then = showFirst) {
  if (state.tree.node(0).children.length === 0) {
    toast(say("reviewEmpty"), true);
    return;
  }
  openTab("game");
  makeReport(then);
  // In a narrow window it stands below the board.
  $("review").scrollIntoView({ block: "nearest" });
}

function draw() {
  const known = state.game.review;
  $("make-review").hidden = Boolean(known);
  $("review").hidden = part === null && !known;
  if ($("review").hidden) return;
  const parts = [];
  if (part !== null) parts.push(progress());
  else if (!isOfIt(state.tree, known)) {
    parts.push(element("p", { className: "row" }, say("reviewOld"),
      button("again", say("reviewAgain"), () => review())));
  }
  if (known) parts.push(moments(known), moment(), outcomes(state.tree.node().score), numbers(known.sides), doors());
  const isOnMoment = $("review").contains(document.activeElement) && document.activeElement.matches("[data-role=moment]");
  $("review").replaceChildren(...parts);
  // Who goes from moment to moment by keys stays on them.
  if (isOnMoment) $("review").querySelector("[data-role=moment][aria-current]")?.focus({ preventScroll: true });
}

function progress() {
  const bar = element("progress", { max: 1, value: part });
  bar.setAttribute("aria-label", say("reviewing"));
  return element("div", { className: "row" }, element("span", { textContent: say("reviewing") }), bar,
    button("cancel", say("cancel"), cancelReport));
}

/** Goes to the key moment that is next on the way. */
function step(way) {
  const known = state.game.review;
  if (!known) return;
  const line = mainLine(state.tree);
  const plies = known.keyMoments.filter((ply) => line[ply] !== undefined);
  const at = state.tree.ply();
  // After the last comes the first again.
  const next = way > 0 ? plies.find((ply) => ply > at) ?? plies[0] : plies.findLast((ply) => ply < at) ?? plies.at(-1);
  if (next === undefined) toast(say("noMoments"));
  else goTo(line[next]);
}

/** The key moments, each a button that goes there. */
function moments(known) {
  const { tree } = state;
  const line = mainLine(tree);
  const plies = known.keyMoments.filter((ply) => line[ply] !== undefined);
  if (!plies.length) return element("p", { className: "faint", textContent: say("noMoments") });
  const buttons = plies.map((ply) => {
    const node = tree.node(line[ply]);
    const number = `${tree.round(ply)}${tree.isRed(ply) ? "" : "…"}`;
    const made = button("moment", `${number}${signOf(node)}`, () => goTo(line[ply]));
    made.title = `${number} ${written(node.move, notation())}`;
    made.dataset.sign = signOf(node);
    if (line[ply] === tree.current) made.setAttribute("aria-current", "true");
    return made;
  });
  return element("div", { className: "moments" }, element("span", { textContent: say("moments") }), ...buttons);
}

/** What is said of the move on the board. */
function moment() {
  const node = state.tree.node();
  const made = element("div", { className: "moment" }, ...(node.move ? [headOf(node)] : []), ...textOf(node));
  made.setAttribute("role", "status");
  return made;
}

function headOf(node) {
  const ply = state.tree.ply();
  const head = element("b");
  head.textContent = `${state.tree.round(ply)}. ${state.tree.isRed(ply) ? "" : "… "}${written(node.move, notation())}`;
  const sign = element("i", { textContent: signOf(node) });
  sign.dataset.sign = sign.textContent;
  head.append(sign, element("small", { textContent: [scoreText(node.score), chancesText(node.score)].filter(Boolean).join(" · ") }));
  return head;
}

/** @param {import("./tree.js").TreeNode} node */
function textOf({ move, judged, parent, score }) {
  if (!move || !judged) return [];
  const { sentence, mark, only, book, better, lost } = judged;
  const faint = (text) => element("p", { className: "faint", textContent: text });
  const parts = [];
  if (sentence) parts.push(element("p", { textContent: pick(sentence) }));
  else if (mark) {
    const scores = [state.tree.node(parent).score, score].map(scoreText);
    parts.push(element("p", { textContent: say(MARKS[mark], ...scores) }));
  } else if (only) parts.push(element("p", { textContent: say("onlyMove") }));
  else if (book) parts.push(faint(say("bookMove")));
  else if (better) parts.push(faint(say("lostShare", Math.round(100 * lost))));
  else parts.push(faint(say("bestMove")));
  if (better) {
    const text = better.line.slice(0, LONGEST_VARIATION).map((step) => written(step, notation())).join(" ");
    const label = element("b", { textContent: `${say("insteadOf")} ${scoreText(better.score)}` });
    const open = button("better", "", () => addVariation(better.line), { className: "better" });
    open.append(label, ` ${text}`);
    parts.push(open);
  }
  return parts;
}

/** How games end from a position of this score. */
function chancesText(score) {
  const found = shares(score);
  return found ? say("chances", ...found.map((share) => Math.round(share / 10))) : "";
}

/** The better line becomes a variation, and its first move is shown. */
function addVariation(line) {
  const { tree } = state;
  const before = tree.node().parent;
  change(() => {
    tree.current = before;
    for (const move of line.slice(0, LONGEST_VARIATION)) tree.play(move);
    tree.current = tree.node(before).children.find((id) => tree.node(id).move.mv === line[0].mv);
  });
  refresh({ isHalted: true });
}

/** Where to go on from the review. */
function doors() {
  const learn = element("button", { type: "button", className: "primary", textContent: say("learn") });
  learn.dataset.do = "learn";
  return element("div", { className: "row" }, learn, ...(address?.id === state.game.id ? [linkTo(address)] : []));
}

/** Before a bad move arrows show it and the better one, after it the one that refutes it. */
function showArrows() {
  const { tree, analysis, game, tastes } = state;
  if (analysis.on || state.guest) return;
  const arrows = game.review && tastes.arrows ? arrowsAt(tree.node(), tree.node(tree.node().children[0])) : [];
  if (arrows.length || hasArrows) board.arrows(arrows);
  hasArrows = arrows.length > 0;
}

function arrowsAt(node, next) {
  const arrow = (move, rank) => (move ? [{ mv: move.mv, rank }] : []);
  const better = next?.judged?.mark ? next.judged.better?.line[0] : null;
  if (better) return [...arrow(better, 0), ...arrow(next.move, 2)];
  return arrow(node.judged?.refutation?.[0], 1);
}

function showFirst() {
  const id = mainLine(state.tree)[state.game.review.keyMoments[0]];
  if (id !== undefined) goTo(id);
}

function goToMark(sign) {
  if (!state.game.review) return;
  const id = nextMarked(state.tree, [sign]);
  if (id === undefined) toast(say("noMark", sign));
  else goTo(id);
}

on("reviewed", (data) => {
  state.game.review = attach(state.tree, data.review);
  address = { id: state.game.id, address: data.address };
  show();
  saveGame();
  keep();
});
on("progress", (now) => {
  part = now;
  draw();
});
on("show", () => {
  draw();
  showArrows();
});

addActions({
  review: () => review(),
  "next-moment": () => step(1),
  "previous-moment": () => step(-1),
  "next-blunder": () => goToMark("??"),
  "next-mistake": () => goToMark("?"),
  "next-inaccuracy": () => goToMark("?!"),
});
addKeys({ "]": "next-moment", "[": "previous-moment", b: "next-blunder", m: "next-mistake", i: "next-inaccuracy" });
