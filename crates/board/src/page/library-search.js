// Finding games: by words, by result, and by a position that was on the board, mirrored or not. Knows no rules: a move
// takes what stands on its target. Nothing is kept of the games: all of them are replayed for each search.

import { readFen } from "./tree.js";

const FILES = "abcdefghi";
const SQUARES = 90;

/** The square's number, from a0 on along the ranks. */
const numberOf = (square) => FILES.indexOf(square[0]) + 9 * Number(square[1]);
const mirrored = (number) => number - (number % 9) + 8 - (number % 9);
const mirroredMove = (mv) => [0, 2].map((at) => FILES[8 - FILES.indexOf(mv[at])] + mv[at + 1]).join("");
/** Of a move and its mirror image the one on Red's right. */
const toTheRight = (mv) => (mirroredMove(mv)[0] + mirroredMove(mv)[2] > mv[0] + mv[2] ? mirroredMove(mv) : mv);

/** A position to be looked for in games. `pieces` is a map from square to letter, `side` is w or b. */
export function positionOf(pieces, side) {
  const cells = new Array(SQUARES).fill("");
  for (const [square, letter] of pieces) cells[numberOf(square)] = letter;
  return { cells, side };
}

/** The position after a move, which is made on the same cells. */
function play({ cells, side }, mv) {
  const [from, to] = [numberOf(mv), numberOf(mv.slice(2))];
  cells[to] = cells[from];
  cells[from] = "";
  return { cells, side: side === "w" ? "b" : "w" };
}

/**
 * The moves that a game has, variations included, in this position or its mirror image: as in the position, each once.
 * `null` where it never had the position. `most`: 1 for the moves that were played.
 */
export function movesIn({ tree }, { cells: wanted, side: wantedSide }, most = Infinity) {
  const start = readFen(tree.start);
  let found = null;
  const work = [{ id: 0, position: positionOf(start.pieces, start.side) }];
  while (work.length) {
    const { id, position } = work.pop();
    const { cells, side } = position;
    const children = (tree.nodes[id].children ?? []).filter((child) => tree.nodes[child].move?.mv).slice(0, most);
    const isSame = side === wantedSide && cells.every((letter, at) => letter === wanted[at]);
    const isMirrored = side === wantedSide && cells.every((letter, at) => letter === wanted[mirrored(at)]);
    if (isSame || isMirrored) {
      found ??= new Set();
      const turn = isSame && isMirrored ? toTheRight : isSame ? String : mirroredMove;
      for (const child of children) found.add(turn(tree.nodes[child].move.mv));
    }
    children.forEach((child, at) => {
      // The last child takes the cells of its parent, which nobody needs any more.
      const own = at === children.length - 1 ? cells : cells.slice();
      work.push({ id: child, position: play({ cells: own, side }, tree.nodes[child].move.mv) });
    });
  }
  return found && [...found];
}

const plain = (text) => String(text ?? "").toLowerCase();

/** What a search for words looks at: names, tags and the opening in both languages. */
const wordsOf = ({ names = [], tree, opening }) =>
  plain([...names, ...Object.values(tree.tags ?? {}), opening?.zh, opening?.en].join("\n"));

/** Whether a game fits `{words, result, position}`: each word, a tag's result or "" for all, a position or none. */
export function fits(entry, { words = "", result = "", position = null }) {
  const text = wordsOf(entry);
  return plain(words).split(/\s+/).every((word) => text.includes(word))
    && (!result || (entry.tree.tags?.Result ?? "*") === result)
    && (position === null || movesIn(entry, position) !== null);
}

/** The results of games by their moves in a position: `{mv, red, draws, black, open}`. */
export function statistics(entries, position) {
  const found = new Map();
  for (const entry of entries) {
    for (const mv of movesIn(entry, position, 1) ?? []) {
      const row = found.get(mv) ?? { mv, red: 0, draws: 0, black: 0, open: 0 };
      row[{ "1-0": "red", "0-1": "black", "1/2-1/2": "draws" }[entry.tree.tags?.Result] ?? "open"] += 1;
      found.set(mv, row);
    }
  }
  return [...found.values()];
}
