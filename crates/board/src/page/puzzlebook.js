// The puzzles and what the solver has done with them: which one comes next. Knows nothing of the page.

import { BEGINNER, rate, weight } from "./rating.js";

/** Days after which a puzzle that was not solved comes back. */
const RETURNS = [1, 3, 7, 21];
const DAY = 86_400_000;
/** Around the wanted rating; doubled until there is a puzzle. */
const AROUND = 75;
/** The rating at which a streak begins, and its step for each puzzle. */
const STREAK = { from: 1000, step: 12, to: 2800 };

/** The letters of the mates that have a name: those that players agree on, and those that are only browsed by. */
export const NAMES = [..."ABCDEFGHIJKLMNOPQ"];
export const LOOSE_NAMES = [..."RSTU"];
export const MOTIFS = [..."zfkdbsqgpe"];

/**
 * A line of the file: board, moves, rating, letters, source. `docs/puzzles.md` says what they mean. A game may have given
 * a mate in one and a longer puzzle: the `id` tells them apart.
 */
export function read(line) {
  const [start, text, rating, letters, source] = line.split(" ");
  const moves = text.match(/.{4}/g);
  return { start, moves, rating: Number(rating), letters: letters.replace("-", ""), source, id: moves.length === 2 ? `${source}=1` : source };
}

export const readAll = (text) => text.split("\n").filter(Boolean).map(read).map(withoutGains);

/** Motifs that win material: in a mate they decide nothing, and are not shown. */
const GAINS = /[fkg]/g;
const withoutGains = (puzzle) => (isMate(puzzle) ? { ...puzzle, letters: puzzle.letters.replace(GAINS, "") } : puzzle);

export const isMate = (puzzle) => puzzle.letters.includes("m");

/** Moves of the solver. */
export const moveCount = (puzzle) => puzzle.moves.length / 2;

/** Whether a puzzle is one for beginners, who choose them by their theme: none of them counts for the rating. */
export const isMateInOne = (puzzle) => moveCount(puzzle) === 1;

/** Whether a puzzle has a theme: "" for any, a letter, "tactic", or "mate2" for a mate in two. */
export function hasTheme(puzzle, theme) {
  if (isMateInOne(puzzle)) return theme === "mate1";
  if (theme === "tactic") return !isMate(puzzle);
  if (theme.startsWith("mate")) return isMate(puzzle) && moveCount(puzzle) === Number(theme.slice(4));
  return puzzle.letters.includes(theme);
}

/** How much the choice of a theme gives away. */
const hintOf = (theme) => (theme === "" ? "" : theme === "e" ? "ending" : theme === "tactic" || "fkdbsqgp".includes(theme) ? "other" : "mate");

/** A solver who has solved nothing. `seen`: ids of puzzles; `failed`: {due, step} by id. */
export const newRecord = () => ({ ...BEGINNER, row: 0, bestRow: 0, run: 0, bestRun: 0, solved: 0, seen: [], failed: {} });

/** The rating that is wanted: `choice` is points above the solver's, or "streak". */
export const wanted = (record, choice) =>
  choice === "streak" ? Math.min(STREAK.to, STREAK.from + STREAK.step * record.run) : record.points + (Number(choice) || 0);

/** The next puzzle: one that is due again, else a new one near the wanted rating; `null` where no puzzle has the theme. */
export function next(puzzles, record, { theme, choice, now, random, not = "" }) {
  const themed = puzzles.filter((puzzle) => hasTheme(puzzle, theme));
  const fitting = themed.length > 1 ? themed.filter(({ id }) => id !== not) : themed;
  const due = fitting.filter(({ id }) => record.failed[id]?.due <= now);
  if (due.length && choice !== "streak") return draw(due, random);
  const seen = new Set(record.seen);
  const fresh = fitting.filter(({ id }) => !seen.has(id));
  const from = fresh.length ? fresh : fitting;
  const aim = wanted(record, choice);
  for (let around = AROUND; from.length; around *= 2) {
    const near = from.filter(({ rating }) => Math.abs(rating - aim) <= around);
    if (near.length) return draw(near, random);
  }
  return null;
}

const draw = (list, random) => list[Math.floor(random() * list.length)];

/** The record after the first try at a puzzle. */
export function note(record, puzzle, isWon, { theme, choice, now }) {
  const { id } = puzzle;
  const found = { ...record, failed: { ...record.failed } };
  found.solved += isWon ? 1 : 0;
  found.seen = [...record.seen.filter((other) => other !== id), id];
  if (isMateInOne(puzzle)) return found;
  if (!record.seen.includes(id)) Object.assign(found, rate(record, puzzle.rating, isWon, weight(hintOf(theme), isWon)));
  found.row = isWon ? record.row + 1 : 0;
  found.bestRow = Math.max(record.bestRow, found.row);
  if (choice === "streak") {
    found.run = isWon ? record.run + 1 : 0;
    found.bestRun = Math.max(record.bestRun, found.run);
  }
  const before = record.failed[id];
  const step = isWon ? (before ? before.step + 1 : RETURNS.length) : 0;
  if (step < RETURNS.length) found.failed[id] = { step, due: now + RETURNS[step] * DAY };
  else delete found.failed[id];
  return found;
}

/** Puzzles that were not solved and have come back by now. */
export const dueCount = (puzzles, record, now) => puzzles.filter(({ id }) => record.failed[id]?.due <= now).length;

const turnedMove = (mv) => mv.replace(/\d/g, (rank) => String(9 - Number(rank)));
const otherCase = (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase());

/** The puzzle with the colours exchanged: Black solves it. */
export function turned(puzzle) {
  const ranks = puzzle.start.split("/").reverse();
  return {
    ...puzzle,
    start: ranks.join("/").replace(/[a-z]/gi, otherCase),
    moves: puzzle.moves.map(turnedMove),
    isTurned: true,
  };
}
