//! What games are like: endings, phases, lengths, scores.

use super::ending;
use super::game::Game;
use super::store::for_each_game;
use comfy_table::Table;
use guohe::board::Board;
use guohe::game::Reason;
use guohe::rules::Ruling;
use guohe::types::{Color, Kind};
use guohe_arena::openings;
use guohe_common::say::say;
use indicatif::HumanCount;
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

/// Width of a bar of the score histogram.
const SCORE_STEP: i32 = 250;
/// Width of a bar of the length histogram.
const LENGTH_STEP: usize = 50;
/// Phases of a game: the most pieces on the board in each.
const PHASES: [usize; 7] = [7, 11, 15, 19, 23, 27, 32];

/// What games are like.
#[derive(Default)]
struct Stats {
    games: usize,
    plies: usize,
    quiet: usize,
    /// Won by Red, won by Black, drawn.
    results: [usize; 3],
    played_out: usize,
    continued: usize,
    /// How games ended: those that scores may end, and those that are played out.
    endings: BTreeMap<(Reason, Option<Ruling>), [usize; 2]>,
    lengths: BTreeMap<usize, usize>,
    /// Quiet positions by phase, and the sum of the distances of their scores from nought.
    phases: [(usize, u64); PHASES.len()],
    scores: BTreeMap<i32, usize>,
    seen_games: HashSet<u64>,
    seen_positions: HashSet<u64>,
    same_games: usize,
}

impl Stats {
    fn add(&mut self, game: &Game) -> anyhow::Result<()> {
        self.games += 1;
        self.plies += game.plies.len();
        self.results[game.outcome.winner.map_or(2, Color::index)] += 1;
        self.played_out += usize::from(game.played_out);
        self.continued += usize::from(game.is_continued());
        self.endings.entry((game.outcome.reason, game.outcome.ruling)).or_default()[usize::from(game.played_out)] += 1;
        *self.lengths.entry((game.opening.len() + game.plies.len()) / LENGTH_STEP).or_default() += 1;
        let mut bytes = Vec::new();
        game.encode(&mut bytes);
        let mut hasher = DefaultHasher::new();
        hasher.write(&bytes);
        self.same_games += usize::from(!self.seen_games.insert(hasher.finish()));
        game.for_each_quiet(|board, score, _| {
            self.quiet += 1;
            *self.scores.entry(i32::from(score).div_euclid(SCORE_STEP)).or_default() += 1;
            let phase = PHASES.iter().position(|&most| pieces(board) <= most).unwrap_or(PHASES.len() - 1);
            self.phases[phase].0 += 1;
            self.phases[phase].1 += u64::from(score.unsigned_abs());
            self.seen_positions.insert(board.key().0);
        })
    }

    fn print(&self) {
        let share = |count: usize, of: usize| format!("{:.1} %", 100.0 * count as f64 / of.max(1) as f64);
        let number = |count: usize| HumanCount(count as u64).to_string();
        let a_game = |count: usize| count as f64 / self.games as f64;
        say!("{:.1} plies and {:.1} quiet positions a game", a_game(self.plies), a_game(self.quiet));
        let (played_out, continued) = (number(self.played_out), number(self.continued));
        let most = openings::PLIES.end();
        say!("{played_out} games played out, {continued} with more than {most} unsearched moves");
        let repeated = self.quiet - self.seen_positions.len();
        say!("repeated: {} games, {} quiet positions\n", number(self.same_games), number(repeated));

        let mut table = Table::new();
        table.set_header(["ending", "games", "share", "of these played out"]);
        for (name, count) in ["Red won", "Black won", "drawn"].iter().zip(self.results) {
            table.add_row([name.to_string(), number(count), share(count, self.games), String::new()]);
        }
        for (&(reason, ruling), [by_score, played_out]) in &self.endings {
            let count = by_score + played_out;
            let words = ending::words(reason, ruling);
            table.add_row([words, number(count), share(count, self.games), number(*played_out)]);
        }
        say!("{table}\n");

        let mut table = Table::new();
        table.set_header(["pieces left", "quiet positions", "share", "mean |score|"]);
        for (index, (count, distance)) in self.phases.into_iter().enumerate() {
            let least = if index == 0 { 2 } else { PHASES[index - 1] + 1 };
            let mean = if count > 0 { format!("{} cp", distance / count as u64) } else { String::new() };
            table.add_row([format!("{least} to {}", PHASES[index]), number(count), share(count, self.quiet), mean]);
        }
        say!("{table}\n");

        let mut table = Table::new();
        table.set_header(["plies", "games", "share"]);
        for (bar, &count) in &self.lengths {
            let range = format!("{} to {}", bar * LENGTH_STEP, (bar + 1) * LENGTH_STEP - 1);
            table.add_row([range, number(count), share(count, self.games)]);
        }
        say!("{table}\n");

        let mut table = Table::new();
        table.set_header(["score of quiet positions", "positions", "share"]);
        for (bar, &count) in &self.scores {
            let range = format!("{} to {}", bar * SCORE_STEP, (bar + 1) * SCORE_STEP - 1);
            table.add_row([range, number(count), share(count, self.quiet)]);
        }
        say!("{table}");
    }
}

fn pieces(board: &Board) -> usize {
    let each = Color::ALL.into_iter().flat_map(|color| Kind::ALL.map(|kind| board.count(color, kind)));
    each.sum()
}

/// Prints what the games in `dir` are like: those in chunks, and those that wait in journals for their chunk to fill.
///
/// # Errors
/// When they cannot be read.
pub fn stats(dir: &Path) -> anyhow::Result<()> {
    let mut stats = Stats::default();
    let read = for_each_game(dir, |game| stats.add(game))?;
    let (loose, (chunks, all)) = (read.in_journals, read.chunks);
    let more = if loose > 0 { format!(" and {loose} in unfinished ones") } else { String::new() };
    let of = if chunks < all { format!(" (of {all})") } else { String::new() };
    let [finished, plies, quiet] = [read.in_chunks, stats.plies as u64, stats.quiet as u64].map(HumanCount);
    say!("{finished} games in {chunks} chunks{of}{more}, {plies} searched plies, {quiet} quiet positions");
    stats.print();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::play::tests::sample;
    use super::*;

    #[test]
    fn games_are_counted_by_ending_and_by_pieces_left() {
        let mut stats = Stats::default();
        let games: Vec<Game> = (0..40).map(|seed| sample(seed, &[])).collect();
        games.iter().try_for_each(|game| stats.add(game)).unwrap();
        stats.add(&games[3]).unwrap();
        assert_eq!((stats.games, stats.same_games), (41, 1));
        assert_eq!(stats.endings.values().flatten().sum::<usize>(), 41);
        assert_eq!(stats.phases.iter().map(|(count, _)| count).sum::<usize>(), stats.quiet);
        assert!(stats.phases[6].0 > stats.phases[0].0, "openings are seen in every game");
        assert!(stats.played_out > 0 && stats.continued == 0);
    }
}
