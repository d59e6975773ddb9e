//! Each claim on positions made for it, with one near miss at least, and on games in which many mistakes are made.

use super::super::claim::{Begins, Claim, Loss, Motif, Win};
use super::material::worth;
use super::*;
use crate::analyse::curve::Value;
use crate::analyse::judge;
use crate::analyse::openings::Openings;
use crate::analyse::study::{self, Analyser, Line};
use guohe::board::Board;
use guohe::book::Book;
use guohe::game;
use guohe::notation::Style;
use guohe::search::{Limits, Pool, Signals};
use guohe::types::{Color, Kind, Square};
use guohe_common::language::Language;

const LEVEL: Value = Value::Centipawns(0);
const WINNING: Value = Value::Centipawns(300);
const LOSING: Value = Value::Centipawns(-300);

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
}

/// A position with its value and best line; none of them where the game is over.
fn known(value: Value, line: &str) -> Known {
    let moves = moves(line);
    let lines = if moves.is_empty() { Vec::new() } else { vec![Line { value, moves }] };
    Known { value, lines }
}

/// A mistake: the last of the moves that follow a start.
struct Mistake {
    start: &'static str,
    moves: &'static str,
    before: Known,
    after: Known,
}

fn mistake(start: &'static str, moves: &'static str, before: (Value, &str), after: (Value, &str)) -> Mistake {
    Mistake { start, moves, before: known(before.0, before.1), after: known(after.0, after.1) }
}

impl Mistake {
    /// Its sentence in English, if the longer searches find what the first ones found, and its claim.
    fn told(&self) -> Option<(String, Claim)> {
        self.told_where(&mut |is_before| if is_before { self.before.clone() } else { self.after.clone() })
    }

    /// The same where longer searches, before or after the move, find something else.
    fn told_where(&self, closer: &mut dyn FnMut(bool) -> Known) -> Option<(String, Claim)> {
        let start = Board::from_fen(self.start).unwrap();
        let moves = moves(self.moves);
        let mut known: Vec<Option<Known>> = vec![None; moves.len() - 1];
        known.extend([Some(self.before.clone()), Some(self.after.clone())]);
        let rules = Rules::default();
        let judgement = judge_all(&start, &moves, &mut known, &mut |plies| Some(closer(plies < moves.len())));
        let judged = judgement.moves.last().unwrap();
        assert!(judged.mark.is_some(), "{} is marked", self.moves);
        let proven = judged.sentence.as_ref()?;
        check_proof(judged, proven, &rules);
        Some((sentence(Language::En, judged, proven, Style::Wxf), proven.claim.clone()))
    }

    #[track_caller]
    fn says(&self, expected: &str) {
        assert_eq!(self.told().map(|(sentence, _)| sentence).as_deref(), Some(expected), "{}", self.start);
    }

    #[track_caller]
    fn is_silent(&self) {
        assert_eq!(self.told(), None, "{}", self.start);
    }
}

/// Judges a game by the rules that are usual, with an empty book.
fn judge_all(start: &Board, moves: &[Move], known: &mut [Option<Known>], confirm: &mut Confirm) -> Judgement {
    let (rules, book) = (Rules::default(), Openings::new(Book::default()));
    let judge = |known: &[Option<Known>]| judge::judge(start, moves, known, &rules, &book);
    judge_and_explain(known, judge, &rules, &Signals::new(), confirm)
}

#[test]
fn a_mate_that_is_proven_is_as_short_everywhere() {
    let start = Board::from_fen("5k3/9/9/8P/9/9/1r7/r8/9/4K4 w").unwrap();
    let game = moves("i6i7 b3b1 e0d0 f9f8");
    // The searches have found the mates of the ladder too long, and Black misses the last one.
    let slow = Value::Mate(Color::Black, 9);
    let mut known = [
        known(LEVEL, "e0d0"),
        known(slow, "b3b1 e0d0 a2a0"),
        known(slow, "e0d0 f9f8"),
        known(slow, "f9f8 d0e0"),
        known(LEVEL, "d0e0"),
    ]
    .map(Some);
    let judgement = judge_all(&start, &game, &mut known, &mut |_| None);
    let said = judgement.moves.iter().map(|judged| {
        let sentence = judged.sentence.as_ref().map(|proven| sentence(Language::En, judged, proven, Style::Wxf));
        let better = judged.better.as_ref().map(|line| (line.value, line.moves[0].to_string()));
        (judged.values.unwrap().1, sentence, better)
    });
    let mate = |plies| Value::Mate(Color::Black, plies);
    assert_eq!(
        said.collect::<Vec<_>>(),
        [
            (mate(3), Some("allows mate in 2: R2+2".to_owned()), Some((LEVEL, "e0d0".to_owned()))),
            (mate(2), None, None),
            (mate(1), None, None),
            (LEVEL, Some("misses mate in 1: R1+2".to_owned()), Some((mate(1), "a2a0".to_owned()))),
        ]
    );
}

#[test]
fn mates_that_are_allowed() {
    let check = |start, mv, reply, plies, expected: Option<&str>| {
        let after = (Value::Mate(Color::Black, plies), reply);
        let mistake = mistake(start, mv, (LEVEL, "e0e1"), after);
        assert_eq!(mistake.told().map(|(sentence, _)| sentence).as_deref(), expected, "{start}");
    };
    check("3k5/9/1c7/9/9/9/P3c4/9/9/3AKA3 w", "a3a4", "b7e7", 1, Some("allows mate in 1: C2.5"));
    let ladder = "5k3/9/9/8P/9/9/1r7/r8/9/4K4 w";
    check(ladder, "i6i7", "b3b1 e0d0 a2a0", 3, Some("allows mate in 2: R2+2"));

    // The king has a square: whoever reported a mate was wrong.
    check("5k3/9/1c7/9/9/9/P3c4/9/9/4KA3 w", "a3a4", "b7e7", 1, None);
}

#[test]
fn mates_that_are_missed() {
    let rooks = "4k4/1R7/R8/8p/9/9/9/4B4/9/4K4 w";
    let one = Value::Mate(Color::Red, 1);
    mistake(rooks, "a7a6", (one, "a7a9"), (WINNING, "i6i5")).says("misses mate in 1: R9+2");
    let ladder = "4k4/9/R8/1R7/9/9/8p/9/9/5K3 w";
    let two = Value::Mate(Color::Red, 3);
    mistake(ladder, "f0f1", (two, "b6b8 i3h3 a7a9"), (WINNING, "i3h3")).says("misses mate in 2: R8+2");
    // There is no such mate.
    mistake("4k4/9/R8/8p/9/9/9/4B4/9/4K4 w", "a7a6", (one, "a7a9"), (WINNING, "i6i5")).is_silent();
}

#[test]
fn rules_that_are_broken() {
    let start = "3k5/9/9/9/9/9/9/9/R8/4K4 w";
    let cycle = "a1a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9";
    let ruled = Value::Ruling(Color::Black);
    mistake(start, cycle, (WINNING, "a8a7"), (ruled, "")).says("perpetual check loses");
    let shorter = "a1a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8";
    mistake(start, shorter, (WINNING, "a9a7"), (ruled, "d8d9 a8a9")).says("perpetual check loses");
    // The line ends before the position occurs for the third time.
    mistake(start, shorter, (WINNING, "a9a7"), (ruled, "d8d9")).is_silent();
}

#[test]
fn pieces_lost_to_a_motif() {
    let forked = "3k5/9/9/9/3n5/9/P8/2R3R2/9/4K4 w";
    let best = (WINNING, "g2g6 d5e7");
    let fork = (LOSING, "d5e3 c2c3 e3g2");
    mistake(forked, "a3a4", best, fork).says("loses the rook on file 3 to a fork by H4+5");
    mistake("5k3/9/9/9/9/r8/8P/9/4K4/4R4 w", "i3i4", (LEVEL, "e0d0 f9f8"), (LOSING, "a4e4 e1d1 e4e0"))
        .says("loses the rook to a skewer by R1.5");
    // The rook that is left takes the horse.
    let traded = (LOSING, "d5e3 c2e2 e3g2 e2g2");
    mistake(forked, "a3a4", (WINNING, "g2g6 d5e7"), traded).says("loses a rook for a horse to a fork by H4+5");
    // The best move loses as much.
    mistake(forked, "a3a4", (WINNING, "e0e1 d5e3 c2c3 e3g2 e1e0"), fork).is_silent();
    // The line ends with a rook taken, and the score has hardly moved: whoever looks further sees more.
    let taken = "3k4c/9/9/8p/9/9/P8/8R/9/4K4 w";
    let line = "d9d8 a4a5 i9i2";
    mistake(taken, "a3a4", (LEVEL, "i2h2 d9d8"), (Value::Centipawns(-60), line)).is_silent();
    mistake(taken, "a3a4", (LEVEL, "i2h2 d9d8"), (LOSING, line)).says("loses the rook: K4+1 P9+1 C9+7");
    // The line ends while the fork is on.
    mistake(forked, "a3a4", best, (LOSING, "d5e3")).is_silent();
}

#[test]
fn a_longer_search_has_the_last_word() {
    let forked = "3k5/9/9/9/3n5/9/P8/2R3R2/9/4K4 w";
    let mistake = mistake(forked, "a3a4", (WINNING, "g2g6 d5e7"), (LOSING, "d5e3 c2c3 e3g2"));
    let otherwise = |other: Known| {
        mistake.told_where(&mut |is_before| {
            if is_before { mistake.before.clone() } else { other.clone() }
        })
    };
    assert!(otherwise(mistake.after.clone()).is_some());
    assert_eq!(otherwise(known(LOSING, "d5b4 c2c3 b4a2")), None, "another reply");
    assert_eq!(otherwise(known(LOSING, "d5b4 g2g3 b4c2")), None, "another reply wins another piece");
    assert_eq!(otherwise(known(LOSING, "d5e3 g2g3 e3c4")), None, "nothing falls");
    assert_eq!(otherwise(known(WINNING, "d5e3 c2c3 e3g2")), None, "no mistake after all");
}

#[test]
fn a_piece_that_is_won_back_beyond_the_line_is_not_lost() {
    let start = "1nbakabnr/9/rc7/p1p1p3p/6p2/9/P1P1P1PcP/2N3CC1/9/R1BAKABNR b";
    let before = (Value::Centipawns(14), "b7h7 h2h7 a7h7 g3g4 b9c7");
    let line = "c2e3 b7e7 h2h3 h9g7 h0i2 g7f5 g2e2";
    mistake(start, "h3e3", before, (Value::Centipawns(138), line)).says("loses the cannon on file 5: H7+5");
    let mistake = mistake(start, "h3e3", (Value::Centipawns(14), "b7h7 h2h7"), (Value::Centipawns(48), line));
    mistake.is_silent();
}

#[test]
fn a_loss_without_an_explanation_needs_both_longer_searches() {
    let start = "3a2b2/c3k4/2nnb4/p4R2p/6p2/2Nr5/P1P1p1PCc/N2C5/4A4/2B1KAB2 b";
    let mistake = mistake(
        start,
        "d7c5",
        (Value::Centipawns(116), "d7e5 c4d6 e8e9 h3h9 g9i7 d6c8 d4d8"),
        (Value::Centipawns(226), "f6i6 e3e2 c0e2 i3g3 a2c1 d4h4 h3i3 a8d8"),
    );
    mistake.says("loses a pawn: R4.1 P5+1 E7+5");
    let before = known(Value::Centipawns(205), "d7e5 f6i6 e5c4 c3c4 i3g3");
    let told = mistake.told_where(&mut |is_before| if is_before { before.clone() } else { mistake.after.clone() });
    assert_eq!(told, None, "the position was as bad before");
}

#[test]
fn searches_that_win_the_same_piece_agree() {
    let start = "r1bakab2/6r2/c1n3n2/2p1pCp2/p7p/6P2/P1P1P3P/4B1N2/7c1/RNCAKABR1 b";
    let mistake = mistake(
        start,
        "a9a8",
        (Value::Centipawns(42), "h1b1 f6c6 c9e7 c3c4 a9b9 c4c5 e7c5"),
        (Value::Centipawns(314), "f6c6 g7e8 h0h1 g6g5 g2f4 g5g4 f4d5"),
    );
    let longer = known(Value::Centipawns(279), "h0h1 e6e5 h1h6 a8f8 h6g6 c7e8");
    let told = mistake.told_where(&mut |is_before| if is_before { mistake.before.clone() } else { longer.clone() });
    assert_eq!(told.map(|(sentence, _)| sentence).as_deref(), Some("does not save the cannon on file 8 from R2+1"));
}

#[test]
fn a_loss_counts_although_the_piece_is_exchanged_after_the_best_move() {
    mistake(
        "1Cbakab2/3r5/4c1n2/p3p1p2/1np2r2p/3C5/P1P1P1P1P/N5N2/4A1c2/1RBAK1B1R b",
        "d8c8",
        (Value::Centipawns(-69), "b5c7 d4d2 g1g3 g0e2 g6g5 i0h0 g5g4 e2g4 c7b9"),
        (Value::Centipawns(208), "b0b5 g6g5 b5b6 g1f1 b9a9"),
    )
    .says("does not save the horse on file 2 from R8+5");
}

#[test]
fn pieces_left_to_be_taken() {
    let check = |start, mv, best, reply, expected: &str| {
        mistake(start, mv, (LEVEL, best), (LOSING, reply)).says(expected);
    };
    let horse_away = "3k5/9/2r6/9/9/9/9/2C6/9/1N3K3 w";
    check(horse_away, "b0a2", "f0f1", "c7c2", "leaves the cannon unguarded: R3+5");
    check("3k5/9/4r4/9/9/9/9/4C4/2N6/5K3 w", "c1b3", "f0f1", "e7e2", "leaves the cannon unguarded: R5+5");
    let attacked = "3k5/9/2r6/9/9/9/9/2C6/9/5K2N w";
    check(attacked, "i0h2", "c2d2", "c7c2", "does not save the cannon from R3+5");
    check("3k5/9/2r6/9/9/9/9/2N6/9/5K2P w", "f0f1", "c2d4", "c7c2", "does not save the horse from R3+5");
    let screen = "3k5/9/4c4/9/3P5/9/9/4R4/9/5K3 w";
    check(screen, "d5e5", "e2d2", "e7e2", "gives the cannon a screen: C5+5 takes the rook");
    check("3k5/9/9/9/9/c7N/9/5C3/9/5K3 w", "f2f4", "f0f1", "a4i4", "gives the cannon a screen: C1.9 takes the horse");
    let rank = "3k5/9/9/9/9/r1P3N2/9/9/9/5K3 w";
    check(rank, "c4c5", "f0f1", "a4g4", "opens the way for R1.7, which takes the horse");
    let leg = "4k4/9/1nN6/3C5/9/9/9/9/9/5K3 w";
    check(leg, "c7e6", "f0f1", "b7d6", "opens the way for H2+4, which takes the cannon");
    check("3k5/9/9/9/r8/9/5N3/9/9/5K3 w", "f3g5", "f0f1", "a5g5", "puts the horse where R1.7 takes it");
    check("3k5/9/9/9/r8/9/9/6C2/9/5K3 w", "g2g5", "f0f1", "a5g5", "puts the cannon where R1.7 takes it");
    // A rook guards the horse and takes back.
    mistake("3k5/9/9/9/r8/9/5N3/9/9/5KR2 w", "f3g5", (LEVEL, "f0f1"), (LOSING, "a5g5 g0g5")).is_silent();
}

#[test]
fn exchanges_that_lose() {
    let check = |start, mv, best, reply, expected: &str| {
        mistake(start, mv, (LEVEL, best), (LOSING, reply)).says(expected);
    };
    check("3k5/9/4r4/4c4/9/9/9/4R4/9/5K3 w", "e2e6", "f0f1", "e7e6", "gives a rook for a cannon");
    check("4k4/3r5/9/9/9/3p5/9/4N4/9/5K3 w", "e2d4", "f0f1", "d8d4", "gives a horse for a pawn");
    // A rook for a rook.
    mistake("3k5/9/4r4/4r4/9/9/9/4R4/9/5K3 w", "e2e6", (LEVEL, "f0f1"), (LOSING, "e7e6")).is_silent();
    // Black has just taken a horse, and Red's rook takes back: the exchange was even, and the rook is lost for nothing.
    mistake("3k5/9/4r4/9/9/3n5/9/4N4/9/4RK3 b", "d4e2 e0e2", (LEVEL, "f0f1 d9d8"), (LOSING, "e7e2"))
        .says("loses the rook: R5+5");
}

#[test]
fn captures_that_are_missed() {
    let free = "3k5/9/9/n8/9/9/9/R8/9/5K3 w";
    mistake(free, "f0f1", (WINNING, "a2a6"), (LEVEL, "a6b4")).says("could win the horse: R9+4");
    let back = "3k5/9/9/r8/9/9/9/C8/R8/5K3 b";
    mistake(back, "a6a2 a1b1", (WINNING, "a1a2 d9d8"), (LOSING, "a2d2")).says("does not take the rook back: R9+1");
    // The cannon falls after the move played, too, but there it is exchanged.
    mistake(
        "2bakab2/9/1C1rc1n2/p3p1p2/1np5p/7r1/P1P1P1P1P/N5N1R/4A2c1/R1BAKCB2 b",
        "h4h5",
        (Value::Centipawns(-328), "e7b7 g3g4 h4h3 g0e2 h1f1 g2f4 h3e3 a3a4 e3g3"),
        (Value::Centipawns(20), "b7e7 g9e7 a0b0 c5c4 c3c4 h1g1 g3g4 g1g4"),
    )
    .says("could win the cannon on file 8: C5.2");
    // The cannon is taken, and falls for a pawn two moves later.
    mistake(
        "4kab2/4a4/4b4/p3C3p/3C1N3/2B1p4/P3cn2P/9/3cA4/3K1AB2 w",
        "e6f6",
        (Value::Centipawns(-21), "e6e3 d1d3 a3a4 e4e3 f5e3 f3e5 e3f5"),
        (Value::Centipawns(-148), "d1d3 f6f3 d3f3 f5d6 e3i3 d5d1 f3d3"),
    )
    .is_silent();
    // The horse that takes the elephant is taken for another horse: the line shows it.
    mistake(
        "2baka3/5r3/2n1b2n1/p1p1p1c1p/3R1Np2/2P6/P3P1P1P/3C5/9/2BAKAB2 w",
        "g0i2",
        (Value::Centipawns(-137), "f5e7 c9e7 d5d7 f9e8 d7c7 g6g3"),
        (Value::Centipawns(-343), "c6c5 d5d7 f8f5 d7c7 g6g7"),
    )
    .says("could win an elephant: H4+5 E3+5 R6+2 A6+5 R6.7");
    // The rook takes the horse after the move played, too: that one loses another horse.
    mistake(
        "4kab2/1c2a4/b3r1n2/3Rp1R2/p1p3p2/4P3r/n1P3PcN/N3C4/9/2BAKAB2 b",
        "a3b5",
        (Value::Centipawns(-383), "i4i3 d6b6 b8c8 e4e5 i3i6"),
        (Value::Centipawns(-163), "d6b6 i4i3 b6b5 b8d8 e4e5 e7d7"),
    )
    .is_silent();
    // The horse is guarded.
    mistake("3k5/1n7/9/n8/9/9/9/R8/9/5K3 w", "f0f1", (LEVEL, "a2a6 b8a6"), (LOSING, "a6b4")).is_silent();
    // A pawn for a pawn, which has just crossed the river.
    let pawns = "3k5/9/9/8p/9/8P/9/9/9/5K3 b";
    mistake(pawns, "d9d8", (LEVEL, "i6i5 i4i5"), (Value::Centipawns(100), "i4i5")).is_silent();
    // The move played wins it as well.
    mistake("3k5/9/9/n8/9/9/9/R8/9/5K3 w", "a2a5", (LEVEL, "a2a6"), (LOSING, "d9d8 a5a6")).is_silent();
}

#[test]
fn recaptures_that_are_missed() {
    // Black's rook has taken the cannon. The other one takes the advisor, whether Red takes back or not.
    let start = "4kr3/9/9/r8/9/9/9/C8/R8/3K1A3 b";
    let best = (WINNING, "a1a2 f9f0 d0d1");
    let mistake = |mv: &'static str, reply| mistake(start, mv, best, (LOSING, reply));
    mistake("a6a2 a1b1", "f9f0 d0d1").says("does not take the rook back: R9+1");
    // Red takes it later.
    mistake("a6a2 f0e1", "f9f1 a1a2").is_silent();
}

#[test]
fn trades_that_are_missed() {
    mistake(
        "r2akab1r/5c3/n2Cb4/p3p3p/2p3pC1/P3P3P/R1P3P2/2N1BA1c1/9/2BAKR1N1 b",
        "f8a8",
        (Value::Centipawns(-468), "f8f0 e0f0 i9h9 d7d5 a9a8 a4a5 a6a5 h0f1 h2i2"),
        (Value::Centipawns(152), "h5h7 i9h9 h0i2 d9e8 f0h0 h2e2 c0e2 e8d7 h7d7"),
    )
    .says("could win a rook for a cannon: C6+8 K5.4");
    // The cannon would be taken for a horse.
    mistake("4k4/9/2c6/9/2P6/9/9/9/9/R1NK5 b", "e9e8", (LEVEL, "c7c0 a0c0"), (WINNING, "c0d2")).is_silent();
}

#[test]
fn kings_that_are_bared() {
    let rooks = "3k1r3/5r3/9/9/9/9/P8/9/9/4KA3 w";
    mistake(rooks, "a3a4", (LEVEL, "e0e1 d9d8"), (LOSING, "f8f0 e0e1"))
        .says("loses the last advisor, exposing the king: R++8 K5+1");
    mistake("3k5/9/2r6/9/9/9/P8/9/9/2B1K4 w", "a3a4", (LEVEL, "c0e2 d9d8"), (LOSING, "c7c0 e0e1"))
        .says("loses the last elephant, exposing the king: R3+7 K5+1");
    // A cannon alone attacks no king.
    let told = mistake("3k5/9/2c6/9/9/9/P1P6/9/9/2B1K4 w", "a3a4", (LEVEL, "c0e2 d9d8"), (LOSING, "c7c0")).told();
    assert!(matches!(told, Some((_, Claim::Loses { .. }))), "{told:?}");
}

#[test]
fn wins_that_become_draws() {
    let start = "3k5/9/9/9/9/9/9/R8/9/5K3 w";
    let drawn = mistake(start, "f0f1", (WINNING, "a2a3"), (LEVEL, "d9d8"));
    drawn.says("gives up the win: the position is level");
    mistake(start, "a2b2", (Value::Centipawns(250), "a2a3"), (Value::Centipawns(30), "d9d8"))
        .says("gives up the win: the position is level");
    // Hardly won before, or hardly a draw after.
    mistake(start, "f0f1", (Value::Centipawns(150), "a2a3"), (LEVEL, "d9d8")).is_silent();
    mistake(start, "f0f1", (WINNING, "a2a3"), (Value::Centipawns(90), "d9d8")).is_silent();
    // A longer search finds the game level before the move, too.
    assert_eq!(drawn.told_where(&mut |_| known(LEVEL, "a2a3")), None);
}

#[test]
fn a_position_that_only_comes_back_is_no_draw() {
    // Black may repeat once, and still win: the score of 0 is that of the repetition.
    let start = "4ka3/nn7/4b3b/p5p2/1rp6/P3P3P/2P4r1/N3B4/8C/2BAKA3 b";
    let winning = (Value::Centipawns(-722), "a8b6 i1i7 g6g5");
    let shuffled = "e7g9 a2c1 g9e7 c1a2 i7g9";
    mistake(start, shuffled, winning, (LEVEL, "a2c1 g9i7 c1a2")).is_silent();
    mistake(start, "i7g9", winning, (LEVEL, "a2c1 g9i7 c1a2")).is_silent();
    mistake(start, "i7g9", winning, (LEVEL, "a2c1 g9i7")).says("gives up the win: the position is level");
}

#[test]
fn sentences_are_said_in_chinese_too() {
    let check = |start, mv, best, reply, expected| {
        let start = Board::from_fen(start).unwrap();
        let mut known = [known(WINNING, best), known(LOSING, reply)].map(Some);
        let closer = known.clone();
        let judgement = judge_all(&start, &moves(mv), &mut known, &mut |plies| closer[plies].clone());
        let judged = &judgement.moves[0];
        let proven = judged.sentence.as_ref().unwrap();
        assert_eq!(sentence(Language::Zh, judged, proven, Style::Chinese), expected);
    };
    let forked = "3k5/9/9/9/3n5/9/P8/2R3R2/9/4K4 w";
    check(forked, "a3a4", "g2g6 d5e7", "d5e3 c2c3 e3g2", "被马4进5捉双，丢车");
    let checked = "4k4/9/9/4p4/9/2n6/P8/9/5R3/4K4 w";
    check(checked, "a3a4", "f1f4 c4e3", "c4d2 e0d0 d2f1 d0d1", "被马3进4将军抽车");
    let rooks = "3k1r3/5r3/9/9/9/9/P8/9/9/4KA3 w";
    check(rooks, "a3a4", "e0e1 d9d8", "f8f0 e0e1", "丢仕，后防空虚：前车进8 帅五进一");
    let traded = "d5e3 c2e2 e3g2 e2g2";
    check(forked, "a3a4", "g2g6 d5e7", traded, "被马4进5捉双，只得以车换马");
    // All that falls in the line is named, the horse that goes for one of the cannons, too.
    let cannons = "1r1k5/9/9/3n5/9/2p1C4/P1P6/1C7/4R4/5K3 w";
    let line = "对方可用马和卒换双炮：马4进5 车五进三 车2进7 兵七进一";
    check(cannons, "a3a4", "b2c2", "d6e4 e1e4 b9b2 c3c4", line);
}

/// Replays the line of a sentence without the code that made it, and tests what the sentence says.
#[track_caller]
fn check_proof(judged: &Judged, proven: &Proven, rules: &Rules) {
    let mut start = judged.before.clone();
    if proven.begins == Begins::After {
        start.make(judged.mv);
    }
    let place = || format!("{} in {}: {proven:?}", judged.mv, judged.before.fen());
    let mut boards = vec![start.clone()];
    for &mv in &proven.line {
        let mut next = boards[boards.len() - 1].clone();
        assert!(next.is_legal_move(mv), "{mv} is legal; {}", place());
        next.make(mv);
        boards.push(next);
    }
    let end = &boards[boards.len() - 1];
    let (own, other) = (judged.mover, !judged.mover);
    // What the mover wins less what it loses in half points, by the line, and by the move before it.
    let wins = |board: &Board, mv: Move, earlier: &[Move]| {
        let mut square = mv.to();
        for earlier in earlier.iter().rev() {
            // A pawn is worth what it was where it came from.
            if earlier.to() == square {
                square = earlier.from();
            }
        }
        let taken = board.piece_at(mv.to()).map_or(0, |piece| worth(piece, square));
        if board.side() == own { taken } else { -taken }
    };
    let moves = proven.line.iter().enumerate();
    let gain: i32 = moves.map(|(at, &mv)| wins(&boards[at], mv, &proven.line[..at])).sum();
    let gain_before = if proven.begins == Begins::After { wins(&judged.before, judged.mv, &[]) } else { 0 };
    // The ply at which the piece that stands on `square` of the first board is taken.
    let falls = |mut square: Square| {
        proven.line.iter().position(|mv| {
            let is_taken = mv.to() == square && mv.from() != square;
            if mv.from() == square {
                square = mv.to();
                return false;
            }
            is_taken
        })
    };
    // The move takes back on the square of the opponent's last move.
    let is_retaken = || judged.before.last_move().map(Move::to) == Some(judged.mv.to());
    match &proven.claim {
        Claim::AllowsMate { moves, is_stalemate } | Claim::MissesMate { moves, is_stalemate } => {
            assert_eq!(proven.line.len(), 2 * *moves as usize - 1, "{}", place());
            assert!(!end.has_legal_move() && end.in_check() != *is_stalemate, "{}", place());
        }
        Claim::BreaksRules(ruling) => {
            let outcome = game::outcome(end, rules).expect("the game is over");
            assert_eq!((outcome.loser(), outcome.ruling), (Some(own), Some(*ruling)), "{}", place());
        }
        Claim::Loses { lost, how } => {
            let at = falls(*lost).unwrap_or_else(|| panic!("it falls; {}", place()));
            assert!(at < 5 && at.is_multiple_of(2) && gain <= -4, "{}", place());
            check_loss(*how, at, &boards, &proven.line, place());
        }
        Claim::Trades { given, taken, how } => {
            for (piece, color) in given.iter().map(|piece| (piece, own)).chain(taken.iter().map(|piece| (piece, other)))
            {
                assert_eq!(piece.color, color);
                let fewer = judged.before.count(color, piece.kind) - end.count(color, piece.kind);
                assert!(fewer > 0, "{}", place());
            }
            assert!(gain <= -4 && (gain + gain_before <= -4 || is_retaken()), "{}", place());
            if *how == Loss::Recaptured {
                assert!(judged.before.is_capture(judged.mv) && proven.line[0].to() == judged.mv.to(), "{}", place());
            }
        }
        Claim::BaresKing { lost } => {
            assert!(falls(*lost).is_some_and(|at| at < 5) && gain <= -4, "{}", place());
            assert!(end.count(own, Kind::Advisor) + end.count(own, Kind::Bishop) <= 2, "{}", place());
        }
        Claim::MissesCapture { won, how } => {
            let at = falls(*won).unwrap_or_else(|| panic!("it falls; {}", place()));
            assert!(at < 5 && at.is_multiple_of(2) && gain >= 4, "{}", place());
            assert!(at == 0 || !matches!(how, Win::Takes | Win::TakesBack), "{}", place());
            if let Win::By(motif) = how {
                check_motif(*motif, at, &boards, &proven.line, place());
            }
        }
        Claim::MissesTrade { given, taken } => {
            for (piece, color) in given.iter().map(|piece| (piece, own)).chain(taken.iter().map(|piece| (piece, other)))
            {
                assert_eq!(piece.color, color);
                assert!(start.count(color, piece.kind) > end.count(color, piece.kind), "{}", place());
            }
            assert!(gain >= 4, "{}", place());
        }
        Claim::LetsDraw => {
            let (before, after) = judged.values.expect("both were looked at");
            assert!(before.percent(own) >= 85.0 && (after.percent(own) - 50.0).abs() <= 10.0, "{}", place());
        }
    }
}

fn check_loss(how: Loss, at: usize, boards: &[Board], line: &[Move], place: String) {
    match how {
        Loss::By(motif) => check_motif(motif, at, boards, line, place),
        Loss::Unguarded => {
            assert!(boards[1].legal_moves().iter().all(|mv| mv.to() != line[0].to()), "nobody takes back; {place}");
        }
        Loss::PutThere | Loss::NotSaved | Loss::GaveScreen | Loss::Unblocked => assert_eq!(at, 0, "{place}"),
        Loss::Recaptured | Loss::InLine => {}
    }
}

/// What must be true of every board on which a motif is named. `boards[n]` is the one before the move `n` of the line.
fn check_motif(motif: Motif, at: usize, boards: &[Board], line: &[Move], place: String) {
    assert!(at == 2 || at == 4, "{place}");
    let (mover, taker, prey) = (line[0].to(), line[at].from(), line[at].to());
    let king = boards[1].king(boards[1].side());
    let attacked = Square::all().filter(|&square| boards[1].attacks(mover, square)).count();
    match motif {
        Motif::CheckingFork | Motif::Fork => {
            assert!(taker == mover && attacked >= 2 && boards[1].attacks(mover, prey), "{place}");
            assert_eq!(boards[1].attacks(mover, king), motif == Motif::CheckingFork, "{place}");
        }
        Motif::Skewer => {
            assert!(taker == mover && !boards[1].attacks(mover, prey) && boards[2].attacks(mover, prey), "{place}");
            assert!(boards[1].attacks(mover, line[1].from()), "{place}");
        }
        Motif::DiscoveredAttack => {
            assert!(taker != mover && !boards[0].attacks(taker, prey) && boards[1].attacks(taker, prey), "{place}");
        }
        Motif::DiscoveredCheck => assert!(boards[1].in_check() && !boards[1].attacks(mover, king), "{place}"),
        Motif::DoubleCheck => {
            assert!(Square::all().filter(|&square| boards[1].attacks(square, king)).count() >= 2, "{place}");
        }
        Motif::Pin => assert!(boards[1].legal_moves().iter().all(|mv| mv.from() != prey), "{place}"),
        Motif::Trap => assert!(!boards[1].in_check(), "{place}"),
    }
}

/// Games with many mistakes, looked at briefly: every sentence is proven by its line.
#[test]
fn every_sentence_about_real_games_is_proven_by_its_line() {
    let rules = Rules::default();
    let limits = Limits { nodes: Some(4_000), multipv: 2, ..Limits::default() };
    let (mut mistakes, mut told) = (0, 0);
    let mut analyser = Analyser::new(Pool::new(1, 4), rules, limits);
    for game in include_str!("games.txt").lines().filter(|line| !line.starts_with('#')) {
        let (start, played) = game.split_once(" | ").unwrap();
        let (start, moves, signals) = (Board::from_fen(start).unwrap(), moves(played), Signals::new());
        let mut known = study::study(&mut analyser, &start, &moves, 0..=moves.len(), &signals, &mut || true);
        let judgement = judge_all(&start, &moves, &mut known, &mut |plies| {
            study::look_closer(&mut analyser, &start, &moves[..plies], &signals)
        });
        for judged in judgement.moves.iter().filter(|judged| judged.mark.is_some()) {
            mistakes += 1;
            let Some(proven) = &judged.sentence else { continue };
            told += 1;
            check_proof(judged, proven, &rules);
        }
    }
    assert!(told >= 15 && told * 6 >= mistakes, "{told} sentences about {mistakes} mistakes");
}
