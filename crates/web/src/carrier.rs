//! The functions that the worker calls, and those of the worker that are called from here.

use guohe::bench;
use guohe::eval::nnue::Network;
use guohe::search::Signals;
use guohe_games::bilingual::Bilingual;
use guohe_play::service::{self, Events, Minds, Refusal, Reply};
use serde_json::{Value, json};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// Table at full strength, MB. A phone has it to spare.
const HASH: usize = 32;

#[wasm_bindgen]
extern "C" {
    /// Whether the page wants the running search to end.
    #[wasm_bindgen(js_namespace = globalThis, js_name = isStopped)]
    fn is_stopped() -> bool;

    /// Sends an event to the page; `data` is JSON.
    #[wasm_bindgen(js_namespace = globalThis)]
    fn tell(kind: &str, data: &str);
}

/// Events go to the one page that this worker serves.
struct Page;

impl Events for Page {
    fn tell(&self, _tab: &str, kind: &'static str, data: Value) {
        tell(kind, &data.to_string());
    }
}

/// What a request comes to.
#[wasm_bindgen(getter_with_clone)]
pub struct Response {
    /// JSON, or a game file.
    pub bytes: Vec<u8>,
    /// What the name of the file ends in; none where the answer is JSON.
    pub extension: Option<String>,
    /// What the format of the file could not hold: JSON.
    pub notes: Option<String>,
}

impl Response {
    fn json(value: &Value) -> Self {
        Self { bytes: value.to_string().into_bytes(), extension: None, notes: None }
    }
}

/// A reason as the page expects it.
fn refused(reason: &Bilingual) -> JsValue {
    JsValue::from_str(&json!(reason).to_string())
}

/// Answers a request. One for a search is only looked at: [`Engine::think`] does it.
///
/// # Errors
/// With the reason in both languages, as JSON.
#[wasm_bindgen]
pub fn answer(what: &str, body: &[u8]) -> Result<Response, JsValue> {
    match service::answer(what, body, None).map_err(|Refusal { reason, .. }| refused(&reason))? {
        Reply::Json(value) => Ok(Response::json(&value)),
        Reply::File(file) => Ok(Response {
            bytes: file.bytes,
            extension: Some(file.extension.to_owned()),
            notes: (!file.notes.is_empty()).then(|| json!(file.notes).to_string()),
        }),
        Reply::Search(job) => Ok(Response::json(&json!({ "id": job.id }))),
        Reply::Stop { .. } | Reply::Rest { .. } | Reply::Leave { .. } => Ok(Response::json(&json!({}))),
    }
}

/// The shapes of the pieces: SVG.
#[wasm_bindgen]
pub fn symbols() -> String {
    service::symbols()
}

/// The network in the bytes of its file.
fn read(network: &[u8]) -> Result<Arc<Network>, JsError> {
    Ok(Arc::new(Network::from_bytes(network)?))
}

/// The engine, on one thread.
#[wasm_bindgen]
pub struct Engine {
    minds: Minds,
}

#[wasm_bindgen]
impl Engine {
    /// With the network of this file.
    ///
    /// # Errors
    /// When the bytes are no network.
    #[wasm_bindgen(constructor)]
    pub fn new(network: &[u8]) -> Result<Engine, JsError> {
        Ok(Self { minds: Minds::with_network(1, HASH, read(network)?) })
    }

    /// Does the search that a request asks for. Returns how it ended, as JSON: an event by its `kind` and `data`, or a
    /// `report` with its `review`.
    ///
    /// # Errors
    /// When the request is not one for a search.
    pub fn think(&mut self, what: &str, body: &[u8]) -> Result<String, JsError> {
        let Ok(Reply::Search(job)) = service::answer(what, body, None) else {
            return Err(JsError::new("this is no request for a search"));
        };
        let end = match self.minds.think(&job, &Signals::watched(is_stopped), &Page) {
            service::Answer::Event(kind, data) => json!({ "kind": kind, "data": data }),
            service::Answer::Report(report) => json!({ "report": report.html, "review": report.review }),
            service::Answer::NoReport => json!({ "kind": "report", "data": { "id": job.id } }),
        };
        Ok(end.to_string())
    }
}

/// The engine's bench with the network of this file: the nodes, which are those of every other build, and milliseconds.
///
/// # Errors
/// When the bytes are no network.
#[wasm_bindgen]
pub fn run_bench(network: &[u8]) -> Result<Vec<f64>, JsError> {
    let (nodes, time) = bench::run(&read(network)?, None, &Signals::new(), &mut |_| {});
    Ok(vec![nodes as f64, time.as_secs_f64() * 1000.0])
}
