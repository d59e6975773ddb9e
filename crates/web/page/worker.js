// A thread of its own for the service. The page starts two: one answers requests, the other, which has the network, thinks.

import init, { Engine, answer, symbols } from "./guohe.js";

/** Set by the page to end a search; only an isolated page can share it. */
let flag = null;
let engine = null;
const encoder = new TextEncoder();

// Called by the service.
globalThis.isStopped = () => flag !== null && Atomics.load(flag, 0) === 1;
globalThis.tell = (kind, data) => postMessage({ kind, data: JSON.parse(data) });

const bytesOf = (body) => (typeof body === "string" ? encoder.encode(body) : new Uint8Array(body));

function reply(what, body) {
  if (what === "symbols") return { bytes: encoder.encode(symbols()) };
  const found = answer(what, bytesOf(body));
  const { bytes, extension, notes } = found;
  found.free();
  return { bytes, extension, notes };
}

let ready = null;

async function start({ module, network, shared }) {
  await init({ module_or_path: module });
  flag = shared ?? null;
  if (network) engine = new Engine(new Uint8Array(network));
  postMessage({ ready: true });
}

async function handle(data) {
  if (data.module) {
    ready = start(data);
    return ready;
  }
  await ready;
  const { id, what, body, isSearch } = data;
  if (isSearch) {
    return postMessage({ end: JSON.parse(engine.think(what, bytesOf(body))) });
  }
  try {
    return postMessage({ id, ...reply(what, body) });
  } catch (error) {
    // A refusal is a text; anything else is a fault of ours.
    if (typeof error !== "string") throw error;
    return postMessage({ id, reason: JSON.parse(error) });
  }
}

// A fault in a promise reaches no `onerror` of the page.
onmessage = ({ data }) => handle(data).catch((error) => postMessage({ fault: String(error) }));
