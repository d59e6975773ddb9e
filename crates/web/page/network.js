// The network of the engine: fetched once, and then kept by the browser.

const NETWORK = "NETWORK_NAME";
/** Bytes on the way here. */
const SIZE = NETWORK_SIZE;

/**
 * The network's file unpacked: from the browser's cache, or from where the page came from. Meanwhile `hear` is told the
 * part that is there.
 */
export async function loadNetwork(hear) {
  // There is no cache where the address is not secure, or the browser keeps nothing.
  const cache = await globalThis.caches?.open("guohe-network").catch(() => null);
  let response = await cache?.match(NETWORK);
  let fresh = null;
  if (!response) {
    response = await fetch(NETWORK);
    if (!response.ok) throw new Error(`${NETWORK}: ${response.status}`);
    fresh = response.clone();
  }
  let read = 0;
  const counted = new TransformStream({
    transform(chunk, controller) {
      read += chunk.byteLength;
      hear(Math.min(1, read / SIZE));
      controller.enqueue(chunk);
    },
  });
  const unpacked = response.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(unpacked).arrayBuffer();
  // Kept only now: a host may answer with another page. A full disk is no reason not to play.
  if (fresh) cache?.put(NETWORK, fresh).catch(() => {});
  return bytes;
}
