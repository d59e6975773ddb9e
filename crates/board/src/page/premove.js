// Where a piece could go once the opponent has moved, by geometry alone: for a move that is made in advance. Legs,
// eyes, screens and pieces on the way are ignored, as they may change; palace, river and the pawn's direction are not.

const FILES = "abcdefghi";
const STEPS = { orthogonal: [[0, 1], [0, -1], [1, 0], [-1, 0]], diagonal: [[1, 1], [1, -1], [-1, 1], [-1, -1]] };
const JUMPS = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];

/** @type {(file: number, home: number) => boolean} */
const inPalace = (file, home) => file >= 3 && file <= 5 && home <= 2;

/** Squares that the piece `letter` on `square` might reach with its next move. */
export function premoveTargets(letter, square) {
  const isRed = letter === letter.toUpperCase();
  const [file, rank] = [FILES.indexOf(square[0]), Number(square[1])];
  /** The rank counted from the piece's own back rank. */
  const home = (to) => (isRed ? to : 9 - to);
  const found = [];
  const anywhere = (_to, _toHome) => true;
  const addAll = (steps, length, allows = anywhere) => {
    for (const [x, y] of steps) {
      const [to, toRank] = [file + length * x, rank + length * y];
      if (to < 0 || to > 8 || toRank < 0 || toRank > 9 || !allows(to, home(toRank))) continue;
      found.push(FILES[to] + toRank);
    }
  };
  switch (letter.toUpperCase()) {
    case "K": addAll(STEPS.orthogonal, 1, inPalace); break;
    case "A": addAll(STEPS.diagonal, 1, inPalace); break;
    case "B": addAll(STEPS.diagonal, 2, (_, toHome) => toHome <= 4); break;
    case "N": addAll(JUMPS, 1); break;
    case "P":
      addAll(STEPS.orthogonal, 1, (to, toHome) => toHome > home(rank) || (toHome === home(rank) && home(rank) >= 5));
      break;
    default:
      for (let length = 1; length <= 9; length++) addAll(STEPS.orthogonal, length);
  }
  return found;
}

/** The targets of every piece of the side `isRed`, as the board wants them: a map from square to squares. */
export function premoves(pieces, isRed) {
  const found = new Map();
  for (const [square, letter] of pieces) {
    if ((letter === letter.toUpperCase()) === isRed) found.set(square, premoveTargets(letter, square));
  }
  return found;
}
