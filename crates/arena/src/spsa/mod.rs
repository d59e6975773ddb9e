//! `arena spsa`: an engine's parameters fitted by games against itself (simultaneous perturbation stochastic
//! approximation, J. Spall 1992; with the decay constants that chess engines use).
//!
//! For each pair of games all parameters are moved at once, each up or down by a throw of the dice, and the engine with
//! the moved parameters plays the engine with all moves turned round. Every parameter then follows the winner a little
//! way.

/// The parameters and how they learn.
mod plan;

/// The file that a run goes on from.
mod journal;

use crate::adjudicate::{Adjudication, DrawTerms, WinTerms};
use crate::game::{self, Allowance, Assignment, Kept, Terms};
use crate::limit::Limit;
use crate::plan::at_a_time;
use crate::player::Player;
use crate::spec::EngineSpec;
use crate::starts::{Openings, Order, Starts};
use anyhow::{Context, bail, ensure};
use guohe::rules::Rules;
use guohe_common::interrupt;
use guohe_common::journal::LineFile;
use guohe_common::progress::Progress;
use guohe_common::say::{counted, remark, say};
use plan::{Parameter, Plan, Trial};
use std::collections::HashSet;
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

/// How often a pair is played before its faults end the run: one crash among thousands of games does not.
const TRIES: u32 = 3;

/// Parameters that a line about the run tells.
const PARAMETERS_TOLD: usize = 3;

/// Tune an engine's parameters by games against itself (SPSA).
#[derive(clap::Args)]
pub struct SpsaArgs {
    /// The engine, as for a match: cmd=PROGRAM [proto=ucci|uci] [option.X=VALUE] ...
    #[arg(long, num_args = 1.., required = true, value_name = "KEY=VALUE")]
    engine: Vec<String>,
    /// Parameters to tune, `spin` options of the engine: NAME or NAME:STEP. STEP is the perturbation at the end of the
    /// run (c_end) [default: a twentieth of the range]. Tuning begins at the value of
    /// option.NAME=VALUE, or at the option's default
    #[arg(long, num_args = 1.., required = true, value_name = "NAME[:STEP]")]
    tune: Vec<String>,
    /// Pairs of games; the step sizes are scheduled for this number
    #[arg(long)]
    pairs: u64,
    /// Nodes for each move
    #[arg(long, required_unless_present = "tc", conflicts_with = "tc", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// A clock instead, as 2+0.02: for parameters that concern the use of time, or cost speed
    #[arg(long)]
    tc: Option<Limit>,
    /// Openings: one FEN or EPD a line, or games in a .pgn file
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// Journal, one line a pair; an interrupted run is resumed
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Pairs at a time
    #[arg(long, default_value_t = 1, value_parser = at_a_time())]
    concurrency: usize,
    /// Change of a parameter by a game won at the end of the run, as a share of STEP (R_end in OpenBench)
    #[arg(long, default_value_t = 0.004)]
    gain: f64,
    /// Seed of the perturbations and of the order of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl SpsaArgs {
    /// What bounds the moves.
    fn limit(&self) -> anyhow::Result<Limit> {
        match (self.nodes, self.tc) {
            (Some(nodes), _) => Ok(Limit::Nodes(nodes)),
            (None, Some(limit @ Limit::Clock { .. })) => Ok(limit),
            _ => bail!("--tc is a clock such as 2+0.02"),
        }
    }
}

/// What the workers share.
struct State {
    parameters: Vec<Parameter>,
    /// Pairs that were played.
    done: HashSet<u64>,
    /// All pairs before this one are played or under way.
    next: u64,
    journal: LineFile,
    /// The first error; nobody begins another pair after it.
    failure: Option<anyhow::Error>,
}

impl State {
    /// The next pair to be played: those that were under way when an earlier run ended come first.
    fn next_of(&mut self, pairs: u64) -> Option<u64> {
        while self.done.contains(&self.next) {
            self.next += 1;
        }
        let pair = self.next;
        (pair < pairs && self.failure.is_none()).then(|| {
            self.next += 1;
            pair
        })
    }
}

/// Fits the parameters and prints them.
///
/// # Errors
/// When the engine cannot be started, lacks an option or fails in a game, or a file cannot be read or written.
pub fn run(args: &SpsaArgs) -> anyhow::Result<()> {
    ensure!(args.pairs > 0, "--pairs is at least 1");
    ensure!(args.gain > 0.0 && args.gain.is_finite(), "--gain is above 0");
    let mut spec = EngineSpec::parse(&args.engine).context("in --engine")?;
    ensure!(spec.limit.is_none(), "in --engine: the limit of both sides is --nodes or --tc");
    let starts = Starts::read(&Openings::at(args.openings.clone()), Order::shuffled(args.seed))?;
    // A terminal's Ctrl-C does not reach the engine: from now on nobody else ends it.
    interrupt::listen();
    let mut parameters = parameters_of(&mut spec, &args.tune)?;
    let limit = args.limit()?;
    let plan = Plan { pairs: args.pairs, gain: args.gain, seed: args.seed };
    let heading = journal::heading(&parameters, plan, limit, &spec, &starts.id())?;
    let (journal, pairs) = journal::open(&args.out, &heading, args.pairs)?;
    for &(pair, score) in &pairs {
        let trial = plan.trial(&parameters, pair);
        plan.learn(&mut parameters, &trial, score);
    }
    let progress = Progress::new("pairs", args.pairs);
    progress.reach(pairs.len() as u64);
    let done = pairs.into_iter().map(|(pair, _)| pair).collect();
    let state = Mutex::new(State { parameters, done, next: 0, journal, failure: None });
    std::thread::scope(|scope| {
        for _ in 0..args.concurrency {
            scope.spawn(|| {
                if let Err(error) = work(&spec, args, plan, &starts, &state, &progress) {
                    lock(&state).failure.get_or_insert(error);
                }
            });
        }
    });
    progress.end();
    let state = state.into_inner().expect(NO_PANIC);
    say!("after {}:", counted(state.done.len() as u64, "pair"));
    say!("{}", table(&state.parameters).trim_end());
    // What an engine that is told to end says then is no failure.
    state.failure.filter(|_| !interrupt::is_asked()).map_or(Ok(()), Err)
}

const NO_PANIC: &str = "no worker panics with the lock held";

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().expect(NO_PANIC)
}

/// The first parameters, for a line that tells how far the run is.
fn values_text(parameters: &[Parameter]) -> String {
    let told = |parameter: &Parameter| format!("{} {:.1}", parameter.name, parameter.value);
    let more = if parameters.len() > PARAMETERS_TOLD { " ..." } else { "" };
    parameters.iter().take(PARAMETERS_TOLD).map(told).collect::<Vec<_>>().join(", ") + more
}

/// One worker: pair after pair with two processes of the engine.
fn work(
    spec: &EngineSpec,
    args: &SpsaArgs,
    plan: Plan,
    starts: &Starts,
    state: &Mutex<State>,
    progress: &Progress,
) -> anyhow::Result<()> {
    let start = || -> anyhow::Result<Player> {
        let player = Player::start(spec, None).with_context(|| format!("starting engine {}", spec.name))?;
        player.complaints()?;
        Ok(player)
    };
    let mut players = [start()?, start()?];
    let terms = terms(args.limit()?);
    loop {
        let (trial, names) = {
            let mut state = lock(state);
            let Some(pair) = state.next_of(args.pairs).filter(|_| !interrupt::is_asked()) else { return Ok(()) };
            let names: Vec<String> = state.parameters.iter().map(|parameter| parameter.name.clone()).collect();
            (plan.trial(&state.parameters, pair), names)
        };
        let mut tries = 0;
        let score = loop {
            let played = play_pair(&mut players, &trial, &names, &terms, starts);
            if interrupt::is_asked() {
                return Ok(());
            }
            tries += 1;
            match played {
                Ok(score) => break score,
                Err(fault) if tries < TRIES => {
                    remark!("pair {}: {fault}; it is played again", trial.pair);
                    players = [start()?, start()?];
                }
                Err(fault) => return Err(fault.context(format!("pair {} failed {TRIES} times", trial.pair))),
            }
        };
        let mut state = lock(state);
        plan.learn(&mut state.parameters, &trial, score);
        let values: Vec<String> = state.parameters.iter().map(|parameter| format!("{:.1}", parameter.value)).collect();
        state.journal.add(&format!("{},{score},{}", trial.pair, values.join(",")))?;
        state.done.insert(trial.pair);
        progress.tell(values_text(&state.parameters));
        progress.reach(state.done.len() as u64);
    }
}

/// Plays a pair of games. Returns by how many games the first set of values won.
///
/// # Errors
/// When an engine did what none may do.
fn play_pair(
    players: &mut [Player; 2],
    trial: &Trial,
    names: &[String],
    terms: &Terms,
    starts: &Starts,
) -> anyhow::Result<i64> {
    let mut score = 0;
    for red in 0..2 {
        for (player, values) in players.iter_mut().zip(&trial.values) {
            let settings = names.iter().zip(values).map(|(name, value)| (name.as_str(), value.to_string()));
            player.set(settings)?;
            player.new_game()?;
        }
        let [first, second] = &mut *players;
        let number = 2 * trial.pair + red as u64;
        let fen = starts.of_pair(trial.pair).to_owned();
        let assignment = Assignment { number, pairing: [0, 1], red, fen, play_out: false };
        let record = game::play([first, second], terms, &assignment)?.record;
        if record.reason.is_fault() {
            bail!("{}: {}", record.reason, record.detail);
        }
        score += record.half_points(0) as i64 - 1;
    }
    Ok(score)
}

/// Games are adjudicated early: the parameters follow thousands of them, and no single one matters.
fn terms(limit: Limit) -> Terms {
    let adjudication = Adjudication { win: Some(WinTerms::DEFAULT), draw: Some(DrawTerms::DEFAULT), play_out: 0.0 };
    Terms {
        rules: Rules::default(),
        max_plies: 400,
        patience: Duration::from_secs(60),
        // A busy machine must not end the run: a time loss is a fault.
        allowances: vec![Allowance { limit, margin: Duration::from_secs(60), ponder: false }; 2],
        adjudication: Some(adjudication),
        kept: Kept::default(),
    }
}

/// The parameters named on the command line, as the engine announces them, with the value that its options set.
/// Afterwards its protocol is known.
fn parameters_of(spec: &mut EngineSpec, words: &[String]) -> anyhow::Result<Vec<Parameter>> {
    let player = Player::start(spec, None).with_context(|| format!("starting engine {}", spec.name))?;
    spec.proto = Some(player.dialect());
    for complaint in player.complaints()? {
        remark!("warning: {}: {complaint}", spec.name);
    }
    let mut parameters: Vec<Parameter> = Vec::new();
    for word in words {
        let (name, step) = match word.split_once(':') {
            Some((name, step)) => {
                let step: f64 = step
                    .parse()
                    .ok()
                    .filter(|&step: &f64| step > 0.0 && step.is_finite())
                    .with_context(|| format!("in --tune, '{word}': the step is a number above 0"))?;
                (name, Some(step))
            }
            None => (word.as_str(), None),
        };
        let Some(spin) = player.spin(name) else {
            bail!("{} announces no spin option '{name}'; guohe does in a build with --features tune", spec.name);
        };
        ensure!(spin.min < spin.max, "'{name}' has one value only");
        ensure!(parameters.iter().all(|parameter| parameter.name != spin.name), "'{name}' is named twice");
        let (min, max) = (spin.min as f64, spin.max as f64);
        let step = step.unwrap_or((max - min) / 20.0);
        let value = set_by(&spec.options, &spin.name, min..=max)?.unwrap_or(spin.default as f64);
        parameters.push(Parameter { name: spin.name.clone(), min, max, step, value });
    }
    Ok(parameters)
}

/// The value that the options of the command line set for the parameter `name`.
fn set_by(options: &[(String, String)], name: &str, range: RangeInclusive<f64>) -> anyhow::Result<Option<f64>> {
    let Some((_, text)) = options.iter().rev().find(|(option, _)| option.eq_ignore_ascii_case(name)) else {
        return Ok(None);
    };
    let value = text.parse().ok().filter(|value| range.contains(value));
    let value = value
        .with_context(|| format!("option.{name}={text}: not a number from {} to {}", range.start(), range.end()))?;
    Ok(Some(value))
}

fn table(parameters: &[Parameter]) -> String {
    parameters.iter().fold(String::new(), |mut text, parameter| {
        let _ = writeln!(
            text,
            "{:<28} {:>10.0}  of {} to {}",
            parameter.name, parameter.value, parameter.min, parameter.max
        );
        text
    })
}

#[cfg(test)]
mod tests {
    use super::plan::two_parameters;
    use super::*;

    #[test]
    fn a_pair_that_was_under_way_is_played_by_the_next_run_and_none_after_a_failure() {
        let folder = tempfile::tempdir().unwrap();
        let (journal, _) = journal::open(&folder.path().join("journal"), "# pairs one", 6).unwrap();
        let done = HashSet::from([0, 2, 3]);
        let mut state = State { parameters: two_parameters(), done, next: 0, journal, failure: None };
        assert_eq!([(); 3].map(|()| state.next_of(6)), [Some(1), Some(4), Some(5)]);
        assert_eq!(state.next_of(6), None);
        state.next = 1;
        state.failure = Some(anyhow::anyhow!("the disk is full"));
        assert_eq!(state.next_of(6), None);
    }

    #[test]
    fn options_set_the_value_at_the_start() {
        let options = |value: &str| [("usebook".to_owned(), "false".to_owned()), ("LMR".to_owned(), value.to_owned())];
        assert_eq!(set_by(&options("93"), "lmr", 0.0..=200.0).unwrap(), Some(93.0));
        assert_eq!(set_by(&options("93"), "rfp", 0.0..=200.0).unwrap(), None);
        for wrong in ["201", "many"] {
            assert!(set_by(&options(wrong), "lmr", 0.0..=200.0).is_err(), "{wrong}");
        }
    }
}
