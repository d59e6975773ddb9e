// What the parts of the page share: the game, its position, what the engine is asked for, and the player's tastes.

import { mainLine } from "./judged.js";
import { load, newName, own, save, shared } from "./store.js";
import { Tree } from "./tree.js";
import { isEnglish } from "./words.js";

export const human = { kind: "human", level: 5, time: 1 };

/**
 * `isOpened`: read from a file or a text, not played here. `isChanged`: somebody has worked on it since, at the time
 * `changed`. `base`: the `changed` at which the library last had it. `review`: what is said of the game as a whole
 * (`judged.js`). `isCut`: its file has more moves, which could not be read.
 */
export const newGame = (properties) => ({
  id: newName(), players: { red: human, black: human }, clock: null, left: null, ending: null,
  review: null, isFlipped: false, seed: 0, isOpened: false, isChanged: false, changed: null, base: null, isCut: false,
  ...properties,
});

export const state = {
  /** For all tabs, over a reload; the game belongs to this tab. */
  tastes: {
    language: "", theme: "", notation: "", pieces: "simplified", legal: true,
    coordinates: true, multipv: 3, arrows: true, rules: { set: "asian", fold: 3, limit: 60 },
    players: { red: human, black: { ...human, kind: "level" } }, board: "wood", sounds: {}, shaded: true,
    premove: true,
    ...load(shared, "guohe"),
  },
  tree: new Tree(),
  game: newGame(),
  /** The server's answer about the current node; `null` before the first one. */
  position: null,
  /** The search that the game waits for: {id, kind: "move" | "hint" | "offer", node}. */
  searching: null,
  analysis: { on: false, id: null, info: null, node: 0 },
  /** Who has the board instead of the game (`guest.js`). */
  guest: null,
  /** What the engine offers. */
  meta: { levels: [], handicaps: [], rules: [], version: "", language: null },
};

export const saveTastes = () => save(shared, "guohe", state.tastes);

export function saveGame() {
  save(own, "game", { tree: state.tree.data(), game: state.game });
}

/** How moves are written: as chosen, or as the readers of the language expect. */
export const notation = () => state.tastes.notation || (isEnglish() ? "wxf" : "zh");

export const side = () => state.position?.side ?? "red";
export const other = (color) => (color === "red" ? "black" : "red");
export const isEngine = (color) => state.game.players[color].kind !== "human";
export const isMixed = () => isEngine("red") !== isEngine("black");

/** Whether the player is to move in a game against the engine that goes on here. */
export const isMyTurn = () => isMixed() && !isEngine(side()) && !isOver() && !atBranch() && !state.guest;

/** Whether the player walks in an old position, where he may try moves for both sides. */
export const atBranch = () => state.tree.node().children.length > 0;

/** Who has won by each result of PGN that ends a game. */
const WINNERS = { "1-0": "red", "0-1": "black", "1/2-1/2": null };

/** PGN's result of a game that `winner` has won, or nobody. */
export const resultOf = (winner) => ({ red: "1-0", black: "0-1" })[winner] ?? "1/2-1/2";

/** Whether the last position of the game as it was played is on the board. */
const isAtItsEnd = () => mainLine(state.tree).at(-1) === state.tree.current;

/**
 * How the game has ended in the position on the board, `null` where it can go on: by the rules, or at the end of its
 * main line by its players.
 */
export const endHere = () => (isAtItsEnd() && state.game.ending) || state.position?.outcome || null;

export const isOver = () => endHere() !== null;

export function noteChange() {
  state.game.isChanged = true;
  state.game.changed = Date.now();
}

/** The player is helped: the result of the running game will say nothing of his level. Kept with the game. */
export function noteHelp() {
  const { game } = state;
  if (!game.isOpened && !game.isHelped && !endOfGame()) Object.assign(game, { isHelped: true, changed: Date.now() });
}

/** Whether the position on the board belongs to the game as it was played, and is no variation of it. */
export const isOnMainLine = () => mainLine(state.tree).includes(state.tree.current);

/**
 * How the game that is played here has ended, at the end of its main line: `{winner}`, `null` while it goes on. The
 * board may show an earlier position.
 */
export function endOfGame() {
  const { game, tree } = state;
  if (game.ending) return game.ending;
  const winner = game.isOpened ? undefined : WINNERS[tree.tags.Result];
  return winner === undefined ? null : { winner };
}

/**
 * The result that its file gives an opened game, on the board at the end of the main line: `{winner}`, `null` where
 * there is none. Whoever has changed the game plays on.
 */
export function resultOfFile() {
  const { game, tree } = state;
  const winner = game.isOpened && !game.isChanged && isAtItsEnd() ? WINNERS[tree.tags.Result] : undefined;
  return winner === undefined ? null : { winner };
}

/**
 * Writes the result into the game once the end of its main line is on the board. From then on it does not depend on the
 * rules that are set.
 */
export function noteResult() {
  const { game, tree, position } = state;
  if (game.isOpened || !position?.outcome || position.node !== tree.current || !isAtItsEnd()) return;
  game.ending ??= position.outcome;
  tree.tags.Result = resultOf(position.outcome.winner);
}

/** The line to the node `id`, as the engine takes it. */
export const line = (id) => ({ start: state.tree.start, moves: state.tree.moves(id), rules: state.tastes.rules });
