// Finding games: by words, by result, and by a position that was on the board, mirrored or not. Knows no rules: a move
// takes what stands on its target. Nothing is kept of the games: all of them are replayed for each search.

import { readFen } from "./tree.js";

const FILES = "abcdefghi";
const LETTERS = "KABNRCPkabnrcp";
const SQUARES = 90;

/** The square's number, from a0 on along the ranks. */
const numberOf = (square) => FILES.indexOf(square[0]) + 9 * Number(square[1]);
const mirrored = (number) => number - (number % 9) + 8 - (number % 9);
const mirroredMove = (mv) => [0, 2].map((at) => FILES[8 - FILES.indexOf(mv[at])] + mv[at + 1]).join("");
/** Of a move and its mirror image the one on Red's right. */
const toTheRight = (mv) => (mirroredMove(mv)[0] + mirroredMove(mv)[2] > mv[0] + mv[2] ? mirroredMove(mv) : mv);

/** Numbers of 32 bits, the same for everybody (xorshift; Marsaglia 2003). */
function randomNumbers(count, seed) {
  const numbers = new Int32Array(count);
  for (let at = 0, value = seed; at < count; at++) {
    value ^= value << 13;
    value ^= value >>> 17;
    value ^= value << 5;
    numbers[at] = value;
  }
  return numbers;
}

/** Two numbers for each piece on each square, and two for Black to move: keys are made of them (Zobrist 1970). */
const [HIGH, LOW] = [0x2545f491, 0x6c078965].map((seed) => randomNumbers(LETTERS.length * SQUARES + 1, seed));
const SIDE = LETTERS.length * SQUARES;

/** The key of a position and that of its mirror image, which follow the moves. */
class Keys {
  constructor(pieces, side) {
    this.cells = new Array(SQUARES).fill("");
    this.parts = [0, 0, 0, 0];
    for (const [square, letter] of pieces) this.#put(numberOf(square), letter);
    if (side === "b") this.#add(SIDE, SIDE);
  }

  #add(here, there) {
    const { parts } = this;
    parts[0] ^= HIGH[here];
    parts[1] ^= LOW[here];
    parts[2] ^= HIGH[there];
    parts[3] ^= LOW[there];
  }

  /** Puts a piece on a square, or none, in place of what stands there. */
  #put(at, letter) {
    for (const one of [this.cells[at], letter]) {
      const row = one ? LETTERS.indexOf(one) * SQUARES : -1;
      if (row >= 0) this.#add(row + at, row + mirrored(at));
    }
    this.cells[at] = letter;
  }

  play(mv) {
    const [from, to] = [numberOf(mv), numberOf(mv.slice(2))];
    this.#put(to, this.cells[from]);
    this.#put(from, "");
    this.#add(SIDE, SIDE);
  }

  copy() {
    const made = new Keys([], "w");
    made.cells = this.cells.slice();
    made.parts = this.parts.slice();
    return made;
  }

  /** 53 bits of the two numbers: as many as a number of JavaScript holds. */
  get here() {
    return (this.parts[0] >>> 0) * 2 ** 21 + (this.parts[1] >>> 11);
  }

  get there() {
    return (this.parts[2] >>> 0) * 2 ** 21 + (this.parts[3] >>> 11);
  }
}

/** The key of a position, to be looked for in games. `pieces` is a map from square to letter, `side` is w or b. */
export const positionKey = (pieces, side) => new Keys(pieces, side).here;

/**
 * The moves that a game has, variations included, in the position of this key or its mirror image: as on the board of
 * the key, each once. `null` where it never had the position.
 */
export function movesIn({ tree }, key) {
  const start = readFen(tree.start);
  let found = null;
  const work = [{ id: 0, keys: new Keys(start.pieces, start.side) }];
  while (work.length) {
    const { id, keys } = work.pop();
    const children = (tree.nodes[id].children ?? []).filter((child) => tree.nodes[child].move?.mv);
    const [isSame, isMirrored] = [keys.here === key, keys.there === key];
    if (isSame || isMirrored) {
      found ??= new Set();
      const turn = isSame && isMirrored ? toTheRight : isSame ? String : mirroredMove;
      for (const child of children) found.add(turn(tree.nodes[child].move.mv));
    }
    children.forEach((child, at) => {
      // The last child takes the keys of its parent, which nobody needs any more.
      const own = at === children.length - 1 ? keys : keys.copy();
      own.play(tree.nodes[child].move.mv);
      work.push({ id: child, keys: own });
    });
  }
  return found && [...found];
}

const plain = (text) => String(text ?? "").toLowerCase();

/** What a search for words looks at: names, tags and the opening in both languages. */
const wordsOf = ({ names = [], tree, opening }) =>
  plain([...names, ...Object.values(tree.tags ?? {}), opening?.zh, opening?.en].join("\n"));

/** Whether a game fits `{words, result, key}`: each word, a tag's result or "" for all, a position or none. */
export function fits(entry, { words = "", result = "", key = null }) {
  const text = wordsOf(entry);
  return plain(words).split(/\s+/).every((word) => text.includes(word))
    && (!result || (entry.tree.tags?.Result ?? "*") === result)
    && (key === null || movesIn(entry, key) !== null);
}

/** The results of games by their moves in a position: `{mv, red, draws, black, open}`, most played first. */
export function statistics(entries, key) {
  const found = new Map();
  for (const entry of entries) {
    for (const mv of movesIn(entry, key) ?? []) {
      const row = found.get(mv) ?? { mv, red: 0, draws: 0, black: 0, open: 0 };
      row[{ "1-0": "red", "0-1": "black", "1/2-1/2": "draws" }[entry.tree.tags?.Result] ?? "open"] += 1;
      found.set(mv, row);
    }
  }
  const games = ({ red, draws, black, open }) => red + draws + black + open;
  return [...found.values()].sort((a, b) => games(b) - games(a));
}
