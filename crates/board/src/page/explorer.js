// The opening explorer beside the moves: what masters, the engine's book and the player's own games do in a position.

import { element } from "./dom.js";
import { statistics } from "./library-search.js";
import { written } from "./panels.js";
import { shareBar } from "./statistics.js";
import { pick, say } from "./words.js";

export const SOURCES = ["masters", "book", "mine"];

/** @type {(results: number[]) => number} */
const sum = ([red, draws, black]) => red + draws + black;
const percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}\u00a0%`;

/** Rows {move, games, share, results, opening} of a source, most played first. */
export function rowsOf(source, found, { legal, games, wanted }) {
  const rows = source === "mine"
    ? statistics(games, wanted).map(({ mv, red, draws, black, open }) => {
      const [move, results] = [legal.find((known) => known.mv === mv) ?? { mv }, [red, draws, black]];
      return { move, games: sum(results) + open, share: 0, results, opening: null };
    })
    : found.filter((row) => row[source]).map((move) => {
      const { masters: results, book: share, opening } = move;
      return { move, games: results && sum(results), share, results, opening };
    });
  const total = rows.reduce((all, row) => all + row.games, 0);
  if (source !== "book") for (const row of rows) row.share = row.games / total;
  return rows.sort((a, b) => b.share - a.share);
}

/** Draws the rows of a source into `parent`; `play(mv)` is called for a click, `point(mv)` for a move pointed at. */
export function drawExplorer(parent, source, rows, { notation, play, point }) {
  parent.replaceChildren();
  if (!rows.length) {
    parent.append(element("p", { className: "faint", textContent: say("noneKnown") }));
    return;
  }
  const isNamed = rows.some((row) => row.opening);
  const head = ["move", source === "book" ? "share" : "games", "results", ...(isNamed ? ["opening"] : [])];
  const cells = head.map((key) => element("th", { textContent: say(key), scope: "col" }));
  const table = element("table", { className: `explorer-table${isNamed ? "" : " without-names"}` }, element("thead", {}, element("tr", {}, ...cells)));
  const body = element("tbody");
  for (const row of rows) body.append(drawRow(source, row, { notation, play, point }));
  if (source !== "book" && rows.length > 1) body.append(drawSum(rows));
  table.append(body);
  const hint = element("p", { className: "faint source", textContent: say(`${source}Source`) });
  parent.append(table, hint);
}

function drawRow(source, { move, games, share, results, opening }, { notation, play, point }) {
  const button = element("button", { type: "button", textContent: written(move, notation) });
  const count = source === "book" ? percent(share) : `${games} · ${percent(share)}`;
  const cell = element("td");
  if (results && sum(results) > 0) {
    cell.title = say("rowTells", written(move, notation), sum(results), ...results);
    cell.append(shareBar(results), element("span", { className: "spoken", textContent: cell.title }));
  }
  const row = element("tr", {},
    element("td", {}, button), element("td", { className: "number", textContent: count }), cell,
    element("td", { className: opening ? "name" : "name unnamed" }, ...nameOf(pick(opening))));
  row.addEventListener("click", () => play(move.mv));
  // A table that is drawn under a mouse at rest points at nothing.
  row.addEventListener("pointermove", (event) => (event.movementX || event.movementY) && point(move.mv));
  row.addEventListener("pointerleave", () => point(null));
  button.addEventListener("focus", () => point(move.mv));
  button.addEventListener("blur", () => point(null));
  return row;
}

/** The name of an opening, then its code. */
function nameOf(text) {
  const [, code, name] = /^([A-E]\d\d) (.+)$/.exec(text) ?? [null, "", text];
  return [name || "–", ...(code ? [" ", element("small", { textContent: code })] : [])];
}

function drawSum(rows) {
  const results = [0, 1, 2].map((at) => rows.reduce((all, row) => all + (row.results?.[at] ?? 0), 0));
  const games = rows.reduce((all, row) => all + row.games, 0);
  const cell = element("td");
  if (sum(results) > 0) cell.append(shareBar(results));
  return element("tr", { className: "sum" },
    element("td", { textContent: say("sums") }),
    element("td", { className: "number", textContent: String(games) }), cell, element("td"));
}
