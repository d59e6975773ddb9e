//! Ends of games: one game for each reason, and properties of every game.

use guohe::board::Board;
use guohe::board::STARTPOS;
use guohe::game::{Outcome, Reason, outcome, rules_report, verdict_line};
use guohe::notation::Style;
use guohe::rules::{RuleSet, Rules, Ruling};
use guohe::types::{Color, SplitMix64};

/// Plays the moves, which must not end the game before the last, and gives its outcome.
fn end_of(fen: &str, moves: &str, rules: &Rules) -> Option<Outcome> {
    let mut board = Board::from_fen(fen).unwrap();
    for word in moves.split_ascii_whitespace() {
        assert_eq!(outcome(&board, rules), None, "{fen}: over before {word}");
        let mv = word.parse().unwrap();
        assert!(board.is_legal_move(mv), "{word} in {fen}");
        board.make(mv);
    }
    outcome(&board, rules)
}

fn check(fen: &str, moves: &str, rules: Rules, expected: Option<(Option<Color>, Reason)>) {
    let end = end_of(fen, moves, &rules).map(|outcome| (outcome.winner, outcome.reason));
    assert_eq!(end, expected, "{fen} moves {moves}");
}

#[test]
fn mate_and_stalemate_lose() {
    let rules = Rules::default();
    check("4k4/9/1R7/9/9/9/9/R8/9/3K5 w", "a2a9", rules, None);
    check("4k4/1R7/9/9/9/9/9/R8/9/3K5 w", "a2a9", rules, Some((Some(Color::Red), Reason::Mate)));
    check("3k5/9/9/9/9/9/9/9/4R4/5K3 w", "e1e0", rules, None);
    check("3k5/9/4P4/9/9/9/9/9/9/4K4 w", "e7e8", rules, Some((Some(Color::Red), Reason::Stalemate)));
}

#[test]
fn repetitions_are_judged_by_the_rule_set() {
    // Red's rook gives perpetual check on two files; the king moves back and forth.
    let perpetual = "5k3/9/9/9/9/9/9/5R3/9/3K5 b";
    let round = "f9e9 f2e2 e9f9 e2f2 ";
    let with = |set| Rules { set, ..Rules::default() };
    let two = round.repeat(2);
    let black_wins = Some((Some(Color::Black), Reason::RepetitionRuling));
    check(perpetual, &two, with(RuleSet::Asian), black_wins);
    check(perpetual, &two, with(RuleSet::CheckOnly), black_wins);
    check(perpetual, &two, with(RuleSet::Off), Some((None, Reason::Repetition)));
    check(perpetual, round, with(RuleSet::Asian), None);
    let fourth = Rules { fold: 4, ..Rules::default() };
    check(perpetual, &two, fourth, None);
    check(perpetual, &round.repeat(3), fourth, black_wins);
    assert_eq!(end_of(perpetual, &two, &Rules::default()).unwrap().ruling, Some(Ruling::PerpetualCheck));
    // Rooks that do nothing.
    let idle = "a0a1 a9a8 a1a0 a8a9 ".repeat(2);
    check(STARTPOS, &idle, Rules::default(), Some((None, Reason::Repetition)));
    assert_eq!(end_of(STARTPOS, &idle, &Rules::default()).unwrap().ruling, Some(Ruling::Idle));
}

#[test]
fn lack_of_progress_draws() {
    let limit = Rules { natural_limit: Some(2), ..Rules::default() };
    check(STARTPOS, "a0a1 a9a8 a1a2 a8a7", limit, Some((None, Reason::NaturalLimit)));
    check(STARTPOS, "a0a1 a9a8 a1a2 a8a7", Rules { natural_limit: None, ..limit }, None);
    check("4k4/9/9/9/9/9/9/9/3p5/3K5 w", "d0d1", Rules::default(), Some((None, Reason::DeadMaterial)));
    // Dead material from the start.
    check("3ak4/9/9/9/9/9/9/9/9/3K5 w", "", Rules::default(), Some((None, Reason::DeadMaterial)));
}

#[test]
fn a_side_without_a_legal_move_has_lost_also_at_the_natural_limit() {
    let limit = Rules { natural_limit: Some(2), ..Rules::default() };
    // Mate, and stalemate, by the move that reaches the limit.
    let mates = "3k5/1R7/9/9/9/9/9/R8/9/5K3 b";
    check(mates, "d9e9 a2a3 e9d9 a3a9", limit, Some((Some(Color::Red), Reason::Mate)));
    let one = Rules { natural_limit: Some(1), ..Rules::default() };
    check("9/3k5/4P4/9/9/9/9/9/9/4K4 b", "d8d9 e7e8", one, Some((Some(Color::Red), Reason::Stalemate)));
}

/// A rook and two kings walk for `plies` plies without a capture, a check or a position for the third time.
fn quiet_game(plies: usize) -> Board {
    let mut board = Board::from_fen("3k5/9/9/9/9/9/9/9/8R/5K3 w").unwrap();
    let rules = Rules { natural_limit: None, ..Rules::default() };
    let mut stream = SplitMix64::new(7);
    while board.plies_played() < plies {
        let moves = board.legal_moves();
        let mv = moves[stream.draw() as usize % moves.len()];
        let is_quiet = !board.gives_check(mv) && !board.is_capture(mv);
        board.make(mv);
        if !is_quiet || outcome(&board, &rules).is_some() {
            board.unmake();
        }
    }
    board
}

#[test]
fn the_console_and_the_referee_agree_on_finished_games() {
    let rules = Rules::default();
    let ends = |board: &Board| {
        let text = rules_report(board, &rules, Style::Plain);
        assert_eq!(text.lines().last().unwrap(), verdict_line(board, &rules));
        (outcome(board, &rules).unwrap().reason, verdict_line(board, &rules))
    };
    let of = |fen: &str| ends(&Board::from_fen(fen).unwrap());
    assert_eq!(ends(&quiet_game(125)), (Reason::NaturalLimit, "verdict draw natural-limit".to_owned()));
    assert_eq!(of("3ak4/9/9/9/9/9/9/9/9/3K5 w"), (Reason::DeadMaterial, "verdict draw dead-material".to_owned()));
    assert_eq!(of("R3k4/R8/9/9/9/9/9/9/9/3K5 b"), (Reason::Mate, "verdict black-loses mate".to_owned()));
    assert_eq!(of("3k5/4P4/9/9/9/9/9/9/9/4K4 b"), (Reason::Stalemate, "verdict black-loses stalemate".to_owned()));
    assert!(rules_report(&quiet_game(119), &rules, Style::Plain).ends_with("verdict none not-yet"));
}

#[test]
fn outcomes_are_shown_in_one_line() {
    let rules = Rules::default();
    let shown = |fen: &str, moves: &str| end_of(fen, moves, &rules).unwrap().to_string();
    assert_eq!(shown("4k4/1R7/9/9/9/9/9/R8/9/3K5 w", "a2a9"), "Red wins: mate");
    assert_eq!(shown("3ak4/9/9/9/9/9/9/9/9/3K5 w", ""), "draw: dead material");
    let round = "f9e9 f2e2 e9f9 e2f2 ".repeat(2);
    assert_eq!(shown("5k3/9/9/9/9/9/9/5R3/9/3K5 b", &round), "Black wins: repetition ruling, perpetual-check");
}

#[test]
fn moves_are_numbered_as_in_the_fen() {
    let mut board = Board::startpos();
    for (mv, number) in [("h2e2", 1), ("h9g7", 2), ("e2e6", 2)] {
        board.make(mv.parse().unwrap());
        assert_eq!(board.move_number(), number);
    }
    let mut board = Board::from_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 7 30").unwrap();
    assert_eq!(board.move_number(), 30);
    board.make("h9g7".parse().unwrap());
    assert_eq!(board.move_number(), 31);
}
