// The list of moves, with comments and the name of the opening.

import { on } from "./actions.js";
import { change } from "./changes.js";
import { $ } from "./dom.js";
import { bringCurrent, drawMoves } from "./panels.js";
import { show } from "./position.js";
import { notation, saveGame, state } from "./state.js";
import { goTo } from "./walk.js";
import { pick } from "./words.js";

/**
 * Where an opened game was played; PGN writes `?` where nobody knows.
 * @type {(tags: {Event?: string, Date?: string}) => string}
 */
const eventOf = ({ Event, Date }) =>
  (state.game.isOpened ? [Event, Date].filter((text) => text && !text.startsWith("?")).join(" · ") : "");

on("show", () => {
  const { tree, position } = state;
  drawMoves($("move-list"), tree, notation(), goTo);
  $("comment").value = tree.node().comment ?? "";
  $("opening").textContent = [eventOf(tree.tags), pick(position.opening)].filter(Boolean).join(" · ");
});

// A window that is turned or resized has other room for the list.
new ResizeObserver(() => bringCurrent($("move-list"))).observe($("move-list"));

// At once, since the engine's move or a review may fill the field with another text.
$("comment").addEventListener("input", () => change(() => state.tree.setComment($("comment").value)));
$("comment").addEventListener("change", () => {
  show();
  saveGame();
});
