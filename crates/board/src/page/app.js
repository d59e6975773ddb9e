// The board in the browser: who plays, whose turn it is, and what the page shows. The engine answers through `link`.

import { Board, pieceName } from "./board.js";
import { History } from "./history.js";
import { dropGame, keepGame, keptGames } from "./library.js";
import { Refused, answer, ask, go as startSearch, listen, look, missing, nextNumber, report, stop, symbols, want } from "./link.js";
import { drawNotice, notify, resultText } from "./notice.js";
import { chance, drawCurve, drawLines, drawMoves, element, scoreText, written } from "./panels.js";
import { load, newName, own, save, shared } from "./store.js";
import { START, Tree, readFen, writeFen } from "./tree.js";
import { isEnglish, pick, say, setLanguage } from "./words.js";

const $ = (id) => document.getElementById(id);

// ---------------------------------------------------------------- what is kept over a reload

/** Tastes are for all tabs, the game belongs to this one. */
const tastes = {
  language: "", theme: "", notation: "", pieces: "simplified", legal: true,
  coordinates: true, sound: false, multipv: 3, arrows: true, rules: { set: "asian", fold: 3, limit: 60 },
  players: { red: { kind: "human", level: 5, time: 1 }, black: { kind: "level", level: 5, time: 1 } },
  ...load(shared, "guohe"),
};
/** How moves are written: as chosen, or as the readers of the language expect. */
const notation = () => tastes.notation || (isEnglish() ? "wxf" : "zh");
const saveTastes = () => save(shared, "guohe", tastes);

const human = { kind: "human", level: 5, time: 1 };
let tree = new Tree();
/** `isOpened`: read from a file or a text, not played here. `isChanged`: somebody has worked on it since. */
const newGame = (properties) => ({
  id: newName(), players: { red: human, black: human }, clock: null, left: null, ending: null,
  isFlipped: false, seed: 0, isOpened: false, isChanged: false, ...properties,
});
let game = newGame();

function saveGame() {
  save(own, "game", { tree: tree.data(), game });
}

// ---------------------------------------------------------------- undo and redo

const history = new History();

const stateOfGame = () => ({
  current: tree.current, ending: game.ending, left: game.left && { ...game.left }, result: tree.tags.Result,
});

/** Changes the tree or ends the game by `act`, as a step that can be undone. */
function change(act, { isByEngine = false, before = stateOfGame() } = {}) {
  act();
  const patches = tree.takePatches();
  if (!patches.length && game.ending === before.ending) return;
  history.add({ patches, before, after: stateOfGame(), isByEngine });
  game.isChanged = true;
}

const isMixed = () => isEngine("red") !== isEngine("black");

function undoOrRedo(way) {
  if (editing) return;
  const state = history[way](tree, isMixed());
  if (!state) return;
  cancel();
  stopClock();
  tree.current = state.current;
  tree.tags.Result = state.result;
  Object.assign(game, { ending: state.ending, left: state.left && { ...state.left } });
  // Two engines would play on at once and take the way back.
  refresh({ isHalted: isEngine("red") && isEngine("black") });
}

// ---------------------------------------------------------------- games that come back

/** What the game on the board looks like in the list; `null` where there is nothing to keep. */
function entryOfGame() {
  if (!tree.node(0).children.length || (game.isOpened && !game.isChanged)) return null;
  return { id: game.id, at: Date.now(), game: { ...game, left: game.left && { ...game.left } }, tree: tree.data() };
}

function keep() {
  const entry = entryOfGame();
  const isKept = entry !== null && keepGame(entry);
  drawGames();
  return isKept ? entry : null;
}

/** Makes room for another game. The one on the board goes into the list; if it is too large the player is asked. */
async function leaveGame() {
  const kept = keep();
  if (kept || !entryOfGame() || await confirmed(say("cannotKeep"), say("replaceIt"))) {
    cancel();
    stopClock();
    closeEditor();
    history.clear();
    return { isLeft: true, back: kept ? () => openKept(kept) : undefined };
  }
  return { isLeft: false };
}

async function openKept(entry) {
  const { isLeft, back } = await leaveGame();
  if (!isLeft) return;
  tree = Tree.from(entry.tree);
  game = newGame(structuredClone({ ...entry.game, id: entry.id }));
  board.flip(game.isFlipped);
  board.arrows([]);
  notify({ back });
  openTab("game");
  drawGames();
  refresh();
}

function drawGames() {
  const games = keptGames().filter(({ id }) => id !== game.id);
  $("kept-games").replaceChildren(...games.map((entry) => {
    const { tags = {}, nodes } = entry.tree;
    const { red, black } = entry.game.players;
    const names = `${tags.Red || nameOf(red)} – ${tags.Black || nameOf(black)}`;
    const result = resultText(tags.Result) || say("unfinished");
    const parts = [dateText(entry.at), names, result, say("plies", nodes.length - 1)];
    const open = element("button", { type: "button", textContent: parts.join(" · ") });
    open.addEventListener("click", () => openKept(entry));
    const remove = element("button", { type: "button", className: "quiet", textContent: "✕" });
    remove.title = say("removeGame");
    remove.setAttribute("aria-label", say("removeGame"));
    remove.addEventListener("click", async () => {
      if (!await confirmed(say("removeAsk"), say("removeGame"))) return;
      dropGame(entry.id);
      drawGames();
    });
    return element("li", {}, open, remove);
  }));
  $("no-kept-games").hidden = games.length > 0;
}

const dateText = (at) =>
  new Date(at).toLocaleString(isEnglish() ? "en-GB" : "zh-CN", { dateStyle: "medium", timeStyle: "short" });

// ---------------------------------------------------------------- the position on the board

let position = null;
let query = 0;
let searching = null; // {id, kind: "move" | "hint" | "offer"}
let analysis = { on: false, id: null, info: null };
let editing = null; // {pieces, side, brush}
let meta = { levels: [], handicaps: [], rules: [] };
let ticking = null;

const board = new Board($("board"), (kind, a, b) => {
  if (kind === "move") tryMove(a, b);
  else if (kind === "point") editPoint(a);
  else if (kind === "drag") editDrag(a, b);
  else if (kind === "cursor") {
    const letter = board.pieces.get(a);
    $("status").textContent = `${a} ${letter ? pieceName(letter, isEnglish()) : say("empty")}`;
  }
});

const side = () => position?.side ?? "red";
const other = (color) => (color === "red" ? "black" : "red");
const isEngine = (color) => game.players[color].kind !== "human";
const isOver = () => Boolean(game.ending || position?.outcome);
const line = (id) => ({ start: tree.start, moves: tree.moves(id), rules: tastes.rules });

/** Asks the server for the position of the current node and shows it. */
async function refresh({ isPlayed = false, isHalted = false } = {}) {
  const mine = ++query;
  try {
    const found = await answer("position", line());
    if (mine !== query) return;
    position = found;
    tree.node().fen = found.fen;
    // A tree that was pasted together elsewhere learns how its moves are written.
    if (tree.node().move && found.last) tree.node().move = found.last;
  } catch (error) {
    if (mine === query) complain(error);
    return;
  }
  show(isPlayed);
  saveGame();
  if (analysis.on) analyse();
  if (isPlayed) afterMove();
  else if (!isHalted) resume();
}

function targets() {
  const found = new Map();
  if (!position || isOver() || searching?.kind === "move") return found;
  if (isEngine(side()) && !atBranch()) return found;
  for (const { mv } of position.legal) {
    const from = mv.slice(0, 2);
    if (!found.has(from)) found.set(from, []);
    found.get(from).push(mv.slice(2));
  }
  return found;
}

/** Whether the player walks in an old position, where he may try moves for both sides. */
const atBranch = () => tree.node().children.length > 0;

function show(isPlayed = false) {
  if (editing) return;
  const { pieces } = readFen(position.fen);
  const king = position.check ? [...pieces].find(([, letter]) => letter === (side() === "red" ? "K" : "k"))?.[0] : null;
  board.hasDots = tastes.legal;
  board.show({ pieces, last: tree.node().move?.mv, checked: king, targets: targets() }, isPlayed);
  drawMoves($("move-list"), tree, notation(), goTo);
  $("comment").value = tree.node().comment ?? "";
  $("opening").textContent = position.opening ? pick(position.opening) : "";
  $("undo").disabled = !history.done.length;
  $("redo").disabled = !history.undone.length;
  const isPlaying = !game.isOpened && !isOver();
  for (const button of document.querySelectorAll("[data-do=draw], [data-do=resign]")) button.disabled = !isPlaying;
  showPlayers();
  showStatus();
  showEnding();
  showAnalysis();
}

function showStatus() {
  if (!position) return;
  let text = side() === "red" ? say("redToMove") : say("blackToMove");
  if (editing) text = say("settingUp");
  else if (isOver()) text = headline();
  else if (searching?.isWaiting) text += ` · ${say("waiting")}`;
  else if (searching?.kind === "move") text += ` · ${say("thinking")}`;
  else if (position.check) text += ` · ${say("check")}`;
  $("status").textContent = text;
}

const endingText = () => (game.ending ? pick(game.ending) : pick(position?.outcome));

/** The end in a word or two. */
const headline = () => {
  const { winner } = game.ending ?? position.outcome;
  return winner ? say("wins", say(winner)) : say("drawn");
};

/** The end whose words were put aside to see the board. */
let seenEnding = "";

function showEnding() {
  const text = endingText();
  const isSeen = seenEnding === `${tree.current} ${tree.moves().join("")}`;
  $("ending").hidden = !text || isSeen;
  if ($("ending").hidden) return;
  $("ending").replaceChildren(element("h2", { textContent: headline() }), element("p", { textContent: text }));
  const add = (key, act, className = "") => {
    const button = element("button", { type: "button", className, textContent: say(key) });
    button.addEventListener("click", act);
    $("ending").append(button);
  };
  if (position?.outcome?.isRepetition) add("why", why);
  add("newGame", openNewGame, "primary");
  add("close", () => {
    seenEnding = `${tree.current} ${tree.moves().join("")}`;
    showEnding();
  });
}

function showPlayers() {
  const bottom = game.isFlipped ? "black" : "red";
  for (const [place, color] of [["player-bottom", bottom], ["player-top", other(bottom)]]) {
    const player = game.players[color];
    const name = tree.tags[color === "red" ? "Red" : "Black"] || nameOf(player);
    const parts = [
      seal(color),
      element("span", { className: "name", textContent: [...new Set([say(color), name])].join(" · ") }),
    ];
    const isThinking = side() === color && searching?.kind === "move";
    if (isThinking) parts.push(element("span", { className: "dots", textContent: thoughtText() }));
    if (game.left) parts.push(element("time", { className: "clock", textContent: clockText(game.left[color]) }));
    $(place).replaceChildren(...parts);
    $(place).classList.toggle("active", side() === color && !isOver());
  }
}

/** How deep the engine has come with its move, and how long it thinks. */
function thoughtText() {
  if (!searching.depth) return "…";
  return say("thought", searching.depth, Math.floor((performance.now() - searching.since) / 1000));
}

/** The king of a colour as a picture. */
function seal(color) {
  const NS = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "-50 -50 100 100");
  svg.setAttribute("class", `seal ${color}`);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(NS, "use");
  use.setAttribute("href", `#gd-${tastes.pieces[0]}${color === "red" ? "K" : "k"}`);
  svg.append(use);
  return svg;
}

const nameOf = (player) =>
  player.kind === "human" ? say("human") : player.kind === "level" ? `guohe · ${say("level")} ${player.level}` : `guohe · ${player.time} s`;

const clockText = (ms) => {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 20) return seconds.toFixed(1);
  const whole = Math.floor(seconds);
  const minutes = String(Math.floor((whole % 3600) / 60)).padStart(whole >= 3600 ? 2 : 1, "0");
  return `${whole >= 3600 ? `${Math.floor(whole / 3600)}:` : ""}${minutes}:${String(whole % 60).padStart(2, "0")}`;
};

// ---------------------------------------------------------------- playing

function tryMove(from, to) {
  const move = position?.legal.find(({ mv }) => mv === from + to);
  if (!move || !targets().get(from)?.includes(to)) {
    if (board.pieces.get(from)) explainRefusal(from + to);
    return;
  }
  playMove(move);
}

async function explainRefusal(mv) {
  if (isOver() || (isEngine(side()) && !atBranch())) return;
  try {
    const { refusal } = await answer("check", { ...line(), moves: [...tree.moves(), mv] });
    if (refusal) toast(pick(refusal), true);
  } catch (error) {
    complain(error);
  }
}

function playMove(move, isByEngine = false) {
  const before = stateOfGame();
  runClock(side());
  change(() => tree.play(move) && (game.ending = null), { isByEngine, before });
  if (searching?.kind === "hint") cancel();
  board.arrows([]);
  click();
  movedAt = performance.now();
  refresh({ isPlayed: true });
}

function afterMove() {
  if (position.outcome) {
    if (!game.isOpened) tree.tags.Result = { red: "1-0", black: "0-1" }[position.outcome.winner] ?? "1/2-1/2";
    stopClock();
    keep();
    return;
  }
  turn();
}

/** Lets the engine think if it is its turn and the game is going on here. */
async function turn() {
  stopClock();
  if (!isEngine(side())) return startClock();
  // The engine's clock runs from the moment that it begins: until then another search may be under way.
  if (isOver() || editing || atBranch() || searching) return;
  const player = game.players[side()];
  const play = game.left
    ? { clock: { red: Math.round(game.left.red), black: Math.round(game.left.black), increment: game.clock.increment * 1000 } }
    : player.kind === "time" ? { movetime: Math.round(player.time * 1000) } : {};
  if (player.kind === "level") play.level = player.level;
  // Shown at once: the answer may come before the request is acknowledged.
  const started = search("move", { ...line(), ...play, seed: game.seed });
  show();
  await started;
}

async function search(kind, request) {
  const mine = { id: nextNumber(), kind, node: tree.current };
  searching = mine;
  try {
    await startSearch({ ...request, kind });
  } catch (error) {
    if (searching === mine) searching = null;
    complain(error);
  }
}

const wantStream = () => want(!document.hidden);

function cancel() {
  if (!searching) return;
  searching = null;
  stop("move").catch(complain);
}

/** Takes back the last move of a game that is played here. In an opened game, or inside a game, it only steps back. */
function takeBack() {
  if (editing) return;
  if (game.isOpened || atBranch()) return walk.back();
  if (tree.current === 0) return;
  cancel();
  change(() => {
    game.ending = null;
    tree.tags.Result = "*";
    tree.cut();
    // Against an engine its answer goes too, so that the player is to move again.
    const mover = tree.isRed(tree.ply() + 1) ? "red" : "black";
    if (isMixed() && tree.current !== 0 && isEngine(mover)) tree.cut();
  });
  refresh({ isPlayed: true });
}

function removeFromHere() {
  if (editing || tree.current === 0) return;
  cancel();
  const count = tree.size(tree.current);
  change(() => {
    game.ending = null;
    tree.cut();
  });
  toast(say("removed", count));
  refresh({ isHalted: true });
}

function hint() {
  if (!position || isOver() || searching) return;
  search("hint", { ...line(), movetime: 1500 });
}

async function offerDraw() {
  if (!position || isOver() || tree.current === 0 || game.isOpened) return;
  const opponent = isEngine(side()) ? side() : other(side());
  const { kind, level } = game.players[opponent];
  if (kind === "human") {
    const { id } = game;
    if (await confirmed(say("agreeAsk"), say("agree")) && id === game.id && !isOver()) end(null, ["drawAgreed"]);
    return;
  }
  if (searching) return;
  search("offer", { ...line(), color: opponent, movetime: 500, ...(kind === "level" ? { level } : {}) });
}

async function resign() {
  if (!position || isOver() || game.isOpened) return;
  const { id } = game;
  if (!await confirmed(say("resignAsk"), say("resign")) || id !== game.id || isOver()) return;
  const loser = isEngine(side()) && !isEngine(other(side())) ? other(side()) : side();
  end(other(loser), ["resigned", loser, other(loser)]);
}

/** Ends the game other than by the rules; `words` is a key and colours. */
function end(winner, [key, ...colors]) {
  cancel();
  stopClock();
  const both = {};
  const now = isEnglish();
  for (const language of ["zh", "en"]) {
    setLanguage(language);
    both[language] = say(key, ...colors.map((color) => say(color)));
  }
  setLanguage(now ? "en" : "zh");
  change(() => {
    game.ending = { ...both, winner };
    tree.tags.Result = { red: "1-0", black: "0-1" }[winner] ?? "1/2-1/2";
  });
  show();
  saveGame();
  keep();
}

// ---------------------------------------------------------------- clocks

function startClock() {
  stopClock();
  if (!game.left || isOver() || editing || atBranch() || tree.current === 0) return;
  let before = performance.now();
  ticking = setInterval(() => {
    const now = performance.now();
    game.left[side()] -= now - before;
    before = now;
    if (game.left[side()] <= 0) {
      game.left[side()] = 0;
      end(other(side()), ["timeOut", side(), other(side())]);
    }
    showPlayers();
  }, 100);
}

function stopClock() {
  clearInterval(ticking);
  ticking = null;
}

/** The mover has moved: the increment is added. */
function runClock(color) {
  if (game.left && ticking !== null) game.left[color] += game.clock.increment * 1000;
  stopClock();
}

// ---------------------------------------------------------------- walking

function goTo(id) {
  if (id === tree.current) return resume();
  cancel();
  stopClock();
  tree.current = id;
  refresh();
}

const walk = {
  first: () => goTo(0),
  back: () => tree.node().parent !== null && goTo(tree.node().parent),
  forward: () => tree.node().children.length && goTo(tree.node().children[0]),
  last: () => goTo(tree.line().at(-1) ?? 0),
};

/** Back at the end of a running game: it goes on. */
const resume = () => position && !editing && !isOver() && !atBranch() && !searching && turn();

// ---------------------------------------------------------------- analysis

async function analyse() {
  if (!analysis.on || !position || editing) return;
  analysis.info = null;
  if (position.outcome) {
    showAnalysis();
    return stop("analysis").catch(complain);
  }
  analysis.id = nextNumber();
  analysis.node = tree.current;
  try {
    await startSearch({ ...line(), kind: "analysis", multipv: tastes.multipv });
  } catch (error) {
    complain(error);
  }
}

function toggleAnalysis(on = !analysis.on) {
  analysis = { on, id: null, info: null };
  $("analyse").setAttribute("aria-pressed", String(on));
  $("analyse").dataset.t = on ? "analyseStop" : "analyseStart";
  $("analyse").textContent = say($("analyse").dataset.t);
  if (on) {
    openTab("game");
    analyse();
  } else {
    stop("analysis").catch(complain);
    board.arrows([]);
    showAnalysis();
  }
}

function showAnalysis() {
  drawLines($("lines"), $("depth"), analysis.info, notation(), (move) => position && !editing && playMoveByHand(move));
  if (analysis.on) {
    const best = tastes.arrows ? (analysis.info?.lines ?? []).map((found, rank) => ({ mv: found.pv[0]?.mv, rank })) : [];
    board.arrows(best.filter(({ mv }) => mv));
  }
  const path = [0, ...tree.line()];
  const points = path.map((id, ply) => ({ ply, chance: chance(tree.node(id).score) }));
  const known = points.filter((point) => point.chance !== null);
  $("figure").hidden = known.length < 2;
  // The curve begins with the game: where nobody has looked at its start, the usual one counts as level.
  points[0].chance ??= tree.start === START ? 0.5 : known[0]?.chance ?? null;
  drawCurve($("curve"), points, tree.ply(), (ply) => goTo(path[ply]));
  const now = analysis.on ? chance(analysis.info?.lines[0]?.score ?? tree.node().score) : null;
  $("bar-of-score").hidden = now === null;
  $("bar-of-score").classList.toggle("flipped", game.isFlipped);
  if (now !== null) $("bar-of-score").firstElementChild.style.height = `${(now * 100).toFixed(1)}%`;
}

/** A line of the analysis was clicked: its first move is played, whoever plays that side. */
function playMoveByHand(move) {
  const found = position.legal.find(({ mv }) => mv === move.mv);
  if (found && !isOver()) {
    cancel();
    playMove(found);
  }
}

// ---------------------------------------------------------------- what the engine says

let isClosed = false;
/** When the last move was shown; an answer sooner than the eye can follow waits a little. */
let movedAt = 0;
const PAUSE = 350;
/** How often a hidden page whose game waits for the engine looks for the answer. */
const LOOK_EVERY = 2000;
/** How often the time that the engine thinks is written. */
const SECOND_HAND = 500;

function hear(kind, data) {
  if (kind === "move" && data.id === searching?.id && searching.kind === "move") {
    const left = movedAt + PAUSE - performance.now();
    if (left > 1) return setTimeout(() => hear(kind, data), left);
  }
  if (kind === "forgotten") {
    loseReport();
    searching = null;
    refresh({ isPlayed: true });
  } else if (kind === "open") {
    if (isClosed) {
      toast(say("back2"));
      loseReport();
      searching = null;
      refresh({ isPlayed: true });
    }
    isClosed = false;
    wantStream();
  } else if (kind === "closed") {
    if (!isClosed) toast(say("lost"), true);
    isClosed = true;
  } else if (kind === "loading") {
    $("loading").hidden = Boolean(data.isDone);
    $("loading").querySelector("progress").value = data.part;
  } else if (kind === "report") hearReport(data);
  else if (kind === "info") {
    if (data.id === analysis.id && analysis.on && analysis.node === tree.current) {
      analysis.info = data;
      if (data.lines[0]) tree.node().score = data.lines[0].score;
      showAnalysis();
    }
  } else if (kind === "waiting") {
    if (data.id === analysis.id) $("depth").textContent = say("waiting");
    if (data.id === searching?.id) {
      searching.isWaiting = true;
      showStatus();
    }
  } else if (kind === "depth") {
    if (data.id === searching?.id) searching.depth = data.depth;
    showPlayers();
  } else if (kind === "begun") {
    if (data.id !== searching?.id) return;
    searching.isWaiting = false;
    searching.since = performance.now();
    if (searching.kind === "move" && searching.node === tree.current) {
      searching.left = game.left?.[side()];
      startClock();
    }
    showStatus();
  } else if (data.id === searching?.id) {
    const { kind: wanted, node, left } = searching;
    searching = null;
    // An offer that the player did not wait for: the game goes on where it is now.
    if (node !== tree.current) return resume();
    if (kind === "move" && wanted === "move") {
      // A hidden page may hear of the beginning and of the move in one breath.
      if (game.left && left) game.left[side()] = Math.max(0, Math.min(game.left[side()], left - (data.ms ?? 0)));
      // What a weak level sees is nobody's curve.
      if (data.score && game.players[side()].kind === "time") tree.node().score = data.score;
      const found = position.legal.find(({ mv }) => mv === data.move?.mv);
      if (found) playMove(found, true);
      else refresh();
    } else if (kind === "move" && wanted === "hint" && data.move) {
      board.arrows([{ mv: data.move.mv, rank: 0 }]);
      toast(say("hintIs", `${written(data.move, notation())}${data.score ? `（${scoreText(data.score)}）` : ""}`));
    } else if (kind === "offer") {
      if (data.accepts) end(null, ["drawAgreed"]);
      else toast(say("drawDeclined"));
      resume();
    }
    showStatus();
    showPlayers();
  }
}

// ---------------------------------------------------------------- new games

function openNewGame() {
  for (const color of ["red", "black"]) {
    const player = tastes.players[color];
    $(`${color}-player`).replaceChildren(...[["human", "human"], ["level", "engineLevel"], ["time", "engineTime"]].map(([value, key]) => new Option(say(key), value)));
    $(`${color}-player`).value = player.kind;
    $(`${color}-level`).value = player.level;
    $(`${color}-time`).value = player.time;
  }
  const start = $("start-from");
  start.replaceChildren(
    new Option(say("startPosition"), ""),
    ...meta.handicaps.map((handicap, at) => new Option(pick(handicap), String(at))),
    new Option(say("currentPosition"), "current"),
  );
  drawPlayersOfDialog();
  $("new-dialog").showModal();
}

function drawPlayersOfDialog() {
  for (const color of ["red", "black"]) {
    const kind = $(`${color}-player`).value;
    const field = $(`${color}-player`).closest("fieldset");
    field.querySelector(".range").hidden = kind !== "level";
    field.querySelector(".time").hidden = kind !== "time";
    const level = Number($(`${color}-level`).value);
    const about = pick(meta.levels[level]);
    field.querySelector("output").textContent = `${say("level")} ${level}${about ? ` · ${about}` : ""}`;
  }
}

function beginNewGame() {
  for (const color of ["red", "black"]) {
    const time = Number($(`${color}-time`).value);
    tastes.players[color] = {
      kind: $(`${color}-player`).value, level: Number($(`${color}-level`).value), time: Number.isFinite(time) && time > 0 ? Math.min(600, time) : 1,
    };
  }
  saveTastes();
  const from = $("start-from").value;
  const start = from === "current" ? position?.fen ?? START : from === "" ? START : meta.handicaps[Number(from)].fen;
  const clock = /^(\d+)\+(\d+)$/.exec($("clock").value);
  begin(start, structuredClone(tastes.players), clock && { seconds: Number(clock[1]), increment: Number(clock[2]) });
}

/** Begins a game; a lone human with Black sees the board from his side. */
async function begin(start, players, clock = null) {
  const { isLeft, back } = await leaveGame();
  if (!isLeft) return;
  tree = new Tree(start);
  const isBlackOnly = players.black.kind === "human" && players.red.kind !== "human";
  const left = clock ? { red: clock.seconds * 1000, black: clock.seconds * 1000 } : null;
  game = newGame({ players, clock, left, isFlipped: isBlackOnly, seed: newSeed() });
  tree.tags = { Event: "guohe", Date: today(), Result: "*" };
  board.flip(game.isFlipped);
  board.arrows([]);
  notify({ back });
  drawGames();
  refresh({ isPlayed: true });
}

const newSeed = () => Math.floor(Math.random() * 2 ** 32);

const today = () => {
  const now = new Date();
  return `${now.getFullYear()}.${String(now.getMonth() + 1).padStart(2, "0")}.${String(now.getDate()).padStart(2, "0")}`;
};

// ---------------------------------------------------------------- files

/** Opens the first game of files or texts; the others are offered beside it. */
async function openFiles(files) {
  try {
    const [games, notes] = [[], []];
    for (const file of files) {
      const found = await (await ask("import", file)).json();
      games.push(...found.games);
      notes.push(...found.notes.map((note) => ({ ...note, name: files.length > 1 ? file.name : "" })));
    }
    if (games.length === 0) {
      toast(say("nothingRead"), true);
      if (notes.length) notify({ notes });
      return;
    }
    await openGame(games[0], { games, notes });
  } catch (error) {
    complain(error);
  }
}

const openText = (text) => text.trim() && openFiles([new Blob([text])]);

async function openGame(data, { games, notes } = {}) {
  const { isLeft, back } = await leaveGame();
  if (!isLeft) return;
  tree = Tree.from({ ...data, current: 0 });
  game = newGame({ isOpened: true, isFlipped: game.isFlipped });
  openTab("game");
  if (games) {
    notify({ games, notes, back, open: openGame });
    toast(say(games.length > 1 ? "firstOpened" : "opened", games.length));
  }
  drawGames();
  refresh();
}

function showNotes(notes, name) {
  $("notes").replaceChildren();
  if (!notes?.length) return;
  $("notes").append(element("h3", { textContent: `${say("notes")} · ${name}` }));
  for (const note of notes) $("notes").append(element("p", { textContent: pick(note) }));
}

/** The game as the server reads it: of what the page knows of a node, the parts that belong to a file. */
const gameOut = () => {
  const { start, tags, nodes } = tree.data();
  const plain = nodes.map(({ move, parent, comment, glyph }) => ({ move: move && { mv: move.mv }, parent, comment, glyph }));
  return { game: { start, tags, nodes: plain }, rules: tastes.rules };
};

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

function download(blob, name) {
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

const SHOWN_BY_STYLE = ["fill", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "opacity", "font-size", "font-weight", "font-family", "text-anchor"];

/** A copy of an SVG element that looks the same where there is no style sheet. */
function withItsStyle(element) {
  const copyOf = element.cloneNode(true);
  const copies = [copyOf, ...copyOf.querySelectorAll("*")];
  [element, ...element.querySelectorAll("*")].forEach((source, at) => {
    const style = getComputedStyle(source);
    for (const key of SHOWN_BY_STYLE) copies[at].style.setProperty(key, style.getPropertyValue(key));
  });
  return copyOf;
}

/** The board as a picture of its own, with its colours and shapes inside. */
function picture() {
  const copyOf = withItsStyle(board.svg);
  for (const layer of copyOf.querySelectorAll(".cursor, .chosen, .dots")) layer.remove();
  const defs = document.createElementNS("http://www.w3.org/2000/svg", "defs");
  for (const id of new Set([...copyOf.querySelectorAll("use")].map((use) => use.getAttribute("href").slice(1)))) {
    const symbol = document.getElementById(id);
    if (symbol) defs.append(withItsStyle(symbol));
  }
  copyOf.prepend(defs);
  copyOf.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copyOf.setAttribute("width", board.size.width);
  copyOf.setAttribute("height", board.size.height);
  return new Blob([new XMLSerializer().serializeToString(copyOf)], { type: "image/svg+xml" });
}

async function pictureAsPng() {
  const address = URL.createObjectURL(picture());
  const image = new Image();
  image.src = address;
  await image.decode();
  const { width, height } = board.size;
  const canvas = element("canvas", { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  URL.revokeObjectURL(address);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

async function copyPicture() {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": pictureAsPng() })]);
    toast(say("copied"));
  } catch {
    toast(say("notCopied"), true);
  }
}

async function makeReport() {
  try {
    $("report-progress").hidden = false;
    $("report-progress").value = 0;
    await report({ ...gameOut(), lang: isEnglish() ? "en" : "zh" });
  } catch (error) {
    $("report-progress").hidden = true;
    complain(error);
  }
}

/** What ran for a stream that broke is forgotten with it. */
function loseReport() {
  if ($("report-progress").hidden) return;
  $("report-progress").hidden = true;
  toast(say("reportLost"), true);
}

function hearReport(data) {
  if (data.progress !== undefined) $("report-progress").value = data.progress;
  if (data.error) complain(new Refused(data.error));
  if (data.address || data.error) $("report-progress").hidden = true;
  if (data.address) {
    const link = element("a", { href: data.address, target: "_blank", rel: "noopener", className: "button primary", textContent: say("reportReady") });
    link.dataset.t = "reportReady";
    $("notes").replaceChildren(link);
    openTab("file");
  }
}

// ---------------------------------------------------------------- rules in words

async function why() {
  try {
    const found = await answer("rules", line());
    tell(say("why"), ...pick(found).split("\n").map((text) => element("p", { textContent: text })), cycleTable(found.cycle));
  } catch (error) {
    complain(error);
  }
}

function cycleTable(cycle) {
  if (!cycle?.length) return "";
  const table = element("table");
  for (const step of cycle) {
    const row = element("tr", {}, element("td", { textContent: String(step.ply) }), element("td", { textContent: written(step.move, notation()) }), element("td", { textContent: pick(step) }));
    table.append(row);
  }
  return table;
}

// ---------------------------------------------------------------- the position editor

const STOCK = "KABNRCPkabnrcp";

function openEditor() {
  cancel();
  stopClock();
  if (analysis.on) toggleAnalysis(false);
  editing = { ...readFen(position?.fen ?? START), brush: "R" };
  board.isFree = true;
  $("bar-of-score").hidden = true;
  drawEditor();
}

function closeEditor() {
  if (!editing) return;
  editing = null;
  board.isFree = false;
  $("edit-error").textContent = "";
  document.body.classList.remove("editing");
}

function drawEditor(text = writeFen(editing)) {
  document.body.classList.add("editing");
  board.show({ pieces: editing.pieces });
  board.arrows([]);
  $("edit-side").value = editing.side;
  if ($("fen") !== document.activeElement) $("fen").value = text;
  drawPalette();
  showStatus();
  checkEdit(text);
}

function drawPalette() {
  const NS = "http://www.w3.org/2000/svg";
  $("palette").replaceChildren(...[...STOCK, ""].map((letter) => {
    const name = letter ? pieceName(letter, isEnglish()) : say("erase");
    const button = element("button", { type: "button", title: name });
    button.setAttribute("role", "radio");
    button.setAttribute("aria-label", name);
    button.setAttribute("aria-checked", String(editing?.brush === letter));
    if (letter) {
      const svg = document.createElementNS(NS, "svg");
      svg.setAttribute("viewBox", "-48 -48 96 96");
      const use = document.createElementNS(NS, "use");
      use.setAttribute("href", `#gd-${tastes.pieces[0]}${letter}`);
      svg.append(use);
      svg.classList.add(letter === letter.toUpperCase() ? "red" : "black");
      button.append(svg);
    } else button.textContent = "✕";
    button.addEventListener("click", () => {
      if (!editing) openEditor();
      editing.brush = letter;
      drawPalette();
    });
    return button;
  }));
}

function editPoint(square) {
  const { pieces, brush } = editing;
  if (!brush || pieces.get(square) === brush) pieces.delete(square);
  else {
    // There is one king of a colour: it moves.
    if (brush.toUpperCase() === "K") for (const [at, letter] of pieces) if (letter === brush) pieces.delete(at);
    pieces.set(square, brush);
  }
  drawEditor();
}

function editDrag(from, to) {
  const letter = editing.pieces.get(from);
  editing.pieces.delete(from);
  if (to && letter) editing.pieces.set(to, letter);
  drawEditor();
}

let checking = 0;

async function checkEdit(fen) {
  const mine = ++checking;
  let refusal = "";
  try {
    refusal = pick((await answer("check", { start: fen, moves: [], rules: tastes.rules })).refusal);
  } catch (error) {
    refusal = error instanceof Refused ? pick(error.reason) : String(error);
  }
  if (mine !== checking || !editing) return;
  editing.refusal = refusal;
  $("edit-error").textContent = refusal;
}

async function useEdit() {
  if (!editing) return;
  const fen = writeFen(editing);
  await checkEdit(fen);
  if (editing?.refusal) return;
  await begin(fen, { red: human, black: human });
  openTab("game");
}

// ---------------------------------------------------------------- little things

function toast(text, isError = false) {
  const place = $("toast");
  place.textContent = text;
  place.classList.toggle("error", isError);
  place.hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => (place.hidden = true), isError ? 6000 : 3500);
}

function complain(error) {
  if (error instanceof Refused) toast(pick(error.reason), true);
  else if (error instanceof TypeError) toast(say("lost"), true);
  else toast(String(error), true);
}

function tell(title, ...content) {
  $("text-title").textContent = title;
  $("text-body").replaceChildren(...content);
  $("text-dialog").showModal();
}

/** Asks before something is done; `label` is on the button that does it. */
function confirmed(text, label) {
  const dialog = $("ask-dialog");
  $("ask-text").textContent = text;
  $("ask-yes").textContent = label;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(dialog.returnValue === "ok"), { once: true });
  });
}

let audio = null;
/** Milliseconds. */
const TICK = 12;

/** A short wooden knock, made rather than loaded, and a tick where the device can shake. */
function click() {
  // Browsers complain about a page that shakes before it was touched.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TICK);
  if (!tastes.sound) return;
  audio ??= new AudioContext();
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.frequency.setValueAtTime(420, audio.currentTime);
  oscillator.frequency.exponentialRampToValueAtTime(90, audio.currentTime + 0.06);
  gain.gain.setValueAtTime(0.4, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.09);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start();
  oscillator.stop(audio.currentTime + 0.1);
}

function openTab(name) {
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const isOpen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    $(tab.getAttribute("aria-controls")).hidden = !isOpen;
  }
  if (name === "edit") drawPalette();
}

function applyTastes() {
  setLanguage(tastes.language);
  $("language").textContent = tastes.language === "zh" ? "EN" : "中";
  document.documentElement.dataset.theme = tastes.theme;
  $("notation").value = notation();
  $("pieces").value = tastes.pieces;
  $("rules").replaceChildren(...meta.rules.map((name) => new Option(say(name), name)));
  $("rules").value = tastes.rules.set;
  $("fold").value = String(tastes.rules.fold);
  $("limit").value = tastes.rules.limit;
  $("show-legal").checked = tastes.legal;
  $("show-coordinates").checked = tastes.coordinates;
  $("sound").checked = tastes.sound;
  $("multipv").value = String(tastes.multipv);
  $("arrows").checked = tastes.arrows;
  $("analyse").textContent = say($("analyse").dataset.t);
  $("about").textContent = meta.version ?? "";
  $("missing").hidden = !missing;
  $("missing").textContent = pick(missing);
  if (!["simplified", "traditional", "western"].includes(tastes.pieces)) tastes.pieces = "simplified";
  board.set = tastes.pieces;
  board.names = tastes.coordinates ? notation() : null;
  document.documentElement.style.setProperty("--ratio", String(board.size.width / board.size.height));
  board.describe();
  if (position && editing) {
    drawEditor();
    showPlayers();
  } else if (position) show();
  drawNotice();
  drawGames();
}

const ACTIONS = {
  ...walk,
  undo: takeBack, hint, draw: offerDraw, resign, why, read: () => openText($("pasted").value),
  flip: () => {
    game.isFlipped = !game.isFlipped;
    board.flip(game.isFlipped);
    if (position && !editing) show();
    saveGame();
  },
  promote: () => {
    change(() => tree.promote());
    show();
    saveGame();
  },
  remove: removeFromHere,
  "undo-change": () => undoOrRedo("undo"),
  "redo-change": () => undoOrRedo("redo"),
  paste: async () => {
    try {
      const text = await navigator.clipboard.readText();
      $("pasted").value = text;
      openText(text);
    } catch {
      $("pasted").focus();
      toast(say("pasteHere"));
    }
  },
  save: saveFile,
  "copy-fen": () => position && copy(position.fen),
  "copy-moves": () => copy([0, ...tree.line()].slice(1).map((id) => written(tree.node(id).move, notation())).join(" ")),
  "copy-picture": copyPicture,
  "save-picture": async () => download(await pictureAsPng(), "guohe.png"),
  report: makeReport,
  "edit-open": openEditor,
  "edit-start": () => {
    if (!editing) openEditor();
    Object.assign(editing, readFen(START));
    drawEditor();
  },
  "edit-clear": () => {
    if (!editing) openEditor();
    Object.assign(editing, readFen("4k4/9/9/9/9/9/9/9/9/4K4 w"));
    drawEditor();
  },
  "edit-use": useEdit,
  "edit-cancel": () => {
    closeEditor();
    refresh();
  },
};

function wire() {
  document.addEventListener("click", (event) => {
    const action = event.target.closest("[data-do]")?.dataset.do;
    if (action) ACTIONS[action]?.();
  });
  $("new-game").addEventListener("click", openNewGame);
  $("new-dialog").addEventListener("close", () => $("new-dialog").returnValue === "ok" && beginNewGame());
  $("new-dialog").addEventListener("input", drawPlayersOfDialog);
  $("language").addEventListener("click", () => {
    tastes.language = tastes.language === "zh" ? "en" : "zh";
    saveTastes();
    applyTastes();
  });
  $("theme").addEventListener("click", () => {
    const isDark = getComputedStyle(document.documentElement).getPropertyValue("--is-dark").trim() === "1";
    tastes.theme = isDark ? "light" : "dark";
    saveTastes();
    applyTastes();
  });
  for (const tab of document.querySelectorAll("[role=tab]")) {
    tab.addEventListener("click", () => openTab(tab.id.slice(4)));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" }[event.key];
      if (!step || !tab[step]) return;
      tab[step].click();
      tab[step].focus();
      event.stopPropagation();
    });
  }
  const tune = (id, change, then = applyTastes) => $(id).addEventListener("change", () => {
    change($(id));
    saveTastes();
    then();
  });
  tune("notation", (input) => (tastes.notation = input.value));
  tune("pieces", (input) => (tastes.pieces = input.value));
  tune("show-legal", (input) => (tastes.legal = input.checked));
  tune("show-coordinates", (input) => (tastes.coordinates = input.checked));
  tune("sound", (input) => (tastes.sound = input.checked));
  tune("arrows", (input) => (tastes.arrows = input.checked), () => {
    board.arrows([]);
    showAnalysis();
  });
  tune("multipv", (input) => (tastes.multipv = Number(input.value)), () => analysis.on && analyse());
  tune("rules", (input) => (tastes.rules.set = input.value), () => refresh());
  tune("fold", (input) => (tastes.rules.fold = Number(input.value)), () => refresh());
  tune("limit", (input) => (tastes.rules.limit = Math.max(0, Math.min(1000, Math.trunc(Number(input.value)) || 0))), () => refresh());
  $("analyse").addEventListener("click", () => toggleAnalysis());
  $("comment").addEventListener("change", () => {
    change(() => tree.setComment($("comment").value));
    show();
    saveGame();
  });
  $("file").addEventListener("change", async () => {
    if ($("file").files.length) await openFiles([...$("file").files]);
    $("file").value = "";
  });
  $("edit-side").addEventListener("change", () => {
    if (!editing) openEditor();
    editing.side = $("edit-side").value;
    drawEditor();
  });
  $("fen").addEventListener("input", () => {
    if (!editing) openEditor();
    Object.assign(editing, readFen($("fen").value));
    board.show({ pieces: editing.pieces });
    checkEdit($("fen").value);
  });
  document.addEventListener("keydown", onKey);
  const drop = $("drop");
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.hidden = false;
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && (drop.hidden = true));
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    drop.hidden = true;
    const files = [...event.dataTransfer.files];
    const text = event.dataTransfer.getData("text/plain");
    if (files.length) openFiles(files);
    else openText(text);
  });
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea, dialog")) return;
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData("text/plain");
    if (files.length) openFiles(files);
    else openText(text);
  });
  window.addEventListener("pagehide", () => {
    saveGame();
    keep();
  });
  window.addEventListener("storage", drawGames);
  setInterval(() => searching?.kind === "move" && showPlayers(), SECOND_HAND);
  document.addEventListener("visibilitychange", wantStream);
  setInterval(() => document.hidden && searching && look(), LOOK_EVERY);
}

function onKey(event) {
  if (event.target.closest("input, textarea, select, dialog, [role=tab]")) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y")) {
    undoOrRedo(key === "y" || event.shiftKey ? "redo" : "undo");
    return event.preventDefault();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = {
    ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", f: "flip", h: "hint", u: "undo",
  };
  const action = keys[event.key] ?? keys[key];
  if (action) ACTIONS[action]();
  else if (key === "a") toggleAnalysis();
  else if (key === "n") openNewGame();
  else return;
  event.preventDefault();
}

async function main() {
  const holder = element("div", { className: "symbols" });
  holder.setAttribute("aria-hidden", "true");
  const parsed = new DOMParser().parseFromString(await symbols(), "image/svg+xml").documentElement;
  holder.append(document.importNode(parsed, true));
  document.body.prepend(holder);
  meta = await answer("meta", {});
  tastes.language ||= meta.language ?? ((navigator.language ?? "zh").startsWith("zh") ? "zh" : "en");
  wire();
  const saved = load(own, "game");
  if (saved?.tree && saved.game) {
    tree = Tree.from(saved.tree);
    game = newGame(saved.game);
  } else game = newGame({ players: structuredClone(tastes.players), seed: newSeed() });
  if (!saved) tree.tags = { Event: "guohe", Date: today(), Result: "*" };
  board.flip(game.isFlipped);
  applyTastes();
  wantStream();
  listen(hear);
  await refresh({ isPlayed: true });
  document.documentElement.dataset.ready = "yes";
}

main().catch(complain);
