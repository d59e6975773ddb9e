// The pieces by their letters: what they are called, and pictures of single ones.

import { drawn } from "./drawing.js";

const NAMES = {
  K: ["帅", "将", "King"], A: ["仕", "士", "Advisor"], B: ["相", "象", "Elephant"], N: ["马", "马", "Horse"],
  R: ["车", "车", "Rook"], C: ["炮", "炮", "Cannon"], P: ["兵", "卒", "Pawn"],
};

export const isRed = (letter) => letter === letter.toUpperCase();

export const pieceName = (letter, english) => {
  const [red, black, name] = NAMES[letter.toUpperCase()];
  if (english) return `${isRed(letter) ? "Red" : "Black"} ${name}`;
  return isRed(letter) ? `红${red}` : `黑${black}`;
};

/** A picture of a piece of a set, `size` wide, where the board's pieces have 96. Words beside it say what it is. */
export function piecePicture(letter, set, size, name = "") {
  const view = { viewBox: `${-size / 2} ${-size / 2} ${size} ${size}`, "aria-hidden": true };
  const svg = drawn("svg", { ...view, class: `${isRed(letter) ? "red" : "black"} ${name}` });
  drawn("use", { href: `#gd-${set[0]}${letter}` }, svg);
  return svg;
}
