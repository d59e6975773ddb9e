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

/// A log holds the engines' talk and nothing else, so that has to be asked for.
///
/// # Errors
/// An unknown key, a value that cannot be read, a log of other things.
pub fn log_options(flag: &Flag) -> anyhow::Result<LogOptions> {
    let (mut file, mut append, mut engine) = (None, true, false);
    for (key, value) in flag.pairs()? {
        match key {
            "file" => file = Some(PathBuf::from(value)),
            "append" => append = switch(value)?,
            "engine" => engine = switch(value)?,
            "level" => ensure!(value == "trace", "the level is trace, not '{value}'"),
            // Every line is written as it comes.
            "realtime" => ensure!(switch(value)?, "lines are written as they come: realtime=true"),
            _ => bail!("there is no '{key}', only file append engine level realtime"),
        }
    }
    ensure!(engine, "the log holds what engines say: engine=true");
    Ok(LogOptions { file: file.context("file= is missing")?, append })
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
