// Keeps the page for visits without a network, and isolates it, so that it can share memory with its workers. The files of
// a version stay together: a newer one takes over when no page of the older one is open any more.

const VERSION = "guohe-files-VERSION_NAME";
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  const fresh = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith("guohe-files-") && name !== VERSION) await caches.delete(name);
  }
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
