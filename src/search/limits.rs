//! Limits and options of a search.

use super::level::Level;
use crate::rules::Rules;
use crate::time::{self, Clock};
use crate::types::MoveList;
use std::time::Duration;

/// When to stop. Several limits combine; the first reached ends the search. Without any it runs until stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Maximum depth of an iteration, in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes of all threads. A single thread stops exactly there.
    pub nodes: Option<u64>,
    /// Number of nodes after which no iteration begins.
    pub soft_nodes: Option<u64>,
    /// Our clock.
    pub clock: Option<Clock>,
    /// Stop when a mate in this number of moves is found.
    pub mate: Option<u32>,
    /// The root moves allowed; `None` for all. Moves that are not legal are ignored.
    pub root_moves: Option<MoveList>,
    /// Number of best lines wanted; 0 counts as 1.
    pub multipv: usize,
    /// Neither a clock nor a proven mate ends the search.
    pub infinite: bool,
}

impl Limits {
    /// These limits and those of `level` combined: the smaller ones.
    pub(super) fn within(&self, level: Level) -> Self {
        let nodes = self.nodes.unwrap_or(u64::MAX).min(level.nodes());
        let depth = self.depth.unwrap_or(u32::MAX).min(level.depth());
        Self { nodes: Some(nodes), depth: Some(depth), ..self.clone() }
    }
}

/// Options of a search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The rules of repetition and of games without captures.
    pub rules: Rules,
    /// Time lost between the answer and the front end's clock.
    pub move_overhead: Duration,
    /// The front end lets the engine think on the opponent's time.
    pub ponder: bool,
    /// Whether the mate search by checks runs between iterations. Levels and `datagen` do without it.
    pub mate_search: bool,
    /// A level below full strength; `None` at full strength. Infinite analysis ignores it.
    pub level: Option<Level>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rules: Rules::default(),
            move_overhead: Duration::from_millis(time::DEFAULT_OVERHEAD),
            ponder: false,
            mate_search: true,
            level: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_limits_the_smaller_holds() {
        let level = Level::new(5, 0).expect("a level below full strength");
        let limits = Limits { nodes: Some(10), depth: Some(99), ..Limits::default() }.within(level);
        assert_eq!((limits.nodes, limits.depth), (Some(10), Some(level.depth())));
        let limits = Limits { depth: Some(1), ..Limits::default() }.within(level);
        assert_eq!((limits.nodes, limits.depth), (Some(level.nodes()), Some(1)));
    }
}
