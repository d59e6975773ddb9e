//! The fields that options set, and their defaults.

use crate::book::Randomness;
use crate::notation;
use crate::rules::RuleSet;
use crate::time::DEFAULT_OVERHEAD;
use crate::types::{Named, named};
use log::LevelFilter;
use std::path::PathBuf;

/// The default size of the transposition table, in megabytes.
pub const DEFAULT_HASH: u32 = 64;
/// The Elo of level 0, see `docs/levels.md`.
pub const MIN_ELO: u32 = 449;
/// The Elo of full strength, see `docs/levels.md`.
pub const MAX_ELO: u32 = 4090;

/// All settings. The default applies without an `engine.toml`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Size of the transposition table in megabytes; 0 = the default.
    pub hash: u32,
    /// Search threads; 0 = one for each processor.
    pub threads: u32,
    /// The front end lets the engine ponder.
    pub ponder: bool,
    /// Number of principal variations searched.
    pub multipv: u32,
    /// Win, draw and loss chances are shown with scores.
    pub show_wdl: bool,
    /// Time reserved per move for communication with the front end, in milliseconds.
    pub move_overhead: u32,
    /// The style of accepting draw offers.
    pub style: DrawStyle,
    /// How moves are written at the console and in the log; front ends always get plain coordinates.
    pub notation: notation::Style,
    /// The strength to play with.
    pub strength: StrengthConfig,
    /// File of the network; `None` = the built-in one.
    pub evalfile: Option<PathBuf>,
    /// The opening book.
    pub book: BookConfig,
    /// The rules of the game.
    pub rules: RulesConfig,
    /// The log.
    pub log: LogConfig,
    /// How the front end talks to the engine.
    pub conversation: ConversationConfig,
}

/// The strength to play with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrengthConfig {
    /// From 0, the weakest, to 20, full strength.
    pub level: u32,
    /// `elo` decides instead of `level`.
    pub limit: bool,
    /// Selects the level whose Elo on the ladder of `docs/levels.md` is nearest.
    pub elo: u32,
    /// Seed of a level's noise; 0 = a new one for each game.
    pub seed: u32,
}

/// The opening book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookConfig {
    /// Whether book moves are played; `None` = only in UCCI.
    pub enabled: Option<bool>,
    /// Book files; `None` = the built-in book, an empty list = no book.
    pub files: Option<Vec<PathBuf>>,
    /// Plies of the game after which the book is not used any more; 0 = no limit.
    pub plies: u32,
    /// Variety of book moves.
    pub randomness: Randomness,
}

/// The rules of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesConfig {
    /// Which repetitions lose.
    pub repetition: RuleSet,
    /// The occurrence of a position at which the game is judged: 3 or 4.
    pub fold: u32,
    /// Moves of each side without a capture after which the game is drawn; 0 = no limit.
    pub natural_limit: u32,
}

/// The log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogConfig {
    /// How much is logged.
    pub level: LevelFilter,
    /// The file.
    pub file: PathBuf,
}

/// How a front end talks to the engine; not settable in `engine.toml`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConversationConfig {
    /// Times of `go` are in milliseconds, not in seconds.
    pub milliseconds: bool,
    /// Nothing is read during a search with a limit or a long command.
    pub batch: bool,
    /// Every iteration is reported at once.
    pub debug: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            hash: DEFAULT_HASH,
            threads: 1,
            ponder: false,
            multipv: 1,
            show_wdl: false,
            move_overhead: DEFAULT_OVERHEAD as u32,
            style: DrawStyle::Normal,
            notation: notation::Style::Plain,
            strength: StrengthConfig { level: 20, limit: false, elo: MAX_ELO, seed: 0 },
            evalfile: None,
            book: BookConfig { enabled: None, files: None, plies: 0, randomness: Randomness::None },
            rules: RulesConfig { repetition: RuleSet::Asian, fold: 3, natural_limit: 60 },
            log: LogConfig { level: LevelFilter::Off, file: "guohe.log".into() },
            conversation: ConversationConfig { milliseconds: true, batch: false, debug: false },
        }
    }
}

/// When a draw offer is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawStyle {
    /// 均衡: when slightly worse.
    Normal,
    /// 保守: when level.
    Solid,
    /// 冒进: only when clearly worse.
    Risky,
}

named!(DrawStyle: Normal = "normal", Solid = "solid", Risky = "risky");

impl Named for LevelFilter {
    fn names(&self) -> &'static [&'static str] {
        &["off", "error", "warn", "info", "debug", "trace"]
    }

    fn name(&self) -> &'static str {
        self.names()[*self as usize]
    }

    fn choose(&mut self, name: &str) -> bool {
        name.parse().map(|level| *self = level).is_ok()
    }
}
