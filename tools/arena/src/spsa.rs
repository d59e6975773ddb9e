//! `arena spsa`: an engine's numbers fitted by games against itself (simultaneous perturbation stochastic approximation,
//! J. Spall 1992; the constants are those that chess engines settled on).
//!
//! For each pair of games all numbers are moved at once, each up or down by a throw of the dice, and the engine with the
//! moved numbers plays the engine with all moves turned round. Every number then follows the winner a little way.

use super::adjudicate::Adjudication;
use super::adjudicate::DrawTerms;
use super::adjudicate::WinTerms;
use super::game;
use super::game::Allowance;
use super::game::Assignment;
use super::game::Kept;
use super::game::Terms;
use super::limit::Limit;
use super::player::Player;
use super::spec::EngineSpec;
use super::starts::Openings;
use super::starts::Order;
use super::starts::Starts;
use crate::dice::below;
use crate::interrupt;
use crate::progress::Progress;
use crate::say::say;
use anyhow::Context;
use anyhow::bail;
use anyhow::ensure;
use guohe::rules::Rules;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

/// By which power of the pairs played the steps fall.
const STEP_DECAY: f64 = 0.602;
/// By which power of the pairs played the perturbations fall.
const PERTURBATION_DECAY: f64 = 0.101;
/// The first pairs, as a share of all, during which the steps hardly fall.
const SLOW_START: f64 = 0.1;

/// Numbers that a line about the run tells.
const NUMBERS_TOLD: usize = 3;

/// Fit an engine's numbers by games against itself.
#[derive(clap::Args)]
pub struct SpsaArgs {
    /// The engine, as for a match: cmd=PROGRAM [proto=ucci|uci] [option.X=VALUE] ...
    #[arg(long, num_args = 1.., required = true, value_name = "KEY=VALUE")]
    engine: Vec<String>,
    /// Options to fit, spins that the engine announces: NAME or NAME:STEP, where STEP is a change that should be felt. The
    /// default is the start; without STEP it is a twentieth of the range
    #[arg(long, num_args = 1.., required = true, value_name = "NAME[:STEP]")]
    tune: Vec<String>,
    /// Pairs of games. The steps are planned for this number
    #[arg(long)]
    pairs: u64,
    /// Nodes for each move
    #[arg(long)]
    nodes: u64,
    /// Start positions, a FEN or EPD a line, or games in a .pgn file
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// Journal, one line a pair; a half-finished one is continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Pairs at a time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// How far a won pair carries a number at the end, as a share of STEP
    #[arg(long, default_value_t = 0.004)]
    gain: f64,
    /// Seed of the perturbations and of the order of the starts
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A number to be fitted.
#[derive(Clone, PartialEq, Debug)]
struct Number {
    name: String,
    min: f64,
    max: f64,
    step: f64,
    value: f64,
}

/// The plan of a run.
#[derive(Clone, Copy, Debug)]
struct Plan {
    pairs: u64,
    gain: f64,
    seed: u64,
}

/// What one pair tries.
#[derive(Clone, PartialEq, Debug)]
struct Trial {
    /// The number of the pair, from 0.
    pair: u64,
    /// By number: the direction in which the first engine's is moved.
    directions: Vec<f64>,
    /// By engine and number: what is tried.
    values: [Vec<i64>; 2],
}

impl Plan {
    /// How far `number` is moved for a pair.
    fn perturbation(&self, number: &Number, pair: u64) -> f64 {
        number.step * ((self.pairs as f64) / (pair as f64 + 1.0)).powf(PERTURBATION_DECAY)
    }

    /// How far `number` follows the winner of a game of a pair.
    fn follow(&self, number: &Number, pair: u64) -> f64 {
        let start = SLOW_START * self.pairs as f64;
        let decay = ((start + self.pairs as f64) / (start + pair as f64 + 1.0)).powf(STEP_DECAY);
        self.gain * number.step * number.step * decay / self.perturbation(number, pair)
    }

    /// What pair number `pair` tries around the values of `numbers`. The directions hang on nothing but the seed.
    fn trial(&self, numbers: &[Number], pair: u64) -> Trial {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ pair.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let directions: Vec<f64> = numbers.iter().map(|_| if below(&mut dice, 2) == 0 { 1.0 } else { -1.0 }).collect();
        // Whole numbers only; the rounding is thrown as well, so that on average nothing is lost by it.
        let mut round = |number: &Number, value: f64| {
            let thrown = below(&mut dice, 1 << 20) as f64 / f64::from(1 << 20);
            (value + thrown).floor().clamp(number.min, number.max) as i64
        };
        let values = [1.0, -1.0].map(|sign| {
            let moved = |(number, direction): (&Number, &f64)| {
                round(number, number.value + sign * direction * self.perturbation(number, pair))
            };
            numbers.iter().zip(&directions).map(moved).collect()
        });
        Trial { pair, directions, values }
    }

    /// Moves the numbers by what a pair showed: `score` is the wins of its first engine less those of its second.
    fn learn(&self, numbers: &mut [Number], trial: &Trial, score: i64) {
        for (number, direction) in numbers.iter_mut().zip(&trial.directions) {
            let step = self.follow(number, trial.pair) * score as f64 * direction;
            number.value = (number.value + step).clamp(number.min, number.max);
        }
    }
}

/// What the workers share.
struct State {
    numbers: Vec<Number>,
    next: u64,
    played: u64,
    journal: std::fs::File,
}

/// Fits the numbers and prints them.
///
/// # Errors
/// When the engine cannot be started, lacks an option or fails in a game, or a file cannot be read or written.
pub fn run(args: &SpsaArgs) -> anyhow::Result<()> {
    ensure!(args.pairs > 0 && args.concurrency > 0, "--pairs and --concurrency are at least 1");
    ensure!(args.gain > 0.0 && args.gain.is_finite(), "--gain is above 0");
    let spec = EngineSpec::parse(&args.engine)?;
    let starts = Starts::read(&Openings::at(args.openings.clone()), Order::shuffled(args.seed))?;
    let mut numbers = numbers_of(&spec, &args.tune)?;
    let plan = Plan { pairs: args.pairs, gain: args.gain, seed: args.seed };
    let heading = heading(&numbers, args);
    let (journal, done) = open(&args.out, &heading)?;
    for &(pair, score) in &done {
        let trial = plan.trial(&numbers, pair);
        plan.learn(&mut numbers, &trial, score);
    }
    // Pairs that were under way when a run ended are left out, not played late.
    let next = done.iter().map(|&(pair, _)| pair + 1).max().unwrap_or(0);
    interrupt::listen();
    let progress = Progress::new("pairs", args.pairs);
    progress.reach(next);
    let state = Mutex::new(State { numbers, next, played: done.len() as u64, journal });
    let failures: Vec<anyhow::Error> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..args.concurrency)
            .map(|_| scope.spawn(|| work(&spec, args, plan, &starts, &state, &progress)))
            .collect();
        workers.into_iter().filter_map(|worker| worker.join().expect("a worker does not panic").err()).collect()
    });
    progress.end();
    let state = state.into_inner().expect("no worker panics with the lock held");
    say!("after {} pairs:", state.played);
    say!("{}", table(&state.numbers).trim_end());
    // What an engine that is told to end says then is no failure.
    failures.into_iter().next().filter(|_| !interrupt::is_asked()).map_or(Ok(()), Err)
}

/// The first numbers, for a line that tells how far the run is.
fn values_text(numbers: &[Number]) -> String {
    let told = |number: &Number| format!("{} {:.1}", number.name, number.value);
    let more = if numbers.len() > NUMBERS_TOLD { " ..." } else { "" };
    numbers.iter().take(NUMBERS_TOLD).map(told).collect::<Vec<_>>().join(", ") + more
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
        player.check_options()?;
        Ok(player)
    };
    let mut players = [start()?, start()?];
    let terms = terms(args.nodes);
    loop {
        let (trial, names) = {
            let mut state = state.lock().expect("no worker panics with the lock held");
            if state.next >= args.pairs || interrupt::is_asked() {
                return Ok(());
            }
            let pair = state.next;
            state.next += 1;
            let names: Vec<String> = state.numbers.iter().map(|number| number.name.clone()).collect();
            (plan.trial(&state.numbers, pair), names)
        };
        let mut score = 0;
        for red in 0..2 {
            for (player, values) in players.iter_mut().zip(&trial.values) {
                let settings = names.iter().zip(values).map(|(name, value)| (name.as_str(), value.to_string()));
                player.set(settings)?;
                player.new_game()?;
            }
            let [first, second] = &mut players;
            let number = 2 * trial.pair + red as u64;
            let assignment = Assignment {
                number,
                pairing: [0, 1],
                red,
                fen: starts.of_pair(trial.pair).to_owned(),
                play_out: false,
            };
            let played = game::play([first, second], &terms, &assignment)?;
            if interrupt::is_asked() {
                return Ok(());
            }
            if played.record.reason.is_fault() {
                bail!("{}: {}", played.record.reason, played.record.detail);
            }
            score += played.record.half_points(0) as i64 - 1;
        }
        let mut state = state.lock().expect("no worker panics with the lock held");
        plan.learn(&mut state.numbers, &trial, score);
        state.played += 1;
        let values: Vec<String> = state.numbers.iter().map(|number| format!("{:.1}", number.value)).collect();
        writeln!(state.journal, "{},{score},{}", trial.pair, values.join(",")).context("writing the journal")?;
        progress.tell(values_text(&state.numbers));
        progress.reach(trial.pair + 1);
    }
}

/// Games are called early: the numbers follow thousands of them, and no single one matters.
fn terms(nodes: u64) -> Terms {
    let adjudication = Adjudication {
        win: Some(WinTerms { score: 400, moves: 3, one_sided: false }),
        draw: Some(DrawTerms { score: 5, moves: 12, from: 80 }),
        play_out: 0.0,
    };
    Terms {
        rules: Rules::default(),
        max_plies: 400,
        patience: Duration::from_secs(60),
        allowances: vec![Allowance { limit: Limit::Nodes(nodes), margin: Duration::from_secs(60), ponder: false }; 2],
        adjudication: Some(adjudication),
        kept: Kept::default(),
    }
}

/// The numbers named on the command line, as the engine announces them.
fn numbers_of(spec: &EngineSpec, words: &[String]) -> anyhow::Result<Vec<Number>> {
    let player = Player::start(spec, None).with_context(|| format!("starting engine {}", spec.name))?;
    let mut numbers: Vec<Number> = Vec::new();
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
            bail!("{} announces no number '{name}'; guohe does in a build with --features tune", spec.name);
        };
        ensure!(spin.min < spin.max, "'{name}' has one value only");
        ensure!(numbers.iter().all(|number| number.name != spin.name), "'{name}' is named twice");
        let (min, max) = (spin.min as f64, spin.max as f64);
        let step = step.unwrap_or((max - min) / 20.0);
        numbers.push(Number { name: spin.name.clone(), min, max, step, value: spin.default as f64 });
    }
    Ok(numbers)
}

/// The first line of a journal: all that a continued run must have in common with it, then the columns.
fn heading(numbers: &[Number], args: &SpsaArgs) -> String {
    let mut line = format!("# pairs {} nodes {} gain {} seed {}", args.pairs, args.nodes, args.gain, args.seed);
    for Number { name, min, max, step, value } in numbers {
        let _ = write!(line, " {name}={value}:{min}:{max}:{step}");
    }
    line
}

/// Opens a journal and reads the pairs that it holds: their numbers and scores, in the order in which they ended.
fn open(path: &Path, heading: &str) -> anyhow::Result<(std::fs::File, Vec<(u64, i64)>)> {
    let place = || format!("journal {}", path.display());
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(place),
    };
    // A line that was being written when the run ended is not whole.
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    let mut done = Vec::new();
    if let Some(first) = lines.next() {
        ensure!(first == heading, "{} is of another run: {first}", place());
        for line in lines {
            let mut fields = line.split(',');
            let pair = fields.next().and_then(|field| field.parse().ok());
            let score = fields.next().and_then(|field| field.parse().ok()).filter(|score: &i64| score.abs() <= 2);
            done.push(pair.zip(score).with_context(|| format!("{}: '{line}' is no pair", place()))?);
        }
    }
    let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(path).with_context(place)?;
    file.set_len(whole as u64).with_context(place)?;
    std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).with_context(place)?;
    if whole == 0 {
        writeln!(file, "{heading}").with_context(place)?;
    }
    Ok((file, done))
}

fn table(numbers: &[Number]) -> String {
    numbers.iter().fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "{:<28} {:>10.0}  of {} to {}", number.name, number.value, number.min, number.max);
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers() -> Vec<Number> {
        let number = |name: &str, value| Number { name: name.to_owned(), min: 0.0, max: 200.0, step: 5.0, value };
        vec![number("one", 60.0), number("two", 140.0)]
    }

    #[test]
    fn numbers_find_a_hidden_best() {
        // A game is won by whose numbers are nearer to (100, 100), as a rule.
        let plan = Plan { pairs: 4_000, gain: 0.05, seed: 3 };
        let mut numbers = numbers();
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(9);
        for pair in 0..plan.pairs {
            let trial = plan.trial(&numbers, pair);
            let distance = |values: &[i64]| values.iter().map(|&value| (value - 100).pow(2)).sum::<i64>();
            let noise = below(&mut dice, 400) as i64 - 200;
            let score = (distance(&trial.values[1]) - distance(&trial.values[0]) + noise).signum();
            plan.learn(&mut numbers, &trial, score);
        }
        for number in numbers {
            assert!((number.value - 100.0).abs() < 8.0, "{number:?}");
        }
    }

    #[test]
    fn trials_turn_round_and_stay_in_range() {
        let plan = Plan { pairs: 10, gain: 0.01, seed: 1 };
        let mut numbers = numbers();
        numbers[0].value = 0.0;
        for pair in 0..10 {
            let trial = plan.trial(&numbers, pair);
            assert_eq!(trial, plan.trial(&numbers, pair));
            assert!(trial.values.iter().flatten().all(|value| (0..=200).contains(value)), "{trial:?}");
            let [up, down] = [trial.values[0][1] - 140, trial.values[1][1] - 140];
            assert!(up * down < 0, "{trial:?}");
        }
    }

    #[test]
    fn a_journal_is_continued_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut file, done) = open(&path, "# one").unwrap();
        assert!(done.is_empty());
        write!(file, "0,1,60.0\n2,-2,61.0\n3,").unwrap();
        drop(file);
        let (_, done) = open(&path, "# one").unwrap();
        assert_eq!(done, [(0, 1), (2, -2)]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "# one\n0,1,60.0\n2,-2,61.0\n");
        assert!(open(&path, "# other").is_err());
        std::fs::write(&path, "# one\n0,7,1.0\n").unwrap();
        assert!(open(&path, "# one").is_err());
    }
}
