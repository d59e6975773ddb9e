// The title of the browser's tab says when the player is to move against the engine.

import { on } from "./actions.js";
import { isMyTurn, state } from "./state.js";
import { say } from "./words.js";

const title = document.title;

function showTitle() {
  const isMine = isMyTurn() && !state.game.isOpened && state.tree.current !== 0;
  document.title = isMine ? `● ${say("yourMove")} · ${title}` : title;
}

on("show", showTitle);
