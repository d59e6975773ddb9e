import assert from "node:assert/strict";
import test from "node:test";

import { namesOf, ownName } from "./names.js";
import { human, newGame, state } from "./state.js";
import { setLanguage } from "./words.js";

globalThis.document = /** @type {any} */ ({ documentElement: {}, querySelectorAll: () => [] });
const engine = { kind: "level", level: 3 };
const game = newGame({ players: { red: human, black: engine } });

test("players have names without anybody's doing", () => {
  setLanguage("zh");
  assert.deepEqual(namesOf({}, game), { Red: "玩家", Black: "过河 · 3 级" });
  setLanguage("en");
  assert.deepEqual(namesOf({}, game), { Red: "Person", Black: "guohe · level 3" });
});

test("the player goes by his own name against the engine, and by none beside another person", () => {
  state.tastes.name = "王五";
  assert.deepEqual(ownName({ red: engine, black: human }), { Black: "王五" });
  assert.equal(namesOf({}, game).Red, "王五");
  assert.deepEqual(ownName({ red: human, black: human }), {});
  assert.deepEqual(ownName({ red: engine, black: engine }), {});
  state.tastes.name = "";
  assert.deepEqual(ownName({ red: engine, black: human }), {});
});

test("the names of a file stay, and nobody is named whom it does not name", () => {
  state.tastes.name = "王五";
  assert.equal(namesOf({ Red: "胡荣华" }, game).Red, "胡荣华");
  assert.deepEqual(namesOf({ Black: "柳大华" }, newGame({ isOpened: true })), { Black: "柳大华" });
});
