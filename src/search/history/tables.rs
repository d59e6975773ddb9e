//! Histories of moves: the history heuristic (J. Schaeffer, 1983) with a bounded update ("gravity"), and its
//! refinements by the moves before (continuation history), by the pawns and by captures.

use crate::board::{Board, KeyGroup};
use crate::types::{Color, Kind, Move, Piece, Square};
use crate::{memory, params};
use zerocopy::FromZeros;

/// Entries stay within ± this.
pub const HISTORY_MAX: i32 = 8192;

/// Moves `entry` towards `bonus`: the step shrinks as the entry nears ±[`HISTORY_MAX`], its bound.
#[inline]
pub fn gravity(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

/// The bonus of a move that failed high at `depth`.
#[inline]
pub(in crate::search) fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth - params::history_offset()).clamp(0, params::history_bonus_max())
}

/// Butterfly history: by side, from-square and to-square, as in Schaeffer's paper of 1983.
#[derive(Clone)]
pub struct QuietHistory(Box<[[i16; Square::COUNT * Square::COUNT]; 2]>);

impl Default for QuietHistory {
    fn default() -> Self {
        Self::new()
    }
}

impl QuietHistory {
    /// All zero.
    pub fn new() -> Self {
        Self(zeroed())
    }

    #[inline]
    fn index(mv: Move) -> usize {
        mv.from().index() * Square::COUNT + mv.to().index()
    }

    /// The history of a move of `side`.
    #[inline]
    pub fn get(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.0[side.index()][Self::index(mv)])
    }

    /// Adds a bonus or malus to a move of `side`.
    #[inline]
    pub fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        gravity(&mut self.0[side.index()][Self::index(mv)], bonus);
    }

    /// Halves every entry, so that older searches count less.
    pub fn age(&mut self) {
        self.0.iter_mut().flatten().for_each(|entry| *entry /= 2);
    }
}

/// The index of a move in continuation and pawn history: piece and target square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) struct PieceTo(u16);

impl PieceTo {
    /// Number of different values.
    const COUNT: usize = Piece::COUNT * Square::COUNT;

    /// For `mv`, a move on `board`.
    #[inline]
    pub(in crate::search) fn of(board: &Board, mv: Move) -> Self {
        Self::new(mover(board, mv), mv.to())
    }

    #[inline]
    fn new(piece: Piece, to: Square) -> Self {
        Self((piece.index() * Square::COUNT + to.index()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A history score for each piece and target square.
type ByPieceTo = [i16; PieceTo::COUNT];

/// Number of earlier moves that a quiet move's continuation history looks back at: one and two plies.
const CONTINUATIONS: usize = 2;

/// The moves one and two plies before a node; `None` for a null move and before the root.
pub(in crate::search) type PriorMoves = [Option<PieceTo>; CONTINUATIONS];

/// Rows of the pawn history, 1.3 MB per thread; formations whose keys share a row share its numbers.
const PAWN_KEYS: usize = 512;

/// The row of the pawn history for `board`.
#[inline]
fn pawn_row(board: &Board) -> usize {
    board.group_key(KeyGroup::Pawns).0 as usize % PAWN_KEYS
}

/// The large tables together, so that they lie on huge pages: one that shares its page with other memory gets none.
/// Other systems are not asked for them, and would only waste the memory.
#[derive(FromZeros)]
#[cfg_attr(target_os = "linux", repr(C, align(0x20_0000)))]
struct Large {
    /// Continuation history: by an earlier move and the current move.
    continuation: [ByPieceTo; PieceTo::COUNT],
    /// Pawn history: by pawn structure and move.
    pawn: [ByPieceTo; PAWN_KEYS],
}

#[cfg(target_os = "linux")]
const _: () = assert!(align_of::<Large>() == memory::HUGE_PAGE);

/// One thread's tables of moves.
pub(in crate::search) struct Histories {
    pub(super) quiet: QuietHistory,
    large: Box<[Large; 1]>,
    /// Capture history: by piece, target square and victim.
    capture: Box<[[[i16; Kind::COUNT]; Square::COUNT]; Piece::COUNT]>,
}

impl Histories {
    pub(in crate::search) fn new() -> Self {
        let large = memory::zeroed_on_huge_pages("histories");
        Self { quiet: QuietHistory::new(), large, capture: zeroed() }
    }

    /// The quiet histories for the moves of `board` after the moves `prior`.
    #[inline]
    pub(in crate::search) fn quiet_scores(&self, board: &Board, prior: PriorMoves) -> QuietScores<'_> {
        QuietScores {
            quiet: &self.quiet.0[board.side().index()],
            continuation: prior.map(|prior| prior.map(|prior| &self.large[0].continuation[prior.index()])),
            pawn: &self.large[0].pawn[pawn_row(board)],
        }
    }

    /// Adds a bonus or malus to the pawn history of a quiet move on `board`.
    #[inline]
    pub(in crate::search) fn update_pawn_history(&mut self, board: &Board, piece: Piece, mv: Move, bonus: i32) {
        gravity(&mut self.large[0].pawn[pawn_row(board)][PieceTo::new(piece, mv.to()).index()], bonus);
    }

    /// Adds a bonus or malus to the butterfly and continuation history of a quiet move.
    #[inline]
    pub(in crate::search) fn update_quiet(&mut self, piece: Piece, mv: Move, prior: PriorMoves, bonus: i32) {
        self.quiet.update(piece.color, mv, bonus);
        let now = PieceTo::new(piece, mv.to());
        for prior in prior.into_iter().flatten() {
            gravity(&mut self.large[0].continuation[prior.index()][now.index()], bonus);
        }
    }

    /// The history of captures of `victim` by `piece` on `to`.
    #[inline]
    pub(in crate::search) fn capture(&self, piece: Piece, to: Square, victim: Kind) -> i32 {
        i32::from(self.capture[piece.index()][to.index()][victim.index()])
    }

    /// Adds a bonus or malus to the history of a capture.
    #[inline]
    pub(in crate::search) fn update_capture(&mut self, piece: Piece, to: Square, victim: Kind, bonus: i32) {
        gravity(&mut self.capture[piece.index()][to.index()][victim.index()], bonus);
    }
}

/// Per-node view of the quiet histories with the rows already looked up.
pub(in crate::search) struct QuietScores<'a> {
    quiet: &'a [i16; Square::COUNT * Square::COUNT],
    continuation: [Option<&'a ByPieceTo>; CONTINUATIONS],
    pawn: &'a ByPieceTo,
}

impl QuietScores<'_> {
    /// Sum of butterfly and continuation history of a quiet move of `piece`.
    #[inline(always)]
    pub(in crate::search) fn get(&self, piece: Piece, mv: Move) -> i32 {
        let now = PieceTo::new(piece, mv.to()).index();
        let continuation = |row: Option<&ByPieceTo>| row.map_or(0, |row| i32::from(row[now]));
        let [one, two] = self.continuation;
        i32::from(self.quiet[QuietHistory::index(mv)]) + continuation(one) + continuation(two)
    }

    /// Sum of butterfly, continuation and pawn history of a quiet move of `piece`.
    #[inline(always)]
    pub(in crate::search) fn get_with_pawns(&self, piece: Piece, mv: Move) -> i32 {
        self.get(piece, mv) + i32::from(self.pawn[PieceTo::new(piece, mv.to()).index()])
    }
}

/// The piece moved by `mv`.
#[inline]
pub(in crate::search) fn mover(board: &Board, mv: Move) -> Piece {
    board.piece_at(mv.from()).expect("a generated move leaves an occupied square")
}

/// A large array on the heap without a copy on the stack.
pub(in crate::search) fn zeroed<T: FromZeros>() -> Box<T> {
    T::new_box_zeroed().expect("memory for the histories")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_within_bounds() {
        let mut entry = 0;
        for _ in 0..1000 {
            gravity(&mut entry, 1600);
        }
        assert!(i32::from(entry) > HISTORY_MAX * 9 / 10 && i32::from(entry) <= HISTORY_MAX);
        gravity(&mut entry, -1600);
        assert!(i32::from(entry) < HISTORY_MAX * 7 / 10, "a high history falls fast: {entry}");
        for _ in 0..1000 {
            gravity(&mut entry, -1600);
        }
        assert!(i32::from(entry) >= -HISTORY_MAX);
    }
}
