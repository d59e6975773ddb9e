//! The server of the board: who may ask, and what becomes of requests that no page of ours would send.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server of its own for each test.
struct Server {
    child: Child,
    host: String,
    token: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer: its status and its text.
struct Answer {
    status: u16,
    text: String,
}

impl Server {
    fn start() -> Self {
        Self::start_with(&[]).expect("no reason not to start")
    }

    /// With further arguments. What the server says on standard error when it does not start.
    fn start_with(arguments: &[&str]) -> Result<Self, String> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_guohe-tools"))
            .args(["board", "--no-open", "--threads", "1", "--hash", "1", "--lang", "en"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let mut stderr = child.stderr.take().unwrap();
        let Some(rest) = address.trim().strip_prefix("http://") else {
            let mut text = String::new();
            stderr.read_to_string(&mut text).unwrap();
            child.wait().unwrap();
            return Err(text);
        };
        // What it says later is read, so that it never has to wait.
        std::thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()));
        let (host, token) = rest.trim_end_matches('/').split_once('/').unwrap();
        Ok(Self { child, host: host.to_owned(), token: token.to_owned() })
    }

    /// Sends bytes as they are and reads until the server closes.
    fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        // A server that refuses may close before it has read everything.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, text }
    }

    /// Sends bytes that need not be a request, and no more after them.
    fn noise(&self, bytes: &[u8]) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let _ = stream.read_to_end(&mut Vec::new());
    }

    fn post(&self, what: &str, body: &str) -> Answer {
        self.request("POST", &format!("/{}/api/{what}", self.token), &[("Host", &self.host)], body)
    }

    fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = body.len();
        let text =
            format!("{method} {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}");
        self.raw(text.as_bytes())
    }
}

#[test]
fn strangers_are_turned_away() {
    let server = Server::start();
    let page = format!("/{}/", server.token);
    let host = server.host.as_str();
    let get = |path: &str, headers: &[(&str, &str)]| server.request("GET", path, headers, "").status;
    assert_eq!(get(&page, &[("Host", host)]), 200);
    // Through a tunnel the port is another one.
    assert_eq!(get(&page, &[("Host", "localhost:1")]), 200);
    assert_eq!(get(&page, &[("Host", host), ("Origin", &format!("http://{host}"))]), 200);
    assert_eq!(get(&page, &[("Host", "evil.example")]), 403);
    assert_eq!(get(&page, &[("Host", "127.0.0.1.evil.example")]), 403);
    assert_eq!(get(&page, &[("Host", host), ("Origin", "http://evil.example")]), 403);
    assert_eq!(get(&page, &[("Host", host), ("Origin", "null")]), 403);
    let wrong = "0".repeat(server.token.len());
    for path in ["/", "/app.js", "/api/position", &format!("/{wrong}/"), &format!("/{wrong}/api/events?tab=a")] {
        assert_eq!(get(path, &[("Host", host)]), 403, "{path}");
    }
    // The answer says why: JSON to a request of an old tab, text to an old bookmark.
    for method in ["POST", "GET"] {
        let answer = server.request(method, &format!("/{wrong}/api/position"), &[("Host", host)], "{}");
        assert_eq!(answer.status, 403);
        assert!(answer.text.contains("This address is of an earlier run."), "{}", answer.text);
    }
}

#[test]
fn a_phone_at_home_needs_the_token_and_only_lan_opens_the_board_to_it() {
    let lan = match Server::start_with(&["--lan"]) {
        Ok(server) => server,
        Err(text) => return assert!(text.contains("--lan: this machine is in no network"), "{text}"),
    };
    let (address, _) = lan.host.rsplit_once(':').unwrap();
    assert!(!address.starts_with("127."), "{address}");
    let get = |path: &str, host: &str| lan.request("GET", path, &[("Host", host)], "").status;
    assert_eq!(get(&format!("/{}/", lan.token), &lan.host), 200);
    assert_eq!(get("/", &lan.host), 403);
    assert_eq!(get(&format!("/{}/", lan.token), "evil.example"), 403);
    let address = address.to_owned();
    // Both prefer the same port.
    drop(lan);
    let alone = Server::start();
    let (_, port) = alone.host.rsplit_once(':').unwrap();
    assert!(TcpStream::connect(format!("{address}:{port}")).is_err(), "open without --lan");
}

#[test]
fn the_page_may_load_nothing_from_elsewhere_and_stand_in_no_frame() {
    let server = Server::start();
    let answer = server.request("GET", &format!("/{}/", server.token), &[("Host", &server.host)], "");
    let head = answer.text.split("\r\n\r\n").next().unwrap().to_lowercase();
    assert!(head.contains("content-security-policy: default-src 'self'"), "{head}");
    assert!(head.contains("frame-ancestors 'none'") && head.contains("nosniff"), "{head}");
}

#[test]
fn an_illegal_move_sent_by_hand_is_refused_with_its_reason() {
    let server = Server::start();
    let answer = server.post("position", r#"{"moves":["h2e2","h2h3"]}"#);
    assert_eq!(answer.status, 422);
    assert!(answer.text.contains("There is no piece on h2"), "{}", answer.text);
    let answer = server.post("position", r#"{"moves":["b0d1"]}"#);
    assert!(answer.text.contains("horse's leg is blocked") && answer.text.contains("蹩马腿"), "{}", answer.text);
    let answer = server.post("position", r#"{"start":"4k4/9/9/9/9/9/9/9/9/4K4 w"}"#);
    assert!(answer.status == 422 && answer.text.contains("The kings on e0 and e9 face each other"), "{}", answer.text);
    let answer = server.post("position", r#"{"moves":["h2e2"]}"#);
    assert!(answer.status == 200 && answer.text.contains("马8进7") && answer.text.contains("H8+7"), "{}", answer.text);
}

#[test]
fn a_page_can_ask_beforehand_why_a_move_or_a_position_is_refused() {
    let server = Server::start();
    let answer = server.post("check", r#"{"moves":["b0d1"]}"#);
    assert!(answer.status == 200 && answer.text.contains("horse's leg is blocked"), "{}", answer.text);
    let answer = server.post("check", r#"{"start":"4k4/9/9/9/9/9/9/9/9/4K4 w"}"#);
    assert!(answer.status == 200 && answer.text.contains("帅和将在五路上照面"), "{}", answer.text);
    let answer = server.post("check", r#"{"moves":["h2e2"]}"#);
    assert!(answer.text.contains(r#"{"refusal":null}"#), "{}", answer.text);
}

/// The book is full of lines that begin alike: the first moves have the name of their family.
#[test]
fn an_opening_is_named_by_its_family_and_then_by_its_line() {
    let server = Server::start();
    let start = server.post("position", r#"{"moves":[]}"#);
    assert!(start.text.contains(r#""opening":null"#), "{}", start.text);
    let early = server.post("position", r#"{"moves":["h2e2"]}"#);
    assert!(early.text.contains(r#""Central Cannon""#), "{}", early.text);
    let late = server.post("position", r#"{"moves":["g0e2","c9e7","c3c4","g6g5","b0c2","h9g7"]}"#);
    assert!(late.text.contains("A12 Elephant Opening"), "{}", late.text);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_in_the_middle_of_a_search() {
    for signal in [rustix::process::Signal::INT, rustix::process::Signal::TERM] {
        let mut server = Server::start();
        assert_eq!(server.post("go", r#"{"tab":"a","id":1,"kind":"analysis"}"#).status, 200);
        let process = rustix::process::Pid::from_child(&server.child);
        rustix::process::kill_process(process, signal).unwrap();
        assert!(server.child.wait().unwrap().success());
    }
}

#[test]
fn a_file_that_is_too_large_is_refused_with_its_limit() {
    let server = Server::start();
    for (what, size, status, limit) in
        [("import", 9 << 20, 413, "8 MiB"), ("library", 9 << 20, 400, ""), ("library", 33 << 20, 413, "32 MiB")]
    {
        let answer = server.post(what, &" ".repeat(size));
        // The connection may be closed before the whole body was read, which takes the answer with it.
        assert!(answer.status == status || (size > 32 << 20 && answer.status == 0), "{what}: {}", answer.status);
        assert!(answer.status == 0 || answer.text.contains(limit), "{what}: {}", answer.text);
    }
}

#[test]
fn a_body_of_a_hundred_megabytes_is_refused() {
    let server = Server::start();
    let head = format!(
        "POST /{}/api/import HTTP/1.1\r\nHost: {}\r\nContent-Length: 100000000\r\nConnection: close\r\n\r\n",
        server.token, server.host
    );
    let mut request = head.into_bytes();
    request.resize(request.len() + 100_000_000, b'x');
    let status = server.raw(&request).status;
    assert!(status == 413 || status == 0, "refused, or the connection closed in the middle: {status}");
    // Without a length, in chunks, it goes no further.
    let mut request = format!(
        "POST /{}/api/import HTTP/1.1\r\nHost: {}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
        server.token, server.host
    )
    .into_bytes();
    for _ in 0..40 {
        request.extend_from_slice(b"100000\r\n");
        request.resize(request.len() + 0x10_0000, b'x');
        request.extend_from_slice(b"\r\n");
    }
    request.extend_from_slice(b"0\r\n\r\n");
    let status = server.raw(&request).status;
    assert!(status == 413 || status == 0, "{status}");
    assert_eq!(server.post("meta", "{}").status, 200);
}

#[test]
fn what_no_page_would_send_is_answered_and_harms_nothing() {
    let server = Server::start();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    let words = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"start\"",
        "\"moves\"",
        "\"rules\"",
        "\"h2e2\"",
        "\"tab\"",
        "\"id\"",
        "\"kind\"",
        "\"move\"",
        "\"analysis\"",
        "-1",
        "1e999",
        "18446744073709551616",
        "null",
        "true",
        "\"\\u0000\"",
        "\"炮二平五\"",
        "\"level\"",
        "\"clock\"",
        "\"nodes\"",
        "\"parent\"",
        "\"game\"",
        "\"to\"",
        "\"xqf\"",
        "99999999",
    ];
    let whats = ["position", "check", "rules", "go", "stop", "import", "export", "meta", "events", "nothing", "report"];
    for _ in 0..700 {
        let body: String = (0..below(24)).map(|_| words[below(words.len())]).collect();
        let status = server.post(whats[below(whats.len())], &body).status;
        assert!((200..500).contains(&status), "{status} for {body}");
    }
    for _ in 0..300 {
        let length = below(200);
        let bytes: Vec<u8> = (0..length).map(|_| below(256) as u8).collect();
        server.noise(&bytes);
    }
    let go = |text: &str| server.post("go", text).status;
    assert_eq!(go(r#"{"tab":"a","id":1,"kind":"move","level":255,"movetime":1}"#), 200);
    assert_eq!(go(r#"{"tab":"a","id":2,"kind":"move","level":3,"seed":18446744073709551615}"#), 200);
    assert_eq!(go(r#"{"tab":"../..","id":3,"kind":"move"}"#), 503);
    assert_eq!(go(r#"{"tab":"a","id":4,"kind":"dance"}"#), 400);
    assert_eq!(go(r#"{"tab":"a","id":5,"kind":"move","clock":{"red":0,"black":0,"increment":0}}"#), 200);
    assert_eq!(server.post("meta", "{}").status, 200);
}
