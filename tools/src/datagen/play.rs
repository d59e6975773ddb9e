//! Plays one game against itself: a random opening that passes a balance test, then searched moves until the rules or
//! the scores end it. A game depends on its seed and the settings only.

use super::game::Ending;
use super::game::Game;
use super::game::Ply;
use super::game::Repetition;
use guohe::board::Board;
use guohe::rules;
use guohe::rules::Judgement;
use guohe::rules::Rules;
use guohe::types::Color;
use guohe::types::Move;
use guohe::types::Score;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::RngCore;
use rand_xoshiro::rand_core::SeedableRng;

/// Who chooses the moves.
pub trait Player {
    /// Forgets everything it has learnt.
    fn new_game(&mut self);

    /// The best move by a search of about `nodes` nodes and its score; `None` when there is no legal move.
    fn choose(&mut self, board: &Board, nodes: u64) -> Option<(Move, Score)>;
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

/// Random moves before the first searched one.
const OPENING_PLIES: std::ops::RangeInclusive<u64> = 6..=10;
/// Openings that are further from balance are thrown away.
const BALANCE: i32 = 150;
/// Openings that a search as short as a move's finds further from balance than this are thrown away unseen.
const HOPELESS: i32 = 400;

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

/// Plays the game of `seed`.
pub fn play(settings: &Settings, seed: u64, player: &mut dyn Player) -> Game {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut board = balanced_opening(settings, &mut rng, player);
    let opening = (0..board.plies_played()).rev().filter_map(|back| board.played(back)?.mv).collect();
    player.new_game();
    let mut plies = Vec::new();
    let mut scores = Scores::default();
    let mut adjudicated = None;
    let (winner, ending) = loop {
        if let Some(outcome) = outcome(&board, &settings.rules).or(adjudicated) {
            break outcome;
        }
        let Some((mv, score)) = player.choose(&board, settings.nodes) else {
            break (Some(!board.side()), Ending::Mate);
        };
        plies.push(Ply { mv, score: score.get() as i16 });
        let mover = board.side();
        board.make(mv);
        adjudicated = scores.judge(mover, score, board.plies_played());
    };
    Game { start: None, opening, plies, winner, ending }
}

/// What the rules say: the winner and why, or `None` while the game goes on. Mate takes precedence.
pub fn outcome(board: &Board, rules: &Rules) -> Option<(Option<Color>, Ending)> {
    if !board.has_legal_move() {
        return Some((Some(!board.side()), Ending::Mate));
    }
    if rules::occurrences(board) >= usize::from(rules.fold) {
        let verdict = rules::verdict(board, rules);
        let kind = Ending::Repetition(Repetition::of(verdict.reason));
        match verdict.judgement {
            Some(Judgement::Draw) => return Some((None, kind)),
            Some(Judgement::Loses(side)) => return Some((Some(!side), kind)),
            None => {}
        }
    }
    if rules::natural_limit_reached(board, rules) {
        return Some((None, Ending::NaturalLimit));
    }
    if rules::is_dead(board) {
        return Some((None, Ending::Dead));
    }
    (board.plies_played() >= MAX_PLIES).then_some((None, Ending::TooLong))
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
    pub fn judge(&mut self, mover: Color, score: Score, plies: usize) -> Option<(Option<Color>, Ending)> {
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
            Some((winner, Ending::AdjudicatedWin))
        } else if self.drawn >= DRAW_PLIES {
            Some((None, Ending::AdjudicatedDraw))
        } else {
            None
        }
    }
}

/// Random moves to a position that neither side has won yet.
fn balanced_opening(settings: &Settings, rng: &mut Xoshiro256PlusPlus, player: &mut dyn Player) -> Board {
    loop {
        let Some(board) = random_opening(rng) else { continue };
        player.new_game();
        let mut is_within =
            |nodes, bound: i32| player.choose(&board, nodes).is_some_and(|(_, score)| score.get().abs() <= bound);
        if is_within(settings.nodes.min(settings.opening_nodes), HOPELESS) && is_within(settings.opening_nodes, BALANCE)
        {
            return board;
        }
    }
}

/// A handful of random moves; `None` when they end in check or end the game.
fn random_opening(rng: &mut Xoshiro256PlusPlus) -> Option<Board> {
    let mut board = Board::startpos();
    let plies = OPENING_PLIES.start() + below(rng, OPENING_PLIES.end() - OPENING_PLIES.start() + 1);
    for _ in 0..plies {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return None;
        }
        board.make(moves[below(rng, moves.len() as u64) as usize]);
    }
    (!board.in_check() && board.has_legal_move()).then_some(board)
}

/// A number below `bound`. Written out, as a library's way of drawing may change between versions.
fn below(rng: &mut Xoshiro256PlusPlus, bound: u64) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(bound)) >> 64) as u64
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Looks one ply ahead with the classical evaluation: fast, and deterministic.
    pub struct OnePly;

    impl Player for OnePly {
        fn new_game(&mut self) {}

        fn choose(&mut self, board: &Board, _nodes: u64) -> Option<(Move, Score)> {
            let mut board = board.clone();
            let moves = board.legal_moves();
            moves
                .into_iter()
                .map(|mv| {
                    board.make(mv);
                    let score = -guohe::eval::evaluate(&board);
                    board.unmake();
                    (mv, score)
                })
                .max_by_key(|&(mv, score)| (score, mv.bits()))
        }
    }

    pub const SETTINGS: Settings =
        Settings { nodes: 1, opening_nodes: 1, rules: Rules { natural_limit: Some(20), ..RULES } };
    const RULES: Rules = Rules { set: guohe::rules::RuleSet::Asian, fold: 3, natural_limit: Some(60) };

    #[test]
    fn a_game_is_a_function_of_its_seed() {
        let game = |seed| play(&SETTINGS, seed, &mut OnePly);
        assert_eq!(game(3), game(3));
        assert_ne!(game(3).opening, game(4).opening);
        for seed in 0..20 {
            let game = game(seed);
            assert!((6..=10).contains(&game.opening.len()));
            assert!(game.opening.len() + game.plies.len() <= MAX_PLIES);
        }
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
        assert_eq!(judge(Red, -1500, 28), Some((Some(Black), Ending::AdjudicatedWin)));

        let mut scores = Scores::default();
        for plies in 60..92 {
            assert_eq!(scores.judge(Red, Score::new(-5), plies), None, "{plies}");
        }
        assert_eq!(scores.judge(Red, Score::new(5), 92), Some((None, Ending::AdjudicatedDraw)));
    }
}
