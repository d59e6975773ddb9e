//! How long a study will take: its nodes, as they were counted at the settings of the page, at the speed of this machine.

use super::plain;
use super::runs::Lab;
use super::setup::Ordering;
use super::setup::Setup;
use guohe::tt::Table;
use std::time::Instant;

/// Million nodes of the sections that take longer than a moment, all 32 positions.
const MILLIONS: [(&str, f64); 13] = [
    ("table-size", 1_800.0),
    ("table-size-bytes", 1_850.0),
    ("table-size-captures", 1_300.0),
    ("table-size-generated", 220.0),
    ("table-depth", 2_000.0),
    ("collisions", 110.0),
    ("history", 350.0),
    ("growth", 170.0),
    ("leaves", 270.0),
    ("keep", 80.0),
    ("readings", 500.0),
    ("worth", 150.0),
    ("replacement", 280.0),
];

/// How much a ply more, or less, makes of a tree.
const A_PLY: f64 = 7.0;

/// Positions that the numbers above are of.
const POSITIONS: f64 = 32.0;

/// What to expect of `section`, in words; nothing where nothing is known. `plies` is by how many the depth differs from the
/// section's own.
pub fn words(lab: &Lab, section: &str, plies: i32) -> Option<String> {
    let &(_, millions) = MILLIONS.iter().find(|(name, _)| *name == section)?;
    let nodes = millions * 1e6 * lab.positions.len() as f64 / POSITIONS * A_PLY.powi(plies);
    let seconds = nodes / speed(lab)? / lab.threads() as f64;
    Some(format!("about {:.0} million nodes, {} on {} threads", nodes / 1e6, duration(seconds), lab.threads()))
}

/// Nodes a second of a short search.
fn speed(lab: &Lab) -> Option<f64> {
    const DEPTH: u32 = 4;
    let board = &lab.positions.first()?.board;
    let table = Table::with_buckets(1 << 16);
    let started = Instant::now();
    let nodes = plain::search(board, DEPTH, &Setup::of(Ordering::Generated), Some(&table)).counts.nodes;
    Some(nodes as f64 / started.elapsed().as_secs_f64().max(1e-6))
}

fn duration(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 90.0 => format!("{:.0} seconds", seconds.max(1.0)),
        seconds => format!("{:.0} minutes", seconds / 60.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::positions;

    #[test]
    fn studies_are_estimated() {
        let lab = Lab::new(positions::load(None).unwrap(), 2);
        assert!(words(&lab, "keep", 0).unwrap().contains("80 million nodes"));
        assert!(words(&lab, "keep", -1).unwrap().contains("11 million nodes"));
        assert_eq!(words(&lab, "no such study", 0), None);
        assert_eq!([duration(0.1), duration(80.0), duration(600.0)], ["1 seconds", "80 seconds", "10 minutes"]);
    }
}
