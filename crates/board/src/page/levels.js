// The level that suits a player, by his results against the engine. It goes up after wins and down after losses, in
// large steps at first.

import { load, save, shared } from "./store.js";

const KEY = "guohe-level";
const FIRST = 5;
const HIGHEST = 20;
/** Mean Elo between levels, from docs/levels.md. */
const ELO_A_LEVEL = 180;
/** Levels by which a win against an equal opponent moves the estimate: of the first game, and the least. */
const [FIRST_STEP, LAST_STEP] = [2, 0.5];

/** What is known of a player without games. */
export const unknown = () => ({ level: FIRST, games: 0 });

/** The player's estimate after a game against `level`; `score` is 1 for a win, 0.5 for a draw, 0 for a loss. */
export function after({ level: own, games }, level, score) {
  const expected = 1 / (1 + 10 ** ((ELO_A_LEVEL * (level - own)) / 400));
  const step = 2 * Math.max(LAST_STEP, FIRST_STEP / (1 + games / 3));
  return { level: Math.min(HIGHEST, Math.max(0, own + step * (score - expected))), games: games + 1 };
}

export const suited = ({ level }) => Math.round(level);

export function loadResults() {
  const found = load(shared, KEY);
  return Number.isFinite(found?.level) && Number.isFinite(found.games) ? found : unknown();
}

export const addResult = (level, score) => save(shared, KEY, after(loadResults(), level, score));
