// What the rules say of a repetition, move by move.

import { addActions } from "./actions.js";
import { complain, tell } from "./dialogs.js";
import { element } from "./dom.js";
import { answer } from "./link.js";
import { written } from "./panels.js";
import { line, notation } from "./state.js";
import { pick, say } from "./words.js";

async function why() {
  try {
    const found = await answer("rules", line());
    const texts = pick(found).split("\n").map((text) => element("p", { textContent: text }));
    tell(say("why"), ...texts, cycleTable(found.cycle));
  } catch (error) {
    complain(error);
  }
}

function cycleTable(cycle) {
  if (!cycle?.length) return "";
  const table = element("table");
  for (const step of cycle) {
    const cells = [String(step.ply), written(step.move, notation()), pick(step)];
    table.append(element("tr", {}, ...cells.map((textContent) => element("td", { textContent }))));
  }
  return table;
}

addActions({ why });
