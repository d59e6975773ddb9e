// What the opponent answers to a wrong move of a puzzle, by a short search.

import { on } from "./actions.js";
import { go, nextNumber } from "./link.js";

/** Milliseconds after which the solver need not wait any more. */
const PATIENCE = 2000;

/** The search that is waited for: its number, and who hears of the answer. */
let wanted = null;

/**
 * The best answer to the move `mv` after `moves`; `null` where none came in time. `best` is the move of the solution.
 * @returns {Promise<any>}
 */
export function refutation({ start, moves, mv, best }) {
  return new Promise((done) => {
    wanted = { id: nextNumber(), done };
    setTimeout(done, PATIENCE, null);
    go({ kind: "try", start, moves, mv, best }).catch(() => done(null));
  });
}

on("tried", ({ id, reply = null }) => wanted?.id === id && wanted.done(reply));
