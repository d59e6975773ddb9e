// Games that were finished or replaced, kept in the browser for all its tabs, the newest first.

import { load, save, shared } from "./store.js";

const KEY = "guohe-games";
const MOST_GAMES = 50;
/** Characters of one game and of all: a browser keeps some five million. */
const LARGEST_GAME = 200_000;
const LARGEST_LIST = 2_000_000;

/** The list of a browser that keeps nothing: it lasts as long as the page. */
let memory = null;

/** Entries {id, at, game, tree}. */
export function keptGames() {
  const list = memory ?? load(shared, KEY);
  const isWhole = (entry) => entry?.id && entry.tree?.nodes?.length && entry.game?.players;
  return Array.isArray(list) ? list.filter(isWhole) : [];
}

/** Keeps `entry` in place of an earlier state of the same game. Returns whether it is in the list. */
export function keepGame(entry) {
  if (JSON.stringify(entry).length > LARGEST_GAME) return false;
  write([entry, ...keptGames().filter(({ id }) => id !== entry.id)]);
  return true;
}

export const dropGame = (id) => write(keptGames().filter((entry) => entry.id !== id));

/** The oldest games make room for the newest. */
function write(list) {
  let kept = list.slice(0, MOST_GAMES);
  while (kept.length > 1 && JSON.stringify(kept).length > LARGEST_LIST) kept.pop();
  const whole = kept;
  while (!save(shared, KEY, kept)) {
    if (kept.length < 2) {
      memory = whole;
      return;
    }
    kept = kept.slice(0, kept.length >> 1);
  }
  memory = null;
}
