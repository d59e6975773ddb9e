// The panels beside the board: moves, lines of analysis, curve. They draw what they are given.

import { element } from "./dom.js";
import { drawn } from "./drawing.js";
import { isEnglish, say } from "./words.js";

const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];

/**
 * The sign after a move: of its file, or else of its review.
 * @type {(node: {glyph?: number | number[], judged?: any}) => string}
 */
export const signOf = ({ glyph, judged }) =>
  [glyph].flat().map((mark) => GLYPHS[mark]).find(Boolean) || judged?.mark || (judged?.only ? "!" : "");

/** The text of a move in the notation that the player chose. */
export const written = (move, notation) =>
  (notation === "iccs" ? `${move.mv.slice(0, 2)}-${move.mv.slice(2)}`.toUpperCase() : move[notation] ?? move.mv);

/** Writes the moves of `tree` into `parent`; `go(id)` is called for a click. Iterative: games may nest deeply. */
export function drawMoves(parent, tree, notation, go) {
  const focused = parent.querySelector(":focus")?.dataset.id;
  parent.replaceChildren();
  if (tree.nodes[0].children.length === 0) {
    parent.append(element("p", { className: "faint", textContent: say("noMoves") }));
    return;
  }
  const button = (id, ply, withNumber) => {
    const node = tree.nodes[id];
    const isRed = tree.isRed(ply);
    const sign = signOf(node);
    const made = element("button", { type: "button", textContent: written(node.move, notation) + sign });
    made.dataset.id = id;
    if (sign) made.dataset.sign = sign;
    if (id === tree.current) {
      made.className = "current";
      made.setAttribute("aria-current", "true");
    }
    made.addEventListener("click", () => go(id));
    // Inside the button, so that no line ends between a number and its move.
    if (isRed || withNumber) made.dataset.number = `${tree.round(ply)}.${isRed ? "" : " …"}`;
    return made;
  };
  // Work that is left: a line to write from a node on, into an element.
  const [root] = tree.nodes;
  const main = element("div", { className: "line main" });
  const work = [{ id: root.children[0], ply: 1, into: main, siblings: root.children.slice(1) }];
  parent.append(main);
  if (root.comment) parent.prepend(element("p", { className: "comment-text", textContent: root.comment }));
  while (work.length) {
    let { id, ply, into, siblings } = work.pop();
    let withNumber = true;
    while (id !== undefined) {
      const node = tree.nodes[id];
      into.append(button(id, ply, withNumber));
      withNumber = false;
      if (node.comment) {
        into.append(element("span", { className: "comment-text", textContent: node.comment }));
        withNumber = true;
      }
      for (const other of siblings) {
        const variation = element("div", { className: "line" });
        into.append(variation);
        work.push({ id: other, ply, into: variation, siblings: [] });
        withNumber = true;
      }
      siblings = node.children.slice(1);
      id = node.children[0];
      ply += 1;
    }
  }
  parent.querySelector(`[data-id="${focused}"]`)?.focus({ preventScroll: true });
  bringCurrent(parent);
}

/**
 * Brings the current move of the list into sight. The list and its panel scroll, never the page: on a phone the board
 * would be gone.
 */
export function bringCurrent(parent) {
  const current = parent.querySelector(".current");
  if (!current) return;
  for (const scroller of [parent, parent.closest("[role=tabpanel]")]) {
    if (!scroller) continue;
    const [box, place] = [scroller.getBoundingClientRect(), current.getBoundingClientRect()];
    if (place.top < box.top) scroller.scrollTop += place.top - box.top;
    else if (place.bottom > box.bottom) scroller.scrollTop += place.bottom - box.bottom;
  }
}

/** A score for people, which names the side that is ahead or wins. `score` is {cp}, {mate}, {won} or {rule}, Red's view. */
export function scoreText(score) {
  if (!score) return "";
  const { mate, won, rule, cp } = score;
  if (won !== undefined) return say(score.check ? "mated" : "stalemated");
  if (mate !== undefined) return say(mate > 0 ? "redMates" : "blackMates", Math.ceil(Math.abs(mate) / 2));
  if (rule !== undefined) return say(rule > 0 ? "redByRules" : "blackByRules");
  return say(cp > 0 ? "redIsAhead" : cp < 0 ? "blackIsAhead" : "even", (Math.abs(cp) / 100).toFixed(2));
}

/** Red's share of the point, 0 to 1; `null` where nobody knows. Centipawns come with it. */
export const chance = (score) => {
  if (!score) return null;
  const sign = score.mate ?? score.won ?? score.rule;
  if (sign !== undefined) return sign > 0 ? 1 : 0;
  return score.chance ?? null;
};

/** A large number in the units of the language. */
function short(n) {
  /** @type {[number, string, number][]} */
  const units = isEnglish() ? [[1e6, "M", 1], [1e3, "k", 0]] : [[1e8, "亿", 1], [1e4, "万", 0]];
  const [size, unit, digits] = units.find(([least]) => n >= least) ?? /** @type {const} */ ([1, "", 0]);
  return `${(n / size).toFixed(digits)} ${unit}`.trim();
}

/** A line from `ply` of the game on, with numbers in notations that do not show the side. */
export const lineText = (moves, notation, tree, ply) => moves.map((move, at) => {
  const isRed = tree.isRed(ply + at);
  const number = notation === "zh" || (at && !isRed) ? "" : `${tree.round(ply + at)}. ${isRed ? "" : "… "}`;
  return number + written(move, notation);
}).join(" ");

export function drawLines(parent, depth, info, textOf, play) {
  // A line that is being pressed stays.
  if (parent.matches(":active")) return;
  depth.textContent = info ? say("depthLine", info.depth, short(info.nodes), short(info.nps)) : "\u00a0";
  // The focus stays in its line, and while there are no lines in their list.
  const isFocused = parent.contains(document.activeElement);
  const at = Math.max(0, [...parent.children].indexOf(document.activeElement?.parentElement));
  parent.replaceChildren();
  for (const line of info?.lines ?? []) {
    const moves = element("span", { className: "pv" });
    moves.textContent = textOf(line.pv);
    const made = element("button", {}, element("b", { textContent: scoreText(line.score) }), moves);
    made.addEventListener("click", () => line.pv[0] && play(line.pv[0]));
    parent.append(element("li", {}, made));
  }
  if (isFocused) (parent.children[at]?.firstChild ?? parent).focus({ preventScroll: true });
}

/** Red's chances over the line of the game: `points` {ply, chance, sign}, of which the one `now` is on the board. */
export function drawCurve(parent, points, now, go) {
  parent.replaceChildren();
  const known = points.filter((point) => point.chance !== null);
  if (known.length < 2) return;
  const about = { role: "img", "aria-label": say("curveCaption") };
  const svg = drawn("svg", { viewBox: "0 0 600 140", preserveAspectRatio: "none", ...about }, parent);
  const x = (ply) => 10 + (580 * ply) / Math.max(1, points.length - 1);
  const y = (value) => 130 - 120 * value;
  const add = (name, d, more = {}) => drawn("path", { class: name, d, ...more }, svg);
  drawn("rect", { class: "paper", x: 10, y: 10, width: 580, height: 120 }, svg);
  const at = ({ ply, chance }) => `${x(ply).toFixed(1)} ${y(chance).toFixed(1)}`;
  const d = `M${known.map(at).join("L")}`;
  add("area", `${d}L${x(known.at(-1).ply).toFixed(1)} 130L${x(known[0].ply).toFixed(1)} 130Z`);
  add("middle", "M10 70H590");
  add("curve", d);
  for (const point of known) if (point.sign) add("sign", `M${at(point)}h0`, { "data-sign": point.sign });
  add("now", `M${x(now).toFixed(1)} 10V130`);
  svg.addEventListener("click", (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    go(Math.max(0, Math.min(points.length - 1, Math.round(((point.x - 10) / 580) * (points.length - 1)))));
  });
}
