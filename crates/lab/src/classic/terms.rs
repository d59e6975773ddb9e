//! The features themselves. Symmetric: what counts for Red counts for Black with the board turned.

use super::layout;
use super::reach::{Lines, Occupancy};
use super::squares::SquareSet;
use super::weights::Sum;
use guohe::board::Board;
use guohe::types::{Color, Kind, Piece, Square};

/// The nine points of a palace.
fn palace(color: Color) -> SquareSet {
    let king = Piece::new(color, Kind::King);
    Square::all()
        .filter(|square| square.is_in_region_of(king))
        .fold(SquareSet::EMPTY, |set, square| set | SquareSet::of(square))
}

/// A line piece and what it sees.
type Seen = (Square, Lines);

/// Everything that one side attacks.
struct Attacks {
    rooks: Vec<Seen>,
    cannons: Vec<Seen>,
    knights: Vec<SquareSet>,
    pawn_attacks: SquareSet,
    /// By kind, guarded pieces included.
    attacks: [SquareSet; Kind::COUNT],
    all: SquareSet,
}

impl Attacks {
    fn new(board: &Board, occupancy: &Occupancy, color: Color) -> Self {
        let mut attacks = [SquareSet::EMPTY; Kind::COUNT];
        let mut lines_of = |kind: Kind| {
            let mut seen = Vec::new();
            for square in board.squares(color, kind) {
                let lines = occupancy.lines(square);
                let hits = if kind == Kind::Rook { lines.open | lines.first } else { lines.jumped };
                attacks[kind.index()] |= hits;
                seen.push((square, lines));
            }
            seen
        };
        let (rooks, cannons) = (lines_of(Kind::Rook), lines_of(Kind::Cannon));
        let mut knights = Vec::new();
        for square in board.squares(color, Kind::Knight) {
            let reach = occupancy.knight_reach(square);
            attacks[Kind::Knight.index()] |= reach;
            knights.push(reach);
        }
        let mut pawn_attacks = SquareSet::EMPTY;
        for square in board.squares(color, Kind::Pawn) {
            pawn_attacks |= Occupancy::pawn_reach(square, color);
        }
        attacks[Kind::Pawn.index()] = pawn_attacks;
        for kind in [Kind::King, Kind::Advisor, Kind::Bishop] {
            for square in board.squares(color, kind) {
                attacks[kind.index()] |= occupancy.defender_reach(square, Piece::new(color, kind));
            }
        }
        let all = attacks.iter().fold(SquareSet::EMPTY, |all, &set| all | set);
        Self { rooks, cannons, knights, pawn_attacks, attacks, all }
    }
}

/// A board with everything that the terms of both sides look at.
pub(super) struct EvalContext<'a> {
    board: &'a Board,
    sides: [Attacks; 2],
    pieces: usize,
    occupancy: Occupancy,
}

impl<'a> EvalContext<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        let occupancy = Occupancy::new(board);
        let pieces = occupancy.pieces_of(Color::Red).count() + occupancy.pieces_of(Color::Black).count();
        let sides = [Attacks::new(board, &occupancy, Color::Red), Attacks::new(board, &occupancy, Color::Black)];
        Self { board, sides, pieces, occupancy }
    }

    #[inline]
    fn count(&self, color: Color, kind: Kind) -> usize {
        self.occupancy.count(color, kind)
    }
}

/// Hands all features of `color` but the piece-square ones to `sum`.
#[inline]
pub(super) fn side(view: &EvalContext, color: Color, sum: &mut Sum) {
    mobility(view, color, sum);
    pairings(view, color, sum);
    cannons_on_the_king(view, color, sum);
    rooks(view, color, sum);
    palace_attack(view, color, sum);
    pawns(view, color, sum);
    threats(view, color, sum);
}

#[inline]
fn mobility(view: &EvalContext, color: Color, sum: &mut Sum) {
    let side = &view.sides[color.index()];
    let safe = !(view.sides[(!color).index()].pawn_attacks | view.occupancy.pieces_of(color));
    for (_, lines) in &side.rooks {
        sum.add(layout::ROOK_MOBILITY + ((lines.open | lines.first) & safe).count(), 1);
    }
    for (_, lines) in &side.cannons {
        sum.add(layout::CANNON_MOBILITY + (lines.open & safe).count(), 1);
    }
    for &reach in &side.knights {
        sum.add(layout::KNIGHT_MOBILITY + (reach & safe).count(), 1);
    }
}

#[inline]
fn pairings(view: &EvalContext, color: Color, sum: &mut Sum) {
    let (cannons, knights) = (view.count(color, Kind::Cannon), view.count(color, Kind::Knight));
    let (advisors, bishops) = (view.count(color, Kind::Advisor), view.count(color, Kind::Bishop));
    sum.add(layout::CANNON_BY_PIECES + view.pieces / 4, cannons as i32);
    sum.add(layout::KNIGHT_BY_PIECES + view.pieces / 4, knights as i32);
    if advisors + bishops == 0 {
        sum.add(layout::BARE_CANNON, cannons as i32);
    }
    sum.add(layout::DEFENDERS + advisors * 3 + bishops, 1);
    let enemy_rooks = view.count(!color, Kind::Rook);
    let enemy_cannons = view.count(!color, Kind::Cannon);
    sum.add(layout::ADVISORS_AGAINST_ROOKS, ((2 - advisors) * enemy_rooks) as i32);
    sum.add(layout::BISHOPS_AGAINST_CANNONS, ((2 - bishops) * enemy_cannons) as i32);
}

#[inline]
fn cannons_on_the_king(view: &EvalContext, color: Color, sum: &mut Sum) {
    let king = view.board.king(!color);
    for &(square, _) in &view.sides[color.index()].cannons {
        if square.file() == king.file() {
            match view.occupancy.pieces_between(view.board.king(!color), square) {
                Some(0) => {
                    let distance = square.rank().index().abs_diff(king.rank().index());
                    sum.add(layout::HOLLOW_CANNON + distance, 1);
                    if !view.sides[color.index()].rooks.is_empty() {
                        sum.add(layout::HOLLOW_CANNON_WITH_ROOK, 1);
                    }
                }
                Some(2) => sum.add(layout::FILE_CANNON, 1),
                _ => {}
            }
        }
        if square.rank_for(!color).index() == 0 {
            sum.add(layout::BOTTOM_CANNON + 2 - view.count(!color, Kind::Bishop), 1);
        }
    }
}

#[inline]
fn rooks(view: &EvalContext, color: Color, sum: &mut Sum) {
    for &(square, _) in &view.sides[color.index()].rooks {
        if !view.occupancy.pieces(color, Kind::Pawn).meets(SquareSet::of_file(square.file())) {
            sum.add(layout::ROOK_ON_OPEN_FILE, 1);
        }
        if view.occupancy.pieces_between(view.board.king(!color), square).is_some_and(|pieces| pieces <= 1) {
            sum.add(layout::ROOK_ON_KING_LINE, 1);
        }
    }
}

#[inline]
fn palace_attack(view: &EvalContext, color: Color, sum: &mut Sum) {
    let side = &view.sides[color.index()];
    let enemy = &view.sides[(!color).index()];
    let palace = palace(!color);
    let mut attackers = 0;
    let mut count = |kind: usize, hits: SquareSet| {
        let squares = (hits & palace).count();
        attackers += usize::from(squares > 0);
        sum.add(layout::PALACE_ATTACK + kind, squares as i32);
    };
    for &reach in &side.knights {
        count(0, reach);
    }
    for (_, lines) in &side.rooks {
        count(1, lines.open | lines.first);
    }
    for (_, lines) in &side.cannons {
        count(2, lines.jumped);
    }
    count(3, side.pawn_attacks);
    sum.add(layout::PALACE_ATTACKERS + attackers, 1);

    let king = view.board.king(!color);
    let seen = view.occupancy.lines(king);
    let free = !(view.occupancy.pieces_of(color) | enemy.all);
    let checks = [
        view.occupancy.knight_origins(king) & side.attacks[Kind::Knight.index()],
        (seen.open | seen.first) & side.attacks[Kind::Rook.index()],
        seen.jumped & side.cannons.iter().fold(SquareSet::EMPTY, |all, (_, lines)| all | lines.open | lines.jumped),
    ];
    for (index, squares) in checks.into_iter().enumerate() {
        sum.add(layout::SAFE_CHECKS + index, (squares & free).count() as i32);
    }
}

#[inline]
fn pawns(view: &EvalContext, color: Color, sum: &mut Sum) {
    let pawns = view.occupancy.pieces(color, Kind::Pawn);
    sum.add(layout::PAWN_COUNT + pawns.count(), 1);
    // Only crossed pawns can stand side by side: before the river they keep to every other file.
    let pairs = pawns & pawns.without_last_file().shifted(1);
    sum.add(layout::PAWN_PAIR, pairs.count() as i32);
}

#[inline]
fn threats(view: &EvalContext, color: Color, sum: &mut Sum) {
    let side = &view.sides[color.index()];
    let enemy = &view.sides[(!color).index()];
    let lesser_than_knight =
        side.attacks[Kind::Pawn.index()] | side.attacks[Kind::Advisor.index()] | side.attacks[Kind::Bishop.index()];
    let lesser_than_rook = lesser_than_knight | side.attacks[Kind::Knight.index()] | side.attacks[Kind::Cannon.index()];
    for kind in [Kind::Advisor, Kind::Bishop, Kind::Knight, Kind::Rook, Kind::Cannon, Kind::Pawn] {
        let lesser = match kind {
            Kind::Rook => lesser_than_rook,
            Kind::Knight | Kind::Cannon => lesser_than_knight,
            _ => SquareSet::EMPTY,
        };
        let attacked = view.occupancy.pieces(!color, kind) & side.all;
        if attacked.is_empty() {
            continue;
        }
        sum.add(layout::HANGING + kind.index(), (attacked & !enemy.all).count() as i32);
        sum.add(layout::THREATENED + kind.index(), (attacked & lesser).count() as i32);
    }
}

/// The scale of [`winning_chances`].
pub(super) const FULL_CHANCES: i32 = 16;

/// How much of an advantage can be turned into a win, in sixteenths: without pieces that cross the river, nothing can.
#[inline]
pub(super) fn winning_chances(board: &Board, red_ahead: bool) -> i32 {
    let color = if red_ahead { Color::Red } else { Color::Black };
    let [knights, rooks, cannons, pawns] =
        [Kind::Knight, Kind::Rook, Kind::Cannon, Kind::Pawn].map(|kind| board.count(color, kind));
    match (knights + 2 * rooks + cannons, pawns) {
        (0, 0) => 1,
        (0, _) => 10,
        // A cannon alone needs screens, a knight alone meets full defences.
        (1, 0) => 4,
        (1, 1) => 12,
        _ => FULL_CHANCES,
    }
}
