//! A match as fastchess's words ask for it.

use crate::adjudicate::Adjudication;
use crate::affinity::Affinity;
use crate::limit::Limit;
use crate::pairing::Pairings;
use crate::spec::EngineSpec;
use crate::starts::Openings;
use crate::starts::Order;
use crate::stats::Sprt;
use std::path::PathBuf;
use std::time::Duration;

/// One engine of a match.
#[derive(Clone, Debug)]
pub struct Engine {
    /// How it is started and spoken to.
    pub spec: EngineSpec,
    /// What bounds its moves.
    pub limit: Limit,
    /// The same in the words that were given.
    pub told: String,
    /// By how much it may overstep its time.
    pub margin: Duration,
}

/// What is written of each game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnOptions {
    /// Where to.
    pub file: PathBuf,
    /// Behind what the file holds.
    pub append: bool,
    /// Nodes of each move.
    pub nodes: bool,
    /// Depth of the deepest line looked at.
    pub seldepth: bool,
    /// Nodes a second.
    pub nps: bool,
    /// Principal variations.
    pub pv: bool,
    /// How a line of an engine begins that is kept.
    pub kept_lines: Option<String>,
}

/// Whose lines results are printed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Output {
    /// Those of fastchess.
    #[default]
    Fastchess,
    /// Those of cutechess.
    Cutechess,
}

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// Whose lines.
    pub output: Output,
    /// With the counts of pairs by their points.
    pub penta: bool,
}

/// Where all that is said is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogOptions {
    /// The file.
    pub file: PathBuf,
    /// Behind what it holds.
    pub append: bool,
}

/// A match.
#[derive(Clone, Debug)]
pub struct Job {
    /// The engines; scores of two are told from the first one's view.
    pub engines: Vec<Engine>,
    /// Who meets whom.
    pub pairings: Pairings,
    /// Rounds: starts that each pairing plays.
    pub rounds: u64,
    /// 2 when each start is played with both colours, or 1.
    pub games_per_round: u64,
    /// Games at a time.
    pub concurrency: usize,
    /// Start positions.
    pub openings: Option<Openings>,
    /// In which order they are used.
    pub order: Order,
    /// Where the games at a time run.
    pub affinity: Option<Affinity>,
    /// Where all that is said is written.
    pub log: Option<LogOptions>,
    /// When games are called by score.
    pub adjudication: Option<Adjudication>,
    /// The sequential test.
    pub sprt: Option<Sprt>,
    /// The PGN.
    pub pgn: Option<PgnOptions>,
    /// Whether the match goes on after an engine has crashed or hung.
    pub recover: bool,
    /// Whether engines are started anew for every game.
    pub restart: bool,
    /// Plies after which a game is drawn.
    pub max_plies: Option<usize>,
    /// Rounds between two blocks of results; 0 for one block at the end.
    pub rating_interval: u64,
    /// Games between two lines with the score in the output of cutechess; 0 for none.
    pub score_interval: u64,
    /// How results are printed.
    pub report: Report,
    /// The `Event` and `Site` tags of the PGN.
    pub event: String,
    pub site: String,
}
