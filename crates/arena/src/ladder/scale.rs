//! One scale for all players: the ratings under which the games are the most likely (Bradley and Terry 1952; a draw is
//! half a win for each), and nought for the player of random moves.

use super::player::Player;
use std::collections::{BTreeMap, BTreeSet};

/// Points of one pairing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// The two players.
    pub players: [Player; 2],
    /// Their points, a draw being half of one.
    pub points: [f64; 2],
}

/// Points that each side of a pairing is given beforehand, so that a clean score still has a finite distance.
const PRIOR: f64 = 0.5;
/// More rounds than any of our ladders needs.
const ROUNDS: usize = 200_000;
/// The scale has settled, in Elo.
const SETTLED: f64 = 1e-6;

/// The Elo of each player whom games connect with the one that has nought: [`Player::Random`], or without it the first.
/// Nobody knows how far away the others are.
pub fn ratings(scores: &[Score]) -> BTreeMap<Player, f64> {
    let Some(zero) = scores.iter().flat_map(|score| score.players).min() else { return BTreeMap::new() };
    let connected = connected(zero, scores);
    let scores: Vec<&Score> = scores.iter().filter(|score| connected.contains(&score.players[0])).collect();
    let mut strength: BTreeMap<Player, f64> = connected.into_iter().map(|player| (player, 1.0)).collect();
    // Minorisation and maximisation (Hunter 2004): each strength is its points over its expected share.
    for _ in 0..ROUNDS {
        let mut points: BTreeMap<Player, f64> = BTreeMap::new();
        let mut shares: BTreeMap<Player, f64> = BTreeMap::new();
        for Score { players: [one, other], points: [first, second] } in &scores {
            let games = first + second + 2.0 * PRIOR;
            let share = games / (strength[one] + strength[other]);
            for (player, won) in [(one, first), (other, second)] {
                *points.entry(*player).or_default() += won + PRIOR;
                *shares.entry(*player).or_default() += share;
            }
        }
        let next: BTreeMap<Player, f64> =
            strength.keys().map(|player| (*player, points[player] / shares[player])).collect();
        let base = next[&zero];
        let next: BTreeMap<Player, f64> = next.into_iter().map(|(player, value)| (player, value / base)).collect();
        let moved = next.iter().map(|(player, value)| elo(value / strength[player]).abs()).fold(0.0, f64::max);
        strength = next;
        if moved < SETTLED {
            break;
        }
    }
    strength.into_iter().map(|(player, value)| (player, elo(value))).collect()
}

/// The players whom a chain of games leads to from `zero`, itself included.
fn connected(zero: Player, scores: &[Score]) -> BTreeSet<Player> {
    let mut found = BTreeSet::from([zero]);
    while let Some(score) = scores.iter().find(|score| score.players.iter().filter(|&p| found.contains(p)).count() == 1)
    {
        found.extend(score.players);
    }
    found
}

/// The difference that a ratio of strengths stands for.
fn elo(ratio: f64) -> f64 {
    400.0 * ratio.log10() + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.5, "{found} is not {expected}");
    }

    #[test]
    fn a_chain_adds_its_steps_up() {
        let score =
            |one, other, share: f64| Score { players: [one, other], points: [1e5 * share, 1e5 * (1.0 - share)] };
        let (random, taker, level) = (Player::Random, Player::Taker, Player::Level(0));
        let found = ratings(&[score(taker, random, 0.75), score(level, taker, 0.64)]);
        near(found[&random], 0.0);
        near(found[&taker], 190.8);
        near(found[&level], 190.8 + 99.95);
    }

    #[test]
    fn a_clean_score_is_far_and_finite() {
        let clean = Score { players: [Player::Level(1), Player::Level(0)], points: [100.0, 0.0] };
        let found = ratings(&[clean]);
        assert!(found[&Player::Level(1)] > 700.0 && found[&Player::Level(1)] < 1200.0, "{found:?}");
        assert!(ratings(&[]).is_empty());
    }

    #[test]
    fn who_is_not_connected_has_no_place() {
        let score = |one, other| Score { players: [Player::Level(one), Player::Level(other)], points: [60.0, 40.0] };
        let found = ratings(&[score(1, 0), score(8, 7), score(2, 1)]);
        assert_eq!(found.into_keys().collect::<Vec<_>>(), [0, 1, 2].map(Player::Level));
    }

    #[test]
    fn a_third_match_weighs_with_the_others() {
        let players = [Player::Level(0), Player::Level(1), Player::Level(2)];
        let score = |one: usize, other: usize, points| Score { players: [players[one], players[other]], points };
        let found = ratings(&[score(1, 0, [75.0, 25.0]), score(2, 1, [75.0, 25.0]), score(2, 0, [60.0, 40.0])]);
        let direct = ratings(&[score(1, 0, [75.0, 25.0]), score(2, 1, [75.0, 25.0])]);
        assert!(found[&players[2]] < direct[&players[2]]);
    }
}
