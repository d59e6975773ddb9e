// A game and a position in numbers.

import { element } from "./dom.js";
import { percents } from "./judged.js";
import { addWords, say } from "./words.js";

addWords({
  accuracy: ["准确率", "Accuracy"],
  inaccuracies: ["缓着 {0}", "Inaccuracies {0}"],
  mistakes: ["失误 {0}", "Mistakes {0}"],
  blunders: ["严重失误 {0}", "Blunders {0}"],
});

const SIGNS = ["?!", "?", "??"];
/** The percent from which on a part of a bar has room for its number. */
const ROOM = 15;

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
export function shareBar(counts) {
  const shares = percents(counts);
  const parts = ["red", "drawn", "black"].map((className, at) => {
    const part = element("span", { className, hidden: !counts[at] });
    if (shares[at] >= ROOM) part.textContent = String(shares[at]);
    part.style.flexGrow = String(counts[at]);
    return part;
  });
  return element("span", { className: "shares" }, ...parts);
}
