// A move made in advance while the engine thinks. It is played when it is legal then, and dropped otherwise.

import { on } from "./actions.js";
import { toast } from "./dialogs.js";
import { drawn, placeOf } from "./drawing.js";
import { playMove } from "./play.js";
import { premoves } from "./premove.js";
import { board, show } from "./position.js";
import { atBranch, isEngine, isMixed, isMyTurn, isOver, other, side, state } from "./state.js";
import { say } from "./words.js";

/** The move that waits: the two squares, `null` where none does. */
let waiting = null;

function isPossible() {
  if (!state.tastes.premove || !state.position || state.guest) return false;
  return isMixed() && isEngine(side()) && !atBranch() && !isOver();
}

function draw() {
  const layer = board.layers.premove;
  layer.replaceChildren();
  for (const square of waiting ? [waiting.slice(0, 2), waiting.slice(2)] : []) {
    const [cx, cy] = placeOf(square, board.isFlipped);
    drawn("circle", { cx, cy, r: 50 }, layer);
  }
}

function set(mv) {
  waiting = mv;
  draw();
}

// The board offers what the player's pieces could reach by geometry alone.
on("show", () => {
  if (isPossible()) board.setTargets(premoves(board.pieces, other(side()) === "red"));
  draw();
});

on("board-move", (from, to) => {
  if (!isPossible() || !premoves(board.pieces, other(side()) === "red").get(from)?.includes(to)) return;
  set(from + to);
  toast(say("premoveSet"));
});

// A touch of the board takes it back, and may choose another one.
board.svg.addEventListener("pointerdown", () => waiting && set(null));
board.svg.addEventListener("keydown", (event) => event.key === "Escape" && waiting && set(null));

on("position", ({ isPlayed }) => {
  if (!waiting || isPossible()) return;
  const mv = waiting;
  set(null);
  const move = isPlayed && isMyTurn() && state.position.legal.find((legal) => legal.mv === mv);
  if (move) playMove(move);
});

on("leave", () => set(null));
on("lend", () => set(null));
on("tastes", () => {
  if (!state.tastes.premove) set(null);
  if (state.position) show();
});
