// Keeps the page for visits without a network, and isolates it, so that it can share memory with its workers. The files of
// a version stay together: a newer one takes over when no page of the older one is open any more. The digests see to it
// that no file of another version is kept, as while a new version is being uploaded.

const VERSION = "guohe-files-VERSION_NAME";
const FILES = ["FILES"];
/** The network, which `network.js` keeps by its name. */
const NETWORK = "NETWORK_NAME";
const NETWORK_DIGEST = "NETWORK_SHA";

const isOurs = ({ url }) => url.startsWith(self.registration.scope);

self.addEventListener("install", (event) => event.waitUntil(install()));

async function install() {
  const fresh = FILES.map(([name, integrity]) => new Request(name, { cache: "no-cache", integrity }));
  await (await caches.open(VERSION)).addAll(fresh);
  const kept = await caches.open("guohe-network");
  if (await kept.match(NETWORK)) return;
  if ((await kept.keys()).some(isOurs)) {
    // Where the network of an older version is kept, the new one is needed without a connection, too.
    await kept.add(new Request(NETWORK, { integrity: NETWORK_DIGEST }));
  } else {
    // The page of an older version would ask for a network that is there no more.
    self.skipWaiting();
  }
}

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  for (const name of await caches.keys()) {
    if (!name.startsWith("guohe-files-") || name === VERSION) continue;
    const old = await empty(name);
    if ((await old.keys()).length === 0) await caches.delete(name);
  }
  // Empty on a first visit, but the page is about to keep the network there.
  await empty("guohe-network", NETWORK);
  await self.clients.claim();
}

/** Removes our files but `kept` from a cache. Another copy of the page on this host keeps its own there. */
async function empty(name, kept = "") {
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    if (isOurs(request) && !(kept && request.url.endsWith(kept))) await cache.delete(request);
  }
  return cache;
}

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && isOurs(event.request)) event.respondWith(respond(event.request));
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
