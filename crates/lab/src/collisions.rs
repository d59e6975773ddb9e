//! Type I collisions of Jiao and Liu 2010: entries of another position believed, by the length of the signature,
//! with and without a look at the stored move, and by how the key is put together. Every hit is verified against the
//! full position.

use super::grid::{self, Axis, Field, Grid};
use super::plain;
use super::record::{Key, Record};
use super::report::Report;
use super::runs::Lab;
use super::settings::Settings;
use super::setup::{Hashing, Reading, Setup, TableUse, name};
use super::sheet::{Cell, Sheet, grouped, size_name};
use super::table::Table;
use guohe_chart::{Line, Panel, Scale, X};

/// Bits of the signature beyond the index.
const BITS: [u8; 8] = [8, 10, 12, 16, 20, 24, 32, 48];

/// Of these, the lengths at which keys made by addition are tried.
const SUM_BITS: [u8; 3] = [8, 12, 16];

/// Indexes when no size is asked for.
const SIZE: usize = 64 << 10;

/// Depth when none is asked for.
const DEPTH: u32 = 5;

/// Bits of a whole key.
const KEY_BITS: u32 = 64;

/// What a row does to the table.
struct Row {
    label: String,
    /// `None` without a table.
    bits: Option<u8>,
    setup: Setup,
}

fn rows(settings: &Settings) -> Vec<Row> {
    // Exact depths, so that whatever changes a score is a wrong entry.
    let setup = |check_bits, legality, hashing| Setup {
        table: TableUse { reading: Reading::Equal, check_bits, legality, hashing, ..TableUse::USUAL },
        ..settings.setup()
    };
    let mut rows = vec![Row { label: "none".to_owned(), bits: None, setup: setup(64, true, Hashing::Xor) }];
    for bits in BITS {
        for (legality, words) in [(false, ""), (true, " + move checked")] {
            let setup = setup(bits, legality, Hashing::Xor);
            rows.push(Row { label: format!("{bits} bits{words}"), bits: Some(bits), setup });
        }
    }
    for bits in SUM_BITS {
        rows.push(Row {
            label: format!("{bits} bits, sum"),
            bits: Some(bits),
            setup: setup(bits, false, Hashing::Sum),
        });
    }
    rows
}

/// Runs the study.
pub fn run(lab: &Lab, settings: &Settings) -> anyhow::Result<Report> {
    let depth = settings.max_depth.unwrap_or(DEPTH);
    let buckets = settings.sizes_or(&[SIZE])[0];
    let rows = rows(settings);
    let mut items = Vec::new();
    for row in &rows {
        for position in &lab.positions {
            let size = row.bits.map(|_| buckets as u64);
            let key = Key { position: position.name.clone(), depth, size, row: row.label.clone() };
            items.push((key, (row, &position.board)));
        }
    }
    let records = lab.measure(&settings.section, &items, |key, (row, board)| match row.bits {
        None => Record::of_search(key, &plain::search(board, depth, &row.setup, None)),
        Some(_) => {
            let table = Table::with_buckets(buckets);
            Record::of_verified(key, &plain::search_verified(board, depth, &row.setup, &table))
        }
    });
    let grid = Grid::of(&records, Axis::Size);

    let heads =
        ["nodes", "hits", "key collisions", "wrong cuts", "refused", "changed scores", "changed moves", "at most"];
    let mut sheet = Sheet::new("signature", heads.map(str::to_owned));
    let fields: [Field; 5] = [
        |record| Some(record.nodes),
        |record| record.hits,
        |record| record.wrong_hits,
        |record| record.wrong_cuts,
        |record| record.refused,
    ];
    for (number, row) in rows.iter().enumerate() {
        let mut cells: Vec<Cell> = fields.iter().map(|&field| grid.sum(number, 0, field).into()).collect();
        if let Some(bits) = row.bits {
            cells.push(grid.changed(number, 0).into());
            cells.push(changed_moves(&grid, number).into());
            let nodes = grid.sum(number, 0, grid::nodes).unwrap_or_default();
            cells.push(Cell::Text(at_most(nodes, bits)));
        } else {
            cells.extend([Cell::Missing, Cell::Missing, Cell::Missing]);
        }
        sheet.row(row.label.clone(), cells);
    }
    let text = format!(
        "Depth {depth}, two-level table with {} indexes, {} positions, ordering `{}`. The signature (lock) is the \
         given number of bits of the key beyond the {} bits of the index. So {} is a whole key, as no more than {} bits \
         are left to compare. *Key collisions* (type-1 errors) are hits on entries of another position, *wrong cuts* the \
         TT cutoffs by them; *refused* hits are entries whose move is illegal. *At most* is the bound by chance: \
         2 · nodes / 2^bits key collisions if every entry were full all the time. A score or move is *changed* if it \
         differs from the one without a table; the number is that of positions. Only entries of exactly the required \
         depth may cut, so only a wrong entry can change a score. *Sum*: keys made by addition instead of exclusive or.\n\n{}\n\
         Bits left to compare in a table of a given size, if its index is the low bits of the key:\n\n{}",
        size_name(buckets),
        grid.positions.len(),
        name(&settings.ordering),
        buckets.ilog2(),
        KEY_BITS - buckets.ilog2(),
        KEY_BITS - buckets.ilog2(),
        sheet.markdown(),
        bits_left().markdown(),
    );

    let row = |bits: u8, words: &str| grid.row(&format!("{bits} bits{words}"));
    let line = |name: &str, color, field: Field, words: &str| {
        let value = |&bits| Some(grid.sum(row(bits, words)?, 0, field)? as f64);
        Line::new(name, BITS.iter().map(value).collect(), color)
    };
    // Less than one collision cannot be seen.
    let chance = |&bits: &u8| {
        let most = chance_allows(grid.sum(row(bits, "")?, 0, grid::nodes)?, bits);
        (most >= 0.5).then_some(most)
    };
    let is_wrong = |bits: u8| row(bits, "").and_then(|row| grid.sum(row, 0, |record| record.wrong_hits)) != Some(0);
    let last_wrong = BITS.into_iter().rev().find(|&bits| is_wrong(bits));
    let figure = vec![Panel {
        title: format!("Depth {depth}: hits on entries of other positions"),
        x_label: "bits of the signature".to_owned(),
        y_label: "sum over the positions".to_owned(),
        x: X::Numbers(BITS.iter().map(|&bits| (f64::from(bits), bits.to_string())).collect()),
        scale: Scale::Logarithmic,
        notes: vec![last_wrong.map_or("none".to_owned(), |bits| format!("none with more than {bits} bits"))],
        lines: vec![
            Line::published("at most, by chance", BITS.iter().map(chance).collect(), 0),
            line("key collisions", 1, |record| record.wrong_hits, ""),
            line("wrong cuts", 2, |record| record.wrong_cuts, ""),
            line("wrong cuts, move checked", 5, |record| record.wrong_cuts, " + move checked"),
        ],
    }];
    Ok(Report::new(text, records, figure))
}

/// Key collisions: two entries are compared at each node; each agrees by chance once in 2^bits.
fn chance_allows(nodes: u64, bits: u8) -> f64 {
    2.0 * nodes as f64 / 2f64.powi(i32::from(bits))
}

fn at_most(nodes: u64, bits: u8) -> String {
    let most = chance_allows(nodes, bits);
    if most >= 10.0 { grouped(most.round() as u64) } else { format!("{most:.2e}") }
}

fn changed_moves(grid: &Grid, row: usize) -> Option<u64> {
    let (ours, base) = (grid.cell(row, 0)?, grid.cell(0, 0)?);
    Some(ours.iter().zip(&base).filter(|(ours, base)| ours.best != base.best).count() as u64)
}

/// Bits of a 64-bit key beyond the index, by megabytes of the engine's table.
fn bits_left() -> Sheet {
    const MEGABYTES: [u64; 6] = [1, 16, 64, 256, 1024, 4096];
    let mut sheet = Sheet::new("MB", MEGABYTES.map(|size| size.to_string()));
    let index_bits = |size: u64| u64::from(((size << 20) / 32).ilog2());
    sheet.row("indexes, two entries of 16 bytes each", MEGABYTES.map(|size| (size << 20) / 32));
    sheet.row("bits of the index", MEGABYTES.map(index_bits));
    sheet.row("bits compared beyond it", MEGABYTES.map(|size| u64::from(KEY_BITS) - index_bits(size)));
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_key_is_what_the_index_leaves() {
        // 64 MB are 2^21 indexes.
        let sheet = bits_left();
        assert_eq!(sheet.rows[2].1[2], Cell::Count(43));
        // 4,944,610 nodes and 48 bits: the bound of a whole key in a table of 2^16 indexes.
        assert_eq!(at_most(4_944_610, 48), "3.51e-8");
        assert_eq!(at_most(5_086_918, 8), "39,742");
    }
}
