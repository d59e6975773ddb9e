//! Where each group of weights begins in the flat list of weights.

macro_rules! terms {
    ($($(#[$meta:meta])* $name:ident = $len:expr;)*) => {
        terms!(@consts 0; $($(#[$meta])* $name = $len;)*);
        /// Number of weights.
        pub const COUNT: usize = 0 $(+ $len)*;
    };
    (@consts $start:expr; $(#[$meta:meta])* $name:ident = $len:expr; $($rest:tt)*) => {
        $(#[$meta])*
        pub const $name: usize = $start;
        terms!(@consts $start + $len; $($rest)*);
    };
    (@consts $start:expr;) => {};
}

terms! {
    /// Value of a piece on a square, material included: by kind, rank from the own side, file from the nearer edge.
    PSQ = 7 * 50;
    /// By squares that a rook reaches and that no enemy pawn hits.
    ROOK_MOBILITY = 18;
    /// By squares that a cannon reaches without taking.
    CANNON_MOBILITY = 18;
    /// By squares that a knight reaches and that no enemy pawn hits.
    KNIGHT_MOBILITY = 9;
    /// A cannon, by pieces on the board divided by four: it wants screens.
    CANNON_BY_PIECES = 9;
    /// A knight, by pieces on the board divided by four: it wants free legs.
    KNIGHT_BY_PIECES = 9;
    /// A cannon whose side has neither advisors nor bishops to serve as screens.
    BARE_CANNON = 1;
    /// By advisors × 3 + bishops.
    DEFENDERS = 9;
    /// Missing advisors times enemy rooks.
    ADVISORS_AGAINST_ROOKS = 1;
    /// Missing bishops times enemy cannons.
    BISHOPS_AGAINST_CANNONS = 1;
    /// A cannon that sees the enemy king on its file with nothing between, by distance.
    HOLLOW_CANNON = 10;
    /// A hollow cannon whose side still has a rook.
    HOLLOW_CANNON_WITH_ROOK = 1;
    /// A cannon on the enemy king's file with two pieces between: it pins both.
    FILE_CANNON = 1;
    /// A cannon on the enemy back rank, by missing bishops.
    BOTTOM_CANNON = 3;
    /// A rook on a file without own pawns.
    ROOK_ON_OPEN_FILE = 1;
    /// A rook on the enemy king's file or rank with at most one piece between.
    ROOK_ON_KING_LINE = 1;
    /// Squares of the enemy palace attacked, per attacker, by kind: knight, rook, cannon, pawn.
    PALACE_ATTACK = 4;
    /// By number of pieces that attack the enemy palace.
    PALACE_ATTACKERS = 8;
    /// Squares from which a knight, rook, cannon would check without being taken.
    SAFE_CHECKS = 3;
    /// Crossed pawns side by side.
    PAWN_PAIR = 1;
    /// Pawns by their number.
    PAWN_COUNT = 6;
    /// Enemy pieces attacked and not guarded, by kind.
    HANGING = 7;
    /// Enemy pieces attacked by a piece worth less, by kind.
    THREATENED = 7;
    /// To move.
    TEMPO = 1;
}
