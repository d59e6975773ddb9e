import assert from "node:assert/strict";
import test from "node:test";

import { act, actionOf, addActions, addKeys, emit, on } from "./actions.js";

test("an action has one owner, a key one action", () => {
  const done = [];
  addActions({ walk: () => done.push("walk") });
  addKeys({ w: "walk", Home: "first" });
  act(actionOf("W"));
  act("nothing");
  assert.deepEqual(done, ["walk"]);
  assert.equal(actionOf("Home"), "first");
  assert.throws(() => addActions({ walk: () => {} }), /twice/);
  assert.throws(() => addKeys({ w: "other" }), /twice/);
});

test("all that listen hear, in the order in which they came", () => {
  const heard = [];
  on("move", (data) => heard.push(["first", data]));
  on("move", (data) => heard.push(["second", data]));
  emit("move", 7);
  emit("unheard", 8);
  assert.deepEqual(heard, [["first", 7], ["second", 7]]);
});
