// The editor: sets up a position on the board.

import { addActions, on } from "./actions.js";
import { toggleAnalysis } from "./analysis.js";
import { stopClock } from "./clock.js";
import { $, element } from "./dom.js";
import { begin } from "./games.js";
import { Refused, answer } from "./link.js";
import { pieceName, piecePicture } from "./pieces.js";
import { showStatus } from "./players.js";
import { board, refresh } from "./position.js";
import { cancel } from "./search.js";
import { human, state } from "./state.js";
import { openTab } from "./tabs.js";
import { START, readFen, writeFen } from "./tree.js";
import { isEnglish, pick, say } from "./words.js";

const STOCK = "KABNRCPkabnrcp";
const EMPTY = "4k4/9/9/9/9/9/9/9/9/4K4 w";
/** The pieces fill their pictures. */
const PALETTE = 96;

function open() {
  cancel();
  stopClock();
  if (state.analysis.on) toggleAnalysis(false);
  state.editing = { ...readFen(state.position?.fen ?? START), brush: "R" };
  board.isFree = true;
  $("bar-of-score").hidden = true;
  draw();
}

function close() {
  if (!state.editing) return;
  state.editing = null;
  board.isFree = false;
  $("edit-error").textContent = "";
  document.body.classList.remove("editing");
}

/** Goes on from the position `fen`. */
function take(fen) {
  if (!state.editing) open();
  Object.assign(state.editing, readFen(fen));
  draw();
}

function draw(text = writeFen(state.editing)) {
  const { editing } = state;
  document.body.classList.add("editing");
  board.show({ pieces: editing.pieces });
  board.arrows([]);
  $("edit-side").value = editing.side;
  if ($("fen") !== document.activeElement) $("fen").value = text;
  drawPalette();
  showStatus();
  check(text);
}

function drawPalette() {
  const english = isEnglish();
  $("palette").replaceChildren(...[...STOCK, ""].map((letter) => {
    const name = letter ? pieceName(letter, english) : say("erase");
    const button = element("button", { type: "button", title: name });
    button.setAttribute("role", "radio");
    button.setAttribute("aria-label", name);
    button.setAttribute("aria-checked", String(state.editing?.brush === letter));
    if (letter) button.append(piecePicture(letter, state.tastes.pieces, PALETTE));
    else button.textContent = "✕";
    button.addEventListener("click", () => {
      if (!state.editing) open();
      state.editing.brush = letter;
      drawPalette();
    });
    return button;
  }));
}

on("board-point", (square) => {
  const { pieces, brush } = state.editing;
  if (!brush || pieces.get(square) === brush) pieces.delete(square);
  else {
    // There is one king of a colour: it moves.
    if (brush.toUpperCase() === "K") for (const [at, letter] of pieces) if (letter === brush) pieces.delete(at);
    pieces.set(square, brush);
  }
  draw();
});

on("board-drag", (from, to) => {
  const { pieces } = state.editing;
  const letter = pieces.get(from);
  pieces.delete(from);
  if (to && letter) pieces.set(to, letter);
  draw();
});

let checking = 0;

/** Says what is wrong with a position. */
async function check(fen) {
  const mine = ++checking;
  let refusal = "";
  try {
    refusal = pick((await answer("check", { start: fen, moves: [], rules: state.tastes.rules })).refusal);
  } catch (error) {
    refusal = error instanceof Refused ? pick(error.reason) : String(error);
  }
  if (mine !== checking || !state.editing) return;
  state.editing.refusal = refusal;
  $("edit-error").textContent = refusal;
}

async function use() {
  if (!state.editing) return;
  const fen = writeFen(state.editing);
  await check(fen);
  if (state.editing?.refusal) return;
  await begin(fen, { red: human, black: human });
  openTab("game");
}

on("leave", close);
on("tab", (name) => name === "edit" && drawPalette());
on("tastes", () => state.position && state.editing && draw());

$("edit-side").addEventListener("change", () => {
  if (!state.editing) open();
  state.editing.side = $("edit-side").value;
  draw();
});
$("fen").addEventListener("input", () => {
  if (!state.editing) open();
  Object.assign(state.editing, readFen($("fen").value));
  board.show({ pieces: state.editing.pieces });
  check($("fen").value);
});

addActions({
  "edit-open": open,
  "edit-start": () => take(START),
  "edit-clear": () => take(EMPTY),
  "edit-use": use,
  "edit-cancel": () => {
    close();
    refresh();
  },
});
