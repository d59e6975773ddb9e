//! How the tree grows with depth, from plain minimax to iterative deepening: the steps of a primer on board-game
//! programs (2006), beside the least tree that any alpha-beta must visit (D. Knuth and R. Moore, 1975).

use super::counts::Counts;
use super::figure::Line;
use super::figure::Panel;
use super::plain;
use super::plain::Outcome;
use super::report::Report;
use super::runs::Lab;
use super::settings::Settings;
use super::setup::DepthMatch;
use super::setup::Ordering;
use super::setup::Setup;
use super::setup::TableUse;
use super::sheet::Cell;
use super::sheet::Sheet;
use anyhow::ensure;
use guohe::board::perft;
use guohe::tt::Table;
use serde_json::json;

/// Depth when none is asked for.
const DEPTH: u32 = 6;

/// Minimax is searched to here; its nodes are known without a search, as sums of move counts, for one ply more.
const MINIMAX_DEPTH: u32 = 3;
/// The dearer steps go to here only.
const UNORDERED_DEPTH: u32 = 5;

/// Indexes of the table, where there is one.
const SIZE: usize = 1 << 20;

/// A step of the primer.
struct Step {
    name: &'static str,
    setup: Setup,
    has_table: bool,
    max_depth: u32,
}

fn steps(seed: u64) -> [Step; 4] {
    let table = TableUse { depth_match: DepthMatch::Equal, ..TableUse::PAPER };
    let unordered = Setup { seed, table, ..Setup::of(Ordering::Generated) };
    let ordered = Setup { ordering: Ordering::Captures, ..unordered };
    let deepening = Setup { iterative: true, ..ordered };
    [
        Step { name: "alpha-beta", setup: unordered, has_table: false, max_depth: UNORDERED_DEPTH },
        Step { name: "+ ordering", setup: ordered, has_table: false, max_depth: u32::MAX },
        Step { name: "+ table", setup: ordered, has_table: true, max_depth: u32::MAX },
        Step { name: "+ iterative deepening", setup: deepening, has_table: true, max_depth: u32::MAX },
    ]
}

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let steps = steps(settings.seed);
    let positions = lab.positions.len();
    let depths: Vec<u32> = (1..=depth).collect();

    // Legal lines of each length, which are the leaves of minimax.
    let known = depth.min(MINIMAX_DEPTH + 1);
    let lines: Vec<Vec<u64>> = lab.for_each("growth: lines", &lab.positions, |position| {
        (0..=known).map(|depth| perft(&mut position.board.clone(), depth)).collect()
    });
    let searched = depth.min(MINIMAX_DEPTH);
    let truth: Vec<Outcome> =
        lab.for_each("growth: minimax", &lab.positions, |position| plain::minimax(&position.board, searched));
    for ((position, outcome), lines) in lab.positions.iter().zip(&truth).zip(&lines) {
        let expected: u64 = lines[..=searched as usize].iter().sum();
        ensure!(outcome.counts.nodes == expected, "minimax and the move counts disagree in {}", position.name);
    }

    let mut jobs = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        for &depth in depths.iter().filter(|&&depth| depth <= step.max_depth) {
            jobs.extend((0..positions).map(|position| (number, depth, position)));
        }
    }
    let outcomes = lab.for_each("growth", &jobs, |&(step, depth, position)| {
        let step = &steps[step];
        let table = step.has_table.then(|| Table::with_buckets(SIZE));
        plain::search(&lab.positions[position].board, depth, &step.setup, table.as_ref())
    });
    // What the steps found, by step and depth; `None` where a step does not go.
    let found = |step: usize, depth: u32| {
        let first = jobs.iter().position(|&(number, at, _)| (number, at) == (step, depth))?;
        Some(&outcomes[first..first + positions])
    };
    for &depth in &depths {
        let scores = |outcomes: &[Outcome]| outcomes.iter().map(|outcome| outcome.score).collect::<Vec<_>>();
        let expected = found(1, depth).map(scores);
        for (number, step) in steps.iter().enumerate() {
            if let Some(outcomes) = found(number, depth) {
                ensure!(Some(scores(outcomes)) == expected, "{} finds another score at depth {depth}", step.name);
            }
        }
        if depth == searched {
            ensure!(Some(scores(&truth)) == expected, "alpha-beta and minimax disagree");
        }
    }

    // Branching: the mean over the plies that were counted, for each position by itself.
    let branching: Vec<f64> =
        lines.iter().map(|lines| (lines[known as usize] as f64).powf(1.0 / f64::from(known))).collect();
    let minimal = |depth: u32| branching.iter().map(|&width| minimal_leaves(width, depth)).sum::<f64>();

    let heads = || depths.iter().map(u32::to_string);
    let mut main = Sheet::new("search", heads());
    let mut leaves = Sheet::new("leaves ÷ least", heads());
    let minimax_nodes = |depth: u32| {
        (depth <= known).then(|| lines.iter().map(|lines| lines[..=depth as usize].iter().sum::<u64>()).sum())
    };
    main.row("minimax", depths.iter().map(|&depth| Cell::from(minimax_nodes(depth))));
    let ratio = |leaves: f64, depth| Cell::Text(format!("{:.2}", leaves / minimal(depth)));
    leaves.row(
        "minimax",
        depths.iter().map(|&depth| match depth <= known {
            true => ratio(lines.iter().map(|lines| lines[depth as usize]).sum::<u64>() as f64, depth),
            false => Cell::Missing,
        }),
    );
    for (number, step) in steps.iter().enumerate() {
        let counts = |depth| {
            let mut counts = Counts::default();
            for outcome in found(number, depth)? {
                counts += outcome.counts;
            }
            Some(counts)
        };
        main.row(step.name, depths.iter().map(|&depth| Cell::from(counts(depth).map(|counts| counts.nodes))));
        leaves.row(
            step.name,
            depths.iter().map(|&depth| match counts(depth) {
                Some(counts) => ratio(counts.leaves as f64, depth),
                None => Cell::Missing,
            }),
        );
    }
    main.row("least leaves (Knuth and Moore)", depths.iter().map(|&depth| minimal(depth).round() as u64));

    let mut widths = branching.clone();
    widths.sort_by(f64::total_cmp);
    let text = format!(
        "{positions} positions, columns are depths. Nodes, sums; iterative deepening counts all its iterations. Minimax is \
         searched to depth {MINIMAX_DEPTH} and, being the sum of the numbers of legal lines, known for one ply more. The \
         ordering is captures first, then the history table; the table is two-level with 1M indexes and cuts only with \
         entries of exactly the depth asked for, so all steps must find the same scores, or the command fails. The last \
         row is the least number of leaves, 2·B^(D/2) − 1 for even D and B^((D+1)/2) + B^((D−1)/2) − 1 for odd D, for the \
         branching factor B measured in each position over {known} plies: {:.1} to {:.1}, median {:.1}.\n\n{}\n\
         Leaves visited for each leaf of the least tree:\n\n{}\n",
        widths[0],
        widths[widths.len() - 1],
        super::grid::quantile(&widths, 1, 2),
        main.markdown(),
        leaves.markdown(),
    );
    let line = |(color, (name, cells)): (usize, &(String, Vec<Cell>))| Line {
        name: name.clone(),
        values: cells
            .iter()
            .map(|cell| if let Cell::Count(count) = cell { Some(*count as f64) } else { None })
            .collect(),
        published: name.starts_with("least"),
        color,
    };
    let figure = vec![Panel {
        title: format!("Nodes by depth, sum of {positions} positions"),
        x_label: "depth".to_owned(),
        y_label: "nodes".to_owned(),
        columns: main.columns.clone(),
        logarithmic: true,
        notes: Vec::new(),
        lines: main.rows.iter().enumerate().map(line).collect(),
    }];
    let by_position: Vec<_> = steps
        .iter()
        .enumerate()
        .map(|(number, step)| {
            let nodes =
                |depth| found(number, depth).map(|row| row.iter().map(|outcome| outcome.counts.nodes).collect());
            let nodes: Vec<Option<Vec<u64>>> = depths.iter().map(|&depth| nodes(depth)).collect();
            json!({ "search": step.name, "by_depth": nodes })
        })
        .collect();
    let json = json!({ "study": "growth", "depths": depths, "seed": settings.seed, "branching": branching, "rows": by_position });
    Ok(Report { name: "growth".to_owned(), text, main, json, figure })
}

/// Leaves of the least tree of `width` moves a position and `depth` plies.
fn minimal_leaves(width: f64, depth: u32) -> f64 {
    let half = depth as i32 / 2;
    if depth.is_multiple_of(2) { 2.0 * width.powi(half) - 1.0 } else { width.powi(half + 1) + width.powi(half) - 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_tree() {
        // One move: one leaf. Depth 1 looks at every move; depth 2 at every reply to one move and one reply to each other.
        for (width, depth, leaves) in [(1.0, 6, 1.0), (40.0, 1, 40.0), (40.0, 2, 79.0), (40.0, 3, 1639.0)] {
            assert_eq!(minimal_leaves(width, depth), leaves);
        }
    }
}
