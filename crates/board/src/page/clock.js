// The clocks of a game. One runs at a time, on this page.

import { emit } from "./actions.js";
import { showPlayers } from "./players.js";
import { atBranch, endOfGame, isEngine, isOnMainLine, isOver, side, state } from "./state.js";

/** Milliseconds between two readings. */
const TICK = 100;
let ticking = null;

export function startClock() {
  stopClock();
  const { game, tree } = state;
  if (!game.left || isOver() || endOfGame() || state.guest || tree.current === 0) return;
  if (atBranch() || !isOnMainLine()) return;
  let before = performance.now();
  ticking = setInterval(() => {
    if (state.searching?.isHeard) return;
    const now = performance.now();
    game.left[side()] -= now - before;
    before = now;
    if (game.left[side()] <= 0) {
      game.left[side()] = 0;
      // The connection to an engine may be lost.
      if (!isEngine(side())) emit("flag", side());
    }
    showPlayers();
  }, TICK);
}

export function stopClock() {
  clearInterval(ticking);
  ticking = null;
}

/** The mover has moved: the increment is added. */
export function pressClock(color) {
  const { left, clock } = state.game;
  if (left && ticking !== null) left[color] += clock.increment * 1000;
  stopClock();
}
