//! A game in, the same game out with what was good, what was bad, and why.
//!
//! In reading order: [`curve`] from scores to chances and marks, [`study`] the engine's part, [`openings`] names,
//! [`judge`] what follows for the moves, [`explain`] why a move was a mistake, [`words`] how it is said, then the
//! places where it is said: [`annotate`], [`data`], [`table`], [`html`]; [`command`] is `guohe-tools analyse`.

#[cfg(not(target_family = "wasm"))]
mod annotate;
mod claim;
#[cfg(not(target_family = "wasm"))]
mod command;
mod curve;
mod data;
mod explain;
mod html;
mod judge;
mod openings;
mod study;
#[cfg(not(target_family = "wasm"))]
mod table;
mod words;
mod written;

#[cfg(not(target_family = "wasm"))]
pub use command::AnalyseArgs;
#[cfg(not(target_family = "wasm"))]
pub use command::run;
pub use curve::{K, Value, win_percent};
pub use data::worth;
use guohe::search::Signals;
use guohe::types::Move;
use guohe_common::language::Language;
use guohe_games::GameTree;
use judge::Judgement;
pub use openings::{Named, Openings};
use study::Known;
pub use study::{Analyser, value_at_the_end, value_of};

/// Nodes for each position, the table in MB, and the lines searched, unless somebody wants others. With one thread the
/// same game gets the same report, on the board and from the command.
pub const NODES: u64 = 200_000;
/// See [`NODES`].
pub const HASH: usize = 64;
/// See [`NODES`].
pub const LINES: usize = 2;

/// Looks at the positions `range` of a game, judges it, and gives mistakes their sentences.
fn judge_game(
    game: &GameTree,
    analyser: &mut Analyser,
    book: &Openings,
    range: std::ops::RangeInclusive<usize>,
    signals: &Signals,
    go_on: &mut dyn FnMut() -> bool,
) -> Judgement {
    let moves: Vec<Move> = game.main_line().collect();
    let start = game.board();
    let mut known = study::study(analyser, &start, &moves, range, signals, go_on);
    let rules = *analyser.rules();
    let judge = |known: &[Option<Known>]| judge::judge(&start, &moves, known, &rules, book);
    let mut confirm = |plies: usize| study::look_closer(analyser, &start, &moves[..plies], signals);
    explain::judge_and_explain(&mut known, judge, &rules, signals, &mut confirm)
}

/// The report of a whole game, for the board in the browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// A page of its own.
    pub html: String,
    /// What the board shows beside the moves.
    pub review: serde_json::Value,
}

/// The report of a whole game. `go_on` is asked after each position.
pub fn report(
    game: &GameTree,
    analyser: &mut Analyser,
    language: Language,
    signals: &Signals,
    go_on: &mut dyn FnMut() -> bool,
) -> Report {
    let length = game.main_line().count();
    let judgement = judge_game(game, analyser, &Openings::embedded(), 0..=length, signals, go_on);
    Report {
        html: html::page(game, &judgement, analyser.rules(), language),
        review: data::review(game, &judgement, analyser.network()),
    }
}
