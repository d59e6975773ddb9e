//! Plays one game against itself: a random opening that passes a balance test, or a position of an earlier game and
//! some random moves; then searched moves until the rules or the scores end it. A game depends on its seed, the
//! settings and the earlier games only.

use super::ending::as_stored;
use super::game::{Game, Ply};
use guohe::board::Board;
use guohe::game::{Outcome, Reason};
use guohe::rules::Rules;
use guohe::types::{Color, Move, Score};
use guohe_arena::openings;
use guohe_common::dice::{below, chance, random_moves, within};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use std::ops::RangeInclusive;

/// Who chooses the moves.
pub trait Player {
    /// Forgets everything it has learnt.
    fn new_game(&mut self);

    /// The best move by a search of about `nodes` nodes and its score; `None` when there is no legal move.
    fn choose(&mut self, board: &Board, nodes: u64) -> Option<(Move, Score)>;

    /// Whether somebody wants the game to be given up.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// What a game depends on besides its seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Nodes for each move.
    pub nodes: u64,
    /// Nodes for judging an opening.
    pub opening_nodes: u64,
    /// The rules that end games.
    pub rules: Rules,
}

/// Openings that are further from balance are thrown away.
const BALANCE: i32 = 150;
/// Openings that a search as short as a move's finds further from balance than this are thrown away unseen.
const HOPELESS: i32 = 400;

/// So many games in a hundred are played to the end that the rules know, so that the network sees how a won game is
/// won.
const PLAYED_OUT_PERCENT: f64 = 10.0;
/// So many games in a hundred begin from an earlier one, if there are any.
const CONTINUED_PERCENT: f64 = 25.0;
/// Where an earlier game is left.
const LEFT_AT: RangeInclusive<u64> = 10..=60;
/// Random moves after that.
const STRAYING_PLIES: RangeInclusive<u64> = 2..=4;
/// Positions off earlier games need not be level, but not decided either: random moves often lose a piece.
const UNEVEN: i32 = 600;
/// So many draws of a position off an earlier game, then the game begins from an opening like the others.
const CONTINUE_TRIES: u32 = 32;

/// A score that wins if it is held for [`WIN_PLIES`].
const WIN_SCORE: i32 = 1_500;
const WIN_PLIES: u32 = 4;
/// A score that draws if it is held for [`DRAW_PLIES`] after [`DRAW_FROM`].
const DRAW_SCORE: i32 = 5;
const DRAW_PLIES: u32 = 12;
const DRAW_FROM: usize = 80;

/// The longest game. Games that get here have been drawn for a long time.
pub const MAX_PLIES: usize = 500;

/// The seed of game `index` of the data of `seed`.
pub fn seed_of(seed: u64, index: u64) -> u64 {
    // Any mixing does, as long as neighbours get unrelated streams.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let base = rng.next_u64();
    Xoshiro256PlusPlus::seed_from_u64(base.wrapping_add(index)).next_u64()
}

/// Plays the game of `seed`, which may begin from one of the `earlier` games; `None` when the player was stopped.
pub fn play(settings: &Settings, seed: u64, earlier: &[Game], player: &mut dyn Player) -> Option<Game> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let played_out = chance(&mut dice, PLAYED_OUT_PERCENT);
    let is_continued = chance(&mut dice, CONTINUED_PERCENT) && !earlier.is_empty();
    // Once a game: what the player learns while it judges openings depends on the seed as everything else does.
    player.new_game();
    let mut board = None;
    if is_continued {
        board = continued(settings, &mut dice, earlier, player);
    }
    let mut board = match board {
        Some(board) => board,
        None => balanced_opening(settings, &mut dice, player)?,
    };
    let opening = (0..board.plies_played()).rev().filter_map(|back| board.played(back)?.mv).collect();
    let mut plies = Vec::new();
    let mut scores = Scores::default();
    let mut adjudicated = None;
    let outcome = loop {
        if let Some(outcome) = outcome(&board, &settings.rules).or(adjudicated) {
            break outcome;
        }
        let Some((mv, score)) = player.choose(&board, settings.nodes) else {
            break Outcome::loss(board.side(), Reason::Mate);
        };
        if player.is_stopped() {
            return None;
        }
        plies.push(Ply { mv, score: score.get() as i16 });
        let mover = board.side();
        board.make(mv);
        adjudicated = scores.judge(mover, score, board.plies_played()).filter(|_| !played_out);
    };
    Some(Game { start: None, opening, plies, outcome, played_out })
}

/// How the game on `board` ended, by the rules or by its length; `None` while it goes on.
pub fn outcome(board: &Board, rules: &Rules) -> Option<Outcome> {
    let too_long = || (board.plies_played() >= MAX_PLIES).then(|| Outcome::draw(Reason::Length));
    guohe::game::outcome(board, rules).or_else(too_long).map(as_stored)
}

/// How long the scores have agreed on something.
#[derive(Default)]
pub struct Scores {
    winner: Option<Color>,
    won: u32,
    drawn: u32,
}

impl Scores {
    /// Takes in the `score` of `mover`'s move number `plies`, and ends the game when the scores have agreed for long.
    pub fn judge(&mut self, mover: Color, score: Score, plies: usize) -> Option<Outcome> {
        let winner = match score.get() {
            WIN_SCORE.. => Some(mover),
            centipawns if centipawns <= -WIN_SCORE => Some(!mover),
            _ => None,
        };
        self.won = match winner {
            Some(_) if winner == self.winner => self.won + 1,
            Some(_) => 1,
            None => 0,
        };
        self.winner = winner;
        let is_even = score.get().abs() <= DRAW_SCORE && plies > DRAW_FROM;
        self.drawn = if is_even { self.drawn + 1 } else { 0 };
        if self.won >= WIN_PLIES {
            winner.map(|winner| Outcome::loss(!winner, Reason::AdjudicatedWin))
        } else if self.drawn >= DRAW_PLIES {
            Some(Outcome::draw(Reason::AdjudicatedDraw))
        } else {
            None
        }
    }
}

/// Random moves to a position that neither side has won yet; `None` when the player was stopped.
fn balanced_opening(settings: &Settings, dice: &mut Xoshiro256PlusPlus, player: &mut dyn Player) -> Option<Board> {
    while !player.is_stopped() {
        let Some(board) = openings::draw(dice) else { continue };
        let glance = settings.nodes.min(settings.opening_nodes);
        if is_within(player, &board, glance, HOPELESS) && is_within(player, &board, settings.opening_nodes, BALANCE) {
            return Some(board);
        }
    }
    None
}

/// A position some random moves off an earlier game; `None` when none is found that is still to be played for.
fn continued(
    settings: &Settings,
    dice: &mut Xoshiro256PlusPlus,
    earlier: &[Game],
    player: &mut dyn Player,
) -> Option<Board> {
    (0..CONTINUE_TRIES).find_map(|_| {
        let game = &earlier[below(dice, earlier.len() as u64) as usize];
        let left_at = within(dice, &LEFT_AT) as usize;
        let mut board = game.board().ok()?;
        let moves = game.opening.iter().copied().chain(game.plies.iter().map(|ply| ply.mv));
        for mv in moves.take(left_at) {
            board.make(mv);
        }
        let is_open = board.plies_played() == left_at
            && random_moves(dice, &mut board, &STRAYING_PLIES)
            && outcome(&board, &settings.rules).is_none()
            && is_within(player, &board, settings.nodes, UNEVEN);
        is_open.then_some(board)
    })
}

/// Whether a search of `nodes` nodes finds neither side further ahead than `bound`.
fn is_within(player: &mut dyn Player, board: &Board, nodes: u64, bound: i32) -> bool {
    player.choose(board, nodes).is_some_and(|(_, score)| score.get().abs() <= bound)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use guohe::eval::{Evaluator, nnue};

    /// Looks one ply ahead: fast, and deterministic.
    pub struct OnePly;

    impl Player for OnePly {
        fn new_game(&mut self) {}

        fn choose(&mut self, board: &Board, _nodes: u64) -> Option<(Move, Score)> {
            let mut board = board.clone();
            let moves = board.legal_moves();
            let mut evaluator = Evaluator::new(nnue::embedded(), &board);
            moves
                .into_iter()
                .map(|mv| {
                    let delta = board.make(mv);
                    evaluator.made(&delta);
                    let score = -evaluator.evaluate(&board);
                    evaluator.unmade();
                    board.unmake();
                    (mv, score)
                })
                .max_by_key(|&(mv, score)| (score, mv.bits()))
        }
    }

    pub const SETTINGS: Settings =
        Settings { nodes: 1, opening_nodes: 1, rules: Rules { natural_limit: Some(20), ..RULES } };
    const RULES: Rules = Rules { set: guohe::rules::RuleSet::Asian, fold: 3, natural_limit: Some(60) };

    /// The game of `seed` by [`OnePly`].
    pub fn sample(seed: u64, earlier: &[Game]) -> Game {
        play(&SETTINGS, seed, earlier, &mut OnePly).unwrap()
    }

    #[test]
    fn a_game_is_a_function_of_its_seed() {
        assert_eq!(sample(3, &[]), sample(3, &[]));
        assert_ne!(sample(3, &[]).opening, sample(4, &[]).opening);
        for seed in 0..20 {
            let game = sample(seed, &[]);
            assert!((6..=10).contains(&game.opening.len()));
            assert!(game.opening.len() + game.plies.len() <= MAX_PLIES);
        }
    }

    #[test]
    fn a_quarter_of_the_games_begins_from_earlier_ones() {
        let earlier: Vec<Game> = (0..20).map(|seed| sample(seed, &[])).collect();
        let moves = |game: &Game| -> Vec<Move> {
            game.opening.iter().copied().chain(game.plies.iter().map(|ply| ply.mv)).collect()
        };
        let lines: Vec<Vec<Move>> = earlier.iter().map(moves).collect();
        let mut count = 0;
        for seed in 100..300 {
            let game = sample(seed, &earlier);
            assert_eq!(game, sample(seed, &earlier));
            if !game.is_continued() {
                assert_eq!(game, sample(seed, &[]), "the others do not look at them");
                continue;
            }
            count += 1;
            assert!((12..=64).contains(&game.opening.len()));
            // All but the last moves are those of an earlier game.
            let shared = |line: &Vec<Move>| line.iter().zip(&game.opening).take_while(|(a, b)| a == b).count();
            let longest = lines.iter().map(shared).max().unwrap();
            assert!(longest >= 10 && longest + 4 >= game.opening.len(), "{longest} of {}", game.opening.len());
        }
        assert!((25..75).contains(&count), "{count} of 200");
    }

    #[test]
    fn a_tenth_of_the_games_is_played_out() {
        let games: Vec<Game> = (0..300).map(|seed| sample(seed, &[])).collect();
        let is_by_score = |game: &&Game| !game.outcome.reason.is_by_rule() && game.outcome.reason != Reason::Length;
        let played_out = games.iter().filter(|game| game.played_out);
        assert!((15..50).contains(&played_out.clone().count()));
        assert_eq!(played_out.filter(is_by_score).count(), 0);
        assert!(games.iter().filter(is_by_score).count() > 30, "the others end by score");
    }

    /// Is stopped after some moves.
    struct Stopped(u32);

    impl Player for Stopped {
        fn new_game(&mut self) {}

        fn choose(&mut self, board: &Board, nodes: u64) -> Option<(Move, Score)> {
            self.0 += 1;
            OnePly.choose(board, nodes)
        }

        fn is_stopped(&self) -> bool {
            self.0 >= 20
        }
    }

    #[test]
    fn a_stopped_game_is_given_up() {
        assert_eq!(play(&SETTINGS, 1, &[], &mut Stopped(0)), None);
        assert_eq!(play(&SETTINGS, 1, &[], &mut Stopped(20)), None);
    }

    #[test]
    fn scores_end_a_game_when_both_sides_agree_long_enough() {
        let mut scores = Scores::default();
        let mut judge = |mover, score: i32, plies| scores.judge(mover, Score::new(score), plies);
        use Color::{Black, Red};
        assert_eq!(judge(Red, 1500, 20), None);
        assert_eq!(judge(Black, -1600, 21), None);
        assert_eq!(judge(Red, 1499, 22), None);
        assert_eq!(judge(Black, -1600, 23), None);
        assert_eq!(judge(Red, 1600, 24), None);
        // The winner changes: the count starts anew.
        assert_eq!(judge(Black, 1600, 25), None);
        assert_eq!(judge(Red, -9990, 26), None);
        assert_eq!(judge(Black, 1600, 27), None);
        assert_eq!(judge(Red, -1500, 28), Some(Outcome::loss(Red, Reason::AdjudicatedWin)));

        let mut scores = Scores::default();
        for plies in 60..92 {
            assert_eq!(scores.judge(Red, Score::new(-5), plies), None, "{plies}");
        }
        assert_eq!(scores.judge(Red, Score::new(5), 92), Some(Outcome::draw(Reason::AdjudicatedDraw)));
    }
}
