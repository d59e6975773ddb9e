import assert from "node:assert/strict";
import test from "node:test";

/** The other tabs, which this one hears. */
let channel = null;
globalThis.BroadcastChannel = /** @type {any} */ (class {
  constructor() {
    channel = this;
  }

  postMessage() {}
});
const { keepGame, keptGame, openLibrary } = await import("./library.js");

const entryOf = (id, at) => ({ id, at, tree: { nodes: [{}] }, game: { players: { red: {}, black: {} } } });

/** A folder that answers when it is told to. */
const folder = {
  files: new Map(), waiting: [], reads: 0,
  answer: () => folder.waiting.shift()(),
  all() {
    folder.reads += 1;
    const files = [...folder.files.values()];
    return new Promise((done) => folder.waiting.push(() => done(files)));
  },
  async put(entry) {
    folder.files.set(entry.id, entry);
  },
  async remove() {},
};
const moment = () => new Promise((done) => setTimeout(done));

test("a tab reads a folder that others change once, and once more, and loses no game of its own", async () => {
  let changes = 0;
  const opened = openLibrary(() => (changes += 1), folder);
  folder.answer();
  await opened;
  channel.onmessage();
  await moment();
  for (let at = 0; at < 20; at++) channel.onmessage();
  const kept = keepGame(entryOf("mine", 1));
  folder.files.set("theirs", entryOf("theirs", 1));
  folder.answer();
  await moment();
  assert.ok(keptGame("mine"), "it was written after the read had begun");
  folder.answer();
  await kept;
  assert.deepEqual([folder.reads, folder.waiting.length, changes], [3, 0, 2]);
  assert.ok(keptGame("mine") && keptGame("theirs"));

  // A game that is being written is not in the folder yet.
  channel.onmessage();
  await moment();
  folder.put = () => new Promise(() => {});
  keepGame(entryOf("mine", 2));
  folder.answer();
  await moment();
  assert.equal(keptGame("mine").at, 2);
});
