import assert from "node:assert/strict";
import test from "node:test";

import { WORDS } from "./vocabulary.js";
import { addWords, inBoth, isEnglish, pick, say, setLanguage } from "./words.js";

const write = (language) => {
  globalThis.document = { documentElement: {}, querySelectorAll: () => [] };
  setLanguage(language);
};

test("every text is there in both languages, with the same places for values", () => {
  const places = (text) => [...text.matchAll(/\{#?(\d)\}/g)].map(([, n]) => n).sort().join();
  for (const [key, both] of Object.entries(WORDS)) {
    assert.equal(both.length, 2, key);
    assert.ok(both.every((text) => text.trim()), key);
    assert.equal(places(both[0]), places(both[1]), key);
  }
});

test("texts are said in the language of the page", () => {
  write("en");
  assert.equal(say("wins", say("red")), "Red wins");
  assert.equal(pick({ zh: "好", en: "good" }), "good");
  write("zh");
  assert.equal(say("wins", say("red")), "红方胜");
  assert.equal(pick(null), "");
  assert.deepEqual(inBoth(() => say("red")), { zh: "红方", en: "Red" });
  assert.equal(isEnglish(), false);
  addWords({ ofAPart: ["甲 {0}", "a {0}"] });
  assert.equal(say("ofAPart", 3), "甲 3");
});

test("small numbers of moves are written as in Chinese books", () => {
  addWords({ ofMates: ["{#0}步杀", "mate in {0}"] });
  write("zh");
  assert.deepEqual([1, "2", 10, 11, 12, 20, 35, 100].map((count) => say("ofMates", count).replace("步杀", "")),
    ["一", "两", "十", "十一", "十二", "二十", "三十五", "100"]);
  write("en");
  assert.equal(say("ofMates", 2), "mate in 2");
});
