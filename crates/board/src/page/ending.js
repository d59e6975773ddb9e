// The end of the game: its words, and what can be done then.

import { act, on } from "./actions.js";
import { $, button, element } from "./dom.js";
import { begin } from "./games.js";
import { isNarrow, whenNarrow } from "./narrow.js";
import { headline, seal } from "./players.js";
import { endHere, state } from "./state.js";
import { addWords, pick, say } from "./words.js";

addWords({ rematch: ["再来一局（换色）", "Rematch, colours swapped"] });

/** In a narrow window the end is told between the board and the panels. */
function place() {
  if (isNarrow()) document.querySelector(".tools").before($("ending"));
  else document.querySelector(".side").prepend($("ending"));
}

whenNarrow(place);
place();

/** The end whose words were put aside to see the board. */
let seen = "";
const name = () => `${state.tree.current} ${state.tree.moves().join("")}`;

function close() {
  seen = name();
  showEnding();
}

const offer = (key, click, className = "") => button(key, say(key), click, { className });

/** The same game again, each player with the other colour. */
function rematch() {
  const { game, tree } = state;
  const { red, black } = game.players;
  begin(tree.start, structuredClone({ red: black, black: red }), game.clock);
}

function showEnding() {
  const { game } = state;
  const end = endHere();
  const text = pick(end);
  const wasHidden = $("ending").hidden;
  $("ending").hidden = !text || seen === name();
  if ($("ending").hidden) return;
  const buttons = [];
  if (end.isRepetition) buttons.push(offer("why", () => act("why")));
  if (!game.isOpened) buttons.push(offer("rematch", rematch, "primary"));
  // A review takes the room.
  const isReviewed = Boolean(game.review);
  $("ending").classList.toggle("compact", isReviewed);
  if (state.tree.current !== 0 && !isReviewed) {
    buttons.push(offer("review", () => act("review")), offer("learn", () => act("learn")));
  }
  buttons.push(offer("newGame", () => act("new-game")));
  const { winner } = end;
  const kings = winner ? [winner] : ["red", "black"];
  const head = element("h2", {}, ...kings.map(seal), headline());
  const row = element("div", { className: "row" }, ...buttons);
  const closer = button("close", "✕", close, { className: "quiet close", label: say("close") });
  $("ending").replaceChildren(head, element("p", { textContent: text }), row, closer);
  if (wasHidden) $("ending").scrollIntoView({ block: "nearest" });
}

on("show", showEnding);
