// Finding games: by words, by result, and by a position that was on the board, mirrored or not. Knows no rules: a move
// takes what stands on its target.

import { readFen } from "./tree.js";

const FILES = "abcdefghi";
const SQUARES = Array.from({ length: 90 }, (_, at) => FILES[at % 9] + Math.floor(at / 9));
const MIRRORED = SQUARES.map((_, at) => at - (at % 9) + 8 - (at % 9));

/** The same text for a position and its mirror image. `pieces` is a map from square to letter, `side` is w or b. */
export function positionKey(pieces, side) {
  const cells = SQUARES.map((square) => pieces.get(square) ?? ".");
  const [here, mirrored] = [cells.join(""), MIRRORED.map((at) => cells[at]).join("")];
  return side + (here < mirrored ? here : mirrored);
}

/** The keys of all positions of a game, variations included, each with the move that was played there, if any. */
export function positionsOf(tree) {
  const found = [];
  const start = readFen(tree.start);
  const work = [{ id: 0, pieces: start.pieces, side: start.side }];
  while (work.length) {
    const { id, pieces, side } = work.pop();
    const children = tree.nodes[id].children ?? [];
    const key = positionKey(pieces, side);
    found.push({ key, pieces, moves: children.map((child) => tree.nodes[child].move?.mv).filter(Boolean) });
    for (const child of children) {
      const mv = tree.nodes[child].move?.mv;
      if (!mv) continue;
      const after = new Map(pieces);
      after.set(mv.slice(2), after.get(mv.slice(0, 2)));
      after.delete(mv.slice(0, 2));
      work.push({ id: child, pieces: after, side: side === "w" ? "b" : "w" });
    }
  }
  return found;
}

const mirrorMove = (mv) => [0, 2].map((at) => FILES[8 - FILES.indexOf(mv[at])] + mv[at + 1]).join("");

/** Keys of a game's positions, remembered as long as the game is unchanged. */
const remembered = new WeakMap();

function positions(tree) {
  if (!remembered.has(tree)) {
    const moves = new Map();
    for (const { key, pieces, moves: played } of positionsOf(tree)) {
      if (!moves.has(key)) moves.set(key, { pieces, played: new Set() });
      const entry = moves.get(key);
      // A mirrored repetition of a position: its moves are turned to those of the first.
      const isSame = [...pieces].every(([square, letter]) => entry.pieces.get(square) === letter);
      for (const mv of played) entry.played.add(isSame ? mv : mirrorMove(mv));
    }
    remembered.set(tree, moves);
  }
  return remembered.get(tree);
}

/** The moves of `entry` in the position of `pieces`, as on this board; `null` where the game never had the position. */
export function movesIn(entry, pieces, key) {
  const found = positions(entry.tree).get(key);
  if (!found) return null;
  const isSame = [...pieces].every(([square, letter]) => found.pieces.get(square) === letter);
  return [...found.played].map((mv) => (isSame ? mv : mirrorMove(mv)));
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
    && (!key || positions(entry.tree).has(key));
}

/** The results of games by their moves in a position: `{mv, red, draws, black, open}`, most played first. */
export function statistics(entries, pieces, key) {
  const found = new Map();
  for (const entry of entries) {
    for (const mv of movesIn(entry, pieces, key) ?? []) {
      const row = found.get(mv) ?? { mv, red: 0, draws: 0, black: 0, open: 0 };
      row[{ "1-0": "red", "0-1": "black", "1/2-1/2": "draws" }[entry.tree.tags?.Result] ?? "open"] += 1;
      found.set(mv, row);
    }
  }
  const games = ({ red, draws, black, open }) => red + draws + black + open;
  return [...found.values()].sort((a, b) => games(b) - games(a));
}
