//! What may be said against a move, with the line that proves it. [`super::explain`] proves and words it.

use guohe::rules::Ruling;
use guohe::types::{Move, Piece, Square};

/// What was wrong with a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The opponent mates in `moves` moves.
    AllowsMate { moves: u32, is_stalemate: bool },
    /// The mover could mate in `moves` moves.
    MissesMate { moves: u32, is_stalemate: bool },
    /// The line ends in a repetition that the mover loses by this rule.
    BreaksRules(Ruling),
    /// The opponent wins a piece for nothing. It stands on this square after the move.
    Loses { lost: Square, how: Loss },
    /// The opponent wins more than the mover gets for it.
    Trades { given: Vec<Piece>, taken: Vec<Piece>, how: Loss },
    /// The mover loses an advisor or elephant, and the king is bare.
    BaresKing { lost: Square },
    /// The mover could win a piece, which stands on this square before the move.
    MissesCapture { won: Square, how: Win },
    /// The mover could win more than the opponent gets for it.
    MissesTrade { given: Vec<Piece>, taken: Vec<Piece> },
    /// A won game is level.
    LetsDraw,
}

impl Claim {
    /// Whether the line alone shows how the material is lost or won, and neither a motif nor a free capture explains
    /// it.
    pub fn is_unexplained(&self) -> bool {
        match self {
            Self::Loses { how, .. } | Self::Trades { how, .. } => *how == Loss::InLine,
            Self::MissesCapture { how, .. } => *how == Win::InLine,
            _ => false,
        }
    }

    /// Whether both say that the same pieces are lost or could be won, however that happens.
    pub fn is_about_the_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Loses { lost, .. }, Self::Loses { lost: also, .. })
            | (Self::BaresKing { lost }, Self::BaresKing { lost: also })
            | (Self::MissesCapture { won: lost, .. }, Self::MissesCapture { won: also, .. }) => lost == also,
            (Self::Trades { given, taken, .. }, Self::Trades { given: also, taken: too, .. })
            | (Self::MissesTrade { given, taken }, Self::MissesTrade { given: also, taken: too }) => {
                given == also && taken == too
            }
            _ => false,
        }
    }
}

/// How a piece is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// By what the opponent's first move does.
    By(Motif),
    /// The move put it where it is taken.
    PutThere,
    /// Nobody guards it any more.
    Unguarded,
    /// It was attacked before the move, and still is.
    NotSaved,
    /// The move gave the opponent's cannon its screen.
    GaveScreen,
    /// The piece that moved had stood in the way of the attacker.
    Unblocked,
    /// The move took something and is taken.
    Recaptured,
    /// As the line shows.
    InLine,
}

/// How a piece could be won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Win {
    /// The best move takes it.
    Takes,
    /// The best move takes back what the opponent's last move took with.
    TakesBack,
    /// By what the best move does.
    By(Motif),
    /// As the line shows.
    InLine,
}

/// Which position the line of a proof begins in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begins {
    /// Before the move, with the best move.
    Before,
    /// After the move, with the opponent's reply.
    After,
}

/// A claim and the line that proves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    pub claim: Claim,
    pub begins: Begins,
    pub line: Vec<Move>,
}

/// How a move wins a piece that falls later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motif {
    /// Two pieces check at once.
    DoubleCheck,
    /// A piece checks from which the mover has uncovered the line, leg or screen.
    DiscoveredCheck,
    /// The mover attacks two pieces, the king not among them.
    Fork,
    /// The mover checks and attacks a piece besides.
    CheckingFork,
    /// The piece in front leaves, and the one in line with it falls.
    Skewer,
    /// Another piece takes, which the mover has uncovered.
    DiscoveredAttack,
    /// The piece may not leave its place, since its king would stand in check.
    Pin,
    /// The piece is attacked, and is lost wherever it goes.
    Trap,
}
