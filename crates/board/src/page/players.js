// Who plays, whose turn it is, and the headline.

import { on } from "./actions.js";
import { capturedRow } from "./captured.js";
import { $, element } from "./dom.js";
import { namesOf } from "./names.js";
import { written } from "./panels.js";
import { piecePicture } from "./pieces.js";
import {
  atBranch, endHere, endOfGame, isEngine, isOnMainLine, isOver, notation, other, resultOfFile, side, state,
} from "./state.js";
import { say } from "./words.js";

/** How often the time that the engine thinks is written, in milliseconds. */
const SECOND_HAND = 500;
/** The picture beside a name shows the king with a little room around it. */
const SEAL = 100;

const inWords = ({ winner }) => (winner ? say("wins", say(winner)) : say("drawn"));

export const headline = () => inWords(endHere() ?? endOfGame());

/** Whether a game with an engine or a clock waits while the player looks at an earlier position. */
function isPaused() {
  const { isOpened, left } = state.game;
  return !isOpened && atBranch() && (isEngine("red") || isEngine("black") || Boolean(left));
}

export function showStatus() {
  const { position, searching, guest } = state;
  if (!position) return;
  let text = side() === "red" ? say("redToMove") : say("blackToMove");
  if (guest) text = guest.headline();
  else if (isOver() || (endOfGame() && isOnMainLine())) text = atBranch() ? say("walking", headline()) : headline();
  else if (resultOfFile()) text = say(state.game.isCut ? "byTheFileCut" : "byTheFile", inWords(resultOfFile()));
  else if (isPaused()) text = say("paused");
  else if (searching?.isWaiting) text += ` · ${say("waiting")}`;
  else if (searching?.kind === "move") text += ` · ${say("thinking")}`;
  else if (position.check) text += ` · ${say("check")}`;
  if (!guest && !state.game.isOpened && !isOnMainLine()) text = say("sideLine", text);
  // Who hears the page hears the last move, too.
  const { move } = state.tree.node();
  const first = guest ? guest.heard?.() : move && written(move, notation());
  const heard = first ? `${first} · ` : "";
  if ($("status").textContent === heard + text) return;
  $("status").replaceChildren(element("span", { className: "spoken", textContent: heard }), text);
}

export function showPlayers() {
  const { game, tree, searching } = state;
  const bottom = game.isFlipped ? "black" : "red";
  const names = namesOf(tree.tags, game);
  for (const [place, color] of [["player-bottom", bottom], ["player-top", other(bottom)]]) {
    const name = names[color === "red" ? "Red" : "Black"] ?? "";
    const parts = [
      seal(color),
      element("span", { className: "name", textContent: [...new Set([say(color), name])].filter(Boolean).join(" · ") }),
    ];
    const isThinking = side() === color && searching?.kind === "move";
    if (isThinking) parts.push(element("span", { className: "dots", textContent: thoughtText() }));
    parts.push(capturedRow(color));
    if (game.left) parts.push(element("time", { className: "clock", textContent: clockText(game.left[color]) }));
    $(place).replaceChildren(...parts);
    $(place).classList.toggle("active", side() === color && !isOver());
  }
}

/** How deep the engine has come with its move, and how long it thinks. */
function thoughtText() {
  const { depth, since } = state.searching;
  return depth ? say("thought", depth, Math.floor((performance.now() - since) / 1000)) : "…";
}

export const seal = (color) => piecePicture(color === "red" ? "K" : "k", state.tastes.pieces, SEAL, "seal");

function clockText(ms) {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 20) return seconds.toFixed(1);
  const whole = Math.floor(seconds);
  const minutes = String(Math.floor((whole % 3600) / 60)).padStart(whole >= 3600 ? 2 : 1, "0");
  return `${whole >= 3600 ? `${Math.floor(whole / 3600)}:` : ""}${minutes}:${String(whole % 60).padStart(2, "0")}`;
}

on("show", () => {
  showPlayers();
  showStatus();
});
on("tastes", () => state.position && showPlayers());
setInterval(() => state.searching?.kind === "move" && showPlayers(), SECOND_HAND);
