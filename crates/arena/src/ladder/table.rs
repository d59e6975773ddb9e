//! The ladder as a page: results, scale, give-aways and reply times, in Markdown.

use super::habits::Habits;
use super::player::{Pairing, Player};
use super::scale::{self, Score};
use crate::record::MatchFile;
use crate::results::elo_text;
use crate::stats;
use crate::summary::Summary;
use anyhow::{Context, ensure};
use guohe::board::Board;
use guohe_common::say::say;
use std::collections::BTreeMap;
use std::path::Path;

/// Reads the match files of `folder` and says what is in them.
///
/// # Errors
/// When there is none, or one cannot be read.
pub fn say_all(folder: &Path) -> anyhow::Result<()> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push((MatchFile::read(&path)?, path));
        }
    }
    ensure!(!files.is_empty(), "no match files in {}", folder.display());
    let mut results = Vec::new();
    let mut habits = BTreeMap::new();
    for (file, path) in files.iter().filter(|(file, _)| !file.games.is_empty()) {
        let place = || format!("in {}", path.display());
        results.push(Encounter::of(file).with_context(place)?);
        watch(file, &mut habits).with_context(place)?;
    }
    results.sort_by_key(|result| (result.pairing.0.max(result.pairing.1), result.pairing.0.min(result.pairing.1)));
    say!("{}", pairings(&results));
    say!("{}", players(&results, &habits));
    Ok(())
}

/// What came of a pairing.
struct Encounter {
    pairing: Pairing,
    /// Games that the first player lost, drew, won.
    games: [u64; 3],
    estimate: stats::Estimate,
}

impl Encounter {
    fn of(file: &MatchFile) -> anyhow::Result<Self> {
        let names: [String; 2] =
            file.header.names().try_into().ok().context("a match of the ladder has two players")?;
        let pairing = Pairing(names[0].parse()?, names[1].parse()?);
        let mut summary = Summary::new(names, true);
        let mut games = [0; 3];
        for record in &file.games {
            summary.add(Some((0, record.game / 2)), record);
            games[record.half_points(0) as usize] += 1;
        }
        let estimate = stats::estimate(summary.pairs()).or_else(|| stats::estimate(&games));
        Ok(Self { pairing, games, estimate: estimate.with_context(|| format!("no game of {pairing}"))? })
    }

    fn score(&self) -> Score {
        let [lost, drawn, won] = self.games.map(|count| count as f64);
        Score { players: [self.pairing.0, self.pairing.1], points: [won + drawn / 2.0, lost + drawn / 2.0] }
    }
}

/// Adds the moves of all games to what is known of the players.
fn watch(file: &MatchFile, habits: &mut BTreeMap<Player, Habits>) -> anyhow::Result<()> {
    let players: Vec<Player> =
        file.header.engines.iter().map(|engine| engine.name.parse()).collect::<Result<_, _>>()?;
    for record in &file.games {
        let mut board = Board::from_fen(&record.fen).with_context(|| record.fen.clone())?;
        for (index, (text, &ms)) in record.moves.split_ascii_whitespace().zip(&record.ms).enumerate() {
            let mv = text.parse().ok().filter(|&mv| board.is_legal_move(mv)).with_context(|| format!("move {text}"))?;
            habits.entry(players[record.mover(index)]).or_default().add(&board, mv, ms);
            board.make(mv);
        }
    }
    Ok(())
}

fn pairings(results: &[Encounter]) -> String {
    let mut text = "| | against | games | won | drawn | lost | score | 95 % interval | Elo |\n\
                    | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    for Encounter { pairing, games: [lost, drawn, won], estimate } in results {
        let percent = |elo: f64| 100.0 * stats::score_of(elo);
        text += &format!(
            "| {} | {} | {} | {won} | {drawn} | {lost} | {:.1} % | {:.1} – {:.1} % | {} |\n",
            pairing.0,
            pairing.1,
            lost + drawn + won,
            percent(estimate.elo),
            percent(estimate.low),
            percent(estimate.high),
            elo_text(estimate.elo, 0)
        );
    }
    text
}

fn players(results: &[Encounter], habits: &BTreeMap<Player, Habits>) -> String {
    let scores: Vec<Score> = results.iter().map(Encounter::score).collect();
    let ratings = scale::ratings(&scores);
    let mut text = "| | Elo | moves | give a piece away | ms, half of the moves within | 99 % | all |\n\
                    | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    for (player, habits) in habits {
        let elo = ratings.get(player).map_or("–".to_owned(), |elo| format!("{elo:.0}"));
        text += &format!(
            "| {player} | {elo} | {} | {:.2} % | {} | {} | {} |\n",
            habits.moves,
            habits.percent_given_away(),
            habits.time(0.5),
            habits.time(0.99),
            habits.time(1.0)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clean_score_is_infinitely_far() {
        let estimate = stats::estimate(&[0, 0, 0, 0, 9]).unwrap();
        let row = |games| pairings(&[Encounter { pairing: "1:0".parse().unwrap(), games, estimate }]);
        assert!(row([0, 0, 18]).ends_with("| 1 | 0 | 18 | 18 | 0 | 0 | 100.0 % | 71.7 – 100.0 % | +∞ |\n"));
    }
}
