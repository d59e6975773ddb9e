import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { WORDS } from "./vocabulary.js";
import { addWords, inBoth, isEnglish, pick, say, setLanguage } from "./words.js";

const write = (language) => {
  globalThis.document = { documentElement: {}, querySelectorAll: () => [] };
  setLanguage(language);
};

/** Texts that are empty in English: the number of a move is written "12. …" for Black and "12." for Red. */
const SILENT = ["momentRed"];
const HERE = new URL("./", import.meta.url);

/** The tables that a module adds: written in the call, or exported under the name that stands there. */
async function tablesOf(name) {
  const text = readFileSync(new URL(name, HERE), "utf8");
  const calls = [...text.matchAll(/^addWords\((.*?)\);$/gms)].map(([, table]) => table);
  assert.equal(calls.length, text.split("addWords(").length - 1, `${name}: every call is read`);
  return Promise.all(calls.map(async (table) =>
    (table.startsWith("{") ? new Function(`return ${table}`)() : (await import(`./${name}`))[table])));
}

/** All words of the page, as [module, key, texts]. */
async function allWords() {
  const modules = readdirSync(HERE).filter((name) => name.endsWith(".js") && !name.endsWith(".test.js"));
  const tables = [["vocabulary.js", WORDS]];
  for (const name of modules) tables.push(...(await tablesOf(name)).map((table) => [name, table]));
  assert.ok(tables.length > 1, "modules add their words");
  return tables.flatMap(([name, table]) => Object.entries(table).map(([key, both]) => [name, key, both]));
}

test("every text is there in both languages, with the same places for values, and no key twice", async () => {
  const places = (text) => [...text.matchAll(/\{#?(\d)\}/g)].map(([, n]) => n).sort().join();
  const owner = new Map();
  for (const [name, key, both] of await allWords()) {
    assert.ok(!owner.has(key), `${key} is in ${owner.get(key)} and in ${name}`);
    owner.set(key, name);
    assert.equal(both.length, 2, key);
    assert.ok(both.every((text, at) => text.trim() || (at === 1 && SILENT.includes(key))), key);
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
