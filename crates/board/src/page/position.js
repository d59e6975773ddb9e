// The position on the board: asked for, shown, and where its pieces may go.

import { addActions, addKeys, emit, on } from "./actions.js";
import { Board } from "./board.js";
import { complain } from "./dialogs.js";
import { $ } from "./dom.js";
import { answer } from "./link.js";
import { pieceName } from "./pieces.js";
import { showStatus } from "./players.js";
import { atBranch, isEngine, isOver, line, saveGame, side, state } from "./state.js";
import { readFen } from "./tree.js";
import { isEnglish, say } from "./words.js";

export const board = new Board($("board"), (kind, ...squares) => {
  if (state.guest?.[kind]) state.guest[kind](...squares);
  else if (!state.guest || ["chosen", "cursor"].includes(kind)) emit(`board-${kind}`, ...squares);
});

let query = 0;

/** Asks the server for the position of the current node and shows it. `isHalted`: no engine begins to think here. */
export async function refresh({ isPlayed = false, isHalted = false } = {}) {
  const mine = ++query;
  const node = () => state.tree.node();
  try {
    const found = await answer("position", line());
    if (mine !== query) return;
    // Arrows belong to the position that they were drawn on.
    if (state.position?.fen !== found.fen) board.arrows([]);
    state.position = found;
    found.node = state.tree.current;
    node().fen = found.fen;
    // A move that was only named by its squares learns how it is written.
    if (node().move && found.last) node().move = found.last;
  } catch (error) {
    if (mine === query) complain(error);
    return;
  }
  show(isPlayed);
  saveGame();
  emit("position", { isPlayed, isHalted });
}

/** The legal moves as the board wants them: squares by square. */
function targetsOf(legal) {
  const found = new Map();
  for (const { mv } of legal) found.set(mv.slice(0, 2), [...found.get(mv.slice(0, 2)) ?? [], mv.slice(2)]);
  return found;
}

export const mayMove = () =>
  Boolean(state.position) && !isOver() && state.searching?.kind !== "move" && (!isEngine(side()) || atBranch());

/** Draws a position that the server has told, after the move `last`; the legal moves `legal` may be tried by hand. */
export function drawPosition({ fen, side: mover, check }, { last = "", legal = [], isPlayed = false }) {
  const { pieces } = readFen(fen);
  const king = mover === "red" ? "K" : "k";
  const checked = check ? [...pieces].find(([, letter]) => letter === king)?.[0] : "";
  board.hasDots = state.tastes.legal;
  board.show({ pieces, last, checked, targets: targetsOf(legal) }, isPlayed);
}

/** Draws the position of the game and all that is known of it. */
export function show(isPlayed = false) {
  const { position, tree } = state;
  if (state.guest || !position) return;
  drawPosition(position, { last: tree.node().move?.mv, legal: mayMove() ? position.legal : [], isPlayed });
  emit("show");
}

on("tastes", () => show());
on("board-cursor", (square) => {
  if (!square) return showStatus();
  const letter = board.pieces.get(square);
  $("status").textContent = `${square} ${letter ? pieceName(letter, isEnglish()) : say("empty")}`;
});

addActions({
  flip: () => {
    if (state.guest) return board.flip(!board.isFlipped);
    state.game.isFlipped = !state.game.isFlipped;
    board.flip(state.game.isFlipped);
    show();
    return saveGame();
  },
});
addKeys({ f: "flip" });
