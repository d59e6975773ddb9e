// Why a mistake was one, as a lesson tells it. Knows nothing of drawing.

import { chance } from "./panels.js";
import { addWords, pick, say } from "./words.js";

addWords({
  reason: ["实战{0}，{1}。", "Played {0}: {1}."],
  cost: ["得分率由 {0}\u00a0% 降到 {1}\u00a0%", "the expected score falls from {0}\u00a0% to {1}\u00a0%"],
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
  const why = judged.sentence ? pick(judged.sentence) : say("cost", from, to) + answerTo(judged, isRed, text);
  return say("reason", text(move), why);
}
