//! Proves mates: one move alone keeps the distance at every ply of the solver but the last.

use crate::name::{Name, name_of, names_of};
use crate::solver::{OutOfNodes, Solver};
use guohe::board::Board;
use guohe::types::Move;

/// The longest mate, in moves.
pub const LONGEST: u8 = 6;
/// Positions that a proof may look at. Of the page's mates in four none needs more than 240,000, of those in five none
/// more than 640,000.
const NODES: u64 = 1_000_000;
/// Variations that are looked at to see whether the mates at their ends all bear one name.
const MOST_VARIATIONS: usize = 500;

/// A proven mate.
pub struct Mate {
    /// The solver's moves and the longest defence.
    pub solution: Vec<Move>,
    /// The names of the mate. One that is certain is there only where every defence ends in it, or where it is one of
    /// those that a reply belongs to.
    pub names: Vec<Name>,
}

/// The mate that the side to move has on `board`; `None` where it has none in 2 to [`LONGEST`] moves, where another
/// move mates as soon, or where that cannot be proven.
pub fn prove(board: &Board) -> Option<Mate> {
    let mut solver = Solver::new(NODES);
    let moves = solver.moves_to_mate(board, LONGEST).ok()??;
    if moves < 2 {
        return None;
    }
    let solution = unique_line(&mut solver, board, moves).ok()??;
    let names = names(&mut solver, board, &solution);
    Some(Mate { solution, names })
}

/// The mate that the side to move has on `board` with its next move; `None` where it has none, or several.
pub fn prove_in_one(board: &Board) -> Option<Mate> {
    let mut solver = Solver::new(NODES);
    let [only] = solver.mating_moves(board, 1).ok()?[..] else { return None };
    let solution = vec![only];
    let names = names(&mut solver, board, &solution);
    Some(Mate { solution, names })
}

/// The line of the mate in `moves` moves; `None` where a move before the last is not the only one.
fn unique_line(solver: &mut Solver, board: &Board, moves: u8) -> Result<Option<Vec<Move>>, OutOfNodes> {
    let (mut board, mut line) = (board.clone(), Vec::new());
    for left in (1..=moves).rev() {
        let mating = solver.mating_moves(&board, left)?;
        let chosen = match mating[..] {
            [only] => only,
            [first, ..] if left == 1 => best_named(&board, &mating).unwrap_or(first),
            _ => return Ok(None),
        };
        line.push(chosen);
        board.make(chosen);
        if left > 1 {
            let Some(defence) = solver.longest_defence(&board, left - 1)? else { return Ok(None) };
            line.push(defence);
            board.make(defence);
        }
    }
    Ok(Some(line))
}

/// Of several mating moves the one whose mate has a name.
fn best_named(board: &Board, mating: &[Move]) -> Option<Move> {
    let named = mating.iter().filter_map(|&mv| Some((name_of(board, &[mv])?, mv)));
    named.min_by_key(|&(name, _)| name).map(|(_, mv)| mv)
}

/// The names of the mate at the end of `solution`.
fn names(solver: &mut Solver, board: &Board, solution: &[Move]) -> Vec<Name> {
    let mut names = Vec::new();
    if let Some(name) = name_of(board, solution) {
        let mut variations = Variations { solver, start: board, name, left: MOST_VARIATIONS };
        if name.is_by_a_reply() || variations.all_bear_the_name(&mut board.clone(), &mut Vec::new()) == Some(true) {
            names.push(name);
        }
    }
    names.extend(names_of(board, solution).into_iter().filter(|name| !name.is_certain()));
    names
}

/// The variations of a mate, one for each way to defend.
struct Variations<'a> {
    solver: &'a mut Solver,
    start: &'a Board,
    name: Name,
    /// How many may still be looked at.
    left: usize,
}

impl Variations<'_> {
    /// Whether the side to move can mate in the fewest moves such that each defence ends in the name; `None` when that
    /// is not found out. `line` leads from the start to `board`.
    fn all_bear_the_name(&mut self, board: &mut Board, line: &mut Vec<Move>) -> Option<bool> {
        let moves = self.solver.moves_to_mate(board, LONGEST).ok()??;
        let mating = self.solver.mating_moves(board, moves).ok()?;
        for mv in mating {
            board.make(mv);
            line.push(mv);
            let all = if moves == 1 {
                self.left = self.left.checked_sub(1)?;
                Some(name_of(self.start, line) == Some(self.name))
            } else {
                self.each_defence(board, line)
            };
            line.pop();
            board.unmake();
            if all? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn each_defence(&mut self, board: &mut Board, line: &mut Vec<Move>) -> Option<bool> {
        for mv in board.legal_moves() {
            board.make(mv);
            line.push(mv);
            let all = self.all_bear_the_name(board, line);
            line.pop();
            board.unmake();
            if !all? {
                return Some(false);
            }
        }
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mate(fen: &str) -> Option<(String, Vec<Name>)> {
        let mate = prove(&Board::from_fen(fen).unwrap())?;
        let text: Vec<String> = mate.solution.iter().map(Move::to_string).collect();
        Some((text.join(" "), mate.names))
    }

    #[test]
    fn a_mate_in_three_by_one_move_each() {
        let (line, names) = mate("5a1CC/3ka4/b1R6/p3p4/2p3p1R/P8/2Prc3P/2N1B4/4A4/2B1KA2r w").unwrap();
        assert_eq!((line.as_str(), &names[..]), ("c7c8 d8d7 i5i7 e8f7 i7f7", &[Name::AlternatingRooks][..]));
    }

    #[test]
    fn a_throat_cut_is_one_where_the_advisor_may_refuse() {
        let (line, names) = mate("2baka3/9/4P4/p7p/1n7/2P1R4/P7P/2c6/8r/2CAKAR2 w").unwrap();
        assert_eq!(line, "e7d7 c9e7 e4e7 d9e8 e7e8 f9e8 g0g9");
        assert_eq!(names, [Name::ThroatCut]);
    }

    #[test]
    fn a_mate_in_one_by_one_move() {
        let prove =
            |fen: &str| prove_in_one(&Board::from_fen(fen).unwrap()).map(|mate| (mate.solution.len(), mate.names));
        assert_eq!(prove("4k4/1R7/R8/8p/9/9/9/4B4/9/4K4 w"), Some((1, vec![Name::AlternatingRooks])));
        assert!(prove("3k5/R8/1R7/9/9/9/9/9/9/4K4 w").is_none(), "two moves mate");
        assert!(prove("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w").is_none());
    }

    #[test]
    fn two_ways_are_no_puzzle() {
        assert!(mate("4k4/9/9/9/9/9/9/R8/R8/3K5 w").is_none());
    }

    #[test]
    fn mates_in_one_and_none_at_all_are_no_puzzles() {
        assert!(mate("4k4/1R7/R8/8p/9/9/9/4B4/9/4K4 w").is_none());
        assert!(mate("4k4/9/9/8P/9/9/9/9/9/3K5 w").is_none());
    }
}
