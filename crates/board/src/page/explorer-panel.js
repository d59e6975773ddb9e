// Where the opening explorer stands on the page: closed until it is wanted, and asking nothing while it is closed.

import { addActions, addKeys, on } from "./actions.js";
import { $ } from "./dom.js";
import { drawExplorer, rowsOf, SOURCES } from "./explorer.js";
import { positionOf } from "./library-search.js";
import { keptGames } from "./library.js";
import { answer } from "./link.js";
import { playMove } from "./play.js";
import { board } from "./position.js";
import { cancel } from "./search.js";
import { isOver, line, notation, saveTastes, state } from "./state.js";
import { openTab } from "./tabs.js";
import { readFen } from "./tree.js";

const panel = $("explorer");
let query = 0;

const source = () => (SOURCES.includes(state.tastes.explorer) ? state.tastes.explorer : SOURCES[0]);

async function draw() {
  const mine = ++query;
  const { position, guest } = state;
  if (!panel.open || guest) $("explorer-rows").replaceChildren();
  if (!panel.open || !position || guest) return;
  const { pieces, side } = readFen(position.fen);
  const found = source() === "mine" ? [] : (await answer("explorer", line())).moves;
  if (mine !== query) return;
  for (const button of panel.querySelectorAll("[data-source]")) {
    button.setAttribute("aria-pressed", String(button.dataset.source === source()));
  }
  const rows = rowsOf(source(), found, {
    legal: position.legal, games: keptGames(), wanted: positionOf(pieces, side),
  });
  const play = (mv) => {
    const move = position.legal.find((legal) => legal.mv === mv);
    if (!move || isOver() || state.guest || state.position !== position) return;
    cancel();
    playMove(move);
  };
  const point = (mv) => state.position === position && !state.guest && board.point(mv);
  drawExplorer($("explorer-rows"), source(), rows, { notation: notation(), play, point });
}

// What cannot be asked for is drawn with the next position.
const drawQuietly = () => draw().catch(() => {});

for (const button of panel.querySelectorAll("[data-source]")) {
  button.addEventListener("click", () => {
    state.tastes.explorer = button.dataset.source;
    saveTastes();
    drawQuietly();
  });
}
panel.addEventListener("toggle", drawQuietly);
on("position", drawQuietly);
on("lend", drawQuietly);
on("tastes", drawQuietly);
addActions({
  explorer: () => {
    if (state.guest) return;
    openTab("game");
    panel.open = !panel.open;
  },
});
addKeys({ e: "explorer" });
