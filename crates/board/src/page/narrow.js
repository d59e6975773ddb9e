// Narrow windows, in which the panels stand below the board.

const query = matchMedia("(max-width: 900px) and (min-height: 501px)");

export const isNarrow = () => query.matches;

/** Calls `hear` when the window becomes narrow or wide. */
export const whenNarrow = (hear) => query.addEventListener("change", hear);
