//! The rules of repetition: every case of the data file, and each clause of the rule book. Properties of all cases are
//! in `rules/properties.rs`.

use guohe::board::Board;
use guohe::notation::Style;
use guohe::rules::{Action, Conduct, Grade, Judgement, RuleSet, Rules, Ruling, Verdict};
use guohe::rules::{QuietCount, counted_quiet_plies, is_dead, natural_limit_reached, natural_limit_reached_after};
use guohe::rules::{occurrences, verdict};
use guohe::types::{Color, Move};
use std::sync::LazyLock;

mod properties;

/// One line of the data file.
struct Case {
    name: String,
    sets: Vec<String>,
    fen: String,
    moves: Vec<Move>,
    expected: String,
}

/// The data file.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
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
                moves: self::moves(moves),
                expected: expected.to_owned(),
            }
        })
        .collect()
});

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
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

/// Lines whose expected judgement differs from ours, with the reason. No line of the rule book (`wxf`),
/// of Pikafish or of the UCCI league is among them.
const MISSES: [(&str, &str, &str); 1] = [(
    "axf",
    "rook-follows-cannon",
    "each second move of Black's rook uncovers a check. A move that checks is a check and nothing else, so Black checks \
     and chases in turn, which rule 12 allows; Fairy-Stockfish counts the attack beside the check",
)];

/// Judges every line that names `label` by `set`; all must agree but the misses listed, which must still miss.
fn check(label: &str, set: RuleSet) {
    let mut judged = 0;
    for case in CASES.iter().filter(|case| case.sets.iter().any(|set| set == label)) {
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
fn asian_agrees_with_fairy_stockfish() {
    check("axf", RuleSet::Asian);
}

#[test]
fn computer_agrees_with_pikafish() {
    check("pika", RuleSet::Computer);
}

#[test]
fn league_agrees_with_elephant_eye() {
    check("uccileague", RuleSet::League);
}

#[test]
fn a_position_is_judged_at_its_fold_and_not_before() {
    for case in CASES.iter().filter(|case| case.expected != "none") {
        for fold in [3, 4] {
            let rules = Rules { fold, ..Rules::default() };
            let mut board = Board::from_fen(&case.fen).unwrap();
            for &mv in &case.moves {
                board.make(mv);
                let verdict = verdict(&board, &rules);
                assert_eq!(verdict.occurrences, occurrences(&board));
                assert_eq!(verdict.judgement.is_some(), occurrences(&board) >= usize::from(fold), "{}", case.name);
                assert_eq!(verdict.judgement.is_none(), verdict.ruling == Ruling::NotYet, "{}", case.name);
            }
        }
    }
}

/// The Asian verdict on a game that goes through `round` twice.
fn asian(fen: &str, round: &str) -> Verdict {
    verdict(&play(fen, &moves(round).repeat(2)), &Rules::default())
}

/// What single clauses of the rule book say, each on a position made for it: the clause, FEN, one round of the cycle,
/// expected outcome.
const CLAUSES: [(&str, &str, &str, &str); 24] = [
    ("perpetual check loses", "5k3/8R/9/9/9/9/9/9/4K4/9 w", "i8i9 f9f8 i9i8 f8f9", "red-loses"),
    ("check and an idle move in turn draw", "4k4/9/9/9/9/9/9/9/9/3K4R w", "i0i9 e9e8 i9i0 e8e9", "draw"),
    (
        "check against chase: the checker loses",
        "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w",
        "h8h9 f9f8 h9h8 f8f9",
        "red-loses",
    ),
    (
        "check and chase in turn draw, even when the checking move attacks as well",
        "3k5/9/9/9/9/9/9/9/cr1CAK3/9 w",
        "d1d3 b1b3 d3d1 b3b1",
        "draw",
    ),
    ("chasing a bare horse loses", "9/r3k4/9/9/9/N8/9/9/9/3K5 w", "a4c3 a8c8 c3a4 c8a8", "black-loses"),
    ("chasing a bare cannon loses", "3k5/2r6/9/9/9/2C6/9/9/9/4K4 w", "c4g4 c8g8 g4c4 g8c8", "black-loses"),
    ("a defended cannon may be attacked for ever", "3k5/2r6/9/9/9/2C6/9/4B4/9/4K4 w", "c4g4 c8g8 g4c4 g8c8", "draw"),
    ("a cannon chases even a defended rook", "3k5/9/1n7/9/r8/9/P1P6/9/9/2C1K4 w", "c0a0 a5c5 a0c0 c5a5", "red-loses"),
    ("a slide along the line of attack is nothing new", "3k5/9/9/9/9/9/9/1r5N1/9/4K4 b", "b2c2 e0e1 c2b2 e1e0", "draw"),
    (
        "nor is a slide along a line that the victim stepped into",
        "3k5/9/9/9/9/9/N1r6/9/4K4/9 w",
        "a3c4 c3c2 c4a3 c2c3",
        "draw",
    ),
    (
        "attackers who relieve each other at a piece that stays chase it by turns",
        "4k4/9/5r3/9/5r3/9/9/9/5C3/2CK5 b",
        "f5e5 c0b0 e5f5 b0c0",
        "black-loses",
    ),
    ("rook against rook offers an exchange", "3k5/9/9/r8/9/9/9/9/4K4/1R7 w", "b0a0 a6b6 a0b0 b6a6", "draw"),
    ("unless one of them cannot take back", "4k4/4a4/9/9/4r4/R8/9/4C4/9/3K5 w", "a4a5 e5e4 a5a4 e4e5", "red-loses"),
    ("a pinned man does not chase", "3k5/4r4/9/9/c8/4R4/9/9/9/4K4 w", "e4e5 a5a4 e5e4 a4a5", "draw"),
    ("without the pin it would", "3k5/3r5/9/9/c8/4R4/9/9/9/4K4 w", "e4e5 a5a4 e5e4 a4a5", "red-loses"),
    (
        "untying an attacker with one move and tying the defender with the next is not one chase",
        "4k4/9/4n4/9/3c5/9/4N4/9/9/3K5 w",
        "d0e0 e7c8 e0d0 c8e7",
        "draw",
    ),
    (
        "a defender who would expose his king is no defender",
        "4k4/9/2n6/9/9/9/4p4/4B3r/4K4/9 w",
        "e2c4 i2i4 c4e2 i4i2",
        "black-loses",
    ),
    (
        "attacking a piece with one move and cutting off its defender with the next is not one chase",
        "2nk4C/9/8b/8P/2R6/2r6/3N5/9/9/3K1A3 b",
        "c9a8 c5a5 a8c9 a5c5",
        "draw",
    ),
    (
        "cutting off a defence is less grave than attacking",
        "3akab2/9/4b4/r3p4/p1p6/4P4/P1P6/NCr1B1nC1/4A4/R2AK1B2 w",
        "e2g4 g2h4 g4e2 h4g2",
        "red-loses",
    ),
    (
        "cutting off the defence of a horse is less grave than attacking the rook that it pins",
        "3aka3/C4rN2/4b1n2/N7p/2p3p2/8P/2P3P2/9/4A4/4KA3 w",
        "a6b8 f9e8 b8a6 e8f9",
        "red-loses",
    ),
    (
        "cannons attacked with some moves and cut off from each other with the rest are not chased in one way (diagram 71)",
        "2baka3/c2R1R2c/4b4/9/9/9/9/4B4/4K4/6B2 w",
        "f8f6 f9e8 f6f8 e8f9 d8d6 d9e8 d6d8 e8d9",
        "draw",
    ),
    (
        "a horse and a cannon who attack a rook by turns chase it",
        "2bak1c2/4a4/4b4/9/9/9/P5p1P/1Cc1N1r2/4A4/3KCA3 w",
        "e2f4 c2c1 f4e2 c1c2",
        "red-loses",
    ),
    ("both chase alike: a draw", "4ka3/c2R1R2c/4b4/9/9/9/9/9/9/4K4 w", "f8f6 f9e8 f6f8 e8f9", "draw"),
    ("the king may chase for ever", "4ka3/4a4/4b4/p7p/9/4C4/4P4/4B4/4K4/3Ac1B2 b", "e0f0 e1f1 f0e0 f1e1", "draw"),
];

/// The Asian judgements on the mirror image of a position and on the position with exchanged colours.
fn images(fen: &str, round: &str) -> [(&'static str, &'static str); 2] {
    let start = Board::from_fen(fen).unwrap();
    let both = [
        (start.mirror_files(), Move::mirror_files as fn(Move) -> Move),
        (start.flip_colors(), Move::flip_ranks as fn(Move) -> Move),
    ];
    let judged = both.map(|(board, image)| {
        let round: Vec<Move> = moves(round).into_iter().map(image).collect();
        word(verdict(&play(&board.fen(), &round.repeat(2)), &Rules::default()).judgement)
    });
    let exchanged = |word| match word {
        "red-loses" => "black-loses",
        "black-loses" => "red-loses",
        other => other,
    };
    [("mirrored", judged[0]), ("colours exchanged", exchanged(judged[1]))]
}

#[test]
fn clauses() {
    for (clause, fen, round, expected) in CLAUSES {
        let verdict = asian(fen, round);
        assert_eq!(word(verdict.judgement), expected, "{clause}: {verdict:#?}");
        for (image, found) in images(fen, round) {
            assert_eq!(found, expected, "{clause}, {image}");
        }
    }
}

/// The verdicts on every case under every rule set, one line per case, against a stored file. When the test fails it
/// prints the new contents of that file; explain each line that differs before you replace it.
#[test]
fn no_verdict_changes_unnoticed() {
    let mut text = String::new();
    let mut seen = std::collections::HashSet::new();
    for case in CASES.iter().filter(|case| seen.insert((&case.fen, &case.moves))) {
        let board = play(&case.fen, &case.moves);
        let verdicts = RuleSet::ALL.map(|set| {
            let verdict = verdict(&board, &Rules { set, ..Rules::default() });
            format!("{} {}", word(verdict.judgement), verdict.ruling.name())
        });
        text += &format!("{}; {}\n", case.name, verdicts.join("; "));
    }
    let pinned: Vec<&str> = include_str!("data/verdicts.txt").lines().filter(|line| !line.starts_with('#')).collect();
    let differing: Vec<&str> = text.lines().filter(|line| !pinned.contains(line)).collect();
    assert!(differing.is_empty() && pinned.len() == text.lines().count(), "{text}\ndiffering: {differing:#?}");
}

#[test]
fn a_verdict_names_moves_and_pieces() {
    let game =
        play("3aka3/C4rN2/4b1n2/N7p/2p3p2/8P/2P3P2/9/4A4/4KA3 w", &moves("a6b8 f9e8 b8a6 e8f9 a6b8 f9e8 b8a6 e8f9"));
    let verdict = verdict(&game, &Rules::default());
    assert_eq!(verdict.loser(), Some(Color::Red));
    assert_eq!(verdict.ruling, Ruling::GraverChase);
    let [
        Conduct::Chases { victims: by_red, grade: Grade::PinnedRook },
        Conduct::Chases { victims: by_black, grade: Grade::Indirect },
    ] = &verdict.conduct
    else {
        panic!("{:?}", verdict.conduct)
    };
    let at = |man: &guohe::rules::PlacedPiece| format!("{}{}", man.piece.letter(), man.square);
    assert_eq!(by_red.iter().map(at).collect::<Vec<_>>(), ["rf8"]);
    assert_eq!(by_black.iter().map(at).collect::<Vec<_>>(), ["Ng8"]);
    let cycle = verdict.cycle.as_ref().unwrap();
    assert_eq!((cycle.first_ply(), cycle.last_ply(), cycle.steps.len()), (1, 8, 8));
    let Action::Chase(chases) = &cycle.steps[0].action else { panic!("{:?}", cycle.steps[0]) };
    assert_eq!(at(&chases[0].victim), "rf8");
    assert_eq!(chases[0].attackers.iter().map(at).collect::<Vec<_>>(), ["Ca8"]);
    assert!(chases[0].is_perpetual);
    let report = guohe::game::rules_report(&game, &Rules::default(), Style::Plain);
    assert!(report.ends_with("\nverdict red-loses graver-chase"), "{report}");
}

#[test]
fn the_report_ends_with_the_outcome_under_every_rule_set() {
    for case in CASES.iter() {
        for set in RuleSet::ALL {
            let board = play(&case.fen, &case.moves);
            let rules = Rules { set, ..Rules::default() };
            let verdict = verdict(&board, &rules);
            let report = guohe::game::rules_report(&board, &rules, Style::Plain);
            let last = report.lines().last().unwrap();
            assert_eq!(last, format!("verdict {} {}", word(verdict.judgement), verdict.ruling.name()), "{}", case.name);
        }
    }
    let last = guohe::game::rules_report(&Board::startpos(), &Rules::default(), Style::Plain);
    assert!(last.ends_with("verdict none not-yet"), "{last}");
}

#[test]
fn rule_sets_read_back_from_their_names() {
    for set in RuleSet::ALL {
        assert_eq!(set.to_string().parse(), Ok(set));
        assert_eq!(set.to_string().to_uppercase().parse(), Ok(set));
    }
    for text in ["", "asia", "chinese", "asian "] {
        assert!(text.parse::<RuleSet>().is_err(), "{text}");
    }
}

#[test]
fn only_attackers_keep_a_game_alive() {
    for (fen, dead) in [
        ("3akab2/9/4b4/9/9/9/9/4B4/4A4/2BAK4 w", true),
        ("3akab2/9/4b4/P8/9/9/9/4B4/4A4/2BAK4 w", false),
        ("3akab2/9/4b4/9/9/9/9/4B4/4A3n/2BAK4 w", false),
        ("3akab2/9/4b4/c8/9/9/9/4B4/4A4/2BAK4 w", false),
        ("3akab2/9/4b4/R8/9/9/9/4B4/4A4/2BAK4 w", false),
    ] {
        assert_eq!(is_dead(&Board::from_fen(fen).unwrap()), dead, "{fen}");
    }
}

/// Plays `plies` plies of a repeated round of moves.
fn shuffle(board: &mut Board, plies: usize, round: &str) {
    for &mv in moves(round).iter().cycle().take(plies) {
        assert!(board.is_legal_move(mv), "{mv} in {}", board.fen());
        board.make(mv);
    }
}

#[test]
fn the_natural_limit_counts_moves_of_both_sides() {
    let mut board = Board::from_fen("4k4/9/9/9/9/9/9/9/8R/3K5 w").unwrap();
    let rules = Rules { natural_limit: Some(5), ..Rules::default() };
    for _ in 0..2 {
        shuffle(&mut board, 4, "i1i2 e9e8 i2i1 e8e9");
        assert!(!natural_limit_reached(&board, &rules));
    }
    shuffle(&mut board, 2, "i1i2 e9e8");
    assert!(natural_limit_reached(&board, &rules));
    assert!(!natural_limit_reached(&board, &Rules { natural_limit: None, ..rules }));
    assert!(!natural_limit_reached(&board, &Rules { natural_limit: Some(6), ..rules }));
}

#[test]
fn checks_beyond_the_tenth_and_their_replies_do_not_count() {
    let mut board = Board::from_fen("5k3/8R/9/9/9/9/9/9/4K4/9 w").unwrap();
    shuffle(&mut board, 20, "i8i9 f9f8 i9i8 f8f9");
    assert_eq!((board.quiet_plies(), counted_quiet_plies(&board)), (20, 20));
    shuffle(&mut board, 8, "i8i9 f9f8 i9i8 f8f9");
    assert_eq!((board.quiet_plies(), counted_quiet_plies(&board)), (28, 20));
    shuffle(&mut board, 4, "i8i7 f9f8 i7i6 f8f9");
    assert_eq!((board.quiet_plies(), counted_quiet_plies(&board)), (32, 24));
}

#[test]
fn a_count_can_be_continued() {
    let checks = "i8i9 f9f8 i9i8 f8f9 ".repeat(12);
    let game = checks + "i8i7 f9f8 i7i6 f8f9 i6i8 f9f8 i8i9 f8f9 i9i8 f9f8";
    let moves: Vec<&str> = game.split_whitespace().collect();
    let mut board = Board::from_fen("5k3/8R/9/9/9/9/9/9/4K4/9 w").unwrap();
    let mut counts = vec![QuietCount::of(&board)];
    for mv in moves {
        board.make(mv.parse().unwrap());
        counts.push(QuietCount::of(&board));
        let plies = counted_quiet_plies(&board);
        for (played, before) in counts.iter().rev().enumerate() {
            for limit in [plies / 2, plies / 2 + 1] {
                let rules = Rules { natural_limit: Some(limit as u32), ..Rules::default() };
                let is_reached = natural_limit_reached_after(&board, &rules, before, played);
                assert_eq!(is_reached, natural_limit_reached(&board, &rules), "{limit}, {played} plies later");
            }
        }
    }
}

/// The examples of `docs/rules.md` are what the console prints.
#[test]
fn the_page_shows_what_the_console_prints() {
    let page = include_str!("../docs/rules.md");
    let mut examples = 0;
    for (before, after) in
        page.match_indices("\nrules\n```\n").map(|(at, what)| (&page[..at], &page[at + what.len()..]))
    {
        let command = before.lines().last().unwrap();
        let (fen, moves) = command.strip_prefix("position fen ").and_then(|rest| rest.split_once(" moves ")).unwrap();
        let moves: Vec<Move> = moves.split(' ').map(|name| name.parse().unwrap()).collect();
        let shown = after.trim_start().strip_prefix("```\n").and_then(|rest| rest.split_once("\n```")).unwrap().0;
        assert_eq!(shown, guohe::game::rules_report(&play(fen, &moves), &Rules::default(), Style::Plain), "{command}");
        examples += 1;
    }
    assert_eq!(examples, 5);
}
