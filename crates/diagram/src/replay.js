// Positions and what moves make of them, for the scripts of pages. Knows no rules: every move is carried out.

const PIECES = "KABNRCPkabnrcp";
/** Letters of other programs for knights and bishops. */
const OTHER_LETTERS = { H: "N", h: "n", E: "B", e: "b" };

/** A FEN: `pieces` as a map from square (`a0`) to letter, the `side` to move (`w`, `b`), the `number` of its move. */
function readFen(fen) {
  const pieces = new Map();
  const [rows = "", side = "w", , , , number] = fen.trim().split(/\s+/);
  rows.split("/").forEach((row, from) => {
    let file = 0;
    for (const letter of row) {
      const piece = OTHER_LETTERS[letter] ?? letter;
      if (/\d/.test(piece)) file += Number(piece);
      else if (file < 9 && from < 10 && PIECES.includes(piece)) pieces.set("abcdefghi"[file++] + (9 - from), piece);
    }
  });
  return { pieces, side: /b/i.test(side) ? "b" : "w", number: Number(number) || 1 };
}

/** The FEN of a map of pieces; `number` is that of the next move. */
function writeFen({ pieces, side, number }) {
  const rows = [];
  for (let rank = 9; rank >= 0; rank--) {
    let row = "";
    let gap = 0;
    for (const file of "abcdefghi") {
      const letter = pieces.get(file + rank);
      if (!letter) gap++;
      else {
        row += (gap || "") + letter;
        gap = 0;
      }
    }
    rows.push(row + (gap || ""));
  }
  return `${rows.join("/")} ${side} - - 0 ${number}`;
}

/** The pieces after the move `mv` (`h2e2`); the map given stays as it is. */
function piecesAfter(pieces, mv) {
  const next = new Map(pieces);
  const piece = next.get(mv.slice(0, 2));
  next.delete(mv.slice(0, 2));
  if (piece) next.set(mv.slice(2), piece);
  return next;
}
