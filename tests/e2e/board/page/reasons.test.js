import assert from "node:assert/strict";
import test from "node:test";

import { quietWord, reason } from "./reasons.js";
import { setLanguage } from "./words.js";

test("a lesson says what a mistake has cost where nothing is proven", () => {
  globalThis.document = { documentElement: {}, querySelectorAll: () => [] };
  const [cannon, answer] = [{ zh: "炮2进7" }, { zh: "炮五进四" }];
  const text = ({ zh }) => zh;
  const [before, score] = [{ cp: -20, chance: 0.452 }, { cp: 60, chance: 0.63 }];
  const told = (judged) => reason({ move: cannon, judged, score }, before, false, text);
  setLanguage("en");
  assert.equal(told({ reply: answer }),
    "Played 炮2进7: Black's expected score falls from 55\u00a0% to 37\u00a0%; the best answer for Red is 炮五进四.");
  setLanguage("zh");
  assert.equal(told({ reply: answer }), "实战炮2进7，黑方得分率由 55\u00a0% 降到 37\u00a0%，红方可走炮五进四。");
  assert.equal(told({}), "实战炮2进7，黑方得分率由 55\u00a0% 降到 37\u00a0%。");
  assert.equal(told({ sentence: { zh: "丢炮", en: "loses the cannon" } }), "实战炮2进7，丢炮。");
});

test("only the engine's choice is called the best; once a game is decided, a move no longer matters", () => {
  const told = (judged, before, score, isRed = true) => quietWord({ judged, score }, before, isRed);
  const [even, lost, worse] = [0.5, 0.0002, 0.0001].map((chance) => ({ cp: 0, chance }));
  assert.equal(told({ best: true }, even, even), "bestMove");
  assert.equal(told({}, even, even), "nearBest");
  assert.equal(told({}, lost, worse), "decided");
  assert.equal(told({}, { mate: -20 }, { mate: -7 }), "", "the mate is nearer than it had to be");
  assert.equal(told({}, { mate: -20 }, { mate: -19 }), "decided");
  assert.equal(told({}, { mate: -5 }, { mate: -12 }, false), "decided", "the winner wins more slowly");
  assert.equal(told({}, { mate: 1 }, { won: 1 }), "bestMove", "another mate");
});
