// The end of the game: its words, and what can be done then.

import { act, on } from "./actions.js";
import { $, element } from "./dom.js";
import { headline } from "./players.js";
import { state } from "./state.js";
import { pick, say } from "./words.js";

/** The end whose words were put aside to see the board. */
let seen = "";
const name = () => `${state.tree.current} ${state.tree.moves().join("")}`;

function button(key, click, className = "") {
  const made = element("button", { type: "button", className, textContent: say(key) });
  made.addEventListener("click", click);
  return made;
}

function showEnding() {
  const { game, position } = state;
  const text = game.ending ? pick(game.ending) : pick(position?.outcome);
  $("ending").hidden = !text || seen === name();
  if ($("ending").hidden) return;
  $("ending").replaceChildren(element("h2", { textContent: headline() }), element("p", { textContent: text }));
  if (position?.outcome?.isRepetition) $("ending").append(button("why", () => act("why")));
  $("ending").append(button("newGame", () => act("new-game"), "primary"), button("close", () => {
    seen = name();
    showEnding();
  }));
}

on("show", showEnding);
