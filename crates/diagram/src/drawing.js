// What happens on a board, for the pages that let it change: drawn as `diagram.rs` draws it, after every move anew.
// Points are 100 apart, a9 is at the origin. Shapes and lines are those of the page's `gd-` definitions.

const SVG = "http://www.w3.org/2000/svg";
const FILES = "abcdefghi";

/** A new SVG element in `parent`. */
function drawn(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

/** Where a square is drawn; Black is at the bottom when flipped. */
function placeOf(square, isFlipped) {
  const [file, rank] = [FILES.indexOf(square[0]), Number(square[1])];
  return isFlipped ? [100 * (8 - file), 100 * rank] : [100 * file, 100 * (9 - rank)];
}

/** The square whose point is nearest, `null` off the board. */
function squareAt(x, y, isFlipped) {
  const [file, row] = [Math.round(x / 100), Math.round(y / 100)];
  if (file < 0 || file > 8 || row < 0 || row > 9) return null;
  return isFlipped ? FILES[8 - file] + row : FILES[file] + (9 - row);
}

/** A circle where the last move began, a ring where it ended. */
function drawLastMove(parent, mv, isFlipped) {
  for (const [square, r] of [[mv.slice(0, 2), 16], [mv.slice(2), 50]]) {
    const [cx, cy] = placeOf(square, isFlipped);
    drawn("circle", { class: "gd-last", cx, cy, r }, parent);
  }
}

/** A light behind a king in check. */
function drawCheck(parent, x, y) {
  drawn("circle", { class: "gd-check", cx: x, cy: y, r: 58 }, parent);
}

/** An arrow from the rim of a piece to just before the middle of the square reached. */
function drawArrow(parent, mv, isFlipped, color) {
  const [a, b] = [placeOf(mv.slice(0, 2), isFlipped), placeOf(mv.slice(2), isFlipped)];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const at = (along, aside) => `${(a[0] + ux * along - uy * aside).toFixed(1)} ${(a[1] + uy * along + ux * aside).toFixed(1)}`;
  const neck = length - 48;
  const arrow = drawn("g", { class: `gd-arrows gd-g${color}` }, parent);
  drawn("path", { class: `gd-arrow gd-a${color}`, d: `M${at(Math.min(34, length / 4), 0)}L${at(neck, 0)}` }, arrow);
  drawn("path", { class: `gd-h${color}`, d: `M${at(neck, -25)}L${at(neck, 25)} ${at(length - 6, 0)}Z` }, arrow);
  return arrow;
}
