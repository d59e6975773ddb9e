import assert from "node:assert/strict";
import test from "node:test";

import { after, suited, unknown } from "./levels.js";
import { fits, movesIn, positionOf, statistics } from "./library-search.js";
import { premoves, premoveTargets } from "./premove.js";
import { piecesAfter } from "./replay.js";
import { soundOfMove } from "./sounds.js";
import { START, readFen } from "./tree.js";

const squares = (letter, square) => premoveTargets(letter, square).sort().join(" ");

test("moves in advance follow geometry, not what stands on the board", () => {
  assert.equal(squares("N", "b0"), "a2 c2 d1");
  assert.equal(squares("K", "d0"), "d1 e0");
  assert.equal(squares("k", "e9"), "d9 e8 f9");
  assert.equal(squares("A", "e1"), "d0 d2 f0 f2");
  assert.equal(squares("B", "c4"), "a2 e2", "an elephant stays on its side of the river");
  assert.equal(squares("b", "c5"), "a7 e7");
  assert.equal(squares("P", "a4"), "a5", "a pawn goes forward only before the river");
  assert.equal(squares("P", "a5"), "a6 b5");
  assert.equal(squares("p", "e4"), "d4 e3 f4");
  assert.equal(squares("p", "e0"), "d0 f0", "a pawn at the end goes sideways only");
  assert.equal(premoveTargets("R", "a0").length, 17);
  assert.deepEqual(squares("C", "e4"), squares("r", "e4"));
});

test("only the pieces of the side that waits may be moved in advance", () => {
  const { pieces } = readFen(START);
  const found = premoves(pieces, true);
  assert.equal(found.size, 16);
  assert.ok([...found.keys()].every((square) => Number(square[1]) <= 3));
});

test("the level goes to where wins and losses are even", () => {
  let results = unknown();
  for (let game = 0; game < 30; game++) results = after(results, suited(results), suited(results) < 9 ? 1 : 0);
  assert.ok(Math.abs(results.level - 9) <= 1, `${results.level}`);
  assert.equal(results.games, 30);
  assert.ok(after(unknown(), 5, 1).level > 5 && after(unknown(), 5, 0).level < 5);
  let lost = unknown();
  for (let game = 0; game < 40; game++) lost = after(lost, suited(lost), 0);
  assert.equal(suited(lost), 0);
  assert.ok(Math.abs(after(unknown(), 0, 1).level - 5) < 0.1, "a win against a far weaker level tells little");
});

test("a move has one sound: that of the most it does", () => {
  assert.equal(soundOfMove({ isEnd: true, isCheck: true, isCapture: true }), "end");
  assert.equal(soundOfMove({ isEnd: false, isCheck: true, isCapture: true }), "check");
  assert.equal(soundOfMove({ isEnd: false, isCheck: false, isCapture: true }), "capture");
  assert.equal(soundOfMove({ isEnd: false, isCheck: false, isCapture: false }), "move");
});

const game = (moves, tags = {}, opening = null) => ({
  id: moves, opening,
  tree: {
    start: START, tags,
    nodes: [{ move: null, parent: null, children: moves ? [1] : [] }, ...moves.split(" ").filter(Boolean).map((mv, at, all) =>
      ({ move: { mv }, parent: at, children: at + 1 < all.length ? [at + 2] : [] }))],
  },
});

/** The position after these moves. */
function at(moves) {
  let { pieces } = readFen(START);
  const played = moves.split(" ").filter(Boolean);
  for (const mv of played) pieces = piecesAfter(pieces, mv);
  return positionOf(pieces, played.length % 2 ? "b" : "w");
}

test("a position is found in a game and in its mirror image", () => {
  const entry = game("h2e2 h9g7 h0g2");
  assert.ok(fits(entry, { position: at("") }));
  assert.ok(fits(entry, { position: at("h2e2 h9g7") }));
  assert.ok(fits(entry, { position: at("b2e2 b9c7") }), "mirrored");
  assert.ok(!fits(entry, { position: at("h2e2 b9c7") }));
  assert.ok(!fits(entry, { position: positionOf(readFen(START).pieces, "b") }), "the other side to move");
  assert.deepEqual(movesIn(entry, at("b2e2 b9c7")), ["b0c2"], "its move is turned to the board's side");
  assert.equal(movesIn(entry, at("g3g4")), null);
});

test("variations and captures are followed", () => {
  const entry = game("h2e2 h9g7 e2e6");
  const { nodes } = entry.tree;
  nodes[2].children.push(nodes.length);
  nodes.push({ move: { mv: "b0c2" }, parent: 2, children: [] });
  assert.deepEqual(movesIn(entry, at("h2e2 h9g7")).sort(), ["b0c2", "e2e6"]);
  assert.deepEqual(statistics([entry], at("h2e2 h9g7")).map(({ mv }) => mv), ["e2e6"], "what was not played has no result");
  for (const moves of ["h2e2 h9g7 e2e6", "h2e2 h9g7 b0c2"]) assert.deepEqual(movesIn(entry, at(moves)), [], moves);
});

test("games are found by words and by result", () => {
  const entry = game("h2e2", { Red: "Hu Ronghua", Event: "五羊杯", Result: "1-0" }, { zh: "中炮局", en: "Central Cannon" });
  assert.ok(fits(entry, { words: "hu 五羊" }));
  assert.ok(fits(entry, { words: "central" }) && fits(entry, { words: "中炮" }));
  assert.ok(!fits(entry, { words: "hu liu" }));
  assert.ok(fits(entry, { result: "1-0" }) && !fits(entry, { result: "*" }));
  assert.ok(fits(game("h2e2"), { result: "*" }), "a game without a result is unfinished");
});

test("results are counted by the moves of a position", () => {
  const entries = [
    game("h2e2 h9g7", { Result: "1-0" }), game("b2e2 b9c7", { Result: "0-1" }), game("g3g4", { Result: "1/2-1/2" }), game("h2e2"),
  ];
  const found = statistics(entries, at(""));
  const rows = Object.fromEntries(found.map(({ mv, red, draws, black, open }) => [mv, [red, draws, black, open]]));
  assert.deepEqual(rows.h2e2, [1, 0, 1, 1], "mirror images are one move");
  assert.deepEqual(rows.g3g4, [0, 1, 0, 0]);
});
