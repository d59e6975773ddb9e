// A game and a position in numbers.

import { element } from "./dom.js";
import { percents, shares } from "./judged.js";
import { addWords, say } from "./words.js";

addWords({
  accuracy: ["准确率", "Accuracy"],
  inaccuracies: ["缓着 {0}", "Inaccuracies {0}"],
  mistakes: ["失误 {0}", "Mistakes {0}"],
  blunders: ["严重失误 {0}", "Blunders {0}"],
  redWins: ["红胜", "Red"],
  draws: ["和", "Draw"],
  blackWins: ["黑胜", "Black"],
  selfPlay: ["引擎自我对弈从这样的局面得出的结果", "Results of the engine's games against itself from such positions"],
  outcomes: ["红胜 {0}，和 {1}，黑胜 {2}", "Red wins {0}, draws {1}, Black wins {2}"],
});

const SIGNS = ["?!", "?", "??"];
/** The percents from which on a part of a bar has room for its number, and for a word before it. */
const [ROOM, ROOM_FOR_WORD] = [15, 20];

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

/**
 * Games that Red won, drawn ones and games that Black won as parts of a bar, with percents where there is room; with
 * `words` each percent has its word.
 */
export function shareBar(counts, words = null) {
  const shares = percents(counts);
  const parts = ["red", "drawn", "black"].map((className, at) => {
    const part = element("span", { className, hidden: !counts[at] });
    if (words && shares[at] >= ROOM_FOR_WORD) part.textContent = `${words[at]} ${shares[at]}\u00a0%`;
    else if (!words && shares[at] >= ROOM) part.textContent = String(shares[at]);
    part.style.flexGrow = String(counts[at]);
    return part;
  });
  return element("span", { className: "shares" }, ...parts);
}

/** Where the shares of a score come from; "" where the score itself decides the game. */
export const ofSelfPlay = (score) => (score?.wdl ? say("selfPlay") : "");

/** How games go on from a position with this score: won, drawn, lost. */
export function outcomes(score) {
  const found = shares(score);
  if (!found) return element("span", { hidden: true });
  const bar = shareBar(found, ["redWins", "draws", "blackWins"].map((key) => say(key)));
  bar.setAttribute("role", "img");
  const told = say("outcomes", ...percents(found).map((share) => `${share}\u00a0%`));
  bar.title = [told, ofSelfPlay(score)].filter(Boolean).join("\n");
  bar.setAttribute("aria-label", told);
  return bar;
}
