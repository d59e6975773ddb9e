// The editor: sets up a position on the board.

import { addActions, on } from "./actions.js";
import { reasonOf } from "./dialogs.js";
import { $, button } from "./dom.js";
import { begin } from "./games.js";
import { giveBack, lend } from "./guest.js";
import { answer } from "./link.js";
import { pieceName, piecePicture } from "./pieces.js";
import { board } from "./position.js";
import { human, state } from "./state.js";
import { START, readFen, writeFen } from "./tree.js";
import { isEnglish, pick, say } from "./words.js";

const STOCK = "KABNRCPkabnrcp";
const EMPTY = "3k5/9/9/9/9/9/9/9/9/4K4 w";
/** The pieces fill their pictures. */
const PALETTE = 96;

/** The position that is set up: {pieces, side, number, text, brush, refusal}; `text`: the FEN as typed. */
let editing = null;

function open() {
  editing = { ...readFen(state.position?.fen ?? START), brush: "R" };
  lend({ headline: () => say("settingUp"), draw, leave, point, drag, fen: () => writeFen(editing) });
}

function leave() {
  editing = null;
  board.isFree = false;
  $("edit-error").textContent = "";
  document.body.classList.remove("editing");
}

/** Goes on from the position `fen`. */
function take(fen) {
  if (!editing) open();
  Object.assign(editing, readFen(fen));
  draw();
}

function draw() {
  const text = editing.text = writeFen(editing);
  board.isFree = true;
  document.body.classList.add("editing");
  board.show({ pieces: editing.pieces });
  board.arrows([]);
  $("edit-side").value = editing.side;
  if ($("fen") !== document.activeElement) $("fen").value = text;
  drawPalette();
  check(text);
}

function drawPalette() {
  if (!editing) $("fen").value = state.position?.fen ?? "";
  const english = isEnglish();
  $("palette").replaceChildren(...[...STOCK, ""].map((letter) => {
    const label = letter ? pieceName(letter, english) : say("erase");
    const made = button("brush", letter ? "" : "✕", () => {
      if (!editing) open();
      editing.brush = letter;
      drawPalette();
      // The button that was pressed is gone.
      $("palette").querySelector("[aria-pressed=true]").focus();
    }, { label });
    made.setAttribute("aria-pressed", String(editing?.brush === letter));
    if (letter) made.append(piecePicture(letter, state.tastes.pieces, PALETTE));
    return made;
  }));
}

function point(square) {
  const { pieces, brush } = editing;
  if (!brush || pieces.get(square) === brush) pieces.delete(square);
  else {
    // There is one king of a colour: it moves.
    if (brush.toUpperCase() === "K") for (const [at, letter] of pieces) if (letter === brush) pieces.delete(at);
    pieces.set(square, brush);
  }
  draw();
}

function drag(from, to) {
  const { pieces } = editing;
  const letter = pieces.get(from);
  pieces.delete(from);
  if (to && letter) pieces.set(to, letter);
  draw();
}

let checking = 0;

async function check(fen) {
  const mine = ++checking;
  let refusal = "";
  try {
    refusal = pick((await answer("check", { start: fen, moves: [], rules: state.tastes.rules })).refusal);
  } catch (error) {
    refusal = reasonOf(error);
  }
  if (mine !== checking || !editing) return;
  editing.refusal = refusal;
  $("edit-error").textContent = refusal;
}

async function use() {
  if (!editing) return;
  await check(editing.text);
  if (editing?.refusal) return;
  await begin(writeFen(editing), { red: human, black: human });
}

on("tab", (name) => name === "edit" && drawPalette());

$("edit-side").addEventListener("change", () => {
  if (!editing) open();
  editing.side = $("edit-side").value;
  draw();
});
$("fen").addEventListener("input", () => {
  if (!editing) open();
  const text = $("fen").value;
  Object.assign(editing, readFen(text), { text });
  $("edit-side").value = editing.side;
  board.show({ pieces: editing.pieces });
  check(text);
});

addActions({
  "edit-start": () => take(START),
  "edit-clear": () => take(EMPTY),
  "edit-use": use,
  "edit-cancel": () => editing && giveBack(),
});
