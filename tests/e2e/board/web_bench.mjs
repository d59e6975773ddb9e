// The engine's bench in WebAssembly, under node, in the words of the native one: the last line begins with the nodes.
//
// usage: node web_bench.mjs <folder written by make web>

import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";

const folder = resolve(process.argv[2]);
globalThis.isStopped = () => false;
globalThis.tell = () => {};
const { initSync, run_bench } = await import(join(folder, "guohe.js"));
initSync({ module: readFileSync(join(folder, "guohe.wasm")) });
const network = readdirSync(folder).find((name) => name.startsWith("network-"));
const [nodes, milliseconds] = run_bench(gunzipSync(readFileSync(join(folder, network))));
console.log(`${nodes} nodes ${Math.round((1000 * nodes) / milliseconds)} nps`);
