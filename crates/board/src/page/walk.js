// Walking through the game, and taking moves back.

import { addActions, addKeys } from "./actions.js";
import { change } from "./changes.js";
import { stopClock } from "./clock.js";
import { toast } from "./dialogs.js";
import { resume } from "./play.js";
import { refresh } from "./position.js";
import { cancel } from "./search.js";
import { atBranch, isEngine, isMixed, isOnMainLine, noteHelp, state } from "./state.js";
import { say } from "./words.js";

/** Shows the position after the node `id`. */
export function goTo(id) {
  if (state.guest) return;
  if (id === state.tree.current) return resume();
  cancel();
  stopClock();
  state.tree.current = id;
  refresh();
}

const walk = {
  first: () => goTo(0),
  back: () => state.tree.node().parent !== null && goTo(state.tree.node().parent),
  forward: () => state.tree.node().children.length && goTo(state.tree.node().children[0]),
  last: () => goTo(state.tree.line().at(-1) ?? 0),
};

/** The game has lost its end. */
function goOn() {
  const { tree, game } = state;
  game.ending = null;
  if (!game.isOpened) tree.tags.Result = "*";
}

/** Takes back the last move of a game that is played here. In an opened game, or inside a game, it only steps back. */
function takeBack() {
  const { tree, game } = state;
  if (state.guest) return;
  if (game.isOpened || atBranch()) return walk.back();
  if (tree.current === 0) return;
  noteHelp();
  cancel();
  stopClock();
  change(() => {
    if (isOnMainLine()) goOn();
    tree.cut();
    // Against an engine its answer goes too, so that the player is to move again.
    const mover = tree.isRed(tree.ply() + 1) ? "red" : "black";
    if (isMixed() && tree.current !== 0 && isEngine(mover)) tree.cut();
  });
  refresh({ isHalted: !isMixed() });
}

function removeFromHere() {
  const { tree } = state;
  if (state.guest || tree.current === 0) return;
  noteHelp();
  cancel();
  const count = tree.size(tree.current);
  change(() => {
    if (isOnMainLine()) goOn();
    tree.cut();
  });
  toast(say("removed", count));
  refresh({ isHalted: !isMixed() });
}

function promote() {
  change(() => {
    if (!isOnMainLine()) {
      noteHelp();
      goOn();
    }
    state.tree.promote();
  });
  refresh();
}

addActions({ ...walk, undo: takeBack, remove: removeFromHere, promote });
addKeys({ ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", u: "undo" });
