// The board: shows a position and turns clicks, drags and keys into points. Draws as the reports do. Knows no rules.

import { background, drawNames } from "./backdrop.js";
import { drawArrow, drawCheck, drawLastMove, drawn, placeOf, squareAt } from "./drawing.js";
import { beside } from "./cursor.js";
import { glide } from "./glide.js";
import { isRed, pieceName } from "./pieces.js";
import { isEnglish, say } from "./words.js";

/** Colours of arrows beside those of the engine's lines, which count from 0: the move played, and a better one. */
export const [BETTER, PLAYED] = [5, 6];

export class Board {
  /** `act(kind, ...squares)` hears of what is done by hand: `move`, `point`, `drag`, `chosen`, `refused`, `cursor`. */
  constructor(parent, act) {
    this.act = act;
    this.isFlipped = false;
    this.set = "simplified";
    this.pieces = new Map();
    this.targets = new Map();
    this.chosen = null;
    this.cursor = "e0";
    /** It was pointed at, and not left since: then the arrow keys walk through the game and move no cursor. */
    this.isPointed = false;
    this.isFree = false;
    this.shownArrows = [];
    /** Whether the points are shown where a chosen piece may go. */
    this.hasDots = true;
    /** The notation whose numbers stand at the edge, if any. */
    this.names = null;
    this.svg = drawn("svg", { role: "application", tabindex: 0, class: "board", "data-label": "board" }, parent);
    background(this.svg);
    this.layers = {};
    for (const name of ["last", "chosen", "pieces", "ring", "premove", "dots", "arrows", "pointed", "cursor", "names"]) {
      this.layers[name] = drawn("g", { class: name }, this.svg);
    }
    this.svg.addEventListener("pointerdown", (event) => this.#down(event));
    this.svg.addEventListener("pointermove", (event) => this.#move(event));
    this.svg.addEventListener("pointerup", (event) => this.#up(event));
    this.svg.addEventListener("pointercancel", () => this.#drop());
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault());
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.svg.addEventListener("focus", () => this.#drawCursor());
    this.svg.addEventListener("blur", () => {
      this.layers.cursor.replaceChildren();
      this.act("cursor");
      // A window that is left keeps the board as its active element.
      this.isPointed &&= document.activeElement === this.svg;
    });
  }

  #at(square) {
    return placeOf(square, this.isFlipped);
  }

  /** Where on the board an event is. */
  #place({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  #square(event) {
    const { x, y } = this.#place(event);
    return squareAt(x, y, this.isFlipped);
  }

  /** Shows `position`: pieces, the last move, whose king is in check, and where each piece may go. */
  show({ pieces, last = "", checked = "", targets = new Map() }, isPlayed = false) {
    const isNew = isPlayed && last && !this.wasDragged;
    this.wasDragged = false;
    this.pieces = pieces;
    this.targets = targets;
    this.last = last;
    this.checked = checked;
    this.chosen = null;
    this.#drop();
    this.#clear();
    this.draw();
    if (isNew) glide(this.layers.pieces, last.slice(2), this.#at(last.slice(0, 2)), this.#at(last.slice(2)));
  }

  /** Other targets for the position that is shown. */
  setTargets(targets) {
    this.targets = targets;
    if (this.chosen) this.#pick(this.chosen);
  }

  draw() {
    const { layers } = this;
    layers.last.replaceChildren();
    if (this.last) drawLastMove(layers.last, this.last, this.isFlipped);
    layers.pieces.replaceChildren();
    for (const [square, letter] of this.pieces) {
      const [x, y] = this.#at(square);
      const place = { "data-square": square, transform: `translate(${x} ${y})` };
      const about = { role: "img", class: `piece ${isRed(letter) ? "red" : "black"}` };
      const piece = drawn("g", { ...about, ...place }, layers.pieces);
      drawn("circle", { class: "shade", cx: 2, cy: 5, r: 50 }, piece);
      if (square === this.checked) drawCheck(piece, 0, 0);
      drawn("use", { href: `#gd-${this.set[0]}${letter}` }, piece);
    }
    const { x, y, width, height } = this.size;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    drawNames(layers.names, this.names, this.isFlipped);
    this.#drawChosen();
  }

  /** The edge around the lines: wider where it holds the numbers of the files. */
  get size() {
    const [y, height] = this.names ? [-92, 1084] : [-62, 1024];
    return { x: -62, y, width: 924, height };
  }

  #drawChosen() {
    this.layers.chosen.replaceChildren();
    this.layers.dots.replaceChildren();
    for (const piece of this.layers.pieces.children) {
      const { square } = piece.dataset;
      const isChosen = square === this.chosen;
      piece.classList.toggle("ready", isChosen);
      const name = `${square} ${pieceName(this.pieces.get(square), isEnglish())}`;
      piece.setAttribute("aria-label", isChosen ? say("chosen", name) : name);
    }
    if (!this.chosen) return;
    const [x, y] = this.#at(this.chosen);
    drawn("circle", { cx: x, cy: y, r: 51 }, this.layers.chosen);
    if (!this.hasDots) return;
    for (const square of this.targets.get(this.chosen) ?? []) {
      const [cx, cy] = this.#at(square);
      const takes = this.pieces.has(square);
      const name = { role: "img", "aria-label": say("target", square) };
      drawn("circle", { ...name, class: takes ? "takes" : "goes", cx, cy, r: takes ? 50 : 15 }, this.layers.dots);
    }
  }

  /** Arrows `[{mv, rank}]`: rank 0 is the best line, or `BETTER` or `PLAYED`. */
  arrows(list) {
    this.shownArrows = list;
    this.layers.arrows.replaceChildren();
    for (const { mv, rank } of [...list].reverse()) drawArrow(this.layers.arrows, mv, this.isFlipped, rank);
  }

  /** An arrow in place of the others for a move that is pointed at beside the board, until the next position; or none. */
  point(mv) {
    this.layers.pointed.replaceChildren();
    this.layers.arrows.toggleAttribute("hidden", Boolean(mv));
    if (mv) drawArrow(this.layers.pointed, mv, this.isFlipped, 0);
  }

  /** Rings a piece without choosing it, until the next position. */
  ring(square) {
    const [cx, cy] = this.#at(square);
    this.layers.ring.replaceChildren();
    drawn("circle", { cx, cy, r: 51 }, this.layers.ring);
  }

  #clear() {
    this.point(null);
    this.layers.ring.replaceChildren();
  }

  flip(isFlipped) {
    this.isFlipped = isFlipped;
    this.#clear();
    this.draw();
    this.arrows(this.shownArrows);
  }

  #pick(square) {
    this.chosen = this.targets.has(square) ? square : null;
    this.#drawChosen();
    this.act("chosen", this.chosen);
  }

  /** A point was chosen by click or key. */
  choose(square) {
    if (this.isFree) return this.act("point", square);
    if (this.chosen && this.chosen !== square && !this.targets.has(square)) {
      const from = this.chosen;
      this.#pick(null);
      return this.act("move", from, square);
    }
    if (!this.targets.has(square) && this.pieces.has(square)) this.act("refused", square);
    this.#pick(this.chosen === square ? null : square);
  }

  #down(event) {
    this.isPointed = true;
    this.#drawCursor();
    if (event.button !== 0 || !event.isPrimary) return;
    const square = this.#square(event);
    if (!square) return;
    this.cursor = square;
    this.press = { square, x: event.clientX, y: event.clientY, wasChosen: this.chosen === square };
    // A finger may be about to scroll: it drags only the piece that a tap has chosen before.
    const isHeld = event.pointerType !== "touch" || this.press.wasChosen;
    const mayDrag = this.isFree ? this.pieces.has(square) : this.targets.has(square) && isHeld;
    if (mayDrag) {
      this.svg.setPointerCapture(event.pointerId);
      this.press.piece = this.layers.pieces.querySelector(`[data-square="${square}"]`);
      if (!this.isFree) this.#pick(square);
    }
  }

  #move(event) {
    const { press } = this;
    if (!press?.piece) return;
    if (!press.isDrag && Math.hypot(event.clientX - press.x, event.clientY - press.y) < 8) return;
    press.isDrag = true;
    const { x, y } = this.#place(event);
    press.piece.setAttribute("transform", `translate(${x} ${y}) scale(1.08)`);
    press.piece.classList.add("held");
    this.layers.pieces.append(press.piece);
  }

  #up(event) {
    const { press } = this;
    this.press = null;
    if (!press) return;
    const square = this.#square(event);
    if (press.isDrag) {
      this.draw();
      if (this.isFree) this.act("drag", press.square, square);
      else if (square && square !== press.square) {
        this.#pick(null);
        this.wasDragged = true;
        this.act("move", press.square, square);
      }
      return;
    }
    if (square !== press.square) return;
    if (press.piece && !this.isFree) {
      // The press has chosen it already; a second click lets it go.
      if (press.wasChosen) this.#pick(null);
      return;
    }
    this.choose(square);
  }

  #drop() {
    if (this.press?.isDrag) this.draw();
    this.press = null;
  }

  #key(event) {
    const next = !this.isPointed && beside(this.cursor, event.key, this.isFlipped);
    if (next) {
      this.cursor = next;
      this.#drawCursor();
      this.act("cursor", this.cursor);
    } else if (event.key === "Enter" || event.key === " ") this.choose(this.cursor);
    else if (event.key === "Escape") this.#pick(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #drawCursor() {
    this.layers.cursor.replaceChildren();
    if (this.isPointed || !this.svg.matches(":focus-visible")) return;
    const [x, y] = this.#at(this.cursor);
    drawn("rect", { x: x - 50, y: y - 50, width: 100, height: 100, rx: 10 }, this.layers.cursor);
  }
}
