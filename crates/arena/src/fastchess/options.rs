//! What is written of a match and when its games are adjudicated, in the words of fastchess.

use super::flag::{Flag, count, number};
use crate::adjudicate::{DrawTerms, WinTerms};
use crate::pgn::{Detail, Layout, PgnPlan};
use crate::plan::LogPlan;
use crate::spec::switch;
use anyhow::{Context, bail, ensure};
use guohe_common::place::{is_free, is_same_file};
use guohe_common::say::remark;
use std::path::{Path, PathBuf};

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
            _ => bail!("unknown key '{key}'; known: movecount score twosided"),
        }
    }
    Ok(terms)
}

/// When a game is drawn, by the words of `-draw`.
///
/// # Errors
/// An unknown key, a value that cannot be read.
pub fn draw(flag: &Flag) -> anyhow::Result<DrawTerms> {
    let mut terms = DrawTerms { score: 0, moves: 1, from: 0, early: true };
    for (key, value) in flag.pairs()? {
        match key {
            "movecount" => terms.moves = move_count(value)?,
            "score" => terms.score = score(value)?,
            "movenumber" => terms.from = 2 * count(value)? as usize,
            _ => bail!("unknown key '{key}'; known: movenumber movecount score"),
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
pub fn log_options(flag: &Flag) -> anyhow::Result<Option<LogPlan>> {
    let (mut file, mut append, mut engine) = (None, true, false);
    for (key, value) in flag.pairs()? {
        match key {
            "file" => file = Some(PathBuf::from(value)),
            "append" => append = switch(value)?,
            "engine" => engine = switch(value)?,
            "level" => {
                let levels = LEVELS.join(" ");
                ensure!(LEVELS.contains(&value), "the level is one of {levels}, not '{value}'");
            }
            // Every line is written as it comes, whatever is asked for.
            "realtime" => _ = switch(value)?,
            _ => bail!("unknown key '{key}'; known: file append engine level realtime"),
        }
    }
    let path = file.context("file= is missing")?;
    if !engine {
        remark!("-log: nothing is written without engine=true, as the log holds what engines say");
    }
    Ok(engine.then_some(LogPlan { path, append }))
}

/// What is written of each game. The tags `Event` and `Site` have flags of their own.
///
/// # Errors
/// An unknown key, a value that cannot be read.
pub fn pgn_options(flag: &Flag) -> anyhow::Result<PgnPlan> {
    let (mut path, mut append, mut details, mut kept_lines) = (None, true, Vec::new(), None);
    for (key, value) in flag.pairs()? {
        let detail = match key {
            "nodes" => Detail::Nodes,
            "seldepth" => Detail::Seldepth,
            "nps" => Detail::Nps,
            "pv" => Detail::Pv,
            "file" => {
                path = Some(PathBuf::from(value));
                continue;
            }
            "append" => {
                append = switch(value)?;
                continue;
            }
            "notation" => {
                ensure!(matches!(value, "uci" | "lan"), "moves are written in coordinates: notation=uci");
                continue;
            }
            "match_line" => {
                let start = value.strip_prefix('^').and_then(|rest| rest.strip_suffix(".*"));
                let start = start.filter(|start| !start.contains(['\\', '*', '.', '[', '(', '|', '+', '?', '$']));
                kept_lines = Some(start.context("match_line is ^TEXT.*, the beginning of a line")?.to_owned());
                continue;
            }
            _ => bail!("unknown key '{key}'; known: file append notation nodes seldepth nps pv match_line"),
        };
        details.retain(|&other| other != detail);
        if switch(value)? {
            details.push(detail);
        }
    }
    Ok(PgnPlan {
        path: path.context("file= is missing")?,
        append,
        layout: Layout::Fastchess { event: String::new(), site: String::new() },
        details,
        kept_lines,
    })
}

/// Where the games are saved, if anywhere, and whether that match file is begun anew. `outname=` names a new match
/// file, `file=` one whose match is resumed. Both may name the same: then the match is resumed where the file is there.
/// With `discard=true` nothing is resumed, and a match file that is there is begun anew.
///
/// # Errors
/// An unknown key, a value that cannot be read, two files, a new file that is there, a file to resume that is not.
pub fn saving(flag: &Flag) -> anyhow::Result<(Option<PathBuf>, bool)> {
    let (mut old, mut new, mut discard, mut stats) = (None, None, false, true);
    for (key, value) in flag.pairs()? {
        match key {
            "file" => old = Some(PathBuf::from(value)),
            "outname" => new = Some(PathBuf::from(value)),
            "discard" => discard = switch(value)?,
            "stats" => stats = switch(value)?,
            _ => bail!("unknown key '{key}'; known: file outname discard stats"),
        }
    }
    if let Some(old) = &old {
        let is_same = new.as_ref().is_none_or(|new| is_same_file(old, new));
        ensure!(is_same, "a match is resumed in its own file: outname={}", old.display());
        ensure!(
            discard || new.is_some() || Path::exists(old),
            "{} does not exist, so no match can be resumed",
            old.display()
        );
        ensure!(discard || stats, "the games of a match that is resumed count: stats=true");
    }
    if let (Some(new), None, false) = (&new, &old, discard) {
        let name = new.display();
        ensure!(is_free(new), "{name} exists: file={name} in its place resumes that match, discard=true begins anew");
    }
    Ok((new.or(old), discard))
}
