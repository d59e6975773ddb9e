(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const svg = document.querySelector("#board svg");
  const NS = "http://www.w3.org/2000/svg";
  const root = document.documentElement;
  const cells = [...document.querySelectorAll("#moves [data-ply]")];
  const remark = document.getElementById("remark");
  let ply = data.moves.length;
  let flipped = false;

  const point = (square) => [100 * "abcdefghi".indexOf(square[0]), 100 * (9 - Number(square[1]))];
  const start = new Map();
  data.start.split(" ")[0].split("/").forEach((row, down) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= "0" && letter <= "9") file += Number(letter);
      else start.set("abcdefghi"[file++] + (9 - down), letter);
    }
  });
  const positions = [start];
  for (const { move } of data.moves) {
    const next = new Map(positions[positions.length - 1]);
    const piece = next.get(move.slice(0, 2));
    next.delete(move.slice(0, 2));
    next.set(move.slice(2), piece);
    positions.push(next);
  }

  const make = (name, attributes) => {
    const element = document.createElementNS(NS, name);
    for (const key of Object.keys(attributes)) element.setAttribute(key, attributes[key]);
    svg.append(element);
    return element;
  };
  const turn = (x, y) => (flipped ? { transform: `rotate(180 ${x} ${y})` } : {});

  function arrow(move, color) {
    const [a, b] = [point(move.slice(0, 2)), point(move.slice(2))];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const at = (along, aside) => `${(a[0] + ux * along - uy * aside).toFixed(1)} ${(a[1] + uy * along + ux * aside).toFixed(1)}`;
    const neck = length - 48;
    make("path", { class: `gd-arrow gd-a${color} gd-arrows`, d: `M${at(Math.min(34, length / 4), 0)}L${at(neck, 0)}` });
    make("path", { class: `gd-h${color} gd-arrows`, d: `M${at(neck, -25)}L${at(neck, 25)} ${at(length - 6, 0)}Z` });
  }

  function show(next) {
    ply = Math.max(0, Math.min(data.moves.length, next));
    for (const old of svg.querySelectorAll("use, .gd-last, .gd-check, .gd-arrows")) old.remove();
    const last = ply > 0 ? data.moves[ply - 1].move : null;
    if (last) {
      for (const square of [last.slice(0, 2), last.slice(2)]) {
        const [x, y] = point(square);
        let d = "";
        for (const [right, down] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
          d += `M${x + right * 27} ${y + down * 47}H${x + right * 47}V${y + down * 27}`;
        }
        make("path", { class: "gd-last", d });
      }
    }
    for (const [square, letter] of positions[ply]) {
      const [x, y] = point(square);
      make("use", { href: `#gd-s${letter}`, x, y, ...turn(x, y) });
    }
    const move = data.moves[ply - 1];
    const following = data.moves[ply];
    if (following && following.better) arrow(following.better.moves[0], 0);
    for (const cell of cells) {
      const isCurrent = Number(cell.dataset.ply) === ply;
      cell.classList.toggle("current", isCurrent);
      if (isCurrent) {
        cell.setAttribute("aria-current", "true");
        const box = cell.closest(".moves");
        const top = cell.offsetTop - box.clientHeight / 2;
        box.scrollTop = top;
      } else cell.removeAttribute("aria-current");
    }
    const now = document.getElementById("now");
    if (now) {
      const x = 10 + (980 * ply) / Math.max(1, data.moves.length);
      now.setAttribute("d", `M${x.toFixed(1)} 10V190`);
    }
    const english = root.lang === "en";
    const key = english ? "en" : "zh";
    const notation = english ? "wxf" : "zh";
    let text = "";
    if (move) {
      text = `${move.round}. ${move.side === "black" ? "… " : ""}${move[notation]}${move.mark || (move.only ? "!" : "")}`;
      if (!move.mark && move.score) text += `  ${move.score}`;
      if (move.remark[key]) text += ` · ${move.remark[key]}`;
      if (move.better && move.mark) text += ` ${move.better[notation].slice(1, 6).join(" ")}`;
    } else text = data.startScore || "";
    for (const ruling of data.rulings) if (ruling.ply === ply) text += ` · ${ruling[key]}`;
    remark.textContent = text;
  }

  for (const figure of document.querySelectorAll("figure[data-goto]")) {
    figure.querySelector("svg").addEventListener("click", () => {
      show(Number(figure.dataset.goto));
      document.querySelector(".walk").scrollIntoView({ block: "start" });
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
    flipped = !flipped;
    svg.style.transform = flipped ? "rotate(180deg)" : "";
    for (const mark of svg.querySelectorAll(".gd-text, .gd-stroke")) {
      const now = mark.getAttribute("transform");
      mark.setAttribute("transform", flipped ? `${now} rotate(180)` : now.replace(" rotate(180)", ""));
    }
    show(ply);
  });
  document.getElementById("language").addEventListener("click", () => {
    root.lang = root.lang === "en" ? "zh" : "en";
    show(ply);
  });
  for (const id of ["flip", "language", "steps"]) document.getElementById(id).hidden = false;
  show(ply);
})();
