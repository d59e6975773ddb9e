//! The principal variation, collected from leaf to root.

use crate::types::{Move, Score};
use arrayvec::ArrayVec;

/// A line of best play from some ply on.
pub(super) type Line = ArrayVec<Move, { Score::MAX_PLY }>;

/// Sets `line` to `mv` and the child's PV.
pub(super) fn extend(line: &mut Line, mv: Move, child: &Line) {
    line.clear();
    line.push(mv);
    let room = line.remaining_capacity();
    line.extend(child.iter().copied().take(room));
}
