// The panel of the puzzles: what to do, how it went, the solver's rating, the choice of theme and difficulty.

import { $, element } from "./dom.js";
import { written } from "./panels.js";
import { LOOSE_NAMES, MOTIFS, NAMES, dueCount, hasTheme, isMate, isMateInOne, moveCount } from "./puzzlebook.js";
import { notation } from "./state.js";
import { say } from "./words.js";

const LEVELS = [["-600", "levelEasiest"], ["-300", "levelEasier"], ["0", "levelNormal"], ["300", "levelHarder"], ["600", "levelHardest"]];

/** A rating with a larger deviation is shown with a question mark. */
const UNSURE = 110;

/** The word for a puzzle where mates and wins of material have different ones. */
export const wordOf = (key, puzzle) => (isMate(puzzle) ? key : `${key}Gain`);

export const taskOf = ({ puzzle, isRedToSolve }) => say(wordOf(isRedToSolve ? "puzzleRed" : "puzzleBlack", puzzle));

/** Fills the choices: only themes that some puzzle has, with their number. */
export function showChoices({ puzzles, theme, choice, record }) {
  const option = (value, text) => new Option(`${text} (${puzzles.filter((puzzle) => hasTheme(puzzle, value)).length})`, value);
  const group = (label, values, textOf) => {
    const there = values.filter((value) => puzzles.some((puzzle) => hasTheme(puzzle, value)));
    return there.length ? [element("optgroup", { label: say(label) }, ...there.map((value) => option(value, textOf(value))))] : [];
  };
  const named = (letter) => say(`theme_${letter}`);
  $("puzzle-theme").replaceChildren(
    option("", say("themeAny")),
    ...group("themeGoals", ["mate1", "m", "mate2", "mate3", "mate4", "mate5", "mate6", "tactic"], (value) =>
      value === "mate1" || !/\d/.test(value) ? named(value) : say("puzzleMate", value.slice(4))),
    ...group("themeMotifs", MOTIFS, named),
    ...group("themeNames", NAMES, named),
    ...group("themeLoose", LOOSE_NAMES, named),
  );
  $("puzzle-theme").value = theme;
  $("puzzle-level").replaceChildren(
    ...LEVELS.map(([value, word]) => new Option(say(word), value)),
    new Option(say(record.run ? "puzzleStreakRuns" : "puzzleStreak", record.run), "streak"),
  );
  $("puzzle-level").value = choice;
}

/** Draws the panel; `fault` stands in place of a puzzle. */
export function showPanel(trainer, fault = "") {
  const { solving } = trainer;
  $("puzzle-task").textContent = solving ? taskOf(solving) : "";
  const place = $("puzzle-says");
  place.textContent = fault || (solving ? say(solving.says[0], ...solving.says.slice(1)) : "");
  place.dataset.mood = moodOf(solving);
  drawScore(trainer);
  drawFacts(solving);
  const isOpen = solving?.status === "playing";
  enable("puzzle-hint", isOpen && solving.line.length);
  enable("puzzle-solution", isOpen);
  for (const id of ["puzzle-again", "puzzle-board"]) enable(id, Boolean(solving?.isDone));
  $("puzzle-counts").hidden = !solving?.isRated;
  $("puzzle-next").classList.toggle("primary", Boolean(solving?.isDone || fault));
}

function enable(id, isThere) {
  // Keeps the focus.
  if (!isThere && $(id) === document.activeElement) $("puzzle-next").focus();
  $(id).disabled = !isThere;
}

function moodOf(solving) {
  if (!solving) return "";
  const key = solving.says[0];
  if (/^puzzle(Solved|OtherMate|Right|Learnt)/.test(key)) return "right";
  return /^puzzle(Wrong|Refuted)/.test(key) ? "wrong" : "";
}

function drawScore({ puzzles, record, solving }) {
  const cell = (title, value, more = "") => element("div", {}, element("dt", { textContent: title }),
    element("dd", {}, value, ...(more ? [element("small", { textContent: more })] : [])));
  const change = solving?.change;
  const changed = change ? `${change < 0 ? "−" : "+"}${Math.abs(change)}` : "";
  const isUnsure = record.deviation > UNSURE;
  const parts = [
    cell(say("puzzlePoints"), `${Math.round(record.points)}${isUnsure ? "?" : ""}`,
      [changed, isUnsure && say("puzzleUnsure")].filter(Boolean).join(" ")),
    cell(say("puzzleRow"), String(record.row), say("puzzleBest", record.bestRow)),
    cell(say("puzzleDone"), String(record.solved)),
  ];
  const due = dueCount(puzzles, record, Date.now());
  if (due) parts.push(cell(say("puzzleDue"), String(due)));
  $("puzzle-score").replaceChildren(...parts);
}

/** What the puzzle was, once it is over: before that it would be a hint. */
function drawFacts(solving) {
  const place = $("puzzle-facts");
  place.replaceChildren();
  if (!solving) return;
  const moves = element("p", { className: "puzzle-moves" });
  const texts = solving.played.map((mv, index) => solving.texts[index] && written(solving.texts[index], notation()));
  if (texts.length === 1 && texts[0]) moves.append(say("puzzleLast", texts[0]));
  else texts.forEach((text, index) => text && moves.append(element("span", { className: index % 2 ? "own" : "", textContent: text })));
  place.append(moves);
  if (solving.streak) place.append(element("p", { className: "puzzle-over", textContent: say("puzzleStreakOver", ...solving.streak) }));
  if (!solving.isDone) return;
  const { puzzle } = solving;
  const goal = isMate(puzzle) ? say("puzzleMate", moveCount(puzzle)) : say("puzzleTactic");
  const names = [...puzzle.letters].filter((letter) => letter !== "m" && !LOOSE_NAMES.includes(letter));
  const rated = isMateInOne(puzzle) ? [] : [say("puzzleRated", puzzle.rating)];
  const tags = [goal, ...names.map((letter) => say(`theme_${letter}`)), ...rated];
  place.append(
    element("p", { className: "puzzle-tags", title: puzzle.source }, ...tags.map((text) => element("span", { textContent: text }))),
  );
}
