//! Who may ask: a page of this address and nobody else. A page from elsewhere in the same browser knows no token, and a
//! name that somebody points at 127.0.0.1 is not one of ours. With `--lan` the address in the home network is another.

use axum::http::{HeaderMap, header};
use std::fmt;
use std::net::IpAddr;

/// The secret part of the address, 128 random bits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// When the system has no random numbers to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(format!("{:032x}", u128::from_be_bytes(bytes))))
    }

    /// Whether `text` is the token. Takes the same time wherever the two differ.
    pub fn is(&self, text: &str) -> bool {
        let (ours, theirs) = (self.0.as_bytes(), text.as_bytes());
        ours.len() == theirs.len() && ours.iter().zip(theirs).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a request with these headers comes from a page of this address: its `Host`, and its `Origin` if it has one,
/// are names of this machine, or `lan`, its address in the home network. Any port is accepted, since `ssh -L` changes
/// it.
pub fn is_ours(headers: &HeaderMap, lan: Option<IpAddr>) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let Some(host) = hosts.next().and_then(|host| host.to_str().ok()) else { return false };
    if hosts.next().is_some() || !is_named(host, lan) {
        return false;
    }
    headers.get_all(header::ORIGIN).iter().all(|origin| {
        origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://")).is_some_and(|host| is_named(host, lan))
    })
}

/// Whether `host`, a name with or without a port, means this machine.
fn is_named(host: &str, lan: Option<IpAddr>) -> bool {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((name, port)) => (name, port.strip_prefix(':').unwrap_or(port)),
            None => return false,
        },
        None => host.split_once(':').unwrap_or((host, "")),
    };
    let is_name = name == "127.0.0.1"
        || name == "::1"
        || name.eq_ignore_ascii_case("localhost")
        || lan.is_some_and(|address| name.parse() == Ok(address));
    is_name && port.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn hosts_are_compared_by_name() {
        for host in ["127.0.0.1", "127.0.0.1:80", "localhost:8000", "LOCALHOST", "[::1]:9", "[::1]"] {
            assert!(is_named(host, None), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "127.0.0.1.evil.example",
            "localhost.",
            "127.0.0.1:80@evil",
            "[::1",
            "[::2]",
            "127.0.0.2",
            "::1",
        ] {
            assert!(!is_named(host, None), "{host}");
        }
    }

    #[test]
    fn a_foreign_origin_is_refused() {
        let check = |host: &'static str, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            is_ours(&headers, None)
        };
        assert!(check("127.0.0.1:8000", None));
        assert!(check("127.0.0.1:8000", Some("http://127.0.0.1:8000")));
        assert!(check("localhost:1234", Some("http://localhost:1234")));
        assert!(!check("127.0.0.1:8000", Some("http://evil.example")));
        assert!(!check("127.0.0.1:8000", Some("null")));
        assert!(!check("127.0.0.1:8000", Some("https://127.0.0.1.evil.example")));
        assert!(!check("evil.example", None));
        assert!(!is_ours(&HeaderMap::new(), None));
    }

    #[test]
    fn the_home_network_is_let_in_by_its_address_only() {
        let lan: IpAddr = "192.168.1.7".parse().unwrap();
        assert!(is_named("192.168.1.7:8000", Some(lan)) && is_named("localhost:8000", Some(lan)));
        assert!(!is_named("192.168.1.7:8000", None));
        for host in ["192.168.1.8:8000", "evil.example", "192.168.1.7.evil.example"] {
            assert!(!is_named(host, Some(lan)), "{host}");
        }
    }

    #[test]
    fn tokens_differ_and_compare() {
        let (one, two) = (Token::random().unwrap(), Token::random().unwrap());
        assert!(one != two);
        assert!(one.is(&one.to_string()) && !one.is(&two.to_string()) && !one.is("") && !one.is(&one.to_string()[1..]));
    }
}
