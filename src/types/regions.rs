//! Where pieces may go: the palaces, the halves of the board, and the points that each kind can reach in a game.
//!
//! Composed positions may have pieces on points that they cannot reach in a game, such as an advisor on `e0` or a pawn
//! on its own back rank. Their next move must still end in the region of the piece.

use super::{Color, File, Kind, Piece, Rank, Square};

/// By piece: the points that it can reach in a game, one bit each.
const REACHABLE: [u128; Piece::COUNT] = table(true);

/// By piece: the points that its moves may end on, one bit each.
const REGION: [u128; Piece::COUNT] = table(false);

const fn table(in_a_game: bool) -> [u128; Piece::COUNT] {
    let mut table = [0; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT * Square::COUNT {
        let (number, square) = (index / Square::COUNT, index % Square::COUNT);
        let color = if number < Kind::COUNT { Color::Red } else { Color::Black };
        let kind = Kind::ALL[number % Kind::COUNT];
        if let Some(square) = Square::new(square as u8)
            && is_in_region(kind, square.file(), square.rank_for(color))
            && (!in_a_game || is_reached(kind, square.file(), square.rank_for(color)))
        {
            table[number] |= 1 << square.index();
        }
        index += 1;
    }
    table
}

/// Whether `file` and `rank`, counted from the piece's own side, lie in the region of `kind`.
const fn is_in_region(kind: Kind, file: File, rank: Rank) -> bool {
    match kind {
        Kind::King | Kind::Advisor => rank.index() <= 2 && 3 <= file.index() && file.index() <= 5,
        Kind::Bishop => rank.index() < Rank::COUNT / 2,
        Kind::Knight | Kind::Rook | Kind::Cannon | Kind::Pawn => true,
    }
}

/// Whether a piece of `kind` can reach `file` and `rank`, counted from its own side, in a game.
const fn is_reached(kind: Kind, file: File, rank: Rank) -> bool {
    let (file, rank) = (file.index(), rank.index());
    match kind {
        // The corners of the palace and its middle.
        Kind::Advisor => (rank + file) % 2 == 1,
        Kind::Bishop => match rank {
            0 | 4 => file == 2 || file == 6,
            2 => file % 4 == 0,
            _ => false,
        },
        Kind::King | Kind::Knight | Kind::Rook | Kind::Cannon => true,
        // Before it has crossed the river, a pawn stays on its file.
        Kind::Pawn => rank >= 5 || (rank >= 3 && file.is_multiple_of(2)),
    }
}

impl Square {
    /// Whether `piece` can reach this point in a game. In a composed position it may stand elsewhere.
    #[inline]
    pub const fn is_reachable_in_a_game_by(self, piece: Piece) -> bool {
        REACHABLE[piece.index()] >> self.index() & 1 != 0
    }

    /// Whether a move of `piece` may end here: in its palace for a king or an advisor, in its half for a bishop.
    #[inline]
    pub const fn is_in_region_of(self, piece: Piece) -> bool {
        REGION[piece.index()] >> self.index() & 1 != 0
    }

    /// Whether this point lies on `color`'s side of the river.
    #[inline]
    pub const fn is_home_of(self, color: Color) -> bool {
        (self.index() < Self::COUNT / 2) == matches!(color, Color::Red)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_points() {
        for color in Color::ALL {
            let reached =
                |kind| Square::all().filter(|square| square.is_reachable_in_a_game_by(Piece::new(color, kind))).count();
            assert_eq!(Kind::ALL.map(reached), [9, 5, 7, 90, 90, 90, 55]);
            let open = |kind| Square::all().filter(|square| square.is_in_region_of(Piece::new(color, kind))).count();
            assert_eq!(Kind::ALL.map(open), [9, 9, 45, 90, 90, 90, 90]);
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
                    square.is_reachable_in_a_game_by(Piece::new(Color::Red, kind)),
                    points.contains(&square),
                    "{kind:?} {square}"
                );
                assert_eq!(
                    square.flip_ranks().is_reachable_in_a_game_by(Piece::new(Color::Black, kind)),
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
