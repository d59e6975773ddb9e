// The list of the library: search, open, delete with undo, export.

import { addActions, on } from "./actions.js";
import { complain, toast } from "./dialogs.js";
import { $, button, element } from "./dom.js";
import { download, plainGame } from "./files.js";
import { folder } from "./folder.js";
import { openKept } from "./games.js";
import { fits, positionOf } from "./library-search.js";
import { dropGame, idOfGame, isKeepable, isLasting, keepGame, keptGame, keptGames } from "./library.js";
import { mainLine } from "./judged.js";
import { ask } from "./link.js";
import { named, namesOf as tagsOf } from "./names.js";
import { offeredGames, resultText } from "./notice.js";
import { newGame, notation, state } from "./state.js";
import { openTab } from "./tabs.js";
import { readFen } from "./tree.js";
import { isEnglish, pick, say } from "./words.js";

/** Games of the list at first, and how many more a click shows. */
const [FIRST, MORE] = [30, 100];
/** Milliseconds in which a deletion can be undone. */
const REGRET = 15_000;

let shown = FIRST;
/** The game that was deleted last, and when that is forgotten. */
let removed = null;

const dateText = (at) =>
  new Date(at).toLocaleString(isEnglish() ? "en-GB" : "zh-CN", { dateStyle: "medium", timeStyle: "short" });

function namesOf({ tree, game }) {
  const { Red = "?", Black = "?" } = tagsOf(tree.tags, game);
  return [Red, Black];
}

/** What a game is called in the list. */
function titleOf(entry) {
  const names = namesOf(entry);
  return names.every((name) => name === "?") ? say("unnamed") : names.join(" – ");
}

function lengthText(tree) {
  const rounds = Math.ceil((mainLine(tree).length - 1) / 2);
  return rounds === 1 ? say("oneRound") : say("rounds", rounds);
}

function filter() {
  const { position } = state;
  const { pieces, side } = readFen(position?.fen ?? state.tree.start);
  return {
    words: $("find-words").value.trim(), result: $("find-result").value,
    position: $("find-position").checked ? positionOf(pieces, side) : null,
  };
}

function found() {
  const wanted = filter();
  return keptGames().filter((entry) => fits({ ...entry, names: namesOf(entry) }, wanted));
}

function draw() {
  const games = found();
  $("kept-games").replaceChildren(...(removed ? [removedRow()] : []), ...games.slice(0, shown).map(row));
  const isEmpty = games.length === 0 && keptGames().length > 0;
  const count = say(games.length === 1 ? "oneGame" : "gamesFound", games.length);
  $("found").textContent = isEmpty ? say("noneFound") : count;
  $("more-games").hidden = games.length <= shown;
}

function seeBoard() {
  openTab("game");
  scrollTo(0, 0);
}

function row(entry) {
  const { tags = {} } = entry.tree;
  const [title, result] = [titleOf(entry), resultText(tags.Result)];
  const isUnnamed = title === say("unnamed");
  const about = [
    dateText(entry.at), lengthText(entry.tree), tags.Event && tags.Event !== "guohe" ? tags.Event : "",
    entry.opening ? pick(entry.opening) : "",
  ];
  const open = button("open", "", () => (entry.id === state.game.id ? seeBoard() : openKept(entry)));
  open.append(element("span", {}, [title, result || (isUnnamed ? "" : say("unfinished"))].filter(Boolean).join(" · "),
    element("span", { className: "sub", textContent: about.filter(Boolean).join(" · ") })));
  if (entry.id === state.game.id) open.setAttribute("aria-current", "true");
  if (entry.isFixed) return element("li", {}, open);
  const label = say("noteOn", say("removeGame"), title);
  const remove = button("remove", "✕", () => removeGame(entry.id), { className: "quiet", label });
  return element("li", {}, open, remove);
}

async function removeGame(id) {
  // Unless it changes, the game on the board is not kept again.
  if (id === state.game.id) state.game.removed = state.game.changed;
  try {
    const entry = await dropGame(id);
    clearTimeout(removed?.timer);
    removed = { entry, timer: setTimeout(forgetRemoved, REGRET) };
  } catch (error) {
    complain(error);
  }
  draw();
  $("kept-games").querySelector("button")?.focus();
}

function forgetRemoved() {
  clearTimeout(removed?.timer);
  removed = null;
  draw();
}

function removedRow() {
  const undo = button("undo-removal", say("undoRemoval"), () => {
    keepGame(removed.entry).catch(complain);
    forgetRemoved();
  });
  return element("li", { className: "removed-row" }, element("span", { textContent: say("gameRemoved") }), undo);
}

/** Keeps all games that a file holds. */
async function keepAll() {
  let count = 0;
  try {
    for (const data of offeredGames()) {
      const id = idOfGame(data);
      const game = newGame({ id, isOpened: true, isCut: Boolean(data.isCut) });
      const entry = { id, at: Date.now(), game, tree: { ...data, current: 0 }, opening: null };
      if (!isKeepable(entry)) continue;
      if (!keptGame(id)) await keepGame(entry);
      count += 1;
    }
    toast(say("allKept", count));
  } catch (error) {
    complain(error);
  }
  draw();
}

/** The games of the list as one PGN file. */
async function exportAll() {
  const to = { zh: "pgn", wxf: "pgn-wxf", iccs: "pgn-iccs" }[notation()];
  try {
    const parts = [];
    for (const entry of found()) {
      const response = await ask("export", { game: plainGame(named(entry)), to });
      parts.push(await response.blob(), "\n");
    }
    if (parts.length) download(new Blob(parts), "guohe-games.pgn");
  } catch (error) {
    complain(error);
  }
}

function searchAgain() {
  shown = FIRST;
  draw();
}

$("find-words").addEventListener("input", searchAgain);
$("find-result").addEventListener("change", searchAgain);
$("find-position").addEventListener("change", searchAgain);
$("more-games").addEventListener("click", () => {
  shown += MORE;
  draw();
});
on("library", draw);
on("tastes", () => {
  const key = folder ? "libraryFolder" : isLasting() ? "libraryHint" : "libraryNone";
  $("library-hint").textContent = say(key, folder);
  draw();
});
on("position", () => $("find-position").checked && draw());
addActions({ "keep-all": keepAll, "export-all": exportAll });
