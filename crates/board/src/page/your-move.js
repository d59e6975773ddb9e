// The title of the browser's tab says when the player is to move against the engine.

import { on } from "./actions.js";
import { atBranch, isEngine, isMixed, isOver, side, state } from "./state.js";
import { say } from "./words.js";

const title = document.title;

function showTitle() {
  const isPlaying = isMixed() && !state.game.isOpened && !isOver() && !state.guest && state.tree.current !== 0;
  const isMine = isPlaying && !atBranch() && !isEngine(side());
  document.title = isMine ? `● ${say("yourMove")} · ${title}` : title;
}

on("show", showTitle);
