// What can be done on the page, and what happens there. Each part of the page registers its own; no list has them all.
//
// What happens, beside the engine's answers and the events of the connection, which go by their own names (`link.js`):
//   show              the position on the board or what is known of it has changed: draw it
//   tastes            the language or a setting has changed
//   position          the position of the current node has come: {isPlayed, isHalted}
//   progress          how much of a report is made, 0 to 1; `null` once none is made
//   reviewed          the report of the game on the board has come: {review, address}
//   lend              the board is lent to another part of the page
//   leave             the game on the board makes room for another
//   begin             a game to be played has come onto the board
//   library           the games that are kept have changed
//   resume            the game may go on where it is
//   flag              a clock has run out: the colour
//   tab               a panel has been opened: its name
//   board-…           somebody has touched the board, which is not lent: see `Board`

const actions = new Map();
const keys = new Map();
const listeners = new Map();

function addTo(map, more) {
  for (const [name, value] of Object.entries(more)) {
    if (map.has(name)) throw new Error(`${name} is registered twice`);
    map.set(name, value);
  }
}

/** Adds actions by name. A click on an element with `data-do` of that name does it. */
export const addActions = (more) => addTo(actions, more);

/** Adds keys by the names that browsers give them, letters in lower case: the action of each. */
export const addKeys = (more) => addTo(keys, more);

export const act = (name) => actions.get(name)?.();

/** The action that a key stands for. */
export const actionOf = (key) => keys.get(key) ?? keys.get(key.toLowerCase());

/** Calls `hear(...data)` whenever `kind` happens, after those that were registered before. */
export function on(kind, hear) {
  if (!listeners.has(kind)) listeners.set(kind, []);
  listeners.get(kind).push(hear);
}

export function emit(kind, ...data) {
  for (const hear of listeners.get(kind) ?? []) hear(...data);
}
