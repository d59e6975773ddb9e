//! What can be asked of `guohe-tools train`.

use clap::Args;
use clap::ValueEnum;
use guohe::eval::nnue::Counted;
use guohe::eval::nnue::Mirror;
use guohe::eval::nnue::Shape;
use guohe::eval::nnue::features;
use std::path::PathBuf;

/// What is trained.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Architecture {
    /// 128 neurons, one output: for the first five to ten million positions.
    V1a,
    /// 256 neurons, 8 outputs by pieces on the board: from twenty million.
    V1b,
    /// As v1b, with input weights by the own king's place: from fifty million.
    V1c,
    /// 256 neurons, views mirrored by the way the pieces lean, 8 outputs by heavy pieces.
    V2a,
    /// As v2a with 512 neurons and input weights by the own king's place.
    V2b,
    /// The classical evaluation's weights; the result is its source file.
    Linear,
}

impl Architecture {
    /// As it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Self::V1a => "v1a",
            Self::V1b => "v1b",
            Self::V1c => "v1c",
            Self::V2a => "v2a",
            Self::V2b => "v2b",
            Self::Linear => "linear",
        }
    }

    /// The network's shape; `None` for the classical evaluation.
    pub fn shape(self) -> Option<Shape> {
        let first = Shape { mirror: Mirror::King, counted: Counted::All, ..Shape::default() };
        let second = Shape { mirror: Mirror::Lean, counted: Counted::Heavy, outputs: 8, ..Shape::default() };
        Some(match self {
            Self::V1a => Shape { hidden: 128, king_buckets: 1, outputs: 1, ..first },
            Self::V1b => Shape { hidden: 256, king_buckets: 1, outputs: 8, ..first },
            Self::V1c => Shape { hidden: 256, king_buckets: features::KING_POINTS, outputs: 8, ..first },
            Self::V2a => Shape { hidden: 256, king_buckets: 1, ..second },
            Self::V2b => Shape { hidden: 512, king_buckets: features::KING_POINTS, ..second },
            Self::Linear => return None,
        })
    }
}

/// A [`Mirror`] as it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MirrorName {
    /// Nothing: a position and its mirror image may have different values.
    King,
    /// The way the pieces lean.
    Lean,
}

impl From<MirrorName> for Mirror {
    fn from(name: MirrorName) -> Self {
        match name {
            MirrorName::King => Self::King,
            MirrorName::Lean => Self::Lean,
        }
    }
}

/// A [`Counted`] as it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CountedName {
    /// All pieces.
    All,
    /// Rooks, cannons and knights.
    Heavy,
}

impl From<CountedName> for Counted {
    fn from(name: CountedName) -> Self {
        match name {
            CountedName::All => Self::All,
            CountedName::Heavy => Self::Heavy,
        }
    }
}

/// Train an evaluation on games of self-play.
#[derive(Args)]
pub struct TrainArgs {
    /// Directory of games; may be given several times.
    #[arg(long, required = true)]
    pub data: Vec<PathBuf>,
    /// What to train.
    #[arg(long, value_enum)]
    pub arch: Architecture,
    /// File for the result. Files of the same name with other endings tell how it was made: manifest, csv, svg.
    #[arg(long)]
    pub out: PathBuf,
    /// Passes over the data.
    #[arg(long, default_value_t = 30)]
    pub epochs: u32,
    /// Positions a step.
    #[arg(long, default_value_t = 16_384)]
    pub batch: usize,
    /// Learning rate at the start; it falls along a cosine.
    #[arg(long, default_value_t = 0.001)]
    pub rate: f32,
    /// Learning rate at the end.
    #[arg(long, default_value_t = 0.000_01)]
    pub last_rate: f32,
    /// The score's share of the target in the first pass; the game's result has the rest.
    #[arg(long, default_value_t = 0.8)]
    pub score_share: f32,
    /// The score's share of the target in the last pass.
    #[arg(long, default_value_t = 0.8)]
    pub last_score_share: f32,
    /// Centipawns of the sigmoid; fitted to the games' results when not given.
    #[arg(long)]
    pub scale: Option<f32>,
    /// Neurons, when not the architecture's.
    #[arg(long)]
    pub hidden: Option<usize>,
    /// Sets of input weights by the own king's place, 1 or 6, when not the architecture's.
    #[arg(long)]
    pub zones: Option<usize>,
    /// What mirrors a view whose king stands in the middle, when not the architecture's.
    #[arg(long, value_enum)]
    pub mirror: Option<MirrorName>,
    /// What chooses the output, when not the architecture's.
    #[arg(long, value_enum)]
    pub outputs_by: Option<CountedName>,
    /// How much of the king zones' own weights each step takes away, as a share of the learning rate.
    #[arg(long, default_value_t = 0.0)]
    pub zone_decay: f32,
    /// The power of the error that is made small; losses are told in squares.
    #[arg(long, default_value_t = 2.0)]
    pub error_power: f32,
    /// Use at most so many positions: for measuring what more data brings.
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    pub positions: usize,
    /// Before the games, learn from so many positions near them that a teacher values.
    #[arg(long, default_value_t = 0)]
    pub lessons: usize,
    /// Teacher of the lessons: an earlier network, whose games need not be there any more; without one the classical
    /// evaluation.
    #[arg(long, requires = "lessons")]
    pub teacher: Option<PathBuf>,
    /// Passes over the lessons.
    #[arg(long, default_value_t = 4)]
    pub lesson_epochs: u32,
    /// Learning rate of the lessons at the start; at the end it is that of the games.
    #[arg(long, default_value_t = 0.001)]
    pub lesson_rate: f32,
    /// Number that weights and orders are drawn from.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,
    /// Threads; part of what determines the result.
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Go on from the checkpoint that an interrupted run has left beside its result.
    #[arg(long)]
    pub resume: bool,
    /// Overwrite a result, or the checkpoint of an interrupted run.
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
}
