// The search that the game waits for: a move, a hint, or the answer to an offer. One at a time.

import { emit, on } from "./actions.js";
import { startClock } from "./clock.js";
import { complain } from "./dialogs.js";
import { go, nextNumber, stop } from "./link.js";
import { showPlayers, showStatus } from "./players.js";
import { isOnMainLine, side, state } from "./state.js";

/** Asks the engine, in place of an earlier search; the answer comes as an event. */
export async function search(kind, request) {
  const mine = { id: nextNumber(), kind, node: state.tree.current };
  state.searching = mine;
  try {
    await go({ ...request, kind });
  } catch (error) {
    if (state.searching === mine) state.searching = null;
    showStatus();
    complain(error);
  }
}

/** Waits for no answer any more. */
export function cancel() {
  if (!state.searching) return;
  state.searching = null;
  stop("move").catch(complain);
}

/**
 * The search of this kind that `data` answers, which is over by it. `null` where nobody waits for it: then, if the
 * player has walked away meanwhile, the game goes on where it is now.
 */
export function finish(data, kind) {
  const found = state.searching;
  if (!found || data.id !== found.id || found.kind !== kind) return null;
  state.searching = null;
  if (found.node === state.tree.current) return found;
  emit("resume");
  return null;
}

const isOfIt = (data) => state.searching && data.id === state.searching.id;

on("waiting", (data) => {
  if (!isOfIt(data)) return;
  state.searching.isWaiting = true;
  showStatus();
});

on("depth", (data) => {
  if (isOfIt(data)) state.searching.depth = data.depth;
  showPlayers();
});

on("begun", (data) => {
  if (!isOfIt(data)) return;
  const { searching, game } = state;
  searching.isWaiting = false;
  searching.since = performance.now();
  if (searching.kind === "move" && searching.node === state.tree.current && isOnMainLine()) {
    searching.left = game.left?.[side()];
    startClock();
  }
  showStatus();
});
