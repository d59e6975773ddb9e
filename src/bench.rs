//! The bench: a fixed set of positions searched to a fixed depth by one thread with a fresh table. The node count is
//! the signature of the search; nodes per second measure its speed.

use crate::board::Board;
use crate::clock::Instant;
use crate::eval::nnue::{self, Network};
use crate::search::{Limits, Options, Pool, Signals, Silent};
use crate::tt::Table;
use std::sync::Arc;
use std::time::Duration;

/// Default depth, chosen so that the bench takes a few seconds.
pub const DEPTH: u32 = 11;
/// Size of the transposition table, in megabytes.
const HASH: usize = 16;

/// Positions after opening lines, middle games and endgames from fast self-play, positions of the perft suite, and
/// three famous endgame compositions.
const POSITIONS: [&str; 36] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "1rbakabr1/9/2n1c1n2/pCp1p1pCp/9/2P6/P3P1P1P/4B1N2/9/1RBAKA1R1 b - - 0 1",
    "2bakabr1/3r5/2n2cn2/p1N1p3p/6p2/1cP6/P3P1P1P/3CB1NC1/9/R1BAKA1R1 w - - 0 1",
    "1r1akabr1/9/4b1n2/p1p1p3p/6p2/2P6/Pc2P1PcP/2N1C1N2/9/1RBAKABR1 w - - 0 1",
    "1r1akab2/9/1cn1b1n1c/pRC1p1p1p/2p4r1/6P2/P1P1P3P/2N1C1N2/9/2BAKAB1R w - - 0 1",
    "1r1akab2/3r5/1cn1bcn2/p3p1p1p/2p6/1R4P2/P1P1P3P/N1C1C1N2/9/2BAKABR1 w - - 0 1",
    "r2akabr1/9/1cn1b1n2/p1N1p3p/6pc1/2p6/P3P1P1P/1C2C1N2/5R3/R1BAKAB2 w - - 0 1",
    "r3kabr1/4a4/2n1b1nc1/p1p1p2Rp/6p2/P1P1P4/2c3P1P/1CN1C1N2/9/R1BAKAB2 w - - 0 1",
    "r1bakab2/4n3c/1c4n2/p1p1p1R1p/6p2/2P1P2r1/P5P1P/NC2C1N2/9/R1BAKAB2 w - - 0 1",
    "2baka1r1/r8/2c1b1nc1/p3p1C1p/2pn5/6P2/P1P1P3P/2N1C1N2/9/1RBAKABR1 w - - 0 1",
    "r1bakab2/4c4/1cnr2n2/p3p1p1p/2R6/5NP2/P1P1P3P/1CN1C4/9/R1BAKAB2 w - - 0 1",
    "1n1akab1r/6c2/4b4/p1N6/6pNP/2P6/P3p4/9/9/2BAKAB1R b - - 0 1",
    "1r2kabr1/4a4/2n1b1n2/pCp1p2cp/6P2/2PN3R1/c3P3P/1R2C1N2/9/2BAKAB2 w - - 0 1",
    "1rbakab2/9/n3c1n2/p1p1p3p/9/C5B2/P1PcP3P/C1N3N2/R8/3AKAB2 b - - 0 1",
    "2bak3r/4an1C1/n1c1b1c2/C1p6/8p/2P2p3/P3P3P/2N5N/4A4/2BAK1BR1 b - - 0 1",
    "2baka1c1/6r2/n3b4/N1p1p3p/1rP2n3/5R3/P3P3P/1C2B4/1R3N3/2BAKA3 b - - 0 1",
    "2bakab2/9/2n3n2/p1p1p3p/6P2/P1P1P1cr1/1r6P/BCN1C2c1/R6RN/3AKAB2 w - - 0 1",
    "3akab2/5n1r1/2n1b2C1/p1p1pc2p/5Np2/2P6/4P3P/2N1B4/7R1/2BAKA3 w - - 0 1",
    "r1b1kab2/4a1c2/1cN3n2/p1p2R2p/4p1p2/2P6/P5P1P/1CN1C4/9/R1BAKAr2 b - - 0 1",
    "r2akab2/9/C1n1b1n2/p3p3p/9/6B2/P1c1P3P/1CN3N2/9/R1BAKA3 b - - 0 1",
    "1Cbak4/4a2r1/4b4/7N1/3R4p/3n5/2p6/2c6/4A4/c1BAK1B2 w - - 0 1",
    "1n2kab2/4a4/1P1cb4/p2N1R3/9/2B3p2/P8/2r6/9/3AKA3 w - - 0 1",
    "3a1kb2/4a4/4b4/2N6/PC6p/9/2c1P2n1/2N1B4/4A1n2/2BK1A3 w - - 0 1",
    "3akab2/9/2n1bcRr1/2p1p4/5N2p/p1P6/4N3P/4B4/9/2BAKA3 b - - 0 1",
    "4ka3/4a4/4b4/9/2b1P3p/1r3n3/Pc4p1c/BRN6/4A3N/4KAB2 w - - 0 1",
    "3akab2/2R6/4b2P1/9/9/P1P6/8P/r8/4A4/4KA3 w - - 0 1",
    "3a1k3/2P1a4/4b4/4n4/2p6/6B2/7C1/4B4/1n2K4/5A3 b - - 0 1",
    "3k1a3/1N2a4/4b4/3N5/6b2/9/4p3p/B5n2/3KA4/5Ac2 b - - 0 1",
    "4kab2/4a4/1R2b2P1/2P6/9/5r3/9/9/9/3AKA3 w - - 0 1",
    "4kab2/4a4/4b4/9/2c6/6r2/R5N2/5A3/9/3AK4 w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1",
    "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
    "4rk3/3P5/4bP3/9/9/8P/9/1p2p2C1/3p1p3/4K1RR1 w - - 0 1",
    "2bak4/4a4/4b4/9/6NRR/2B6/1rP1P4/3pB4/4p4/3K5 w - - 0 1",
    "3ak4/4a4/4b4/9/2p6/5R2P/9/9/4p1p2/5K2R w - - 0 1",
];

/// Searches all positions with the given network, until the signals stop it. Passes to `line` the name of the network,
/// then one line for each position. Returns the nodes and the time of all searches.
pub fn run(
    network: &Arc<Network>,
    depth: Option<u32>,
    signals: &Signals,
    line: &mut dyn FnMut(&str),
) -> (u64, Duration) {
    let limits = Limits { depth: Some(depth.unwrap_or(DEPTH)), ..Limits::default() };
    let mut pool = Pool::from_parts(1, Table::new(HASH), network.clone());
    line(&format!("network {}, {}", network.name(), nnue::Simd::chosen().name()));
    let mut total = (0, Duration::ZERO);
    for (index, fen) in POSITIONS.iter().enumerate() {
        let board = Board::from_fen(fen).expect("the bench positions are legal");
        pool.clear();
        let start = Instant::now();
        let choice = pool.search(&board, &limits, &Options::default(), signals, &Silent);
        if signals.is_stopped() {
            break;
        }
        total.0 += choice.nodes;
        total.1 += start.elapsed();
        let best = choice.best.map_or("none".to_owned(), |best| best.to_string());
        line(&format!("{}/{} {best} {} nodes {} {fen}", index + 1, POSITIONS.len(), choice.score, choice.nodes));
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_legal_and_different() {
        let keys: std::collections::HashSet<u64> = POSITIONS
            .iter()
            .map(|fen| {
                let board = Board::from_fen(fen).unwrap();
                assert!(board.has_legal_move(), "{fen}");
                assert_eq!(&board.fen(), fen);
                board.key().0
            })
            .collect();
        assert_eq!(keys.len(), POSITIONS.len());
    }
}
