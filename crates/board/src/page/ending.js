// The end of the game: its words, and what can be done then.

import { act, on } from "./actions.js";
import { $, element } from "./dom.js";
import { begin } from "./games.js";
import { headline } from "./players.js";
import { state } from "./state.js";
import { addWords, pick, say } from "./words.js";

addWords({ rematch: ["再来一局", "Rematch"], rematchHint: ["红黑互换", "Colours swapped"] });

/** The end whose words were put aside to see the board. */
let seen = "";
const name = () => `${state.tree.current} ${state.tree.moves().join("")}`;

function button(key, click, className = "") {
  const made = element("button", { type: "button", className, textContent: say(key) });
  made.dataset.role = key;
  made.addEventListener("click", click);
  return made;
}

/** Puts the words aside. */
function closer() {
  const made = button("close", () => {
    seen = name();
    showEnding();
  }, "quiet close");
  made.title = say("close");
  made.setAttribute("aria-label", say("close"));
  made.textContent = "✕";
  return made;
}

/** The same game again, each player with the other colour. */
function rematch() {
  const { game, tree } = state;
  const { red, black } = game.players;
  begin(tree.start, structuredClone({ red: black, black: red }), game.clock);
}

function showEnding() {
  const { game, position } = state;
  const text = game.ending ? pick(game.ending) : pick(position?.outcome);
  const wasHidden = $("ending").hidden;
  $("ending").hidden = !text || seen === name();
  if ($("ending").hidden) return;
  const buttons = [];
  if (position?.outcome?.isRepetition) buttons.push(button("why", () => act("why")));
  if (!game.isOpened) {
    const again = button("rematch", rematch, "primary");
    again.title = say("rematchHint");
    buttons.push(again);
  }
  if (state.tree.current !== 0) {
    buttons.push(button("review", () => act("review")), button("learn", () => act("learn")));
  }
  buttons.push(button("newGame", () => act("new-game")), closer());
  const words = [element("h2", { textContent: headline() }), element("p", { textContent: text })];
  $("ending").replaceChildren(...words, ...buttons);
  // In a narrow window it stands below the board.
  if (wasHidden) $("ending").scrollIntoView({ block: "nearest" });
}

on("show", showEnding);
