// A piece that has moved glides to its place.

/** Milliseconds. */
const TIME = 160;

/** Lets the piece on `square`, one of `pieces`, come from the place `from` to the place `to`. */
export function glide(pieces, square, from, to) {
  const piece = pieces.querySelector(`[data-square="${square}"]`);
  if (!piece || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  // Over all others.
  pieces.append(piece);
  const frames = [from, to].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
  piece.animate(frames, { duration: TIME, easing: "ease-out" });
}
