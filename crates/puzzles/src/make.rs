//! `guohe-tools puzzles make`: from games to a file of puzzles.
//!
//! Games are looked at in an order that the seed draws. What is found goes into a journal at once, so that a run that
//! was stopped goes on where it was; the file of puzzles is written from the journal at the end.

use crate::candidate::{Candidate, Goal, ScoredGame, candidates};
use crate::difficulty::{Solvers, rating};
use crate::mate;
use crate::name::Name;
use crate::puzzle::{Puzzle, as_red, move_as_red};
use crate::tactic::{Prover, is_forced, is_obvious};
use crate::theme::themes_of;
use anyhow::{Context, bail, ensure};
use clap::Args;
use guohe::board::Board;
use guohe::game;
use guohe::rules::{self, Rules};
use guohe::types::Move;
use guohe_common::journal::LineFile;
use guohe_common::place::{check_folder_of, check_free, is_same_file, write_whole};
use guohe_common::progress::Progress;
use guohe_common::say::{remark, say};
use guohe_common::{dice, interrupt};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Games looked at between two entries of the journal.
const GAMES_PER_GROUP: usize = 32;
/// Plies without a capture after which a position is left out: 120 end the game.
const MOST_QUIET_PLIES: usize = 100;
/// Mates in one of one name are at most this part of all: most are by two rooks or facing kings.
const NAMES_IN_ONE: usize = 10;
/// How the first line of every journal begins.
const BEGINNING: &str = "guohe puzzles journal";
/// How the line after the puzzles of a group of games begins.
const DONE: &str = "done ";

/// Find puzzles in games that were played with scores.
#[derive(Args)]
pub struct MakeArgs {
    /// A directory of games of datagen; may be given several times
    #[arg(long, required = true, value_name = "DIR")]
    data: Vec<PathBuf>,
    /// What was found so far; an interrupted run goes on from it if the games, the seed and the numbers are the same
    #[arg(long, value_name = "FILE")]
    journal: PathBuf,
    /// The puzzles, one a line, the easiest first
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite an existing file of puzzles
    #[arg(long)]
    force: bool,
    /// How many mates of two moves and more
    #[arg(long, default_value_t = 1000)]
    mates: usize,
    /// How many mates in one, for beginners: of each name a tenth of them at most
    #[arg(long, default_value_t = 0)]
    mates_in_one: usize,
    /// How many wins of material
    #[arg(long, default_value_t = 1000)]
    tactics: usize,
    /// Seed of the order of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl MakeArgs {
    /// The number of puzzles of each goal. A game gives one puzzle: its first one of the first goal in this order.
    fn wanted(&self) -> [(Goal, usize); 3] {
        [(Goal::Mate, self.mates), (Goal::Tactic, self.tactics), (Goal::MateInOne, self.mates_in_one)]
    }
}

/// Some games that are read at once.
pub struct Batch {
    /// Its name, without spaces, which begins the names of its games.
    pub name: String,
    /// Hash of its games.
    pub digest: String,
    /// Reads the games.
    pub read: Box<dyn Fn() -> anyhow::Result<Vec<ScoredGame>>>,
}

/// The first line of the journal: all that decides which puzzles this build finds. Other numbers of puzzles do, too,
/// for a game is looked through only for what is still missing.
fn heading(args: &MakeArgs, all: &[Batch]) -> String {
    let games: String = all.iter().map(|batch| format!("{} {}\n", batch.name, batch.digest)).collect();
    let MakeArgs { seed, mates, tactics, mates_in_one, .. } = args;
    format!(
        "{BEGINNING} seed {seed} mates {mates} tactics {tactics} mates-in-one {mates_in_one} games {:.16x}",
        Sha256::digest(games)
    )
}

/// What a journal holds.
#[derive(Default)]
struct Found {
    puzzles: Vec<Puzzle>,
    keys: HashSet<String>,
    /// The journal's lines of groups of games that were looked through.
    done: HashSet<String>,
}

impl Found {
    /// Takes a puzzle in, unless it is there already.
    fn take(&mut self, puzzle: Puzzle) -> bool {
        let is_new = self.keys.insert(puzzle.key());
        if is_new {
            self.puzzles.push(puzzle);
        }
        is_new
    }

    /// The puzzles of a goal that were found first, at most `most`.
    fn first(&self, goal: Goal, most: usize) -> impl Iterator<Item = &Puzzle> {
        let share = if goal == Goal::MateInOne { most.div_ceil(NAMES_IN_ONE) } else { most };
        let mut named: HashMap<Option<Name>, usize> = HashMap::new();
        let of_goal = self.puzzles.iter().filter(move |puzzle| puzzle.goal() == goal);
        let varied = of_goal.filter(move |puzzle| {
            let count = named.entry(puzzle.names.first().copied()).or_default();
            *count += 1;
            *count <= share
        });
        varied.take(most)
    }

    /// The puzzles found first, up to the number wanted of each goal, sorted by rating.
    fn chosen(&self, wanted: &[(Goal, usize)]) -> Vec<&Puzzle> {
        let mut chosen: Vec<&Puzzle> = wanted.iter().flat_map(|&(goal, most)| self.first(goal, most)).collect();
        chosen.sort_by_key(|puzzle| (puzzle.rating, puzzle.key()));
        chosen
    }
}

/// Runs `guohe-tools puzzles make`. `batches` lists the games of a directory.
///
/// # Errors
/// When games cannot be read, or files not be written.
pub fn make(args: &MakeArgs, batches: &dyn Fn(&Path) -> anyhow::Result<Vec<Batch>>) -> anyhow::Result<ExitCode> {
    ensure!(!is_same_file(&args.out, &args.journal), "--out and --journal need different files");
    check_folder_of(&args.out)?;
    check_free(&args.out, args.force)?;
    interrupt::listen();
    let mut all = Vec::new();
    for dir in &args.data {
        all.extend(batches(dir).with_context(|| dir.display().to_string())?);
    }
    ensure!(!all.is_empty(), "no games in the directories");
    let mut names = HashSet::new();
    if let Some(twice) = all.iter().find(|batch| !names.insert(&batch.name)) {
        bail!("two chunks of games are named {}: rename a directory", twice.name);
    }
    dice::shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(args.seed), &mut all);
    let (mut journal, lines) = LineFile::resume(&args.journal, &heading(args, &all), BEGINNING)?;
    let mut found = Found::default();
    for group in lines.split_inclusive(|line| line.starts_with(DONE)) {
        // A group that a crash broke off is looked through again, as its games may give other puzzles than what is
        // left.
        let Some((done, puzzles)) = group.split_last().filter(|(last, _)| last.starts_with(DONE)) else { break };
        found.done.insert(done.clone());
        for line in puzzles {
            found.take(line.parse().with_context(|| format!("journal {}", args.journal.display()))?);
        }
    }
    look_through(args, &all, &mut found, &mut journal)?;
    if interrupt::is_asked() {
        remark!("interrupted: the same command goes on from {}", args.journal.display());
        return Ok(interrupt::status());
    }
    let chosen = found.chosen(&args.wanted());
    let text: String = chosen.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    write_whole(&args.out, text.as_bytes())?;
    let mates = chosen.iter().filter(|puzzle| puzzle.is_mate()).count();
    say!("{} puzzles, {mates} of them mates, {} bytes", chosen.len(), text.len());
    Ok(ExitCode::SUCCESS)
}

/// Looks through the games until there are enough puzzles.
fn look_through(args: &MakeArgs, all: &[Batch], found: &mut Found, journal: &mut LineFile) -> anyhow::Result<()> {
    let wanted = args.wanted();
    let progress = Progress::new("puzzles", wanted.iter().map(|&(_, most)| most as u64).sum());
    let mut miners: Vec<Miner> = (0..args.threads.max(1)).map(|_| Miner::default()).collect();
    for batch in all {
        let games = (batch.read)().with_context(|| batch.name.clone())?;
        for (index, games) in games.chunks(GAMES_PER_GROUP).enumerate() {
            let counts = wanted.map(|(goal, most)| (goal, found.first(goal, most).count(), most));
            let missing: Vec<Goal> =
                counts.iter().filter(|(_, count, most)| count < most).map(|&(goal, ..)| goal).collect();
            if interrupt::is_asked() || missing.is_empty() {
                progress.end();
                return Ok(());
            }
            let done = format!("{DONE}{} {index}", batch.name);
            if found.done.contains(&done) {
                continue;
            }
            let puzzles = mine(&mut miners, games, &missing)?;
            // An interrupted run leaves whole groups in the journal alone, so that it finds the same puzzles when
            // resumed.
            if interrupt::is_asked() {
                continue;
            }
            for puzzle in puzzles {
                let line = puzzle.to_string();
                if found.take(puzzle) {
                    journal.add(&line)?;
                }
            }
            journal.add(&done)?;
            progress.tell(counts.map(|(goal, count, _)| format!("{goal:?} {count}")).join(", "));
            progress.reach(counts.iter().map(|&(_, count, _)| count as u64).sum());
        }
    }
    progress.end();
    Ok(())
}

/// The puzzles of some games, in the order of the games.
fn mine(miners: &mut [Miner], games: &[ScoredGame], wanted: &[Goal]) -> anyhow::Result<Vec<Puzzle>> {
    let share = games.len().div_ceil(miners.len()).max(1);
    let parts: anyhow::Result<Vec<Vec<Puzzle>>> = std::thread::scope(|scope| {
        let work = miners.iter_mut().zip(games.chunks(share)).map(|(miner, games)| {
            scope.spawn(move || games.iter().filter_map(|game| miner.puzzle_of(game, wanted).transpose()).collect())
        });
        let threads: Vec<_> = work.collect();
        threads.into_iter().map(|thread| thread.join().expect("a miner does not panic")).collect()
    });
    Ok(parts?.into_iter().flatten().collect())
}

/// One thread's engine.
#[derive(Default)]
struct Miner {
    prover: Prover,
    solvers: Solvers,
}

impl Miner {
    /// The first puzzle of a game, of the goal that is wanted first; one a game, so that puzzles do not resemble each
    /// other.
    fn puzzle_of(&mut self, game: &ScoredGame, wanted: &[Goal]) -> anyhow::Result<Option<Puzzle>> {
        let found = candidates(game).map_err(anyhow::Error::msg).with_context(|| game.name.clone())?;
        for &goal in wanted {
            for candidate in found.iter().filter(|candidate| candidate.goal == goal) {
                if interrupt::is_asked() {
                    return Ok(None);
                }
                if let Some(puzzle) = self.prove(candidate, &game.name) {
                    return Ok(Some(puzzle));
                }
            }
        }
        Ok(None)
    }

    fn prove(&mut self, candidate: &Candidate, source: &str) -> Option<Puzzle> {
        let color = !candidate.before.side();
        let start = as_red(&candidate.before, color);
        // The trainer knows the position alone, so nothing before it may count.
        let start = Board::from_fen(&format!("{} b", start.fen().split(' ').next()?)).ok()?;
        let mistake = move_as_red(candidate.mistake, color);
        // Turned before anything is proven: of moves that are as good the first is taken.
        let blank = Puzzle::unsolved(start.clone(), mistake, source).normal();
        let is_mirrored = blank.mistake != mistake || blank.start != start;
        let board = blank.position();
        let is_obvious = |mv| is_obvious(&blank.start, blank.mistake, mv);
        let (solution, rest, names) = match candidate.goal {
            Goal::MateInOne | Goal::Mate => {
                let is_short = candidate.goal == Goal::MateInOne;
                let mate = if is_short { mate::prove_in_one(&board) } else { mate::prove(&board) }?;
                (mate.solution, Vec::new(), mate.names)
            }
            Goal::Tactic => {
                let tactic = self.prover.prove(&board, &is_obvious)?;
                (tactic.solution, tactic.rest, Vec::new())
            }
        };
        let as_played = |&mv: &Move| move_as_red(if is_mirrored { mv.mirror_files() } else { mv }, color);
        let moves = std::iter::once(candidate.mistake).chain(solution.iter().map(as_played));
        let is_trivial = is_obvious(*solution.first()?) || is_forced(&board, &solution);
        if is_trivial || !goes_by_the_rules(&candidate.before, moves) {
            return None;
        }
        let themes = themes_of(&board, &solution, &rest);
        let level = self.solvers.level(&board, &solution, candidate.goal != Goal::Tactic);
        let rating = rating(level, &board, &solution, &themes);
        Some(Puzzle { solution, rating, themes, names, ..blank })
    }
}

/// Whether no rule ends the game before the last move, and none is near to it.
fn goes_by_the_rules(before: &Board, moves: impl Iterator<Item = Move>) -> bool {
    let rules = Rules::default();
    let mut board = before.clone();
    for mv in moves {
        if game::outcome(&board, &rules).is_some() || rules::counted_quiet_plies(&board) > MOST_QUIET_PLIES {
            return false;
        }
        board.make(mv);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(start: &str, plies: &[(&str, i16)]) -> ScoredGame {
        let plies = plies.iter().map(|&(mv, score)| (mv.parse().unwrap(), score)).collect();
        ScoredGame { name: "x.1".to_owned(), board: Board::from_fen(start).unwrap(), plies }
    }

    const START: &str = "5a1CC/3ka4/b1R6/p3p4/2p3p1R/P8/2P1c3P/2NrB4/4A4/2B1KA2r b";
    const LINE: &str = "5a1CC/3ka4/b1R6/p3p4/2p3p1R/P8/2P1c3P/2NrB4/4A4/2B1KA2r \
                        d2d3c7c8d8d7i5i7e8f7i7f7 1020 mI x.1";

    #[test]
    fn a_mistake_that_allows_a_mate_becomes_a_puzzle() {
        let game = game(START, &[("d2d3", -10), ("c7c8", 9_995)]);
        let mut miner = Miner::default();
        let puzzle = miner.puzzle_of(&game, &[Goal::Mate, Goal::Tactic]).unwrap().expect("a puzzle");
        assert_eq!(puzzle.to_string(), LINE);
        assert_eq!(LINE.parse::<Puzzle>().unwrap(), puzzle);
        assert!(miner.puzzle_of(&game, &[Goal::Tactic]).unwrap().is_none(), "no mates are wanted");
    }

    #[test]
    fn both_colours_and_wings_give_the_same_puzzle() {
        let board = Board::from_fen(START).unwrap();
        let of = |board: Board, turn: fn(Move) -> Move| {
            let plies = [("d2d3", -10), ("c7c8", 9_995)].map(|(mv, score)| (turn(mv.parse().unwrap()), score));
            let game = ScoredGame { name: "x.1".to_owned(), board, plies: plies.to_vec() };
            Miner::default().puzzle_of(&game, &[Goal::Mate]).unwrap().expect("a puzzle").to_string()
        };
        assert_eq!(of(board.flip_colors(), Move::flip_ranks), LINE);
        assert_eq!(of(board.mirror_files(), Move::mirror_files), LINE);
    }

    /// Makes one mate and ten mates in one of a game that has one of each, with the journal in `folder`.
    fn made(folder: &Path, change: impl Fn(&mut MakeArgs, &mut Batch)) -> anyhow::Result<String> {
        let mut args = MakeArgs {
            data: vec!["games".into()],
            journal: folder.join("journal"),
            out: folder.join("out"),
            force: true,
            mates: 1,
            mates_in_one: 10,
            tactics: 0,
            seed: 1,
            threads: 1,
        };
        let read = || Ok(vec![game(START, &[("d2d3", -10), ("a4a5", 9_995), ("e8d7", -9_999), ("c7c8", 9_999)])]);
        let mut batch = Batch { name: "x".to_owned(), digest: "1".to_owned(), read: Box::new(read) };
        change(&mut args, &mut batch);
        let batch = std::cell::Cell::new(Some(batch));
        make(&args, &|_| Ok(batch.take().into_iter().collect()))?;
        Ok(std::fs::read_to_string(&args.out)?)
    }

    #[test]
    fn a_journal_is_continued_by_its_own_run_alone() {
        let folder = tempfile::tempdir().unwrap();
        let whole = made(folder.path(), |_, _| ()).unwrap();
        assert_eq!(whole, format!("{LINE}\n"), "one puzzle a game");
        let changes: [fn(&mut MakeArgs, &mut Batch); 5] = [
            |args, _| args.mates = 2,
            |args, _| args.mates_in_one = 20,
            |args, _| args.tactics = 1,
            |args, _| args.seed = 2,
            |_, batch| batch.digest = "2".to_owned(),
        ];
        for change in changes {
            let error = made(folder.path(), change).unwrap_err().to_string();
            assert!(error.contains("belongs to another run"), "{error}");
        }
        assert_eq!(made(folder.path(), |_, _| ()).unwrap(), whole);
        // As a crash leaves it.
        let journal = std::fs::read_to_string(folder.path().join("journal")).unwrap();
        std::fs::write(folder.path().join("journal"), journal.strip_suffix("done x 0\n").unwrap()).unwrap();
        assert_eq!(made(folder.path(), |_, _| ()).unwrap(), whole, "a second puzzle of the game");
    }

    #[test]
    fn what_could_only_fail_after_the_search_is_refused_before() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("out"), "old").unwrap();
        let refused = |change: &dyn Fn(&mut MakeArgs), why: &str| {
            let error = made(folder.path(), |args, _| change(args)).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        };
        refused(&|args| args.force = false, "--force");
        refused(&|args| args.out = at("none/out"), "there is no folder");
        refused(&|args| args.journal = at("out"), "--out and --journal need different files");
        assert_eq!(std::fs::read_to_string(at("out")).unwrap(), "old");
        assert!(!at("journal").exists(), "no game was looked at");
    }
}
