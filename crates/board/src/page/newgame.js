// The dialog that begins a game: against the engine by one click, or any other game.

import "./newgame-form.js";
import { addActions, addKeys, on } from "./actions.js";
import { $ } from "./dom.js";
import { begin } from "./games.js";
import { loadResults, suited } from "./levels.js";
import { human, saveTastes, state } from "./state.js";
import { START } from "./tree.js";
import { pick, say } from "./words.js";

const COLORS = ["red", "black"];
/** Seconds for a move at the most. */
const LONGEST = 600;
/** Clocks that are typed in: minutes, and seconds a move, each from and to. */
const [MINUTES, INCREMENT] = [[0.5, 600], [0, 600]];

const levelText = (level) => {
  const about = pick(state.meta.levels[level]);
  return about ? `${level} · ${about}` : String(level);
};

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
    ...(state.guest ? [] : [new Option(say("currentPosition"), "current")]),
  );
  const results = loadResults();
  $("suits").hidden = results.games === 0;
  $("suits").textContent = say("suits", suited(results), pick(meta.levels[suited(results)]));
  shareLevel(tastes.level ?? suited(results));
  if (isEngineGame()) for (const color of COLORS) $(`${color}-level`).value = tastes.players[color].level;
  $("other-games").open = false;
  draw();
  $("new-dialog").returnValue = "";
  $("new-dialog").showModal();
  $("new-dialog").scrollTop = 0;
}

const isEngineGame = () => COLORS.every((color) => $(`${color}-player`).value === "level");

/** There is one level, that of the opponent; only where two engines play each has its own. */
function shareLevel(level) {
  for (const id of ["quick-level", ...COLORS.map((color) => `${color}-level`)]) $(id).value = level;
}

function hear({ target }) {
  const isOfOneEngine = target.id === "quick-level" || (target.id.endsWith("-level") && !isEngineGame());
  if (isOfOneEngine) shareLevel(target.value);
  draw();
}

/** The fields of a clock of one's own. */
const OWN_CLOCK = [$("own-minutes"), $("own-increment")];

function start() {
  const from = $("start-from").value;
  if (from === "current") return state.position?.fen ?? START;
  return from === "" ? START : state.meta.handicaps[Number(from)].fen;
}

function draw() {
  $("quick-name").textContent = levelText(Number($("quick-level").value));
  $("own-clock").hidden = $("clock").value !== "own";
  // What is hidden is not asked for.
  for (const input of OWN_CLOCK) input.disabled = $("own-clock").hidden;
  for (const part of $("new-dialog").querySelectorAll("[data-part=quick]")) part.hidden = $("other-games").open;
  $("new-dialog").querySelector("[data-part=other]").hidden = !$("other-games").open;
  for (const color of COLORS) {
    const kind = $(`${color}-player`).value;
    const field = $(`${color}-player`).closest("fieldset");
    field.querySelector(".range").hidden = kind !== "level";
    field.querySelector(".time").hidden = $(`${color}-time`).disabled = kind !== "time";
    field.querySelector("output").textContent = `${say("level")} ${levelText(Number($(`${color}-level`).value))}`;
  }
}

/**
 * The number in an input, within its bounds; the first bound where it holds none.
 * @type {(id: string, bounds: number[]) => number}
 */
const bounded = (id, [least, most]) => Math.min(most, Math.max(least, Number($(id).value) || least));

/** The clock that was chosen: {seconds, increment}, or `null`. */
function clock() {
  if ($("clock").value === "own") {
    return { seconds: 60 * bounded("own-minutes", MINUTES), increment: bounded("own-increment", INCREMENT) };
  }
  const found = /^(\d+)\+(\d+)$/.exec($("clock").value);
  return found && { seconds: Number(found[1]), increment: Number(found[2]) };
}

/** Against the engine, with this colour or one by chance. */
function beginQuickGame(wanted) {
  if (!OWN_CLOCK.every((input) => input.disabled || input.reportValidity())) return;
  const color = wanted === "random" ? COLORS[Math.floor(2 * Math.random())] : wanted;
  const level = Number($("quick-level").value);
  const engine = { ...human, kind: "level", level };
  state.tastes.level = level;
  state.tastes.players = color === "red" ? { red: human, black: engine } : { red: engine, black: human };
  saveTastes();
  $("new-dialog").close("quick");
  begin(START, structuredClone(state.tastes.players), clock());
}

function beginOtherGame() {
  const { tastes } = state;
  for (const color of COLORS) {
    const time = Number($(`${color}-time`).value);
    tastes.players[color] = {
      kind: $(`${color}-player`).value,
      level: Number($(`${color}-level`).value),
      time: Number.isFinite(time) && time > 0 ? Math.min(LONGEST, time) : 1,
    };
  }
  if (!isEngineGame()) tastes.level = Number($("quick-level").value);
  saveTastes();
  begin(start(), structuredClone(tastes.players), clock());
}

$("new-dialog").addEventListener("close", () => $("new-dialog").returnValue === "ok" && beginOtherGame());
$("new-dialog").addEventListener("input", hear);
// Enter in a field means the button that can be seen.
$("new-dialog").addEventListener("submit", (event) => {
  if (event.submitter?.value === "ok" && !$("other-games").open) event.preventDefault();
});
// There is one level and one way to begin at a time.
$("other-games").addEventListener("toggle", draw);
$("suits").addEventListener("click", () => {
  shareLevel(suited(loadResults()));
  draw();
});
for (const button of $("new-dialog").querySelectorAll("[data-color]")) {
  button.addEventListener("click", () => beginQuickGame(button.dataset.color));
}
on("tastes", () => {
  const set = state.tastes.pieces[0];
  for (const use of $("new-dialog").querySelectorAll(".colors use")) {
    use.setAttribute("href", `#gd-${set}${use.getAttribute("href").at(-1)}`);
  }
});
addActions({ "new-game": open });
addKeys({ n: "new-game" });
