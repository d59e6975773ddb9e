//! Numbering of the network's inputs. One table serves the engine and the trainer.
//!
//! Each side views the board with its own half at the bottom, mirrored if necessary so that its own king stands on file
//! d or e. With the king on file e the flank balance of the pieces decides ([`FlankBalance`]). Each piece is one of 689
//! inputs:
//!
//! | inputs | what |
//! |---|---|
//! | 540 | own and enemy rooks, knights and cannons on 90 points |
//! | 110 | own and enemy pawns on the 55 points that pawns can reach |
//! | 10 | own and enemy advisors on 5 points |
//! | 14 | own and enemy bishops on 7 points |
//! | 6 | own king on files d and e |
//! | 9 | enemy king |
//!
//! An advisor, bishop or pawn on any other point, where only composed positions have it, counts as one on the nearest
//! of its points. Two pieces can then be the same input.

use super::flank_balance::FlankBalance;
use crate::board::Board;
use crate::types::{Color, Kind, Piece, Square};

/// Number of inputs per side.
pub const COUNT: usize = 689;

/// Number of king buckets: points of the own king after mirroring.
pub const KING_BUCKETS: usize = 6;

/// Maximum number of pieces, and so of active inputs.
pub const MAX_PIECES: usize = 32;

/// Maximum number of heavy pieces of a position, see [`Kind::HEAVY`].
pub const MAX_HEAVY: usize = 12;

/// The piece has no input on this square.
const NONE: u16 = u16::MAX;

/// A side's view of the board: viewer, mirror and king bucket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Orientation {
    viewer: Color,
    mirrored: bool,
    king: u8,
}

impl Orientation {
    /// The view of the side `viewer`, whose king stands on `king`. `balance` decides only for a king on file e.
    #[inline]
    pub const fn of(viewer: Color, king: Square, balance: FlankBalance) -> Self {
        let file = king.file().index();
        let mirrored = file > 4 || file == 4 && balance.is_mirrored_for(viewer);
        let king = if mirrored { king.mirror_files() } else { king };
        let row = king.rank_for(viewer).index();
        // Files d and e are 3 and 4. The remainder bounds the index.
        Self { viewer, mirrored, king: ((row * 2 + (king.file().index() + 1) % 2) % KING_BUCKETS) as u8 }
    }

    /// Whether left and right are exchanged.
    #[inline]
    pub const fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// The own king's point, 0 to 5: d and e on the back rank, then the next rank up.
    #[inline]
    pub const fn king_bucket(self) -> usize {
        self.king as usize
    }

    /// Whether both views of one side number the inputs alike and use the same weights.
    #[inline]
    pub(super) const fn shares_weights(self, other: Self) -> bool {
        self.mirrored == other.mirrored && self.king == other.king
    }

    /// The view after the pieces moved but the own king did not.
    #[inline]
    pub const fn with_balance(self, balance: FlankBalance) -> Self {
        let in_the_middle = self.king % 2 == 1;
        let mirrored = if in_the_middle { balance.is_mirrored_for(self.viewer) } else { self.mirrored };
        Self { mirrored, ..self }
    }

    /// The number of the input for `piece` on `square`, below [`COUNT`].
    #[inline]
    pub fn input(self, piece: Piece, square: Square) -> usize {
        INPUTS[self.viewer.index()][self.mirrored as usize][piece.index()][square.index()] as usize
    }
}

/// Every piece on the board with its square, in a fixed order of kinds.
pub fn pieces(board: &Board) -> impl Iterator<Item = (Piece, Square)> + '_ {
    Color::ALL.into_iter().flat_map(move |color| {
        Kind::ALL.into_iter().flat_map(move |kind| {
            let piece = Piece::new(color, kind);
            board.squares(color, kind).map(move |square| (piece, square))
        })
    })
}

/// How many of `pieces` are heavy, see [`Kind::HEAVY`].
pub fn heavy(pieces: impl Iterator<Item = (Piece, Square)>) -> usize {
    pieces.filter(|(piece, _)| Kind::HEAVY.contains(&piece.kind)).count()
}

type View = [[u16; Square::COUNT]; Piece::COUNT];

static INPUTS: [[View; 2]; 2] =
    [[view(Color::Red, false), view(Color::Red, true)], [view(Color::Black, false), view(Color::Black, true)]];

/// The input numbers of all pieces on all points, as Red sees them without a mirror: its own half lies at the bottom.
const RED_VIEW: View = {
    let mut table = [[NONE; Square::COUNT]; Piece::COUNT];
    let mut next = 0;
    let mut piece = 0;
    while piece < Piece::COUNT {
        let of = Piece::new(Color::ALL[piece / Kind::COUNT], Kind::ALL[piece % Kind::COUNT]);
        let mut index = 0;
        while let (true, Some(seen)) = (index < Square::COUNT, Square::new(index as u8)) {
            if is_input(of, seen) {
                table[piece][index] = next;
                next += 1;
            }
            index += 1;
        }
        table[piece] = with_nearest(table[piece]);
        piece += 1;
    }
    assert!(next as usize == COUNT);
    table
};

/// The input numbers of one piece, where each point without an input gets that of the nearest point with one.
const fn with_nearest(own: [u16; Square::COUNT]) -> [u16; Square::COUNT] {
    let mut table = own;
    let mut index = 0;
    while index < Square::COUNT {
        let mut min_distance = if own[index] == NONE { usize::MAX } else { 0 };
        let mut other = 0;
        while other < Square::COUNT && min_distance > 0 {
            if own[other] != NONE {
                let (files, ranks) = ((index % 9).abs_diff(other % 9), (index / 9).abs_diff(other / 9));
                let distance = files * files + ranks * ranks;
                if distance < min_distance {
                    min_distance = distance;
                    table[index] = own[other];
                }
            }
            other += 1;
        }
        index += 1;
    }
    table
}

/// The input numbers of all pieces on all points, as `viewer` sees them.
const fn view(viewer: Color, mirrored: bool) -> View {
    let mut table = [[NONE; Square::COUNT]; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT * Square::COUNT {
        let (piece, number) = (index / Square::COUNT, index % Square::COUNT);
        if let Some(seen) = Square::new(number as u8) {
            let square = if mirrored { seen.mirror_files() } else { seen };
            let square = if matches!(viewer, Color::Red) { square } else { square.flip_ranks() };
            let color = (piece / Kind::COUNT) ^ viewer.index();
            table[color * Kind::COUNT + piece % Kind::COUNT][square.index()] = RED_VIEW[piece][number];
        }
        index += 1;
    }
    table
}

/// Whether `piece` on `seen` has an input in Red's view, which is mirrored so that the own king is never on files f to
/// i.
const fn is_input(piece: Piece, seen: Square) -> bool {
    let is_own_king = matches!(piece, Piece { color: Color::Red, kind: Kind::King });
    seen.is_reachable_in_a_game_by(piece) && !(is_own_king && seen.file().index() > 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(board: &Board, viewer: Color) -> Vec<usize> {
        inputs_by(board, viewer, FlankBalance::default())
    }

    fn inputs_by(board: &Board, viewer: Color, balance: FlankBalance) -> Vec<usize> {
        let orientation = Orientation::of(viewer, board.king(viewer), balance);
        let mut inputs: Vec<_> = pieces(board).map(|(piece, square)| orientation.input(piece, square)).collect();
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn both_sides_see_the_same_at_the_start() {
        let board = Board::startpos();
        assert_eq!(inputs(&board, Color::Red), inputs(&board, Color::Black));
        assert_eq!(inputs(&board, Color::Red).len(), MAX_PIECES);
        assert!(inputs(&board, Color::Red).windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn points_without_an_input_share_that_of_the_nearest() {
        let square = |name| Square::parse(name).unwrap();
        let view = Orientation::of(Color::Red, square("e0"), FlankBalance::default());
        for (kind, point, nearest) in [
            (Kind::Advisor, "e2", "e1"),
            (Kind::Advisor, "a9", "d2"),
            (Kind::Bishop, "e8", "c4"),
            (Kind::Pawn, "e0", "e3"),
            (Kind::Pawn, "b4", "a4"),
        ] {
            let input = |name| view.input(Piece::new(Color::Red, kind), square(name));
            assert_eq!(input(point), input(nearest), "{kind:?} {point}");
        }
        for viewer in Color::ALL {
            for piece in Kind::ALL.into_iter().flat_map(|kind| Color::ALL.map(|color| Piece::new(color, kind))) {
                let view = Orientation::of(viewer, square("e0"), FlankBalance::default());
                assert!(Square::all().all(|square| view.input(piece, square) < COUNT));
            }
        }
    }

    #[test]
    fn exchanged_colours_exchange_the_views() {
        for fen in SAMPLES {
            let board = Board::from_fen(fen).unwrap();
            let flipped = board.flip_colors();
            for viewer in Color::ALL {
                assert_eq!(inputs(&board, viewer), inputs(&flipped, !viewer), "{fen}");
            }
        }
    }

    #[test]
    fn a_mirrored_board_looks_the_same_unless_the_king_is_in_the_middle() {
        for fen in SAMPLES {
            let board = Board::from_fen(fen).unwrap();
            for viewer in Color::ALL {
                let same = inputs(&board, viewer) == inputs(&board.mirror_files(), viewer);
                assert_eq!(same, board.king(viewer).file().index() != 4, "{fen} {viewer:?}");
            }
        }
    }

    #[test]
    fn a_view_by_flank_balance_is_the_same_in_the_mirror() {
        for fen in SAMPLES {
            let board = Board::from_fen(fen).unwrap();
            let mirror = board.mirror_files();
            for viewer in Color::ALL {
                let [seen, mirrored] =
                    [&board, &mirror].map(|board| inputs_by(board, viewer, FlankBalance::of(pieces(board))));
                assert_eq!(seen, mirrored, "{fen} {viewer:?}");
                let balance = FlankBalance::of(pieces(&board));
                let king = board.king(viewer);
                let turned = Orientation::of(viewer, king, FlankBalance::default()).with_balance(balance);
                assert_eq!(turned, Orientation::of(viewer, king, balance));
            }
        }
    }

    #[test]
    fn the_king_buckets_cover_the_palace() {
        for viewer in Color::ALL {
            let mut seen = [0; KING_BUCKETS];
            for row in 0..3 {
                for file in 3..6 {
                    let red = Square::new(row * 9 + file).unwrap();
                    let king = if viewer == Color::Red { red } else { red.flip_ranks() };
                    seen[Orientation::of(viewer, king, FlankBalance::default()).king_bucket()] += 1;
                }
            }
            assert_eq!(seen.iter().sum::<i32>(), 9);
            assert!(seen.iter().all(|&count| count == 1 || count == 2));
        }
    }

    /// Positions with kings off the middle file on one or both sides, and uneven flanks.
    const SAMPLES: [&str; 3] = [
        "3k5/4a4/4b4/9/2p6/P8/9/4B4/4A4/4KR3 w - - 0 1",
        "5k3/9/3a5/8p/9/2r6/9/3A5/4N4/3K5 b - - 0 1",
        "3ak4/4a4/9/8n/9/6B2/9/9/9/3CK4 w - - 0 1",
    ];
}
