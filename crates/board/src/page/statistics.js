// A game and a position in numbers.

import { element } from "./dom.js";
import { shares } from "./judged.js";
import { addWords, say } from "./words.js";

addWords({
  accuracy: ["准确率", "Accuracy"],
  inaccuracies: ["缓着 {0}", "Inaccuracies {0}"],
  mistakes: ["失误 {0}", "Mistakes {0}"],
  blunders: ["败着 {0}", "Blunders {0}"],
  outcomes: ["红胜 {0}，和 {1}，黑胜 {2}", "Red wins {0}, draws {1}, Black wins {2}"],
});

const SIGNS = ["?!", "?", "??"];
/** Thousandths from which on a part of the bar has room for its number. */
const ROOM = 120;

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
    const share = accuracy === null ? "–" : `${Math.round(accuracy)} %`;
    return element("tr", {}, element("th", { scope: "row", textContent: say(color) }),
      cell(`${say("accuracy")} ${share}`), ...counts);
  });
  return element("table", { className: "numbers" }, ...rows);
}

/** How games go on from a position with this score: won, drawn, lost. */
export function outcomes(score) {
  const found = shares(score);
  const bar = element("div", { className: "outcomes", hidden: found === null });
  if (!found) return bar;
  const percents = found.map((share) => `${Math.round(share / 10)} %`);
  bar.setAttribute("role", "img");
  bar.setAttribute("aria-label", say("outcomes", ...percents));
  bar.title = say("outcomes", ...percents);
  for (const [at, name] of ["red", "drawn", "black"].entries()) {
    const textContent = found[at] >= ROOM ? percents[at] : "";
    const share = element("span", { className: name, textContent });
    share.style.flexGrow = String(found[at]);
    bar.append(share);
  }
  return bar;
}
