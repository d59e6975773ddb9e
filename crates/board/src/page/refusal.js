// Why a move that was tried is not legal.

import { complain, toast } from "./dialogs.js";
import { answer } from "./link.js";
import { pick } from "./words.js";

/** Says why `mv` is not legal in the position after `moves`; nothing where no piece stands. */
export async function explainRefusal({ start, moves, rules }, mv) {
  try {
    const { refusal } = await answer("check", { start, moves: [...moves, mv], rules });
    if (refusal) toast(pick(refusal), true);
  } catch (error) {
    complain(error);
  }
}
