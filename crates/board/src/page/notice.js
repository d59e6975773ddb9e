// The notice above the moves: which games a file holds, what of it could not be read, and the game that made room.

import { on } from "./actions.js";
import { button, element } from "./dom.js";
import { pick, say } from "./words.js";

const MOST_NOTES = 100;

const place = () => document.getElementById("notice");
let shown = {};

/** What a game is called in a list. */
export function title(tags = {}, at = 0) {
  const players = [tags.Red, tags.Black].filter(Boolean).join(" – ");
  const parts = [tags.Event, players, tags.Date, resultText(tags.Result)].filter(Boolean);
  return parts.join(" · ") || say("untitled", at + 1);
}

export const resultText = (result) =>
  ({ "1-0": say("wins", say("red")), "0-1": say("wins", say("black")), "1/2-1/2": say("drawn") })[result] ?? "";

/**
 * Shows `{games, open, notes, back}`: trees to choose from by `open(tree)`, notes {zh, en, name}, and `back()`, which
 * returns to the game before. Any of them may be missing; without any the notice is gone.
 */
export function notify(content) {
  shown = { chosen: content.games?.[0], ...content };
  drawNotice();
  // In a narrow window it stands below the board.
  if (content.games?.[1] || content.notes?.[0]) place().scrollIntoView({ block: "nearest" });
}

/** Shows notes about files without a game, before those that are shown. */
export const addNotes = (notes) => notify({ ...shown, notes: [...notes, ...(shown.notes ?? [])] });

export const offeredGames = () => shown.games ?? [];

export function drawNotice() {
  const { games = [], open, notes = [], back, told = "gameKept", chosen } = shown;
  const parts = [];
  if (back) {
    const again = button("back", say("returnToIt"), back);
    parts.push(element("p", {}, element("span", { textContent: say(told) }), again));
  }
  if (notes.length) parts.push(element("h3", { textContent: say("unread") }), notesList(notes));
  if (games.length > 1) {
    const keepAll = element("button", { type: "button", textContent: say("keepAll") });
    keepAll.dataset.do = "keep-all";
    const heading = element("h3", { textContent: say("gamesRead", games.length) });
    parts.push(element("div", { className: "row" }, heading, keepAll), gamesList(games, chosen, open));
  }
  place().hidden = parts.length === 0;
  if (parts.length === 0) return place().replaceChildren();
  const close = button("close", "✕", () => notify({}), { className: "quiet close", label: say("close") });
  place().replaceChildren(close, ...parts);
}

function notesList(notes) {
  const items = notes.slice(0, MOST_NOTES).map((note) =>
    element("li", { textContent: note.name ? say("noteOn", note.name, pick(note)) : pick(note) }));
  return element("ul", {}, ...items);
}

function gamesList(games, chosen, open) {
  const list = element("ol", { className: "games" });
  games.forEach((game, at) => {
    const choose = button("game", `${at + 1}. ${title(game.tags, at)}`, () => {
      shown.chosen = game;
      open(game);
      // Its place and focus stay.
      list.querySelector("[aria-current]")?.removeAttribute("aria-current");
      choose.setAttribute("aria-current", "true");
    });
    if (game === chosen) choose.setAttribute("aria-current", "true");
    list.append(element("li", {}, choose));
  });
  return list;
}

// Who has this game reviewed does not go back to the last one, which is among the others.
on("progress", (part) => {
  if (part !== 0) return;
  shown.back = undefined;
  drawNotice();
});
