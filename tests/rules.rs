//! The rules of repetition against every case of the data file, and properties that hold whatever the case.

use guohe::board::Board;
use guohe::rules::{Judgement, RuleSet, Rules, verdict};
use guohe::types::{Color, Move};

/// One line of the data file.
struct Case {
    name: String,
    sets: Vec<String>,
    fen: String,
    moves: Vec<Move>,
    expected: String,
}

fn cases() -> Vec<Case> {
    include_str!("data/repetition.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let [name, sets, fen, moves, expected] = fields[..] else { panic!("five fields: {line}") };
            Case {
                name: name.to_owned(),
                sets: sets.split(',').map(str::to_owned).collect(),
                fen: fen.to_owned(),
                moves: moves.split_whitespace().map(|mv| mv.parse().unwrap()).collect(),
                expected: expected.to_owned(),
            }
        })
        .collect()
}

/// The position after `moves`, each of them legal.
fn play(fen: &str, moves: &[Move]) -> Board {
    let mut board = Board::from_fen(fen).unwrap();
    for &mv in moves {
        assert!(board.is_legal_move(mv), "{mv} in {}", board.fen());
        board.make(mv);
    }
    board
}

fn word(judgement: Option<Judgement>) -> &'static str {
    match judgement {
        None => "none",
        Some(Judgement::Draw) => "draw",
        Some(Judgement::Loses(Color::Red)) => "red-loses",
        Some(Judgement::Loses(Color::Black)) => "black-loses",
    }
}

/// Lines that a rule set is known to judge otherwise, with the reason.
const MISSES: [(&str, &str, &str); 0] = [];

/// Judges every line that names `label` by `set`; all must agree but the misses listed, which must still miss.
fn check(label: &str, set: RuleSet) {
    let mut judged = 0;
    for case in cases().iter().filter(|case| case.sets.iter().any(|set| set == label)) {
        judged += 1;
        for fold in [3, 4] {
            let verdict = verdict(&play(&case.fen, &case.moves), &Rules { set, fold, ..Rules::default() });
            let agrees = word(verdict.judgement) == case.expected;
            let is_listed = MISSES.iter().any(|&(of, name, _)| of == label && name == case.name);
            assert_eq!(agrees, !is_listed, "{label} {} at {fold}: {verdict:#?}", case.name);
        }
    }
    assert!(judged > 60, "{label}: {judged} lines");
}

#[test]
fn asian_agrees_with_the_diagrams_of_the_rule_book() {
    check("wxf", RuleSet::Asian);
}

#[test]
fn computer_agrees_with_pikafish() {
    check("pika", RuleSet::Computer);
}

#[test]
fn league_agrees_with_elephant_eye() {
    check("uccileague", RuleSet::League);
}
