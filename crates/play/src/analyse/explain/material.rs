//! What pieces are worth, what exchanges gain, and what a line of play wins and loses.
//!
//! Everything here is played out move by move by the rules of the board, so that legs, eyes, screens, facing kings and
//! pins count.

use guohe::board::Board;
use guohe::types::{Color, Move, Piece, Square};
pub use guohe_puzzles::grid::worth;

/// Twice the points by which players count: two of them are the least that is called a loss.
pub const TWO_POINTS: i32 = 4;
/// Plies of a line that are replayed: what is won or lost later is no matter of the move.
const LONGEST_REPLAY: usize = 9;
/// Plies of a line, counted from the first one of the side that wins material, within which the piece falls.
pub const FALLS_WITHIN: usize = 5;

/// What `mv`, a legal move, gains for its mover, in half points, if both sides go on to capture on its square, each
/// with its least valuable piece, until a capture no longer pays. A quiet move gains nothing and may lose the piece
/// that moved.
pub fn exchange(board: &Board, mv: Move) -> i32 {
    exchange_on(&mut board.clone(), mv)
}

fn exchange_on(board: &mut Board, mv: Move) -> i32 {
    let gained = board.piece_at(mv.to()).map_or(0, |piece| worth(piece, mv.to()));
    board.make(mv);
    let answers = board.legal_moves().into_iter().filter(|answer| answer.to() == mv.to());
    let cheapest = answers.min_by_key(|answer| board.piece_at(answer.from()).map(|piece| worth(piece, answer.from())));
    let answer = cheapest.map_or(0, |answer| exchange_on(board, answer));
    board.unmake();
    gained - answer.max(0)
}

/// The most that a capture gains for the side to move, in half points; 0 where none gains anything.
pub fn best_capture(board: &Board) -> i32 {
    captures(board).map(|mv| exchange(board, mv)).max().unwrap_or(0).max(0)
}

/// The most that the side to move gains by taking on `square`, in half points; 0 where it gains nothing.
pub fn best_capture_on(board: &Board, square: Square) -> i32 {
    let here = captures(board).filter(|mv| mv.to() == square);
    here.map(|mv| exchange(board, mv)).max().unwrap_or(0).max(0)
}

fn captures(board: &Board) -> impl Iterator<Item = Move> + '_ {
    board.legal_moves().into_iter().filter(|&mv| board.is_capture(mv))
}

/// `board` with some squares changed and `side` to move, without history; `None` where that is no legal position.
pub fn edited(board: &Board, side: Color, changes: &[(Square, Option<Piece>)]) -> Option<Board> {
    let at = |square| {
        changes
            .iter()
            .find(|(changed, _)| *changed == square)
            .map_or_else(|| board.piece_at(square), |(_, piece)| *piece)
    };
    let mut rows = vec![String::new(); 10];
    for square in Square::all() {
        rows[square.rank().index()].push(at(square).map_or('1', Piece::letter));
    }
    rows.reverse();
    let side = if side == Color::Red { 'w' } else { 'b' };
    Board::from_fen(&format!("{} {side}", rows.join("/"))).ok()
}

/// A piece that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    pub piece: Piece,
    /// Where it was taken.
    pub square: Square,
    /// What it was worth where it stood before the line, in half points: a pawn that crosses the river and is taken
    /// back at once has become no dearer.
    pub worth: i32,
    /// The number of the move that took it, from 0 on.
    pub at: usize,
}

/// A line of play, replayed.
pub struct Replay {
    /// What `side` has won less what it has lost after each move, in half points.
    balances: Vec<i32>,
    /// Whether nothing hangs after each move: no check, and no capture that gains two points.
    quiet: Vec<bool>,
    taken: Vec<Taken>,
    side: Color,
}

impl Replay {
    /// Replays `line` from `board` on, seen by `side`, as far as its moves are legal.
    pub fn of(board: &Board, line: &[Move], side: Color) -> Self {
        let mut board = board.clone();
        let mut replay = Self { balances: Vec::new(), quiet: Vec::new(), taken: Vec::new(), side };
        let mut balance = 0;
        for (at, &mv) in line.iter().take(LONGEST_REPLAY).enumerate() {
            if !board.is_legal_move(mv) {
                break;
            }
            if let Some(piece) = board.piece_at(mv.to()) {
                let square = mv.to();
                let worth = worth(piece, stood(square, &line[..at]));
                balance += if piece.color == side { -worth } else { worth };
                replay.taken.push(Taken { piece, square, worth, at });
            }
            board.make(mv);
            replay.balances.push(balance);
            replay.quiet.push(!board.in_check() && best_capture(&board) < TWO_POINTS);
        }
        replay
    }

    /// Leaves what the first move takes out of account.
    pub fn forget_first(&mut self) {
        if let Some(index) = self.taken.iter().position(|taken| taken.at == 0) {
            let first = self.taken.remove(index);
            let gained = if first.piece.color == self.side { -first.worth } else { first.worth };
            self.balances.iter_mut().for_each(|balance| *balance -= gained);
        }
    }

    /// The first move from `from` on after which nothing hangs.
    pub fn quiet_from(&self, from: usize) -> Option<usize> {
        (from..self.quiet.len()).find(|&at| self.quiet[at])
    }

    /// The least and the most that `side` is ahead where nothing hangs: at the first such place from `from` on, and at
    /// the last one of the line. `None` where something hangs to the end.
    pub fn settled(&self, from: usize) -> Option<(i32, i32)> {
        let first = self.quiet_from(from)?;
        let last = (first..self.quiet.len()).rev().find(|&at| self.quiet[at])?;
        let (first, last) = (self.balances[first], self.balances[last]);
        Some((first.min(last), first.max(last)))
    }

    /// How much `side` is ahead at the last place of the line where nothing hangs.
    pub fn last_quiet(&self) -> Option<i32> {
        (0..self.quiet.len()).rev().find(|&at| self.quiet[at]).map(|at| self.balances[at])
    }

    /// What has been taken up to the move `last`, of `side` and of the other side, the dearest first. Pieces that were
    /// exchanged for their like are left out, and so are pawns at home; a horse and a cannon count as alike.
    pub fn taken_until(&self, last: usize) -> (Vec<Taken>, Vec<Taken>) {
        let (own, other) = self.exchanged_until(last);
        without_pairs(own, other, |lost, won| (won.worth - lost.worth).abs() < 2)
    }

    /// The same with the horses and cannons that were exchanged for each other.
    pub fn exchanged_until(&self, last: usize) -> (Vec<Taken>, Vec<Taken>) {
        let of = |color| {
            let mut list: Vec<Taken> = self
                .taken
                .iter()
                .copied()
                .filter(|taken| taken.at <= last && taken.piece.color == color)
                .filter(|taken| taken.worth >= TWO_POINTS)
                .collect();
            list.sort_by_key(|taken| -taken.worth);
            list
        };
        without_pairs(of(self.side), of(!self.side), |lost, won| {
            won.piece.kind == lost.piece.kind && won.worth == lost.worth
        })
    }
}

/// Both lists without the pairs, one piece of each, that are alike.
fn without_pairs(
    mut own: Vec<Taken>,
    mut other: Vec<Taken>,
    are_alike: impl Fn(&Taken, &Taken) -> bool,
) -> (Vec<Taken>, Vec<Taken>) {
    own.retain(|lost| {
        let like = other.iter().position(|won| are_alike(lost, won));
        like.map(|index| other.remove(index)).is_none()
    });
    (own, other)
}

/// Where the piece that stands on `square` after `moves` stood before them.
pub fn stood(square: Square, moves: &[Move]) -> Square {
    moves.iter().rev().fold(square, |square, mv| if mv.to() == square { mv.from() } else { square })
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::types::Kind;

    #[track_caller]
    fn check(fen: &str, mv: &str, gain: i32) {
        let board = Board::from_fen(fen).unwrap();
        assert_eq!(exchange(&board, mv.parse().unwrap()), gain, "{mv} in {fen}");
    }

    #[test]
    fn exchanges_are_played_out_by_the_rules() {
        // A free pawn at home, one across the river, and one guarded by a rook.
        check("3k5/9/9/4p4/9/9/9/4R4/9/5K3 w", "e2e6", 2);
        check("3k5/9/9/9/9/4p4/9/4R4/9/5K3 w", "e2e4", 4);
        check("3k5/9/4r4/4p4/9/9/9/4R4/9/5K3 w", "e2e6", 2 - 18);
        // A horse whose leg is blocked guards nothing.
        check("3k5/9/3n5/9/4p4/4R4/9/9/9/5K3 w", "e4e5", 2 - 18);
        check("3k5/9/3n5/3p5/4p4/4R4/9/9/9/5K3 w", "e4e5", 2);
        // The guard is pinned by the facing kings: it cannot take back.
        check("4k4/9/9/4r4/R2p5/9/9/9/9/4K4 w", "a5d5", 2);
        // A cannon takes back over a screen alone.
        check("3k5/9/9/4c4/9/4p4/9/4R4/9/5K3 w", "e2e4", 4);
        check("3k5/9/9/4c4/4p4/4p4/9/4R4/9/5K3 w", "e2e4", 4 - 18);
    }

    #[test]
    fn a_replay_counts_and_knows_where_nothing_hangs() {
        // Rook takes pawn, rook takes rook, and the cannon takes back.
        let board = Board::from_fen("3k5/9/4r4/4p4/9/9/4R4/4P4/4C4/5K3 w").unwrap();
        let line: Vec<Move> = ["e3e6", "e7e6", "f0e0", "d9d8"].map(|mv| mv.parse().unwrap()).to_vec();
        let replay = Replay::of(&board, &line, Color::Red);
        assert_eq!(replay.balances, [2, -16, -16, -16]);
        // Rook for rook would be even: only the line shows that nobody takes back.
        assert_eq!((replay.settled(0), replay.settled(1)), (Some((-16, 2)), Some((-16, -16))));
        let (own, other) = replay.taken_until(3);
        assert_eq!((own.len(), own[0].piece.kind, own[0].at, other.len()), (1, Kind::Rook, 1, 0));
        let black = Replay::of(&board, &line, Color::Black);
        assert_eq!(black.balances, [-2, 16, 16, 16]);
    }

    #[test]
    fn a_horse_is_exchanged_for_a_horse_before_a_cannon() {
        // A horse and an advisor are taken for a horse and a cannon.
        let start = "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3n1P1P/1C3CN2/4A4/RNBAK1BR1 w";
        let board = Board::from_fen(start).unwrap();
        let line: Vec<Move> = ["f2e2", "b7b0", "g2e3", "b0d0", "e1d0"].map(|mv| mv.parse().unwrap()).to_vec();
        let (own, other) = Replay::of(&board, &line, Color::Red).taken_until(4);
        let kinds = |list: Vec<Taken>| list.iter().map(|taken| taken.piece.kind).collect::<Vec<_>>();
        assert_eq!((kinds(own), kinds(other)), (vec![Kind::Advisor], vec![Kind::Cannon]));
    }

    #[test]
    fn an_impossible_position_is_none() {
        let board = Board::from_fen("3k5/9/9/9/9/9/9/9/R8/4K4 w").unwrap();
        let square = |text| Square::parse(text).unwrap();
        // Red to move while Black's king stands in check.
        assert!(edited(&board, Color::Red, &[(square("d5"), board.piece_at(square("a1")))]).is_none());
        let other = edited(&board, Color::Black, &[(square("a1"), None)]).unwrap();
        assert_eq!(other.fen().split(' ').next(), Some("3k5/9/9/9/9/9/9/9/9/4K4"));
    }

    /// Each side takes with its least valuable piece, so the cost grows with the captures and not with their orders.
    #[test]
    fn a_crowded_square_is_counted_at_once() {
        let board = Board::from_fen("3k5/4r4/2b1r1b2/2n1p1n2/2CPpPC2/2N1P1N2/4R4/4R4/9/5K3 w").unwrap();
        let start = std::time::Instant::now();
        exchange(&board, "e4e5".parse().unwrap());
        assert!(start.elapsed().as_millis() < 500, "{:?}", start.elapsed());
    }
}
