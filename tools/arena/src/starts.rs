//! The positions that games start from, and the order in which a seed deals them out.

use crate::dice::shuffle;
use anyhow::Context;
use anyhow::ensure;
use guohe::board::Board;
use guohe::board::STARTPOS;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::Deserialize;
use serde::Serialize;
use std::path::Path;

/// In which order the positions of a file are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// The seed that shuffles them; `None` for the order of the file.
    pub seed: Option<u64>,
    /// The first one used, counted from 1.
    pub start: u64,
}

impl Order {
    /// Shuffled with `seed`, from the first.
    pub const fn shuffled(seed: u64) -> Self {
        Self { seed: Some(seed), start: 1 }
    }
}

/// Start positions in the order in which pairs of games use them.
#[derive(Clone, Debug)]
pub struct Starts {
    fens: Vec<String>,
    digest: String,
}

/// What a match file remembers of its starts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StartsId {
    /// How many there are.
    pub count: usize,
    /// Digest of the file's positions, in the file's order.
    pub digest: String,
}

impl Starts {
    /// The usual start position alone.
    pub fn standard() -> Self {
        Self { fens: vec![STARTPOS.to_owned()], digest: digest(STARTPOS.as_bytes()) }
    }

    /// Reads a file with one position a line: FEN, where `#` begins a comment, or EPD.
    ///
    /// # Errors
    /// When the file cannot be read, holds no position, or a line is none from which a game can start.
    pub fn read(path: &Path, order: Order) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| format!("reading openings {}", path.display()))?;
        Self::parse(&text, order).with_context(|| format!("in {}", path.display()))
    }

    fn parse(text: &str, order: Order) -> anyhow::Result<Self> {
        let mut fens = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let fen = line.split('#').next().unwrap_or("").trim();
            if fen.is_empty() {
                continue;
            }
            // Behind the fields of an EPD stand operations, which end with semicolons.
            let place = if fen.contains(';') {
                fen.split_ascii_whitespace().take(4).collect::<Vec<_>>().join(" ")
            } else {
                fen.to_owned()
            };
            let board = Board::from_fen(&place).with_context(|| format!("line {number}"))?;
            ensure!(board.has_legal_move(), "line {number}: the game is over");
            fens.push(fresh(&board));
        }
        ensure!(!fens.is_empty(), "there is no position");
        let digest = digest(fens.join("\n").as_bytes());
        if let Some(seed) = order.seed {
            shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed), &mut fens);
        }
        let first = (order.start.max(1) - 1) % fens.len() as u64;
        fens.rotate_left(first as usize);
        Ok(Self { fens, digest })
    }

    /// The start of a pair; the list is begun again when it is used up.
    pub fn of_pair(&self, pair: u64) -> &str {
        &self.fens[(pair % self.fens.len() as u64) as usize]
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.fens.len()
    }

    /// What a match file remembers of them.
    pub fn id(&self) -> StartsId {
        StartsId { count: self.fens.len(), digest: self.digest.clone() }
    }
}

/// The FEN with its counters at the beginning: engines that count moves without capture from there have to agree with
/// the referee, who counts those of the game.
fn fresh(board: &Board) -> String {
    let fen = board.fen();
    let fields: Vec<&str> = fen.split(' ').take(2).collect();
    format!("{} - - 0 1", fields.join(" "))
}

/// FNV-1a in 64 bits, as 16 hexadecimal digits: tells a changed file, and is not meant to withstand malice.
pub fn digest(bytes: &[u8]) -> String {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_and_dealt_by_seed() {
        let text = format!("# comment\n\n{STARTPOS} # the usual one\n4k4/9/9/9/9/9/9/9/8R/3K5 b - - 31 40\n");
        let starts = Starts::parse(&text, Order::shuffled(1)).unwrap();
        assert_eq!(starts.count(), 2);
        let both = [starts.of_pair(0), starts.of_pair(1)];
        assert!(both.contains(&STARTPOS) && both.contains(&"4k4/9/9/9/9/9/9/9/8R/3K5 b - - 0 1"));
        assert_eq!(starts.of_pair(2), starts.of_pair(0));
        assert_eq!(Starts::parse(&text, Order::shuffled(2)).unwrap().id(), starts.id());
        let orders: Vec<_> =
            (0..20).map(|seed| Starts::parse(&text, Order::shuffled(seed)).unwrap().of_pair(0).to_owned()).collect();
        assert!(orders.iter().any(|fen| *fen != orders[0]));
    }

    #[test]
    fn books_are_read_in_order_from_a_start() {
        let boards = ["4k4/9/9/9/9/9/9/9/8R/3K5 b", "4k4/9/9/9/9/9/9/8R/9/3K5 b", "4k4/9/9/9/9/9/8R/9/9/3K5 b"];
        let text: String = boards.iter().map(|board| format!("{board} - - hmvc 5; fmvn 12;\n")).collect();
        let starts = |start| Starts::parse(&text, Order { seed: None, start }).unwrap();
        for (start, first) in [(1, 0), (2, 1), (3, 2), (4, 0)] {
            assert_eq!(starts(start).of_pair(0), format!("{} - - 0 1", boards[first]), "{start}");
        }
        assert_eq!(starts(2).of_pair(2), starts(1).of_pair(0));
    }

    #[test]
    fn what_no_game_can_start_from_is_refused() {
        for text in [
            "",
            "# nothing",
            "4k4/9/9/9/9/9/9/9/9/4K4 w",
            "nonsense",
            "3k5/1R7/9/9/9/9/9/9/9/R3K4 b\nR2k5/1R7/9/9/9/9/9/9/9/4K4 b",
        ] {
            assert!(Starts::parse(text, Order::shuffled(0)).is_err(), "{text}");
        }
    }

    #[test]
    fn digest_is_fnv() {
        assert_eq!(digest(b""), "cbf29ce484222325");
        assert_eq!(digest(b"foobar"), "85944171f73967e8");
    }
}
