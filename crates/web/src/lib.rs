//! The board's service in a Web Worker: what `guohe-board` carries over HTTP, carried by messages. `page/worker.js`
//! calls it.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod carrier;
