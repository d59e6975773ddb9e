import assert from "node:assert/strict";
import test from "node:test";

import { beside } from "./cursor.js";

test("arrow keys move the cursor as the board lies, and stop at its edge", () => {
  assert.deepEqual(["ArrowUp", "ArrowLeft", "ArrowRight"].map((key) => beside("e0", key, false)), ["e1", "d0", "f0"]);
  assert.deepEqual(["ArrowUp", "ArrowLeft"].map((key) => beside("e5", key, true)), ["e4", "f5"]);
  assert.deepEqual([beside("a0", "ArrowDown", false), beside("a0", "ArrowRight", true)], ["a0", "a0"]);
  assert.equal(beside("e0", "Enter", false), null);
});
