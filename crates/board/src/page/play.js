// Moves: those of the player, and those of the engine when it is its turn.

import { on } from "./actions.js";
import { change, stateOfGame } from "./changes.js";
import { pressClock, startClock, stopClock } from "./clock.js";
import { toast } from "./dialogs.js";
import { keep } from "./games.js";
import { isRed } from "./pieces.js";
import { showPlayers, showStatus } from "./players.js";
import { board, mayMove, refresh, show } from "./position.js";
import { explainRefusal } from "./refusal.js";
import { cancel, finish, search } from "./search.js";
import { knock } from "./sound.js";
import { atBranch, isEngine, isOver, line, noteResult, side, state } from "./state.js";
import { say } from "./words.js";

/** An answer sooner than the eye can follow waits until the last move has been seen so long, in milliseconds. */
const PAUSE = 350;
/** How often the seconds of a move must be left on the clock for the engine to take them. */
const TIMES = 10;
/** When the last move was shown. */
let movedAt = 0;

function tryMove(from, to) {
  const move = state.position?.legal.find(({ mv }) => mv === from + to);
  if (!move || !mayMove()) {
    const isWaiting = isOver() || (isEngine(side()) && !atBranch());
    if (board.pieces.get(from) && !isWaiting) explainRefusal(line(), from + to);
    return;
  }
  playMove(move);
}

/** A piece of the player that has no legal move was chosen. */
function explainStuck(square) {
  const letter = board.pieces.get(square);
  if (!letter || !mayMove() || isRed(letter) !== (side() === "red")) return;
  toast(say(state.position.check ? "mustAnswerCheck" : "cannotMove"), true);
}

export function playMove(move, isByEngine = false) {
  const { tree } = state;
  // The position after the last move has not come yet: this move belongs to an older one.
  if (state.position?.node !== tree.current) return;
  const before = stateOfGame();
  pressClock(side());
  change(() => tree.play(move), { isByEngine, before });
  if (state.searching?.kind === "hint") cancel();
  board.arrows([]);
  knock();
  movedAt = performance.now();
  refresh({ isPlayed: true });
}

function afterMove() {
  if (!state.position.outcome) return turn();
  stopClock();
  keep();
}

/** Lets the engine think if it is its turn and the game is going on here. */
async function turn() {
  stopClock();
  if (!isEngine(side())) return startClock();
  // The engine's clock runs from the moment that it begins: until then another search may be under way.
  if (isOver() || state.guest || atBranch() || state.searching) return;
  const started = search("move", { ...line(), ...thought(), seed: state.game.seed });
  // Shown at once: the answer may come before the request is acknowledged.
  show();
  await started;
}

/** How long the engine whose turn it is may think, and at which level. */
function thought() {
  const { left, clock, players } = state.game;
  const { kind, level, time } = players[side()];
  const ofLevel = kind === "level" ? { level } : {};
  // An engine that is given seconds a move has no need of the clock, unless that has less.
  const seconds = kind === "time" && (!left || left[side()] > TIMES * time * 1000);
  if (left && !seconds) {
    const increment = clock.increment * 1000;
    return { ...ofLevel, clock: { red: Math.round(left.red), black: Math.round(left.black), increment } };
  }
  return seconds ? { movetime: Math.round(time * 1000) } : ofLevel;
}

/** Back at the end of a running game: it goes on. */
export const resume = () =>
  state.position && !state.guest && !isOver() && !atBranch() && !state.searching && turn();

function hearMove(data) {
  const { searching, game, tree } = state;
  if (searching?.kind !== "move" || data.id !== searching.id) return;
  const wait = movedAt + PAUSE - performance.now();
  if (wait > 1) {
    searching.isHeard = true;
    setTimeout(() => hearMove(data), wait);
    return;
  }
  const found = finish(data, "move");
  if (!found) return;
  if (game.left && found.left) {
    game.left[side()] = Math.max(0, found.left - (data.ms ?? 0));
  }
  // What a weak level sees is nobody's curve.
  if (data.score && game.players[side()].kind === "time") tree.node().score = data.score;
  const move = state.position.legal.find(({ mv }) => mv === data.move?.mv);
  if (move) playMove(move, true);
  else refresh();
  showStatus();
  showPlayers();
}

on("board-move", tryMove);
on("board-refused", explainStuck);
on("move", hearMove);
on("resume", resume);
on("show", noteResult);
on("position", ({ isPlayed, isHalted }) => {
  if (isPlayed) afterMove();
  else if (isHalted && isEngine(side())) stopClock();
  else resume();
});
