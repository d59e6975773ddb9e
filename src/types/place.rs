//! Where pieces may stand: the palaces, the halves of the board, and the points that each kind keeps to. The one place
//! that knows; everything else asks [`Square::may_hold`] or [`SquareSet::places_of`].

use super::Color;
use super::File;
use super::Kind;
use super::Piece;
use super::Rank;
use super::Square;
use super::SquareSet;

/// By piece: the points that it can ever stand on.
const PLACES: [SquareSet; Piece::COUNT] = {
    let mut table = [SquareSet::EMPTY; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT * Square::COUNT {
        let (number, square) = (index / Square::COUNT, index % Square::COUNT);
        let color = if number < Kind::COUNT { Color::Red } else { Color::Black };
        if let Some(square) = Square::new(square as u8)
            && can_stand(Kind::ALL[number % Kind::COUNT], square.file(), square.rank_for(color))
        {
            table[number] = table[number].with(SquareSet::of(square));
        }
        index += 1;
    }
    table
};

/// Whether a piece of `kind` can stand on `file`, on the `rank` counted from its own side.
const fn can_stand(kind: Kind, file: File, rank: Rank) -> bool {
    let (file, rank) = (file.index(), rank.index());
    let in_palace = rank <= 2 && 3 <= file && file <= 5;
    match kind {
        Kind::King => in_palace,
        // The corners of the palace and its middle.
        Kind::Advisor => in_palace && (rank + file) % 2 == 1,
        Kind::Bishop => match rank {
            0 | 4 => file == 2 || file == 6,
            2 => file % 4 == 0,
            _ => false,
        },
        Kind::Knight | Kind::Rook | Kind::Cannon => true,
        // Before the river a pawn keeps to the file it began on.
        Kind::Pawn => rank >= 5 || (rank >= 3 && file.is_multiple_of(2)),
    }
}

impl Square {
    /// Whether `piece` can ever stand here.
    #[inline]
    pub const fn may_hold(self, piece: Piece) -> bool {
        PLACES[piece.index()].contains(self)
    }

    /// Whether this point lies on `color`'s side of the river.
    #[inline]
    pub const fn is_home_of(self, color: Color) -> bool {
        self.rank_for(color).index() < Rank::COUNT / 2
    }

    /// The rank as `color` counts it: 0 is its own back rank.
    #[inline]
    pub const fn rank_for(self, color: Color) -> Rank {
        match color {
            Color::Red => self.rank(),
            Color::Black => self.flip_ranks().rank(),
        }
    }
}

impl SquareSet {
    /// The points that `piece` can ever stand on; for a king, its palace.
    #[inline]
    pub const fn places_of(piece: Piece) -> Self {
        PLACES[piece.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_points() {
        for color in Color::ALL {
            let count = |kind| SquareSet::places_of(Piece::new(color, kind)).count();
            assert_eq!(Kind::ALL.map(count), [9, 5, 7, 90, 90, 90, 55]);
        }
    }

    /// The points of the rule book, for Red; Black's are the same from the other side.
    #[test]
    fn the_points_are_those_of_the_rule_book() {
        for (kind, points) in [
            (Kind::King, "d0 e0 f0 d1 e1 f1 d2 e2 f2"),
            (Kind::Advisor, "d0 f0 e1 d2 f2"),
            (Kind::Bishop, "c0 g0 a2 e2 i2 c4 g4"),
        ] {
            let points: Vec<Square> = points.split(' ').map(|name| Square::parse(name).unwrap()).collect();
            for square in Square::all() {
                assert_eq!(
                    square.may_hold(Piece::new(Color::Red, kind)),
                    points.contains(&square),
                    "{kind:?} {square}"
                );
                assert_eq!(
                    square.flip_ranks().may_hold(Piece::new(Color::Black, kind)),
                    points.contains(&square),
                    "{kind:?} {square}"
                );
            }
        }
    }

    #[test]
    fn the_river_lies_between_the_ranks_4_and_5() {
        for square in Square::all() {
            assert_eq!(square.is_home_of(Color::Red), square.rank().index() <= 4);
            assert_eq!(square.is_home_of(Color::Black), square.rank().index() >= 5);
        }
    }
}
