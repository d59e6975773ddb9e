// The board is lent: to the editor, to a trainer. Meanwhile the game waits, and nothing of it is drawn on the board.

import { emit, on } from "./actions.js";
import { toggleAnalysis } from "./analysis.js";
import { stopClock } from "./clock.js";
import { $ } from "./dom.js";
import { showPlayers, showStatus } from "./players.js";
import { board, refresh } from "./position.js";
import { cancel } from "./search.js";
import { state } from "./state.js";

/**
 * A part of the page that uses the board. `move`, `point` and `drag` hear what `Board` tells; `draw` is called when the
 * board is lent and when a taste has changed, `leave` once the board is no longer lent.
 * @typedef {object} Guest
 * @property {() => string} headline  what stands in the status line
 * @property {() => string} [heard]  said before it
 * @property {() => void} draw
 * @property {() => void} leave
 * @property {(from: string, to: string) => void} [move]
 * @property {(square: string) => void} [point]
 * @property {(from: string, to: string) => void} [drag]
 * @property {() => string} [fen]  its position
 * @property {() => void} [hint]  a hint was asked for
 */

/** Lends the board to `guest`; an earlier one leaves. @param {Guest} guest */
export function lend(guest) {
  release();
  stopClock();
  if (state.analysis.on) toggleAnalysis(false);
  state.guest = guest;
  emit("lend");
  $("bar-of-score").hidden = true;
  board.arrows([]);
  guest.draw();
  showStatus();
  showPlayers();
}

/** The guest leaves; another use of the board follows. */
function release() {
  cancel();
  const { guest } = state;
  state.guest = null;
  guest?.leave();
}

/** The guest leaves, and the game goes on. */
export function giveBack() {
  if (!state.guest) return;
  release();
  board.flip(state.game.isFlipped);
  board.arrows([]);
  refresh();
}

on("leave", release);
on("tastes", () => {
  if (!state.guest) return;
  state.guest.draw();
  showStatus();
});
