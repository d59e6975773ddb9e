// The way to the engine where the page is all that was loaded: the service runs in Web Workers of this page. Has the
// interface of the board's link.js, which asks a server.

import { loadNetwork } from "./network.js";

export class Refused extends Error {
  constructor(reason) {
    super(reason?.en ?? "refused");
    this.reason = reason;
  }
}

/** No server can be lost here. */
export class Lost extends Error {}

/** How long to wait before the network, or an engine that failed, is asked for again. */
const TRY_AGAIN = 3000;
/** Reports that are kept. */
const MOST_REPORTS = 8;

/** What this engine lacks beside one that runs as a program, in both languages. */
export const missing = {
  zh: "引擎在本网页内运行：单线程，置换表 32 MB，速度约为本机程序的一半。需要多线程和大置换表时，请下载程序并运行 guohe-tools board。",
  en: "The engine runs inside this page: one thread, a hash table of 32 MB, about half the speed of a program. For more threads and a larger table, download guohe and run guohe-tools board.",
};

/** Workers can share memory with the page only where headers isolate it; the service worker adds them. */
const shared = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;

const compiled = compile();

async function compile() {
  const response = await fetch("guohe.wasm");
  if (!response.ok) throw new Error(`guohe.wasm: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

let hearing = null;
const hear = (kind, data) => hearing?.(kind, data);

function startWorker(hearMessage, hearFault) {
  const worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => (data.fault ? hearFault() : hearMessage(data));
  worker.onerror = hearFault;
  return worker;
}

// ---------------------------------------------------------------- requests

const pending = new Map();
let requests = 0;
/** The worker that answers. After a fault the next request starts another. */
let desk = startDesk();

function startDesk() {
  const made = startWorker(({ id, reason, ...reply }) => {
    const waiting = pending.get(id);
    pending.delete(id);
    if (reason) waiting?.reject(new Refused(reason));
    else waiting?.resolve(reply);
  }, () => {
    if (desk !== made) return;
    made.terminate();
    desk = null;
    const fault = new Refused({ zh: "页面程序出错，请重新载入", en: "The page has failed: please load it again" });
    for (const { reject } of pending.values()) reject(fault);
    pending.clear();
  });
  compiled.then((module) => made.postMessage({ module }), () => {});
  return made;
}

async function request(what, body) {
  const id = ++requests;
  const isRaw = body instanceof Blob || body instanceof ArrayBuffer;
  const content = body instanceof Blob ? await body.arrayBuffer() : isRaw ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve, reject });
    const asked = desk ??= startDesk();
    compiled.then(() => asked.postMessage({ id, what, body: content }), reject);
  });
}

/** A request with its answer as a server would give it. Throws `Refused` with the reason in both languages. */
export async function ask(path, body) {
  const { bytes, extension, notes } = await request(path, body);
  const headers = new Headers();
  if (extension) headers.set("Content-Disposition", `attachment; filename="guohe.${extension}"`);
  if (notes) headers.set("x-notes", encodeURIComponent(notes));
  return new Response(bytes, { headers });
}

export const answer = async (path, body) => (await ask(path, body)).json();

export const symbols = async () => (await ask("symbols", {})).text();

// ---------------------------------------------------------------- the engine

/** A worker that holds the engine: {worker, isReady}. */
let engine = null;
/** Without shared memory a search is stopped by ending its worker. To load another takes time, so one waits ready. */
let spare = null;
let network = null;
/** What is to be searched, one of each class, in the order in which they are done. */
const queue = { play: null, report: null, analysis: null };
/** {name, request, isUnwanted, isPaused} */
let running = null;

async function load() {
  try {
    network ??= await loadNetwork((part) => hear("loading", { part }));
    await compiled;
    startEngine();
  } catch {
    hear("closed");
    setTimeout(load, TRY_AGAIN);
  }
}

function makeEngine() {
  const made = { isReady: false };
  made.worker = startWorker((message) => hearEngine(made, message), () => failed(made));
  compiled.then((module) => made.worker.postMessage({ module, network, shared }));
  return made;
}

/** Takes the engine that waits, or makes one. */
function startEngine() {
  if (shared) Atomics.store(shared, 0, 0);
  [engine, spare] = [spare ?? makeEngine(), null];
  if (engine.isReady) makeSpare();
}

function makeSpare() {
  if (!shared) spare ??= makeEngine();
}

function hearEngine(made, message) {
  if (message.ready) made.isReady = true;
  if (made !== engine) return;
  if (message.ready) opened();
  else if (message.end) ended(message.end);
  else if (!running?.isUnwanted) hear(message.kind, message.data);
}

/** The engine is ready: the page may play. */
function opened() {
  hear("loading", { part: 1, isDone: true });
  hear("open");
  makeSpare();
  next();
}

/** A worker is gone, and with it what it was doing. */
function failed(made) {
  made.worker.terminate();
  if (made === spare) spare = null;
  if (made !== engine) return;
  [engine, running] = [null, null];
  hear("closed");
  setTimeout(() => {
    startEngine();
    // The spare told long ago that it is ready.
    if (engine.isReady) opened();
  }, TRY_AGAIN);
}

function next() {
  const name = Object.keys(queue).find((key) => queue[key]);
  if (running || !engine?.isReady || !name) return;
  const request = queue[name];
  queue[name] = null;
  running = { name, request, isUnwanted: false, isPaused: false };
  if (shared) Atomics.store(shared, 0, 0);
  engine.worker.postMessage({ isSearch: true, what: name === "report" ? "report" : "go", body: JSON.stringify(request) });
  if (name === "play") hear("begun", { id: request.id });
}

function ended(end) {
  const { name, request, isUnwanted, isPaused } = running;
  running = null;
  if (isPaused && !isUnwanted) {
    // Something more urgent came: it goes on afterwards.
    queue[name] ??= request;
    hear("waiting", { id: request.id });
  } else if (!isUnwanted && end?.report) keepReport(request.id, end);
  else if (!isUnwanted && end) hear(end.kind, end.data);
  next();
}

/** Ends the running search: by the flag, or where there is none with its worker, whose table is lost. */
function halt() {
  if (shared) Atomics.store(shared, 0, 1);
  else {
    engine.worker.terminate();
    startEngine();
    ended(null);
  }
}

function drop(name) {
  queue[name] = null;
  if (running?.name !== name || running.isUnwanted) return;
  running.isUnwanted = true;
  halt();
}

function put(name, request) {
  drop(name);
  queue[name] = request;
  if (running && !running.isUnwanted && !running.isPaused) {
    if (running.name === "analysis") {
      running.isPaused = true;
      halt();
    } else hear("waiting", { id: request.id });
  }
  next();
}

// ---------------------------------------------------------------- what the page calls

/** Listens to the engine: `hear(kind, data)`. */
export function listen(hearer) {
  hearing = hearer;
  load();
}

/** A hidden page goes on listening: it has no stream to give back. */
export const want = () => {};
export const look = () => {};

const tab = "page";
let number = 0;
export const nextNumber = () => number + 1;

/** The last call that starts or ends a search. */
let last = Promise.resolve();

/** Does what `act` says after the calls before: a `stop` must not overtake a `go` that is still being checked. */
function inTurn(act) {
  const mine = last.then(act);
  last = mine.catch(() => {});
  return mine;
}

/** Checks a request, then puts it into the queue `name`. */
async function begin(path, name, wanted) {
  number += 1;
  const search = { ...wanted, tab, id: number };
  await inTurn(async () => {
    await answer(path, search);
    put(name, search);
  });
  return search.id;
}

/** Starts a search; its answers carry the number returned. */
export const go = (wanted) => begin("go", wanted.kind === "analysis" ? "analysis" : "play", wanted);

export const stop = (kind) => inTurn(() => drop(kind === "analysis" || kind === "report" ? kind : "play"));

/** Asks for the report of a game; progress and the end come as events with the number returned. */
export const report = (wanted) => begin("report", "report", wanted);

/** Gives a report an address: one of this place where the service worker can answer for it, so that its script may run. */
async function keepReport(id, { report, review }) {
  const file = new Blob([report], { type: "text/html; charset=utf-8" });
  const address = await putReport(file).catch(() => null);
  hear("report", { id, address: address ?? URL.createObjectURL(file), review });
}

/** Puts a report where the service worker finds it, in place of the oldest. `null` where none works. */
async function putReport(file) {
  if (!navigator.serviceWorker?.controller) return null;
  const cache = await caches.open("guohe-reports");
  const kept = await cache.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length + 1 - MOST_REPORTS))) await cache.delete(old);
  const address = `report/${Date.now()}.html`;
  await cache.put(address, new Response(file));
  return address;
}

// Works without a network from the second visit on. Loading comes first.
window.addEventListener("load", () => navigator.serviceWorker?.register("sw.js").catch(() => {}));
