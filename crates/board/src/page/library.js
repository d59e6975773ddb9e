// Games that were played or opened, kept for all tabs of the browser: in IndexedDB, or in a folder where the board has
// one. All of them are held in memory, so that the page can search without waiting.

import { Refused } from "./link.js";
import { load, save, shared } from "./store.js";

const NAME = "guohe-library";
/** A short list in localStorage: games on their way into the library, written at once where a page is closed. */
const INBOX = "guohe-games";
/** Said where the browser refuses, whatever its reason: it gives that in a language of its own. */
const UNSAVED = {
  zh: "浏览器没能保存，存储空间可能已满。请导出棋局，再删除一些。",
  en: "The browser could not save this. Its storage may be full: export your games, then delete some.",
};
/** Characters of one game. */
const LARGEST_GAME = 2_000_000;

/**
 * Entries {id, at, changed, game, tree, opening, isFixed}, by id: `at` is the time of play, `changed` that of the last
 * change. `isFixed`: in a file that stays as it is.
 */
let entries = new Map();
/** Where they are kept: {all(), put(entry), remove(id)}, each a promise. */
let place = null;
let channel = null;
/** Games that are being written, by id. */
const onTheWay = new Map();

const isWhole = (entry) =>
  entry?.id && entry.tree?.nodes?.length && entry.game?.players?.red && entry.game.players.black;

/** Games that an earlier page kept have no time of their last change. */
export const changeOf = ({ at, changed = at }) => changed;

/** The result of an IndexedDB request. */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** The games in the inbox. */
const inbox = () => [load(shared, INBOX)].flat().filter(isWhole);

/** The library of the browser. Fails where the browser forbids or lacks it. */
async function openDatabase() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "id" });
  const database = await done(request);
  // A full disk may be noticed only when the transaction ends.
  const written = (change) => new Promise((resolve, reject) => {
    const transaction = database.transaction("games", "readwrite");
    transaction.oncomplete = () => resolve();
    transaction.onabort = reject;
    change(transaction.objectStore("games"));
  }).catch(() => {
    throw new Refused(UNSAVED);
  });
  return {
    all: () => done(database.transaction("games", "readonly").objectStore("games").getAll()),
    put: (entry) => written((games) => games.put(entry)),
    remove: (id) => written((games) => games.delete(id)),
  };
}

/** A library that lasts as long as the page. */
const inMemory = { all: async () => [...entries.values()], put: async () => {}, remove: async () => {} };

/**
 * Opens the library, in `folder` if the board has one, and takes in what waits in the inbox. `changed` is called when
 * another tab has changed it.
 */
export async function openLibrary(changed, folder = null) {
  try {
    place = folder ?? await openDatabase();
    await read();
  } catch {
    place = inMemory;
  }
  const taken = new Set();
  for (const entry of inbox().reverse()) {
    const isNewer = !entries.has(entry.id) || changeOf(entries.get(entry.id)) < changeOf(entry);
    if (!isNewer || await keepGame(entry).then(() => true, () => false)) taken.add(entry.id);
  }
  // What could not be kept stays there, and so does what another tab has added meanwhile.
  if (place !== inMemory) save(shared, INBOX, inbox().filter(({ id }) => !taken.has(id)));
  channel = globalThis.BroadcastChannel ? new BroadcastChannel(NAME) : null;
  if (channel) channel.onmessage = () => read().then(changed, () => {});
}

/** Whether games outlive the page. */
export const isLasting = () => place !== inMemory || shared !== null;

async function read() {
  entries = new Map((await place.all()).filter(isWhole).map((entry) => [entry.id, entry]));
}

/** The games, the newest first. */
export const keptGames = () => [...entries.values()].sort((a, b) => b.at - a.at);

/** The game with this id, if it is kept. */
export const keptGame = (id) => entries.get(id);

/** Two different starting values make two numbers of 32 bits (FNV-1a). */
const SEEDS = [0x811c9dc5, 0x2545f491];
const FNV_PRIME = 0x01000193;

/** An id for a game of a file: the same whenever the file is opened, and another with other comments. */
export function idOfGame({ start, tags, nodes }) {
  const text = JSON.stringify([start, tags, nodes.map(({ move, parent, comment, glyph }) => [move?.mv, parent].concat(comment || [], glyph ?? []))]);
  const hash = (seed) => {
    let value = seed;
    for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), FNV_PRIME);
    return (value >>> 0).toString(16).padStart(8, "0");
  };
  return `file-${SEEDS.map(hash).join("")}`;
}

/** Whether a game is small enough to be kept. */
export const isKeepable = (entry) => JSON.stringify(entry).length <= LARGEST_GAME;

/** Keeps `entry` in place of an earlier state of the same game. The promise fails where the place is full. */
export async function keepGame(entry) {
  entries.set(entry.id, entry);
  onTheWay.set(entry.id, entry);
  await place?.put(entry);
  // What only the page holds stays on its way.
  if (place !== inMemory && onTheWay.get(entry.id) === entry) onTheWay.delete(entry.id);
  channel?.postMessage("changed");
}

/** Keeps what is on its way while the page is being closed, and may end before that is written. */
export function keepInInbox() {
  const list = [...onTheWay.values(), ...inbox().filter(({ id }) => !onTheWay.has(id))];
  // Where the browser has no more room, the oldest game gives way.
  while (onTheWay.size && list.length && !save(shared, INBOX, list)) list.pop();
}

/** Removes a game and returns it, so that it can be kept again. */
export async function dropGame(id) {
  const entry = entries.get(id);
  onTheWay.delete(id);
  await place?.remove(id);
  entries.delete(id);
  save(shared, INBOX, inbox().filter((kept) => kept.id !== id));
  channel?.postMessage("changed");
  return entry;
}
