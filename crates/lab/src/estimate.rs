//! How long a study will take: its nodes, as they were counted at the settings of the page, at the speed of this machine.

use super::runs::Lab;
use super::settings::Settings;
use super::setup::{Ordering, Setup};
use super::table::Table;
use super::{plain, readings};
use std::time::Instant;

/// Million nodes of a position, of the studies that search positions, and the number of table sizes that these nodes are
/// for: 0 if a study has one size, whichever is asked for.
const A_POSITION: [(&str, f64, usize); 15] = [
    ("table-size", 45.0, 8),
    ("table-size-bytes", 45.0, 8),
    ("table-size-captures", 31.0, 8),
    ("table-size-generated", 5.8, 7),
    ("table-depth", 59.0, 0),
    ("collisions", 3.4, 0),
    ("history", 7.2, 0),
    ("growth", 5.3, 0),
    ("leaves", 8.6, 4),
    ("keep", 2.4, 3),
    ("readings", 93.0, 0),
    ("worth", 5.3, 0),
    ("endgames", 26.8, 0),
    ("replacement", 9.6, 6),
    ("compare", 1.4, 2),
];

/// What the post's own positions take, and those exchanged, timed five times over.
const HISTORY_ANYWAY: f64 = 245.0;

/// How much a ply more, or less, makes of a tree.
const A_PLY: f64 = 7.0;

/// What to expect, in words; nothing where nothing is known. `plies` is by how many the depth differs from the study's own.
pub fn words(lab: &Lab, settings: &Settings, plies: i32) -> Option<String> {
    let section = settings.section.as_str();
    let &(_, millions, own_sizes) = A_POSITION.iter().find(|(name, ..)| *name == section)?;
    let sizes = match &settings.sizes {
        Some(sizes) if own_sizes > 0 => sizes.len() as f64 / own_sizes as f64,
        _ => 1.0,
    };
    let own = if section == "readings" { readings::positions(settings) } else { usize::MAX };
    let anyway = if section == "history" { HISTORY_ANYWAY } else { 0.0 };
    let nodes = (millions * sizes * own.min(lab.positions.len()) as f64 + anyway) * 1e6 * A_PLY.powi(plies);
    Some(format!("about {:.0} million nodes, {}", nodes / 1e6, duration(nodes / speed(lab)?, lab)))
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

/// So many seconds of one thread, spread over all.
fn duration(seconds: f64, lab: &Lab) -> String {
    let time = match seconds / lab.threads() as f64 {
        seconds if seconds < 90.0 => format!("{:.0} seconds", seconds.max(1.0)),
        seconds => format!("{:.0} minutes", seconds / 60.0),
    };
    let plural = if lab.threads() == 1 { "" } else { "s" };
    format!("{time} on {} thread{plural}", lab.threads())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheme::Scheme;
    use crate::{Equal, positions};

    fn settings(section: &str) -> Settings {
        Settings {
            section: section.to_owned(),
            count: None,
            max_depth: None,
            sizes: None,
            ordering: Ordering::History,
            equal: Equal::Indexes,
            quiescence: false,
            seed: 0,
            times: true,
            policy: Scheme::TwoLevel,
        }
    }

    #[test]
    fn studies_are_estimated() {
        let mut lab = Lab::new(positions::load(None).unwrap(), 2);
        assert!(words(&lab, &settings("keep"), 0).unwrap().contains("77 million nodes"));
        assert!(words(&lab, &settings("keep"), -1).unwrap().contains("11 million nodes"));
        assert_eq!(words(&lab, &settings("no such study"), 0), None);
        let sizes = |section, sizes: &[usize]| Settings { sizes: Some(sizes.to_vec()), ..settings(section) };
        assert!(words(&lab, &sizes("keep", &[4096]), 0).unwrap().contains("26 million nodes"));
        assert!(words(&lab, &sizes("collisions", &[4096, 8192]), 0).unwrap().contains("109 million nodes"));
        // Readings go through four positions unless more are asked for, whatever the laboratory has.
        assert!(words(&lab, &settings("readings"), 0).unwrap().contains("372 million nodes"));
        let more = Settings { count: Some(8), ..settings("readings") };
        assert!(words(&lab, &more, 0).unwrap().contains("744 million nodes"));
        lab.positions.truncate(1);
        assert!(words(&lab, &settings("readings"), 0).unwrap().contains("93 million nodes"));
        assert!(words(&lab, &settings("keep"), 0).unwrap().contains("2 million nodes"));
    }

    #[test]
    fn times_are_rounded() {
        let lab = Lab::new(Vec::new(), 2);
        let words = [0.1, 160.0, 1200.0].map(|seconds| duration(seconds, &lab));
        assert_eq!(words, ["1 seconds on 2 threads", "80 seconds on 2 threads", "10 minutes on 2 threads"]);
    }
}
