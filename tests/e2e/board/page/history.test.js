import assert from "node:assert/strict";
import test from "node:test";

import { History } from "./history.js";
import { Tree } from "./tree.js";

/** Plays moves as steps of `history`; the engine's are marked. */
function played(...moves) {
  const [tree, history] = [new Tree(), new History()];
  for (const text of moves) {
    const before = { current: tree.current };
    tree.play({ mv: text.replace("!", "") });
    const isByEngine = text.endsWith("!");
    history.add({ patches: tree.takePatches(), before, after: { current: tree.current }, isByEngine });
  }
  return { tree, history };
}

/** Undoes or redoes, and goes where that leads. */
function step({ tree, history }, way, withAnswers) {
  const found = history[way](tree, withAnswers);
  if (found) tree.current = found.current;
  return found;
}

test("steps are undone and redone one by one", () => {
  const game = played("h2e2", "h9g7");
  step(game, "undo", false);
  assert.deepEqual(game.tree.moves(), ["h2e2"]);
  assert.deepEqual(game.tree.line(), [1]);
  step(game, "redo", false);
  assert.deepEqual(game.tree.moves(), ["h2e2", "h9g7"]);
  assert.equal(step(game, "redo", false), null);
});

test("the engine's answers go together with the player's move", () => {
  const game = played("h2e2", "h9g7!", "h0g2", "i9h9!");
  step(game, "undo", true);
  assert.deepEqual(game.tree.moves(), ["h2e2", "h9g7"]);
  step(game, "undo", true);
  assert.deepEqual(game.tree.moves(), []);
  assert.equal(step(game, "undo", true), null);
  step(game, "redo", true);
  assert.deepEqual(game.tree.moves(), ["h2e2", "h9g7"]);
});

test("a comment is one step, however many letters it has", () => {
  const game = played("h2e2");
  const at = { current: game.tree.current };
  const write = (text) => {
    game.tree.setComment(text, game.tree.current);
    game.history.add({ patches: game.tree.takePatches(), before: at, after: at, isByEngine: false });
  };
  for (const text of ["a", "at", "at l"]) write(text);
  step(game, "undo", false);
  assert.equal(game.tree.node().comment, "");
  step(game, "redo", false);
  assert.equal(game.tree.node().comment, "at l");
  step(game, "undo", false);
  step(game, "undo", false);
  assert.deepEqual(game.tree.moves(), []);
});

test("a new step drops what was undone", () => {
  const game = played("h2e2", "h9g7");
  step(game, "undo", false);
  const before = { current: game.tree.current };
  game.tree.play({ mv: "b9c7" });
  const after = { current: game.tree.current };
  game.history.add({ patches: game.tree.takePatches(), before, after, isByEngine: false });
  assert.equal(game.history.undone.length, 0);
  assert.deepEqual(game.tree.line(), [1, 3]);
});
