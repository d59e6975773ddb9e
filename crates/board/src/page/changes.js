// Changes of the game that can be undone and redone.

import { addActions, on } from "./actions.js";
import { stopClock } from "./clock.js";
import { $ } from "./dom.js";
import { History } from "./history.js";
import { refresh } from "./position.js";
import { cancel } from "./search.js";
import { isMixed, noteChange, noteHelp, state } from "./state.js";

const history = new History();

export const stateOfGame = () => {
  const { game, tree } = state;
  return {
    current: tree.current, ending: game.ending, left: game.left && { ...game.left }, result: tree.tags.Result,
  };
};

/** Changes the tree or ends the game by `make`, as a step that can be undone. */
export function change(make, { isByEngine = false, before = stateOfGame() } = {}) {
  make();
  const patches = state.tree.takePatches();
  if (!patches.length && state.game.ending === before.ending) return;
  history.add({ patches, before, after: stateOfGame(), isByEngine });
  noteChange();
}

/** `way`: "undo" or "redo". */
export function undoOrRedo(way) {
  if (state.guest) return;
  const { tree, game } = state;
  const found = history[way](tree, isMixed());
  if (!found) return;
  noteHelp();
  cancel();
  stopClock();
  tree.current = found.current;
  tree.tags.Result = found.result;
  noteChange();
  Object.assign(game, { ending: found.ending, left: found.left && { ...found.left } });
  // Two engines would play on at once and take the way back.
  refresh({ isHalted: !isMixed() });
}

on("leave", () => history.clear());
on("show", () => {
  $("undo").disabled = !history.done.length;
  $("redo").disabled = !history.undone.length;
});

addActions({ "undo-change": () => undoOrRedo("undo"), "redo-change": () => undoOrRedo("redo") });
