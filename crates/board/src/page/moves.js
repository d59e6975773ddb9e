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
  // What is being typed belongs to its move.
  if (!$("comment").matches(":focus")) fill();
  $("opening").textContent = [eventOf(tree.tags), pick(position.opening)].filter(Boolean).join(" · ");
});

// A window that is turned or resized has other room for the list.
new ResizeObserver(() => bringCurrent($("move-list"))).observe($("move-list"));

/** The node whose comment is in the field. */
let noted = 0;

function fill() {
  noted = state.tree.current;
  $("comment").value = state.tree.node().comment ?? "";
}

$("comment").addEventListener("input", () => {
  change(() => state.tree.setComment($("comment").value, noted));
  show();
});
// Draws nothing: it may have been clicked.
$("comment").addEventListener("change", saveGame);
$("comment").addEventListener("blur", fill);
on("leave", () => $("comment").blur());
