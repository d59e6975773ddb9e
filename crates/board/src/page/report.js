// The report of the game, as a page of its own.

import { addActions, on } from "./actions.js";
import { complain, toast } from "./dialogs.js";
import { $, element } from "./dom.js";
import { gameOut } from "./files.js";
import { Refused, report } from "./link.js";
import { openTab } from "./tabs.js";
import { isEnglish, say } from "./words.js";

async function makeReport() {
  try {
    $("report-progress").hidden = false;
    $("report-progress").value = 0;
    await report({ ...gameOut(), lang: isEnglish() ? "en" : "zh" });
  } catch (error) {
    $("report-progress").hidden = true;
    complain(error);
  }
}

/** What ran for a stream that broke is forgotten with it. */
function loseReport() {
  if ($("report-progress").hidden) return;
  $("report-progress").hidden = true;
  toast(say("reportLost"), true);
}

function hearReport(data) {
  if (data.progress !== undefined) $("report-progress").value = data.progress;
  if (data.error) complain(new Refused(data.error));
  if (data.address || data.error) $("report-progress").hidden = true;
  if (!data.address) return;
  const link = element("a", { href: data.address, target: "_blank", rel: "noopener", className: "button primary" });
  link.textContent = say("reportReady");
  link.dataset.t = "reportReady";
  $("notes").replaceChildren(link);
  openTab("file");
}

on("report", hearReport);
on("forgotten", loseReport);
addActions({ report: makeReport });
