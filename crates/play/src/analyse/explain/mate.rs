//! Mates proven anew: the distance that a search reports is taken for certain only where this finds the mate, too.

use guohe::board::Board;
use guohe::search::Signals;
use guohe::types::{Key, Move};
use std::collections::HashMap;

/// Positions looked at before a proof is given up.
const MOST_POSITIONS: usize = 80_000;
/// Positions between two questions whether to stop.
const POLL: usize = 256;
/// Plies to the mate within which all moves are tried, and not only checks.
const ALL_MOVES_WITHIN: u32 = 3;

/// A line to mate, stalemate included, that the side to move on `board` is proven to force in at most `plies`; as short
/// as such a proof is found. `None` where none is, or when the signals say stop.
///
/// The attacker may check at each move, play the moves of `line`, the mate that a search has found, as long as the
/// defender follows it, and play anything shortly before the end; if that is not enough, he may also threaten to mate
/// by checks. The defender may play everything.
pub fn proven(board: &Board, line: &[Move], plies: u32, signals: &Signals) -> Option<Vec<Move>> {
    let by_checks = Proof::new(board, signals, false).shortest(line, plies);
    // Two plies less than by checks alone.
    let shorter = by_checks.as_ref().map_or(plies, |found| (found.len() as u32).saturating_sub(2));
    Proof::new(board, signals, true).shortest(line, shorter).or(by_checks)
}

/// Too many positions were looked at, or somebody wants the end.
struct GivenUp;

struct Proof<'a> {
    board: Board,
    signals: &'a Signals,
    /// Whether the attacker may play quiet moves that threaten mate.
    may_threaten: bool,
    looked: usize,
    /// The attacker's move that mates within a number of plies without the help of a line, and with or without threats,
    /// if there is one.
    known: HashMap<(Key, u32, bool), Option<Move>>,
}

impl<'a> Proof<'a> {
    fn new(board: &Board, signals: &'a Signals, may_threaten: bool) -> Self {
        Self { board: board.clone(), signals, may_threaten, looked: 0, known: HashMap::new() }
    }

    /// The line of the shortest mate within `plies` that is proven.
    fn shortest(&mut self, line: &[Move], plies: u32) -> Option<Vec<Move>> {
        for within in (1..=plies).step_by(2) {
            // A line that is longer leads nowhere in time.
            let hint = if line.len() <= within as usize { line } else { &[] };
            if self.attack(within, hint).ok()?.is_some() {
                return self.line(within, hint).ok();
            }
        }
        None
    }

    /// The move with which the side to move mates within `plies`, an odd number.
    fn attack(&mut self, plies: u32, line: &[Move]) -> Result<Option<Move>, GivenUp> {
        let key = (self.board.key(), plies, self.may_threaten);
        if line.is_empty()
            && let Some(&known) = self.known.get(&key)
        {
            return Ok(known);
        }
        self.looked += 1;
        let is_unwanted = self.looked.is_multiple_of(POLL) && self.signals.is_stopped();
        if self.looked > MOST_POSITIONS || is_unwanted {
            return Err(GivenUp);
        }
        let moves = self.board.legal_moves();
        let first = line.first().copied().filter(|mv| moves.contains(mv));
        let rest = moves.iter().copied().filter(|&mv| Some(mv) != first);
        let (checks, others): (Vec<Move>, Vec<Move>) = rest.partition(|&mv| self.board.gives_check(mv));
        let must_threaten = plies > ALL_MOVES_WITHIN;
        let others = if must_threaten && !self.may_threaten { Vec::new() } else { others };
        let tried = first.into_iter().chain(checks).map(|mv| (mv, false));
        for (mv, must_threaten) in tried.chain(others.into_iter().map(|mv| (mv, must_threaten))) {
            let line = if Some(mv) == first { &line[1..] } else { &[] };
            self.board.make(mv);
            let mates = match must_threaten.then(|| self.threatens(plies - 2)) {
                None | Some(Ok(true)) => self.defend(plies - 1, line),
                Some(refused) => refused,
            };
            self.board.unmake();
            if mates? {
                self.known.insert(key, Some(mv));
                return Ok(Some(mv));
            }
        }
        if line.is_empty() {
            self.known.insert(key, None);
        }
        Ok(None)
    }

    /// Whether the side to move, which is not in check, would be mated by checks within `plies` if it passed.
    fn threatens(&mut self, plies: u32) -> Result<bool, GivenUp> {
        let may_threaten = std::mem::replace(&mut self.may_threaten, false);
        self.board.make_null();
        let mates = self.attack(plies, &[]);
        self.board.unmake_null();
        self.may_threaten = may_threaten;
        Ok(mates?.is_some())
    }

    /// Whether every move of the side to move is followed by a mate within `plies`, an even number.
    fn defend(&mut self, plies: u32, line: &[Move]) -> Result<bool, GivenUp> {
        let moves = self.board.legal_moves();
        if plies == 0 {
            return Ok(moves.is_empty());
        }
        for mv in moves {
            let line = if line.first() == Some(&mv) { &line[1..] } else { &[] };
            self.board.make(mv);
            let mates = self.attack(plies - 1, line);
            self.board.unmake();
            if mates?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The proof's line to mate within `plies`, with one of the longest defences.
    fn line(&mut self, plies: u32, hint: &[Move]) -> Result<Vec<Move>, GivenUp> {
        let mut found = Vec::new();
        let mut hint = hint;
        let mut left = plies;
        while let Some(mv) = self.attack(left, hint)? {
            hint = if hint.first() == Some(&mv) { &hint[1..] } else { &[] };
            self.board.make(mv);
            found.push(mv);
            left -= 1;
            let Some(answer) = self.longest_defence(left, hint)? else { break };
            hint = if hint.first() == Some(&answer) { &hint[1..] } else { &[] };
            self.board.make(answer);
            found.push(answer);
            left -= 1;
        }
        found.iter().for_each(|_| self.board.unmake());
        Ok(found)
    }

    /// A move that holds out `plies`, the one that `hint` begins with before others; `None` without a legal move.
    fn longest_defence(&mut self, plies: u32, hint: &[Move]) -> Result<Option<Move>, GivenUp> {
        let moves = self.board.legal_moves();
        if let Some(mv) = hint.first().filter(|mv| moves.contains(mv)) {
            return Ok(Some(*mv));
        }
        for &mv in &moves {
            self.board.make(mv);
            let is_mated_sooner = plies > 2 && self.attack(plies - 3, &[]).map(|found| found.is_some())?;
            self.board.unmake();
            if !is_mated_sooner {
                return Ok(Some(mv));
            }
        }
        Ok(moves.first().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The length of the proven mate, 0 without one; it is legal and ends the game.
    fn length(fen: &str, line: &str, plies: u32) -> usize {
        let mut board = Board::from_fen(fen).unwrap();
        let line: Vec<Move> = line.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        let Some(found) = proven(&board, &line, plies, &Signals::new()) else { return 0 };
        for &mv in &found {
            assert!(board.is_legal_move(mv), "{mv} in {}", board.fen());
            board.make(mv);
        }
        assert!(!board.has_legal_move(), "{found:?} in {fen}");
        found.len()
    }

    #[test]
    fn mates_are_proven_and_the_shortest_is_shown() {
        let two_rooks = "4k4/1R7/R8/8p/9/9/9/4B4/9/4K4 w";
        assert_eq!((length(two_rooks, "", 1), length(two_rooks, "", 9)), (1, 1));
        // A quiet move, and then a check from the rank above.
        let ladder = "4k4/9/R8/1R7/9/9/8p/9/9/5K3 w";
        assert_eq!((length(ladder, "", 1), length(ladder, "", 5)), (0, 3));
        assert_eq!(length(ladder, "b6b8 i3h3 a7a9", 3), 3);
        // Stalemate counts.
        assert_eq!(length("3k5/1P7/9/9/9/9/9/9/9/4K4 w", "", 1), 1);
    }

    #[test]
    fn quiet_moves_that_threaten_mate_are_tried() {
        // A check, and then the horse goes to where it will mate.
        let fen = "2baka3/3cc4/2n3n1b/7P1/2P1p4/6B2/9/9/1r2AK3/9 b";
        assert_eq!((length(fen, "", 5), length(fen, "", 7)), (0, 7));
        // By checks alone it takes a move more.
        let fen = "4kab2/9/3r5/4p4/p1p3p2/6B2/2P5P/B1r6/1C2K4/c8 b";
        assert_eq!(length(fen, "", 7), 5);
    }

    #[test]
    fn a_quiet_move_far_from_the_end_is_found_by_its_line_alone() {
        // The rook goes round: no check until the last move but one.
        let fen = "4k4/4a4/4ba3/9/9/9/9/9/8R/3K5 w";
        assert_eq!(length(fen, "", 9), 0);
    }

    #[test]
    fn no_mate_is_proven_where_there_is_an_escape() {
        // The elephant stands between.
        assert_eq!(length("2bakab2/9/9/9/9/9/9/9/8R/3K5 w", "i1i9", 3), 0);
    }

    #[test]
    fn a_proof_ends_at_once_when_nobody_wants_it() {
        let board = Board::from_fen("2bakab2/9/9/9/9/9/9/R8/8R/3K1C1C1 w").unwrap();
        let signals = Signals::new();
        let looked = || {
            let mut proof = Proof {
                board: board.clone(),
                signals: &signals,
                may_threaten: false,
                looked: 0,
                known: HashMap::new(),
            };
            (proof.attack(17, &[]).is_err(), proof.looked)
        };
        assert_eq!(looked(), (false, 1_426), "there is no mate");
        signals.stop();
        assert_eq!(looked(), (true, POLL));
    }
}
