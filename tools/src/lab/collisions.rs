//! Type I collisions of Jiao and Liu 2010: entries of another position believed, by the length of the check value,
//! with and without a look at the stored move. Every hit is verified against the full position.

use super::counts::Counts;
use super::figure::Line;
use super::figure::Panel;
use super::plain;
use super::plain::Outcome;
use super::report::Report;
use super::runs::Lab;
use super::settings::Settings;
use super::setup::DepthMatch;
use super::setup::Setup;
use super::setup::TableUse;
use super::sheet::Cell;
use super::sheet::Sheet;
use super::sheet::grouped;
use super::sheet::size_name;
use guohe::tt::Table;
use serde_json::json;

/// Bits of the check value beyond the index.
const BITS: [u8; 9] = [8, 10, 12, 16, 20, 24, 32, 48, 64];

/// Indexes when no size is asked for.
const SIZE: usize = 64 << 10;

/// Depth when none is asked for.
const DEPTH: u32 = 5;

/// Sums over the positions.
struct Row {
    bits: u8,
    legality: bool,
    counts: Counts,
    /// By position.
    nodes: Vec<u64>,
    wrong_hits: Vec<u64>,
    /// Positions whose root score, or best move, is not the one found without a table.
    changed_scores: usize,
    changed_moves: usize,
}

impl Row {
    fn label(&self) -> String {
        format!("{} bits{}", self.bits, if self.legality { " + move checked" } else { "" })
    }
}

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let buckets = settings.sizes_or(&[SIZE])[0];
    // Exact depths, so that whatever changes a score is a wrong entry.
    let setup = |bits, legality| Setup {
        table: TableUse { depth_match: DepthMatch::Equal, check_bits: bits, legality, ..TableUse::PAPER },
        ..settings.setup()
    };
    let truth = lab.for_each("collisions: truth", &lab.positions, |position| {
        plain::search(&position.board, depth, &setup(64, true), None)
    });

    let mut jobs = Vec::new();
    for bits in BITS {
        for legality in [false, true] {
            jobs.extend((0..lab.positions.len()).map(|position| (bits, legality, position)));
        }
    }
    let outcomes = lab.for_each("collisions", &jobs, |&(bits, legality, position)| {
        let table = Table::with_buckets(buckets);
        plain::search_verified(&lab.positions[position].board, depth, &setup(bits, legality), &table)
    });
    let rows: Vec<Row> = jobs
        .chunks(lab.positions.len())
        .zip(outcomes.chunks(lab.positions.len()))
        .map(|(jobs, outcomes)| sum(jobs[0].0, jobs[0].1, outcomes, &truth))
        .collect();

    let heads = ["nodes", "hits", "wrong hits", "wrong cuts", "refused", "changed scores", "changed moves"];
    let mut main = Sheet::new("check value", heads.map(str::to_owned));
    let mut people = Sheet::new("check value", heads.into_iter().chain(["at most"]).map(str::to_owned));
    for row in &rows {
        let Counts { nodes, hits, wrong_hits, wrong_cuts, refused, .. } = row.counts;
        let numbers =
            [nodes, hits, wrong_hits, wrong_cuts, refused, row.changed_scores as u64, row.changed_moves as u64];
        main.row(row.label(), numbers);
        // Two entries are compared at each node; each agrees by chance once in 2^bits.
        let most = 2.0 * nodes as f64 / 2f64.powi(i32::from(row.bits));
        let most = if most >= 10.0 { grouped(most.round() as u64) } else { format!("{most:.2e}") };
        people.row(row.label(), numbers.map(Cell::Count).into_iter().chain([Cell::Text(most)]));
    }
    let text = format!(
        "Depth {depth}, two-level table with {} indexes, {} positions, ordering `{}`. The check value is so many bits of \
         the key beyond the {} of the index; 64 is the whole key. *Wrong* hits are entries of another position, *refused* \
         ones those whose move is impossible. *At most* is what chance allows: 2 · nodes / 2^bits wrong hits, were every \
         entry full all the time. A score or move is *changed* when it is not the one found without a table, counted \
         over the positions; only entries of exactly the depth asked for may cut, so nothing but a wrong entry can \
         change a score.\n\n{}\n",
        size_name(buckets),
        lab.positions.len(),
        settings.ordering.name(),
        buckets.ilog2(),
        people.markdown(),
    );

    let line = |name: &str, color, value: &dyn Fn(&Row) -> u64, legality| Line {
        name: name.to_owned(),
        values: rows.iter().filter(|row| row.legality == legality).map(|row| Some(value(row) as f64)).collect(),
        published: false,
        color,
    };
    let figure = vec![Panel {
        title: format!("Depth {depth}: believing entries of other positions"),
        x_label: "bits of the check value".to_owned(),
        y_label: "sum over the positions".to_owned(),
        columns: BITS.map(|bits| bits.to_string()).to_vec(),
        logarithmic: true,
        notes: Vec::new(),
        lines: vec![
            line("wrong hits", 1, &|row| row.counts.wrong_hits, false),
            line("wrong cuts", 2, &|row| row.counts.wrong_cuts, false),
            line("wrong cuts, move checked", 5, &|row| row.counts.wrong_cuts, true),
        ],
    }];
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            json!({
                "bits": row.bits,
                "move_checked": row.legality,
                "counts": row.counts,
                "nodes_by_position": row.nodes,
                "wrong_hits_by_position": row.wrong_hits,
                "changed_scores": row.changed_scores,
                "changed_moves": row.changed_moves,
            })
        })
        .collect();
    let json = json!({
        "study": "collisions",
        "depth": depth,
        "indexes": buckets,
        "ordering": settings.ordering.name(),
        "seed": settings.seed,
        "rows": rows,
    });
    Ok(Report { name: "collisions".to_owned(), text, main, json, figure })
}

fn sum(bits: u8, legality: bool, outcomes: &[Outcome], truth: &[Outcome]) -> Row {
    let mut counts = Counts::default();
    for outcome in outcomes {
        counts += outcome.counts;
    }
    let differing = |differs: fn(&Outcome, &Outcome) -> bool| {
        outcomes.iter().zip(truth).filter(|(outcome, truth)| differs(outcome, truth)).count()
    };
    Row {
        bits,
        legality,
        counts,
        nodes: outcomes.iter().map(|outcome| outcome.counts.nodes).collect(),
        wrong_hits: outcomes.iter().map(|outcome| outcome.counts.wrong_hits).collect(),
        changed_scores: differing(|outcome, truth| outcome.score != truth.score),
        changed_moves: differing(|outcome, truth| outcome.best != truth.best),
    }
}
