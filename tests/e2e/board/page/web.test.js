import assert from "node:assert/strict";
import test from "node:test";

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
    if (message.id) setTimeout(() => this.onmessage({ data: { id: message.id, bytes: "{}" } }));
  }

  terminate() {
    this.isEnded = true;
  }
}

// `NETWORK_SIZE` is written in by `make web`.
const page = { Worker: FakeWorker, window: globalThis, addEventListener() {}, NETWORK_SIZE: 0 };
const program = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** The link as a page loads it that is served `wasm`. */
function load(name, wasm) {
  Object.assign(globalThis, page, { fetch: async () => wasm });
  return import(`./web/link.js?${name}`);
}

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
