//! The settings themselves. Their defaults are those of the table.

use super::values::DrawStyle;
use super::values::LogLevel;
use crate::book::Randomness;
use crate::notation;
use crate::rules::RuleSet;
use std::path::PathBuf;

/// All that can be configured. The default is what the engine does without any file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Size of the table in megabytes; 0 = automatic.
    pub hash: u32,
    /// Search threads; 0 = automatic.
    pub threads: u32,
    /// The front end lets the engine think on the opponent's time.
    pub ponder: bool,
    /// Number of lines searched.
    pub multipv: u32,
    /// Chances are told with scores.
    pub show_wdl: bool,
    /// Time that passes between the answer and the front end's clock, in milliseconds.
    pub move_overhead: u32,
    /// How readily a draw offer is accepted.
    pub style: DrawStyle,
    /// How moves are written at the console and in the log; front ends always get plain coordinates.
    pub notation: notation::Style,
    /// The strength to play with.
    pub strength: StrengthConfig,
    /// File of a network that replaces the built-in one, which is used when this is `None`.
    pub evalfile: Option<PathBuf>,
    /// The opening book.
    pub book: BookConfig,
    /// The rules of the game.
    pub rules: RulesConfig,
    /// The log.
    pub log: LogConfig,
    /// How the front end talks to the engine.
    pub conversation: Conversation,
}

/// The strength to play with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrengthConfig {
    /// From 0, the weakest, to 20, the engine as it is.
    pub level: u32,
    /// `elo` decides instead of `level`.
    pub limit: bool,
    /// The level whose place on the ladder of `docs/levels.md` is nearest.
    pub elo: u32,
    /// The number that a level's noise is drawn from; 0 draws another for each game.
    pub seed: u32,
}

/// The opening book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookConfig {
    /// Whether book moves are played; without it UCCI front ends get them and UCI front ends do not.
    pub enabled: Option<bool>,
    /// Files that replace the built-in book, which is used when this is `None`. An empty list is no book at all.
    pub files: Option<Vec<PathBuf>>,
    /// Files for Red's moves; `None` where Red plays from the book of both.
    pub red_files: Option<Vec<PathBuf>>,
    /// The same for Black.
    pub black_files: Option<Vec<PathBuf>>,
    /// Plies of a game after which the book is left; 0 = none.
    pub plies: u32,
    /// How freely the book strays from its heaviest move.
    pub randomness: Randomness,
}

/// The rules of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesConfig {
    /// Who loses a repetition.
    pub repetition: RuleSet,
    /// The occurrence of a position at which the game is judged: 3 or 4.
    pub fold: u32,
    /// Moves a side without a capture after which nobody wins; 0 = no such limit.
    pub natural_limit: u32,
}

/// The log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogConfig {
    /// How much is written.
    pub level: LogLevel,
    /// Where to.
    pub file: PathBuf,
}

/// What a front end settles about the conversation itself; no file can.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conversation {
    /// Times of `go` are milliseconds, not seconds.
    pub milliseconds: bool,
    /// During a search that ends by itself no other command is carried out.
    pub batch: bool,
    /// Every iteration is reported, however short.
    pub debug: bool,
}

impl Config {
    /// No setting has its default yet.
    pub(super) fn blank() -> Self {
        Self {
            hash: 0,
            threads: 0,
            ponder: false,
            multipv: 0,
            show_wdl: false,
            move_overhead: 0,
            style: DrawStyle::Normal,
            notation: notation::Style::Plain,
            strength: StrengthConfig { level: 0, limit: false, elo: 0, seed: 0 },
            evalfile: None,
            book: BookConfig {
                enabled: None,
                files: None,
                red_files: None,
                black_files: None,
                plies: 0,
                randomness: Randomness::None,
            },
            rules: RulesConfig { repetition: RuleSet::Asian, fold: 0, natural_limit: 0 },
            log: LogConfig { level: LogLevel::Off, file: PathBuf::new() },
            conversation: Conversation { milliseconds: false, batch: false, debug: false },
        }
    }
}
