// Judges a move that is not the solution's.

import { complain } from "./dialogs.js";
import { answer } from "./link.js";
import { isMate } from "./puzzlebook.js";

/** Moves more than the shortest mate for which a mate is still looked for. */
const SLOWER = 2;

/**
 * What a move is worth that is not the solution's: every mate as short is right, and so is any mate where none was asked.
 * `says` is the word for a move that costs nothing and is not the answer either.
 */
export async function judge(solving) {
  const isForMate = isMate(solving.puzzle);
  const most = isForMate ? solving.left - 1 + SLOWER : SLOWER;
  try {
    const { moves, defence, isUnknown } = await answer("mate", { start: solving.start, moves: solving.played, most });
    if (isUnknown) return { says: "puzzleUnknown" };
    if (moves === null) return {};
    if (!isForMate || moves === 0) return { isRight: true, isOver: true };
    return moves < solving.left ? { isRight: true, defence } : { says: "puzzleSlow" };
  } catch (error) {
    complain(error);
    return { says: "puzzleUnknown" };
  }
}
