//! One thread searches the same nodes for the same input.

use guohe::bench;
use guohe::board::Board;
use guohe::eval::nnue;
use guohe::search::Choice;
use guohe::search::Limits;
use guohe::search::Options;
use guohe::search::Pool;
use guohe::search::Signals;
use guohe::search::Silent;

fn bench_nodes(depth: u32) -> (u64, Vec<String>) {
    let mut lines = Vec::new();
    let (nodes, _) =
        bench::run(&nnue::embedded(), Some(depth), &Signals::new(), &mut |line| lines.push(line.to_owned()));
    (nodes, lines)
}

#[test]
fn the_bench_repeats_its_node_count() {
    let first = bench_nodes(6);
    assert!(first.0 > 10_000);
    assert_eq!(first, bench_nodes(6));
}

/// Plays some moves against itself and returns the results of the searches.
fn game(pool: &mut Pool, nodes: u64, plies: usize) -> Vec<Choice> {
    let mut board = Board::startpos();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut outcomes = Vec::new();
    for _ in 0..plies {
        let outcome = pool.search(&board, &limits, &Options::default(), &Signals::new(), &Silent);
        let Some(best) = outcome.best else { break };
        board.make(best);
        outcomes.push(outcome);
    }
    outcomes
}

#[test]
fn a_new_game_starts_without_learnt_state() {
    let mut pool = Pool::new(1, 4);
    let first = game(&mut pool, 3_000, 12);
    pool.clear();
    assert_eq!(game(&mut pool, 3_000, 12), first);
    assert_eq!(game(&mut Pool::new(1, 4), 3_000, 12), first);
}

#[test]
fn the_same_game_twice_over_many_node_limits() {
    // From limits within the first iteration to limits that fill part of the table; no round numbers.
    let limits = (0..16).map(|step| 37 * 7_u64.pow(step / 4) + u64::from(step) * 211);
    let mut games = std::collections::HashSet::new();
    for nodes in limits {
        let first = game(&mut Pool::new(1, 1), nodes, 20);
        assert_eq!(game(&mut Pool::new(1, 1), nodes, 20), first, "{nodes} nodes");
        games.insert(first.iter().map(|outcome| outcome.best).collect::<Vec<_>>());
    }
    assert!(games.len() > 10, "the limits should lead to different games: {}", games.len());
}
