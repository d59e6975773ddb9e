// The settings: language, colours, how moves and pieces look, by which rules is played.

import { emit } from "./actions.js";
import { analyse } from "./analysis.js";
import { $ } from "./dom.js";
import { missing } from "./link.js";
import { drawNotice } from "./notice.js";
import { board, refresh } from "./position.js";
import { notation, saveTastes, state } from "./state.js";
import { load, shared } from "./store.js";
import { pick, say, setLanguage } from "./words.js";

const SETS = ["simplified", "traditional", "western"];
/** Moves without a capture after which a game is drawn, at the most. */
const LONGEST_LIMIT = 500;

/** Check boxes by the tastes that they change. */
const CHECKS = {
  "show-legal": "legal", "show-coordinates": "coordinates", arrows: "arrows", shaded: "shaded", premove: "premove",
};

/** Brings the whole page to what the player likes. */
export function applyTastes() {
  const { tastes, meta } = state;
  setLanguage(tastes.language);
  $("language").textContent = tastes.language === "zh" ? "EN" : "中";
  globalThis.showTheme(tastes.theme);
  $("notation").value = notation();
  $("pieces").value = tastes.pieces;
  $("rules").replaceChildren(...meta.rules.map((name) => new Option(say(name), name)));
  $("rules").value = tastes.rules.set;
  $("fold").value = String(tastes.rules.fold);
  $("limit").value = tastes.rules.limit;
  $("multipv").value = String(tastes.multipv);
  for (const [id, key] of Object.entries(CHECKS)) $(id).checked = tastes[key];
  $("about").textContent = meta.version ?? "";
  $("missing").hidden = !missing;
  $("missing").textContent = pick(missing);
  if (!SETS.includes(tastes.pieces)) tastes.pieces = "simplified";
  board.set = tastes.pieces;
  board.names = tastes.coordinates ? notation() : null;
  document.documentElement.style.setProperty("--ratio", String(board.size.width / board.size.height));
  drawNotice();
  emit("tastes");
}

/** The input `id` changes a taste. */
export function tune(id, change, then = applyTastes) {
  $(id).addEventListener("change", () => {
    change($(id));
    saveTastes();
    then();
  });
}

const { tastes } = state;
tune("notation", (input) => (tastes.notation = input.value));
tune("pieces", (input) => (tastes.pieces = input.value));
for (const [id, key] of Object.entries(CHECKS)) tune(id, (input) => (tastes[key] = input.checked));
tune("multipv", (input) => (tastes.multipv = Number(input.value)), () => state.analysis.on && analyse());
tune("rules", (input) => (tastes.rules.set = input.value), refresh);
tune("fold", (input) => (tastes.rules.fold = Number(input.value)), refresh);
tune("limit", (input) => {
  const limit = parseInt(input.value, 10);
  if (limit >= 0) tastes.rules.limit = Math.min(LONGEST_LIMIT, limit);
  // An empty field, or a number out of range, changes nothing unseen.
  input.value = tastes.rules.limit;
}, refresh);

$("language").addEventListener("click", () => {
  tastes.language = tastes.language === "zh" ? "en" : "zh";
  saveTastes();
  applyTastes();
});
$("theme").addEventListener("click", () => {
  tastes.theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  saveTastes();
  applyTastes();
});
// Another tab has changed them; other rules hold from the next move on.
window.addEventListener("storage", ({ key }) => {
  if (key !== "guohe") return;
  Object.assign(tastes, load(shared, key));
  applyTastes();
});
