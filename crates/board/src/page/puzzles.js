// The trainer: a puzzle on the board, judged move by move. `puzzlebook.js` chooses it, `puzzlepanel.js` shows the rest.

import { addActions, on } from "./actions.js";
import { begin as beginGame } from "./games.js";
import { complain } from "./dialogs.js";
import { giveBack } from "./guest.js";
import { answer } from "./link.js";
import { written } from "./panels.js";
import { board } from "./position.js";
import { draw, isOnBoard, reach, takeBoard, tell, trainer } from "./puzzle-board.js";
import { judge } from "./puzzle-judge.js";
import { addTry, currentRecord, whenAddedElsewhere } from "./puzzle-record.js";
import { refutation } from "./puzzle-refutation.js";
import { isMateInOne, next, readAll, turned } from "./puzzlebook.js";
import { showChoices, showPanel, wordOf } from "./puzzlepanel.js";
import { explainRefusal } from "./refusal.js";
import { human, notation, state } from "./state.js";
import { save, shared } from "./store.js";
import { say } from "./words.js";

/** Milliseconds before the opponent moves, and for which a wrong move stays on the board, without and with its answer. */
const REPLY = 500;
const LOOK = 1100;
const LOOK_AT_ANSWER = 3000;
const FILES = ["mates-in-one.txt", "puzzles.txt"];

const pause = (time) => new Promise((done) => setTimeout(done, time));

const hands = { move: (from, to) => tryMove(from + to), hint: () => hint() };

async function readFile(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(String(response.status));
  return readAll(await response.text());
}

/** The panel was opened: the puzzle that was on the board, or a new one. */
async function open() {
  if (!trainer.puzzles.length) {
    try {
      trainer.puzzles = (await Promise.all(FILES.map(readFile))).flat();
    } catch {
      return showPanel(trainer, say("puzzleUnread"));
    }
    showChoices(trainer);
    // The panel may have been left while they were loading.
    if (document.getElementById("panel-puzzles").hidden) return undefined;
  }
  if (!trainer.solving) return fresh();
  takeBoard(hands);
  return showPanel(trainer);
}

function fresh() {
  if (!trainer.puzzles.length) return open();
  const { puzzles, record, theme, choice, solving } = trainer;
  const found = next(puzzles, record, { theme, choice, now: Date.now(), random: Math.random, not: solving?.puzzle.id });
  if (!found) {
    trainer.solving = null;
    giveBack();
    return showPanel(trainer, say("puzzleNone"));
  }
  return start(Math.random() < 0.5 ? turned(found) : found, true);
}

async function start(puzzle, isRated) {
  const isRedToSolve = !puzzle.isTurned;
  trainer.solving = {
    puzzle, isRedToSolve, isRated, start: `${puzzle.start} ${isRedToSolve ? "b" : "w"}`,
    line: puzzle.moves.slice(1), played: [], texts: [], left: puzzle.moves.length / 2,
    status: "watching", says: ["puzzleWatch"], position: null, change: null,
  };
  takeBoard(hands);
  board.isFlipped = !isRedToSolve;
  const mine = trainer.solving;
  await reach([]);
  await pause(REPLY);
  if (mine !== trainer.solving) return;
  await reach([puzzle.moves[0]], true);
  if (mine === trainer.solving) tell("playing", wordOf("puzzleFind", puzzle));
}

const textOf = (mv) => {
  const found = trainer.solving.position.legal.find((move) => move.mv === mv);
  return found ? written(found, notation()) : mv;
};

async function tryMove(mv) {
  const { solving } = trainer;
  if (solving?.status !== "playing") return draw();
  if (!solving.position.legal.some((move) => move.mv === mv)) {
    explainRefusal({ start: solving.start, moves: solving.played, rules: state.tastes.rules }, mv);
    return draw();
  }
  const before = solving.played;
  const text = textOf(mv);
  const isExpected = solving.line[before.length - 1] === mv;
  solving.status = "judging";
  if (!isExpected) tell("judging", "puzzleJudging");
  await reach([...before, mv], true);
  const verdict = isExpected ? { isRight: true } : await judge(solving);
  if (solving !== trainer.solving) return undefined;
  if (verdict.isRight) return goOn(verdict);
  if (!verdict.says) lose();
  showPanel(trainer);
  tell("judging", verdict.says ?? wordOf("puzzleWrong", solving.puzzle), text);
  const isAnswered = !verdict.says && isOnBoard() && await refute(solving, before, mv);
  await pause(isAnswered ? LOOK_AT_ANSWER : LOOK);
  if (solving !== trainer.solving || solving.status !== "judging") return undefined;
  if (isOnBoard()) board.arrows([]);
  await reach(before);
  return tell("playing", ...solving.says);
}

/** Shows the opponent's answer to a wrong move; false if it is not known. */
async function refute(solving, before, mv) {
  const best = solving.line[before.length - 1];
  const reply = best && await refutation({ start: solving.start, moves: before, mv, best });
  if (!reply || solving !== trainer.solving || !isOnBoard()) return false;
  board.arrows([{ mv: reply.mv, rank: 2 }]);
  const texts = [solving.says[1], written(reply, notation())];
  tell("judging", wordOf("puzzleRefuted", solving.puzzle), ...texts);
  return true;
}

/**
 * The move was right: the puzzle is solved, or the opponent answers.
 * @param {{ isRight?: boolean, says?: string, isOver?: boolean, defence?: any }} verdict
 */
async function goOn({ isOver = false, defence = null }) {
  const { solving } = trainer;
  solving.left -= 1;
  const at = solving.played.length - 1;
  // Off the solution's line every further move is judged by the engine.
  if (defence) solving.line = [];
  const reply = defence ?? solving.line[at];
  if (isOver || solving.left === 0 || !reply) return win(isOver && !solving.line.includes(solving.played.at(-1)));
  tell("watching", "puzzleRight");
  await pause(REPLY);
  if (solving !== trainer.solving || solving.status !== "watching") return undefined;
  await reach([...solving.played, reply], true);
  return tell("playing", "puzzleRight");
}

/** The first try is over. */
function count(isWon) {
  const { solving, theme, choice } = trainer;
  if (!solving.isRated) return;
  solving.isRated = false;
  const before = currentRecord();
  trainer.record = addTry(solving.puzzle, isWon, { theme, choice });
  if (isMateInOne(solving.puzzle)) return;
  solving.change = Math.round(trainer.record.points) - Math.round(before.points);
  showChoices(trainer);
  if (choice === "streak" && !isWon) solving.streak = [before.run, trainer.record.bestRun];
}

function win(isOther) {
  const { solving } = trainer;
  const wasRated = solving.isRated;
  count(true);
  solving.isDone = true;
  tell("done", isOther ? "puzzleOtherMate" : wasRated ? "puzzleSolved" : "puzzleLearnt");
}

const lose = () => count(false);

async function solution() {
  const { solving } = trainer;
  if (!solving || solving.isDone) return;
  lose();
  solving.isDone = true;
  const { moves } = solving.puzzle;
  tell("shown", "puzzleShown");
  // From where the solver left the line.
  let at = moves.findIndex((mv, index) => solving.played[index] !== mv);
  for (at = Math.max(at, 1); at <= moves.length; at++) {
    await reach(moves.slice(0, at), true);
    await pause(REPLY);
    if (solving !== trainer.solving || solving.status !== "shown") return;
  }
  tell("done", "puzzleShown");
}

function hint() {
  const { solving } = trainer;
  if (solving?.status !== "playing") return;
  // Off the solution's line there is none.
  const mv = solving.line[solving.played.length - 1];
  if (!mv) return;
  lose();
  showPanel(trainer);
  tell("playing", "puzzleRing");
  board.ring(mv.slice(0, 2));
}

/** The puzzle becomes a game, to be analysed: the opponent's mistake has been played, and the solution follows. */
async function toBoard() {
  const { solving } = trainer;
  if (!solving) return;
  const { start, isRedToSolve, puzzle } = solving;
  try {
    const asked = puzzle.moves.map((_, at) => answer("position", { start, moves: puzzle.moves.slice(0, at + 1) }));
    const moves = (await Promise.all(asked)).map(({ last }) => last);
    if (solving !== trainer.solving) return;
    await beginGame(start, { red: human, black: human }, null, { moves, isOpened: true, isFlipped: !isRedToSolve });
  } catch (error) {
    complain(error);
  }
}

addActions({
  "puzzle-next": fresh,
  "puzzle-hint": hint,
  "puzzle-solution": solution,
  "puzzle-again": () => trainer.solving && start(trainer.solving.puzzle, false),
  "puzzle-board": toBoard,
});

for (const [id, key] of [["puzzle-theme", "theme"], ["puzzle-level", "choice"]]) {
  document.getElementById(id).addEventListener("change", (event) => {
    trainer[key] = /** @type {HTMLSelectElement} */ (event.target).value;
    save(shared, "guohe-puzzle-choice", { theme: trainer.theme, choice: trainer.choice });
    fresh();
  });
}

whenAddedElsewhere(() => {
  trainer.record = currentRecord();
  if (trainer.puzzles.length) showPanel(trainer);
});

on("tab", (name) => {
  if (name === "puzzles") open();
  else if (isOnBoard()) giveBack();
});
