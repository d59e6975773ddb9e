//! The history heuristic (J. Schaeffer 1983), as a post for xiangqi programmers measured it: depth 5 after Red has
//! played a cannon, a pawn and a horse; the same with the colours exchanged; and over all positions.

use super::counts::Counts;
use super::figure::Line;
use super::figure::Panel;
use super::plain;
use super::plain::Outcome;
use super::report;
use super::report::Report;
use super::runs::Lab;
use super::settings::Settings;
use super::setup::DepthMatch;
use super::setup::Learning;
use super::setup::Ordering;
use super::setup::Setup;
use super::setup::TableUse;
use super::sheet::Cell;
use super::sheet::Sheet;
use anyhow::Context;
use anyhow::ensure;
use guohe::board::Board;
use guohe::tt::Table;
use guohe::types::Move;
use serde_json::json;
use std::time::Duration;
use std::time::Instant;

/// Red's moves: cannon, pawn, horse. Black answers each with the move that the search finds.
const RED: [&str; 3] = ["h2e2", "c3c4", "h0g2"];

/// Depth when none is asked for: the post's.
const DEPTH: u32 = 5;

/// Indexes of the table, where there is one.
const SIZE: usize = 1 << 20;

/// A way to order moves.
struct Way {
    name: &'static str,
    setup: Setup,
    has_table: bool,
}

fn ways(seed: u64) -> Vec<Way> {
    let base = Setup { seed, ..Setup::of(Ordering::Generated) };
    let gravity = Setup { ordering: Ordering::History, learning: Learning::Gravity, ..base };
    let killers = Setup { killers: true, ..gravity };
    let table = |cuts| TableUse { cuts, depth_match: DepthMatch::Equal, ..TableUse::PAPER };
    let way = |name, setup| Way { name, setup, has_table: false };
    vec![
        way("none", base),
        way("static sort", Setup { ordering: Ordering::Static, ..base }),
        way("2^depth history", Setup { ordering: Ordering::History, ..base }),
        way("gravity history", gravity),
        way("gravity + killers", killers),
        Way { has_table: true, ..way("gravity + killers + table move", Setup { table: table(false), ..killers }) },
        Way { has_table: true, ..way("all that + table bounds", Setup { table: table(true), ..killers }) },
    ]
}

/// A search and how long it took.
fn search_timed(board: &Board, depth: u32, way: &Way) -> (Outcome, Duration) {
    let table = way.has_table.then(|| Table::with_buckets(SIZE));
    let started = Instant::now();
    let outcome = plain::search_from_scratch(board, depth, &way.setup, table.as_ref());
    (outcome, started.elapsed())
}

fn search(board: &Board, depth: u32, way: &Way) -> Outcome {
    let table = way.has_table.then(|| Table::with_buckets(SIZE));
    plain::search(board, depth, &way.setup, table.as_ref())
}

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let ways = ways(settings.seed);

    // One at a time: the clock is read.
    let mut opening = vec![Vec::new(); ways.len()];
    let mut exchanged = vec![0; ways.len()];
    let mut answers: Vec<Move> = Vec::new();
    let mut board = Board::startpos();
    for mv in RED {
        board.make(mv.parse().context("Red's moves are well-formed")?);
        for (way, searches) in ways.iter().zip(&mut opening) {
            searches.push(search_timed(&board, depth, way));
        }
        let (truth, _) = opening[0].last().copied().context("the first way was searched")?;
        for (index, way) in ways.iter().enumerate() {
            let (outcome, _) = opening[index][opening[index].len() - 1];
            let turned = search(&board.flip_colors(), depth, way);
            exchanged[index] += turned.counts.nodes;
            let finds_it = outcome.score == truth.score && turned.score == truth.score;
            ensure!(finds_it, "{} finds another score after {mv}", way.name);
        }
        let answer = truth.best.context("Black has a move in the opening")?;
        answers.push(answer);
        board.make(answer);
    }

    let mut jobs = Vec::new();
    for way in 0..ways.len() {
        jobs.extend((0..lab.positions.len()).map(|position| (way, position)));
    }
    let outcomes =
        lab.for_each("history", &jobs, |&(way, position)| search(&lab.positions[position].board, depth, &ways[way]));
    let middle: Vec<&[Outcome]> = outcomes.chunks(lab.positions.len()).collect();
    for (way, outcomes) in ways.iter().zip(&middle) {
        for (position, (outcome, truth)) in lab.positions.iter().zip(outcomes.iter().zip(middle[0])) {
            ensure!(outcome.score == truth.score, "{} finds another score in {}", way.name, position.name);
        }
    }

    let heads = ["nodes", "evaluations", "milliseconds", "nodes exchanged", "nodes middle game"];
    let mut main = Sheet::new("ordering", heads.map(str::to_owned));
    let heads = [
        "nodes",
        "evaluations",
        "ms",
        "none ÷ nodes",
        "same move",
        "exchanged: nodes",
        "none ÷ nodes",
        "middle game: nodes",
        "none ÷ nodes",
        "same move",
    ];
    let mut people = Sheet::new("ordering", heads.map(str::to_owned));
    let mut rows = Vec::new();
    for (index, way) in ways.iter().enumerate() {
        let mut counts = Counts::default();
        let mut time = Duration::ZERO;
        for (outcome, took) in &opening[index] {
            counts += outcome.counts;
            time += *took;
        }
        let base: u64 = opening[0].iter().map(|(outcome, _)| outcome.counts.nodes).sum();
        let nodes: u64 = middle[index].iter().map(|outcome| outcome.counts.nodes).sum();
        let base_nodes: u64 = middle[0].iter().map(|outcome| outcome.counts.nodes).sum();
        let same = opening[index].iter().zip(&opening[0]).filter(|(a, b)| a.0.best == b.0.best).count();
        let same_middle = middle[index].iter().zip(middle[0]).filter(|(a, b)| a.best == b.best).count();
        let times = |base: u64, nodes: u64| Cell::Text(format!("{:.2}", base as f64 / nodes as f64));
        let milliseconds = time.as_millis() as u64;
        main.row(way.name, [counts.nodes, counts.evaluations, milliseconds, exchanged[index], nodes]);
        people.row(
            way.name,
            [
                Cell::Count(counts.nodes),
                Cell::Count(counts.evaluations),
                Cell::Count(milliseconds),
                times(base, counts.nodes),
                Cell::Text(format!("{same} of {}", RED.len())),
                Cell::Count(exchanged[index]),
                times(exchanged[0], exchanged[index]),
                Cell::Count(nodes),
                times(base_nodes, nodes),
                Cell::Text(format!("{same_middle} of {}", lab.positions.len())),
            ],
        );
        rows.push(json!({
            "ordering": way.name,
            "opening": opening[index].iter().map(|(outcome, took)| json!({
                "nodes": outcome.counts.nodes,
                "evaluations": outcome.counts.evaluations,
                "milliseconds": took.as_millis() as u64,
                "move": outcome.best.map(|mv| mv.to_string()),
                "score": outcome.score.get(),
            })).collect::<Vec<_>>(),
            "exchanged_nodes": exchanged[index],
            "middle_game_nodes": middle[index].iter().map(|outcome| outcome.counts.nodes).collect::<Vec<_>>(),
        }));
    }

    let answers: Vec<String> = answers.iter().map(Move::to_string).collect();
    let text = format!(
        "Depth {depth}. The first five columns are the post's experiment: Black to move after each of Red's {}, the \
         search answering {}, sums of the three searches; times were measured on {}, and change from run to run. \
         *Exchanged* are the same three positions with the colours exchanged and the board turned, where the scan of the \
         board that the unordered search goes by begins at the other end. The last three columns are sums over {} middle-game positions. *None ÷ nodes* is the efficiency that the post gives as \
         about 4 for its history table. The score is the same for all in every search, or the command fails; *same \
         move* counts where the move is too, for moves of equal score may change places.\n\n{}\n",
        RED.join(", "),
        answers.join(", "),
        report::today(),
        lab.positions.len(),
        people.markdown(),
    );
    let figure = vec![Panel {
        title: format!("Depth {depth}: nodes by ordering, % of none"),
        x_label: "ordering".to_owned(),
        y_label: "nodes, % of no ordering".to_owned(),
        columns: (1..=ways.len()).map(|number| number.to_string()).collect(),
        logarithmic: true,
        lines: shares(&opening, &middle),
        notes: (1..).zip(&ways).map(|(number, way)| format!("{number}: {}", way.name)).collect(),
    }];
    let json = json!({ "study": "history", "depth": depth, "seed": settings.seed, "answers": answers, "rows": rows });
    Ok(Report { name: "history".to_owned(), text, main, json, figure })
}

/// Shares of the nodes without ordering, in the opening and in the middle game.
fn shares(opening: &[Vec<(Outcome, Duration)>], middle: &[&[Outcome]]) -> Vec<Line> {
    let share = |sums: Vec<u64>| sums.iter().map(|&sum| Some(100.0 * sum as f64 / sums[0] as f64)).collect();
    let opening = opening.iter().map(|row| row.iter().map(|(outcome, _)| outcome.counts.nodes).sum()).collect();
    let middle = middle.iter().map(|row| row.iter().map(|outcome| outcome.counts.nodes).sum()).collect();
    let line = |name: &str, color, values| Line { name: name.to_owned(), values, published: false, color };
    vec![line("after the opening moves", 1, share(opening)), line("middle game", 2, share(middle))]
}
