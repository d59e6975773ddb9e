//! The score of a match as fastchess prints it.

use crate::record::GameRecord;
use crate::stats;
use crate::stats::Decision;
use crate::stats::Pairs;
use crate::stats::Sprt;
use std::collections::HashMap;

/// The games so far, from the first engine's view.
pub struct Tally {
    names: [String; 2],
    sprt: Option<Sprt>,
    /// Without exchanged colours there are no pairs.
    has_pairs: bool,
    games: [u64; 3],
    pairs: Pairs,
    /// Half points of pairs of which one game is played.
    open: HashMap<u64, u64>,
}

impl Tally {
    /// No games yet.
    pub fn new(names: [&str; 2], sprt: Option<Sprt>, games_per_round: u64) -> Self {
        let has_pairs = games_per_round == 2;
        Self { names: names.map(str::to_owned), sprt, has_pairs, games: [0; 3], pairs: [0; 5], open: HashMap::new() }
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        let points = record.half_points(0);
        self.games[points as usize] += 1;
        if !self.has_pairs {
            return;
        }
        match self.open.remove(&(record.game / 2)) {
            Some(first) => self.pairs[(first + points) as usize] += 1,
            None => drop(self.open.insert(record.game / 2, points)),
        }
    }

    /// Games so far.
    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Whether the sequential test is over.
    pub fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| sprt.decide(&self.pairs) != Decision::Continue)
    }

    /// The block of lines, ASCII and none of them empty.
    pub fn lines(&self) -> Vec<String> {
        const RULE: &str = "--------------------------------------------------";
        let [losses, draws, wins] = self.games;
        let played = self.played().max(1);
        let mut lines = vec![RULE.to_owned(), format!("Results of {} vs {}:", self.names[0], self.names[1])];
        let estimate = if self.has_pairs { stats::estimate(&self.pairs) } else { stats::estimate(&self.games) };
        if let Some(estimate) = estimate {
            let normalised = stats::normalised(&self.pairs);
            let normalised =
                normalised.map_or("nan +/- nan".to_owned(), |n| format!("{:.2} +/- {:.2}", n.elo, n.error));
            lines.push(format!("Elo: {:.2} +/- {:.2}, nElo: {normalised}", estimate.elo, estimate.error()));
            let level = self.pairs[2] as f64 / self.pairs.iter().sum::<u64>().max(1) as f64;
            lines.push(format!("LOS: {:.2} %, DrawRatio: {:.2} %", estimate.superiority * 100.0, level * 100.0));
        }
        let points = wins as f64 + draws as f64 / 2.0;
        lines.push(format!(
            "Games: {}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points:.1} ({:.2} %)",
            self.played(),
            100.0 * points / played as f64
        ));
        if self.has_pairs {
            lines.push(format!("Ptnml(0-2): {:?}", self.pairs));
        }
        if let Some(sprt) = &self.sprt {
            let ((lower, upper), ratio) = (sprt.bounds(), sprt.ratio(&self.pairs));
            lines.push(format!("LLR: {ratio:.2} ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]", sprt.elo0, sprt.elo1));
            match sprt.decide(&self.pairs) {
                Decision::Accepted => lines.push("SPRT: H1 was accepted".to_owned()),
                Decision::Rejected => lines.push("SPRT: H0 was accepted".to_owned()),
                Decision::Continue => {}
            }
        }
        lines.push(RULE.to_owned());
        // Infinities are no news after a few games, but they are not ASCII art either.
        lines.iter().map(|line| line.replace('∞', "inf")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::game;
    use guohe::game::Reason;

    #[test]
    fn the_block_is_ascii_without_empty_lines_from_the_first_game_on() {
        let mut tally = Tally::new(["a", "b"], Sprt::parse(&["elo0=0 elo1=10".to_owned()]).ok(), 2);
        for number in 0..6 {
            tally.add(&game(number, if number % 2 == 0 { "1-0" } else { "1/2-1/2" }, Reason::Mate));
            for line in tally.lines() {
                assert!(line.is_ascii() && !line.trim().is_empty(), "{line}");
            }
        }
        let text = tally.lines().join("\n");
        assert!(
            text.contains("Ptnml(0-2): [0, 0, 0, 3, 0]") && text.contains("Wins: 3, Losses: 0, Draws: 3"),
            "{text}"
        );
        assert!(text.contains("Points: 4.5 (75.00 %)") && text.contains("LLR: "), "{text}");
    }

    #[test]
    fn games_without_exchange_make_no_pairs() {
        let mut tally = Tally::new(["a", "b"], None, 1);
        for number in 0..4 {
            tally.add(&game(number, "1-0", Reason::Mate));
        }
        assert!(!tally.lines().join("\n").contains("Ptnml") && tally.played() == 4);
    }
}
