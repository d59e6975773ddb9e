import assert from "node:assert/strict";
import test from "node:test";

import { dueCount, hasTheme, isMate, newRecord, next, note, read, readAll, turned, wanted } from "./puzzlebook.js";
import { BEGINNER, expected, rate, weight } from "./rating.js";

const LINE = "5a1CC/3ka4/b1R6/p3p4/2p3p1R/P8/2P1c3P/2NrB4/4A4/2B1KA2r d2d3c7c8d8d7i5i7e8f7i7f7 1020 mI b0.58";
const DAY = 86_400_000;

test("a try moves the rating by Glicko's formulas", () => {
  // By hand: g = 0.9728 for a deviation of 75; equals are expected to solve a half.
  const { g, share } = expected(BEGINNER, 1000);
  assert.ok(Math.abs(g - 0.9728) < 1e-4 && share === 0.5);
  const won = rate(BEGINNER, 1000, true);
  assert.ok(Math.abs(won.points - 1174.96) < 0.01, `${won.points}`);
  assert.ok(Math.abs(won.deviation - 249.97) < 0.01, `${won.deviation}`);
  const lost = rate(BEGINNER, 1000, false);
  assert.ok(Math.abs(won.points + lost.points - 2000) < 1e-9);
  assert.ok(rate(BEGINNER, 600, true).points < rate(BEGINNER, 1400, true).points);
});

test("the deviation falls to its floor and one try is bounded", () => {
  let solver = BEGINNER;
  for (let count = 0; count < 400; count++) solver = rate(solver, solver.points, count % 2 === 0);
  assert.equal(solver.deviation, 45);
  assert.ok(rate({ points: 500, deviation: 3000 }, 2600, true).points <= 1200);
});

test("a chosen theme is a hint", () => {
  assert.deepEqual([weight("", true), weight("mate", true), weight("mate", false), weight("ending", false)], [1, 0.1, 0.4, 0.8]);
  const full = rate(BEGINNER, 1000, true).points - 1000;
  const hinted = rate(BEGINNER, 1000, true, 0.1);
  assert.ok(Math.abs(hinted.points - 1000 - full / 10) < 1e-9);
  // By hand: 350 − 0.1 · (350 − 249.97). The rating is no surer than it has moved.
  assert.ok(Math.abs(hinted.deviation - 340) < 0.01, `${hinted.deviation}`);
});

test("a line is read, and turned to the other side", () => {
  const puzzle = read(LINE);
  assert.ok(isMate(puzzle) && hasTheme(puzzle, "mate3") && hasTheme(puzzle, "I") && hasTheme(puzzle, ""));
  assert.ok(!hasTheme(puzzle, "tactic") && !hasTheme(puzzle, "mate2"));
  const other = turned(puzzle);
  assert.equal(other.start.split("/")[0], "2b1ka2R");
  assert.deepEqual(other.moves.slice(0, 2), ["d7d6", "c2c1"]);
  assert.deepEqual(turned(other).moves, puzzle.moves);
  assert.equal(turned(other).start, puzzle.start);
});

test("a line with a dash has no theme", () => {
  assert.equal(read(LINE.replace(" mI ", " - ")).letters, "");
});

test("a mate is not listed by what it wins", () => {
  const [mate, gain] = readAll([" mfkqgI ", " fk "].map((letters) => LINE.replace(" mI ", letters)).join("\n"));
  assert.equal(mate.letters, "mqI");
  assert.ok(!hasTheme(mate, "f") && hasTheme(gain, "f"));
});

const book = readAll([700, 1000, 1030, 1600].map((rating, at) => LINE.replace("1020", rating).replace("b0.58", `x.${at}`)).join("\n"));
const asked = { theme: "", choice: "0", now: 1000 * DAY, random: () => 0.99 };

test("the next puzzle is near the rating and new", () => {
  const record = newRecord();
  assert.equal(next(book, record, asked).rating, 1030);
  assert.equal(next(book, record, { ...asked, random: () => 0 }).rating, 1000);
  assert.equal(next(book, record, { ...asked, choice: "600" }).rating, 1600);
  assert.equal(next(book, record, { ...asked, choice: "-300" }).rating, 700);
  assert.equal(next(book, { ...record, seen: ["x.1", "x.2"] }, asked).rating, 700);
  assert.equal(next(book, record, { ...asked, theme: "f" }), null);
  assert.notEqual(next(book.slice(0, 2), record, { ...asked, not: "x.1" }).source, "x.1");
  assert.equal(next(book.slice(0, 1), record, { ...asked, not: "x.0" }).source, "x.0", "the only one comes again");
  assert.ok(next(book, { ...record, seen: book.map(({ source }) => source) }, asked), "all are seen: they come again");
});

test("what was not solved returns after 1, 3, 7 and 21 days", () => {
  let record = newRecord();
  let { now } = asked;
  record = note(record, book[0], false, asked);
  for (const days of [1, 3, 7, 21]) {
    assert.equal(dueCount(book, record, now + days * DAY - 1), 0);
    now += days * DAY;
    assert.equal(dueCount(book, record, now), 1);
    assert.equal(dueCount(book.slice(1), record, now), 0, "a puzzle that is no longer there");
    assert.equal(next(book, record, { ...asked, now }).source, "x.0");
    const { points, deviation } = record;
    record = note(record, book[0], true, { ...asked, now });
    assert.deepEqual([record.points, record.deviation], [points, deviation], "only the first try is rated");
  }
  assert.deepEqual(record.failed, {});
  record = note(note(record, book[1], false, asked), book[1], false, { ...asked, now });
  assert.equal(record.failed["x.1"].step, 0, "an error begins anew");
});

test("mates in one are for beginners: chosen by their theme, not rated, and told from other puzzles of their game", () => {
  const first = read("3k5/1R7/R8/8p/9/9/9/4B4/9/4K4 d9e9a7a9 740 mI x.1");
  assert.ok(hasTheme(first, "mate1") && !hasTheme(first, "") && !hasTheme(first, "m") && !hasTheme(first, "I"));
  assert.ok(book.every((puzzle) => !hasTheme(puzzle, "mate1")));
  const all = [first, ...book];
  assert.equal(next(all, newRecord(), { ...asked, theme: "mate1" }), first);
  assert.notEqual(next(all, newRecord(), { ...asked, choice: "-600" }), first);
  const before = note(newRecord(), book[1], false, asked);
  for (const isWon of [true, false]) {
    const after = note(before, first, isWon, { ...asked, theme: "mate1", choice: "streak" });
    assert.deepEqual({ ...after, seen: [], solved: 0 }, { ...before, seen: [], solved: 0 });
    assert.deepEqual([after.seen, after.solved], [["x.1", "x.1=1"], isWon ? 1 : 0]);
  }
});

test("a streak climbs and ends at the first error", () => {
  const choice = "streak";
  let record = newRecord();
  for (let count = 0; count < 5; count++) record = note(record, book[count % 4], true, { ...asked, choice });
  assert.deepEqual([record.run, wanted(record, choice), wanted({ ...record, run: 500 }, choice)], [5, 1060, 2800]);
  record = note(record, book[0], false, { ...asked, choice });
  assert.deepEqual([record.run, record.bestRun, record.row, record.bestRow, record.solved], [0, 5, 0, 5, 5]);
});
