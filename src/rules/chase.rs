//! The pieces that one move chases.
//!
//! A move chases an enemy piece when after it the piece could be taken in a way that counts, and could not have been so
//! before it. Comparing the two positions covers everything at once: the moved piece's own attacks, lines and legs
//! opened, screens put up or taken away, and protectors cut off or pinned. A protector of a piece (根, its root) is one
//! of its own side that stands ready to take back.

use crate::board::{Position, Scratch};
use crate::types::{Color, Kind, Move, MoveList, Square};

/// A set of one side's pieces: bit `n` is the piece in slot `n`.
pub(super) type Pieces = u16;

/// All pieces of a side.
pub(super) const ALL: Pieces = Pieces::MAX;

/// The bit of the piece on `square`, which must be occupied.
fn bit(board: &Position, square: Square) -> Pieces {
    1 << index(board, square)
}

fn index(board: &Position, square: Square) -> usize {
    usize::from(board.slot(square).expect("a piece that captures or is captured stands on its square"))
}

/// The captures that one side threatens.
#[derive(Clone, Debug, Default)]
pub(super) struct Threats {
    /// Pieces that could be taken in a way that counts as a chase.
    pub(super) victims: Pieces,
    /// Those of them that are rooks which a knight of the attackers pins.
    pub(super) pinned_rooks: Pieces,
    /// For each victim, the pieces that could take it in such a way.
    chasers: [Pieces; 16],
    /// For each enemy, the pieces that attack it by the way they move, even if their own king forbids the capture.
    attackers: [Pieces; 16],
    /// For each enemy that is attacked, its protectors that may take back.
    protectors: [Pieces; 16],
    /// For each enemy that is attacked, its protectors that would expose their king (假根).
    pinned_protectors: [Pieces; 16],
}

impl Threats {
    /// What `side` could take. With `only`, looks at these victims and no others.
    pub(super) fn of(board: &mut Scratch, side: Color, only: Pieces) -> Self {
        let mut threats = Self::default();
        board.give_turn(side);
        let mut captures = MoveList::new();
        board.captures(&mut captures);
        // A side in check may look past the check it stands in, but not expose its king to anyone else.
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

    /// Whether a capture that is possible threatens to win something: a stronger piece, or one without a protector that
    /// could not as well take the attacker.
    fn is_chase(&mut self, board: &mut Scratch, side: Color, from: Square, to: Square) -> bool {
        let (Some(attacker), Some(victim)) = (board.piece_at(from), board.piece_at(to)) else { return false };
        let is_stronger = match attacker.kind {
            Kind::Knight | Kind::Cannon => victim.kind == Kind::Rook,
            Kind::Advisor | Kind::Bishop => matches!(victim.kind, Kind::Rook | Kind::Cannon | Kind::Knight),
            _ => false,
        };
        // Pieces of one kind that could take each other offer an exchange.
        let is_exchange = |board: &Position| {
            attacker.kind == victim.kind && board.attacks(to, from) && board.capture_is_safe(to, from)
        };
        is_stronger || !(is_exchange(board) || self.is_protected(board, side, from, to))
    }

    /// Whether the piece on `to` has a protector that may take back after the capture.
    fn is_protected(&mut self, board: &mut Scratch, side: Color, from: Square, to: Square) -> bool {
        let victim = index(board, to);
        let tried = board.try_capture(from, to);
        let mut is_protected = false;
        for (slot, defender) in board.pieces(!side) {
            if board.attacks(defender, to) {
                let may_take_back = board.capture_is_safe(defender, to);
                let protectors = if may_take_back { &mut self.protectors } else { &mut self.pinned_protectors };
                protectors[victim] |= 1 << slot;
                is_protected |= may_take_back;
            }
        }
        board.undo_capture(tried);
        is_protected
    }

    /// The victims of a move that led from `before` to these threats: those that could not be taken before it. With
    /// `relief_counts`, also those that could, when every attacker was relieved by another.
    pub(super) fn new_since(&self, before: &Self, relief_counts: bool) -> Pieces {
        let is_new = |&victim: &usize| {
            let stays =
                if relief_counts { self.chasers[victim] & before.chasers[victim] } else { before.chasers[victim] };
            stays == 0
        };
        each(self.victims).filter(is_new).map(|victim| 1 << victim).sum()
    }

    /// The victims among `victims` that the move attacked, or whose protector it pinned. The others were attacked all
    /// along; their protectors were cut off, or a pinned attacker was set free.
    pub(super) fn attacked_since(&self, before: &Self, victims: Pieces) -> Pieces {
        each(victims)
            .filter(|&victim| {
                self.chasers[victim] & !before.attackers[victim] != 0
                    || self.pinned_protectors[victim] & before.protectors[victim] != 0
            })
            .map(|victim| 1 << victim)
            .sum()
    }

    /// The pieces that chase `victim`.
    pub(super) fn chasers(&self, victim: usize) -> Pieces {
        self.chasers[victim]
    }
}

/// The members of a set, as numbers from 0 to 15.
pub(super) fn each(pieces: Pieces) -> impl Iterator<Item = usize> {
    (0..16).filter(move |&piece| pieces & 1 << piece != 0)
}

fn is_kind(board: &Position, square: Square, kind: Kind) -> bool {
    board.piece_at(square).is_some_and(|piece| piece.kind == kind)
}

/// Whether a capture is of the sort that can be a chase at all: not by a king or pawn, nor of a king or of a pawn that
/// has not crossed the river.
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
                _ => !board.pieces(!mover.color).any(|(_, defender)| board.guards(defender, square)),
            };
            is_fresh && counts && board.attacks(at, square)
        })
        .map(|(slot, _)| 1 << slot)
        .sum()
}
