// The rating of a solver against puzzles: Glicko-1 (Glickman, "The Glicko system", 1995), one try at a time. A puzzle is
// an opponent with a deviation of its own that never changes.

/** Where a solver begins. */
export const BEGINNER = { points: 1000, deviation: 350 };

const PUZZLE_DEVIATION = 75;
const LEAST_DEVIATION = 45;
/** The most points that one try moves. */
const LARGEST_CHANGE = 700;
const Q = Math.LN10 / 400;

/** How much a try counts where the solver has chosen the theme, which is a hint: [won, lost]. */
const WEIGHTS = { mate: [0.1, 0.4], ending: [0.7, 0.8], other: [0.2, 0.7] };

/** The weight of a try. @type {(theme: "" | "mate" | "ending" | "other", isWon: boolean) => number} */
export const weight = (theme, isWon) => (theme ? WEIGHTS[theme][isWon ? 0 : 1] : 1);

/** The share of such puzzles that the solver is expected to solve, 0 to 1. */
export function expected(solver, puzzle) {
  const g = 1 / Math.sqrt(1 + (3 * Q * Q * PUZZLE_DEVIATION ** 2) / Math.PI ** 2);
  return { g, share: 1 / (1 + 10 ** ((-g * (solver.points - puzzle)) / 400)) };
}

/** The solver's rating {points, deviation} after a try at a puzzle rated `puzzle`. */
export function rate(solver, puzzle, isWon, part = 1) {
  const { g, share } = expected(solver, puzzle);
  const variance = 1 / (1 / solver.deviation ** 2 + Q * Q * g * g * share * (1 - share));
  const change = part * Q * g * variance * ((isWon ? 1 : 0) - share);
  return {
    points: solver.points + Math.max(-LARGEST_CHANGE, Math.min(LARGEST_CHANGE, change)),
    deviation: Math.max(LEAST_DEVIATION, solver.deviation + part * (Math.sqrt(variance) - solver.deviation)),
  };
}
