// The pieces that each side has lost, in a row beside its opponent's name.

import { element } from "./dom.js";
import { isRed, pieceName, piecePicture } from "./pieces.js";
import { state } from "./state.js";
import { readFen } from "./tree.js";
import { isEnglish, say } from "./words.js";

/** The order of the row: dearest first. */
const ORDER = "RCNBAP";
const WORTH = { R: 9, C: 4.5, N: 4, B: 2, A: 2, P: 1 };

/** Letters of the pieces that stood in `before` and stand no more in `now`, by the colour that lost them. */
function lostPieces(before, now) {
  const counts = new Map();
  const count = (pieces, step) => {
    for (const letter of pieces.values()) counts.set(letter, (counts.get(letter) ?? 0) + step);
  };
  count(before, 1);
  count(now, -1);
  const lost = (isRed) => [...ORDER].flatMap((kind) => {
    const letter = isRed ? kind : kind.toLowerCase();
    return Array(Math.max(0, counts.get(letter) ?? 0)).fill(letter);
  });
  return { red: lost(true), black: lost(false) };
}

/** By how many points Red's pieces are worth more than Black's. */
function lead(pieces) {
  let sum = 0;
  for (const letter of pieces.values()) {
    const worth = WORTH[letter.toUpperCase()] ?? 0;
    sum += isRed(letter) ? worth : -worth;
  }
  return sum;
}

/** The rows as they were drawn last, by colour: clocks draw the players ten times a second. */
const drawn = new Map();

/** What the side `color` has captured up to the position on the board, and by how many points it is ahead. */
export function capturedRow(color) {
  const { start } = state.tree;
  const fen = state.position?.fen ?? start;
  const key = [start, fen, state.tastes.pieces, isEnglish()].join();
  if (drawn.get(color)?.key !== key) {
    drawn.set(color, { key, row: draw(color, readFen(start).pieces, readFen(fen).pieces) });
  }
  return drawn.get(color).row;
}

function draw(color, before, now) {
  const letters = lostPieces(before, now)[color === "red" ? "black" : "red"];
  const ahead = (color === "red" ? 1 : -1) * lead(now);
  const row = element("span", { className: "captured" });
  row.setAttribute("role", "img");
  const names = letters.map((letter) => pieceName(letter, isEnglish())).join(isEnglish() ? ", " : "、");
  row.setAttribute("aria-label", names ? say("noteOn", say("taken"), names) : say("takenNone"));
  for (const letter of letters) row.append(piecePicture(letter, state.tastes.pieces, 96));
  if (letters.length && ahead > 0) row.append(element("b", { textContent: say("ahead", ahead), title: say("aheadHint") }));
  return row;
}
