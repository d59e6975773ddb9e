//! The principal variation, collected from the leaves up.

use crate::types::{Move, Score};
use arrayvec::ArrayVec;

/// A line of best play from some ply on.
pub(super) type Line = ArrayVec<Move, { Score::MAX_PLY }>;

/// Makes `line` the best line from here: `mv`, then what the child found best.
pub(super) fn extend(line: &mut Line, mv: Move, child: &Line) {
    line.clear();
    line.push(mv);
    let room = line.remaining_capacity();
    line.extend(child.iter().copied().take(room));
}
