// Why a mistake was one, as a lesson tells it, and what a move was that is none. Knows nothing of drawing.

import { chance } from "./panels.js";
import { addWords, pick, say } from "./words.js";

addWords({
  reason: ["实战{0}，{1}。", "Played {0}: {1}."],
  cost: ["{2}得分率由 {0}\u00a0% 降到 {1}\u00a0%", "{2}'s expected score falls from {0}\u00a0% to {1}\u00a0%"],
  replyIs: ["，{1}可走{0}", "; the best answer for {1} is {0}"],
});

/** The opponent's best answer to a marked move, behind what is said of it; `isRed`: Red has made the move. */
export const answerTo = ({ reply }, isRed, text) =>
  (reply ? say("replyIs", text(reply), say(isRed ? "black" : "red")) : "");

/**
 * What was wrong with the move of a node: the sentence that is proven, or else what it has cost the side that moved,
 * from the score `before` it on. `text` writes a move.
 * @param {import("./tree.js").TreeNode} node
 */
export function reason({ move, judged, score }, before, isRed, text) {
  const [from, to] = [before, score].map((score) => Math.round(100 * (isRed ? chance(score) : 1 - chance(score))));
  const why = judged.sentence ? pick(judged.sentence) : say("cost", from, to, say(isRed ? "red" : "black")) + answerTo(judged, isRed, text);
  return say("reason", text(move), why);
}

/** A game is decided where a side has so much of the point. */
const DECIDED = 0.95;

/**
 * The word for a move that lost next to nothing, from the score `before` it on: the engine's choice, one as good, or one
 * that no longer matters. None where the loser's move has hastened a mate.
 * @param {import("./tree.js").TreeNode} node
 */
export function quietWord({ judged, score }, before, isRed) {
  if (judged.best || score?.won !== undefined) return "bestMove";
  const red = chance(before);
  if (red === null) return "";
  if (Math.max(red, 1 - red) < DECIDED) return "nearBest";
  const isLosing = (red > 0.5) !== isRed;
  const isHastened = isLosing && before.mate && score?.mate && Math.abs(score.mate) < Math.abs(before.mate) - 1;
  return isHastened ? "" : "decided";
}
