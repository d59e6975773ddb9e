// Says what is chosen on the board to those who play by the keyboard or hear the page.

import { on } from "./actions.js";
import { $ } from "./dom.js";
import { pieceName } from "./pieces.js";
import { board } from "./position.js";
import { isEnglish, say } from "./words.js";

on("board-chosen", (square) => {
  if (!square || !board.svg.matches(":focus-visible")) return;
  const name = say("chosen", `${square} ${pieceName(board.pieces.get(square), isEnglish())}`);
  const targets = (board.targets.get(square) ?? []).map((target) => say("target", target));
  $("status").textContent = [name, ...targets].join(isEnglish() ? ", " : "，");
});
