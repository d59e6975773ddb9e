// What the review says of the move on the board, and its arrows: the move played and the better one.

import { on } from "./actions.js";
import { BETTER, PLAYED } from "./board.js";
import { change } from "./changes.js";
import { button, element } from "./dom.js";
import { lostPercent } from "./judged.js";
import { lineText, scoreText, signOf, written } from "./panels.js";
import { board, refresh } from "./position.js";
import { answerTo, quietWord } from "./reasons.js";
import { notation, state } from "./state.js";
import { addWords, pick, say } from "./words.js";

addWords({
  bookMove: ["开局库着法", "A known opening move"],
  bestMove: ["没有更好的着法", "No better move was found"],
  nearBest: ["与最好的着法相差很小", "Close to the best move"],
  decided: ["胜负已定，这一着不影响结果", "The game is decided; this move does not change that"],
  lostShare: ["得分率比最好的着法低 {0} 个百分点", "Expected score {0} percentage points below that of the best move"],
  played: ["实战", "Played"],
  insteadOf: ["更好：", "Better: "],
  onlyMove: ["唯一的好着", "The only good move"],
  markInaccuracy: ["缓着：{0} → {1}", "Inaccuracy, from {0} to {1}"],
  markMistake: ["失误：{0} → {1}", "Mistake, from {0} to {1}"],
  markBlunder: ["严重失误：{0} → {1}", "Blunder, from {0} to {1}"],
});

/** What a mark says, with the scores before and after the move. */
const MARKS = { "?!": "markInaccuracy", "?": "markMistake", "??": "markBlunder" };
/** Plies of a better line that become a variation. */
const LONGEST_VARIATION = 8;

/** Whether the arrows on the board are those of the review. */
let hasArrows = false;

/** What is said of the move on the board. */
export function moment() {
  const node = state.tree.node();
  const parts = node.move ? [headOf(node), ...textOf(node)] : [];
  const made = element("div", { className: "moment" }, ...parts);
  made.setAttribute("role", "status");
  return made;
}

/** The arrow on the board that a line of text belongs to. */
function arrowOf(name) {
  const arrow = element("i", { className: name, textContent: "→ " });
  arrow.setAttribute("aria-hidden", "true");
  return arrow;
}

function headOf(node) {
  const ply = state.tree.ply();
  const head = element("b");
  if (arrowsAt(node).length) head.append(arrowOf("played"), element("small", { textContent: `${say("played")} ` }));
  head.append(`${state.tree.round(ply)}. ${state.tree.isRed(ply) ? "" : "… "}${written(node.move, notation())}`);
  const sign = element("i", { textContent: signOf(node) });
  sign.dataset.sign = sign.textContent;
  head.append(sign, element("small", { textContent: scoreText(node.score) }));
  return head;
}

/** @param {import("./tree.js").TreeNode} node */
function textOf(node) {
  const { judged, parent, score } = node;
  if (!judged) return [];
  const { sentence, mark, only, book, better, lost } = judged;
  const faint = (text) => element("p", { className: "faint", textContent: text });
  const parts = [];
  if (sentence) parts.push(element("p", { textContent: pick(sentence) }));
  else if (mark) {
    const scores = [state.tree.node(parent).score, score].map(scoreText);
    const reply = answerTo(judged, state.tree.isRed(state.tree.ply()), (move) => written(move, notation()));
    parts.push(element("p", { textContent: say(MARKS[mark], ...scores) + reply }));
  } else if (only) parts.push(element("p", { textContent: say("onlyMove") }));
  else if (book) parts.push(faint(say("bookMove")));
  else if (better) parts.push(faint(say("lostShare", lostPercent(lost))));
  else {
    const word = quietWord(node, state.tree.node(node.parent).score, state.tree.isRed(state.tree.ply()));
    if (word) parts.push(faint(say(word)));
  }
  if (better) parts.push(betterLine(better));
  return parts;
}

function betterLine({ score, line }) {
  const text = lineText(line.slice(0, LONGEST_VARIATION), notation(), state.tree, state.tree.ply());
  const open = button("better", "", () => addVariation(line), { className: "better" });
  const label = element("b", {}, arrowOf("better-arrow"), `${say("insteadOf")}${scoreText(score)}`);
  open.append(label, ` ${text}`);
  return open;
}

/** The better line becomes a variation, and its first move is shown. */
function addVariation(line) {
  const { tree } = state;
  const before = tree.node().parent;
  change(() => {
    tree.current = before;
    for (const move of line.slice(0, LONGEST_VARIATION)) tree.play(move);
    tree.current = tree.node(before).children.find((id) => tree.node(id).move.mv === line[0].mv);
  });
  refresh({ isHalted: true });
}

/** After a move for which there was a better one: both. @param {import("./tree.js").TreeNode} node */
function arrowsAt({ move, judged }) {
  const better = judged?.better?.line[0];
  if (!state.tastes.arrows || !state.game.review || !move || !better) return [];
  return [{ mv: better.mv, rank: BETTER }, { mv: move.mv, rank: PLAYED }];
}

on("show", () => {
  if (state.analysis.on || state.guest) return;
  const arrows = arrowsAt(state.tree.node());
  if (arrows.length || hasArrows) board.arrows(arrows);
  hasArrows = arrows.length > 0;
});
