// What the solver has done with the puzzles, kept for all tabs of the browser.

import { newRecord, note } from "./puzzlebook.js";
import { load, save, shared } from "./store.js";

const KEY = "guohe-puzzles";
/** What this tab knows, should the browser keep nothing. */
let known = newRecord();

/** The record as all tabs have left it. */
export const currentRecord = () => ({ ...known, ...load(shared, KEY) });

/** Adds the first try at a puzzle. Returns the record after it. */
export function addTry(puzzle, isWon, choice) {
  known = note(currentRecord(), puzzle, isWon, { ...choice, now: Date.now() });
  save(shared, KEY, known);
  return known;
}

/** Calls `hear` when another tab has added a try. */
export const whenAddedElsewhere = (hear) =>
  window.addEventListener("storage", ({ key }) => key === KEY && hear());
