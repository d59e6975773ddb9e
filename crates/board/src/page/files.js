// Games from files and texts, and games into files.

import { addActions } from "./actions.js";
import { complain, tell, toast } from "./dialogs.js";
import { $, element } from "./dom.js";
import { keep, leaveGame } from "./games.js";
import { idOfGame, keptGame } from "./library.js";
import { mainLine } from "./judged.js";
import { Refused, answer, ask } from "./link.js";
import { named } from "./names.js";
import { addNotes, notify } from "./notice.js";
import { written } from "./panels.js";
import { board, refresh } from "./position.js";
import { line, newGame, notation, state } from "./state.js";
import { openTab } from "./tabs.js";
import { Tree } from "./tree.js";
import { pick, say } from "./words.js";

/** Opens the first game of files or texts; the others are offered beside it. */
async function openFiles(files) {
  try {
    const [games, notes] = [[], []];
    for (const file of files) {
      const found = await read(file, files.length > 1);
      games.push(...found.games);
      // Notes about a file that holds no game stand above a game of another.
      const isNamed = files.length > 1 || found.games.length === 0;
      notes.push(...found.notes.map((note) => ({ ...note, name: isNamed ? file.name : "" })));
    }
    if (games.length === 0) {
      toast(files[0].name ? say("nothingIn", files.map(({ name }) => name).join(say("comma"))) : say("nothingRead"), true);
      addNotes(notes);
      return;
    }
    await openGame(games[0], { games, notes });
  } catch (error) {
    complain(error);
  }
}

/** More than is read; a longer file is refused by it. */
const MOST_READ = 9 << 20;

/** The games of a file. One of several that is refused costs only itself: its note says why. */
async function read(file, isOneOfSeveral) {
  try {
    return await (await ask("import", file.slice(0, MOST_READ))).json();
  } catch (error) {
    if (!isOneOfSeveral || !(error instanceof Refused)) throw error;
    return { games: [], notes: [error.reason] };
  }
}

const openText = (text) => text.trim() && openFiles([new Blob([text])]);

/** The id of a game of a file; that of a new copy if the kept one has been worked on. */
function freeId(data) {
  const id = idOfGame(data);
  let free = id;
  for (let copy = 2; keptGame(free)?.game.isChanged; copy++) free = `${id}-${copy}`;
  return free;
}

/** Opens a game; `found` is what its file holds, where it is the first of it. */
async function openGame(data, found = null) {
  const { isLeft, back } = await leaveGame();
  if (!isLeft) return;
  const id = freeId(data);
  // The same game may have been reviewed.
  const kept = keptGame(id);
  state.tree = Tree.from({ ...kept?.tree ?? data, current: 0 });
  const { review = null, changed = null } = kept?.game ?? {};
  state.game = newGame({ id, isOpened: true, isCut: Boolean(data.isCut), review, changed, base: changed });
  board.flip(false);
  openTab("game");
  if (found) {
    notify({ ...found, back, open: openGame });
    toast(say(found.games.length > 1 ? "firstOpened" : "opened", found.games.length));
  }
  await refresh();
  // Its start has no opening yet.
  const end = await answer("position", line(mainLine(state.tree).at(-1))).catch(() => null);
  if (state.game.id === id) keep(end?.opening);
}

function openData(data) {
  const files = [...data.files];
  const text = data.getData("text/plain");
  if (files.length) openFiles(files);
  else openText(text);
}

async function paste() {
  try {
    const text = await navigator.clipboard.readText();
    $("pasted").value = text;
    openText(text);
  } catch {
    $("pasted").focus();
    toast(say("pasteHere"));
  }
}

function showNotes(notes, name) {
  $("notes").replaceChildren();
  $("notes").append(element("h3", { textContent: `${say("notes")} · ${name}` }));
  for (const note of notes) $("notes").append(element("p", { textContent: pick(note) }));
}

/** A game as the server reads it: of what the page knows of a node, the parts that belong to a file. */
export const plainGame = ({ start, tags, nodes }) => ({
  start, tags,
  nodes: nodes.map(({ move, parent, comment, glyph }) => ({ move: move && { mv: move.mv }, parent, comment, glyph })),
});

/** The game on the board, with its rules. */
export const gameOut = () => ({ game: plainGame(named({ game: state.game, tree: state.tree.data() })), rules: state.tastes.rules });

async function saveFile() {
  try {
    const response = await ask("export", { ...gameOut(), to: $("save-as").value });
    const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "game.pgn";
    const notes = response.headers.get("X-Notes");
    if (notes) showNotes(JSON.parse(decodeURIComponent(notes)), name);
    download(await response.blob(), name);
  } catch (error) {
    complain(error);
  }
}

export function download(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(say("copied"));
  } catch {
    tell(say("notCopied"), element("textarea", { value: text, rows: 6, readOnly: true }));
  }
}

const copyMoves = () => copy(state.tree.line().map((id) => written(state.tree.node(id).move, notation())).join(" "));

$("file").addEventListener("change", async () => {
  if ($("file").files.length) await openFiles([...$("file").files]);
  $("file").value = "";
});
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  $("drop").hidden = false;
});
document.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) $("drop").hidden = true;
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  $("drop").hidden = true;
  openData(event.dataTransfer);
});
document.addEventListener("paste", (event) => {
  if (event.target instanceof Element && event.target.closest("input, textarea, dialog")) return;
  openData(event.clipboardData);
});

addActions({
  read: () => openText($("pasted").value),
  paste,
  save: saveFile,
  "copy-fen": () => state.position && copy(state.guest?.fen?.() ?? state.position.fen),
  "copy-moves": copyMoves,
});
