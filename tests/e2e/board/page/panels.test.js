import assert from "node:assert/strict";
import test from "node:test";

import { chance, lineText, scoreText, signOf, written } from "./panels.js";
import { piecesAfter, readFen } from "./replay.js";
import { START, Tree } from "./tree.js";
import { setLanguage } from "./words.js";

test("scores name the side that is ahead", () => {
  globalThis.document = { documentElement: {}, querySelectorAll: () => [] };
  setLanguage("en");
  assert.equal(scoreText({ cp: 123 }), "Red +1.23");
  assert.equal(scoreText({ cp: -5 }), "Black +0.05");
  assert.equal(scoreText({ cp: 0 }), "even 0.00");
  assert.equal(scoreText({ mate: 5 }), "Red mates in 3");
  assert.equal(scoreText({ mate: -4 }), "Black mates in 2");
  assert.equal(scoreText({ rule: -1 }), "Black wins by repetition rules");
  assert.deepEqual([true, false].map((check) => scoreText({ won: 1, check })), ["checkmate", "stalemate"]);
  setLanguage("zh");
  assert.deepEqual([{ cp: 322 }, { cp: -26 }, { mate: -4 }].map(scoreText), ["红优 3.22", "黑优 0.26", "黑方两步杀"]);
  assert.equal(scoreText({ won: -1, check: true }), "将死");
  assert.equal(scoreText(undefined), "");
  assert.deepEqual([{ mate: -2 }, { rule: 1 }, { won: -1 }, { cp: 1, chance: 0.51 }, undefined].map(chance), [0, 1, 0, 0.51, null]);
});

test("moves are written in the notation of the reader", () => {
  const move = { mv: "h2e2", zh: "炮二平五", wxf: "C2.5" };
  assert.deepEqual(["zh", "wxf", "iccs"].map((notation) => written(move, notation)), ["炮二平五", "C2.5", "H2-E2"]);
});

test("lines have numbers where the notation does not show the side", () => {
  const line = ["a", "b", "c"].map((wxf) => ({ mv: "h2e2", zh: "着", wxf }));
  assert.equal(lineText(line, "zh", new Tree(), 1), "着 着 着");
  assert.equal(lineText(line, "wxf", new Tree(), 1), "1. a b 2. c");
  assert.equal(lineText(line, "wxf", new Tree(), 4), "2. … a 3. b c");
});

test("moves are carried out on a copy", () => {
  const { pieces } = readFen(START);
  const next = piecesAfter(pieces, "h2h9");
  assert.deepEqual([next.get("h9"), next.has("h2"), next.size], ["C", false, 31]);
  assert.deepEqual([pieces.get("h9"), pieces.get("h2"), pieces.size], ["n", "C", 32]);
});

test("the sign of a file goes before that of a review, and stands among several marks", () => {
  assert.deepEqual([{}, { glyph: 4 }, { glyph: [14, 1] }, { glyph: 10 }].map(signOf), ["", "??", "!", ""]);
  assert.equal(signOf({ glyph: [14, 10], judged: { mark: "?!" } }), "?!");
});
