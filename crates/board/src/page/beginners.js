// Rules and notation on one page, for players who begin. The texts are those of docs/xiangqi.md.

import { addActions, addKeys } from "./actions.js";
import { tell } from "./dialogs.js";
import { $, element } from "./dom.js";
import { piecePicture } from "./pieces.js";
import { state } from "./state.js";
import { isEnglish, say } from "./words.js";

/**
 * Each piece with how it moves: letter, names and rules in Chinese, in English.
 * @type {[string, string[], string[]][]}
 */
const PIECES = [
  ["K", ["帅、将", "每着沿线走一步，不出九宫。帅和将不能在同一条竖线上直接对面（叫“照面”）。"],
    ["King", "One point along a line, within the palace. The two kings may never face each other on an open file."]],
  ["A", ["仕、士", "每着沿斜线走一步，不出九宫。"], ["Advisor", "One point diagonally, within the palace."]],
  ["B", ["相、象", "走“田”字，不过河；田字中心有子（塞象眼）就不能走。"],
    ["Elephant", "Two points diagonally, not across the river. A piece on the point between blocks it."]],
  ["N", ["马", "走“日”字；直走的那一步被挡（蹩马腿）就不能走。"],
    ["Horse", "One point along a line, then one diagonally outwards. A piece on the first point, its leg, "
        + "blocks it."]],
  ["R", ["车", "沿线走，步数不限，不能越子。"], ["Rook, chariot", "Any distance along a line, but never over a piece."]],
  ["C", ["炮", "走法同车；吃子时必须恰好隔着一个子（炮架）。"],
    ["Cannon", "Like a rook. To capture it must jump over exactly one piece."]],
  ["P", ["兵、卒", "过河前只能前进一步；过河后还可以左右横走，每着一步；不能后退。"],
    ["Pawn", "One point forward. Across the river also one point sideways. Never back."]],
];

const TEXTS = {
  zh: {
    start: ["红黑双方轮流走棋，红方先走。将死对方，或者使对方无子可走（困毙），就赢了。",
      "棋子走在交叉点上；棋盘九条竖线、十条横线，中间是河界，画斜线的九个点是九宫。走到对方棋子所在的点，就吃掉它。"],
    rulesTitle: "其他规则",
    rules: [
      "下一着就能吃到对方的帅（将），叫将军。被将军就要应将：帅（将）躲开，垫子挡住，吃掉将军的子，或撤走炮架。应不了就是将死。",
      "不能送将：走完之后，自己的帅（将）不能处在会被吃的位置。",
      "循环：不许长将（每着都将军），不许长捉（每着都要吃同一个子），违者判负；其他循环作和。着法下方的“棋例怎样判？”会说明理由。",
      "连续六十回合没有吃子，或双方都没有能过河的子，也是和棋。",
    ],
    notationTitle: "记谱",
    notation: ["每着四个字：棋子、所在的路（竖线）、方向、目标。各方从自己右手起数一到九路，红方用中文数字，黑方用阿拉伯数字。",
      "“进”向前，“退”向后，“平”横走。车、炮、兵、帅进退时，末字是步数；马、相、仕进退和一切“平”，末字是到达的路。"],
    moves: [["炮二平五", "二路炮横走到五路"], ["马8进7", "黑方8路马进到7路"], ["车一进一", "一路车前进一步"],
      ["前车平六", "同一路上的两个车，前面的一个走到六路"]],
  },
  en: {
    start: ["Two players, Red and Black, move in turn. Red begins. You win by checkmate, and also when the "
        + "opponent has no legal move.",
      "Pieces stand on the points of a board of 9 files and 10 ranks. The river runs across the middle, with five ranks "
        + "on each side. The 3 × 3 points marked with diagonals are the palaces. A piece captures by moving onto "
        + "an enemy piece."],
    rulesTitle: "Other rules",
    rules: [
      "A move that threatens to take the king gives check. Check must be answered: by a move of the king, by a "
        + "piece in between, by taking the piece that checks, or by removing the screen of a cannon. If nothing "
        + "answers it, it is checkmate.",
      "You may not leave your king where it can be captured.",
      "Repetition: you may not check for ever, and you may not chase one piece for ever. A side that "
        + "does so loses; other repetitions are draws. “What do the rules say?” below the moves gives the "
        + "reason.",
      "A game is also drawn after 60 moves of each side without a capture, "
        + "and when neither side has a piece that can cross the river.",
    ],
    notationTitle: "Notation",
    notation: [
      "A move has four signs: piece, file, direction, target. Each side counts files from its own right, 1 to 9.",
      "+ is forward, - back, . sideways. After + and - the last sign is the number of points for "
        + "pieces that move along lines, and the file reached for the others. Chinese moves say the same "
        + "with 进, 退 and 平. Coordinates name the point left and the point reached."],
    moves: [["C2.5 · 炮二平五 · H2-E2", "the cannon on file 2 moves sideways to file 5"],
      ["H8+7 · 马8进7 · H9-G7", "Black's horse on file 8 moves forward to file 7"],
      ["R1+1 · 车一进一 · I0-I1", "the rook on file 1 moves forward one point"],
      ["R+.6 · 前车平六", "of two rooks on one file, the front one moves to file 6"]],
  },
};

const piece = (letter) => piecePicture(letter, state.tastes.pieces, 96, "small-piece");

function content() {
  const { start, rulesTitle, rules, notationTitle, notation, moves } = TEXTS[isEnglish() ? "en" : "zh"];
  const pieces = element("table", { className: "pieces-table" });
  for (const [letter, chinese, english] of PIECES) {
    const [name, rule] = isEnglish() ? english : chinese;
    pieces.append(element("tr", {},
      element("td", { className: "pair-of-pieces" }, piece(letter), piece(letter.toLowerCase())),
      element("td", {}, element("b", { textContent: name }), rule)));
  }
  const examples = element("table");
  for (const [move, meaning] of moves) {
    const cells = [element("th", { scope: "row", textContent: move }), element("td", { textContent: meaning })];
    examples.append(element("tr", {}, ...cells));
  }
  return [
    ...start.map((textContent) => element("p", { textContent })), pieces,
    element("h3", { textContent: rulesTitle }),
    element("ul", {}, ...rules.map((textContent) => element("li", { textContent }))),
    element("h3", { textContent: notationTitle }),
    ...notation.map((textContent) => element("p", { textContent })), examples,
  ];
}

addActions({
  beginners: () => {
    tell(say("beginners"), ...content());
    // The button that closes it has the focus, and stands below.
    $("text-dialog").scrollTop = 0;
  },
});
addKeys({ "?": "beginners" });
