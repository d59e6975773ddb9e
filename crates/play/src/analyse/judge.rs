//! From what is known of a game's positions to what is said of its moves.

use super::claim::Proven;
use super::curve::{Mark, Value, accuracy, game_accuracy};
use super::openings::{Named, Openings};
use super::study::{Known, Line};
use guohe::board::Board;
use guohe::game;
use guohe::rules::{self, Rules, Verdict};
use guohe::types::{Color, Move};

/// An only move must be better than the second by so much, in percent of the point.
const ONLY_BY: f64 = 10.0;
/// Key moments of a game at the most.
const KEY_MOMENTS: usize = 6;
/// A move that loses less than this, in percent of the point, is no key moment.
const LEAST_KEY_LOSS: f64 = 5.0;

/// What is said of one move.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Its number in the game, in plies, from 1.
    pub ply: usize,
    pub mover: Color,
    pub mv: Move,
    /// The position before it, with its history.
    pub before: Board,
    /// What the position was worth, and after the move; `None` where nothing was looked at.
    pub values: Option<(Value, Value)>,
    /// What should have been played, when it was not.
    pub better: Option<Line>,
    /// The opponent's best reply to a marked move.
    pub reply: Option<Move>,
    /// How much of the point it lost, in percent.
    pub lost: f64,
    /// In percent; `None` where nothing was looked at.
    pub accuracy: Option<f64>,
    pub mark: Option<Mark>,
    /// Everything else was clearly worse.
    pub is_only: bool,
    /// Whether it was the engine's first choice.
    pub is_best: bool,
    /// Whether the rules had ended the game before it.
    pub is_after_end: bool,
    /// What was wrong with it, where that is proven.
    pub sentence: Option<Proven>,
    /// It and all moves before it are in the book.
    pub is_book: bool,
    /// The opening that it leads to, while it is in the book.
    pub opening: Option<Named>,
}

impl Judged {
    /// The number of the move as games are counted: both sides' moves have one, and a game from a FEN goes on from
    /// the FEN's.
    pub fn round(&self) -> usize {
        self.before.move_number()
    }
}

/// A repetition that the rules have judged.
#[derive(Clone, Debug)]
pub struct Ruled {
    /// The ply after which it was due.
    pub ply: usize,
    pub verdict: Verdict,
}

/// One side's game in numbers. Moves after the end of the game by the rules do not count.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Side {
    /// In percent.
    pub accuracy: Option<f64>,
    /// What a move gave away on average, as a score: hundredths of it are centipawns.
    pub mean_loss: Option<f64>,
    /// Inaccuracies, mistakes, blunders.
    pub marks: [usize; 3],
    /// The share of moves that were the engine's first choice, 0 to 1, without book moves.
    pub best_share: Option<f64>,
}

/// All that is said of a game.
#[derive(Clone, Debug)]
pub struct Judgement {
    pub moves: Vec<Judged>,
    /// What each position is worth; `None` where nothing was looked at.
    pub values: Vec<Option<Value>>,
    /// Red first.
    pub sides: [Side; 2],
    /// Plies, in the order of the game.
    pub key_moments: Vec<usize>,
    pub rulings: Vec<Ruled>,
    /// The last opening that the game was in.
    pub opening: Option<Named>,
}

/// Judges a game by what is `known` of each of its positions.
pub fn judge(start: &Board, moves: &[Move], known: &[Option<Known>], rules: &Rules, book: &Openings) -> Judgement {
    let mut board = start.clone();
    let mut judged = Vec::with_capacity(moves.len());
    let mut rulings: Vec<Ruled> = Vec::new();
    let mut is_in_book = true;
    let mut last_capture = None;
    let mut has_ended = false;
    for (index, &mv) in moves.iter().enumerate() {
        is_in_book = is_in_book && book.has(&board, mv);
        let is_recapture = board.is_capture(mv) && last_capture == Some(mv.to());
        last_capture = board.is_capture(mv).then(|| mv.to());
        has_ended = has_ended || game::outcome(&board, rules).is_some();
        let pair = known[index].as_ref().zip(known[index + 1].as_ref());
        let mut this = judge_move(&board, index + 1, mv, pair, is_in_book, is_recapture, has_ended);
        board.make(mv);
        this.opening = if is_in_book { book.name(&board) } else { None };
        judged.push(this);
        if let Some(verdict) = due(&board, rules, rulings.last(), index + 1) {
            rulings.push(Ruled { ply: index + 1, verdict });
        }
    }
    let values: Vec<Option<Value>> = known.iter().map(|known| known.as_ref().map(|known| known.value)).collect();
    let sides = sides(&judged);
    let key_moments = key_moments(&judged, &rulings);
    let opening = judged.iter().rev().find_map(|judged| judged.opening.clone());
    Judgement { moves: judged, values, sides, key_moments, rulings, opening }
}

/// The verdict that ends the game here, unless it is the one that was due two moves ago and nobody claimed.
fn due(board: &Board, rules: &Rules, last: Option<&Ruled>, ply: usize) -> Option<Verdict> {
    game::outcome(board, rules)?.ruling?;
    let verdict = rules::verdict(board, rules);
    let is_the_same = last.is_some_and(|last| {
        let begin = verdict.cycle.as_ref().map_or(ply, rules::Cycle::first_ply);
        begin <= last.ply && last.verdict.ruling == verdict.ruling && last.verdict.judgement == verdict.judgement
    });
    (!is_the_same).then_some(verdict)
}

fn judge_move(
    board: &Board,
    ply: usize,
    mv: Move,
    known: Option<(&Known, &Known)>,
    is_book: bool,
    is_recapture: bool,
    is_after_end: bool,
) -> Judged {
    let mover = board.side();
    let mut judged = Judged {
        ply,
        mover,
        mv,
        before: board.clone(),
        values: None,
        better: None,
        reply: None,
        lost: 0.0,
        accuracy: None,
        mark: None,
        is_only: false,
        is_best: false,
        is_after_end,
        sentence: None,
        is_book,
        opening: None,
    };
    let Some((before, after)) = known else { return judged };
    let best = before.lines.first();
    judged.is_best = best.is_some_and(|line| line.moves.first() == Some(&mv));
    // Two searches of the same line never agree quite; the best move loses nothing. Nor does the only one, or a move
    // after a repetition or a limit that had ended the game.
    let is_forced = board.legal_moves().len() == 1;
    let loses_nothing = is_after_end || is_forced || judged.is_best && after.value.mates() == before.value.mates();
    let after_value = if loses_nothing { before.value } else { after.value };
    judged.values = Some((before.value, after.value));
    judged.lost = (before.value.percent(mover) - after_value.percent(mover)).max(0.0);
    judged.accuracy = Some(accuracy(judged.lost));
    if !is_book {
        judged.mark = Mark::of(mover, before.value, after_value);
    }
    if !judged.is_best && (judged.mark.is_some() || judged.lost >= 2.0) {
        judged.better = best.cloned();
    }
    if judged.mark.is_some() {
        judged.reply = after.lines.first().and_then(|line| line.moves.first().copied());
    }
    let second = before.lines.get(1);
    judged.is_only = judged.is_best
        && !is_book
        && !is_recapture
        && !is_forced
        && !is_after_end
        && second.is_some_and(|second| before.value.percent(mover) - second.value.percent(mover) >= ONLY_BY);
    judged
}

fn sides(moves: &[Judged]) -> [Side; 2] {
    // The accuracy of a stretch is that of the positions looked at; without a gap that is the whole game.
    let seen: Vec<&Judged> = moves.iter().filter(|judged| judged.values.is_some() && !judged.is_after_end).collect();
    let values = || seen.iter().filter_map(|judged| judged.values);
    let worth = values().next().map(|(before, _)| before).into_iter().chain(values().map(|(_, after)| after));
    let percents: Vec<f64> = worth.map(Value::red_percent).collect();
    let rated: Vec<(Color, f64)> = seen.iter().map(|judged| (judged.mover, accuracy(judged.lost))).collect();
    let accuracies = game_accuracy(&rated, &percents);
    Color::ALL.map(|color| {
        let own: Vec<&&Judged> = seen.iter().filter(|judged| judged.mover == color).collect();
        let losers = own.iter().filter(|judged| judged.lost > 0.0).filter_map(|judged| judged.values);
        let lost: i32 = losers.map(|(before, after)| before.centipawns_of(color) - after.centipawns_of(color)).sum();
        let free: Vec<_> = own.iter().filter(|judged| !judged.is_book).collect();
        let share = |part: usize, whole: usize| (whole > 0).then(|| part as f64 / whole as f64);
        Side {
            accuracy: accuracies[color.index()],
            mean_loss: (!own.is_empty()).then(|| f64::from(lost) / 100.0 / own.len() as f64),
            marks: Mark::ALL.map(|mark| own.iter().filter(|judged| judged.mark == Some(mark)).count()),
            best_share: share(free.iter().filter(|judged| judged.is_best).count(), free.len()),
        }
    })
}

/// The moves that decided: rulings first, then the largest losses of the expected score.
fn key_moments(moves: &[Judged], rulings: &[Ruled]) -> Vec<usize> {
    let mut plies: Vec<usize> = rulings.iter().map(|ruled| ruled.ply).collect();
    let mut others: Vec<&Judged> =
        moves.iter().filter(|judged| judged.mark.is_some() && judged.lost >= LEAST_KEY_LOSS).collect();
    others.sort_by(|a, b| b.lost.total_cmp(&a.lost).then(a.ply.cmp(&b.ply)));
    for judged in others {
        if plies.len() < KEY_MOMENTS && !plies.contains(&judged.ply) {
            plies.push(judged.ply);
        }
    }
    plies.truncate(KEY_MOMENTS);
    plies.sort_unstable();
    plies
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::book::Book;

    fn no_book() -> Openings {
        Openings::new(Book::default())
    }

    fn line(value: Value, mv: &str) -> Line {
        Line { value, moves: vec![mv.parse().unwrap()] }
    }

    fn known(value: i32, best: &str, second: i32) -> Option<Known> {
        let value = Value::Centipawns(value);
        Some(Known { value, lines: vec![line(value, best), line(Value::Centipawns(second), "a0a1")] })
    }

    fn game(moves: &str, known: &[Option<Known>]) -> Judgement {
        let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
        judge(&Board::startpos(), &moves, known, &Rules::default(), &no_book())
    }

    #[test]
    fn a_blunder_is_marked_and_the_move_before_is_not() {
        // Red takes a knight with his cannon and is taken by the rook.
        let told = game(
            "h0g2 b7b6 b2b9 a9b9",
            &[
                known(20, "h0g2", 10),
                known(20, "h9g7", 40),
                known(40, "b0c2", 20),
                known(-330, "a9b9", 500),
                known(-330, "a0a1", -400),
            ],
        );
        assert_eq!(
            told.moves.iter().map(|judged| judged.mark).collect::<Vec<_>>(),
            [None, None, Some(Mark::Blunder), None]
        );
        assert!(told.moves[0].is_best && !told.moves[0].is_only);
        assert_eq!(told.moves[2].better.as_ref().unwrap().moves[0].to_string(), "b0c2");
        assert_eq!(told.key_moments, [3]);
        assert_eq!(told.sides[0].marks, [0, 0, 1]);
        // Taking back is the best move by far, and no feat.
        assert!(told.moves[3].is_best && !told.moves[3].is_only);
    }

    #[test]
    fn the_best_move_loses_nothing() {
        // After each of Red's moves the search finds less than before.
        let told = game(
            "h0g2 h9g7 i0h0",
            &[known(60, "h0g2", 10), known(-60, "b9c7", -20), known(60, "i0h0", 10), known(-60, "a9b9", 0)],
        );
        assert_eq!((told.moves[0].accuracy, told.moves[2].accuracy), (Some(100.0), Some(100.0)));
        let [red, black] = told.sides.map(|side| (side.accuracy, side.mean_loss.map(|loss| format!("{loss:.2}"))));
        assert_eq!(red, (Some(100.0), Some("0.00".to_owned())));
        assert_eq!(black, (told.moves[1].accuracy, Some("1.20".to_owned())));
    }

    /// A game in which Red's perpetual check decides with the ninth ply.
    const REPEATED: &str = "a1a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a7 d9d8 a7b7";

    fn repeated(known: &[Option<Known>]) -> Judgement {
        let start = Board::from_fen("3k5/9/9/9/9/9/9/9/R8/4K4 w").unwrap();
        let moves: Vec<Move> = REPEATED.split(' ').map(|mv| mv.parse().unwrap()).collect();
        judge(&start, &moves, known, &Rules::default(), &no_book())
    }

    #[test]
    fn moves_after_the_end_of_the_game_do_not_count() {
        // Later positions are new ones, and each move there seems to lose much.
        let looked_at = |ply: i32| known(if ply < 9 { 0 } else { 300 * (1 - 2 * (ply % 2)) }, "a0a1", 0);
        let told = repeated(&(0..=15).map(looked_at).collect::<Vec<_>>());
        assert!(told.moves[9..].iter().all(|judged| judged.is_after_end && judged.mark.is_none() && !judged.is_only));
        assert!(told.moves[..9].iter().all(|judged| !judged.is_after_end));
        assert_eq!(told.sides.map(|side| side.marks), [[0, 0, 1], [0; 3]], "only the move that ended the game");
    }

    #[test]
    fn the_only_legal_move_loses_nothing() {
        let start = Board::from_fen("4k4/9/9/9/9/9/9/4n4/3N5/3K5 w").unwrap();
        let moves = ["d0e0".parse().unwrap()];
        let looked_at = [known(300, "d0e0", 300), known(-300, "e2g3", -300)];
        let told = judge(&start, &moves, &looked_at, &Rules::default(), &no_book());
        assert_eq!((told.moves[0].mark, told.moves[0].lost), (None, 0.0));
    }

    #[test]
    fn a_missed_mate_is_a_key_moment_where_it_costs_something() {
        let mate = Value::Mate(Color::Red, 3);
        let with_mate = || Some(Known { value: mate, lines: vec![line(mate, "h2e2")] });
        let told = game("h0g2 h9g7", &[with_mate(), known(200, "b9c7", 350), known(200, "b2e2", 200)]);
        assert_eq!((told.moves[0].mark, told.key_moments), (Some(Mark::Blunder), vec![1]));
        let told = game("h0g2 h9g7", &[with_mate(), known(600, "b9c7", 650), known(600, "b2e2", 200)]);
        assert_eq!((told.moves[0].mark, told.key_moments), (Some(Mark::Inaccuracy), vec![]));
    }

    #[test]
    fn a_ruling_is_told_once() {
        let told = repeated(&vec![None; 16]);
        assert_eq!(told.rulings.len(), 1);
        assert_eq!((told.rulings[0].ply, told.rulings[0].verdict.loser()), (9, Some(Color::Red)));
        assert_eq!(told.key_moments, [9]);
        assert_eq!(told.sides[0].accuracy, None);
    }

    #[test]
    fn colours_exchanged_give_the_same_numbers_to_the_other_side() {
        let values = [20, 60, -20, -150, 40, -60, 300].map(Value::Centipawns);
        let known = |values: &[Value], moves: &[Move], best: usize| -> Vec<Option<Known>> {
            // Some moves are the best ones, the others are not.
            let line = |ply: usize, value| Line {
                value,
                moves: vec![if ply.is_multiple_of(best) {
                    moves[ply.min(moves.len() - 1)]
                } else {
                    "e0e1".parse().unwrap()
                }],
            };
            let all = values.iter().enumerate();
            all.map(|(ply, &value)| Some(Known { value, lines: vec![line(ply, value)] })).collect()
        };
        let red: Vec<Move> = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7".split(' ').map(|mv| mv.parse().unwrap()).collect();
        let start = Board::startpos();
        let told = judge(&start, &red, &known(&values, &red, 7), &Rules::default(), &no_book());
        // The same game with Black to move first, upside down.
        let turned = Board::from_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b").unwrap();
        let flip = |mv: &Move| -> Move {
            let text = mv.to_string();
            let upside_down = |square: &str| format!("{}{}", &square[..1], 9 - square[1..].parse::<u8>().unwrap());
            format!("{}{}", upside_down(&text[..2]), upside_down(&text[2..])).parse().unwrap()
        };
        let black: Vec<Move> = red.iter().map(flip).collect();
        let other =
            judge(&turned, &black, &known(&values.map(Value::exchanged), &black, 7), &Rules::default(), &no_book());
        assert_eq!(told.sides[0].marks, other.sides[1].marks);
        assert!(told.sides[0].marks.iter().sum::<usize>() > 0 && told.sides[1].marks.iter().sum::<usize>() > 0);
        for (one, another) in told.moves.iter().zip(&other.moves) {
            assert_eq!((one.mark, one.is_best, one.mover), (another.mark, another.is_best, !another.mover));
            assert!((one.lost - another.lost).abs() < 1e-9);
        }
        assert_eq!(told.key_moments, other.key_moments);
        for (one, another) in [(told.sides[0], other.sides[1]), (told.sides[1], other.sides[0])] {
            assert_eq!((one.mean_loss, one.best_share), (another.mean_loss, another.best_share));
        }
    }

    #[test]
    fn key_moments_are_the_largest_losses_in_the_order_of_the_game() {
        let judged = |(at, lost): (usize, f64)| {
            let told = game("h2e2", &[None, None]);
            Judged { ply: at + 1, lost, mark: Some(Mark::Blunder), ..told.moves[0].clone() }
        };
        let losses = [16.0, 30.0, 4.9, 22.0, 50.0, 21.0, 17.0, 40.0];
        let all: Vec<Judged> = losses.into_iter().enumerate().map(judged).collect();
        assert_eq!(key_moments(&all, &[]), [2, 4, 5, 6, 7, 8]);
        let few: Vec<Judged> = all.into_iter().take(3).collect();
        assert_eq!(key_moments(&few, &[]), [1, 2]);
    }
}
