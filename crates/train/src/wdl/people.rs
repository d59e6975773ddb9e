//! The curve of people: what share of the point a lead was worth to those who had it, in games of people, by the scale
//! K of 1 / (1 + e^(−cp / K)). `analyse` marks moves by it.

use super::bins::{Bins, right_aligned};
use anyhow::ensure;
use clap::Args;
use comfy_table::Table;
use guohe::rules::Rules;
use guohe::search::{Limits, Pool, Signals};
use guohe::types::Move;
use guohe_common::dice::shuffle;
use guohe_common::inputs::{self, Input};
use guohe_common::interrupt;
use guohe_common::language::Language;
use guohe_common::progress::Progress;
use guohe_common::say::say;
use guohe_games::{GameResult, GameTree};
use guohe_play::analyse::{Analyser, K, win_percent};
use indicatif::HumanCount;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::collections::HashSet;
use std::path::PathBuf;

/// The table of the searches, MB.
const HASH: usize = 16;
/// Openings say nothing of a lead: positions are taken from this ply on.
const FIRST_PLY: usize = 16;
/// A game of fewer plies is no game.
const LEAST_PLIES: usize = 30;
/// Parts of the games that are held out one after the other.
const FOLDS: usize = 5;
/// Parts of the games that are left out one after the other for the error of K.
const PARTS: usize = 20;

/// What to fit the curve to.
#[derive(Args)]
pub struct PeopleArgs {
    /// Files of games, folders of them, or `-`: whole games with results
    #[arg(required = true, value_name = "GAME")]
    games: Vec<PathBuf>,
    /// Games to take; files are taken in random order, the games of a file as they stand
    #[arg(long, default_value_t = 1_000)]
    count: usize,
    /// Use one position every this many plies
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Nodes for each position
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the selection of games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A position of a game, and its result.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Seen {
    /// For Red, cut off where a game is won.
    centipawns: f64,
    /// Red's part of the point.
    points: f64,
}

/// Looks at the games and prints the curve.
///
/// # Errors
/// When the games cannot be read or are too few.
pub fn run(args: &PeopleArgs) -> anyhow::Result<()> {
    interrupt::listen();
    let mut inputs = inputs::list(&args.games)?;
    shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(args.seed), &mut inputs);
    let games = look(args, &inputs)?;
    ensure!(
        games.len() >= PARTS,
        "{} games are too few: {PARTS} are needed, each from the usual start, with a result and at least {LEAST_PLIES} plies",
        games.len()
    );
    let count = |number: usize| HumanCount(number as u64).to_string();
    let positions = games.iter().map(Vec::len).sum();
    say!("{} games, {} positions, {} nodes each", count(games.len()), count(positions), count(args.nodes as usize));
    let k = fit(games.iter().flatten());
    say!("K = {k:.1} ± {:.1} centipawns (standard error)", error_of(&games));
    say!("on held-out games:\n{}", checked(&games));
    Ok(())
}

/// The positions of as many games as are wanted, or of those that were read before the end was asked for.
fn look(args: &PeopleArgs, inputs: &[Input]) -> anyhow::Result<Vec<Vec<Seen>>> {
    let limits = Limits { nodes: Some(args.nodes), ..Limits::default() };
    let mut analyser = Analyser::new(Pool::new(1, HASH), Rules::default(), limits);
    let mut known: HashSet<Vec<Move>> = HashSet::new();
    let mut games = Vec::new();
    let progress = Progress::new("games", args.count as u64);
    for input in inputs {
        for game in guohe_games::read(&input.read(Language::En)?).games {
            let moves: Vec<Move> = game.main_line().collect();
            let Some(points) = points_of(&game).filter(|_| moves.len() >= LEAST_PLIES) else { continue };
            if games.len() == args.count || interrupt::is_asked() || !known.insert(moves.clone()) {
                continue;
            }
            games.push(positions(&game, &moves, points, args.every as usize, &mut analyser));
            progress.advance(1);
        }
        if games.len() == args.count || interrupt::is_asked() {
            break;
        }
    }
    progress.end();
    Ok(games)
}

/// Red's part of the point in a whole game that somebody finished.
fn points_of(game: &GameTree) -> Option<f64> {
    match game.result() {
        _ if !game.is_from_startpos() || game.is_cut() => None,
        GameResult::Red => Some(1.0),
        GameResult::Black => Some(0.0),
        GameResult::Draw => Some(0.5),
        GameResult::Unknown => None,
    }
}

fn positions(game: &GameTree, moves: &[Move], points: f64, every: usize, analyser: &mut Analyser) -> Vec<Seen> {
    let mut board = game.board();
    let mut seen = Vec::new();
    analyser.new_game();
    for (ply, &mv) in moves.iter().enumerate() {
        if ply >= FIRST_PLY && (ply - FIRST_PLY).is_multiple_of(every) {
            let centipawns = f64::from(analyser.look(&board, &Signals::new()).value.centipawns());
            seen.push(Seen { centipawns, points });
        }
        board.make(mv);
    }
    seen
}

/// The likeliest K, by Newton's method on 1 / K: the likelihood has one summit.
fn fit<'a>(seen: impl Iterator<Item = &'a Seen> + Clone) -> f64 {
    let mut slope = 1.0 / K;
    for _ in 0..50 {
        let (mut gradient, mut curvature) = (0.0, 0.0);
        for &Seen { centipawns, points } in seen.clone() {
            let told = 1.0 / (1.0 + (-slope * centipawns).exp());
            gradient += (points - told) * centipawns;
            curvature += told * (1.0 - told) * centipawns * centipawns;
        }
        let step = gradient / f64::max(curvature, f64::MIN_POSITIVE);
        slope = (slope + step).max(slope / 2.0);
        if step.abs() < 1e-12 {
            break;
        }
    }
    1.0 / slope
}

/// The standard error of K, by leaving out one part of the games after the other.
fn error_of(games: &[Vec<Seen>]) -> f64 {
    let without = |part: usize| {
        let others = games.iter().enumerate().filter(move |(number, _)| number % PARTS != part);
        fit(others.flat_map(|(_, game)| game))
    };
    let values: Vec<f64> = (0..PARTS).map(without).collect();
    let mean = values.iter().sum::<f64>() / PARTS as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares * (PARTS - 1) as f64 / PARTS as f64).sqrt()
}

/// Minus the logarithm of the chance that a share gives to a result, a draw being half of each.
fn loss(told: f64, points: f64) -> f64 {
    let told = told.clamp(1e-9, 1.0 - 1e-9);
    -(points * told.ln() + (1.0 - points) * (1.0 - told).ln())
}

/// Each part of the games told by a curve that was fitted to the others: how often it was right.
fn checked(games: &[Vec<Seen>]) -> String {
    let mut bins = Bins::<(f64, f64, f64)>::default();
    let (mut fitted, mut in_use, mut mean, mut all) = (0.0, 0.0, 0.0, 0.0);
    for fold in 0..FOLDS {
        let part = move |is_in: bool| {
            games
                .iter()
                .enumerate()
                .filter(move |(number, _)| (number % FOLDS == fold) == is_in)
                .flat_map(|(_, game)| game)
        };
        let k = fit(part(false));
        let average = part(false).map(|seen| seen.points).sum::<f64>() / part(false).count().max(1) as f64;
        for &Seen { centipawns, points } in part(true) {
            let told = 1.0 / (1.0 + (-centipawns / k).exp());
            let bin = bins.of_share(told);
            *bin = (bin.0 + 1.0, bin.1 + told, bin.2 + points);
            fitted += loss(told, points);
            in_use += loss(win_percent(centipawns as i32) / 100.0, points);
            mean += loss(average, points);
            all += 1.0;
        }
    }
    let mut table = Table::new();
    table.set_header(["predicted share", "positions", "predicted", "observed"]);
    for (range, &(positions, told, came)) in bins.told().filter(|(_, bin)| bin.0 > 0.0) {
        let percent = |sum: f64| format!("{:.1} %", 100.0 * sum / positions);
        table.add_row([range, positions.to_string(), percent(told), percent(came)]);
    }
    format!(
        "{}\nlog loss {:.4}; with the K in use ({K:.1}) {:.4}; without scores {:.4}",
        right_aligned(table),
        fitted / all,
        in_use / all,
        mean / all
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of one position each that come out as the curve of `k` says.
    fn games(k: f64) -> Vec<Vec<Seen>> {
        let mut games = Vec::new();
        for centipawns in (-900..=900).step_by(60) {
            let centipawns = f64::from(centipawns);
            let won = (100.0 / (1.0 + (-centipawns / k).exp())).round() as usize;
            games.extend((0..100).map(|game| vec![Seen { centipawns, points: f64::from(u8::from(game < won)) }]));
        }
        games
    }

    #[test]
    fn a_known_curve_is_found_again() {
        for k in [120.0, 272.0, 600.0] {
            let games = games(k);
            let found = fit(games.iter().flatten());
            assert!((found / k - 1.0).abs() < 0.02, "{found} for {k}");
            let error = error_of(&games);
            assert!(error > 0.0 && error < 0.1 * k, "{error}");
        }
    }

    #[test]
    fn only_whole_games_that_somebody_finished_count() {
        let mut game = GameTree::new();
        assert_eq!(points_of(&game), None);
        game.set_result(GameResult::Draw);
        assert_eq!(points_of(&game), Some(0.5));
        game.set_cut();
        assert_eq!(points_of(&game), None);
        let board = guohe::board::Board::from_fen("3k5/9/9/9/9/9/9/9/R8/4K4 w").unwrap();
        let mut ending = GameTree::from_board(&board);
        ending.set_result(GameResult::Red);
        assert_eq!(points_of(&ending), None);
    }
}
