//! `arena spsa`: an engine's numbers fitted by games against itself (simultaneous perturbation stochastic approximation,
//! J. Spall 1992; the constants are those that chess engines settled on).
//!
//! For each pair of games all numbers are moved at once, each up or down by a throw of the dice, and the engine with the
//! moved numbers plays the engine with all moves turned round. Every number then follows the winner a little way.

use super::adjudicate::Adjudication;
use super::adjudicate::DrawTerms;
use super::adjudicate::WinTerms;
use super::dialect::Dialect;
use super::game;
use super::game::Allowance;
use super::game::Assignment;
use super::game::Kept;
use super::game::Terms;
use super::identity;
use super::limit::Limit;
use super::player::Player;
use super::record::LineFile;
use super::record::is_only_begun;
use super::record::whole_lines;
use super::spec::EngineSpec;
use super::starts::Openings;
use super::starts::Order;
use super::starts::Starts;
use super::starts::StartsId;
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
use serde::Serialize;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::MutexGuard;
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
    let heading = heading(&numbers, args, &spec, &starts.id())?;
    let (journal, pairs) = open(&args.out, &heading, args.pairs)?;
    for &(pair, score) in &pairs {
        let trial = plan.trial(&numbers, pair);
        plan.learn(&mut numbers, &trial, score);
    }
    interrupt::listen();
    let progress = Progress::new("pairs", args.pairs);
    progress.reach(pairs.len() as u64);
    let done = pairs.into_iter().map(|(pair, _)| pair).collect();
    let state = Mutex::new(State { numbers, done, next: 0, journal, failure: None });
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
    say!("after {} pairs:", state.done.len());
    say!("{}", table(&state.numbers).trim_end());
    // What an engine that is told to end says then is no failure.
    state.failure.filter(|_| !interrupt::is_asked()).map_or(Ok(()), Err)
}

const NO_PANIC: &str = "no worker panics with the lock held";

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().expect(NO_PANIC)
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
            let mut state = lock(state);
            let Some(pair) = state.next_of(args.pairs).filter(|_| !interrupt::is_asked()) else { return Ok(()) };
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
        let mut state = lock(state);
        plan.learn(&mut state.numbers, &trial, score);
        let values: Vec<String> = state.numbers.iter().map(|number| format!("{:.1}", number.value)).collect();
        state.journal.add(&format!("{},{score},{}", trial.pair, values.join(",")))?;
        state.done.insert(trial.pair);
        progress.tell(values_text(&state.numbers));
        progress.reach(state.done.len() as u64);
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

/// What a journal remembers of the engine: wherever it lies, its program, its files and how it is set.
#[derive(Serialize)]
struct Subject<'a> {
    /// Digest of the program, or its name where none can be read.
    program: String,
    arguments: &'a [String],
    proto: Dialect,
    options: &'a [(String, String)],
    /// Digests of the files that options name.
    files: Vec<(String, String)>,
}

/// The first line of a journal: all that a continued run must have in common with it, then the columns.
fn heading(numbers: &[Number], args: &SpsaArgs, spec: &EngineSpec, starts: &StartsId) -> anyhow::Result<String> {
    let (program, arguments) = spec.command.split_first().context("an engine is a program")?;
    let subject = Subject {
        program: identity::program(spec).unwrap_or_else(|| program.clone()),
        arguments,
        proto: spec.proto,
        options: &spec.options,
        files: identity::files(spec),
    };
    let (subject, starts) = (serde_json::to_string(&subject)?, serde_json::to_string(starts)?);
    let SpsaArgs { pairs, nodes, gain, seed, .. } = args;
    let mut line = format!("{BEGINNING}{pairs} nodes {nodes} gain {gain} seed {seed} engine {subject} starts {starts}");
    for Number { name, min, max, step, value } in numbers {
        let _ = write!(line, " {name}={value}:{min}:{max}:{step}");
    }
    Ok(line)
}

/// How the first line of every journal begins.
const BEGINNING: &str = "# pairs ";

/// Opens a journal and reads the pairs that it holds: their numbers and scores, in the order in which they ended.
fn open(path: &Path, heading: &str, pairs: u64) -> anyhow::Result<(LineFile, Vec<(u64, i64)>)> {
    let place = || format!("journal {}", path.display());
    let (mut file, bytes) = LineFile::open(path)?;
    if is_only_begun(&bytes, BEGINNING.as_bytes()) {
        file.cut(0)?;
        file.add(heading)?;
        return Ok((file, Vec::new()));
    }
    // A line that was being written when the run ended is not whole.
    let whole = whole_lines(&bytes);
    let text = std::str::from_utf8(&bytes[..whole]).with_context(place)?;
    let mut lines = text.lines();
    let first = lines.next().filter(|line| line.starts_with(BEGINNING));
    let first = first.with_context(|| format!("{} is no journal of this command", path.display()))?;
    ensure!(first == heading, "{} is of another run; it begins with\n{first}\nand this one with\n{heading}", place());
    let mut done: Vec<(u64, i64)> = Vec::new();
    let mut seen = HashSet::new();
    for line in lines {
        let mut fields = line.split(',');
        let pair = fields.next().and_then(|field| field.parse().ok()).filter(|pair| *pair < pairs);
        let score = fields.next().and_then(|field| field.parse().ok()).filter(|score: &i64| score.abs() <= 2);
        let (pair, score) = pair.zip(score).with_context(|| format!("{}: '{line}' is no pair", place()))?;
        ensure!(seen.insert(pair), "{}: pair {pair} is there twice", place());
        done.push((pair, score));
    }
    file.cut(whole)?;
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
        let open = |heading: &str| open(&path, heading, 9);
        let (mut file, done) = open("# pairs one").unwrap();
        assert!(done.is_empty() && open("# pairs one").is_err(), "two runs write to one journal");
        file.add("0,1,60.0").unwrap();
        file.add("2,-2,61.0").unwrap();
        drop(file);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.clone() + "3,").unwrap();
        assert_eq!(open("# pairs one").unwrap().1, [(0, 1), (2, -2)]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        assert!(open("# pairs other").is_err());
        for line in ["0,7,1.0", "9,1,1.0", "0,1,1.0\n0,1,1.0"] {
            std::fs::write(&path, format!("# pairs one\n{line}\n")).unwrap();
            assert!(open("# pairs one").is_err(), "{line}");
        }
    }

    #[test]
    fn no_other_file_is_taken_for_a_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        for (text, is_taken) in [("notes without an end", false), ("notes\n", false), ("", true), ("# pai", true)] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(open(&path, "# pairs one", 9).is_ok(), is_taken, "{text}");
            let left = std::fs::read_to_string(&path).unwrap();
            assert_eq!(left, if is_taken { "# pairs one\n" } else { text });
        }
    }

    #[test]
    fn a_journal_is_of_one_engine_and_one_file_of_starts() {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            args: SpsaArgs,
        }
        let words = ["spsa", "--engine", "cmd=x", "--tune", "a", "--pairs", "9", "--nodes", "5"];
        let args = <Line as clap::Parser>::parse_from(words.into_iter().chain(["--openings", "o", "--out", "j"])).args;
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("engine");
        let heading = |options: &str, digest: &str| {
            let words = [format!("cmd='{}' -v", program.display()), format!("option.net={options}")];
            let starts = StartsId { count: 1, digest: digest.to_owned(), start: 1, sequential: false };
            heading(&numbers(), &args, &EngineSpec::parse(&words).unwrap(), &starts).unwrap()
        };
        std::fs::write(&program, "one").unwrap();
        std::fs::write(folder.path().join("a.net"), "one").unwrap();
        let first = heading("a.net", "0");
        assert_eq!(heading("a.net", "0"), first);
        assert!(heading("b.net", "0") != first && heading("a.net", "1") != first);
        std::fs::write(folder.path().join("a.net"), "two").unwrap();
        let second = heading("a.net", "0");
        assert_ne!(second, first);
        std::fs::write(&program, "two").unwrap();
        assert_ne!(heading("a.net", "0"), second);
    }

    #[test]
    fn a_pair_that_was_under_way_is_played_by_the_next_run_and_none_after_a_failure() {
        let folder = tempfile::tempdir().unwrap();
        let (journal, _) = open(&folder.path().join("journal"), "# pairs one", 6).unwrap();
        let done = HashSet::from([0, 2, 3]);
        let mut state = State { numbers: numbers(), done, next: 0, journal, failure: None };
        assert_eq!([(); 3].map(|()| state.next_of(6)), [Some(1), Some(4), Some(5)]);
        assert_eq!(state.next_of(6), None);
        state.next = 1;
        state.failure = Some(anyhow::anyhow!("the disk is full"));
        assert_eq!(state.next_of(6), None);
    }
}
