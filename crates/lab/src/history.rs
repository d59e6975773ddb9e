//! The history heuristic (J. Schaeffer 1983), as a post for xiangqi programmers measured it: depth 5 after Red has
//! played a cannon, a pawn and a knight; the same with the colours exchanged; and over all positions. Beside it what
//! the post leaves open: its printed code taken at its word, a table for each piece, credit for the best of a node that
//! fails low, and picking the next best move instead of sorting all.

use super::clock::Moment;
use super::plain::{self, Finding};
use super::record::{self, Key, Record};
use super::report::Report;
use super::runs::Lab;
use super::settings::Settings;
use super::setup::{Learning, Ordering, Reading, Setup, TableUse};
use super::sheet::{Cell, Sheet};
use super::table::Table;
use anyhow::ensure;
use guohe::board::Board;
use guohe_chart::{Line, Panel, Scale, X};
use jiff::Timestamp;
use serde::Serialize;
use std::sync::OnceLock;

/// Red's moves: cannon, pawn, knight. Black answers each with the move that the search finds.
const RED: [&str; 3] = ["h2e2", "c3c4", "h0g2"];

/// Depth when none is asked for: the post's.
const DEPTH: u32 = 5;

/// Indexes of the table, where there is one.
const SIZE: usize = 1 << 20;

/// Searches of which the quickest is the time.
const REPEATS: usize = 5;

/// A way to order moves.
struct Way {
    name: &'static str,
    setup: Setup,
    has_table: bool,
}

fn ways(seed: u64) -> Vec<Way> {
    let base = Setup { seed, ..Setup::of(Ordering::Generated) };
    let doubling = Setup { ordering: Ordering::History, ..base };
    let learning = |learning| Setup { learning, ..doubling };
    let gravity = learning(Learning::Gravity);
    let killers = Setup { killers: true, ..gravity };
    let table = |cuts| TableUse { cuts, reading: Reading::Equal, ..TableUse::USUAL };
    let way = |name, setup| Way { name, setup, has_table: false };
    vec![
        way("none", base),
        way("static sort", Setup { ordering: Ordering::Static, ..base }),
        way("static, picked lazily", Setup { ordering: Ordering::Static, lazy: true, ..base }),
        way("2^depth history", doubling),
        way("2^depth, picked lazily", Setup { lazy: true, ..doubling }),
        way("2^depth, as printed", learning(Learning::Misindexed)),
        way("2^depth, a table a piece", learning(Learning::PerPiece)),
        way("2^depth, fail-low credited", Setup { credit_fail_low: true, ..doubling }),
        way("gravity history", gravity),
        way("gravity, fail-low credited", Setup { credit_fail_low: true, ..gravity }),
        way("gravity + killers", killers),
        Way { has_table: true, ..way("gravity + killers + table move", Setup { table: table(false), ..killers }) },
        Way { has_table: true, ..way("all that + table bounds", Setup { table: table(true), ..killers }) },
    ]
}

impl Way {
    fn search(&self, board: &Board, depth: u32) -> Finding {
        let table = self.has_table.then(|| Table::with_buckets(SIZE));
        plain::search(board, depth, &self.setup, table.as_ref())
    }

    /// Nodes of a search that evaluates everything anew, and its processor time in nanoseconds, the least of several.
    fn time(&self, board: &Board, depth: u32) -> (u64, u64) {
        let once = || {
            let table = self.has_table.then(|| Table::with_buckets(SIZE));
            let started = Moment::now();
            let found = plain::search_from_scratch(board, depth, &self.setup, table.as_ref());
            (found.counts.nodes, started.elapsed().as_nanos() as u64)
        };
        (0..REPEATS).map(|_| once()).min().unwrap_or_default()
    }
}

/// The three kinds of position, by what their names begin with.
const OPENING: &str = "after ";
const TURNED: &str = "turned, after ";

/// A line of the file of times.
#[derive(Clone, Serialize)]
struct Timing {
    ordering: &'static str,
    /// Which three positions, timed together.
    positions: &'static str,
    nodes: u64,
    microseconds: u64,
    date: String,
    commit: &'static str,
}

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let ways = ways(settings.seed);
    let names = names(lab);
    // Found by searches, so not before one of them is needed.
    let boards: OnceLock<Vec<Board>> = OnceLock::new();
    let boards = || boards.get_or_init(|| boards_of(lab, &ways[0], depth));
    let mut items = Vec::new();
    for way in &ways {
        let size = way.has_table.then_some(SIZE as u64);
        for (number, name) in names.iter().enumerate() {
            let key = Key { position: name.clone(), depth, size, row: way.name.to_owned() };
            items.push((key, (way, number)));
        }
    }
    let records = lab.measure(&settings.section, &items, |key, &(way, number)| Record {
        evictions: None,
        ..Record::of_search(key, &way.search(&boards()[number], key.depth))
    });
    let rows: Vec<&[Record]> = records.chunks(names.len()).collect();
    for (way, row) in ways.iter().zip(&rows) {
        for (record, truth) in row.iter().zip(rows[0]) {
            ensure!(record.score == truth.score, "{} finds another score in {}", way.name, record.position);
        }
    }

    let answers: Vec<&str> =
        rows[0].iter().filter(|record| is_opening(record)).filter_map(|record| record.best.as_deref()).collect();
    let text = format!(
        "Depth {depth}. The first four columns are H's experiment: Black to move after each of Red's {}, the search \
         answering {}; sums of the three searches. *Exchanged*: the same three positions with the colours exchanged \
         and the board turned; there the board scan of the unordered search begins at the other end. The last four columns \
         are sums over {} middle-game positions. *None ÷ nodes* is the efficiency that H gives as about 4 for its \
         history table. All searches of a position find the same score, or the command fails. *Same move* counts the \
         searches that also find the same move, since moves of equal score may change places. *As printed* writes by one \
         index of a square and sorts by another, as H's code does.\n\n{}\n\
         [{section}-times.csv]({section}-times.csv) has the processor time of H's three searches (`the post's`) and of \
         the three exchanged ones; it changes from run to run.\n",
        RED.join(", "),
        answers.join(", "),
        lab.positions.len(),
        sheet(&ways, &rows).markdown(),
        section = settings.section,
    );
    let figure = figure(&ways, &rows, depth);
    let mut more = Vec::new();
    if settings.times {
        let timed = [("the post's", OPENING), ("exchanged", TURNED)].map(|(label, kind)| {
            let boards: Vec<&Board> =
                names.iter().zip(boards()).filter(|(name, _)| name.starts_with(kind)).map(|(_, board)| board).collect();
            timings(&ways, (label, &boards), depth)
        });
        more.push(("-times.csv".to_owned(), record::csv(&timed.concat())));
    }
    Ok(Report { more, ..Report::new(text, records, figure) })
}

/// The names of the positions: after each of Red's moves, the same turned round, and the laboratory's.
fn names(lab: &Lab) -> Vec<String> {
    let openings = RED.into_iter().flat_map(|mv| [OPENING, TURNED].map(|kind| format!("{kind}{mv}")));
    openings.chain(lab.positions.iter().map(|position| position.name.clone())).collect()
}

/// The positions of these names. Black's moves are what the search answers.
fn boards_of(lab: &Lab, way: &Way, depth: u32) -> Vec<Board> {
    let mut boards: Vec<Board> = Vec::new();
    let mut board = Board::startpos();
    for mv in RED {
        board.make(mv.parse().expect("Red's moves are well-formed"));
        boards.extend([board.clone(), board.flip_colors()]);
        board.make(way.search(&board, depth).best.expect("Black has a move in the opening"));
    }
    boards.extend(lab.positions.iter().map(|position| position.board.clone()));
    boards
}

/// Times of these positions, one search after the other, as the clock is read.
fn timings(ways: &[Way], (positions, boards): (&'static str, &[&Board]), depth: u32) -> Vec<Timing> {
    let timing = |way: &Way| {
        let (nodes, times): (Vec<u64>, Vec<u64>) = boards.iter().map(|board| way.time(board, depth)).unzip();
        Timing {
            ordering: way.name,
            positions,
            nodes: nodes.iter().sum(),
            microseconds: times.iter().sum::<u64>() / 1000,
            date: Timestamp::now().strftime("%Y-%m-%d").to_string(),
            commit: record::commit(),
        }
    };
    ways.iter().map(timing).collect()
}

fn sheet(ways: &[Way], rows: &[&[Record]]) -> Sheet {
    let heads = [
        "nodes",
        "evaluations",
        "none ÷ nodes",
        "same move",
        "exchanged: nodes",
        "none ÷ nodes",
        "middle game: nodes",
        "evaluations",
        "none ÷ nodes",
        "same move",
    ];
    let mut sheet = Sheet::new("ordering", heads.map(str::to_owned));
    let groups: [fn(&Record) -> bool; 3] = [is_opening, is_turned, is_middle];
    for (way, row) in ways.iter().zip(rows) {
        let [nodes, turned, middle] = groups.map(|group| sum(row, group, |record| record.nodes));
        let evaluations = |group| sum(row, group, |record| record.evaluations.unwrap_or_default());
        let times = |group: fn(&Record) -> bool, nodes: u64| {
            Cell::Text(format!("{:.2}", sum(rows[0], group, |record| record.nodes) as f64 / nodes as f64))
        };
        let same = |group: fn(&Record) -> bool| {
            let pairs = row.iter().zip(rows[0]).filter(|(record, _)| group(record));
            let same = pairs.clone().filter(|(record, truth)| record.best == truth.best).count();
            Cell::Text(format!("{same} of {}", pairs.count()))
        };
        sheet.row(
            way.name,
            [
                Cell::Count(nodes),
                Cell::Count(evaluations(is_opening)),
                times(is_opening, nodes),
                same(is_opening),
                Cell::Count(turned),
                times(is_turned, turned),
                Cell::Count(middle),
                Cell::Count(evaluations(is_middle)),
                times(is_middle, middle),
                same(is_middle),
            ],
        );
    }
    sheet
}

fn figure(ways: &[Way], rows: &[&[Record]], depth: u32) -> Vec<Panel> {
    let share = |group: fn(&Record) -> bool, name: &str, color| {
        let nodes = |row: &[Record]| sum(row, group, |record| record.nodes) as f64;
        Line::new(name, rows[1..].iter().map(|row| Some(100.0 * nodes(row) / nodes(rows[0]))).collect(), color)
    };
    vec![Panel {
        title: format!("Depth {depth}: nodes left by each ordering"),
        x_label: "ordering".to_owned(),
        y_label: "nodes, % of no ordering".to_owned(),
        x: X::Categories(ways.iter().skip(1).map(|way| way.name.to_owned()).collect()),
        scale: Scale::Logarithmic,
        lines: vec![
            share(is_opening, "H's three", 1),
            share(is_turned, "colours exchanged", 5),
            share(is_middle, "middle game", 2),
        ],
        notes: Vec::new(),
    }]
}

fn is_opening(record: &Record) -> bool {
    record.position.starts_with(OPENING)
}

fn is_turned(record: &Record) -> bool {
    record.position.starts_with(TURNED)
}

fn is_middle(record: &Record) -> bool {
    !is_opening(record) && !is_turned(record)
}

fn sum(row: &[Record], group: fn(&Record) -> bool, field: impl Fn(&Record) -> u64) -> u64 {
    row.iter().filter(|record| group(record)).map(field).sum()
}
