// One game makes room for another, and the list of those that come back.

import { emit, on } from "./actions.js";
import { stopClock } from "./clock.js";
import { confirmed } from "./dialogs.js";
import { $, element } from "./dom.js";
import { dropGame, keepGame, keptGames } from "./library.js";
import { notify, resultText } from "./notice.js";
import { nameOf } from "./players.js";
import { board, refresh } from "./position.js";
import { cancel } from "./search.js";
import { newGame, saveGame, state } from "./state.js";
import { openTab } from "./tabs.js";
import { Tree } from "./tree.js";
import { isEnglish, say } from "./words.js";

/** What the game on the board looks like in the list; `null` where there is nothing to keep. */
function entryOfGame() {
  const { game, tree } = state;
  if (!tree.node(0).children.length || (game.isOpened && !game.isChanged)) return null;
  return { id: game.id, at: Date.now(), game: { ...game, left: game.left && { ...game.left } }, tree: tree.data() };
}

/** Puts the game on the board into the list. Returns its entry, `null` where it was not kept. */
export function keep() {
  const entry = entryOfGame();
  const isKept = entry !== null && keepGame(entry);
  drawGames();
  return isKept ? entry : null;
}

/** Makes room for another game. The one on the board goes into the list; if it is too large the player is asked. */
export async function leaveGame() {
  const kept = keep();
  if (kept || !entryOfGame() || await confirmed(say("cannotKeep"), say("replaceIt"))) {
    cancel();
    stopClock();
    emit("leave");
    return { isLeft: true, back: kept ? () => openKept(kept) : undefined };
  }
  return { isLeft: false };
}

async function openKept(entry) {
  const { isLeft, back } = await leaveGame();
  if (!isLeft) return;
  state.tree = Tree.from(entry.tree);
  state.game = newGame(structuredClone({ ...entry.game, id: entry.id }));
  board.flip(state.game.isFlipped);
  board.arrows([]);
  notify({ back });
  openTab("game");
  drawGames();
  refresh();
}

/** Begins a game; a lone human with Black sees the board from his side. `clock`: {seconds, increment}. */
export async function begin(start, players, clock = null) {
  const { isLeft, back } = await leaveGame();
  if (!isLeft) return;
  state.tree = new Tree(start);
  const isBlackOnly = players.black.kind === "human" && players.red.kind !== "human";
  const left = clock ? { red: clock.seconds * 1000, black: clock.seconds * 1000 } : null;
  state.game = newGame({ players, clock, left, isFlipped: isBlackOnly, seed: newSeed() });
  state.tree.tags = { Event: "guohe", Date: today(), Result: "*" };
  board.flip(state.game.isFlipped);
  board.arrows([]);
  notify({ back });
  drawGames();
  refresh({ isPlayed: true });
}

export const newSeed = () => Math.floor(Math.random() * 2 ** 32);

export const today = () => {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`;
};

export function drawGames() {
  const games = keptGames().filter(({ id }) => id !== state.game.id);
  $("kept-games").replaceChildren(...games.map((entry) => {
    const { tags = {}, nodes } = entry.tree;
    const { red, black } = entry.game.players;
    const names = `${tags.Red || nameOf(red)} – ${tags.Black || nameOf(black)}`;
    const result = resultText(tags.Result) || say("unfinished");
    const parts = [dateText(entry.at), names, result, say("plies", nodes.length - 1)];
    const open = element("button", { type: "button", textContent: parts.join(" · ") });
    open.addEventListener("click", () => openKept(entry));
    const remove = element("button", { type: "button", className: "quiet", textContent: "✕" });
    remove.title = say("removeGame");
    remove.setAttribute("aria-label", say("removeGame"));
    remove.addEventListener("click", async () => {
      if (!await confirmed(say("removeAsk"), say("removeGame"))) return;
      dropGame(entry.id);
      drawGames();
    });
    return element("li", {}, open, remove);
  }));
  $("no-kept-games").hidden = games.length > 0;
}

const dateText = (at) =>
  new Date(at).toLocaleString(isEnglish() ? "en-GB" : "zh-CN", { dateStyle: "medium", timeStyle: "short" });

on("tastes", drawGames);
window.addEventListener("storage", drawGames);
window.addEventListener("pagehide", () => {
  saveGame();
  keep();
});
