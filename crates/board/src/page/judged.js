// What a review says of the moves of a game, kept with them. Knows nothing of drawing.

/** Learning from more of them at a time is a burden. */
const MOST_MISTAKES = 8;
const MISTAKES = ["?", "??"];

/** Ids of the main line, the root first. */
export function mainLine(tree) {
  const ids = [0];
  for (let id = 0; tree.nodes[id].children.length; ids.push(id)) [id] = tree.nodes[id].children;
  return ids;
}

/** The moves of the main line as one text, which tells one line from another. */
const mainMoves = (tree) => mainLine(tree).slice(1).map((id) => tree.node(id).move.mv).join(" ");

/**
 * Puts what `review` says to the moves of `tree`, as far as they are the same: `judged` to each, and its score. Returns
 * what is said of the game as a whole.
 */
export function attach(tree, review) {
  tree.node(0).score = review.score;
  let id = 0;
  for (const { mv, score, ...judged } of review.moves) {
    id = tree.node(id).children.find((child) => tree.node(child).move.mv === mv);
    if (id === undefined) break;
    // Beside a move of the opening book another one is no correction.
    if (judged.book) delete judged.better;
    Object.assign(tree.node(id), { score, judged });
  }
  const { sides, keyMoments } = review;
  return { sides, keyMoments, moves: review.moves.map(({ mv }) => mv).join(" ") };
}

/** Whether the review `known` of a game still tells of its main line. */
export const isOfIt = (tree, known) => mainMoves(tree) === known?.moves;

/**
 * The moves to learn from that one of `colors` has made on the main line, in the order of the game: ids of mistakes and
 * blunders for which a better move is known. Where there are many, those that have lost most.
 */
export function mistakes(tree, colors) {
  const line = mainLine(tree).slice(1);
  const found = line.filter((id, at) => {
    const { judged } = tree.node(id);
    const color = tree.isRed(at + 1) ? "red" : "black";
    return colors.includes(color) && MISTAKES.includes(judged?.mark) && judged.better?.line.length;
  });
  const lost = (id) => tree.node(id).judged.lost;
  const chosen = [...found].sort((a, b) => lost(b) - lost(a)).slice(0, MOST_MISTAKES);
  return line.filter((id) => chosen.includes(id));
}

/** The share of the point that a move has lost, in whole percents, rounded down as the marks are. */
export const lostPercent = (lost) => Math.floor(100 * lost + 1e-6);

/** Counts as whole percents of their sum, which make 100 together: the largest remainders are rounded up. */
export function percents(counts) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const exact = counts.map((count) => (100 * count) / total);
  const whole = exact.map(Math.floor);
  const missing = 100 - whole.reduce((sum, share) => sum + share, 0);
  const byRemainder = [...counts.keys()].sort((a, b) => exact[b] - whole[b] - (exact[a] - whole[a]));
  for (const at of byRemainder.slice(0, missing)) whole[at] += 1;
  return whole;
}
