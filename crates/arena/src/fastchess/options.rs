//! What is written of a match and when its games are called, in the words of fastchess.

use super::flag::Flag;
use super::flag::count;
use super::flag::number;
use super::flag::switch;
use super::job::LogOptions;
use super::job::PgnOptions;
use crate::adjudicate::DrawTerms;
use crate::adjudicate::WinTerms;
use anyhow::Context;
use anyhow::bail;
use anyhow::ensure;
use guohe_common::say::remark;
use std::path::PathBuf;

/// When a game is won, by the words of `-resign`.
///
/// # Errors
/// An unknown key, a value that cannot be read.
pub fn resign(flag: &Flag) -> anyhow::Result<WinTerms> {
    // Without a score nobody resigns.
    let mut terms = WinTerms { score: i32::MAX, moves: 1, one_sided: true };
    for (key, value) in flag.pairs()? {
        match key {
            "movecount" => terms.moves = move_count(value)?,
            "score" => terms.score = score(value)?,
            "twosided" => terms.one_sided = !switch(value)?,
            _ => bail!("there is no '{key}', only movecount score twosided"),
        }
    }
    Ok(terms)
}

/// When a game is drawn, by the words of `-draw`.
///
/// # Errors
/// An unknown key, a value that cannot be read.
pub fn draw(flag: &Flag) -> anyhow::Result<DrawTerms> {
    let mut terms = DrawTerms { score: 0, moves: 1, from: 0 };
    for (key, value) in flag.pairs()? {
        match key {
            "movecount" => terms.moves = move_count(value)?,
            "score" => terms.score = score(value)?,
            "movenumber" => terms.from = 2 * count(value)? as usize,
            _ => bail!("there is no '{key}', only movenumber movecount score"),
        }
    }
    Ok(terms)
}

fn move_count(text: &str) -> anyhow::Result<u32> {
    Ok(u32::try_from(number(text)?)?.max(1))
}

fn score(text: &str) -> anyhow::Result<i32> {
    Ok(i32::try_from(number(text)?)?)
}

/// The levels of fastchess's log.
const LEVELS: [&str; 6] = ["trace", "debug", "info", "warn", "err", "fatal"];

/// A log holds what engines and the match say to each other and nothing else: there is none without `engine=true`.
///
/// # Errors
/// An unknown key, a value that cannot be read, no file.
pub fn log_options(flag: &Flag) -> anyhow::Result<Option<LogOptions>> {
    let (mut file, mut append, mut engine) = (None, true, false);
    for (key, value) in flag.pairs()? {
        match key {
            "file" => file = Some(PathBuf::from(value)),
            "append" => append = switch(value)?,
            "engine" => engine = switch(value)?,
            "level" => ensure!(LEVELS.contains(&value), "the level is one of {}, not '{value}'", LEVELS.join(" ")),
            // Every line is written as it comes.
            "realtime" => ensure!(switch(value)?, "lines are written as they come: realtime=true"),
            _ => bail!("there is no '{key}', only file append engine level realtime"),
        }
    }
    let file = file.context("file= is missing")?;
    if !engine {
        remark!("-log: nothing is written without engine=true, as the log holds what engines say");
    }
    Ok(engine.then_some(LogOptions { file, append }))
}

/// What is written of each game.
///
/// # Errors
/// An unknown key, a value that cannot be read.
pub fn pgn_options(flag: &Flag) -> anyhow::Result<PgnOptions> {
    let mut options = PgnOptions { append: true, ..PgnOptions::default() };
    for (key, value) in flag.pairs()? {
        match key {
            "file" => options.file = value.into(),
            "append" => options.append = switch(value)?,
            "nodes" => options.nodes = switch(value)?,
            "seldepth" => options.seldepth = switch(value)?,
            "nps" => options.nps = switch(value)?,
            "pv" => options.pv = switch(value)?,
            "notation" => ensure!(matches!(value, "uci" | "lan"), "moves are written in coordinates: notation=uci"),
            "match_line" => {
                let start = value.strip_prefix('^').and_then(|rest| rest.strip_suffix(".*"));
                let start = start.filter(|start| !start.contains(['\\', '*', '.', '[', '(', '|', '+', '?', '$']));
                options.kept_lines = Some(start.context("match_line is ^TEXT.*, the beginning of a line")?.to_owned());
            }
            _ => bail!("there is no '{key}', only file append nodes seldepth nps pv match_line"),
        }
    }
    ensure!(!options.file.as_os_str().is_empty(), "file= is missing");
    Ok(options)
}
