//! `guohe-tools puzzles check`: whether a file of puzzles is what it says.

use crate::candidate::Goal;
use crate::mate;
use crate::puzzle::Puzzle;
use crate::tactic::{Prover, is_only_win};
use crate::theme::{Theme, themes_of};
use anyhow::{Context, ensure};
use clap::Args;
use guohe_common::progress::Progress;
use guohe_common::say::say;
use guohe_common::{dice, interrupt};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::process::ExitCode;

/// Verify the puzzles of a file again and count them.
#[derive(Args)]
pub struct CheckArgs {
    /// The file
    file: PathBuf,
    /// Nodes of the search at each ply of the solver in wins of material; 0 checks the moves alone
    #[arg(long, default_value_t = 0, value_name = "NODES")]
    nodes: u64,
    /// Number of puzzles to check, drawn at random
    #[arg(long, value_name = "COUNT")]
    sample: Option<usize>,
    /// Seed of the sample
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs `guohe-tools puzzles check`.
///
/// # Errors
/// When the file cannot be read, or a puzzle is not what it says.
pub fn check(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    interrupt::listen();
    let name = args.file.display();
    let text = guohe_common::bounded::read_list(&args.file)?;
    let mut puzzles: Vec<(usize, Puzzle)> = Vec::new();
    let mut keys = HashSet::new();
    for (index, line) in text.lines().enumerate() {
        let puzzle: Puzzle = line.parse().with_context(|| format!("{name}, line {}", index + 1))?;
        ensure!(keys.insert(puzzle.clone().normal().key()), "{name}, line {}: it was there before", index + 1);
        puzzles.push((index + 1, puzzle));
    }
    ensure!(!puzzles.is_empty(), "{name} has no puzzles");
    print_counts(&puzzles);
    if let Some(sample) = args.sample {
        dice::shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(args.seed), &mut puzzles);
        puzzles.truncate(sample);
    }
    let progress = Progress::new("puzzles", puzzles.len() as u64);
    let (mut prover, mut bad, mut checked) = (Prover::default(), 0, 0);
    for (line, puzzle) in &puzzles {
        if interrupt::is_asked() {
            break;
        }
        if let Err(error) = verify(puzzle, args.nodes, &mut prover) {
            say!("{name}, line {line}: {error:#}");
            bad += 1;
        }
        checked += 1;
        progress.advance(1);
    }
    progress.end();
    say!("{checked} checked, {bad} wrong");
    Ok(if bad > 0 { ExitCode::FAILURE } else { interrupt::status() })
}

/// Whether a puzzle's solution is the only one, and its letters are right.
fn verify(puzzle: &Puzzle, nodes: u64, prover: &mut Prover) -> anyhow::Result<()> {
    let board = puzzle.position();
    let mut end = board.clone();
    for &mv in &puzzle.solution {
        end.make(mv);
    }
    ensure!(puzzle.is_mate() != end.has_legal_move(), "it is called a mate and is none, or the other way round");
    if puzzle.is_mate() {
        let proven = if puzzle.goal() == Goal::MateInOne { mate::prove_in_one(&board) } else { mate::prove(&board) };
        let proven = proven.context("no mate by one move alone is proven")?;
        ensure!(proven.solution == puzzle.solution, "the mate is another: {:?}", proven.solution);
        let names: String = proven.names.iter().map(|name| name.letter()).collect();
        ensure!(proven.names == puzzle.names, "the letters of its names are '{names}'");
        let themes = themes_of(&board, &puzzle.solution, &[]);
        let letters: String = themes.iter().map(|theme| theme.letter()).collect();
        ensure!(themes == puzzle.themes, "the letters of its themes are '{letters}'");
    } else if nodes > 0 {
        let mut at = board;
        for (ply, &mv) in puzzle.solution.iter().enumerate() {
            if ply % 2 == 0 {
                let found = prover.best_of_two(&at, nodes).context("there is no move")?;
                ensure!(found.line.first() == Some(&mv), "{mv} is not the best move at ply {ply}: {:?}", found.line);
                ensure!(
                    is_only_win(&found),
                    "{mv} is not the only win at ply {ply}: {:.3} and {:.3}",
                    found.best,
                    found.second
                );
            }
            at.make(mv);
        }
    }
    Ok(())
}

/// Prints how many puzzles there are by theme, name and rating.
fn print_counts(puzzles: &[(usize, Puzzle)]) {
    let count = |holds: &dyn Fn(&Puzzle) -> bool| puzzles.iter().filter(|(_, puzzle)| holds(puzzle)).count();
    say!("{} puzzles", puzzles.len());
    for theme in Theme::ALL {
        say!("{:>6}  {theme:?}", count(&|puzzle| puzzle.themes.contains(&theme)));
    }
    for name in crate::name::Name::ALL {
        say!("{:>6}  {} {name:?}", count(&|puzzle| puzzle.names.contains(&name)), name.chinese());
    }
    let mut moves: BTreeMap<usize, usize> = BTreeMap::new();
    let mut ratings: BTreeMap<u32, usize> = BTreeMap::new();
    for (_, puzzle) in puzzles {
        *moves.entry(puzzle.moves()).or_default() += 1;
        *ratings.entry(puzzle.rating / 200 * 200).or_default() += 1;
    }
    for (moves, count) in moves {
        say!("{count:>6}  of {moves} moves");
    }
    for (from, count) in ratings {
        say!("{count:>6}  rated {from} to {}", from + 199);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "5a1CC/3ka4/b1R6/p3p4/2p3p1R/P8/2P1c3P/2NrB4/4A4/2B1KA2r \
                        d2d3c7c8d8d7i5i7e8f7i7f7 1020 mI b0.58";

    #[test]
    fn a_true_puzzle_passes_and_false_ones_do_not() {
        let check = |line: &str| verify(&line.parse().unwrap(), 0, &mut Prover::default());
        check(LINE).unwrap();
        check("3k5/1R7/R8/8p/9/9/9/4B4/9/4K4 d9e9a7a9 740 mI a0.12").unwrap();
        assert!(check("9/R2k5/1R7/8p/9/9/9/9/9/4K4 d8d9b7b9 740 mI a0.12").is_err(), "two moves mate");
        assert!(check(&LINE.replace("mI", "m")).is_err(), "a name is missing");
        assert!(check(&LINE.replace("mI", "mdI")).is_err(), "a theme is made up");
        assert!(check(&LINE.replace("d8d7i5i7e8f7i7f7", "")).is_err(), "no mate yet");
        assert!(check(&LINE.replace("mI", "I")).is_err(), "a mate that is not called so");
        check(&LINE.replace("d8d7i5i7e8f7i7f7", "").replace("mI", "-")).unwrap();
    }
}
