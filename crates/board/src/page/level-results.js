// Counts the player's results against the levels, once a game: for the level that suits him.

import { on } from "./actions.js";
import { addResult } from "./levels.js";
import { endOfGame, isEngine, isMixed, isOver, saveGame, state } from "./state.js";
import { START } from "./tree.js";

on("show", () => {
  const { game, tree } = state;
  if (!isOver() || !endOfGame() || game.isCounted || game.isOpened || !isMixed() || tree.start !== START) return;
  const engine = isEngine("red") ? "red" : "black";
  // With hints or moves taken back a game tells nothing of the player.
  if (game.isHelped || game.players[engine].kind !== "level") return;
  const { winner } = endOfGame();
  addResult(game.players[engine].level, winner === engine ? 0 : winner ? 1 : 0.5);
  game.isCounted = true;
  saveGame();
});
