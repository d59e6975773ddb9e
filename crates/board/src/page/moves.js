// The list of moves, with comments and the name of the opening.

import { on } from "./actions.js";
import { change } from "./changes.js";
import { $ } from "./dom.js";
import { drawMoves } from "./panels.js";
import { show } from "./position.js";
import { notation, saveGame, state } from "./state.js";
import { goTo } from "./walk.js";
import { pick } from "./words.js";

on("show", () => {
  const { tree, position } = state;
  drawMoves($("move-list"), tree, notation(), goTo);
  $("comment").value = tree.node().comment ?? "";
  $("opening").textContent = position.opening ? pick(position.opening) : "";
});

$("comment").addEventListener("change", () => {
  change(() => state.tree.setComment($("comment").value));
  show();
  saveGame();
});
