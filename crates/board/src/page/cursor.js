// The cursor of the board, which the arrow keys move.

const FILES = "abcdefghi";
/** Files and ranks that a key moves by, as Red sees the board. */
const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The square to which `key` moves from `square`, at the edge the same; `null` where the key is none of the arrows. */
export function beside(square, key, isFlipped) {
  if (!Object.hasOwn(STEPS, key)) return null;
  const [files, ranks] = STEPS[key];
  const sign = isFlipped ? -1 : 1;
  const file = Math.min(8, Math.max(0, FILES.indexOf(square[0]) + sign * files));
  const rank = Math.min(9, Math.max(0, Number(square[1]) + sign * ranks));
  return FILES[file] + rank;
}
