// The report of the game: asked for, its progress, and its address as a page of its own.

import { addActions, emit, on } from "./actions.js";
import { complain, toast } from "./dialogs.js";
import { $, element } from "./dom.js";
import { gameOut } from "./files.js";
import { nextNumber, report, stop } from "./link.js";
import { noteHelp, state } from "./state.js";
import { openTab } from "./tabs.js";
import { isEnglish, say } from "./words.js";

/** The report that is made: its number, of which game, and who waits for it. */
let wanted = null;

/**
 * Lets the engine look at the whole game, in place of another; `done` hears of the end, if that game is still here.
 * Meanwhile `progress` is told, from 0 to 1, and `null` when nothing is made any more; `reviewed` when the review of the
 * game on the board has come.
 */
export async function makeReport(done) {
  noteHelp();
  if (wanted?.game === state.game.id) {
    wanted.done.add(done);
    return;
  }
  if (wanted) toast(say("reportReplaced"), true);
  const mine = { id: nextNumber(), game: state.game.id, done: new Set([done]) };
  wanted = mine;
  emit("progress", 0);
  try {
    await report({ ...gameOut(), lang: isEnglish() ? "en" : "zh" });
  } catch (error) {
    if (wanted === mine) end();
    complain(error);
  }
}

/** Nothing is made any more. Returns what was. */
function end() {
  const last = wanted;
  wanted = null;
  emit("progress", null);
  return last;
}

export function cancelReport() {
  if (!wanted) return;
  end();
  stop("report").catch(complain);
}

function hear(data) {
  if (data.id !== wanted?.id) return;
  if (data.progress !== undefined) {
    emit("progress", data.progress);
    return;
  }
  const { game, done } = end();
  if (!data.address) return;
  const isHere = game === state.game.id;
  if (isHere) emit("reviewed", data);
  for (const tell of done) if (isHere || tell === show) tell(data, isHere);
}

export function linkTo({ address }) {
  const link = element("a", { href: address, target: "_blank", rel: "noopener", className: "button" });
  link.textContent = say("reportReady");
  link.dataset.t = "reportReady";
  return link;
}

/** Shows the report among the files, where its progress has been. */
function show(data, isHere) {
  const link = linkTo(data);
  link.classList.add("primary");
  $("report-made").replaceChildren(link);
  // A puzzle or the next game is not left.
  if (!isHere || state.guest) return toast(say("reportReady"));
  openTab("file");
  link.scrollIntoView({ block: "nearest" });
}

on("report", hear);
// What ran for a stream that broke is forgotten with it.
on("forgotten", () => {
  if (wanted) toast(say("reportLost"), true);
  end();
});
// The next game does not wait for the review of the last, and does not offer its report.
on("leave", () => {
  if (!wanted?.done.has(show)) cancelReport();
  for (const id of ["report-made", "notes"]) $(id).replaceChildren();
});
on("progress", (part) => {
  $("report-progress").hidden = part === null;
  $("report-progress").value = part ?? 0;
  $("report-made").hidden = part !== null;
});
addActions({ report: () => makeReport(show) });
