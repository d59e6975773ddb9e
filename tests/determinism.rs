//! One thread searches the same nodes for the same input.

use guohe::bench;
use guohe::board::Board;
use guohe::eval::Evaluation;
use guohe::search::Limits;
use guohe::search::Options;
use guohe::search::Outcome;
use guohe::search::Pool;
use guohe::search::Signals;
use guohe::search::Silent;

fn bench_nodes(depth: u32) -> (u64, Vec<String>) {
    let mut lines = Vec::new();
    let (nodes, _) =
        bench::run(&Evaluation::CLASSICAL, Some(depth), &Signals::new(), &mut |line| lines.push(line.to_owned()));
    (nodes, lines)
}

#[test]
fn the_bench_is_its_own_signature() {
    let first = bench_nodes(6);
    assert!(first.0 > 10_000);
    assert_eq!(first, bench_nodes(6));
}

/// Plays some moves against itself and returns all that the searches said.
fn game(pool: &mut Pool) -> Vec<Outcome> {
    let mut board = Board::startpos();
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    let mut outcomes = Vec::new();
    for _ in 0..12 {
        let outcome = pool.search(&board, &limits, &Options::default(), &Signals::new(), &Silent);
        board.make(outcome.best.expect("the game is not over so soon"));
        outcomes.push(outcome);
    }
    outcomes
}

#[test]
fn a_new_game_remembers_nothing() {
    let mut pool = Pool::new(1, 4);
    let first = game(&mut pool);
    pool.clear();
    assert_eq!(game(&mut pool), first);
    assert_eq!(game(&mut Pool::new(1, 4)), first);
}
