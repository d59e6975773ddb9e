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
/// A search must have a stream for its answer within this time.
const LONGEST_SILENCE: Duration = Duration::from_secs(60);

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
                let (tab, id) = (job.tab.clone(), job.id);
                self.thinker.ask(*job);
                // Requests have connections of their own: the page may be closed, and this its last search.
                match self.tabs.stream(&tab) {
                    None => self.thinker.forget(&tab),
                    Some(0) => self.forget_after(LONGEST_SILENCE, tab, 0),
                    Some(_) => {}
                }
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
            self.forget_after(LONGEST_REST, tab, number);
        }
    }

    /// Forgets the tab after this time if no newer stream was asked for.
    fn forget_after(&self, time: Duration, tab: String, stream: u64) {
        let (tabs, thinker) = (Arc::clone(&self.tabs), Arc::clone(&self.thinker));
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            if tabs.close(&tab, stream) {
                thinker.forget(&tab);
            }
        });
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

#[cfg(test)]
impl Service {
    /// One without an engine or a library.
    pub fn without_engine() -> Arc<Self> {
        let tabs = Arc::new(Tabs::default());
        Arc::new(Self {
            token: Token::random().expect("the system has random numbers"),
            lan: None,
            thinker: Arc::new(Thinker::without_engine(Arc::clone(&tabs))),
            tabs,
            language: None,
            library: None,
            requests: Semaphore::new(1),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_no_stream_hears_is_forgotten() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        let service = Service::without_engine();
        runtime.block_on(async {
            for tab in ["early", "late", "gone"] {
                let body = json!({ "tab": tab, "id": 1, "kind": "analysis" }).to_string();
                if tab == "early" {
                    service.tabs.open(tab).unwrap();
                }
                assert_eq!(service.answer("go", body.as_bytes()).status(), StatusCode::OK);
            }
            tokio::time::sleep(LONGEST_SILENCE / 2).await;
            service.tabs.open("late").unwrap();
            assert_eq!(service.thinker.waiting(), ["early", "late", "gone"]);
            tokio::time::sleep(LONGEST_SILENCE).await;
        });
        assert_eq!(service.thinker.waiting(), ["early", "late"]);
        assert_eq!(["early", "late", "gone"].map(|tab| service.tabs.stream(tab)), [Some(1), Some(1), None]);
    }
}
