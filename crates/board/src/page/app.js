// The board in the browser. Each part of the page is a module that registers what it does (`actions.js`); this one
// names the parts and starts them.

import "./analysis.js";
import "./asking.js";
import "./changes.js";
import "./editor.js";
import "./ending.js";
import "./files.js";
import "./words-play.js";
import "./beginners.js";
import "./explorer-panel.js";
import "./level-results.js";
import "./library-panel.js";
import "./premoving.js";
import "./settings-play.js";
import "./spoken.js";
import "./your-move.js";
import "./learn.js";
import "./moves.js";
import "./newgame.js";
import "./picture.js";
import "./play.js";
import "./puzzles.js";
import "./puzzlewords.js";
import "./report.js";
import "./review.js";
import "./rulings.js";
import "./walk.js";
import { act, actionOf, emit } from "./actions.js";
import { undoOrRedo } from "./changes.js";
import { wantStream } from "./connection.js";
import { reasonOf, tell, toast } from "./dialogs.js";
import { $, element } from "./dom.js";
import { openFolder } from "./folder.js";
import { catchUp, keepWhenLeft, newSeed, openKept, today } from "./games.js";
import { isLasting, keptGame, keptGames, openLibrary } from "./library.js";
import { answer, listen, symbols } from "./link.js";
import { notify } from "./notice.js";
import { board, refresh } from "./position.js";
import { applyTastes } from "./settings.js";
import { human, newGame, state } from "./state.js";
import { load, own } from "./store.js";
import { Tree } from "./tree.js";
import { say, setLanguage } from "./words.js";

/** Where keys mean something else. */
const OWN_KEYS = "input:not([type=checkbox]), textarea, select, dialog, [role=tab]";

function onKey(event) {
  if (event.target.closest(OWN_KEYS) || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y")) {
    undoOrRedo(key === "y" || event.shiftKey ? "redo" : "undo");
    return event.preventDefault();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const action = actionOf(event.key);
  if (!action) return;
  act(action);
  event.preventDefault();
}

function onClick(event) {
  const action = event.target.closest("[data-do]")?.dataset.do;
  if (action) act(action);
}

/** The shapes of the pieces, for all pictures of the page. */
async function addSymbols() {
  const holder = element("div", { className: "symbols" });
  holder.setAttribute("aria-hidden", "true");
  const parsed = new DOMParser().parseFromString(await symbols(), "image/svg+xml").documentElement;
  holder.append(document.importNode(parsed, true));
  document.body.prepend(holder);
}

/** The game that this tab had before a reload, or a new one. */
function takeGame() {
  const saved = load(own, "game");
  if (saved?.tree && saved.game) {
    state.tree = Tree.from(saved.tree);
    state.game = newGame(saved.game);
  } else {
    const { red, black } = state.tastes.players;
    // No engine begins by itself.
    const players = red.kind === "human" ? { red, black } : { red: human, black: red };
    state.game = newGame({ players, seed: newSeed() });
    if (!saved) state.tree.tags = { Event: "guohe", Date: today(), Result: "*" };
    const last = saved ? undefined : keptGames()[0];
    if (last && !last.game.isOpened && last.tree.tags?.Result === "*") {
      // Another tab may have changed or deleted it.
      const now = () => keptGame(last.id);
      notify({ back: () => (now() ? openKept(now(), true) : notify({})), told: "unfinished" });
      $("notice").scrollIntoView({ block: "nearest" });
    }
  }
}

async function main() {
  const preferred = (navigator.language ?? "zh").startsWith("zh") ? "zh" : "en";
  setLanguage(state.tastes.language || preferred);
  await addSymbols();
  state.meta = await answer("meta", {});
  state.tastes.language = state.meta.language ?? (state.tastes.language || preferred);
  await openLibrary(catchUp, await openFolder());
  takeGame();
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  keepWhenLeft();
  board.flip(state.game.isFlipped);
  applyTastes();
  wantStream();
  listen(emit);
  await refresh({ isPlayed: true });
  catchUp();
  if (!isLasting()) toast(say("libraryNone"), true);
  document.documentElement.dataset.ready = "yes";
}

main().catch((error) => tell(say("notStarted"), reasonOf(error))).finally(() => {
  $("loading").hidden = true;
});
