import assert from "node:assert/strict";
import test from "node:test";

import {
  endHere, endOfGame, isOnMainLine, newGame, noteHelp, noteResult, resultOf, resultOfFile, state,
} from "./state.js";
import { Tree } from "./tree.js";

/** A game of three moves that has come to the position `outcome` after the last one. */
function played(outcome) {
  state.tree = new Tree(undefined, { Result: "*" });
  for (const mv of ["h2e2", "h9g7", "h0g2"]) state.tree.play({ mv });
  state.game = newGame({});
  state.position = { node: state.tree.current, outcome };
  noteResult();
}

/** The position after the node `id`, where the rules end nothing. */
function walkTo(id) {
  state.tree.current = id;
  state.position = { node: id, outcome: null };
  noteResult();
}

test("a finished game stays finished while one walks back in it", () => {
  played({ winner: "black" });
  assert.equal(state.tree.tags.Result, "0-1");
  walkTo(1);
  assert.deepEqual(endOfGame(), { winner: "black" });
  assert.ok(isOnMainLine());
});

test("a game that goes on has no end, nor has one of a file", () => {
  played(null);
  assert.equal(endOfGame(), null);
  state.tree.tags.Result = "1-0";
  state.game.isOpened = true;
  assert.equal(endOfGame(), null);
});

test("the result that a file gives stands at the end of its game, until the game is changed", () => {
  played(null);
  state.tree.tags.Result = "0-1";
  assert.equal(resultOfFile(), null);
  state.game.isOpened = true;
  assert.deepEqual(resultOfFile(), { winner: "black" });
  walkTo(1);
  assert.equal(resultOfFile(), null);
  walkTo(3);
  state.game.isChanged = true;
  assert.equal(resultOfFile(), null);
});

test("a draw by agreement ends the game wherever it stands", () => {
  played(null);
  state.game.ending = { zh: "", en: "", winner: null };
  walkTo(0);
  assert.equal(endOfGame().winner, null);
});

test("a resignation bars moves at the end of the game only, and a variation of it has an end of its own", () => {
  played(null);
  const resigned = { zh: "", en: "", winner: "red" };
  state.game.ending = resigned;
  assert.equal(endHere(), resigned);
  walkTo(1);
  assert.equal(endHere(), null);
  state.tree.play({ mv: "b9c7" });
  state.position = { node: state.tree.current, outcome: { winner: "black" } };
  assert.deepEqual(endHere(), { winner: "black" });
});

test("the end of a variation is not that of the game", () => {
  played(null);
  state.tree.current = 1;
  state.tree.play({ mv: "b9c7" });
  state.position = { node: state.tree.current, outcome: { winner: "red" } };
  noteResult();
  assert.equal(state.tree.tags.Result, "*");
  assert.ok(!isOnMainLine());
});

test("a result comes from the position on the board alone, not from an older one", () => {
  played(null);
  state.position = { node: 1, outcome: { winner: "red" } };
  noteResult();
  assert.equal(state.tree.tags.Result, "*");
});

test("help is noted with the time of a change, once, and only in a game that is played", () => {
  played(null);
  noteHelp();
  const { changed } = state.game;
  assert.ok(state.game.isHelped && changed);
  state.game.changed = 1;
  noteHelp();
  assert.equal(state.game.changed, 1);
  played({ winner: "red" });
  noteHelp();
  assert.ok(!state.game.isHelped, "a review of a finished game is no help");
  played(null);
  state.game.isOpened = true;
  noteHelp();
  assert.equal(state.game.changed, null);
});

test("results are those of PGN", () => {
  assert.deepEqual(["red", "black", null].map(resultOf), ["1-0", "0-1", "1/2-1/2"]);
});
