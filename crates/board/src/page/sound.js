// What is heard of the game: a sound for a move, a capture, a check, the end, and one when the player is to
// move in a page that he does not see. Each is on by choice.

import { on } from "./actions.js";
import { play, soundOfMove } from "./sounds.js";
import { isMyTurn, isOver, state } from "./state.js";
import { readFen } from "./tree.js";

/** A move was made whose position has not come yet. */
let isMoved = false;

/** Plays a sound that the player wants. */
const hear = (kind) => state.tastes.sounds[kind] && play(kind);

/** A move was made; what it does is known when its position comes. */
export function knock() {
  isMoved = true;
}

const countPieces = (fen) => readFen(fen).pieces.size;

on("position", () => {
  if (!isMoved) return;
  isMoved = false;
  const { position, tree } = state;
  const { parent } = tree.node();
  const before = parent === null ? null : tree.node(parent).fen;
  const isCapture = Boolean(before) && countPieces(before) > countPieces(position.fen);
  hear(soundOfMove({ isEnd: isOver(), isCheck: position.check, isCapture }));
  if (document.hidden && isMyTurn()) hear("turn");
});
