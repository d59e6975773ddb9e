// The trainer: a puzzle on the board, judged move by move. `puzzlebook.js` chooses it, `puzzlepanel.js` shows the rest.

import { addActions, on } from "./actions.js";
import { complain } from "./dialogs.js";
import { begin as beginGame } from "./games.js";
import { giveBack, lend } from "./guest.js";
import { answer } from "./link.js";
import { written } from "./panels.js";
import { board } from "./position.js";
import { isMate, next, note, newRecord, readAll, turned } from "./puzzlebook.js";
import { refutation } from "./puzzle-refutation.js";
import { showChoices, showPanel, taskOf, wordOf } from "./puzzlepanel.js";
import { showStatus } from "./players.js";
import { human, notation, state } from "./state.js";
import { load, save, shared } from "./store.js";
import { openTab } from "./tabs.js";
import { readFen } from "./tree.js";
import { say } from "./words.js";

/** Milliseconds before the opponent moves, and for which a wrong move stays on the board. */
const REPLY = 500;
const LOOK = 1100;
/** Moves more than the shortest mate for which a mate is still looked for. */
const SLOWER = 2;

/** Words that say no more than the task. */
const TASK = ["puzzleWatch", "puzzleFind", "puzzleFindGain"];

/** What the trainer shows and the panel draws. */
const trainer = {
  record: { ...newRecord(), ...load(shared, "puzzles") },
  theme: "",
  choice: "0",
  /** The puzzle on the board: {puzzle, start, line, played, texts, left, status, says, isRated, change}. */
  solving: null,
  puzzles: [],
  ...load(shared, "puzzle-choice"),
};

let isLent = false;

const guest = {
  // A phone shows the status line alone beside the board.
  headline: () => {
    const { says } = trainer.solving;
    return TASK.includes(says[0]) ? taskOf(trainer.solving) : say(...says);
  },
  draw: () => {
    draw();
    showChoices(trainer);
    showPanel(trainer);
  },
  leave: () => {
    isLent = false;
    document.body.classList.remove("solving");
    board.flip(state.game.isFlipped);
  },
  move: (from, to) => tryMove(from + to),
  hint: () => hint(),
};

/** The panel was opened: the puzzle that was on the board, or a new one. */
async function open() {
  if (!trainer.puzzles.length) {
    try {
      const response = await fetch("puzzles.txt");
      if (!response.ok) throw new Error(String(response.status));
      trainer.puzzles = readAll(await response.text());
    } catch {
      return showPanel(trainer, say("puzzleUnread"));
    }
    showChoices(trainer);
    // The panel may have been left while they were loading.
    if (document.getElementById("panel-puzzles").hidden) return undefined;
  }
  if (!trainer.solving) return fresh();
  takeBoard();
  return showPanel(trainer);
}

function takeBoard() {
  if (isLent) return;
  isLent = true;
  board.isFlipped = !trainer.solving.isRedToSolve;
  document.body.classList.add("solving");
  lend(guest);
}

/** Puts the next puzzle on the board. */
function fresh() {
  const { puzzles, record, theme, choice, solving } = trainer;
  const found = next(puzzles, record, { theme, choice, now: Date.now(), random: Math.random, not: solving?.puzzle.source });
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
  takeBoard();
  board.isFlipped = !isRedToSolve;
  const mine = trainer.solving;
  await reach([]);
  await pause(REPLY);
  if (mine !== trainer.solving) return;
  await reach([puzzle.moves[0]], true);
  if (mine === trainer.solving) tell("playing", wordOf("puzzleFind", puzzle));
}

const pause = (time) => new Promise((done) => setTimeout(done, time));

/** Shows the position after these moves of the puzzle. */
async function reach(played, isPlayed = false) {
  const { solving } = trainer;
  solving.played = played;
  try {
    const found = await answer("position", { start: solving.start, moves: played });
    if (solving !== trainer.solving || played !== solving.played) return;
    solving.position = found;
    if (found.last) solving.texts[played.length - 1] = found.last;
  } catch (error) {
    complain(error);
    return;
  }
  draw(isPlayed);
}

function draw(isPlayed = false) {
  const { solving } = trainer;
  if (!isLent || !solving?.position) return;
  const { position, played, status } = solving;
  const { pieces } = readFen(position.fen);
  const king = position.side === "red" ? "K" : "k";
  const targets = new Map();
  if (status === "playing") {
    for (const { mv } of position.legal) targets.set(mv.slice(0, 2), [...(targets.get(mv.slice(0, 2)) ?? []), mv.slice(2)]);
  }
  board.hasDots = state.tastes.legal;
  const checked = position.check ? [...pieces].find(([, letter]) => letter === king)?.[0] : null;
  board.show({ pieces, last: played.at(-1), checked, targets }, isPlayed);
}

/** Says how things stand. */
function tell(status, ...says) {
  Object.assign(trainer.solving, { status, says });
  draw();
  showStatus();
  showPanel(trainer);
}

// ---------------------------------------------------------------- solving

const textOf = (mv) => {
  const found = trainer.solving.position.legal.find((move) => move.mv === mv);
  return found ? written(found, notation()) : mv;
};

async function tryMove(mv) {
  const { solving } = trainer;
  if (solving?.status !== "playing" || !solving.position.legal.some((move) => move.mv === mv)) return draw();
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
  if (!verdict.says) await refute(solving, before, mv);
  await pause(LOOK);
  if (solving !== trainer.solving || solving.status !== "judging") return undefined;
  board.arrows([]);
  await reach(before);
  return tell("playing", ...solving.says);
}

/** Shows the opponent's answer to a wrong move. */
async function refute(solving, before, mv) {
  const best = solving.line[before.length - 1];
  const reply = best && await refutation({ start: solving.start, moves: before, mv, best });
  if (!reply || solving !== trainer.solving) return;
  board.arrows([{ mv: reply.mv, rank: 1 }]);
  const texts = [solving.says[1], written(reply, notation())];
  tell("judging", wordOf("puzzleRefuted", solving.puzzle), ...texts);
}

/**
 * What a move is worth that is not the solution's: every mate as short is right, and so is any mate where none was asked.
 * `says` is the word for a move that costs nothing and is not the answer either.
 */
async function judge(solving) {
  const isForMate = isMate(solving.puzzle);
  const most = isForMate ? solving.left - 1 + SLOWER : SLOWER;
  try {
    const { moves, defence, isUnknown } = await answer("mate", { start: solving.start, moves: solving.played, most });
    if (isUnknown) return { says: "puzzleUnknown" };
    if (moves === null) return {};
    if (!isForMate || moves === 0) return { isRight: true, isOver: true };
    return moves < solving.left ? { isRight: true, defence } : { says: "puzzleSlow" };
  } catch (error) {
    complain(error);
    return { says: "puzzleUnknown" };
  }
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
  const { solving, record, theme, choice } = trainer;
  if (!solving.isRated) return;
  solving.isRated = false;
  const run = record.run;
  trainer.record = note(record, solving.puzzle, isWon, { theme, choice, now: Date.now() });
  solving.change = Math.round(trainer.record.points) - Math.round(record.points);
  if (choice === "streak" && !isWon) solving.streak = [run, trainer.record.bestRun];
  save(shared, "puzzles", trainer.record);
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
  lose();
  showPanel(trainer);
  const mv = solving.line[solving.played.length - 1];
  if (mv) board.choose(mv.slice(0, 2));
}

/** The position of the puzzle becomes a game, to be analysed. */
async function toBoard() {
  const { solving } = trainer;
  if (!solving) return;
  await beginGame(solving.start, { red: human, black: human });
  openTab("game");
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
    save(shared, "puzzle-choice", { theme: trainer.theme, choice: trainer.choice });
    fresh();
  });
}

on("tab", (name) => {
  if (name === "puzzles") open();
  else if (isLent) giveBack();
});
