//! Leaf counts of other programs; the file's header names them.

use guohe::board::Board;
use guohe::board::perft;

/// Maximum nodes per position; `tests/e2e/engine/perft.py` checks the deeper counts with the program.
const QUICK: u64 = 400_000;

fn suite() -> Vec<(String, Vec<(u32, u64)>)> {
    include_str!("data/perft.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| {
            let mut fields = line.split(';').map(str::trim);
            let fen = fields.next().expect("a line starts with a FEN").to_owned();
            let counts = fields
                .map(|field| {
                    let (depth, count) = field.split_once(' ').expect("a count is 'D<depth> <count>'");
                    (depth[1..].parse().expect("a depth"), count.parse().expect("a count"))
                })
                .collect();
            (fen, counts)
        })
        .collect()
}

#[test]
fn perft_agrees() {
    let suite = suite();
    assert!(suite.len() >= 45, "the suite lost positions");
    for (fen, counts) in suite {
        for (depth, expected) in counts.into_iter().filter(|&(_, count)| count <= QUICK) {
            let mut board = Board::from_fen(&fen).unwrap();
            assert_eq!(perft(&mut board, depth), expected, "{fen} at depth {depth}");
            assert_eq!(board.fen(), Board::from_fen(&fen).unwrap().fen());
        }
    }
}
