//! What is a draw worth? A primer on board-game programs (2006) would score it slightly above nought where one cannot win.
//! Games between two plain searches that differ in nothing but what a repetition is worth to them.

use super::duel;
use super::duel::Player;
use super::figure::Line;
use super::figure::Panel;
use super::figure::Scale;
use super::figure::X;
use super::report::Report;
use super::runs::Lab;
use super::settings::Settings;
use super::setup::Ordering;
use super::setup::Setup;
use super::starts;
use super::weights;

/// What a draw is worth to the first player, centipawns; to the second it is worth nothing.
const WORTHS: [i16; 5] = [-100, -20, 20, 50, 100];

/// Games of each match when no number is asked for.
const GAMES: u64 = 800;

/// Depth when none is asked for, with quiescence.
const DEPTH: u32 = 2;

/// Games of all matches.
pub fn all_games(settings: &Settings) -> u64 {
    settings.games.unwrap_or(GAMES) * WORTHS.len() as u64
}

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let games = settings.games.unwrap_or(GAMES);
    let starts = starts::first((games / 2).max(1) as usize);
    let player = |worth: i16| Player {
        name: format!("{worth:+}"),
        evaluation: weights::evaluation(),
        setup: Setup { quiescence: true, repetition: Some(worth), ..Setup::of(Ordering::Captures) },
        depth,
    };
    let mut sheet = duel::results_sheet("a draw is worth");
    let mut all = Vec::new();
    let (mut scores, mut reaches) = (Vec::new(), Vec::new());
    for worth in WORTHS {
        let title = format!("{}: {worth:+}", settings.section);
        let games = duel::pairs(lab, &title, &starts, &player(worth), &player(0));
        sheet.row(format!("{worth:+} against 0"), duel::result(&games));
        let (score, reach) = duel::interval(&games);
        scores.push(Some(100.0 * score));
        reaches.push(100.0 * reach);
        all.extend(games);
    }
    let drawn = all.iter().filter(|game| game.half_points == 1).count();
    let text = format!(
        "Depth {depth} with quiescence on both sides, captures first, no table; a position that stood before is worth so many \
         centipawns to the first player and nothing to the second. {} starts of `{}`, each with both colours; {drawn} of \
         the {} games were drawn. Every game is in [{section}-games.csv](lab/{section}-games.csv).\n\n{}",
        starts.len(),
        starts::FILE,
        all.len(),
        sheet.markdown(),
        section = settings.section,
    );
    let figure = vec![Panel {
        title: format!("Depth {depth}: what a draw should be worth"),
        x_label: "worth of a draw, centipawns".to_owned(),
        y_label: "score against nought, %".to_owned(),
        x: X::Numbers(WORTHS.iter().map(|&worth| (f64::from(worth), worth.to_string())).collect()),
        scale: Scale::Around(50.0),
        lines: vec![Line::new("score, 95 %", scores, 1).within(reaches)],
        notes: Vec::new(),
    }];
    Ok(Report::of_games(text, all, figure))
}
