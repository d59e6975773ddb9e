// The game: a tree of moves in an array, the root first. Knows nothing of drawing or of the engine.

export { readFen, writeFen } from "./replay.js";

export const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/**
 * A move {mv, zh, wxf} and the position after it, with what is known of it: FEN, score, review. The root has no move.
 * `glyph`: PGN's number of a mark, or several.
 * @typedef {{move: any, parent: number, children: number[], comment: string, glyph?: number | number[]}} Known
 * @typedef {Known & {fen?: string, score?: any, judged?: any}} TreeNode
 */

export class Tree {
  constructor(start = START, tags = {}) {
    this.start = start;
    this.tags = tags;
    this.nodes = [/** @type {TreeNode} */ ({ move: null, parent: null, children: [], comment: "" })];
    this.current = 0;
    /** Changes of nodes since the last `takePatches`, for undo. */
    this.patches = [];
  }

  static from(data) {
    const tree = new Tree(data.start, data.tags ?? {});
    if (Array.isArray(data.nodes) && data.nodes.length) tree.nodes = structuredClone(data.nodes);
    tree.current = Math.min(data.current ?? 0, tree.nodes.length - 1);
    return tree;
  }

  node(id = this.current) {
    return this.nodes[id];
  }

  #set(id, key, value) {
    this.patches.push({ id, key, before: this.nodes[id][key], after: value });
    this.nodes[id][key] = value;
  }

  takePatches() {
    const { patches } = this;
    this.patches = [];
    return patches;
  }

  setComment(text, id) {
    if (text !== this.node(id).comment) this.#set(id, "comment", text);
  }

  /** Plays `move` ({mv, zh, wxf}) after the current node: an existing child or a new one. */
  play(move) {
    const found = this.node().children.find((id) => this.nodes[id].move.mv === move.mv);
    if (found !== undefined) {
      this.current = found;
      return false;
    }
    this.nodes.push({ move, parent: this.current, children: [], comment: "" });
    this.#set(this.current, "children", [...this.node().children, this.nodes.length - 1]);
    this.current = this.nodes.length - 1;
    return true;
  }

  /** Ids from the first move to `id`. */
  path(id = this.current) {
    const path = [];
    for (let at = id; at !== 0; at = this.nodes[at].parent) path.push(at);
    return path.reverse();
  }

  moves(id = this.current) {
    return this.path(id).map((at) => this.nodes[at].move.mv);
  }

  /** Ids of the line that goes through the current node and on by first children. */
  line() {
    const line = this.path();
    for (let at = this.node(); at.children.length; at = this.nodes[at.children[0]]) line.push(at.children[0]);
    return line;
  }

  ply(id = this.current) {
    return this.path(id).length;
  }

  /** The number of ply `n` as games are counted: from the FEN's on. */
  round(n) {
    const first = Number(this.start.split(" ")[5]) || 1;
    return first + Math.floor((n - 1 + (this.isRed(1) ? 0 : 1)) / 2);
  }

  /** Whether Red makes the move that leads to ply `n`, counted from 1. */
  isRed(n) {
    return (this.start.split(" ")[1] === "b") === (n % 2 === 0);
  }

  /** Puts the line of the current node before its siblings, all the way up. */
  promote() {
    for (let at = this.current; at !== 0; at = this.nodes[at].parent) {
      const { parent } = this.nodes[at];
      const siblings = this.nodes[parent].children;
      if (siblings[0] !== at) this.#set(parent, "children", [at, ...siblings.filter((id) => id !== at)]);
    }
  }

  /** Cuts the current move and all after it; the array keeps what nobody reaches, so that it can be undone. */
  cut() {
    if (this.current === 0) return;
    const gone = this.current;
    this.current = this.nodes[gone].parent;
    this.#set(this.current, "children", this.nodes[this.current].children.filter((id) => id !== gone));
  }

  /** Moves from the node `id` on, itself and all variations included. */
  size(id) {
    let count = 0;
    for (const stack = [id]; stack.length; count++) stack.push(...this.nodes[stack.pop()].children);
    return count;
  }

  /** The tree without unreachable nodes, as the server and the store take it. */
  data() {
    const order = [];
    const stack = [0];
    while (stack.length) {
      const id = stack.pop();
      order.push(id);
      stack.push(...this.nodes[id].children.slice().reverse());
    }
    const place = new Map(order.map((id, at) => [id, at]));
    const nodes = order.map((id) => {
      const node = this.nodes[id];
      const parent = node.parent === null ? null : place.get(node.parent);
      return { ...node, parent, children: node.children.map((child) => place.get(child)) };
    });
    return { start: this.start, tags: this.tags, nodes, current: place.get(this.current) };
  }
}
