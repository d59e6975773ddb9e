//! The board's service over HTTP: what all requests share, and how their replies become responses.

use super::gate::Token;
use super::library::Library;
use super::tabs::Tabs;
use super::thinker::Thinker;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use guohe_games::bilingual::Bilingual;
use guohe_play::service::{Fault, File, Refusal, Reply, answer};
use serde_json::json;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// A hidden tab is forgotten after this time, with its analysis: its browser may have died without a word.
const LONGEST_REST: Duration = Duration::from_secs(3600);

/// What all requests share.
pub struct Service {
    /// The secret part of the address.
    pub token: Token,
    /// The address in the home network, if it listens there.
    pub lan: Option<IpAddr>,
    /// Where later answers go.
    pub tabs: Arc<Tabs>,
    /// The one engine.
    pub thinker: Arc<Thinker>,
    /// The language that the page starts in, if the command line named one.
    pub language: Option<&'static str>,
    /// The folder of games, if they are kept in one.
    pub library: Option<Library>,
    /// How many requests may be under way.
    pub requests: Semaphore,
}

impl Service {
    /// The response to the request `what` with this body.
    pub fn answer(&self, what: &str, body: &[u8]) -> Response {
        let answered = match (&self.library, what) {
            (Some(library), "library") => library.answer(body).map(Reply::Json),
            (None, "library") => Ok(Reply::Json(json!({ "folder": null }))),
            _ => answer(what, body, self.language),
        };
        match answered {
            Ok(reply) => self.carry_out(reply),
            Err(Refusal { fault, reason }) => refused(status(fault), &reason),
        }
    }

    fn carry_out(&self, reply: Reply) -> Response {
        match reply {
            Reply::Json(value) => return Json(value).into_response(),
            Reply::File(file) => return download(file),
            Reply::Search(job) => {
                // A tab that will hear the answer.
                let Ok(forgotten) = self.tabs.expect(&job.tab) else {
                    let reason = Bilingual::new("打开的页面太多", "Too many pages are open.");
                    return refused(StatusCode::SERVICE_UNAVAILABLE, &reason);
                };
                forgotten.iter().for_each(|tab| self.thinker.forget(tab));
                let id = job.id;
                self.thinker.ask(*job);
                return Json(json!({ "id": id })).into_response();
            }
            Reply::Stop { tab, class } => self.thinker.stop(&tab, class),
            Reply::Rest { tab } => self.rest(tab),
            Reply::Leave { tab } => {
                if self.tabs.leave(&tab) {
                    self.thinker.forget(&tab);
                }
            }
        }
        Json(json!({})).into_response()
    }

    /// The tab is hidden and wants no stream until it is seen again.
    pub fn rest(&self, tab: String) {
        if let Some(number) = self.tabs.rest(&tab) {
            let (tabs, thinker) = (Arc::clone(&self.tabs), Arc::clone(&self.thinker));
            tokio::spawn(async move {
                tokio::time::sleep(LONGEST_REST).await;
                if tabs.close(&tab, number) {
                    thinker.forget(&tab);
                }
            });
        }
    }
}

const fn status(fault: Fault) -> StatusCode {
    match fault {
        Fault::Bad => StatusCode::BAD_REQUEST,
        Fault::Unlawful => StatusCode::UNPROCESSABLE_ENTITY,
        Fault::Unknown => StatusCode::NOT_FOUND,
        Fault::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
    }
}

/// A request that is not carried out.
pub fn refused(status: StatusCode, reason: &Bilingual) -> Response {
    (status, Json(json!({ "error": reason }))).into_response()
}

/// A file for the browser to save, with notes about it in a header.
fn download(file: File) -> Response {
    let mut response = ([(header::CONTENT_TYPE, "application/octet-stream")], file.bytes).into_response();
    let name = format!("attachment; filename=\"guohe.{}\"", file.extension);
    let headers = response.headers_mut();
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    if !file.notes.is_empty()
        && let Ok(notes) = HeaderValue::from_str(&percent(&json!(file.notes).to_string()))
    {
        headers.insert("x-notes", notes);
    }
    response
}

/// `text` for a header: everything but letters and digits as `%` and two digits.
fn percent(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
