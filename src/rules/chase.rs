//! The pieces that one move chases.
//!
//! A move chases an enemy piece if the piece can be captured after the move, in a way that counts, and could not be
//! captured so before it (under the Asian rules: not by any of the same pieces). Comparing the two positions covers all
//! cases: attacks by the moved piece, opened lines and legs, screens added or removed, and protectors cut off or
//! pinned. A protector (根) of a piece is a piece of the same side that could recapture.

use crate::board::{Position, Scratch};
use crate::types::{Color, Kind, Move, MoveList, Square};

/// A set of one side's pieces: bit `n` is piece number `n`.
pub(super) type Pieces = u16;

/// All pieces of a side.
pub(super) const ALL: Pieces = Pieces::MAX;

/// The bit of the piece on `square`, which must be occupied.
fn bit(board: &Position, square: Square) -> Pieces {
    1 << index(board, square)
}

fn index(board: &Position, square: Square) -> usize {
    usize::from(board.piece_number(square).expect("a piece that captures or is captured stands on its square"))
}

/// The captures that one side threatens.
#[derive(Clone, Debug, Default)]
pub(super) struct Threats {
    /// Pieces that could be taken in a way that counts as a chase.
    pub(super) victims: Pieces,
    /// The rooks among `victims` that are pinned by a knight of the attackers.
    pub(super) pinned_rooks: Pieces,
    /// For each victim, the pieces that could take it in a way that counts as a chase.
    pub(super) chasers: [Pieces; 16],
    /// For each enemy, the pieces that attack it pseudo-legally, even if the capture would expose their king.
    attackers: [Pieces; 16],
    /// For each attacked enemy, its protectors that may recapture.
    protectors: [Pieces; 16],
    /// For each attacked enemy, its protectors that would expose their king by recapturing (假根).
    pinned_protectors: [Pieces; 16],
}

impl Threats {
    /// The captures that `side` threatens, of the victims `only`.
    pub(super) fn of(board: &mut Scratch, side: Color, only: Pieces) -> Self {
        let mut threats = Self::default();
        board.set_side(side);
        let mut captures = MoveList::new();
        board.captures(&mut captures);
        // A side in check may ignore that check here, but must not expose its king to another piece.
        let checkers = if board.in_check() { board.king_attackers(side) } else { 0 };
        for capture in captures {
            let (from, to) = (capture.from(), capture.to());
            if bit(board, to) & only != 0 && may_chase(board, side, from, to) {
                threats.add(board, side, from, to, checkers);
            }
        }
        threats
    }

    fn add(&mut self, board: &mut Scratch, side: Color, from: Square, to: Square, checkers: Pieces) {
        let (victim, attacker) = (index(board, to), bit(board, from));
        self.attackers[victim] |= attacker;
        let is_safe = if checkers == 0 {
            board.capture_is_safe(from, to)
        } else {
            let tried = board.try_capture(from, to);
            let exposed = board.king_attackers(side) & !checkers;
            board.undo_capture(tried);
            exposed == 0
        };
        if is_safe && self.is_chase(board, side, from, to) {
            self.victims |= 1 << victim;
            self.chasers[victim] |= attacker;
            if is_kind(board, to, Kind::Rook) && board.is_pinned_by_knight(to) {
                self.pinned_rooks |= 1 << victim;
            }
        }
    }

    /// Whether a legal capture threatens to win material: the victim is stronger than the attacker, or it has no
    /// protector and cannot itself capture the attacker, a piece of the same kind.
    fn is_chase(&mut self, board: &mut Scratch, side: Color, from: Square, to: Square) -> bool {
        let (Some(attacker), Some(victim)) = (board.piece_at(from), board.piece_at(to)) else { return false };
        let is_stronger = match attacker.kind {
            Kind::Knight | Kind::Cannon => victim.kind == Kind::Rook,
            Kind::Advisor | Kind::Bishop => matches!(victim.kind, Kind::Rook | Kind::Cannon | Kind::Knight),
            _ => false,
        };
        // Pieces of the same kind that could capture each other offer an exchange.
        let is_exchange = |board: &Position| {
            attacker.kind == victim.kind && board.attacks(to, from) && board.capture_is_safe(to, from)
        };
        is_stronger || !(is_exchange(board) || self.is_protected(board, side, from, to))
    }

    /// Whether the piece on `to` has a protector that may recapture after the capture.
    fn is_protected(&mut self, board: &mut Scratch, side: Color, from: Square, to: Square) -> bool {
        let victim = index(board, to);
        let tried = board.try_capture(from, to);
        let mut is_protected = false;
        for (number, protector) in board.pieces(!side) {
            if board.attacks(protector, to) {
                let may_recapture = board.capture_is_safe(protector, to);
                let protectors = if may_recapture { &mut self.protectors } else { &mut self.pinned_protectors };
                protectors[victim] |= 1 << number;
                is_protected |= may_recapture;
            }
        }
        board.undo_capture(tried);
        is_protected
    }

    /// The victims of a move that led from the threats `before` to these: those that could not be captured before it.
    /// With `fresh_chaser_counts` a victim that was chased before counts again if all its former chasers have stopped
    /// and another piece chases it now (Asian rules).
    pub(super) fn new_since(&self, before: &Self, fresh_chaser_counts: bool) -> Pieces {
        let is_new = |&victim: &usize| {
            let stays = if fresh_chaser_counts {
                self.chasers[victim] & before.chasers[victim]
            } else {
                before.chasers[victim]
            };
            stays == 0
        };
        each(self.victims).filter(is_new).map(|victim| 1 << victim).sum()
    }

    /// The pieces among `victims` that the move attacked, or whose protector it pinned. The others were attacked
    /// before; the move cut off their protectors, unpinned an attacker, or pinned the victim.
    pub(super) fn attacked_since(&self, before: &Self, victims: Pieces) -> Pieces {
        each(victims)
            .filter(|&victim| {
                self.chasers[victim] & !before.attackers[victim] != 0
                    || self.pinned_protectors[victim] & before.protectors[victim] != 0
            })
            .map(|victim| 1 << victim)
            .sum()
    }
}

/// The members of a set, as numbers from 0 to 15.
pub(super) fn each(pieces: Pieces) -> impl Iterator<Item = usize> {
    (0..16).filter(move |&piece| pieces & 1 << piece != 0)
}

fn is_kind(board: &Position, square: Square, kind: Kind) -> bool {
    board.piece_at(square).is_some_and(|piece| piece.kind == kind)
}

/// Whether a capture can be a chase at all: not by a king or a pawn, and not of a king or of a pawn that has not
/// crossed the river.
fn may_chase(board: &Position, side: Color, from: Square, to: Square) -> bool {
    let (Some(attacker), Some(victim)) = (board.piece_at(from), board.piece_at(to)) else { return false };
    !matches!(attacker.kind, Kind::King | Kind::Pawn)
        && match victim.kind {
            Kind::King => false,
            Kind::Pawn => to.is_home_of(side),
            _ => true,
        }
}

/// The pieces that the last move attacks by the simple rule of the UCCI league. Only the moved rook, knight or cannon
/// counts, and only rooks, knights, cannons and crossed pawns are victims. Any piece that could recapture protects,
/// pinned or not; a rook attacked by a knight or cannon is a victim all the same. `board` is the position after `mv`.
pub(super) fn league_victims(board: &Position, mv: Move) -> Pieces {
    let at = mv.to();
    let Some(mover) = board.piece_at(at) else { return 0 };
    let along_file = mv.from().file() == at.file();
    board
        .pieces(!mover.color)
        .filter(|&(_, square)| {
            let Some(victim) = board.piece_at(square) else { return false };
            // A rook or cannon that slides along a line attacks nothing new on it.
            let is_fresh = match mover.kind {
                Kind::Rook | Kind::Cannon => (square.file() == at.file()) != along_file,
                Kind::Knight => true,
                _ => false,
            };
            let counts = match (mover.kind, victim.kind) {
                (_, Kind::King | Kind::Advisor | Kind::Bishop) => false,
                (Kind::Knight | Kind::Cannon, Kind::Rook) => true,
                (mover, victim) if mover == victim => false,
                (_, Kind::Pawn) if !square.is_home_of(mover.color) => false,
                _ => !board.pieces(!mover.color).any(|(_, protector)| board.guards(protector, square)),
            };
            is_fresh && counts && board.attacks(at, square)
        })
        .map(|(number, _)| 1 << number)
        .sum()
}
