//! Completes the PV of a mate from the table.
//!
//! A TT cutoff by a mate ends the PV. The rest of the PV is looked up here.

use crate::board::Board;
use crate::rules::{QuietCount, Rules};
use crate::search::decided;
use crate::search::pv::Line;
use crate::tt::Table;
use crate::types::{Move, Score};

/// Extends a line from `board` with this mate `score` to the mate, if the table holds the rest. Otherwise the line
/// stays unchanged.
pub(in crate::search) fn complete(line: &mut Line, score: Score, board: &Board, rules: &Rules, table: &Table) {
    let Some(plies) = score.mate_distance().map(|plies| plies as usize) else { return };
    // An unsearched move has the score −INFINITE, which no line can hold.
    if line.len() >= plies || plies > line.capacity() {
        return;
    }
    if let Some(whole) = completed(line, plies, score.is_winning_mate(), board, table)
        && ends_in_mate(board, &whole, rules)
    {
        *line = whole;
    }
}

/// Whether `line` is legal, ends in mate, and no rule ends the game before.
pub(in crate::search) fn ends_in_mate(board: &Board, line: &[Move], rules: &Rules) -> bool {
    let quiet = QuietCount::of(board);
    let mut board = board.clone();
    for (ply, &mv) in line.iter().enumerate() {
        if decided::rule_score(&board, ply, rules, true, &quiet).is_some() || !board.is_legal_move(mv) {
            return false;
        }
        board.make(mv);
    }
    !board.has_legal_move()
}

/// `line` extended from the table to `plies` moves. `side_to_move_mates`: on `board`; otherwise the side to move is
/// mated.
fn completed(line: &Line, plies: usize, side_to_move_mates: bool, board: &Board, table: &Table) -> Option<Line> {
    let (mut board, mut line) = (board.clone(), line.clone());
    for &mv in &line {
        board.make(mv);
    }
    while line.len() < plies {
        let mv = next(table, &board, line.len(), plies, side_to_move_mates)?;
        line.push(mv);
        board.make(mv);
    }
    Some(line)
}

/// The move `ply` plies from the root on the line to the mate in `plies` plies: the one after which the table holds a
/// proven mate of the nearest length.
fn next(table: &Table, board: &Board, ply: usize, plies: usize, side_to_move_mates: bool) -> Option<Move> {
    let moves = board.legal_moves();
    if let [single] = moves[..] {
        return Some(single);
    }
    if ply + 1 == plies {
        let mut board = board.clone();
        return moves.into_iter().find(|&mv| board.is_mating(mv));
    }
    // After a move of the mating side, the opponent is the side to move, and mated.
    let is_attack = side_to_move_mates == ply.is_multiple_of(2);
    let known = moves.into_iter().filter_map(|mv| Some((distance(table, board, mv, ply, !is_attack)?, mv)));
    known.min_by_key(|(known, _)| known.abs_diff(plies)).map(|(_, mv)| mv)
}

/// Plies from the root to a mate that the table proves after `mv`. `side_to_move_mates`: after `mv`; otherwise the side
/// to move is mated.
fn distance(table: &Table, board: &Board, mv: Move, ply: usize, side_to_move_mates: bool) -> Option<usize> {
    let entry = table.probe(board.key_after(mv), ply + 1)?;
    let is_wanted = entry.is_proven_mate() && entry.score.is_winning_mate() == side_to_move_mates;
    entry.score.mate_distance().filter(|_| is_wanted).map(|plies| plies as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Limits, Options, Pool, Signals, Silent};

    /// Red mates in five plies.
    const FEN: &str = "2b1ka1R1/9/9/5R3/2b1P1p2/p7p/P2r2P1P/N3B3N/4A4/2B1KA3 w - - 0 1";

    /// The first `kept` moves of the mate that a search finds, completed from its table as one of this score.
    fn completed_from(kept: usize, score: Score, rules: &Rules) -> Line {
        let board = Board::from_fen(FEN).unwrap();
        let mut pool = Pool::new(1, 4);
        let limits = Limits { depth: Some(9), ..Limits::default() };
        let found = pool.search(&board, &limits, &Options::default(), &Signals::new(), &Silent);
        assert_eq!(found.score, Score::mate_in(5));
        let mut line = found.line[..kept].iter().copied().collect();
        complete(&mut line, score, &board, rules, pool.table());
        line
    }

    #[test]
    fn the_rest_of_the_line_is_found_in_the_table() {
        for kept in 1..5 {
            let line = completed_from(kept, Score::mate_in(5), &Rules::default());
            assert_eq!(line.len(), 5, "with {kept} moves");
            assert!(ends_in_mate(&Board::from_fen(FEN).unwrap(), &line, &Rules::default()));
        }
    }

    #[test]
    fn lines_without_a_mate_stay_unchanged() {
        let rules = Rules::default();
        for score in [Score::new(300), Score::mated_in(4), -Score::INFINITE] {
            assert_eq!(completed_from(1, score, &rules).len(), 1, "{score:?}");
        }
        let early = Rules { natural_limit: Some(1), ..rules };
        assert_eq!(completed_from(1, Score::mate_in(5), &early).len(), 1, "the game ends before");
    }
}
