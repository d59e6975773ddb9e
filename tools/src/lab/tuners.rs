//! The genetic algorithm of a primer on board-game programs (2006), selection by roulette, crossover and mutation, as a
//! tuner of an evaluation; beside it simultaneous perturbation (J. Spall 1992) with as many games. Small: eight weights.

use super::duel;
use super::duel::Player;
use super::figure::Line;
use super::figure::Panel;
use super::figure::Scale;
use super::figure::X;
use super::game::Game;
use super::report::Report;
use super::runs::Lab;
use super::settings::Settings;
use super::setup::Ordering;
use super::setup::Setup;
use super::sheet::Cell;
use super::sheet::Sheet;
use super::starts;
use super::weights;
use crate::dice::below;
use crate::progress::Progress;
use guohe::board::Board;
use guohe::eval::Evaluation;
use guohe::eval::classic::Weights;
use guohe::types::Color;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// What each of the eight numbers scales, in percent of the laboratory's weights.
pub const NAMES: [&str; 8] =
    ["rook", "knight", "cannon", "pawn", "defenders", "mobility", "attack on the king", "threats"];

type Scales = [f64; 8];

/// Between these the first generation is drawn, and all numbers stay.
const RANGE: (f64, f64) = (20.0, 180.0);

/// Games that each tuner may play when no number is asked for.
const GAMES: u64 = 1024;

/// Individuals of a generation.
const POPULATION: usize = 16;

/// Starts that two individuals play, each with both colours.
const STARTS_A_DUEL: usize = 2;

/// A number of a child changes by up to this, one in [`MUTATION_ODDS`].
const MUTATION: f64 = 30.0;
const MUTATION_ODDS: u64 = 8;

/// How far simultaneous perturbation moves each number to try it.
const PERTURBATION: f64 = 25.0;
/// How far a point more carries a number at the end.
const STEP: f64 = 1.5;
/// The customary exponents, and the share of the games during which the steps hardly fall.
const STEP_DECAY: f64 = 0.602;
const PERTURBATION_DECAY: f64 = 0.101;
const SLOW_START: f64 = 0.1;

/// Depth when none is asked for, with quiescence.
const DEPTH: u32 = 2;

/// Games of each match by which the results are judged.
const JUDGING: usize = 600;

/// Runs of both tuners, each from another start with other dice: a tuner that plays is a matter of luck too.
const RUNS: u64 = 3;

/// Who is judged against whom.
const MATCHES: [(&str, &str); 6] = [
    ("genetic", "start"),
    // What it found over what it began with: the first generation's mean is far better than most of its members.
    ("genetic", "first mean"),
    ("perturbation", "start"),
    ("genetic", "perturbation"),
    ("genetic", "fitted"),
    ("perturbation", "fitted"),
];

/// What the tuners found from one start.
struct Run {
    number: u64,
    start: Scales,
    first_mean: Scales,
    genetic: (Scales, Path),
    perturbed: (Scales, Path),
}

impl Run {
    fn scales(&self, name: &str) -> Scales {
        match name {
            "start" => self.start,
            "first mean" => self.first_mean,
            "genetic" => self.genetic.0,
            "perturbation" => self.perturbed.0,
            _ => [100.0; 8],
        }
    }
}

/// Games of tuners and judges.
pub fn all_games(settings: &Settings) -> u64 {
    let games = settings.games.unwrap_or(GAMES);
    RUNS * (2 * games + (MATCHES.len() * 2 * judging_starts(games)) as u64)
}

/// Starts on which what was found is judged.
fn judging_starts(games: u64) -> usize {
    (JUDGING / 2).min(games as usize / 4)
}

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let games = settings.games.unwrap_or(GAMES);
    let trainer = Trainer { depth: settings.max_depth.unwrap_or(DEPTH), starts: starts::first(usize::MAX) };
    let seed = if settings.seed == 0 { 1 } else { settings.seed };
    let progress = Progress::new(&format!("{}: tuning", settings.section), RUNS * 2);
    let mut runs = Vec::new();
    for number in 1..=RUNS {
        let seed = seed + number - 1;
        let first = generation(seed);
        let (start, first_mean) = (first[0], mean(&first));
        let genetic = trainer.evolve(lab, first, games, seed);
        progress.advance(1);
        let perturbed = trainer.perturb(lab, start, games, seed);
        progress.advance(1);
        runs.push(Run { number, start, first_mean, genetic, perturbed });
    }
    progress.end();

    // The last starts of the list judge; the first ones trained, as far as the games reach.
    let judging = &trainer.starts[trainer.starts.len().saturating_sub(judging_starts(games))..];
    let heads = runs.iter().map(|run| format!("run {}: Elo, 95 %", run.number));
    let heads = heads.chain(["all: games", "result", "Elo, 95 %"].map(str::to_owned));
    let mut sheet = Sheet::new("match", heads);
    let mut all = Vec::new();
    for names in MATCHES {
        let mut row = Vec::new();
        let mut together = Vec::new();
        for run in &runs {
            let player = |name: &str| trainer.player(&format!("{name}, run {}", run.number), &run.scales(name));
            let title = format!("{}: {} against {}, run {}", settings.section, names.0, names.1, run.number);
            let games = duel::pairs(lab, &title, judging, &player(names.0), &player(names.1));
            let [_, _, elo] = duel::result(&games);
            row.push(elo);
            together.extend(games);
        }
        row.extend(duel::result(&together));
        sheet.row(format!("{} against {}", names.0, names.1), row);
        all.extend(together);
    }
    let mut found = Sheet::new("% of the fitted weight", NAMES.map(str::to_owned));
    for run in &runs {
        for name in ["start", "first mean", "genetic", "perturbation"] {
            let scales = run.scales(name).map(|scale| Cell::Text(format!("{scale:.0}")));
            found.row(format!("{name}, run {}", run.number), scales);
        }
    }
    let text = format!(
        "Eight numbers scale groups of the weights, which were fitted to games (100 % each). {RUNS} runs: in each the first of {POPULATION} random \
         settings between {} and {} % is the start of both tuners. Each plays {games} games between searches of depth {} with \
         quiescence: the genetic one {} generations, selection by roulette on the points made, each number of a child from either \
         parent, one in {MUTATION_ODDS} changed by up to {MUTATION} %; its result is the mean of the last generation (and *first mean* that of the first). \
         Perturbation plays pairs of games with all numbers moved by about {PERTURBATION} % up or down. Found:\n\n{}\n\
         Judged on {} starts, each with both colours; every game is in [{section}-games.csv](lab/{section}-games.csv):\n\n{}",
        RANGE.0,
        RANGE.1,
        trainer.depth,
        generations(games),
        found.markdown(),
        judging.len(),
        sheet.markdown(),
        section = settings.section,
    );
    let figure = figure(&runs, games);
    Ok(Report::of_games(text, all, figure))
}

/// Mean distance of the numbers from the fitted ones, after so many games.
type Path = Vec<(u64, f64)>;

fn distance(scales: &Scales) -> f64 {
    scales.iter().map(|scale| (scale - 100.0).abs()).sum::<f64>() / scales.len() as f64
}

/// Generations that `games` allow.
fn generations(games: u64) -> u64 {
    (games / games_a_generation()).max(1)
}

const fn games_a_generation() -> u64 {
    (POPULATION / 2 * STARTS_A_DUEL * 2) as u64
}

/// The first generation of a seed.
fn generation(seed: u64) -> Vec<Scales> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut draw = || RANGE.0 + (RANGE.1 - RANGE.0) * unit(&mut dice);
    (0..POPULATION).map(|_| std::array::from_fn(|_| draw())).collect()
}

/// A number from 0 to 1.
fn unit(dice: &mut Xoshiro256PlusPlus) -> f64 {
    below(dice, 1 << 30) as f64 / f64::from(1 << 30)
}

/// How the tuners play.
struct Trainer {
    depth: u32,
    starts: Vec<Board>,
}

impl Trainer {
    fn player(&self, name: &str, scales: &Scales) -> Player {
        let setup = Setup { quiescence: true, repetition: Some(0), ..Setup::of(Ordering::Captures) };
        Player { name: name.to_owned(), evaluation: evaluation(scales), setup, depth: self.depth }
    }

    /// Half points of both in a few games of a duel that `name` tells from all others of the study.
    fn duel(&self, lab: &Lab, name: &str, scales: [&Scales; 2], from: usize) -> (u64, u64) {
        let [first, second] = [("first", scales[0]), ("second", scales[1])]
            .map(|(side, scales)| self.player(&format!("{side} of {name}"), scales));
        let mut games: Vec<Game> = Vec::new();
        for number in from..from + STARTS_A_DUEL {
            let start = &self.starts[number % self.starts.len()];
            games.extend([Color::Red, Color::Black].map(|color| duel::play_once(lab, start, color, &first, &second)));
        }
        let points = games.iter().map(|game| game.half_points).sum();
        (points, 2 * games.len() as u64 - points)
    }

    /// The mean of the last generation.
    fn evolve(&self, lab: &Lab, mut population: Vec<Scales>, games: u64, seed: u64) -> (Scales, Path) {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0x6765_6e65);
        let mut path = vec![(0, distance(&mean(&population)))];
        for number in 0..generations(games) {
            crate::dice::shuffle(&mut dice, &mut population);
            let duels: Vec<usize> = (0..POPULATION / 2).collect();
            let points = lab.quietly(&duels, |&duel| {
                let from = number as usize * STARTS_A_DUEL;
                let name = format!("generation {number}, duel {duel}, seed {seed}");
                self.duel(lab, &name, [&population[2 * duel], &population[2 * duel + 1]], from)
            });
            let points: Vec<u64> = points.into_iter().flat_map(|(first, second)| [first, second]).collect();
            let child = |_| {
                let parents = [0, 1].map(|_| &population[roulette(&mut dice, &points)]);
                std::array::from_fn(|weight| {
                    let inherited = parents[below(&mut dice, 2) as usize][weight];
                    let is_changed = below(&mut dice, MUTATION_ODDS) == 0;
                    let change = if is_changed { MUTATION * (2.0 * unit(&mut dice) - 1.0) } else { 0.0 };
                    (inherited + change).clamp(RANGE.0, RANGE.1)
                })
            };
            population = (0..POPULATION).map(child).collect();
            path.push(((number + 1) * games_a_generation(), distance(&mean(&population))));
        }
        (mean(&population), path)
    }

    /// Follows the winner of pairs of games in which all numbers were moved at once.
    fn perturb(&self, lab: &Lab, mut scales: Scales, games: u64, seed: u64) -> (Scales, Path) {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0x7370_7361);
        let pairs = games / 2;
        let mut path = vec![(0, distance(&scales))];
        for pair in 0..pairs {
            let reach = PERTURBATION * (pairs as f64 / (pair as f64 + 1.0)).powf(PERTURBATION_DECAY);
            let start = SLOW_START * pairs as f64;
            let step = STEP * ((start + pairs as f64) / (start + pair as f64 + 1.0)).powf(STEP_DECAY);
            let signs: Scales = std::array::from_fn(|_| if below(&mut dice, 2) == 0 { 1.0 } else { -1.0 });
            let moved = |direction: f64| -> Scales {
                std::array::from_fn(|weight| (scales[weight] + direction * signs[weight] * reach).max(0.0))
            };
            let (plus, minus) = (moved(1.0), moved(-1.0));
            let points = lab.quietly(&[Color::Red, Color::Black], |&color| {
                let player = |side: &str, scales| self.player(&format!("{side} of pair {pair}, seed {seed}"), scales);
                let start = &self.starts[pair as usize % self.starts.len()];
                duel::play_once(lab, start, color, &player("plus", &plus), &player("minus", &minus)).half_points
            });
            // From −2 to 2, nought when the pair is level.
            let score = points.iter().sum::<u64>() as f64 - 2.0;
            for weight in 0..scales.len() {
                scales[weight] = (scales[weight] + step * score * signs[weight]).clamp(RANGE.0, RANGE.1);
            }
            path.push((2 * (pair + 1), distance(&scales)));
        }
        (scales, path)
    }
}

/// An individual by its points: the chance is its share of all, so those with none have none.
fn roulette(dice: &mut Xoshiro256PlusPlus, points: &[u64]) -> usize {
    let mut ball = below(dice, points.iter().sum::<u64>().max(1));
    for (index, &points) in points.iter().enumerate() {
        if ball < points {
            return index;
        }
        ball -= points;
    }
    points.len() - 1
}

fn mean(population: &[Scales]) -> Scales {
    std::array::from_fn(|weight| population.iter().map(|scales| scales[weight]).sum::<f64>() / population.len() as f64)
}

/// The laboratory's evaluation with its groups scaled. The weights stay in memory as long as the program runs, as every
/// evaluation's do: ten kilobytes each.
fn evaluation(scales: &Scales) -> Evaluation {
    let pairs = weights::scaled(|group| group.map_or(1.0, |group| scales[group] / 100.0));
    Evaluation::Classical(Box::leak(Box::new(Weights::new(&pairs))))
}

fn figure(runs: &[Run], games: u64) -> Vec<Panel> {
    // As many points as fit; both paths are read off at the same numbers of games.
    const POINTS: u64 = 16;
    let places: Vec<u64> = (0..=POINTS).map(|point| games * point / POINTS).collect();
    let at = |path: &Path, games: u64| path.iter().rev().find(|(played, _)| *played <= games).map(|&(_, far)| far);
    let line = |name: String, path: &Path, color| {
        Line::new(name, places.iter().map(|&games| at(path, games)).collect(), color)
    };
    let name = |(point, &games): (usize, &u64)| {
        (games as f64, if point.is_multiple_of(4) { games.to_string() } else { String::new() })
    };
    let genetic = runs.iter().map(|run| line(format!("genetic, run {}", run.number), &run.genetic.1, 1));
    let perturbed = runs.iter().map(|run| line(format!("perturbation, run {}", run.number), &run.perturbed.1, 2));
    vec![Panel {
        title: "Two tuners with the same number of games".to_owned(),
        x_label: "games".to_owned(),
        y_label: "mean distance from the fitted weights, %".to_owned(),
        x: X::Numbers(places.iter().enumerate().map(name).collect()),
        scale: Scale::FromZero,
        lines: genetic.chain(perturbed).collect(),
        notes: vec!["genetic: the mean of a generation".to_owned()],
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wheel_favours_points() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut counts = [0; 3];
        for _ in 0..4000 {
            counts[roulette(&mut dice, &[1, 0, 3])] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((900..1100).contains(&counts[0]), "{counts:?}");
    }

    #[test]
    fn tuners_are_the_same_twice() {
        let lab = Lab::new(Vec::new(), 2);
        let trainer = Trainer { depth: 1, starts: starts::first(4) };
        let first = generation(3);
        assert!(first.iter().flatten().all(|scale| (RANGE.0..=RANGE.1).contains(scale)));
        let games = games_a_generation();
        let evolve = || trainer.evolve(&lab, first.clone(), games, 3);
        assert_eq!(evolve().0, evolve().0);
        let perturb = || trainer.perturb(&lab, first[0], 4, 3);
        assert_eq!(perturb().0, perturb().0);
        assert_eq!(perturb().1.len(), 3);
    }
}
