// Keeps the page for visits without a network, and isolates it, so that it can share memory with its workers. The files of
// a version stay together: a newer one takes over when no page of the older one is open any more.

const VERSION = "guohe-files-VERSION_NAME";
const FILES = ["FILES"];
/** The network, which `network.js` keeps by its name, and its bytes. */
const NETWORK = "NETWORK_NAME";
const SIZE = NETWORK_SIZE;

self.addEventListener("install", (event) => event.waitUntil(install()));

async function install() {
  const fresh = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  await (await caches.open(VERSION)).addAll(fresh);
  // Where the network of an older version is kept, the new one is needed without a connection, too.
  const kept = await caches.open("guohe-network");
  if ((await kept.keys()).length === 0 || (await kept.match(NETWORK))) return;
  const response = await fetch(NETWORK);
  const { byteLength } = await response.clone().arrayBuffer();
  if (byteLength !== SIZE) throw new Error(`${NETWORK}: ${response.status}, ${byteLength} bytes`);
  await kept.put(NETWORK, response);
}

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith("guohe-files-") && name !== VERSION) await caches.delete(name);
  }
  const kept = await caches.open("guohe-network");
  for (const { url } of await kept.keys()) if (!url.endsWith(NETWORK)) await kept.delete(url);
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(self.registration.scope)) event.respondWith(respond(event.request));
});

async function respond(request) {
  const isReport = request.url.startsWith(`${self.registration.scope}report/`);
  const cache = await caches.open(isReport ? "guohe-reports" : VERSION);
  const response = (await cache.match(request, { ignoreSearch: true })) ?? (await fetch(request));
  if (!response.ok) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
