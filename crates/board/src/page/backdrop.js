// What stands around the pieces and never moves: wood, lines, river, and the numbers of the files.

import { drawn, placeOf } from "./drawing.js";

const FILES = "abcdefghi";
/** Where the numbers of the lower and the upper side stand. */
const [BELOW, ABOVE] = [982, -64];

/** Lines, palaces, river, marks of cannons and pawns. */
export function background(svg) {
  drawn("rect", { class: "wood", x: -62, y: -100, width: 924, height: 1100 }, svg);
  drawn("use", { href: "#gd-grid" }, svg);
  drawn("use", { href: "#gd-river", class: "river" }, svg);
}

/** Numbers the files as the notation `names` counts them: each side from its right, or letters and ranks for `iccs`. */
export function drawNames(layer, names, isFlipped) {
  layer.replaceChildren();
  if (!names) return;
  const write = (place, text) => (drawn("text", place, layer).textContent = text);
  for (let file = 0; file < 9; file++) {
    const [x] = placeOf(FILES[file] + "0", isFlipped);
    const counted = { zh: ["九八七六五四三二一"[file], file + 1], wxf: [9 - file, file + 1] };
    const [red, black] = counted[names] ?? Array(2).fill(FILES[file]);
    write({ x, y: isFlipped ? ABOVE : BELOW }, red);
    write({ x, y: isFlipped ? BELOW : ABOVE }, black);
  }
  if (names !== "iccs") return;
  for (let rank = 0; rank < 10; rank++) write({ x: -50, y: placeOf("a" + rank, isFlipped)[1] + 9 }, rank);
}
