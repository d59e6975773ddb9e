//! What a solution shows, told by replaying it.

use crate::grid::{Grid, is_between};
use guohe::board::Board;
use guohe::types::{Color, Kind, Move, Square};

/// A motif of a solution, or the kind of its position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// It ends in mate.
    Mate,
    /// 困毙: it ends without a check, with no move left.
    Stalemate,
    /// 捉双、将军抽子: one piece attacks two, and one of them falls.
    Fork,
    /// 串打: the piece in front leaves, the one behind it falls.
    Skewer,
    /// 闪击、抽将: a piece leaves the line, leg or eye of another, or becomes or leaves a screen, and that one checks or
    /// takes.
    Discovered,
    /// 双将: two pieces check at once.
    DoubleCheck,
    /// 弃子: material is given up on the way.
    Sacrifice,
    /// 静着: a move on the way neither checks, takes nor answers a check.
    Quiet,
    /// 去根: the guard of the next victim is taken.
    GuardTaken,
    /// 兵: a pawn crosses the river or makes the last move.
    Pawn,
    /// 无车残局: no rooks, and at most six attackers.
    Ending,
}

/// The most attackers of an ending.
const MOST_IN_ENDING: usize = 6;

/// What a sacrifice gives up at least, in half points.
const SACRIFICE: i32 = 4;

impl Theme {
    /// All themes.
    pub const ALL: [Self; 11] = [
        Self::Mate,
        Self::Stalemate,
        Self::Fork,
        Self::Skewer,
        Self::Discovered,
        Self::DoubleCheck,
        Self::Sacrifice,
        Self::Quiet,
        Self::GuardTaken,
        Self::Pawn,
        Self::Ending,
    ];

    /// Its letter in a line of text.
    pub const fn letter(self) -> char {
        match self {
            Self::Mate => 'm',
            Self::Stalemate => 'z',
            Self::Fork => 'f',
            Self::Skewer => 'k',
            Self::Discovered => 'd',
            Self::DoubleCheck => 'b',
            Self::Sacrifice => 's',
            Self::Quiet => 'q',
            Self::GuardTaken => 'g',
            Self::Pawn => 'p',
            Self::Ending => 'e',
        }
    }

    /// The theme of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.letter() == letter)
    }
}

/// A solution as it is replayed.
struct Replay {
    solver: Color,
    /// The positions from the solver's first move on, as many as moves and the last.
    boards: Vec<Board>,
    grids: Vec<Grid>,
    moves: Vec<Move>,
    /// Moves that belong to the solution; the others show what it wins.
    solution: usize,
}

/// The themes of a solution from `board` on, in the order of [`Theme::ALL`]. `rest` goes on to where the win is seen.
pub fn themes_of(board: &Board, solution: &[Move], rest: &[Move]) -> Vec<Theme> {
    let moves: Vec<Move> = solution.iter().chain(rest).copied().collect();
    let mut at = board.clone();
    let mut boards = vec![at.clone()];
    for &mv in &moves {
        at.make(mv);
        boards.push(at.clone());
    }
    let grids = boards.iter().map(|board| Grid::of(board.position())).collect();
    let replay = Replay { solver: board.side(), boards, grids, moves, solution: solution.len() };
    Theme::ALL.into_iter().filter(|&theme| replay.shows(theme)).collect()
}

impl Replay {
    fn shows(&self, theme: Theme) -> bool {
        let end = &self.boards[self.solution];
        match theme {
            Theme::Mate => !end.has_legal_move(),
            Theme::Stalemate => !end.has_legal_move() && !end.in_check(),
            Theme::Fork => self.own_moves().any(|ply| self.forks(ply)),
            Theme::Skewer => self.own_moves().any(|ply| self.skewers(ply)),
            Theme::Discovered => self.own_moves().any(|ply| self.discovers(ply)),
            Theme::DoubleCheck => self.own_moves().any(|ply| self.checkers(ply).len() > 1),
            Theme::Sacrifice => self.own_moves().skip(1).any(|ply| {
                let before = self.grids[0].balance(self.solver);
                self.grids[ply].balance(self.solver) <= before - SACRIFICE
            }),
            Theme::Quiet => self.own_moves().any(|ply| {
                let board = &self.boards[ply];
                let mv = self.moves[ply];
                ply + 1 < self.solution && !board.in_check() && !board.is_capture(mv) && !board.gives_check(mv)
            }),
            Theme::GuardTaken => self.own_moves().any(|ply| self.takes_guard(ply)),
            Theme::Pawn => self.own_moves().any(|ply| self.is_pawn_move_that_counts(ply)),
            Theme::Ending => self.is_ending(),
        }
    }

    /// The plies at which the solver moves.
    fn own_moves(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.solution).step_by(2)
    }

    /// The pieces that give check after the move at `ply`.
    fn checkers(&self, ply: usize) -> Vec<Square> {
        let grid = &self.grids[ply + 1];
        grid.king(!self.solver).map_or_else(Vec::new, |king| grid.attackers(king, self.solver))
    }

    /// Where the solver takes with his move two plies after `ply`.
    fn takes_next(&self, ply: usize) -> Option<Move> {
        let &mv = self.moves.get(ply + 2)?;
        self.grids[ply + 2].at(mv.to()).map(|_| mv)
    }

    fn forks(&self, ply: usize) -> bool {
        let (grid, from) = (&self.grids[ply + 1], self.moves[ply].to());
        let attacked: Vec<Square> = grid
            .pieces(!self.solver)
            .filter(|&(square, kind)| {
                let is_target = kind == Kind::King
                    || grid.half_points(square) > grid.half_points(from)
                    || (!grid.is_guarded(square) && grid.half_points(square) > 2);
                is_target && grid.reaches(from, square)
            })
            .map(|(square, _)| square)
            .collect();
        // The victim has not moved: it is the one that could not be saved.
        attacked.len() > 1
            && self.takes_next(ply).is_some_and(|takes| {
                takes.from() == from && attacked.contains(&takes.to()) && self.moves[ply + 1].to() != takes.to()
            })
    }

    fn skewers(&self, ply: usize) -> bool {
        let (grid, from) = (&self.grids[ply + 1], self.moves[ply].to());
        let Some(takes) = self.takes_next(ply) else { return false };
        let front = self.moves[ply + 1].from();
        takes.from() == from
            && is_between(from, front, takes.to())
            && grid.reaches(from, front)
            && !grid.reaches(from, takes.to())
            && grid.at(takes.to()).is_some_and(|piece| piece.color != self.solver)
    }

    fn discovers(&self, ply: usize) -> bool {
        let (before, after) = (&self.grids[ply], &self.grids[ply + 1]);
        let mover = self.moves[ply].to();
        let is_new = |square: Square, target: Square| {
            square != mover && after.reaches(square, target) && !before.reaches(square, target)
        };
        let king = after.king(!self.solver);
        let checks = king.is_some_and(|king| self.checkers(ply).into_iter().any(|checker| is_new(checker, king)));
        checks
            || self.takes_next(ply).is_some_and(|takes| {
                let same = after.at(takes.to()) == before.at(takes.to());
                same && is_new(takes.from(), takes.to()) && self.moves[ply + 1].to() != takes.to()
            })
    }

    fn takes_guard(&self, ply: usize) -> bool {
        let (before, taken) = (&self.grids[ply], self.moves[ply].to());
        let Some(takes) = self.takes_next(ply) else { return false };
        let victim = takes.to();
        let guarded = |grid: &Grid| grid.is_guarded(victim);
        victim != taken
            && self.moves[ply + 1].to() != victim
            && before.at(taken).is_some()
            && before.at(victim) == self.grids[ply + 2].at(victim)
            && before.at(victim).is_some_and(|piece| piece.kind != Kind::King)
            && guarded(before)
            && !guarded(&self.grids[ply + 1])
    }

    fn is_pawn_move_that_counts(&self, ply: usize) -> bool {
        let mv = self.moves[ply];
        let is_last = ply + 1 == self.solution;
        let crosses = mv.from().is_home_of(self.solver) && !mv.to().is_home_of(self.solver);
        self.grids[ply].is(mv.from(), self.solver, Kind::Pawn) && (crosses || is_last)
    }

    fn is_ending(&self) -> bool {
        let count = |kind: Kind| self.boards[0].count(Color::Red, kind) + self.boards[0].count(Color::Black, kind);
        let attackers = count(Kind::Knight) + count(Kind::Cannon) + count(Kind::Pawn);
        count(Kind::Rook) == 0 && attackers <= MOST_IN_ENDING
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn themes(fen: &str, solution: &str, rest: &str) -> Vec<Theme> {
        let moves = |text: &str| -> Vec<Move> { text.split_whitespace().map(|mv| mv.parse().unwrap()).collect() };
        themes_of(&Board::from_fen(fen).unwrap(), &moves(solution), &moves(rest))
    }

    #[test]
    fn a_fork_takes_what_could_not_be_saved() {
        let found = themes("4k4/9/r8/1N7/9/9/9/9/9/5K3 w", "b6c8 a7a5 c8a7", "");
        assert!(!found.contains(&Theme::Fork), "the rook is gone: {found:?}");
        let found = themes("4k4/9/r8/1N7/9/9/9/9/9/5K3 w", "b6c8 e9e8 c8a7", "");
        assert!(found.contains(&Theme::Fork), "{found:?}");
    }

    #[test]
    fn a_rook_skewers_king_and_rook() {
        let found = themes("r3k4/9/9/9/9/9/9/9/7R1/5K3 w", "h1h9 e9e8 h9a9", "");
        assert_eq!(found, [Theme::Skewer]);
    }

    #[test]
    fn mates_and_stalemates_differ() {
        assert_eq!(themes("4k4/1R7/R8/8p/9/9/9/4B4/9/4K4 w", "a7a9", ""), [Theme::Mate]);
        let found = themes("3k5/1P7/9/9/9/9/9/9/9/4K4 w", "b8c8", "");
        assert_eq!(found, [Theme::Mate, Theme::Stalemate, Theme::Pawn, Theme::Ending]);
    }

    #[test]
    fn a_throat_cut_gives_up_a_rook() {
        let found = themes("3ak4/4a4/9/p8/9/9/9/4R4/9/4K2R1 w", "e2e8 d9e8 h0h9", "");
        assert!(found.contains(&Theme::Mate) && found.contains(&Theme::Sacrifice), "{found:?}");
    }

    #[test]
    fn a_spring_horse_is_a_discovered_check() {
        let found = themes("3ak4/2NR5/9/p8/9/9/9/9/4A4/4K4 w", "d8f8", "");
        assert_eq!(found, [Theme::Mate, Theme::Discovered]);
    }

    #[test]
    fn letters_read_back() {
        for theme in Theme::ALL {
            assert_eq!(Theme::from_letter(theme.letter()), Some(theme));
        }
    }
}
