//! The rest of a line that begins a mate.
//!
//! A mate that the table knows cuts its node off, and with it the line. Who is told of a mate wants to see it.

use super::pv::Line;
use crate::board::Board;
use crate::tt::Table;
use crate::types::Move;
use crate::types::Score;

/// `line` from `board` on, whose score is `score`, up to its mate, where that is a mate and the table knows the way.
pub(super) fn completed(table: &Table, board: &Board, line: &Line, score: Score) -> Option<Line> {
    let plies = score.mate_distance()? as usize;
    let (mut board, mut line) = (board.clone(), line.clone());
    for &mv in &line {
        board.make(mv);
    }
    while line.len() < plies && board.has_legal_move() {
        let is_attack = score.is_mate_given() == line.len().is_multiple_of(2);
        let mv = if is_attack { attack(table, &board, line.len()) } else { defence(table, &board, line.len()) }?;
        line.try_push(mv).ok()?;
        board.make(mv);
    }
    (!board.has_legal_move()).then_some(line)
}

/// The quickest mate that the table knows `ply` plies from the root.
fn attack(table: &Table, board: &Board, ply: usize) -> Option<Move> {
    let mates = |&mv: &Move| {
        let mut after = board.clone();
        after.make(mv);
        !after.has_legal_move()
    };
    let moves = board.legal_moves();
    let known = moves.iter().filter_map(|&mv| Some((distance(table, board, mv, ply, false)?, mv)));
    known.min_by_key(|(plies, _)| *plies).map(|(_, mv)| mv).or_else(|| moves.iter().copied().find(mates))
}

/// The answer that, as far as the table knows, holds out longest.
fn defence(table: &Table, board: &Board, ply: usize) -> Option<Move> {
    let moves = board.legal_moves();
    let known = moves.iter().filter_map(|&mv| Some((distance(table, board, mv, ply, true)?, mv)));
    known.max_by_key(|(plies, _)| *plies).map(|(_, mv)| mv)
}

/// Plies from the root to a mate behind `mv` that the table has proven, `given` by the side that is then to move or suffered.
fn distance(table: &Table, board: &Board, mv: Move, ply: usize, given: bool) -> Option<u32> {
    let probe = table.probe(board.key_after(mv), ply + 1);
    let mut mates = probe.entries().filter(|entry| entry.is_proven_mate() && entry.score.is_mate_given() == given);
    mates.find_map(|entry| entry.score.mate_distance())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;
    use crate::search::Options;
    use crate::search::Pool;
    use crate::search::Signals;
    use crate::search::Silent;

    /// Red mates in five plies.
    const FEN: &str = "2b1ka1R1/9/9/5R3/2b1P1p2/p7p/P2r2P1P/N3B3N/4A4/2B1KA3 w - - 0 1";

    /// The first `kept` moves of the mate that a search finds, completed from its table.
    fn completed_from(kept: usize, score: Score) -> Option<Line> {
        let board = Board::from_fen(FEN).unwrap();
        let mut pool = Pool::new(1, 4);
        let limits = Limits { depth: Some(9), ..Limits::default() };
        let found = pool.search(&board, &limits, &Options::default(), &Signals::new(), &Silent);
        assert_eq!(found.score, Score::mate_in(5));
        completed(pool.table(), &board, &found.line[..kept].iter().copied().collect(), score)
    }

    #[test]
    fn the_way_to_the_mate_is_found_again() {
        for kept in 1..5 {
            let line = completed_from(kept, Score::mate_in(5)).unwrap_or_else(|| panic!("with {kept} moves"));
            assert_eq!(line.len(), 5);
            let mut board = Board::from_fen(FEN).unwrap();
            for mv in line {
                assert!(board.is_legal_move(mv));
                board.make(mv);
            }
            assert!(!board.has_legal_move());
        }
    }

    #[test]
    fn what_leads_to_no_mate_is_left_as_it_is() {
        assert_eq!(completed_from(1, Score::new(300)), None);
        assert_eq!(completed_from(1, Score::mate_in(3)), None, "there is none so soon");
    }
}
