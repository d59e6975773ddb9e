// Undo and redo: each step is a change of the tree, with the state of the game before and after it.

const MOST_STEPS = 500;

export class History {
  constructor() {
    this.clear();
  }

  clear() {
    this.done = [];
    this.undone = [];
  }

  /** Adds a step: {patches, before, after, isByEngine}. What was undone before can no longer be redone. */
  add(step) {
    const [patch] = step.patches;
    const [earlier] = this.done.at(-1)?.patches ?? [];
    // A comment comes letter by letter.
    if (patch?.key === "comment" && earlier?.key === "comment" && patch.id === earlier.id) {
      const { before } = this.done.pop();
      step = { ...step, before, patches: [{ ...patch, before: earlier.before }] };
    }
    this.done.push(step);
    if (this.done.length > MOST_STEPS) this.done.shift();
    this.undone = [];
  }

  /**
   * Undoes the last step in `tree` and returns the state before it; `null` where there is none. With `withAnswers` the
   * moves of the engine go together with the player's move that they answer.
   */
  undo(tree, withAnswers) {
    let state = null;
    for (let step; (step = this.done.pop()); ) {
      for (const { id, key, before } of [...step.patches].reverse()) tree.nodes[id][key] = before;
      this.undone.push(step);
      state = step.before;
      if (!withAnswers || !step.isByEngine) break;
    }
    return state;
  }

  /** Redoes what the last `undo` has undone, and returns the state after it. */
  redo(tree, withAnswers) {
    let state = null;
    for (let step; (step = this.undone.at(-1)); ) {
      if (state && !(withAnswers && step.isByEngine)) break;
      this.undone.pop();
      for (const { id, key, after } of step.patches) tree.nodes[id][key] = after;
      this.done.push(step);
      state = step.after;
    }
    return state;
  }
}
