//! Looks at finished games: what they are like, and whether they are what they say.

use super::chunk::Chunk;
use super::game::Ending;
use super::game::Game;
use super::play::outcome;
use crate::say::say;
use anyhow::Context;
use anyhow::ensure;
use comfy_table::Table;
use guohe::rules::Rules;
use guohe::types::Color;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::collections::HashSet;
use std::path::Path;

/// Width of a bar of the score histogram.
const SCORE_STEP: i32 = 100;
/// Width of a bar of the length histogram.
const LENGTH_STEP: usize = 50;

/// Prints what the games in `dir` are like.
///
/// # Errors
/// When they cannot be read.
pub fn stats(dir: &Path) -> anyhow::Result<()> {
    let chunks = chunks(dir)?;
    let mut games = 0_usize;
    let mut plies = 0_usize;
    let mut quiet = 0_usize;
    let mut results: [usize; 3] = [0; 3];
    let mut endings: BTreeMap<Ending, usize> = BTreeMap::new();
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    let mut scores: BTreeMap<i32, usize> = BTreeMap::new();
    let mut seen_games = HashSet::new();
    let mut seen_positions = HashSet::new();
    let mut same_games = 0_usize;
    for chunk in &chunks {
        for game in chunk.games()? {
            games += 1;
            plies += game.plies.len();
            results[game.winner.map_or(2, Color::index)] += 1;
            *endings.entry(game.ending).or_default() += 1;
            *lengths.entry((game.opening.len() + game.plies.len()) / LENGTH_STEP).or_default() += 1;
            let mut bytes = Vec::new();
            game.encode(&mut bytes);
            same_games += usize::from(!seen_games.insert(bytes));
            game.for_each_quiet(|board, score, _| {
                quiet += 1;
                *scores.entry(i32::from(score).div_euclid(SCORE_STEP)).or_default() += 1;
                seen_positions.insert(board.key());
            })?;
        }
    }
    ensure!(games > 0, "{} holds no finished games", dir.display());
    say!("{games} games in {} chunks, {plies} searched plies, {quiet} quiet positions", chunks.len());
    say!("{:.1} plies and {:.1} quiet positions a game", plies as f64 / games as f64, quiet as f64 / games as f64);
    say!("repeated: {same_games} games, {} quiet positions\n", quiet - seen_positions.len());

    let share = |count: usize, of: usize| format!("{:.1} %", 100.0 * count as f64 / of as f64);
    let mut table = Table::new();
    table.set_header(["ending", "games", "share"]);
    for (name, count) in ["Red won", "Black won", "drawn"].iter().zip(results) {
        table.add_row([name.to_string(), count.to_string(), share(count, games)]);
    }
    for (ending, count) in endings {
        table.add_row([ending.to_string(), count.to_string(), share(count, games)]);
    }
    say!("{table}\n");

    let mut table = Table::new();
    table.set_header(["plies", "games", "share"]);
    for (bar, count) in lengths {
        let range = format!("{} to {}", bar * LENGTH_STEP, (bar + 1) * LENGTH_STEP - 1);
        table.add_row([range, count.to_string(), share(count, games)]);
    }
    say!("{table}\n");

    let mut table = Table::new();
    table.set_header(["score of quiet positions", "positions", "share"]);
    for (bar, count) in scores {
        let range = format!("{} to {}", bar * SCORE_STEP, (bar + 1) * SCORE_STEP - 1);
        table.add_row([range, count.to_string(), share(count, quiet)]);
    }
    say!("{table}");
    Ok(())
}

/// Replays all games in `dir` and compares all hashes and totals.
///
/// # Errors
/// At the first thing that is wrong.
pub fn verify(dir: &Path) -> anyhow::Result<()> {
    let chunks = chunks(dir)?;
    let bar = ProgressBar::new(chunks.len() as u64);
    let mut games = 0;
    for chunk in &chunks {
        let name = || chunk.path.display().to_string();
        let mut plies = 0;
        let mut quiet = 0;
        let mut results = [0; 3];
        for (index, game) in chunk.games()?.iter().enumerate() {
            let where_ = || format!("{}, game {index} of the chunk", name());
            check(game).with_context(where_)?;
            game.for_each_quiet(|_, _, _| quiet += 1).with_context(where_)?;
            plies += game.plies.len();
            results[game.winner.map_or(2, Color::index)] += 1;
            games += 1;
        }
        let facts = [
            ("plies", plies),
            ("quiet", quiet),
            ("red_wins", results[0]),
            ("black_wins", results[1]),
            ("draws", results[2]),
        ];
        for (fact, count) in facts {
            let told: usize = chunk.manifest.get(fact).with_context(name)?;
            ensure!(told == count, "{}: '{fact} = {told}', but the games have {count}", name());
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    say!("{games} games in {} chunks: every move, result and hash is right", chunks.len());
    Ok(())
}

fn chunks(dir: &Path) -> anyhow::Result<Vec<Chunk>> {
    let chunks = Chunk::all(dir)?;
    ensure!(!chunks.is_empty(), "{} holds no finished chunks", dir.display());
    Ok(chunks)
}

/// Replays a game: every move must be legal, no rule may have ended it before its last move, and the rules must agree
/// with the ending that it claims.
pub fn check(game: &Game) -> anyhow::Result<()> {
    let rules = Rules::default();
    let mut board = game.board()?;
    let moves = game.opening.iter().copied().chain(game.plies.iter().map(|ply| ply.mv));
    for (index, mv) in moves.enumerate() {
        ensure!(board.is_legal_move(mv), "move {index}, {mv}, is not legal in {}", board.fen());
        if index >= game.opening.len()
            && let Some((_, ending)) = outcome(&board, &rules)
        {
            anyhow::bail!("the game goes on after move {index}, where it ended: {ending}");
        }
        board.make(mv);
    }
    let by_rule = outcome(&board, &rules);
    match (game.ending, by_rule) {
        (Ending::AdjudicatedWin, None) => ensure!(game.winner.is_some(), "won by score, but nobody won"),
        (Ending::AdjudicatedDraw, None) => ensure!(game.winner.is_none(), "drawn by score, but somebody won"),
        (ending, Some(by_rule)) => ensure!((game.winner, ending) == by_rule, "the rules say {by_rule:?}"),
        (ending, None) => anyhow::bail!("the rules do not end the game here: {ending}"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::play::play;
    use super::super::play::tests::OnePly;
    use super::super::play::tests::SETTINGS;
    use super::*;

    /// A game by the rules that [`check`] goes by.
    fn sample(seed: u64) -> Game {
        play(&super::super::play::Settings { rules: Rules::default(), ..SETTINGS }, seed, &mut OnePly)
    }

    #[test]
    fn good_games_pass() {
        for seed in 0..10 {
            check(&sample(seed)).unwrap();
        }
    }

    #[test]
    fn wrong_games_do_not() {
        let good = sample(1);
        let mut game = good.clone();
        game.plies.truncate(game.plies.len() / 2);
        assert!(check(&game).is_err() || matches!(game.ending, Ending::AdjudicatedWin | Ending::AdjudicatedDraw));
        game = good.clone();
        game.plies[3].mv = game.plies[2].mv;
        assert!(check(&game).is_err());
        game = good.clone();
        game.winner = match game.winner {
            None => Some(Color::Red),
            Some(_) => None,
        };
        assert!(check(&game).is_err());
    }
}
