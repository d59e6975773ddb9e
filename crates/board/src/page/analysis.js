// Analysis: the engine's lines about the position on the board, their arrows, the bar and the curve.

import { addActions, addKeys, on } from "./actions.js";
import { complain } from "./dialogs.js";
import { $ } from "./dom.js";
import { go, nextNumber, stop } from "./link.js";
import { chance, drawCurve, drawLines, lineText } from "./panels.js";
import { playMove } from "./play.js";
import { board, show } from "./position.js";
import { cancel } from "./search.js";
import { isOver, line, notation, noteHelp, state } from "./state.js";
import { openTab } from "./tabs.js";
import { START } from "./tree.js";
import { goTo } from "./walk.js";
import { say } from "./words.js";

/** Asks for lines about the position on the board, if analysis is on. */
export async function analyse() {
  const { analysis, position } = state;
  if (!analysis.on || !position || state.guest) return;
  noteHelp();
  analysis.info = null;
  if (position.outcome) {
    showAnalysis();
    return stop("analysis").catch(complain);
  }
  analysis.id = nextNumber();
  analysis.node = state.tree.current;
  try {
    await go({ ...line(), kind: "analysis", multipv: state.tastes.multipv });
  } catch (error) {
    complain(error);
  }
}

export function toggleAnalysis(on = !state.analysis.on) {
  if (on && state.guest) return;
  state.analysis = { on, id: null, info: null, node: 0 };
  $("analyse").setAttribute("aria-pressed", String(on));
  $("analyse").dataset.t = on ? "analyseStop" : "analyseStart";
  $("analyse").textContent = say($("analyse").dataset.t);
  if (on) {
    openTab("game");
    analyse();
  } else {
    stop("analysis").catch(complain);
    board.arrows([]);
    showAnalysis();
  }
}

function showAnalysis() {
  const { analysis, tastes, tree } = state;
  drawLines($("lines"), $("depth"), analysis.info, (moves) => lineText(moves, notation(), tree, tree.ply() + 1), (move) => {
    if (state.position && !state.guest) playByHand(move);
  });
  if (analysis.on) {
    const lines = tastes.arrows && analysis.node === tree.current ? analysis.info?.lines ?? [] : [];
    board.arrows(lines.map(({ pv }, rank) => ({ mv: pv[0]?.mv, rank })).filter(({ mv }) => mv));
  }
  showCurve();
  showBar();
}

function showCurve() {
  const { tree } = state;
  const path = [0, ...tree.line()];
  const points = path.map((id, ply) => ({ ply, ...shown(tree.node(id)) }));
  const known = points.filter((point) => point.chance !== null);
  $("figure").hidden = known.length < 2;
  // The curve begins with the game: where nobody has looked at its start, the usual one counts as level.
  points[0].chance ??= tree.start === START ? 0.5 : known[0]?.chance ?? null;
  drawCurve($("curve"), points, tree.ply(), (ply) => goTo(path[ply]));
}

/** What the curve shows of a node. @param {import("./tree.js").TreeNode} node */
const shown = ({ score, judged }) => ({ chance: chance(score), sign: judged?.mark });

/** The bar beside the board: the chances by the analysis or by the review. */
function showBar() {
  const { analysis, tree, game } = state;
  const now = analysis.on || game.review ? chance(analysis.info?.lines[0]?.score ?? tree.node().score) : null;
  $("bar-of-score").hidden = now === null;
  $("bar-of-score").classList.toggle("flipped", game.isFlipped);
  if (now !== null) $("bar-of-score").firstElementChild.style.height = `${(now * 100).toFixed(1)}%`;
}

/** A line of the analysis was clicked: its first move is played, whoever plays that side. */
function playByHand(move) {
  const found = state.position.legal.find(({ mv }) => mv === move.mv);
  if (found && !isOver()) {
    cancel();
    playMove(found);
  }
}

on("show", showAnalysis);
on("position", analyse);
// A new game begins without help.
on("begin", () => state.analysis.on && toggleAnalysis(false));
on("info", (data) => {
  const { analysis, tree } = state;
  if (data.id !== analysis.id || !analysis.on || analysis.node !== tree.current) return;
  analysis.info = data;
  const node = tree.node();
  // A review's scores stay.
  const near = [node, ...node.children.map((id) => tree.node(id))];
  if (data.lines[0] && !near.some((at) => at.judged)) node.score = data.lines[0].score;
  showAnalysis();
});
on("waiting", (data) => {
  if (data.id !== state.analysis.id) return;
  showAnalysis();
  $("depth").textContent = say("waiting");
});

/** By hand: a review's arrows return. */
function toggle() {
  toggleAnalysis();
  show();
}

$("analyse").addEventListener("click", toggle);
addActions({ analyse: toggle });
addKeys({ a: "analyse" });
