//! The figures that the papers print, as they print them.

/// Entries of the columns of [`BY_SIZE`].
pub const SIZES: [usize; 7] = [16 << 10, 32 << 10, 64 << 10, 128 << 10, 256 << 10, 1 << 20, 2 << 20];

/// Jiao and Liu 2010, table 1: nodes at depth 6 in one middle-game position, by number of entries.
const BY_SIZE: [[u64; 7]; 4] = [
    [6_897_347; 7],
    [5_733_075, 4_968_849, 4_461_894, 3_938_385, 3_543_857, 3_237_615, 2_762_387],
    [4_744_685, 4_184_620, 3_946_662, 3_516_268, 3_043_109, 2_732_729, 2_407_864],
    [3_674_217, 3_216_233, 2_855_502, 2_640_304, 2_427_866, 2_286_471, 2_148_524],
];

/// Depths of the columns of [`BY_DEPTH`].
pub const DEPTHS: [u32; 6] = [2, 3, 4, 5, 6, 7];

/// Jiao and Liu 2010, table 2: nodes by depth in one middle-game position, with 16M entries.
const BY_DEPTH: [[u64; 6]; 4] = [
    [894, 15_318, 122_891, 908_329, 6_897_347, 48_231_783],
    [894, 12_222, 83_971, 523_652, 3_043_799, 18_188_205],
    [894, 11_297, 77_286, 452_530, 2_578_918, 15_385_939],
    [894, 10_223, 62_773, 337_172, 2_091_276, 11_903_604],
];

/// The paper's row for the row of a study that `label` names. Its depth priority is held against all readings of it.
fn row(label: &str) -> Option<usize> {
    match label {
        "none" => Some(0),
        "always" => Some(1),
        "depth" | "depth-strict" => Some(2),
        "two-level" => Some(3),
        _ => None,
    }
}

/// Nodes at depth 6 with `size` entries.
pub fn by_size(label: &str, size: u64) -> Option<u64> {
    let column = SIZES.iter().position(|&published| published as u64 == size)?;
    Some(BY_SIZE[row(label)?][column])
}

/// Nodes at `depth` with 16M entries.
pub fn by_depth(label: &str, depth: u64) -> Option<u64> {
    let column = DEPTHS.iter().position(|&published| u64::from(published) == depth)?;
    Some(BY_DEPTH[row(label)?][column])
}

/// The share of the nodes without a table that `nodes`, one of the two above, gives.
pub fn share(nodes: impl Fn(&str, u64) -> Option<u64>, label: &str, column: u64) -> Option<f64> {
    Some(nodes(label, column)? as f64 / nodes("none", column)? as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_shares() {
        assert_eq!(by_size("always", 16 << 10), Some(5_733_075));
        assert_eq!(by_depth("two-level", 7), Some(11_903_604));
        assert_eq!(by_size("thompson", 16 << 10), None);
        assert_eq!(by_depth("none", 8), None);
        let share = share(by_size, "two-level", 2 << 20).unwrap();
        assert!((share - 0.3115).abs() < 1e-4);
    }
}
