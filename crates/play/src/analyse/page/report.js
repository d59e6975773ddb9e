const data = JSON.parse(document.getElementById("data").textContent);
const svg = document.querySelector("#board svg");
const root = document.documentElement;
const cells = [...document.querySelectorAll("#moves [data-ply]")];
const remark = document.getElementById("remark");
let ply = data.moves.length;
let isFlipped = false;

const positions = [readFen(data.start).pieces];
for (const { move } of data.moves) positions.push(piecesAfter(positions.at(-1), move));

/** What is between the board and its pieces stays, the rest is drawn anew. */
function drawBoard() {
  for (const old of svg.querySelectorAll("use, .gd-last, .gd-check, .gd-arrows")) old.remove();
  const told = data.moves[ply - 1];
  if (told) drawLastMove(svg, told.move, isFlipped);
  const inCheck = told?.check && (told.side === "red" ? "k" : "K");
  for (const [square, letter] of positions[ply]) {
    const [x, y] = placeOf(square, isFlipped);
    if (letter === inCheck) drawCheck(svg, x, y);
    drawn("use", { href: `#gd-s${letter}`, x, y }, svg);
  }
  // Those of the move that the words below tell of.
  if (!told || !told.better || !told.mark) return;
  drawArrow(svg, told.move, isFlipped, 2);
  drawArrow(svg, told.better.moves[0], isFlipped, 0);
}

function markCurrent() {
  for (const cell of cells) {
    const isCurrent = Number(cell.dataset.ply) === ply;
    cell.classList.toggle("current", isCurrent);
    if (isCurrent) {
      cell.setAttribute("aria-current", "true");
      const box = cell.closest(".moves");
      box.scrollTop += cell.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
    } else cell.removeAttribute("aria-current");
  }
  const now = document.getElementById("now");
  if (now) {
    const x = 10 + (980 * ply) / Math.max(1, data.moves.length);
    now.setAttribute("d", `M${x.toFixed(1)} 10V190`);
  }
}

function paragraph(text, className) {
  const element = document.createElement("p");
  element.className = className;
  element.textContent = text;
  remark.append(element);
}

/** A score of the data as people read it. */
function shown(score) {
  if (!score) return "";
  if (score === "+#") return root.lang === "en" ? "Red won" : "红胜";
  if (score === "-#") return root.lang === "en" ? "Black won" : "黑胜";
  return score.replace("-", "−");
}

function say() {
  const key = root.lang === "en" ? "en" : "zh";
  const notation = root.lang === "en" ? "wxf" : "zh";
  const move = data.moves[ply - 1];
  remark.replaceChildren();
  if (!move) {
    const beginning = root.lang === "en" ? "Start of the game" : "起始局面";
    paragraph([beginning, shown(data.startScore)].filter(Boolean).join("  "), "done");
    return;
  }
  const sign = move.mark || (move.only ? "!" : "");
  paragraph(`${move.round}. ${move.side === "black" ? "… " : ""}${move[notation]}${sign}  ${shown(move.score)}`, "done");
  if (move.remark[key]) paragraph(move.remark[key], "");
  // Many remarks say the line already.
  if (move.refutation && !move.remark[key].includes(move.refutation[notation].slice(0, 2).join(" "))) {
    const then = root.lang === "en" ? "then" : "后续";
    paragraph(`${then} ${move.refutation[notation].slice(0, 6).join(" ")}`, "refutation");
  }
  if (move.better && move.mark) paragraph(move.better[notation].slice(0, 6).join(" "), "better");
  for (const ruling of data.rulings) if (ruling.ply === ply) paragraph(ruling[key], "ruling");
}

function show(next) {
  ply = Math.max(0, Math.min(data.moves.length, next));
  drawBoard();
  markCurrent();
  say();
}

for (const figure of document.querySelectorAll("figure[data-goto]")) {
  figure.addEventListener("click", () => {
    show(Number(figure.dataset.goto));
    document.querySelector(".board").scrollIntoView({ block: "start" });
  });
}

const steps = { first: () => show(0), back: () => show(ply - 1), forward: () => show(ply + 1), last: () => show(data.moves.length) };
for (const button of document.querySelectorAll("[data-step]")) button.addEventListener("click", steps[button.dataset.step]);
for (const cell of cells) {
  cell.tabIndex = 0;
  cell.addEventListener("click", () => show(Number(cell.dataset.ply)));
  cell.addEventListener("keydown", (event) => event.key === "Enter" && show(Number(cell.dataset.ply)));
}
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
  if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  steps[step]();
});
const curve = document.getElementById("curve");
if (curve) {
  curve.addEventListener("click", (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(curve.getScreenCTM().inverse());
    show(Math.round(((at.x - 10) / 980) * data.moves.length));
  });
}
document.getElementById("flip").addEventListener("click", () => {
  isFlipped = !isFlipped;
  // Lines and river look the same from both sides; the numbers change places with their edges.
  for (const number of svg.querySelectorAll(".gd-number")) {
    const [x, y] = number.dataset.place.split(" ").map(Number);
    const [left, top] = isFlipped ? [800 - x, 900 - y] : [x, y];
    number.setAttribute("transform", `translate(${left} ${top}) scale(.034)`);
  }
  show(ply);
});
document.getElementById("language").addEventListener("click", () => {
  root.lang = root.lang === "en" ? "zh" : "en";
  say();
});
for (const id of ["flip", "language", "steps"]) document.getElementById(id).hidden = false;
root.classList.add("alive");
show(ply);
