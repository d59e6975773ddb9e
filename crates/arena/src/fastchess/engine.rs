//! One engine in the words of fastchess.

use super::flag::number;
use crate::dialect::Dialect;
use crate::spec::{EngineSpec, ensure_one_limit, split_command, switch};
use anyhow::{Context, bail, ensure};

/// One engine from the words of `-each` and its own, which override them, with its own limit and margin. Returns with
/// it whether engines are to be started anew for every game.
///
/// # Errors
/// An unknown key, a value that cannot be read, two limits in one place, none at all.
pub fn engine(each: &[(String, String)], own: &[(String, String)]) -> anyhow::Result<(EngineSpec, bool)> {
    let mut spec = EngineSpec { proto: Some(Dialect::Uci), ..EngineSpec::default() };
    let (mut arguments, mut restart) = (String::new(), false);
    let is_no_clock = |(key, value): &(String, String)| (key.as_str(), value.as_str()) == ("tc", "inf");
    for words in [each, own] {
        ensure_one_limit(words.iter().map(|(key, value)| (key.as_str(), value.as_str())))?;
        if words.iter().any(is_no_clock) {
            // Of the limits a clock alone begins with a digit.
            spec.limit.take_if(|limit| limit.starts_with(|c: char| c.is_ascii_digit()));
        }
        for (key, value) in words.iter().filter(|word| !is_no_clock(word)) {
            let place = || format!("'{key}={value}'");
            match key.as_str() {
                // Some scripts write the unit: 2+0.02s.
                "tc" => spec.set(key, value.strip_suffix('s').unwrap_or(value)).with_context(place)?,
                "st" => spec.set("movetime", &milliseconds(value).with_context(place)?).with_context(place)?,
                "timemargin" => spec.margin = Some(number(value).with_context(place)?),
                "args" => arguments.clone_from(value),
                "restart" => restart = switch(value).with_context(place)?,
                // One word, whatever it holds; what follows it is args=.
                "cmd" => spec.command = vec![value.clone()],
                "proto" | "ranks" | "name" | "dir" | "ponder" | "nodes" | "depth" => {
                    spec.set(key, value).with_context(place)?;
                }
                _ if key.starts_with("option.") => spec.set(key, value).with_context(place)?,
                _ => bail!(
                    "unknown key '{key}'; known: cmd dir args name proto ranks tc st nodes depth timemargin ponder \
                 restart option.NAME"
                ),
            }
        }
    }
    let mut spec = spec.complete()?;
    spec.command.extend(split_command(&arguments).context("in args=")?);
    ensure!(spec.limit.is_some(), "no limit: give tc=, st=, nodes= or depth=");
    Ok((spec, restart))
}

/// The milliseconds of a number of seconds.
fn milliseconds(text: &str) -> anyhow::Result<String> {
    let seconds: f64 =
        text.parse().ok().filter(|seconds| (0.001..=1e6).contains(seconds)).context("no time for a move")?;
    Ok((seconds * 1000.0).round().to_string())
}
