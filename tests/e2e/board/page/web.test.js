import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";

/** The workers of the page, each with what was posted to it; one that is broken fails as it starts. */
const workers = [];
let isBroken = true;

class FakeWorker {
  posted = [];

  constructor() {
    workers.push(this);
    if (isBroken) setTimeout(() => this.onerror());
  }

  postMessage(message) {
    this.posted.push(message);
    if (message.network) setTimeout(() => this.onmessage({ data: { ready: true } }));
    if (message.id) setTimeout(() => this.onmessage({ data: { id: message.id, bytes: "{}" } }));
  }

  terminate() {
    this.isEnded = true;
  }
}

// `NETWORK_SIZE` is written in by `make web`.
const page = { Worker: FakeWorker, window: globalThis, addEventListener() {}, NETWORK_SIZE: 0 };
const program = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** The link as a page loads it that is served `wasm`, and `network` as the engine's network. */
function load(name, wasm, network = new Response("Not found", { status: 404 })) {
  Object.assign(globalThis, page, { fetch: async (path) => (path === "guohe.wasm" ? wasm : network) });
  return import(`./web/link.js?${name}`);
}

/** The link with an engine that is ready, and the kinds of what it told the page. */
async function loadReady(name) {
  isBroken = false;
  const link = await load(name, new Response(program), new Response(gzipSync("network")));
  const told = [];
  await new Promise((done) => {
    link.listen((kind) => {
      told.push(kind);
      if (kind === "open") done();
    });
  });
  return { link, told };
}

/** What the workers that live were asked to search. */
const searches = () =>
  workers.filter(({ isEnded }) => !isEnded).flatMap(({ posted }) => posted.filter(({ isSearch }) => isSearch));

test("a request after a fault of its worker is answered by another, and none waits for ever", async () => {
  isBroken = true;
  const { Refused, answer } = await load("worker", new Response(program));
  await new Promise((done) => setTimeout(done, 20));
  assert.ok(workers[0].isEnded);
  await assert.rejects(answer("meta", {}), Refused);
  isBroken = false;
  assert.deepEqual(await answer("meta", {}), {});
  const [module, request] = workers.at(-1).posted;
  assert.ok(module.module && request.what === "meta");
});

test("a program that is missing fails each request", async () => {
  isBroken = false;
  const { answer } = await load("program", new Response("Not found", { status: 404 }));
  for (const what of ["meta", "check"]) await assert.rejects(answer(what, {}), /guohe.wasm: 404/);
});

test("after a fault the spare engine takes over", async () => {
  const { link, told } = await loadReady("fault");
  await new Promise((done) => setTimeout(done, 20));
  const before = workers.length;
  const [engine] = workers.slice(-2);
  engine.onerror();
  assert.equal(told.at(-1), "closed");
  await new Promise((done) => setTimeout(done, 3200));
  assert.equal(told.at(-1), "open");
  assert.equal(workers.length, before + 1, "another spare waits");
  await link.go({ kind: "move" });
  assert.equal(searches().length, 1);
  await link.stop("move");
});

test("a stop does not overtake the search that it ends", async () => {
  const { link } = await loadReady("turns");
  const before = searches().length;
  const begun = link.go({ kind: "analysis" });
  await link.stop("analysis");
  await begun;
  assert.equal(searches().length, before);
});

test("a network that cannot be unpacked is not kept", async () => {
  const kept = new Map();
  const cache = {
    match: async (name) => kept.get(name)?.clone(),
    put: async (name, response) => void kept.set(name, response),
    keys: async () => [],
  };
  Object.assign(globalThis, page, { caches: { open: async () => cache } });
  const { loadNetwork } = await import("./web/network.js?kept");
  globalThis.fetch = async () => new Response("<html>");
  await assert.rejects(loadNetwork(() => {}));
  globalThis.fetch = async () => new Response(gzipSync("network"));
  assert.equal(new TextDecoder().decode(await loadNetwork(() => {})), "network");
  assert.equal(kept.size, 1);
});
