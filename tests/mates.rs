//! Forced mates that independent engines and exhaustive search agree on; the file's header says how.

use guohe::board::Board;
use guohe::game;
use guohe::rules::Rules;
use guohe::search::{Limits, LineInfo, Options, Pool, Report, Signals, Silent};
use guohe::tt::Bound;
use guohe::types::{Move, Score, SplitMix64};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// A position, the number of moves to mate, and first moves that reach it.
struct Mate {
    fen: &'static str,
    moves: u32,
    first: Vec<Move>,
    /// The list of first moves is complete.
    is_complete: bool,
}

fn suite() -> Vec<Mate> {
    include_str!("data/mates.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let moves = fields[1].strip_prefix("mate ").expect("the second field is 'mate N'");
            Mate {
                fen: fields[0],
                moves: moves.parse().expect("a number of moves"),
                first: fields[2].split_whitespace().map(|mv| mv.parse().expect("a move")).collect(),
                is_complete: fields[3].starts_with("exact,") || fields[3].contains(" exact,"),
            }
        })
        .collect()
}

/// Nodes of the search of each position, at most: well under a second in a release build.
const NODES: u64 = 600_000;

/// Stops a search that has found this mate.
struct StopAt {
    mate: Score,
    signals: Signals,
}

impl Report for StopAt {
    fn iteration(&self, lines: &[LineInfo]) {
        if lines[0].bound == Bound::Exact && lines[0].score >= self.mate {
            self.signals.stop();
        }
    }
}

#[test]
fn mates_are_found() {
    let suite = suite();
    assert!(suite.len() >= 70, "the suite lost positions");
    let mut pool = Pool::new(1, 16);
    let mut exact = 0;
    let mut missed = Vec::new();
    for (number, mate) in suite.iter().enumerate() {
        pool.clear();
        let board = Board::from_fen(mate.fen).unwrap();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let shortest = Score::mate_in(2 * mate.moves as usize - 1);
        // Every fourth search goes on, which would show a mate that is too short, or one that is lost again.
        let goes_on = number % 4 == 0;
        let stop = StopAt { mate: if goes_on { Score::INFINITE } else { shortest }, signals: Signals::new() };
        let outcome = pool.search(&board, &limits, &Options::default(), &stop.signals, &stop);
        if !outcome.score.is_mate() || outcome.score < Score::DRAW {
            missed.push(mate.fen);
            continue;
        }
        assert!(outcome.score <= shortest || !mate.is_complete, "a mate too short in {}", mate.fen);
        if outcome.score == shortest {
            exact += 1;
            let best = outcome.best.expect("a mate begins with a move");
            assert!(!mate.is_complete || mate.first.contains(&best), "{best} in {}", mate.fen);
        }
    }
    println!("{exact} of {} with their distance, {} missed: {missed:#?}", suite.len(), missed.len());
    assert!(missed.is_empty(), "{missed:#?}");
    // The number of mates found in the minimal number of moves depends on the evaluation. Nearly all must be found so.
    assert!(exact + 3 >= suite.len(), "{exact} of {}", suite.len());
}

#[test]
fn claimed_mates_are_kept() {
    let kept = suite().iter().step_by(2).filter(|mate| is_played_out(mate.fen, NODES / 6, false)).count();
    assert!(kept >= 30, "{kept}");
}

/// A longer mate in the TT does not cause a quicker mate by a quiet move to be pruned for its static score.
#[test]
fn a_quiet_mate_is_preferred_to_a_longer_one() {
    let board = Board::from_fen("3k5/1NR6/4b4/9/9/2BC5/9/3A5/4p4/3AK4 w - - 1 59").unwrap();
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let outcome = Pool::new(1, 4).search(&board, &limits, &Options::default(), &Signals::new(), &Silent);
    assert_eq!(outcome.score, Score::mate_in(3));
}

/// A quiet move that stalemates wins at once, although the position after it looks good for the opponent by its static
/// score and by a null move.
#[test]
fn a_stalemating_move_is_found() {
    let board = Board::from_fen("1R1nk4/4aP3/5a3/9/9/9/9/3A5/9/3A1K3 w - - 15 80").unwrap();
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let outcome = Pool::new(1, 4).search(&board, &limits, &Options::default(), &Signals::new(), &Silent);
    assert_eq!((outcome.score, outcome.best), (Score::mate_in(1), "f0e0".parse().ok()));
}

/// A mate without checks that is too deep for a single search after its first announcement: knight against advisor. An
/// engine that forgets it moves from one such position to the next until the game is drawn.
#[test]
fn a_mate_is_not_postponed() {
    for (fen, nodes) in [
        ("3ak4/9/3a5/9/9/9/2n6/3K5/9/5A3 b - - 0 1", 2_000_000),
        ("4k4/4a4/3a5/9/9/9/2n6/5A3/9/3K5 b - - 0 1", 1_000_000),
        ("3ak4/9/3a5/9/3n5/9/9/9/9/3K1A3 b - - 0 1", 1_000_000),
    ] {
        assert!(is_played_out(fen, nodes, true), "no mate seen in {fen}");
    }
}

/// If a mate is announced at once, plays it out; every other defence is not the expected one. Each search must announce
/// a mate at least two plies shorter, and goes on after it has found that if `goes_on`.
fn is_played_out(fen: &str, nodes: u64, goes_on: bool) -> bool {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut pool = Pool::new(1, 4);
    let mut board = Board::from_fen(fen).unwrap();
    let mut claimed = None;
    while board.has_legal_move() {
        let shorter = claimed.filter(|_| !goes_on).map(|plies: u32| Score::mate_in(plies.saturating_sub(2) as usize));
        let mate = shorter.unwrap_or(Score::INFINITE);
        let stop = StopAt { mate, signals: Signals::new() };
        let outcome = pool.search(&board, &limits, &Options::default(), &stop.signals, &stop);
        let plies = outcome.score.mate_distance().filter(|_| outcome.score > Score::DRAW);
        match (plies, claimed) {
            (None, None) => return false,
            (Some(plies), Some(before)) => assert!(plies + 2 <= before, "{plies} after {before} in {board:?}"),
            (None, Some(before)) => panic!("lost a mate in {before} plies in {board:?}"),
            (Some(_), None) => {}
        }
        claimed = plies;
        board.make(outcome.best.unwrap());
        let expected = outcome.line.get(1).copied().filter(|_| plies.is_some_and(|plies| plies % 4 == 1));
        let reply = expected.or_else(|| board.legal_moves().last().copied());
        if let Some(reply) = reply {
            board.make(reply);
        }
    }
    claimed.is_some()
}

/// Games that the test below plays.
const GAMES: usize = 300;

/// Games of the engine against itself, with half of the replies to an announced mate at random: each mate in `n` plies
/// must be followed by one in `n - 2` or fewer, or be on the board.
#[test]
#[ignore = "300 games take minutes: .ci/full plays them in release"]
fn announced_mates_are_kept_in_games() {
    let mut stream = SplitMix64::new(38);
    let mut draw = |bound: usize| (stream.draw() % bound as u64) as usize;
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let (mut announced, mut late) = (0, Vec::new());
    let mut pools = [(); 2].map(|()| Pool::new(1, 16));
    for game in 0..GAMES {
        pools.iter_mut().for_each(Pool::clear);
        let mut board = Board::startpos();
        for _ in 0..8 {
            let moves = board.legal_moves();
            board.make(moves[draw(moves.len())]);
        }
        let mut claims = [None; 2];
        for ply in 0..300 {
            if game::outcome(&board, &Rules::default()).is_some() {
                break;
            }
            let side = board.side().index();
            let outcome = pools[side].search(&board, &limits, &Options::default(), &Signals::new(), &Silent);
            let plies = outcome.score.mate_distance().filter(|_| outcome.score > Score::DRAW);
            if let Some(before) = claims[side] {
                announced += 1;
                if plies.is_none_or(|plies| plies + 2 > before) {
                    late.push(format!("game {game} ply {ply}: {plies:?} after {before}: {board:?} {:?}", outcome.line));
                }
            }
            claims[side] = plies.filter(|&plies| plies > 1);
            let moves = board.legal_moves();
            let is_random = claims[1 - side].is_some() && draw(2) == 0;
            board.make(if is_random { moves[draw(moves.len())] } else { outcome.best.unwrap() });
        }
    }
    println!("{announced} announced mates followed up, {} late: {late:#?}", late.len());
    assert!(announced > GAMES / 2 && late.is_empty(), "{late:#?}");
}

/// Plays every line that is reported. `mated` says whether one was a mate played out.
struct Replay {
    root: Board,
    iterations: AtomicUsize,
    mated: AtomicBool,
}

impl Report for Replay {
    fn iteration(&self, lines: &[LineInfo]) {
        let [iteration] = lines else { panic!("{lines:?}") };
        let mut board = self.root.clone();
        for &mv in &iteration.line {
            assert!(board.is_legal_move(mv), "{mv} of {:?} in {:?}", iteration.line, self.root);
            board.make(mv);
        }
        if iteration.score.is_mate() {
            let plies = iteration.score.mate_distance().unwrap() as usize;
            if iteration.line.len() == plies {
                assert!(!board.has_legal_move(), "{:?} does not mate in {:?}", iteration.line, self.root);
                self.mated.store(true, Relaxed);
            }
        }
        self.iterations.fetch_add(1, Relaxed);
    }
}

#[test]
fn lines_are_legal_and_mates_are_played_out() {
    let mut pool = Pool::new(1, 4);
    let mut mated = 0;
    for mate in suite().iter().step_by(3) {
        let board = Board::from_fen(mate.fen).unwrap();
        let report = Replay { root: board.clone(), iterations: AtomicUsize::default(), mated: AtomicBool::default() };
        let limits = Limits { nodes: Some(NODES / 6), ..Limits::default() };
        let outcome = pool.search(&board, &limits, &Options::default(), &Signals::new(), &report);
        assert!(report.iterations.into_inner() > 0);
        mated += usize::from(report.mated.into_inner());
        assert_eq!(outcome.line.first().copied(), outcome.best);
    }
    assert!(mated >= 20, "only {mated} mates played out");
}
