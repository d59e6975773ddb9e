// The trainer's board: lent by the game, it shows the puzzle, and the panel says how things stand.

import { complain } from "./dialogs.js";
import { lend } from "./guest.js";
import { answer } from "./link.js";
import { board, drawPosition } from "./position.js";
import { currentRecord } from "./puzzle-record.js";
import { showChoices, showPanel, taskOf } from "./puzzlepanel.js";
import { showStatus } from "./players.js";
import { load, shared } from "./store.js";
import { say } from "./words.js";

/** Words that say no more than the task. */
const TASK = ["puzzleWatch", "puzzleFind", "puzzleFindGain"];

/** What the trainer shows and the panel draws. */
export const trainer = {
  record: currentRecord(),
  theme: "",
  choice: "0",
  /** The puzzle on the board: {puzzle, start, line, played, texts, left, status, says, isRated, change}. */
  solving: null,
  puzzles: [],
  ...load(shared, "guohe-puzzle-choice"),
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
  },
};

export const isOnBoard = () => isLent;

/** Takes the board for the puzzle; `hands` are those of the guest that hear of moves and hints. */
export function takeBoard(hands) {
  // To the board and its task.
  scrollTo(0, 0);
  if (isLent) return;
  isLent = true;
  board.isFlipped = !trainer.solving.isRedToSolve;
  document.body.classList.add("solving");
  lend({ ...guest, ...hands });
}

/** Shows the position after these moves of the puzzle. */
export async function reach(played, isPlayed = false) {
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

export function draw(isPlayed = false) {
  const { solving } = trainer;
  if (!isLent || !solving?.position) return;
  const { position, played, status } = solving;
  drawPosition(position, { last: played.at(-1), legal: status === "playing" ? position.legal : [], isPlayed });
}

export function tell(status, ...says) {
  Object.assign(trainer.solving, { status, says });
  draw();
  showStatus();
  showPanel(trainer);
}
