//! What games say about openings: how often each position was reached, and which lines lead through them.
//!
//! A position and its mirror image are one. Each game is a line of moves from the start, turned so that its first move
//! that is not its own mirror image goes to Red's right half, as most named openings do.

use crate::statistics::{identity, identity_of_move, to_the_right};
use guohe::board::Board;
use guohe::types::{Key, Move};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The opening of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its moves, turned to the right, at most as many as were asked for.
    pub moves: Vec<Move>,
    /// Red's points, a win being 2 and a draw 1.
    pub red_points: u32,
    /// The game goes on after the moves.
    pub goes_on: bool,
}

/// Games in one line of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games.
    pub games: u32,
    /// Red's points of them.
    pub red_points: u32,
}

impl Tally {
    /// Black's points.
    pub fn black_points(self) -> u32 {
        2 * self.games - self.red_points
    }
}

/// `moves`, or all their mirror images: whichever has the first move that differs on Red's right.
pub fn turned(moves: &[Move]) -> Vec<Move> {
    let differs = moves.iter().find(|mv| mv.mirror_files() != **mv);
    let turns = differs.is_some_and(|&mv| to_the_right(mv) != mv);
    moves.iter().map(|&mv| if turns { mv.mirror_files() } else { mv }).collect()
}

/// In how many games each position after a move was reached.
pub fn visits(games: &[Played]) -> HashMap<Key, u32> {
    let mut visits = HashMap::new();
    for game in games {
        let mut board = Board::startpos();
        let mut seen = HashSet::new();
        for &mv in &game.moves {
            board.make(mv);
            if seen.insert(identity(&board)) {
                *visits.entry(identity(&board)).or_default() += 1;
            }
        }
    }
    visits
}

/// Why a game's line ends where it does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// The line is as long as a line may be.
    Plies,
    /// Too few games reach the next position.
    Rare,
    /// The next move is refused.
    Refused,
    /// The game is over.
    Over,
}

/// The lines of a book: moves, and the games that stay in them to their end. A move's weight in a position is the sum
/// over all lines that play it there, so that each game counts once at each of its positions.
#[derive(Default, Debug)]
pub struct Lines {
    /// By moves, of which there is at least one.
    pub lines: BTreeMap<Vec<u16>, Tally>,
    /// How many games end their line for which reason.
    pub ends: BTreeMap<End, u32>,
    /// Games that do not even have their first move in the book.
    pub outside: u32,
}

/// Cuts each game before the first position that fewer than `min` games reach, and before the first refused move.
pub fn lines(games: &[Played], visits: &HashMap<Key, u32>, min: u32, refused: &HashSet<(Key, Move)>) -> Lines {
    let mut found = Lines::default();
    for game in games {
        let mut board = Board::startpos();
        let mut kept = Vec::new();
        let mut end = if game.goes_on { End::Plies } else { End::Over };
        for &mv in &game.moves {
            if refused.contains(&identity_of_move(&board, mv)) {
                end = End::Refused;
                break;
            }
            board.make(mv);
            if visits.get(&identity(&board)).is_none_or(|&count| count < min) {
                end = End::Rare;
                break;
            }
            kept.push(mv.bits());
        }
        *found.ends.entry(end).or_default() += 1;
        if kept.is_empty() {
            found.outside += 1;
            continue;
        }
        let tally = found.lines.entry(kept).or_default();
        tally.games += 1;
        tally.red_points += game.red_points;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(moves: &str, red_points: u32) -> Played {
        let moves: Vec<Move> = moves.split(' ').map(|word| word.parse().unwrap()).collect();
        Played { moves: turned(&moves), red_points, goes_on: true }
    }

    fn text(lines: &Lines) -> Vec<String> {
        let word = |bits: &u16| Move::from_bits(*bits).unwrap().to_string();
        let mut found: Vec<String> = lines
            .lines
            .iter()
            .map(|(moves, tally)| {
                let moves: Vec<String> = moves.iter().map(word).collect();
                format!("{} {}/{}", moves.join(" "), tally.red_points, tally.black_points())
            })
            .collect();
        found.sort();
        found
    }

    #[test]
    fn mirror_images_are_one_line() {
        let one = played("h2e2 h9g7 h0g2", 2);
        assert_eq!(played("b2e2 b9c7 b0c2", 2), one);
        // The first moves are their own mirror images.
        assert_eq!(played("e3e4 e6e5 b2d2", 2), played("e3e4 e6e5 h2f2", 2));
        assert_eq!(turned(&[]), []);
    }

    #[test]
    fn lines_end_where_games_get_rare_and_points_add_up() {
        let games = [
            played("h2e2 h9g7 h0g2", 2),
            played("b2e2 b9c7 b0c2", 1),
            played("h2e2 h9g7 g3g4", 0),
            played("h2e2 b9c7 g3g4", 0),
            played("g3g4 g6g5 h0g2", 2),
        ];
        let visits = visits(&games);
        let found = lines(&games, &visits, 2, &HashSet::new());
        assert_eq!(text(&found), ["h2e2 0/2", "h2e2 h9g7 0/2", "h2e2 h9g7 h0g2 3/1"]);
        assert_eq!(found.outside, 1);
        assert_eq!(found.ends, BTreeMap::from([(End::Plies, 2), (End::Rare, 3)]));
    }

    #[test]
    fn orders_of_moves_are_counted_together() {
        let games = [played("h2e2 h9g7 g3g4 g6g5", 2), played("g3g4 h9g7 h2e2 i9h9", 0)];
        let visits = visits(&games);
        // Only after three plies do two games meet.
        assert_eq!(visits.values().filter(|&&count| count == 2).count(), 1);
        // A line must be common all the way.
        assert!(lines(&games, &visits, 2, &HashSet::new()).lines.is_empty());
        assert_eq!(lines(&games, &visits, 1, &HashSet::new()).lines.len(), 2);
    }

    #[test]
    fn refused_moves_end_lines_in_either_orientation() {
        let games = [played("h2e2 h9g7 g3g4", 2), played("h2e2 h9g7 h0g2", 2)];
        let mut board = Board::startpos();
        for mv in ["b2e2", "b9c7"] {
            board.make(mv.parse().unwrap());
        }
        let refused = HashSet::from([identity_of_move(&board, "b0c2".parse().unwrap())]);
        let found = lines(&games[1..], &visits(&games), 1, &refused);
        assert_eq!(text(&found), ["h2e2 h9g7 2/0"]);
        assert_eq!(found.ends, BTreeMap::from([(End::Refused, 1)]));
    }
}
