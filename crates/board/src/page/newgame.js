// The dialog that begins a game.

import { addActions, addKeys } from "./actions.js";
import { $ } from "./dom.js";
import { begin } from "./games.js";
import { saveTastes, state } from "./state.js";
import { START } from "./tree.js";
import { pick, say } from "./words.js";

const COLORS = ["red", "black"];
/** Seconds for a move at the most. */
const LONGEST = 600;

function open() {
  const { tastes, meta } = state;
  for (const color of COLORS) {
    const player = tastes.players[color];
    const kinds = [["human", "human"], ["level", "engineLevel"], ["time", "engineTime"]];
    $(`${color}-player`).replaceChildren(...kinds.map(([value, key]) => new Option(say(key), value)));
    $(`${color}-player`).value = player.kind;
    $(`${color}-level`).value = player.level;
    $(`${color}-time`).value = player.time;
  }
  $("start-from").replaceChildren(
    new Option(say("startPosition"), ""),
    ...meta.handicaps.map((handicap, at) => new Option(pick(handicap), String(at))),
    new Option(say("currentPosition"), "current"),
  );
  drawPlayers();
  $("new-dialog").showModal();
}

function drawPlayers() {
  for (const color of COLORS) {
    const kind = $(`${color}-player`).value;
    const field = $(`${color}-player`).closest("fieldset");
    field.querySelector(".range").hidden = kind !== "level";
    field.querySelector(".time").hidden = kind !== "time";
    const level = Number($(`${color}-level`).value);
    const about = pick(state.meta.levels[level]);
    field.querySelector("output").textContent = `${say("level")} ${level}${about ? ` · ${about}` : ""}`;
  }
}

function beginGame() {
  const { tastes, meta, position } = state;
  for (const color of COLORS) {
    const time = Number($(`${color}-time`).value);
    tastes.players[color] = {
      kind: $(`${color}-player`).value,
      level: Number($(`${color}-level`).value),
      time: Number.isFinite(time) && time > 0 ? Math.min(LONGEST, time) : 1,
    };
  }
  saveTastes();
  const from = $("start-from").value;
  const start = from === "current" ? position?.fen ?? START : from === "" ? START : meta.handicaps[Number(from)].fen;
  const clock = /^(\d+)\+(\d+)$/.exec($("clock").value);
  begin(start, structuredClone(tastes.players), clock && { seconds: Number(clock[1]), increment: Number(clock[2]) });
}

$("new-dialog").addEventListener("close", () => $("new-dialog").returnValue === "ok" && beginGame());
$("new-dialog").addEventListener("input", drawPlayers);
addActions({ "new-game": open });
addKeys({ n: "new-game" });
