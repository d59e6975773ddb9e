// What a player may ask of the opponent or of the engine beside a move: a hint, a draw, the end of the game.

import { addActions, addKeys, on } from "./actions.js";
import { change } from "./changes.js";
import { stopClock } from "./clock.js";
import { confirmed, toast } from "./dialogs.js";
import { keep } from "./games.js";
import { scoreText, written } from "./panels.js";
import { resume } from "./play.js";
import { showPlayers, showStatus } from "./players.js";
import { board, show } from "./position.js";
import { cancel, finish, search } from "./search.js";
import {
  atBranch, endOfGame, isEngine, isOnMainLine, isOver, line, notation, noteHelp, other, resultOf, saveGame, side, state,
} from "./state.js";
import { inBoth, say } from "./words.js";

/** Milliseconds that the engine thinks about a hint and about an offer of a draw. */
const HINT = 1500;
const OFFER = 500;

function hint() {
  if (state.guest) return state.guest.hint?.();
  if (!state.position || isOver()) return;
  if (state.searching) return toast(say("thinking"));
  noteHelp();
  search("hint", { ...line(), movetime: HINT });
}

/** Whether the last position of a running game is on the board, so that its players may end it. */
const isRunning = () =>
  Boolean(state.position) && !state.game.isOpened && !isOver() && !endOfGame() && !atBranch() && isOnMainLine();

async function offerDraw() {
  const { game } = state;
  if (!isRunning() || state.guest) return;
  const opponent = isEngine(side()) ? side() : other(side());
  const { kind, level } = game.players[opponent];
  if (kind === "human") {
    const { id } = game;
    const isAgreed = await confirmed(say("agreeAsk"), say("agree"));
    if (isAgreed && id === state.game.id && isRunning()) end(null, ["drawAgreed"]);
    return;
  }
  if (state.searching) return toast(say("thinking"));
  search("offer", { ...line(), color: opponent, movetime: OFFER, ...(kind === "level" ? { level } : {}) });
}

async function resign() {
  if (!isRunning() || state.guest) return;
  const { id } = state.game;
  if (!await confirmed(say("resignAsk"), say("resign")) || id !== state.game.id || !isRunning()) return;
  const loser = isEngine(side()) && !isEngine(other(side())) ? other(side()) : side();
  end(other(loser), ["resigned", loser, other(loser)]);
}

/** Ends the game other than by the rules; `words` is a key and colours. */
function end(winner, [key, ...colors]) {
  cancel();
  stopClock();
  change(() => {
    state.game.ending = { ...inBoth(() => say(key, ...colors.map((color) => say(color)))), winner };
    state.tree.tags.Result = resultOf(winner);
  });
  show();
  saveGame();
  keep();
}

on("flag", (color) => isRunning() && end(other(color), ["timeOut", color, other(color)]));

on("move", (data) => {
  if (!finish(data, "hint")) return;
  if (data.move) {
    board.arrows([{ mv: data.move.mv, rank: 0 }]);
    toast(say("hintIs", [written(data.move, notation()), scoreText(data.score)].filter(Boolean).join(" · ")));
  }
  showStatus();
  showPlayers();
});

on("offer", (data) => {
  if (!finish(data, "offer")) return;
  if (data.accepts && isRunning()) end(null, ["drawAgreed"]);
  else toast(say("drawDeclined"));
  resume();
  showStatus();
  showPlayers();
});

on("show", () => {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("[data-do=draw], [data-do=resign]");
  for (const button of buttons) button.disabled = !isRunning() || (button.dataset.do === "draw" && !state.tree.current);
});

addActions({ hint, draw: offerDraw, resign });
addKeys({ h: "hint" });
