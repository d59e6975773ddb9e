//! The search from outside: limits, lines, threads, and the rules at the root.

use guohe::board::Board;
use guohe::search::Choice;
use guohe::search::Level;
use guohe::search::Limits;
use guohe::search::LineInfo;
use guohe::search::Options;
use guohe::search::Pool;
use guohe::search::Report;
use guohe::search::Signals;
use guohe::search::Silent;
use guohe::time::Clock;
use guohe::types::Move;
use guohe::types::MoveList;
use guohe::types::Score;
use std::sync::Mutex;
use std::time::Duration;
use std::time::Instant;

const MIDDLE_GAME: &str = "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN3NC1/9/R1BAKAB1R w - - 0 1";

fn pool(threads: usize) -> Pool {
    Pool::new(threads, 4)
}

fn search(pool: &mut Pool, board: &Board, limits: &Limits) -> Choice {
    pool.search(board, limits, &Options::default(), &Signals::new(), &Silent)
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn after(fen: &str, moves: &str) -> Board {
    let mut board = Board::from_fen(fen).unwrap();
    for text in moves.split_whitespace() {
        let mv: Move = text.parse().unwrap();
        assert!(board.is_legal_move(mv), "{mv} in {board:?}");
        board.make(mv);
    }
    board
}

#[test]
fn node_limit_is_kept() {
    let board = Board::from_fen(MIDDLE_GAME).unwrap();
    for nodes in [1, 100, 5_000, 50_001] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let outcome = search(&mut pool(1), &board, &limits);
        assert!(outcome.nodes <= nodes.max(1), "{} of {nodes}", outcome.nodes);
        assert!(outcome.best.is_some());
    }
}

#[test]
fn node_limit_is_kept_while_a_mate_is_looked_for() {
    // Checks abound, so that the limit is often reached between two iterations.
    let fens = ["3k5/9/4R4/9/9/9/9/9/R8/2rAK4 b - - 0 1", "2bak4/4a4/4b4/9/6NRR/2B6/1rP1P4/3pB4/4p4/3K5 w - - 0 1"];
    for fen in fens {
        let board = Board::from_fen(fen).unwrap();
        for nodes in 20..=400 {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let outcome = search(&mut pool(1), &board, &limits);
            assert!(outcome.nodes <= nodes, "{} of {nodes} in {fen}", outcome.nodes);
        }
    }
}

/// A search at a level; `None` is full strength.
fn search_at(pool: &mut Pool, level: Option<Level>, board: &Board, limits: &Limits) -> Choice {
    let options = Options { level, ..Options::default() };
    pool.search(board, limits, &options, &Signals::new(), &Silent)
}

#[test]
fn levels_and_full_strength_share_no_state() {
    let board = Board::from_fen(MIDDLE_GAME).unwrap();
    let weak = Level::new(3, 1);
    let analysis = search_at(&mut pool(1), None, &board, &depth(8));
    let answer = search_at(&mut pool(1), weak, &board, &Limits::default());
    let mut pool = pool(1);
    assert_eq!(search_at(&mut pool, weak, &board, &Limits::default()), answer);
    assert_eq!(search_at(&mut pool, None, &board, &depth(8)), analysis, "analysis after a move of a level");
    pool.clear();
    search_at(&mut pool, None, &board, &depth(8));
    assert_eq!(search_at(&mut pool, weak, &board, &Limits::default()), answer, "a level after analysis");
}

/// Collects the first moves of the last iteration's lines.
struct Lines(Mutex<Vec<(usize, Score, Move)>>);

impl Report for Lines {
    fn iteration(&self, lines: &[LineInfo]) {
        *self.0.lock().unwrap() = lines.iter().map(|line| (line.multipv, line.score, line.line[0])).collect();
    }
}

#[test]
fn a_huge_depth_is_no_limit() {
    for depth in [1 << 31, u32::MAX] {
        let limits = Limits { depth: Some(depth), nodes: Some(20_000), ..Limits::default() };
        assert!(search(&mut pool(1), &Board::startpos(), &limits).depth > 5, "{depth}");
    }
}

#[test]
fn several_lines_are_different_and_in_order() {
    let board = Board::from_fen(MIDDLE_GAME).unwrap();
    let lines = Lines(Mutex::new(Vec::new()));
    let limits = Limits { multipv: 4, ..depth(7) };
    let mut pool = pool(1);
    let outcome = pool.search(&board, &limits, &Options::default(), &Signals::new(), &lines);
    let lines = lines.0.into_inner().unwrap();
    assert_eq!(lines.iter().map(|line| line.0).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(lines.windows(2).all(|pair| pair[0].1 >= pair[1].1 && pair[0].2 != pair[1].2), "{lines:?}");
    assert_eq!(outcome.best, Some(lines[0].2));
}

/// The answer is the first line of the last reported iteration, wherever the search is cut off.
#[test]
fn several_lines_are_different_when_the_search_is_cut_off() {
    let mut pool = pool(1);
    let mut cut_off = 0;
    for fen in [
        MIDDLE_GAME,
        guohe::board::STARTPOS,
        "3ak4/4a4/4b4/9/2p6/P1N6/4c4/4B4/4A4/4KR3 w",
        "3k5/9/9/9/9/9/9/9/9/4KR3 w",
    ] {
        let board = Board::from_fen(fen).unwrap();
        for nodes in (1..50).map(|step| step * step * 7) {
            pool.clear();
            let lines = Lines(Mutex::new(Vec::new()));
            let limits = Limits { multipv: 5, nodes: Some(nodes), ..Limits::default() };
            let choice = pool.search(&board, &limits, &Options::default(), &Signals::new(), &lines);
            let lines = lines.0.into_inner().unwrap();
            assert!(choice.best.is_some_and(|best| board.is_legal_move(best)));
            for (index, line) in lines.iter().enumerate() {
                assert_eq!(line.0, index + 1);
                assert!(lines[..index].iter().all(|other| other.2 != line.2), "{nodes} nodes of {fen}: {lines:?}");
            }
            if let Some(first) = lines.first() {
                assert_eq!(choice.best, Some(first.2), "{nodes} nodes of {fen}");
                cut_off += 1;
            }
        }
    }
    assert!(cut_off > 150, "{cut_off}");
}

/// Advisors, bishops and pawns on points that they cannot reach in a game.
#[test]
fn composed_positions_are_searched() {
    let composed = include_str!("data/perft.txt").lines().skip_while(|line| !line.starts_with("# composed"));
    let mut pool = pool(1);
    let mut positions = 0;
    for line in composed.filter(|line| line.contains('/')) {
        let board = Board::from_fen(line.split(';').next().unwrap()).unwrap();
        for limits in [depth(6), Limits { mate: Some(2), ..depth(8) }] {
            let choice = search(&mut pool, &board, &limits);
            assert!(choice.best.is_some_and(|best| board.is_legal_move(best)), "{line}");
        }
        positions += 1;
    }
    assert_eq!(positions, 20);
}

#[test]
fn only_allowed_moves_are_played() {
    let board = Board::startpos();
    let allowed: MoveList = ["a0a1", "i3i4"].into_iter().map(|text| text.parse().unwrap()).collect();
    let limits = Limits { root_moves: Some(allowed.clone()), ..depth(6) };
    let outcome = search(&mut pool(1), &board, &limits);
    assert!(allowed.contains(&outcome.best.unwrap()));
    let none = Limits { root_moves: Some(MoveList::new()), ..depth(6) };
    assert_eq!(search(&mut pool(1), &board, &none).best, None);
}

#[test]
fn a_mated_side_has_no_move() {
    let board = Board::from_fen("R3k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1").unwrap();
    let outcome = search(&mut pool(1), &board, &depth(5));
    assert_eq!((outcome.best, outcome.score), (None, Score::mated_in(0)));
}

#[test]
fn mate_distance_survives_the_table() {
    let board = Board::from_fen("2b1ka1R1/9/9/5R3/2b1P1p2/p7p/P2r2P1P/N3B3N/4A4/2B1KA3 w - - 0 1").unwrap();
    let mut pool = pool(1);
    for _ in 0..3 {
        // From the second time on the answer comes from the table.
        assert_eq!(search(&mut pool, &board, &depth(8)).score, Score::mate_in(5));
    }
    let mut next = board.clone();
    next.make("f6f8".parse().unwrap());
    assert_eq!(search(&mut pool, &next, &depth(8)).score, Score::mated_in(4));
}

/// From a game in which a mate in nine was announced twice, with a move in between that did not belong to either line.
#[test]
fn a_mate_holds_up_to_the_natural_limit() {
    let fen = "3R5/4k4/4b4/8p/2b6/4c2r1/5C3/B3B4/2p1A4/3AK4 b";
    let quiet_moves = "i6i5 d9d4 i5i4 f3f1 h4h0 f1f0 e4h4 d4f4 e8e9 a2c0 h0i0 f4c4 c1d1 c4f4 e9e8 f4f5 i0i2 f0f1 h4h1 f5h5 h1g1 h5h1 \
    i2i0 f1f0 g1g5 h1h8 e8e9 h8h9 g5g9 h9h5 g9g5 h5h9 g5g9 h9h6 i4i3 h6g6 i3h3 e2g0 i0i1 f0f5 i1f1 f5i5 h3h2 i5h5 \
    h2h1 h5i5 g9i9 g6d6 d1c1 d6h6 i9i7 h6i6 i7g7 i6g6 g7i7 g6i6 i7g7 i6g6 g7i7 g6h6 h1g1 h6h9 e9e8 c0e2 i7g7 h9h8 \
    e8e9 g0i2 f1f3 h8h9 e9e8 h9h8 e8e9 i2g4 e7g5 h8h9 e9e8 h9c9 g7b7 c9c8 e8e9 c8c9 e9e8 c9c8 e8e9 c8b8 b7e7 b8b9 \
    e9e8 b9b8 e8e9 b8b9 e9e8 b9h9 g1f1 h9h8 e8e9 h8h9 e9e8 h9h8 e8e9 h8h0 c1d1 h0h9";
    let before = after(fen, quiet_moves);
    assert_eq!(before.quiet_plies(), 104);
    let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let mut pool = pool(1);
    let announced = search(&mut pool, &before, &nodes(80_000)).score;
    assert!(announced >= Score::mate_in(15), "{announced:?} comes within the sixteen plies that are left");
    // Searches that report other mates replace the reported line, but the table still holds it.
    for rooks in ["R8/1R7", "R8/2R6", "1R7/R8", "2R6/R8"] {
        let other = Board::from_fen(&format!("4k4/9/9/{rooks}/9/4P4/9/9/4K4 w")).unwrap();
        assert_eq!(search(&mut pool, &other, &depth(4)).score, Score::mate_in(3), "{rooks}");
    }
    let later = after(fen, &format!("{quiet_moves} f3f9 h9h0"));
    let kept = search(&mut pool, &later, &nodes(2_000)).score;
    assert!(kept >= Score::mate_in(13), "{kept:?} after {announced:?}");
}

/// `tests/e2e/engine/latency.py` measures the time to the answer, on a machine without other load.
#[test]
fn a_stop_ends_an_endless_search() {
    for threads in [1, 2, 4] {
        let mut pool = pool(threads);
        let signals = Signals::new();
        let board = Board::from_fen(MIDDLE_GAME).unwrap();
        std::thread::scope(|scope| {
            let handle = scope.spawn(|| {
                let limits = Limits { infinite: true, ..Limits::default() };
                pool.search(&board, &limits, &Options::default(), &signals, &Silent)
            });
            std::thread::sleep(Duration::from_millis(50));
            assert!(!handle.is_finished(), "only a stop may end it");
            signals.stop();
            let outcome = handle.join().unwrap();
            assert!(board.is_legal_move(outcome.best.unwrap()));
        });
    }
}

/// `tests/e2e/engine/latency.py` measures that the time is kept.
#[test]
fn the_clock_is_used_and_ends_the_search() {
    let board = Board::from_fen(MIDDLE_GAME).unwrap();
    let limits = Limits { clock: Some(Clock { move_time: Some(200), ..Clock::default() }), ..Limits::default() };
    let begun = Instant::now();
    search(&mut pool(2), &board, &limits);
    assert!(begun.elapsed() > Duration::from_millis(100), "{:?}", begun.elapsed());
}

#[test]
fn a_forced_move_is_played_at_once() {
    let board = Board::from_fen("4k4/9/9/9/9/9/9/4n4/3N5/3K5 w - - 0 1").unwrap();
    assert_eq!(board.legal_moves().len(), 1);
    let limits =
        Limits { clock: Some(Clock { time: Some(60_000), increment: 1, ..Clock::default() }), ..Limits::default() };
    let outcome = search(&mut pool(1), &board, &limits);
    // The time for a move would last for many more iterations.
    assert_eq!((outcome.best, outcome.depth), (Some("d0e0".parse().unwrap()), 6), "{outcome:?}");
}

#[test]
fn the_root_avoids_a_losing_repetition() {
    // Red's rook has checked from h9 and h8 twice; a third time loses, and any other move does not.
    let fen = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1";
    let board = after(fen, "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9");
    let mut pool = pool(1);
    let outcome = search(&mut pool, &board, &depth(8));
    assert_ne!(outcome.best, Some("h8h9".parse().unwrap()), "{outcome:?}");
    // It is played if no other move is allowed.
    let allowed: MoveList = std::iter::once("h8h9".parse().unwrap()).collect();
    let limits = Limits { root_moves: Some(allowed), ..depth(4) };
    assert_eq!(search(&mut pool, &board, &limits).best, Some("h8h9".parse().unwrap()));
}

#[test]
fn no_level_loses_by_perpetual_check() {
    // As above: the third check loses, and each level has many other moves.
    let fen = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1";
    let board = after(fen, "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9");
    for number in 0..Level::FULL {
        for seed in 0..20 {
            let outcome = search_at(&mut pool(1), Level::new(number, seed), &board, &Limits::default());
            assert_ne!(outcome.best, Some("h8h9".parse().unwrap()), "level {number}, seed {seed}: {outcome:?}");
        }
    }
}

#[test]
fn a_rule_win_is_a_large_score_and_no_mate() {
    // Red has checked for two rounds; Black's reply makes the third occurrence of the position.
    let fen = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1";
    let board = after(fen, "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8");
    for plies in [1, 2, 6] {
        let outcome = search(&mut pool(1), &board, &depth(plies));
        assert_eq!((outcome.best, outcome.score), (Some("f8f9".parse().unwrap()), Score::rule_win(1)), "depth {plies}");
        assert!(outcome.score.is_rule() && !outcome.score.is_mate() && outcome.score > Score::EVAL_MAX);
    }
}

#[test]
fn a_position_without_attackers_is_worth_a_draw() {
    for fen in ["3ak4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "3akab2/9/4b4/9/9/9/9/4B4/4A4/2BAK4 b - - 0 1"] {
        let board = Board::from_fen(fen).unwrap();
        for plies in [1, 2, 5] {
            let outcome = search(&mut pool(1), &board, &depth(plies));
            assert!(outcome.best.is_some());
            assert_eq!(outcome.score, Score::DRAW, "{fen} depth {plies}");
        }
    }
}

#[test]
fn path_dependent_scores_are_stored_without_a_bound() {
    // Two positions won by a ruling, one drawn by dead material, and one where the search meets repetitions.
    let games = [
        ("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1", "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8"),
        ("4R4/3k5/5R3/9/9/2B6/n8/3pB4/4p4/3K5 w - - 0 1", "e9d9 d8e8 d9e9 e8d8 e9d9 d8e8 d9e9"),
        ("3ak4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", ""),
        ("4k4/9/9/9/9/9/9/9/4r4/3K1R3 w - - 0 1", ""),
    ];
    let mut met = 0;
    for (fen, moves) in games {
        let mut board = after(fen, moves);
        let mut pool = pool(1);
        search(&mut pool, &board, &depth(7));
        // The root and the positions two plies around it.
        let mut look = |board: &Board| {
            for entry in pool.table().probe(board.key(), 0).into_iter().filter(|entry| entry.score.is_path_dependent())
            {
                assert_eq!(entry.bound, None, "{board:?}");
                met += 1;
            }
        };
        look(&board);
        for first in board.legal_moves() {
            board.make(first);
            look(&board);
            for second in board.legal_moves() {
                board.make(second);
                look(&board);
                board.unmake();
            }
            board.unmake();
        }
    }
    assert!(met > 2, "{met} entries with such a score");
}

#[test]
fn more_threads_than_cores_still_answer() {
    let board = Board::from_fen(MIDDLE_GAME).unwrap();
    let mut pool = pool(16);
    for _ in 0..3 {
        let limits = Limits { clock: Some(Clock { move_time: Some(60), ..Clock::default() }), ..Limits::default() };
        let outcome = search(&mut pool, &board, &limits);
        assert!(board.is_legal_move(outcome.best.unwrap()));
    }
}

/// Endings that are won because the other side has to move: a null move there would hide the win. Theory.
#[test]
fn null_moves_do_not_hide_zugzwang() {
    for fen in ["3k5/9/9/4P4/9/9/9/9/9/4K4 w - - 0 1", "4k4/9/9/9/9/9/9/4N4/9/3K5 w - - 0 1"] {
        let board = Board::from_fen(fen).unwrap();
        let outcome = search(&mut pool(1), &board, &depth(20));
        assert!(outcome.score.is_mate() && outcome.score > Score::DRAW, "{fen}: {outcome:?}");
    }
}
