import assert from "node:assert/strict";
import test from "node:test";

import { START, Tree, readFen, writeFen } from "./tree.js";

const play = (tree, ...moves) => moves.forEach((mv) => tree.play({ mv, zh: mv, wxf: mv }));

test("a move that is there is walked, another becomes a variation", () => {
  const tree = new Tree();
  play(tree, "h2e2", "h9g7");
  tree.current = 1;
  assert.equal(tree.play({ mv: "h9g7" }), false);
  assert.equal(tree.current, 2);
  tree.current = 1;
  assert.equal(tree.play({ mv: "b9c7" }), true);
  assert.deepEqual(tree.node(1).children, [2, 3]);
  assert.deepEqual(tree.moves(), ["h2e2", "b9c7"]);
  tree.current = 1;
  assert.deepEqual(tree.line(), [1, 2]);
});

test("a variation becomes the main line", () => {
  const tree = new Tree();
  play(tree, "h2e2", "h9g7");
  tree.current = 1;
  play(tree, "b9c7", "h0g2");
  tree.promote();
  tree.current = 0;
  assert.deepEqual(tree.line(), [1, 3, 4]);
});

test("what is cut is not sent, and ids are dense again", () => {
  const tree = new Tree();
  play(tree, "h2e2", "h9g7", "h0g2");
  tree.current = 1;
  play(tree, "b9c7");
  tree.current = 2;
  assert.equal(tree.size(2), 2);
  tree.cut();
  assert.equal(tree.current, 1);
  const { nodes, current } = tree.data();
  assert.deepEqual(nodes.map((node) => node.move?.mv), [undefined, "h2e2", "b9c7"]);
  assert.deepEqual(nodes.map((node) => node.parent), [null, 0, 1]);
  assert.equal(current, 1);
  assert.deepEqual(Tree.from(tree.data()).data(), tree.data());
});

test("moves are numbered from the FEN's number, and from its side", () => {
  const tree = new Tree("4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 7");
  assert.deepEqual([1, 2, 3, 4].map((ply) => tree.round(ply)), [7, 8, 8, 9]);
  assert.deepEqual([1, 2, 3].map((ply) => tree.isRed(ply)), [false, true, false]);
  const first = new Tree();
  assert.deepEqual([1, 2, 3].map((ply) => [first.round(ply), first.isRed(ply)]), [[1, true], [1, false], [2, true]]);
});

test("a tree does not share its nodes with what it came from", () => {
  const data = new Tree().data();
  Tree.from(data).play({ mv: "h2e2" });
  assert.deepEqual(data.nodes[0].children, []);
});

test("a FEN may have other programs' letters for knights and bishops, and unknown ones are left out", () => {
  const { pieces } = readFen("rhEakx3/9/9/9/9/9/9/9/9/4K4 b");
  assert.deepEqual([...pieces.values()].join(""), "rnBakK");
  assert.equal(pieces.get("c9"), "B");
});

test("a FEN is read and written", () => {
  for (const fen of [START, "3k5/9/9/9/9/9/9/4r4/9/4K4 b - - 0 31"]) assert.equal(writeFen(readFen(fen)), fen);
  assert.equal(readFen(START).pieces.get("h9"), "n");
  // As the engine reads it.
  assert.equal(writeFen(readFen("  3k5/9/9/9/9/9/9/9/9/4K4 \t B")), writeFen(readFen("3k5/9/9/9/9/9/9/9/9/4K4 b")));
  assert.equal(readFen("9/9").pieces.size, 0);
});
