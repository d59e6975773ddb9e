//! The addresses: which request goes where, within which bounds.

use super::gate::{self, Token};
use super::library::Library;
use super::page;
use super::service::{Service, refused};
use super::tabs::{Event, Opened, Tabs};
use super::thinker::Thinker;
use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response, sse};
use axum::routing::{get, post};
use axum::serve::Listener;
use guohe_games::bilingual::Bilingual;
use guohe_play::service::{LARGEST_GAME, too_large};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use serde::Deserialize;
use std::convert::Infallible;
use std::net::{IpAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

/// The head of a request must be there within this time.
const LONGEST_HEAD: Duration = Duration::from_secs(10);
/// A body must be there within this time.
const PATIENCE: Duration = Duration::from_secs(30);
/// Requests at a time, streams not counted.
const MOST_REQUESTS: usize = 32;

/// Serves until Ctrl-C or SIGTERM.
///
/// # Errors
/// When the system gives no thread, or the listener fails.
pub fn serve(
    listener: TcpListener,
    token: Token,
    lan: Option<IpAddr>,
    language: Option<&'static str>,
    threads: usize,
    hash: usize,
    library: Option<Library>,
) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let tabs = Arc::new(Tabs::default());
    let thinker = Thinker::start(Arc::clone(&tabs), threads, hash)?;
    let service = Arc::new(Service {
        token,
        lan,
        language,
        tabs,
        thinker: Arc::clone(&thinker),
        library,
        requests: tokio::sync::Semaphore::new(MOST_REQUESTS),
    });
    let served: std::io::Result<()> = runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        // Streams never end by themselves, so nothing is waited for.
        tokio::select! {
            () = accept(listener, router(service)) => {}
            () = told_to_end() => {}
        }
        Ok(())
    });
    thinker.close();
    runtime.shutdown_timeout(Duration::from_millis(200));
    Ok(served?)
}

/// Serves all who connect, for ever. Unlike `axum::serve` it does not wait for ever for a request: strangers could hold
/// all connections that the system gives.
async fn accept(mut listener: tokio::net::TcpListener, router: Router) {
    // Left to find out the version of HTTP, it would wait for that without a bound.
    let mut http = Builder::new(TokioExecutor::new()).http1_only();
    http.http1().timer(TokioTimer::new()).header_read_timeout(LONGEST_HEAD);
    loop {
        let (stream, _) = Listener::accept(&mut listener).await;
        let (http, service) = (http.clone(), TowerToHyperService::new(router.clone()));
        // How a connection ends concerns nobody else.
        tokio::spawn(async move { http.serve_connection(TokioIo::new(stream), service).await.ok() });
    }
}

async fn told_to_end() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) else {
            let _ = interrupt.await;
            return;
        };
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
}

/// All addresses, below the token.
fn router(service: Arc<Service>) -> Router {
    Router::new()
        .route("/{token}/", get(|| file("")))
        .route("/{token}/symbols.svg", get(symbols))
        .route("/{token}/{name}", get(|Path((_, name)): Path<(String, String)>| async move { file(&name).await }))
        .route("/{token}/api/events", get(events))
        .route("/{token}/api/{what}", post(ask))
        .route("/{token}/report/{name}", get(finished_report))
        .layer(DefaultBodyLimit::max(LARGEST_GAME))
        .layer(middleware::from_fn_with_state(Arc::clone(&service), guard))
        .with_state(service)
}

/// The answer to an address of an earlier run: JSON to the requests of an old tab, text to an old bookmark.
fn is_of_an_earlier_run(method: &Method) -> Response {
    let reason = Bilingual::new(
        "这个地址是以前一次运行的：请打开 guohe-tools board 这次给出的地址。",
        "This address is of an earlier run. Open the one that guohe-tools board prints now.",
    );
    if method == Method::POST {
        return refused(StatusCode::FORBIDDEN, &reason);
    }
    (StatusCode::FORBIDDEN, format!("{}\n{}\n", reason.chinese, reason.english)).into_response()
}

/// Turns strangers away before anything else is looked at, bounds time and number, and says what a page may do.
async fn guard(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    let token = request.uri().path().split('/').nth(1).unwrap_or_default();
    let mut response = if !gate::is_ours(request.headers(), service.lan) {
        StatusCode::FORBIDDEN.into_response()
    } else if !service.token.is(token) {
        is_of_an_earlier_run(request.method())
    } else if let Ok(_permit) = service.requests.try_acquire() {
        match tokio::time::timeout(PATIENCE, next.run(request)).await {
            Ok(response) => response,
            Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
        }
    } else {
        StatusCode::SERVICE_UNAVAILABLE.into_response()
    };
    let headers = response.headers_mut();
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(page::POLICY));
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn file(name: &str) -> Response {
    match page::files().find(|file| file.name == name) {
        Some(file) => ([(header::CONTENT_TYPE, file.kind)], file.text).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn symbols() -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], guohe_play::service::symbols()).into_response()
}

/// A report has a policy of its own inside, which allows its own script and nothing else.
async fn finished_report(State(service): State<Arc<Service>>, Path((_, name)): Path<(String, String)>) -> Response {
    match service.thinker.report(&name) {
        Some(html) => {
            let policy = (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'");
            ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), policy], html).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[derive(Deserialize)]
struct EventsQuery {
    tab: String,
    /// The page only wants what was kept for it, and rests on.
    look: Option<u8>,
}

/// Takes the tab's place when its stream ends.
struct Stream {
    service: Arc<Service>,
    tab: String,
    number: u64,
    receive: tokio::sync::mpsc::Receiver<Event>,
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.service.tabs.close(&self.tab, self.number) {
            self.service.thinker.forget(&self.tab);
        }
    }
}

async fn events(State(service): State<Arc<Service>>, Query(query): Query<EventsQuery>) -> Response {
    let EventsQuery { tab, look } = query;
    let Ok(Opened { receive, number, forgotten }) = service.tabs.open(&tab) else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    forgotten.iter().for_each(|tab| service.thinker.forget(tab));
    if look.is_some() {
        service.rest(tab.clone());
    }
    let stream = futures_util::stream::unfold(Stream { service, tab, number, receive }, |mut stream| async {
        let event = stream.receive.recv().await?;
        let event = sse::Event::default().event(event.kind).data(event.data.to_string());
        Some((Ok::<_, Infallible>(event), stream))
    });
    sse::Sse::new(stream).keep_alive(sse::KeepAlive::new().interval(Duration::from_secs(10))).into_response()
}

/// Carries a request out apart from the threads that serve: reading a large file takes its time.
async fn ask(
    State(service): State<Arc<Service>>,
    Path((_, what)): Path<(String, String)>,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let body = match body {
        Ok(body) => body,
        Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            return refused(StatusCode::PAYLOAD_TOO_LARGE, &too_large(&what));
        }
        Err(rejection) => return rejection.into_response(),
    };
    let answered = tokio::task::spawn_blocking(move || service.answer(&what, &body)).await;
    answered.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe_play::service::Events;
    use tokio::net::TcpStream;

    /// Reads until `end` was read or the connection has ended. Returns whether it was.
    async fn reads(stream: &TcpStream, end: &str) -> bool {
        let mut text = Vec::new();
        while !String::from_utf8_lossy(&text).contains(end) {
            stream.readable().await.unwrap();
            let mut part = [0; 4096];
            match stream.try_read(&mut part) {
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Ok(0) | Err(_) => return false,
                Ok(count) => text.extend_from_slice(&part[..count]),
            }
        }
        true
    }

    async fn send(stream: &TcpStream, text: &str) {
        stream.writable().await.unwrap();
        assert_eq!(stream.try_write(text.as_bytes()).unwrap(), text.len());
    }

    #[test]
    fn no_connection_is_held_without_a_request_but_streams_stay_open() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let service = Service::without_engine();
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            tokio::spawn(accept(listener, router(Arc::clone(&service))));
            let connect = || async { TcpStream::connect(address).await.unwrap() };
            let (silent, half, again, page) = (connect().await, connect().await, connect().await, connect().await);
            send(&half, "GET /").await;
            let token = &service.token;
            send(&again, &format!("GET /{token}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")).await;
            assert!(reads(&again, "</html>").await);
            send(&page, &format!("GET /{token}/api/events?tab=a HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")).await;
            assert!(reads(&page, "event: new").await);
            // From here on nothing depends on how busy the machine is.
            tokio::time::pause();
            tokio::time::sleep(LONGEST_HEAD * 6).await;
            for stream in [silent, half, again] {
                // A test that fails should end, too.
                let is_read = tokio::time::timeout(LONGEST_HEAD * 10_000, reads(&stream, "never")).await;
                assert_eq!(is_read, Ok(false));
            }
            service.tabs.tell("a", "move", serde_json::Value::Null);
            assert!(reads(&page, "event: move").await);
        });
    }
}
