//! A match that is to be played, as a command line describes it.

use super::adjudicate::Adjudication;
use super::affinity::Affinity;
use super::game::{Allowance, Kept, Terms};
use super::identity;
use super::limit::Limit;
use super::pairing::{Pairings, Tournament};
use super::pgn::PgnPlan;
use super::preflight::threads_per_game;
use super::record::{FORMAT, Header};
use super::spec::EngineSpec;
use super::starts::{Openings, Order, Starts};
use super::stats::Sprt;
use anyhow::{bail, ensure};
use clap::builder::RangedU64ValueParser;
use guohe::rules::Rules;
use guohe_common::place::is_same_file;
use std::path::PathBuf;
use std::time::Duration;

/// More games at a time than any machine plays.
pub const MOST_AT_A_TIME: u64 = 1_000;

/// Reads a number of games at a time.
pub fn at_a_time() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=MOST_AT_A_TIME)
}

/// A match, ready to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Games of two engines, of all shards together.
    pub games: u64,
    /// How more than two engines meet.
    pub tournament: Option<Tournament>,
    /// Games in a row from each start: 2 with colours exchanged, or 1.
    pub games_per_start: u64,
    /// Part and number of parts.
    pub shard: (u64, u64),
    /// Seed of the order of the starts.
    pub seed: u64,
    /// Games at a time.
    pub concurrency: usize,
    /// The sequential test, if there is one.
    pub sprt: Option<Sprt>,
    /// Start positions.
    pub openings: Option<Openings>,
    /// In which order they are used.
    pub order: Order,
    /// The match file.
    pub out: Option<PathBuf>,
    /// Whether a match file that is there already is begun anew instead of resumed.
    pub anew: bool,
    /// The PGN file.
    pub pgn: Option<PgnPlan>,
    /// The log of all communication with the engines.
    pub log: Option<LogPlan>,
    /// Where the games at a time run.
    pub affinity: Option<Affinity>,
    /// Whether engines are started anew for every game.
    pub restart: bool,
    /// Games in which an engine failed after which it is dropped, where that was said.
    pub faults_allowed: Option<u64>,
    /// Whether options that an engine does not announce are left out with a warning; else they are an error.
    pub leaves_options_out: bool,
    /// The engines.
    pub specs: Vec<EngineSpec>,
    /// What bounds the moves of engines that have no limit of their own.
    pub limit: Limit,
    /// What the referee judges by.
    pub rules: Rules,
    /// Plies after which a game is drawn.
    pub max_plies: usize,
    /// By how much an engine may overstep its time.
    pub margin: Duration,
    /// How long a move may take where no time bounds it.
    pub patience: Duration,
    /// When games are adjudicated by score.
    pub adjudication: Option<Adjudication>,
}

/// A log that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogPlan {
    /// The file.
    pub path: PathBuf,
    /// Whether it keeps what it holds.
    pub append: bool,
}

impl Plan {
    /// Games of all pairings and shards together.
    pub fn all_games(&self) -> u64 {
        self.games.saturating_mul(self.pairings().count())
    }

    /// Sees to it that the files which the flags `pgn` and `log` name are two, and neither of them one that is read or
    /// continued.
    ///
    /// # Errors
    /// When games or openings would be lost.
    pub fn check_files(&self, [pgn, log]: [&str; 2]) -> anyhow::Result<()> {
        let written = [(pgn, self.pgn.as_ref().map(|pgn| &pgn.path)), (log, self.log.as_ref().map(|log| &log.path))];
        let kept = || self.out.iter().chain(self.openings.as_ref().map(|openings| &openings.path));
        for (flag, path) in written {
            if let Some(other) = path.and_then(|path| kept().find(|other| is_same_file(path, other))) {
                bail!("{flag} names {}, which holds the openings or the match", other.display());
            }
        }
        let is_one = written[0].1.zip(written[1].1).is_some_and(|(pgn, log)| is_same_file(pgn, log));
        ensure!(!is_one, "{pgn} and {log} need different files");
        Ok(())
    }

    /// Where its games start.
    ///
    /// # Errors
    /// When the file cannot be read, or holds what no game can start from.
    pub fn starts(&self) -> anyhow::Result<Starts> {
        let read = |openings| Starts::read(openings, self.order);
        self.openings.as_ref().map_or_else(|| Ok(Starts::standard()), read)
    }

    /// Who meets whom.
    pub fn pairings(&self) -> Pairings {
        Pairings::new(self.tournament.unwrap_or_default(), self.specs.len(), self.games_per_start)
    }

    /// Games in which an engine may fail before it is dropped: 1 % of its `games`, 3 at least, where nothing else was
    /// said.
    pub fn faults_allowed(&self, games: u64) -> u64 {
        self.faults_allowed.unwrap_or((games / 100).max(3))
    }

    /// Threads of one game that think at the same time.
    pub fn threads_per_game(&self) -> usize {
        threads_per_game(&self.specs, &self.pairings())
    }

    /// What all games have in common.
    pub fn terms(&self) -> Terms {
        let allowance = |spec: &EngineSpec| Allowance {
            limit: spec.limit_or(self.limit),
            margin: spec.margin.map_or(self.margin, Duration::from_millis),
            ponder: spec.ponder,
        };
        Terms {
            rules: self.rules,
            max_plies: self.max_plies,
            patience: self.patience,
            allowances: self.specs.iter().map(allowance).collect(),
            adjudication: self.adjudication,
            kept: self.pgn.as_ref().map_or_else(Kept::default, PgnPlan::kept),
        }
    }

    /// The first line of the match file.
    pub fn header(&self, starts: &Starts) -> Header {
        Header {
            format: FORMAT.to_owned(),
            engines: self.specs.clone(),
            tournament: self.tournament,
            games_per_start: self.games_per_start,
            programs: self.specs.iter().map(identity::program).collect(),
            files: self.specs.iter().map(identity::files).collect(),
            limit: self.limit.to_string(),
            starts: starts.id(),
            seed: self.seed,
            shard: self.shard,
            rules: self.rules.set.to_string(),
            fold: self.rules.fold,
            natural_limit: self.rules.natural_limit,
            max_plies: self.max_plies,
            margin: self.margin.as_millis() as u64,
            adjudication: self.adjudication,
        }
    }
}
