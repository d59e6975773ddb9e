// One game makes room for another, and comes back.

import { emit } from "./actions.js";
import { stopClock } from "./clock.js";
import { complain, confirmed, toast } from "./dialogs.js";
import { changeOf, isKeepable, keepGame, keepInInbox, keptGame } from "./library.js";
import { ownName } from "./names.js";
import { notify } from "./notice.js";
import { board, refresh } from "./position.js";
import { cancel } from "./search.js";
import { newGame, saveGame, state } from "./state.js";
import { newName } from "./store.js";
import { openTab } from "./tabs.js";
import { Tree } from "./tree.js";
import { say } from "./words.js";

/** The game on the board as the library keeps it; `null` where there is nothing to keep. `known`: its opening. */
function entryOfGame(known = null) {
  const { game, tree, position } = state;
  if (!tree.node(0).children.length) return null;
  const before = keptGame(game.id);
  if (!before && game.removed === game.changed) return null;
  // What has not been changed here since then stays as it was kept: another tab may have gone on with it.
  if (before && changeOf(before) >= (game.changed ?? 0)) return before;
  const opening = known ?? position?.opening ?? before?.opening ?? null;
  const copy = { ...game, left: game.left && { ...game.left } };
  const data = tree.data();
  const now = Date.now();
  // The time of play: to look at a game, or to have it reviewed, makes it no younger.
  const at = before && movesOf(before.tree) === movesOf(data) ? before.at : now;
  return { id: game.id, at, changed: game.changed ?? now, game: copy, tree: data, opening };
}

/** The moves of a game, variations included, as one text. */
const movesOf = ({ nodes }) => nodes.map(({ move, parent }) => `${parent} ${move?.mv}`).join();

/** Whether another tab has kept the game on the board in a state that this one does not come from. */
function isElsewhere() {
  const { id, base, changed } = state.game;
  const kept = keptGame(id);
  return kept !== undefined && ![base, changed].includes(kept.game.changed);
}

/** Shows what another tab has done with the game on the board, unless it was changed here, too. */
export function catchUp() {
  const { game, guest } = state;
  const kept = keptGame(game.id);
  if (kept?.game.changed === game.changed) game.base = game.changed;
  if (isElsewhere() && game.changed === game.base && !guest) openKept(kept, true);
  emit("library");
}

/** Keeps the game on the board in the library. Returns its entry, `null` where it is too large or empty. */
export function keep(opening = null) {
  const { game } = state;
  if (isElsewhere() && game.changed !== game.base) {
    game.id = newName();
    toast(say("parted"), true);
  }
  const entry = entryOfGame(opening);
  const isKept = entry !== null && isKeepable(entry);
  if (isKept && entry !== keptGame(entry.id)) keepGame(entry).catch(complain);
  if (isKept) game.base = game.changed;
  emit("library");
  return isKept ? entry : null;
}

/** Makes room for another game. The one on the board goes into the list; if it is too large the player is asked. */
export async function leaveGame() {
  const kept = keep();
  if (kept || !entryOfGame() || await confirmed(say("cannotKeep"), say("replaceIt"))) {
    cancel();
    stopClock();
    emit("leave");
    // From the lists to the board.
    scrollTo(0, 0);
    return { isLeft: true, back: kept ? () => openKept(kept, true) : undefined };
  }
  return { isLeft: false };
}

/** Puts a game of the library on the board, with its players and clocks. Who returns to it is not offered the way back. */
export async function openKept(entry, isReturn = false) {
  const { isLeft, back } = await leaveGame();
  if (!isLeft) return;
  state.tree = Tree.from(entry.tree);
  state.game = newGame(structuredClone({ ...entry.game, id: entry.id, base: entry.game.changed }));
  board.flip(state.game.isFlipped);
  board.arrows([]);
  notify(isReturn ? {} : { back });
  openTab("game");
  emit("library");
  refresh();
}

/**
 * Begins a game; a lone human with Black sees the board from his side. `clock`: {seconds, increment}. Where `moves` are
 * given, the first of them has been played and the others follow in the list. `more`: further properties of the game.
 */
export async function begin(start, players, clock = null, { moves = [], ...more } = /** @type {any} */ ({})) {
  const { isLeft, back } = await leaveGame();
  if (!isLeft) return;
  state.tree = new Tree(start);
  for (const move of moves) state.tree.play(move);
  state.tree.takePatches();
  state.tree.current = Math.min(1, moves.length);
  const isBlackOnly = players.black.kind === "human" && players.red.kind !== "human";
  const left = clock ? { red: clock.seconds * 1000, black: clock.seconds * 1000 } : null;
  state.game = newGame({ players, clock, left, isFlipped: isBlackOnly, seed: newSeed(), ...more });
  state.tree.tags = { Event: "guohe", Date: today(), ...ownName(players), Result: "*" };
  board.flip(state.game.isFlipped);
  board.arrows([]);
  notify({ back });
  openTab("game");
  emit("library");
  if (!state.game.isOpened) emit("begin");
  refresh({ isPlayed: true });
}

export const newSeed = () => Math.floor(Math.random() * 2 ** 32);

export const today = () => {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`;
};

/** From now on the game on the board is kept when the page is left or hidden. */
export function keepWhenLeft() {
  const leave = () => {
    keep();
    saveGame();
  };
  // A hidden page may be ended without a word, as on phones.
  document.addEventListener("visibilitychange", () => document.hidden && leave());
  window.addEventListener("pagehide", () => {
    leave();
    keepInInbox();
  });
}
