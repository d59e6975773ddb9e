//! One engine in the words of fastchess.

use super::flag::number;
use crate::limit::Limit;
use crate::spec::{EngineSpec, ensure_one_limit, quoted, switch};
use anyhow::{Context, bail};
use std::time::Duration;

/// An engine, and what its words say of the match.
pub struct Told {
    /// The engine, with its own limit and margin.
    pub spec: EngineSpec,
    /// Its limit.
    pub limit: Limit,
    /// Whether engines are to be started anew for every game.
    pub restart: bool,
}

/// One engine from the words of `-each` and its own, which go before them.
///
/// # Errors
/// An unknown key, a value that cannot be read, two limits in one place, none at all.
pub fn engine(each: &[(String, String)], own: &[(String, String)]) -> anyhow::Result<Told> {
    for words in [each, own] {
        ensure_one_limit(words.iter().map(|(key, value)| (key.as_str(), value.as_str())))?;
    }
    let (mut limit, mut margin, mut arguments, mut restart) = (None, None, String::new(), false);
    let mut spec = vec!["proto=uci".to_owned()];
    for (key, value) in each.iter().chain(own) {
        let place = || format!("'{key}={value}'");
        match key.as_str() {
            // A clock without end leaves it to the other words.
            "tc" if value == "inf" => {}
            "tc" | "nodes" | "depth" => {
                // Some scripts write the unit: 2+0.02s.
                let number = if key == "tc" { value.strip_suffix('s').unwrap_or(value) } else { value };
                limit = Some(format!("{key}={number}").parse::<Limit>().with_context(place)?);
            }
            "st" => limit = Some(seconds(value).with_context(place)?),
            "timemargin" => margin = Some(number(value).with_context(place)?),
            "args" => arguments.clone_from(value),
            "restart" => restart |= switch(value).with_context(place)?,
            // One word, whatever it holds; what follows it is args=.
            "cmd" => spec.push(format!("cmd={}", quoted(value).with_context(place)?)),
            "proto" | "ranks" | "name" | "dir" | "ponder" => spec.push(format!("{key}={value}")),
            _ if key.starts_with("option.") => spec.push(format!("{key}={value}")),
            _ => bail!(
                "unknown key '{key}'; known: cmd dir args name proto ranks tc st nodes depth timemargin ponder \
                 restart option.NAME"
            ),
        }
    }
    let mut spec = EngineSpec::parse(&spec)?;
    spec.command.extend(shlex::split(&arguments).context("in args=, a quote is not closed")?);
    let limit = limit.context("no limit: give tc=, st=, nodes= or depth=")?;
    spec.limit = Some(limit.to_string());
    spec.margin = margin;
    Ok(Told { spec, limit, restart })
}

/// Seconds for each move.
fn seconds(text: &str) -> anyhow::Result<Limit> {
    let seconds: f64 =
        text.parse().ok().filter(|seconds| (0.001..=1e6).contains(seconds)).context("no time for a move")?;
    Ok(Limit::MoveTime(Duration::from_millis((seconds * 1000.0).round() as u64)))
}
