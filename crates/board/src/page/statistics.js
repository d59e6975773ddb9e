// A game and a position in numbers.

import { element } from "./dom.js";
import { shares } from "./judged.js";
import { addWords, say } from "./words.js";

addWords({
  accuracy: ["准确率", "Accuracy"],
  inaccuracies: ["缓着 {0}", "Inaccuracies {0}"],
  mistakes: ["失误 {0}", "Mistakes {0}"],
  blunders: ["严重失误 {0}", "Blunders {0}"],
  outcomes: ["红胜 {0}，和 {1}，黑胜 {2}", "Red wins {0}, draws {1}, Black wins {2}"],
});

const SIGNS = ["?!", "?", "??"];
/** The share from which on a part of a bar has room for its number. */
const ROOM = 0.15;

/** Accuracy and marks of both sides. */
export function numbers(sides) {
  const cell = (textContent, sign = "") => {
    const made = element("td", { textContent });
    if (sign) made.dataset.sign = sign;
    return made;
  };
  const rows = ["red", "black"].map((color) => {
    const { accuracy } = sides[color];
    const counts = ["inaccuracies", "mistakes", "blunders"].map((name, at) => cell(say(name, sides[color][name]), SIGNS[at]));
    const share = accuracy === null ? "–" : `${Math.round(accuracy)}\u00a0%`;
    return element("tr", {}, element("th", { scope: "row", textContent: say(color) }),
      cell(`${say("accuracy")} ${share}`), ...counts);
  });
  return element("table", { className: "numbers" }, ...rows);
}

/** Games that Red won, drawn ones and games that Black won as parts of a bar, with percents where there is room. */
export function shareBar(counts, unit = "") {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const parts = ["red", "drawn", "black"].map((className, at) => {
    const share = counts[at] / total;
    const part = element("span", { className, hidden: !counts[at] });
    if (share >= ROOM) part.textContent = `${Math.round(100 * share)}${unit}`;
    part.style.flexGrow = String(counts[at]);
    return part;
  });
  return element("span", { className: "shares" }, ...parts);
}

/** How games go on from a position with this score: won, drawn, lost. */
export function outcomes(score) {
  const found = shares(score);
  if (!found) return element("span", { hidden: true });
  const bar = shareBar(found, "\u00a0%");
  bar.setAttribute("role", "img");
  bar.title = say("outcomes", ...found.map((share) => `${Math.round(share / 10)}\u00a0%`));
  bar.setAttribute("aria-label", bar.title);
  return bar;
}
