// The library where the board keeps it in a folder: each game is a PGN file, with what only the page knows in a tag.

import { complain } from "./dialogs.js";
import { plainGame } from "./files.js";
import { idOfGame } from "./library.js";
import { answer, missing } from "./link.js";
import { named } from "./names.js";
import { newGame } from "./state.js";

/** The tag that holds what a PGN file cannot say: players, clocks, the opening, the engine's scores. */
const TAG = "Guohe";

/** The folder, once the board has named it. */
export let folder = "";

/** Ids of nodes, each before its children: the order in which a file is written and read. */
function orderOf(nodes) {
  const order = [];
  const stack = [0];
  while (stack.length) {
    const id = stack.pop();
    order.push(id);
    stack.push(...[...nodes[id].children].reverse());
  }
  return order;
}

/** What the engine has said of the nodes, in their order. */
const knownOf = (nodes) => orderOf(nodes).map((id) => {
  const { score, judged } = nodes[id];
  return score || judged ? { score, judged } : 0;
});

function entryOf({ name, at, tree, isOnly }) {
  const { [TAG]: about, ...tags } = tree.tags ?? {};
  const whole = { ...tree, tags, current: 0 };
  try {
    const { id, game, opening, current, time, known } = JSON.parse(about);
    if (isOnly && id === name && game?.players?.red && game.players.black) {
      orderOf(whole.nodes).forEach((node, at) => {
        const { score, judged } = known[at] || {};
        Object.assign(whole.nodes[node], score && { score }, judged && { judged });
      });
      return { id, at: time, changed: at, game, opening, tree: { ...whole, current } };
    }
  } catch {
    // A file of another program has no such tag.
  }
  // A file of several games, or one read in part, stays as it is: a changed game gets a file of its own.
  const id = isOnly ? name : idOfGame(whole);
  const game = newGame({ id, isOpened: true, isCut: Boolean(whole.isCut) });
  return { id, at, game, opening: null, tree: whole, isFixed: !isOnly };
}

/** The folder as `openLibrary` takes it; `null` where the board has none. */
export async function openFolder() {
  const list = () => answer("library", { kind: "list" });
  let first = null;
  try {
    first = await list();
  } catch (error) {
    // The static page knows no such request, and keeps games in the browser.
    if (!missing) complain(error);
  }
  folder = first?.folder ?? "";
  if (!folder) return null;
  return {
    all: async () => {
      const { games } = first ?? await list();
      first = null;
      // A file of its own stands for a game that is also in a file that stays as it is.
      return [...games].sort((a, b) => a.isOnly - b.isOnly).map(entryOf);
    },
    put: ({ id, at, game, opening, tree }) => {
      const own = { id, game, opening, current: tree.current, time: at, known: knownOf(tree.nodes) };
      const about = JSON.stringify(own);
      const whole = plainGame(named({ game, tree: { ...tree, tags: { ...tree.tags, [TAG]: about } } }));
      return answer("library", { kind: "put", name: id, game: whole });
    },
    remove: (id) => answer("library", { kind: "remove", name: id }),
  };
}
