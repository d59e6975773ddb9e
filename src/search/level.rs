//! Levels: playing strengths below full strength.
//!
//! A weak level searches few nodes to a small depth **and** adds noise to the evaluation, so that it misses tactics as
//! people do. Noise alone would leave its tactics perfect, few nodes alone its judgement. The noise is a function of
//! the position and the game: a position has the same noise throughout a game and another one in the next. The shape
//! follows Stockfish's discussion 7036 and viridithas 89 (depth, nodes and noise fall together); the numbers are our
//! own, chosen by the ladder in `docs/levels.md`.

use crate::board::Board;
use crate::types::{Key, Move, MoveList, Score, mix};

/// A strength below full, in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    level: u8,
    seed: u64,
}

/// The handicaps of a level.
struct Strength {
    /// Nodes for a move.
    nodes: u64,
    /// Iterations for a move.
    depth: u32,
    /// Scale of the noise, in centipawns.
    noise: f64,
}

const fn strength(nodes: u64, depth: u32, noise: f64) -> Strength {
    Strength { nodes, depth, noise }
}

/// The levels from 0 on. Where the depth grows, nodes and noise change less, so that the steps in Elo are about equal.
const LEVELS: [Strength; Level::FULL as usize] = [
    strength(30, 1, 1_000.0),
    strength(44, 1, 475.0),
    strength(58, 1, 256.0),
    strength(74, 1, 172.0),
    strength(91, 2, 140.0),
    strength(119, 3, 112.0),
    strength(152, 4, 96.0),
    strength(200, 4, 80.0),
    strength(272, 5, 66.0),
    strength(366, 5, 54.0),
    strength(502, 6, 43.5),
    strength(690, 7, 34.0),
    strength(984, 7, 25.0),
    strength(1_540, 9, 17.3),
    strength(2_340, 10, 12.2),
    strength(3_900, 12, 7.8),
    strength(7_100, 13, 4.5),
    strength(13_900, 15, 2.4),
    strength(28_500, 17, 1.2),
    strength(60_000, 20, 0.6),
];
/// Bound of the noise, centipawns. Only evaluations get noise, not mates or verdicts of the rules.
const LARGEST_NOISE: i32 = 3_000;
/// From this level on, moves that allow a mate in one are not played if there are others.
const AVOIDS_MATE_IN_ONE_FROM: u8 = 3;
/// Plies of the opening book that level 0 uses.
const BOOK_PLIES: usize = 4;

impl Level {
    /// Full strength.
    pub const FULL: u8 = 20;

    /// Level `level` from 0, the weakest, in the game numbered `seed`. `None` at [`Level::FULL`] and above: full
    /// strength.
    pub const fn new(level: u8, seed: u64) -> Option<Self> {
        if level < Self::FULL { Some(Self { level, seed }) } else { None }
    }

    /// Nodes for a move.
    pub const fn nodes(self) -> u64 {
        self.strength().nodes
    }

    /// Iterations for a move.
    pub const fn depth(self) -> u32 {
        self.strength().depth
    }

    /// Scale of the noise that is added to the evaluation, in centipawns.
    pub const fn noise_scale(self) -> f64 {
        self.strength().noise
    }

    const fn strength(self) -> &'static Strength {
        &LEVELS[self.level as usize]
    }

    /// Plies of a game for which the level uses the opening book.
    pub const fn book_plies(self) -> usize {
        BOOK_PLIES + self.level as usize
    }

    /// The static `score` of the position of `key` with the level's noise.
    #[inline]
    pub(super) fn with_noise(self, score: Score, key: Key) -> Score {
        Score::from_evaluation(score.get() + self.noise(key))
    }

    /// Noise with a logistic distribution, a hash of the position and the game.
    fn noise(self, key: Key) -> i32 {
        let bits = mix(key.0 ^ mix(self.seed)) >> 11;
        let share = (bits as f64 + 0.5) / (1_u64 << 53) as f64;
        (self.noise_scale() * (share / (1.0 - share)).ln())
            .round()
            .clamp(-f64::from(LARGEST_NOISE), f64::from(LARGEST_NOISE)) as i32
    }

    /// The `moves` that the level considers: only a mating move if there is one; from a certain level on, none that
    /// allows mate in one while others exist.
    pub(super) fn considered(self, board: &Board, moves: MoveList) -> MoveList {
        let mut board = board.clone();
        if let Some(&mate) = moves.iter().find(|&&mv| board.is_mating(mv)) {
            return std::iter::once(mate).collect();
        }
        if self.level < AVOIDS_MATE_IN_ONE_FROM {
            return moves;
        }
        let mut is_safe = |mv: Move| {
            board.make(mv);
            let is_safe = board.legal_moves().into_iter().all(|reply| !board.is_mating(reply));
            board.unmake();
            is_safe
        };
        let safe: MoveList = moves.iter().copied().filter(|&mv| is_safe(mv)).collect();
        if safe.is_empty() { moves } else { safe }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(number: u8, seed: u64) -> Level {
        Level::new(number, seed).unwrap()
    }

    #[test]
    fn strength_falls_in_all_three_ways_at_once() {
        assert_eq!(Level::new(Level::FULL, 0), None);
        let board = Board::startpos();
        let spread =
            |number| -> i64 { (0..500).map(|seed| i64::from(level(number, seed).noise(board.key()).abs())).sum() };
        for number in 1..Level::FULL {
            let (lower, upper) = (level(number - 1, 0), level(number, 0));
            assert!(lower.nodes() < upper.nodes() && lower.depth() <= upper.depth(), "{number}");
            assert!(spread(number - 1) > spread(number), "{number}");
        }
        assert_eq!((level(0, 0).nodes(), level(0, 0).depth()), (30, 1));
    }

    #[test]
    fn noise_belongs_to_the_position_and_the_game() {
        let key = Board::startpos().key();
        assert_eq!(level(0, 7).noise(key), level(0, 7).noise(key));
        let different = (0..100).filter(|&seed| level(0, seed).noise(key) != level(0, 1000).noise(key)).count();
        assert!(different > 90);
        // Positive about as often as negative, and of the expected size.
        let noise: Vec<i32> = (0..2000).map(|seed| level(0, seed).noise(key)).collect();
        let above = noise.iter().filter(|&&noise| noise > 0).count();
        assert!((850..1150).contains(&above), "{above}");
        let within = noise.iter().filter(|noise| noise.abs() < 1_099).count();
        assert!(
            (850..1150).contains(&within),
            "half of a logistic distribution lies within ln 3 of its scale: {within}"
        );
    }

    #[test]
    fn every_level_mates_in_one_and_from_the_third_on_none_allows_it() {
        let board = Board::from_fen("3k5/9/9/9/9/9/9/4R4/R8/3AK4 w").unwrap();
        let mates = level(0, 0).considered(&board, board.legal_moves());
        assert_eq!(mates.len(), 1);
        let mut after = board.clone();
        after.make(mates[0]);
        assert!(!after.has_legal_move());
        // Black, to move, is mated at once unless he uses his only good move.
        let board = Board::from_fen("3k5/9/4R4/9/9/9/9/9/R8/2rAK4 b").unwrap();
        let (weak, strong) = (level(2, 0), level(3, 0));
        let all = board.legal_moves();
        assert_eq!(weak.considered(&board, all.clone()).len(), all.len());
        let safe = strong.considered(&board, all.clone());
        assert!(safe.len() < all.len() && !safe.is_empty());
    }
}
