// The way to the engine: requests, and the stream of what it thinks. One tab, one stream.

import { newName } from "./store.js";

export class Refused extends Error {
  constructor(reason) {
    super(reason?.en ?? "refused");
    this.reason = reason;
  }
}

const tab = newName();
let number = 0;

/** The server cannot be reached. */
export class Lost extends Error {}

/** A POST with JSON both ways. Throws `Refused` with the server's reason in both languages, or `Lost`. */
export async function ask(path, body) {
  const isRaw = body instanceof Blob;
  const response = await fetch(`api/${path}`, {
    method: "POST",
    headers: { "Content-Type": isRaw ? "application/octet-stream" : "application/json" },
    body: isRaw ? body : JSON.stringify(body),
  }).catch((error) => {
    throw new Lost(String(error));
  });
  if (!response.ok) {
    let reason = { zh: `服务器出错（${response.status}）`, en: `The server answered ${response.status}` };
    try {
      reason = (await response.json()).error ?? reason;
    } catch {
      // No JSON: the status says it all.
    }
    throw new Refused(reason);
  }
  return response;
}

export const answer = async (path, body) => (await ask(path, body)).json();

let stream = null;
let hearing = null;
let isWanted = true;
/** The server has known this page: it has had a stream, or asked for a search. */
let isKnown = false;
/** The stream is one that ends by itself. */
let isLook = false;
/** A browser tries again by itself when a stream breaks, but not when one is refused. */
const TRY_AGAIN = 3000;

/** Listens to the engine: `hear(kind, data)`. Reconnects by itself. */
export function listen(hear) {
  hearing = hear;
  if (isWanted) open();
  window.addEventListener("pagehide", () => {
    // A stream tells by its end that the page is gone; while it rests somebody must say so. No beacon: it would go
    // without our origin, and be refused.
    fetch("api/leave", { method: "POST", keepalive: true, body: JSON.stringify({ tab }) }).catch(() => {});
  });
}

/**
 * Whether the stream is wanted now. A browser allows six to a server, for all its tabs: a hidden one gives its own
 * back, and the server keeps what it has to say.
 */
export function want(wanted) {
  isWanted = wanted;
  if (!hearing) return;
  if (wanted && !stream) open();
  else if (!wanted && stream && !isLook) answer("rest", { tab }).catch(() => {});
}

/** Fetches what the server has kept for a page that rests. */
export function look() {
  if (hearing && !isWanted && !stream) open(true);
}

function open(isShort = false) {
  const mine = new EventSource(`api/events?tab=${tab}${isShort ? "&look=1" : ""}`);
  stream = mine;
  isLook = isShort;
  const isReturn = isKnown;
  isKnown = true;
  let isBroken = false;
  for (const kind of ["info", "depth", "move", "offer", "waiting", "begun", "report", "tried"]) {
    mine.addEventListener(kind, (event) => hearing(kind, JSON.parse(event.data)));
  }
  mine.addEventListener("rest", () => {
    mine.close();
    stream = null;
    if (isWanted) open();
  });
  // Forgotten over a long rest. After a broken connection everything is asked for again anyway.
  mine.addEventListener("new", () => isReturn && !isBroken && hearing("forgotten"));
  mine.addEventListener("open", () => hearing("open"));
  mine.addEventListener("error", () => {
    isBroken = true;
    hearing("closed");
    if (mine.readyState !== EventSource.CLOSED || stream !== mine) return;
    stream = null;
    setTimeout(() => isWanted && !stream && open(), TRY_AGAIN);
  });
}

/** The last request that starts or ends a search. */
let last = Promise.resolve();

/**
 * Asks when the requests before have been answered: over connections of their own a `stop` might come after the next
 * `go`.
 */
function inTurn(path, body) {
  const mine = last.then(() => answer(path, body));
  last = mine.catch(() => {});
  return mine;
}

/** Starts a search; its answers carry the number returned. */
async function begin(path, request) {
  number += 1;
  const id = number;
  await inTurn(path, { ...request, tab, id });
  isKnown = true;
  return id;
}

export const go = (request) => begin("go", request);

export const nextNumber = () => number + 1;

export const stop = (kind) => inTurn("stop", { tab, kind });

/** Asks for the report of a game; progress and the end come through the stream. */
export const report = (request) => begin("report", request);

/** The shapes of the pieces: SVG. */
export const symbols = async () => (await fetch("symbols.svg")).text();

/** What this engine lacks beside one that runs as a program, in both languages; nothing here. */
export const missing = null;
