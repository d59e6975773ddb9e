// The review of the game beside its moves: numbers of both sides, chances, the key moments one by one.

import { addActions, addKeys, on } from "./actions.js";
import { toast } from "./dialogs.js";
import { $, button, element } from "./dom.js";
import { keep } from "./games.js";
import { attach, isOfIt, mainLine } from "./judged.js";
import { moment } from "./moment.js";
import { isNarrow, whenNarrow } from "./narrow.js";
import { signOf, written } from "./panels.js";
import { show } from "./position.js";
import { cancelReport, linkTo, makeReport } from "./report.js";
import { endOfGame, isEngine, isMixed, notation, saveGame, state } from "./state.js";
import { numbers } from "./statistics.js";
import { openTab } from "./tabs.js";
import { goTo } from "./walk.js";
import { addWords, say } from "./words.js";

addWords({
  review: ["复盘", "Review"],
  reviewing: ["正在复盘……", "Looking at the game…"],
  reviewOld: ["复盘之后棋局有变化", "The game has changed since this review."],
  reviewAgain: ["重新复盘", "Review again"],
  reviewEmpty: ["还没有着法可以复盘", "There is no move to review yet"],
  moments: ["关键时刻", "Key moments"],
  noMoments: ["没有关键失误：下得好！", "No key moment: a clean game."],
  keyMoments: ["上一个、下一个关键时刻", "Previous or next key moment"],
  momentRed: [" 红", ""],
  momentBlack: [" 黑", "…"],
});

/** How much of the review is made; `null` where none is. */
let part = null;
/** The report of the same game as a page, while this page has its address. */
let address = null;

/** Reviews the game; `then` is called when that is done, and shows the first key moment if nobody wants anything else. */
export function review(then = showFirst) {
  if (state.tree.node(0).children.length === 0) {
    toast(say("reviewEmpty"), true);
    return;
  }
  openTab("game");
  $("explorer").open = false;
  makeReport(then);
}

function draw() {
  const known = state.game.review;
  $("make-review").hidden = Boolean(known);
  $("review").hidden = part === null && !known;
  if ($("review").hidden) {
    $("told").hidden = true;
    return;
  }
  const parts = [];
  if (part !== null) parts.push(progress());
  else if (!isOfIt(state.tree, known)) {
    parts.push(element("p", { className: "row" }, say("reviewOld"),
      button("again", say("reviewAgain"), () => review())));
  }
  const isOnMoment = document.activeElement.matches("[data-role=moment]");
  // In a narrow window the review stands far below the board: what it says of the move is told beside the board.
  const isBesideBoard = isNarrow();
  const told = [];
  if (known) {
    const row = moments(known);
    if (isBesideBoard) row.append(learn());
    told.push(row, moment());
  } else if (isBesideBoard && part !== null) told.push(parts.pop());
  $("told").hidden = !isBesideBoard || !told.length;
  $("told").replaceChildren(...(isBesideBoard ? told : []));
  if (known) parts.push(...(isBesideBoard ? [] : told), whole(known, isBesideBoard ? [] : [learn()]));
  $("review").replaceChildren(...parts);
  $("review").hidden = !parts.length;
  // Who goes from moment to moment by keys stays on them.
  /** @type {HTMLElement | null} */
  const current = document.querySelector("[data-role=moment][aria-current]");
  if (isOnMoment) current?.focus({ preventScroll: true });
  // The row of a narrow window is drawn anew at its beginning.
  const row = current?.parentElement;
  if (current && row) row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
}

function progress() {
  const bar = element("progress", { max: 1, value: part });
  bar.setAttribute("aria-label", say("reviewing"));
  return element("div", { className: "row" }, element("span", { textContent: say("reviewing") }), bar,
    button("cancel", say("cancel"), cancelReport));
}

/** Goes to a key moment; board and words are in the window together, the board first. */
function goToMoment(id) {
  goTo(id);
  if (!isNarrow()) return;
  for (const part of [$("told"), document.querySelector(".field")]) part.scrollIntoView({ block: "nearest" });
}

/** Goes to the key moment that is next on the way. */
function step(way) {
  const known = state.game.review;
  if (!known) return;
  const line = mainLine(state.tree);
  const plies = known.keyMoments.filter((ply) => line[ply] !== undefined);
  const at = state.tree.ply();
  // After the last comes the first again.
  const next = way > 0 ? plies.find((ply) => ply > at) ?? plies[0] : plies.findLast((ply) => ply < at) ?? plies.at(-1);
  if (next === undefined) toast(say("noMoments"));
  else goToMoment(line[next]);
}

/** The key moments, each a button that goes there. */
function moments(known) {
  const { tree } = state;
  const line = mainLine(tree);
  const plies = known.keyMoments.filter((ply) => line[ply] !== undefined);
  if (!plies.length) return element("div", { className: "moments faint" }, say("noMoments"));
  const buttons = plies.map((ply) => {
    const node = tree.node(line[ply]);
    const name = `${tree.round(ply)}${say(tree.isRed(ply) ? "momentRed" : "momentBlack")}`;
    const made = button("moment", `${name} ${signOf(node)}`, () => goToMoment(line[ply]));
    made.title = `${name} ${written(node.move, notation())}`;
    made.dataset.sign = signOf(node);
    if (line[ply] === tree.current) made.setAttribute("aria-current", "true");
    return made;
  });
  const made = element("div", { className: "moments", role: "group" }, element("span", { textContent: say("moments") }), ...buttons);
  made.setAttribute("aria-label", say("moments"));
  return made;
}

function learn() {
  const made = element("button", { type: "button", className: "primary", textContent: say("learn") });
  made.dataset.do = "learn";
  return made;
}

/** The game in numbers, and where to go on from the review: the `doors`, and the report. */
function whole(known, doors) {
  const report = element("button", { type: "button", textContent: say("makeReport") });
  report.dataset.do = "report";
  doors.push(address?.id === state.game.id ? linkTo(address) : report);
  return element("div", { className: "whole" }, numbers(known.sides), element("div", { className: "row" }, ...doors));
}

/** The first key moment of the player, else of both, unless the player is in the midst of a game. */
function showFirst() {
  if (isMixed() && !state.game.isOpened && !endOfGame()) return;
  const { keyMoments } = state.game.review;
  const isOwn = (ply) => !isMixed() || !isEngine(state.tree.isRed(ply) ? "red" : "black");
  const id = mainLine(state.tree)[keyMoments.find(isOwn) ?? keyMoments[0]];
  if (id !== undefined) goToMoment(id);
}

on("reviewed", (data) => {
  state.game.review = attach(state.tree, data.review);
  address = { id: state.game.id, address: data.address };
  state.game.changed = Date.now();
  show();
  saveGame();
  keep();
});
on("progress", (now) => {
  const bar = now && ($("told").querySelector("progress") ?? $("review").querySelector("progress"));
  part = now;
  // A button that is being pressed stays.
  if (bar) bar.value = now;
  else draw();
});
on("show", draw);
whenNarrow(draw);

addActions({
  review: () => review(),
  "next-moment": () => step(1),
  "previous-moment": () => step(-1),
});
addKeys({ "]": "next-moment", "[": "previous-moment" });
