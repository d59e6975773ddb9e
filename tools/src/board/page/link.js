// The way to the engine: requests, and the stream of what it thinks. One tab, one stream.

export class Refused extends Error {
  constructor(reason) {
    super(reason?.en ?? "refused");
    this.reason = reason;
  }
}

const tab = crypto.randomUUID();
let number = 0;

/** A POST with JSON both ways. Throws `Refused` with the server's reason in both languages. */
export async function ask(path, body) {
  const isRaw = body instanceof Blob || body instanceof ArrayBuffer;
  const response = await fetch(`api/${path}`, {
    method: "POST",
    headers: isRaw ? { "Content-Type": "application/octet-stream" } : { "Content-Type": "application/json" },
    body: isRaw ? body : JSON.stringify(body),
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

/** Listens to the engine: `hear(kind, data)`. Reconnects by itself. */
export function listen(hear) {
  const stream = new EventSource(`api/events?tab=${tab}`);
  for (const kind of ["info", "move", "offer", "done", "waiting", "begun", "report"]) {
    stream.addEventListener(kind, (event) => hear(kind, JSON.parse(event.data)));
  }
  stream.addEventListener("open", () => hear("open"));
  stream.addEventListener("error", () => hear("closed"));
  return stream;
}

/** Starts a search; its answers carry the number returned. */
export async function go(request) {
  number += 1;
  const id = number;
  await answer("go", { ...request, tab, id });
  return id;
}

export const nextNumber = () => number + 1;

export const stop = (kind) => answer("stop", { tab, kind });

/** Asks for the report of a game; progress and the end come through the stream. */
export const report = (request) => answer("report", { ...request, tab });
