//! How a move wins material: fork, pin, skewer and their like, each proven on the boards of a line.

use super::super::claim::Motif;
use super::material::{TWO_POINTS, best_capture_on, edited, exchange, stood, worth};
use guohe::board::Board;
use guohe::types::{Color, Kind, Move, Square};
use guohe_puzzles::grid::{Grid, is_between};

/// A line in which the side to move on `start` takes a piece.
struct Hunt<'a> {
    start: &'a Board,
    line: &'a [Move],
    /// The board after the first move.
    after: Board,
    /// The number of the capture in the line, even and at least 2.
    at: usize,
}

/// How the first move of `line`, which the side to move on `board` begins, wins the piece that move `at` takes; `None`
/// where none of the motifs is proven. All moves up to `at` must be legal.
pub fn motif(board: &Board, line: &[Move], at: usize) -> Option<Motif> {
    if at < 2 || !at.is_multiple_of(2) || at >= line.len() {
        return None;
    }
    let mut after = board.clone();
    after.make(line[0]);
    let hunt = Hunt { start: board, line, after, at };
    Motif::ALL.into_iter().find(|&motif| hunt.shows(motif))
}

impl Motif {
    /// All, in the order in which they are tried.
    const ALL: [Self; 8] = [
        Self::DoubleCheck,
        Self::DiscoveredCheck,
        Self::CheckingFork,
        Self::Fork,
        Self::Skewer,
        Self::DiscoveredAttack,
        Self::Pin,
        Self::Trap,
    ];
}

impl Hunt<'_> {
    fn shows(&self, motif: Motif) -> bool {
        match motif {
            Motif::DoubleCheck => self.is_double_check(),
            Motif::DiscoveredCheck => self.is_discovered_check(),
            Motif::CheckingFork => self.is_fork() && self.checks_itself(),
            Motif::Fork => self.is_fork(),
            Motif::Skewer => self.is_skewer(),
            Motif::DiscoveredAttack => self.is_discovered_attack(),
            Motif::Pin => self.is_pin(),
            Motif::Trap => self.is_trap(),
        }
    }

    fn hunter(&self) -> Color {
        self.start.side()
    }

    /// Where the first move ends.
    fn mover(&self) -> Square {
        self.line[0].to()
    }

    fn capture(&self) -> Move {
        self.line[self.at]
    }

    fn prey(&self) -> Square {
        self.capture().to()
    }

    /// The prey stood where it falls when the first move was made, and did not move since.
    fn prey_stood_still(&self) -> bool {
        self.after.piece_at(self.prey()).is_some_and(|piece| piece.color != self.hunter())
            && self.line[1..self.at].iter().all(|mv| mv.to() != self.prey() && mv.from() != self.prey())
    }

    /// The prey could be won without the first move, which explains nothing then.
    fn prey_hung(&self) -> bool {
        best_capture_on(self.start, self.prey()) >= TWO_POINTS
    }

    /// The capture follows at once, and could have been made but for the answer to the check.
    fn falls_at_once(&self) -> bool {
        self.at == 2
            && self.prey_stood_still()
            && !self.prey_hung()
            && self.after.attacks(self.capture().from(), self.prey())
    }

    /// The pieces that attack the other side's king after the first move, facing kings apart.
    fn checkers(&self) -> Vec<Square> {
        let king = self.after.king(!self.hunter());
        Square::all().filter(|&square| self.after.attacks(square, king)).collect()
    }

    fn checks_itself(&self) -> bool {
        self.after.attacks(self.mover(), self.after.king(!self.hunter()))
    }

    fn is_double_check(&self) -> bool {
        self.falls_at_once() && self.checkers().len() >= 2
    }

    fn is_discovered_check(&self) -> bool {
        let checkers = self.checkers();
        self.falls_at_once() && !checkers.is_empty() && !checkers.contains(&self.mover())
    }

    fn is_fork(&self) -> bool {
        self.falls_at_once()
            && self.capture().from() == self.mover()
            && self.is_threatened_by_mover(self.prey())
            && Square::all().filter(|&square| self.is_threatened_by_mover(square)).count() >= 2
    }

    /// Whether the mover attacks the king on `square`, or a piece there that is dearer than itself or that nobody
    /// guards.
    fn is_threatened_by_mover(&self, square: Square) -> bool {
        let from = self.mover();
        if !self.after.attacks(from, square) {
            return false;
        }
        let (Some(attacker), Some(target)) = (self.after.piece_at(from), self.after.piece_at(square)) else {
            return false;
        };
        if target.kind == Kind::King {
            return true;
        }
        let value = worth(target, square);
        if value < TWO_POINTS {
            return false;
        }
        // The board after the capture; none where the mover is pinned to its own king.
        let taken = edited(&self.after, target.color, &[(from, None), (square, Some(attacker))]);
        taken.is_some_and(|taken| {
            let is_guarded = taken.legal_moves().iter().any(|mv| mv.to() == square);
            !is_guarded || value - worth(attacker, square) >= TWO_POINTS
        })
    }

    fn is_skewer(&self) -> bool {
        let (mover, prey, front) = (self.mover(), self.prey(), self.line[1].from());
        let slides = self.after.piece_at(mover).is_some_and(|piece| matches!(piece.kind, Kind::Rook | Kind::Cannon));
        self.at == 2
            && slides
            && self.capture().from() == mover
            && self.prey_stood_still()
            && !self.prey_hung()
            && !self.after.attacks(mover, prey)
            && is_between(mover, front, prey)
            && !is_between(mover, self.line[1].to(), prey)
            && self.is_threatened_by_mover(front)
    }

    fn is_discovered_attack(&self) -> bool {
        let (taker, prey) = (self.capture().from(), self.prey());
        taker != self.mover() && self.falls_at_once() && !self.start.attacks(taker, prey)
    }

    fn is_pin(&self) -> bool {
        let prey = self.prey();
        let exposes = |board: &Board| Grid::of(board.position()).without(prey).in_check(!self.hunter());
        self.prey_stood_still()
            && !self.prey_hung()
            && !self.after.in_check()
            && exposes(&self.after)
            && self.start.piece_at(prey).is_some_and(|piece| piece.color != self.hunter())
            && !exposes(self.start)
            && self.after.legal_moves().iter().all(|mv| mv.from() != prey)
    }

    fn is_trap(&self) -> bool {
        if self.start.in_check() {
            // Whoever answers a check could not attack before.
            return false;
        }
        // Where the prey stood after the first move.
        let stood = stood(self.prey(), &self.line[1..self.at]);
        let Some(piece) = self.after.piece_at(stood) else { return false };
        if piece.color == self.hunter() || worth(piece, stood) < 2 * TWO_POINTS || self.after.in_check() {
            return false;
        }
        let mut passed = self.after.clone();
        passed.make_null();
        let escapes = self.after.legal_moves().into_iter().filter(|mv| mv.from() == stood);
        best_capture_on(&passed, stood) >= TWO_POINTS
            && (self.start.piece_at(stood) != Some(piece) || best_capture_on(self.start, stood) < TWO_POINTS)
            && escapes.map(|mv| exchange(&self.after, mv)).all(|gain| gain <= -TWO_POINTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The motif of a line whose last move is the capture.
    #[track_caller]
    fn check(fen: &str, line: &str, expected: Option<Motif>) {
        let board = Board::from_fen(fen).unwrap();
        let line: Vec<Move> = line.split(' ').map(|mv| mv.parse().unwrap()).collect();
        let mut replayed = board.clone();
        for &mv in &line {
            assert!(replayed.is_legal_move(mv), "{mv} in {}", replayed.fen());
            replayed.make(mv);
        }
        assert_eq!(motif(&board, &line, line.len() - 1), expected, "{fen}");
    }

    #[test]
    fn forks() {
        let two_rooks = "4k4/9/2r3r2/9/9/3N5/9/9/9/3K5 w";
        check(two_rooks, "d4e6 c7c6 e6g7", Some(Motif::Fork));
        check("4k4/1r7/9/9/2N6/9/9/9/9/3K5 w", "c5d7 e9e8 d7b8", Some(Motif::CheckingFork));
        // The rook could take the cannon without a check.
        check("2bk1a3/4a4/2R1b4/9/3P5/7CP/1p5r1/4B4/4A4/2BAK4 b", "h3h0 e1f0 h0h4", None);
        // Two horses that rooks guard are no fork of a horse.
        check("2r1k1r2/9/2n3n2/9/9/3N5/9/9/9/3K5 w", "d4e6 c7d5 e6g7", None);
    }

    #[test]
    fn skewers() {
        check("4r4/4k4/9/9/R8/9/9/9/9/5K3 w", "a5e5 e8d8 e5e9", Some(Motif::Skewer));
        check("3k5/9/4c4/9/4n4/9/9/9/R8/5K3 w", "a1e1 e5d7 e1e7", Some(Motif::Skewer));
        // The pawn in front was guarded and had no need to go.
        check("3k5/9/4r4/9/9/4p4/9/9/R8/5K3 w", "a1e1 e4d4 e1e7", None);
    }

    #[test]
    fn attacks_that_are_uncovered() {
        check("3k5/9/9/9/9/9/R2N4c/9/9/5K3 w", "d3e5 d9d8 a3i3", Some(Motif::DiscoveredAttack));
        // The horse becomes the cannon's screen.
        check("3k5/9/9/9/4N4/9/C7c/9/9/5K3 w", "e5d3 d9d8 a3i3", Some(Motif::DiscoveredAttack));
        // The rook attacked the cannon before.
        check("3k5/9/9/9/9/3N5/R7c/9/9/5K3 w", "d4e6 d9e9 a3i3", None);
    }

    #[test]
    fn checks_that_are_uncovered() {
        check("4k4/9/9/r8/9/4N4/9/9/4R4/5K3 w", "e4c5 e9d9 c5a6", Some(Motif::DiscoveredCheck));
        check("4k4/1r7/9/9/4N4/9/9/9/4R4/5K3 w", "e5d7 e9d9 d7b8", Some(Motif::DoubleCheck));
        // The horse leaves the file without a rook on it.
        check("4k4/9/9/r8/9/4N4/9/9/3R5/5K3 w", "e4c5 e9e8 c5a6", None);
    }

    #[test]
    fn pins() {
        check("4k4/9/9/p3n4/9/9/9/9/R8/5K3 w", "a1e1 a6a5 e1e6", Some(Motif::Pin));
        check("4k4/9/9/p3c4/9/9/9/9/R8/5K3 w", "a1e1 a6a5 e1e6", None);
        // A rook on the file may take the rook that attacks it.
        check("4k4/9/9/p3r4/9/9/9/9/R8/5K3 w", "a1e1 a6a5 e1e6", None);
    }

    #[test]
    fn traps() {
        check("n3k4/9/9/3N5/7R1/9/9/9/9/2R2K3 w", "h5a5 a9b7 d6b7", Some(Motif::Trap));
        // The horse may go where nobody attacks it.
        check("n3k4/9/9/9/7R1/9/9/9/9/2R2K3 w", "h5a5 e9e8 a5a9", None);
        // The cannon attacked the horse all the time; the king left the horse's check.
        check("5k3/9/9/9/9/1C7/9/1C7/1n7/3K5 w", "d0e0 f9f8 b4b1", None);
    }
}
