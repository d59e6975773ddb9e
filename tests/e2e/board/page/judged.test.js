import assert from "node:assert/strict";
import test from "node:test";

import { lostPercent, attach, isOfIt, mainLine, mistakes, percents } from "./judged.js";
import { Tree } from "./tree.js";

const better = { score: { cp: 0 }, line: [{ mv: "a0a1" }] };

/** A tree of moves with a review: `??a0a1` is a move and its mark. */
function reviewed(...texts) {
  const tree = new Tree();
  const moves = texts.map((text, at) => {
    const [, mark, mv] = /^(\W*)(\w+)$/.exec(text);
    tree.play({ mv });
    return { mv, score: { cp: at }, lost: (texts.length - at) / 10, ...(mark ? { mark, better } : {}) };
  });
  const known = attach(tree, { score: { cp: 9 }, moves, sides: {}, keyMoments: [] });
  return { tree, known };
}

test("a review is kept with the moves that it tells of", () => {
  const { tree, known } = reviewed("h2e2", "?h9g7");
  assert.deepEqual([0, 1, 2].map((id) => tree.node(id).score.cp), [9, 0, 1]);
  assert.equal(tree.node(2).judged.mark, "?");
  assert.ok(isOfIt(Tree.from(structuredClone(tree.data())), known));
  tree.play({ mv: "h0g2" });
  assert.ok(!isOfIt(tree, known));
  assert.ok(!isOfIt(tree, undefined));
});

test("a move of the opening book has no better one", () => {
  const tree = new Tree();
  tree.play({ mv: "h2e2" });
  attach(tree, { score: null, moves: [{ mv: "h2e2", score: { cp: 1 }, book: true, better }], sides: {}, keyMoments: [] });
  assert.deepEqual(tree.node(1).judged, { book: true });
});

test("what the review does not know stays as it is", () => {
  const tree = new Tree();
  tree.play({ mv: "b2e2" });
  attach(tree, { score: null, moves: [{ mv: "h2e2", score: { cp: 1 } }], sides: {}, keyMoments: [] });
  assert.equal(tree.node(1).judged, undefined);
});

test("the main line goes on beside a variation", () => {
  const { tree } = reviewed("h2e2", "?!h9g7", "??h0g2", "?i9h9");
  tree.current = 1;
  tree.play({ mv: "b9c7" });
  assert.deepEqual(mainLine(tree), [0, 1, 2, 3, 4]);
});

test("one learns from one's own mistakes, from eight at the most", () => {
  const { tree } = reviewed("??h2e2", "?h9g7", "?!h0g2", "??i9h9");
  assert.deepEqual(mistakes(tree, ["red"]), [1]);
  assert.deepEqual(mistakes(tree, ["black"]), [2, 4]);
  const long = reviewed(...Array.from({ length: 12 }, (_, at) => `??a${at % 10}b${at % 10}`));
  assert.deepEqual(mistakes(long.tree, ["red", "black"]), [1, 2, 3, 4, 5, 6, 7, 8]);
});

test("what has no mark is not rounded up to what has one", () => {
  assert.deepEqual([0.0499, 0.05, 0.29, 0.02].map(lostPercent), [4, 5, 29, 2]);
});

test("percents make a hundred", () => {
  assert.deepEqual(percents([385, 405, 210]), [39, 40, 21]);
  assert.deepEqual(percents([1, 1, 1]), [34, 33, 33]);
  assert.deepEqual(percents([1000, 0, 0]), [100, 0, 0]);
});
