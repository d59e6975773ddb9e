//! Counts the moves to a mate.
//!
//! The engine's mate search tries checks alone, and its main search prunes; both are faster, but neither shows that
//! there is no shorter mate. This solver tries quiet moves, too. A mate that it finds is real. Up to three moves it
//! finds every one. In a longer mate it skips a quiet move that is followed by a mate in three or more moves, if the
//! defender would hold out by passing and has more than [`FEW_MOVES`] moves. So it misses a longer mate only where a
//! defender with more moves than that is in zugzwang that early. [`Solver::quick`] skips such moves in shorter mates,
//! too.

use guohe::board::Board;
use guohe::types::{Key, Kind, Move, MoveList};
use std::collections::HashMap;

/// With so few moves a defender may be mated although he would not be if he could pass.
const FEW_MOVES: usize = 4;
/// Mates in so many more moves are searched without the question what a pass would do, where they are to be proven.
const TRIED_IN_FULL: u8 = 2;

/// A search was given up: its nodes were used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfNodes;

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The least number of moves in which a mate is proven; 0 if none is.
    mates_within: u8,
    /// The largest number of moves for which a mate is refuted.
    not_within: u8,
}

/// Finds shortest mates, by either side.
pub struct Solver {
    known: HashMap<Key, Known>,
    /// The last defence that held, by the moves that were left: it often holds against the next attack, too.
    held: [Option<Move>; 16],
    nodes: u64,
    limit: u64,
    /// Mates in so many more moves are searched without the question what a pass would do.
    tried_in_full: u8,
}

impl Solver {
    /// A solver that gives up after `limit` positions in all.
    pub fn new(limit: u64) -> Self {
        Self { known: HashMap::new(), held: [None; 16], nodes: 0, limit, tried_in_full: TRIED_IN_FULL }
    }

    /// A solver for somebody who waits: it looks at a third of the positions, and may miss a mate by zugzwang of any
    /// length.
    pub fn quick(limit: u64) -> Self {
        Self { tried_in_full: 0, ..Self::new(limit) }
    }

    /// The fewest moves in which the side to move mates, at most `most`, which is below 16; `None` when there is no
    /// such mate. Stalemating the other side mates it, too.
    ///
    /// # Errors
    /// When the positions are used up.
    pub fn moves_to_mate(&mut self, board: &Board, most: u8) -> Result<Option<u8>, OutOfNodes> {
        let mut board = board.clone();
        for moves in 1..=most {
            if self.mates_within(&mut board, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// The fewest moves in which the side that has just moved mates against every defence, at most `most`; 0 when the
    /// side to move is mated already.
    ///
    /// # Errors
    /// When the positions are used up.
    pub fn moves_to_be_mated(&mut self, board: &Board, most: u8) -> Result<Option<u8>, OutOfNodes> {
        let mut board = board.clone();
        for moves in 0..=most {
            if self.is_mated_within(&mut board, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// All moves of the side to move that mate within `moves` moves.
    ///
    /// # Errors
    /// When the positions are used up.
    pub fn mating_moves(&mut self, board: &Board, moves: u8) -> Result<Vec<Move>, OutOfNodes> {
        let mut board = board.clone();
        let mut found = Vec::new();
        for mv in board.legal_moves() {
            self.count()?;
            board.make(mv);
            let mates = self.loses_within(&mut board, moves - 1);
            board.unmake();
            if mates? {
                found.push(mv);
            }
        }
        Ok(found)
    }

    /// The defence after which a mate within `moves` moves takes all of them. Of several a capture, then a check, then
    /// a king's move.
    ///
    /// # Errors
    /// When the positions are used up.
    pub fn longest_defence(&mut self, board: &Board, moves: u8) -> Result<Option<Move>, OutOfNodes> {
        let mut longest = Vec::new();
        for mv in board.legal_moves() {
            let mut after = board.clone();
            after.make(mv);
            if self.moves_to_mate(&after, moves)? == Some(moves) {
                longest.push(mv);
            }
        }
        let is_king = |mv: Move| board.piece_at(mv.from()).is_some_and(|piece| piece.kind == Kind::King);
        let order = |mv: &Move| (!board.is_capture(*mv), !board.gives_check(*mv), !is_king(*mv), mv.bits());
        Ok(longest.into_iter().min_by_key(order))
    }

    /// Counts a position.
    fn count(&mut self) -> Result<(), OutOfNodes> {
        self.nodes += 1;
        if self.nodes > self.limit { Err(OutOfNodes) } else { Ok(()) }
    }

    fn mates_within(&mut self, board: &mut Board, moves: u8) -> Result<bool, OutOfNodes> {
        let known = self.known.get(&board.key()).copied().unwrap_or_default();
        if known.mates_within > 0 && known.mates_within <= moves {
            return Ok(true);
        }
        if moves <= known.not_within {
            return Ok(false);
        }
        self.count()?;
        // A shorter mate is found sooner than one that uses all moves.
        if moves > 1 && self.mates_within(board, moves - 1)? {
            return Ok(true);
        }
        let mates = self.finds_mate(board, moves)?;
        let entry = self.known.entry(board.key()).or_default();
        if mates {
            entry.mates_within = moves;
        } else {
            entry.not_within = moves;
        }
        Ok(mates)
    }

    fn finds_mate(&mut self, board: &mut Board, moves: u8) -> Result<bool, OutOfNodes> {
        let (checks, quiet): (MoveList, MoveList) =
            board.legal_moves().into_iter().partition(|&mv| board.gives_check(mv));
        for mv in checks.into_iter().chain(quiet) {
            board.make(mv);
            let mates = self.loses_within(board, moves - 1);
            board.unmake();
            if mates? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side to move, against which the last move was made, is mated within `moves` more moves. Tests first
    /// whether it would be mated after passing, where that saves much.
    fn loses_within(&mut self, board: &mut Board, moves: u8) -> Result<bool, OutOfNodes> {
        if moves == 0 {
            return Ok(!board.has_legal_move());
        }
        if moves > self.tried_in_full && !board.in_check() && board.legal_moves().len() > FEW_MOVES {
            board.make_null();
            let threatens = self.mates_within(board, moves);
            board.unmake_null();
            if !threatens? {
                return Ok(false);
            }
        }
        self.is_mated_within(board, moves)
    }

    fn is_mated_within(&mut self, board: &mut Board, moves: u8) -> Result<bool, OutOfNodes> {
        if moves == 0 {
            return Ok(!board.has_legal_move());
        }
        self.count()?;
        let mut defences = board.legal_moves();
        let slot = usize::from(moves) % self.held.len();
        if let Some(at) = self.held[slot].and_then(|held| defences.iter().position(|&mv| mv == held)) {
            defences.swap(0, at);
        }
        for mv in defences {
            board.make(mv);
            let mates = self.mates_within(board, moves);
            board.unmake();
            if !mates? {
                self.held[slot] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(fen: &str, most: u8) -> (Option<u8>, Vec<String>) {
        let board = Board::from_fen(fen).unwrap();
        let mut solver = Solver::new(1_000_000);
        let moves = solver.moves_to_mate(&board, most).unwrap();
        let first = moves.map_or_else(Vec::new, |moves| solver.mating_moves(&board, moves).unwrap());
        (moves, first.iter().map(Move::to_string).collect())
    }

    #[test]
    fn mates_are_counted() {
        assert_eq!(solve("2b1ka1R1/9/9/5R3/2b1P1p2/p7p/P2r2P1P/N3B3N/4A4/2B1KA3 w", 4).0, Some(3));
        assert_eq!(solve("4k4/1R7/R8/8p/9/9/9/4B4/9/4K4 w", 3), (Some(1), vec!["a7a9".to_owned()]));
        assert_eq!(solve("3k5/1P7/9/9/9/9/9/9/9/4K4 w", 1), (Some(1), vec!["b8c8".to_owned()]), "stalemate");
        assert_eq!(solve("4k4/9/9/9/9/9/9/9/R8/3K5 w", 2).0, Some(2));
    }

    #[test]
    fn mates_by_zugzwang_count_up_to_three_moves() {
        // After one of the two moves Black, who has more than a few moves, would hold out by passing.
        let three = solve("3N5/8C/3k5/5n3/9/9/9/3A1A3/9/4K4 w", 3);
        assert_eq!(three, (Some(3), vec!["i8a8".to_owned(), "d9f8".to_owned()]));
        let two = solve("2b1ka3/1N1Pa4/4bP3/9/9/6B2/9/5A3/4K4/5AB2 w", 3);
        assert_eq!(two, (Some(2), vec!["f7e7".to_owned(), "f7f8".to_owned()]));
        let board = Board::from_fen("3N5/8C/3k5/5n3/9/9/9/3A1A3/9/4K4 w").unwrap();
        let (mut quick, mut full) = (Solver::quick(1_000_000), Solver::new(1_000_000));
        assert_eq!(quick.mating_moves(&board, 3), Ok(vec!["d9f8".parse().unwrap()]));
        assert_eq!(full.mating_moves(&board, 3).map(|moves| moves.len()), Ok(2));
        assert!(quick.nodes < full.nodes, "{} {}", quick.nodes, full.nodes);
    }

    #[test]
    fn the_side_to_move_may_be_mated_already() {
        let mated = Board::from_fen("R3k4/1R7/9/8p/9/9/9/4B4/9/4K4 b").unwrap();
        assert_eq!(Solver::new(10).moves_to_be_mated(&mated, 2), Ok(Some(0)));
    }

    #[test]
    fn a_hard_position_is_given_up() {
        let mut solver = Solver::new(50);
        assert_eq!(solver.moves_to_mate(&Board::startpos(), 5), Err(OutOfNodes));
    }
}
