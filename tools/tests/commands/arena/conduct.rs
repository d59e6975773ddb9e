//! What an engine may do wrong, and how games are called.

use super::*;

#[test]
fn a_match_without_incident() {
    let fixture = Fixture::new();
    let (out, pgn) = (fixture.path("games.jsonl"), fixture.path("games.pgn"));
    let files = ["--out", out.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
    // An empty file is as good as none.
    std::fs::write(&out, "").unwrap();
    let outcome = fixture.play("fine", &[&TWO[..], &files].concat());
    outcome.check(0, &["2 games +0 =2 -0", "repetition      2", "16 plies, 0 faults, 0 PV warnings, 0 other warnings"]);
    let lines = std::fs::read_to_string(out).unwrap();
    assert_eq!(lines.lines().count(), 3, "{lines}");
    assert_eq!(lines.matches("\"proto\":\"ucci\"").count(), 2, "{lines}");
    assert!(outcome.err.contains("a: Fake (UCCI)"), "{}", outcome.err);
    assert!(lines.contains("\"moves\":\"a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9\""), "{lines}");
    let text = std::fs::read_to_string(pgn).unwrap();
    assert_eq!(text.matches("[Result \"1/2-1/2\"]").count(), 2, "{text}");
    assert!(text.contains("[Red \"b\"]") && text.contains("[Termination \"repetition\"]"), "{text}");
    let log = fixture.log("a");
    assert!(log.contains("setoption usemillisec true\n") && log.contains("setoption newgame\n"), "{log}");
    assert!(log.contains("- - 0 1 moves a0a1 a9a8\ngo nodes 10\n"), "{log}");
}

#[test]
fn faults_lose_and_are_told() {
    for (mode, fault) in [
        ("crash", "a lost 2 games: crash"),
        ("illegal", "a lost 2 games: illegal move"),
        ("garbage", "a lost 2 games: illegal move"),
        ("none", "a lost 2 games: no move"),
    ] {
        let outcome = Fixture::new().play(mode, &TWO);
        outcome.check(1, &["2 games +0 =0 -2", fault]);
        if mode == "crash" {
            assert!(outcome.err.contains("exit status: 3; stderr: boom"), "{}", outcome.err);
            // The same crash is not told once more.
            outcome.check(1, &["5 plies, 2 faults"]);
            assert!(!outcome.out.contains("after a game"), "{}", outcome.out);
        }
    }
}

#[test]
fn who_does_not_answer_within_the_patience_hangs() {
    // The opponent has a limit of its own: however busy the machine is, it does not lose.
    let patience = ["tc=1000", "--nodes", "10", "--patience", "1"];
    all_at_once(["hang", "flood"].map(|mode| move || is_late(mode, &patience, "a lost 2 games: hang")));
}

#[test]
fn who_does_not_answer_in_time_hangs_or_loses_on_time() {
    let clock = ["nodes=10", "--tc", "0.1+0"];
    all_at_once(["hang", "late", "tardy"].map(|mode| {
        let fault = if mode == "hang" { "a lost 2 games: hang" } else { "a lost 2 games: time" };
        move || is_late(mode, &clock, fault)
    }));
}

/// Runs what mostly waits.
fn all_at_once<const COUNT: usize>(checks: [impl FnOnce() + Send; COUNT]) {
    std::thread::scope(|scope| {
        for check in checks {
            scope.spawn(check);
        }
    });
}

/// Checks what the arena says of an engine that answers late or never.
fn is_late(mode: &str, limits: &[&str], fault: &str) {
    let words = [limits, &["--games", "2"]].concat();
    let outcome = finish(&mut Fixture::new().arena(&[("a", mode), ("b", "fine")], &words));
    outcome.check(1, &["2 games +0 =0 -2", fault]);
    // A move that came too late to be played is measured, too; one that did not come by itself cannot be.
    let is_measured = mode == "tardy";
    assert_eq!(is_measured, outcome.out.contains("begin anew with a larger --margin"), "{}", outcome.out);
    assert_eq!(is_measured, outcome.out.contains("a lost 2 games: time, by up to "), "{}", outcome.out);
    assert_eq!(
        mode == "late",
        outcome.err.contains("a loses by time: no move until it was stopped"),
        "{}",
        outcome.err
    );
    let row = squeezed(&outcome.out).lines().rfind(|line| line.starts_with("a ")).map(str::to_owned).unwrap();
    let overstep: u64 = row.rsplit(' ').next().unwrap().parse().unwrap();
    assert_eq!(is_measured, overstep >= 50, "{row}");
}

#[test]
fn who_may_misread_the_time_in_ucci_is_told_so() {
    let cases: [(&str, &[&str], &str); 3] = [
        ("late", &["--movetime", "100"], " (if it does not know movetime, which UCCI has not published, add strict=1"),
        ("late", &["--movetime", "100", "--each", "strict=1"], "\n"),
        ("old", &["--tc", "0.1+0"], " (it does not announce usemillisec, and may take the milliseconds for seconds)\n"),
    ];
    all_at_once(cases.map(|(mode, limit, hint)| {
        move || {
            let words = [&["nodes=10"], limit, &["--games", "2"]].concat();
            let outcome = finish(&mut Fixture::new().arena(&[("a", mode), ("b", "fine")], &words));
            outcome.check(1, &["a lost 2 games: time"]);
            let told = format!("a loses by time: no move until it was stopped{hint}");
            assert!(outcome.err.contains(&told), "no '{told}' in\n{}", outcome.err);
        }
    }));
}

#[test]
fn what_is_said_after_a_move_is_not_of_the_next_search() {
    let outcome = finish(&mut Fixture::new().arena(&[("a", "trailing"), ("b", "calm")], &TWO));
    outcome.check(0, &["2 games +0 =2 -0", "0 PV warnings"]);
}

#[test]
fn an_engine_that_dies_after_its_last_move_is_noticed() {
    let outcome = Fixture::new().play("dies", &TWO);
    outcome.check(1, &["2 games +0 =2 -0", "a crashed or hung 2 times after a game", "16 plies, 2 faults"]);
    assert!(outcome.err.contains("game 1: a, after the game: crashed: exit status: 3"), "{}", outcome.err);
}

#[test]
fn resigning_is_no_fault() {
    for mode in ["resign", "resigns"] {
        Fixture::new().play(mode, &TWO).check(0, &["2 games +0 =0 -2", "resignation", "0 faults"]);
    }
}

#[test]
fn a_move_that_ends_the_game_leaves_nothing_to_resign() {
    let fixture = Fixture::new();
    let openings = fixture.path("mate.epd");
    std::fs::write(&openings, "4k4/1R7/9/9/9/9/9/R8/9/3K5 w").unwrap();
    let words = [&TWO[..], &["--openings", openings.to_str().unwrap()]].concat();
    let outcome = fixture.play_both("humble", "humble", &words);
    outcome.check(0, &["2 games +1 =0 -1", "6 plies, 0 faults"]);
    assert!(outcome.out.contains(" mate ") && !outcome.out.contains("resignation"), "{}", outcome.out);
}

#[test]
fn claims_are_checked() {
    for (mode, warning) in [("badpv", "illegal PV"), ("otherpv", "PV of another move"), ("liar", "PV without its mate")]
    {
        let outcome = Fixture::new().play(mode, &TWO);
        outcome.check(0, &["2 games +0 =2 -0", &format!("warning: a: 6 × {warning}")]);
        let strict = Fixture::new().play(mode, &[&TWO[..], &["--strict"]].concat());
        strict.check(1, &["0 faults"]);
    }
    let many = Fixture::new().play("liar", &["--games", "4", "--nodes", "10"]);
    many.check(0, &["warning: a: 12 × PV without its mate"]);
    assert_eq!(many.err.matches("a: PV without its mate").count(), 10, "{}", many.err);
    assert_eq!(many.err.matches("further warnings only in the report").count(), 1, "{}", many.err);
}

#[test]
fn both_countings_of_the_ranks() {
    let fixture = Fixture::new();
    // Found out at the handshake, since it announces several variants. So is its protocol, since it does not know UCCI.
    fixture.play("ranks", &TWO).check(0, &["2 games +0 =2 -0", "0 PV warnings"]);
    let log = fixture.log("a");
    assert!(log.contains("setoption name UCI_Variant value xiangqi\n") && log.contains("ucinewgame\n"), "{log}");
    assert!(log.contains("moves a1a2 a10a9\n"), "{log}");
    // One that announces no variants is taken to count from 0, and told how to say otherwise: of a move with two digits
    // that cannot be read, too.
    let outcome = fixture.play("mute", &TWO);
    outcome.check(1, &["a lost 2 games: illegal move"]);
    for moved in ["a1a2", "bestmove a10a9"] {
        let told = format!("a loses by illegal move: {moved} (legal with ranks=1: add it to this engine)");
        assert!(outcome.err.contains(&told), "{}", outcome.err);
    }
    finish(&mut fixture.arena(&[("a", "mute"), ("b", "mute")], &[&TWO[..], &["--each", "ranks=1"]].concat()))
        .check(0, &["2 games +0 =2 -0"]);
}

#[test]
fn a_second_answer_comes_before_its_turn() {
    let outcome = finish(&mut Fixture::new().arena(&[("a", "twice"), ("b", "calm")], &TWO));
    outcome.check(1, &["a lost 2 games: illegal move", "warning: a: 2 × answer before its turn"]);
    for told in ["a loses by illegal move: a2a1\n", "a loses by illegal move: bestmove a9a10\n"] {
        assert!(outcome.err.contains(told), "{}", outcome.err);
    }
}

#[test]
fn pondering() {
    let play_with = |mode: &str, other: &str, words: &[&str]| {
        let fixture = Fixture::new();
        let mut command = Command::cargo_bin("guohe-tools").unwrap();
        let first = fixture.engine("a", mode);
        command.arg("arena").args(first).arg("ponder=1").args(fixture.engine("b", other)).args(words);
        (finish(&mut command), fixture.log("a"))
    };
    let play = |mode, other| play_with(mode, other, &TWO);
    let (outcome, log) = play("fine", "fine");
    outcome.check(0, &["2 games +0 =2 -0", "0 other warnings"]);
    assert!(log.contains("moves a0a1 a9a8\ngo ponder nodes 10\nponderhit\n"), "{log}");
    let (outcome, log) = play_with("guess", "fine", &["--games", "2", "--tc", "100"]);
    outcome.check(0, &["2 games +0 =2 -0", "0 other warnings"]);
    let time = |line: &str, start| line.strip_prefix(start)?.split(' ').next()?.parse::<u64>().ok();
    let lines: Vec<&str> = log.lines().collect();
    let misses: Vec<(u64, u64)> = lines
        .windows(4)
        .filter(|lines| lines[1] == "stop")
        .filter_map(|lines| Some((time(lines[0], "go ponder time ")?, time(lines[3], "go time ")?)))
        .collect();
    // The engine is sent its clock as it is once the old search has stopped.
    assert!(!misses.is_empty() && misses.iter().all(|&(before, after)| after + 100 <= before), "{log}");
    play("badguess", "fine").0.check(0, &["2 games +0 =2 -0", "× illegal ponder move"]);
    play("early", "slow").0.check(0, &["2 games +0 =2 -0", "× answer before its turn"]);
}

#[test]
fn games_are_called_by_score() {
    let play = |first, second, words: &[&str]| {
        Fixture::new().play_both(first, second, &[&TWO[..], &["--adjudicate", "--play-out"], words].concat())
    };
    let won = play("lost", "won", &["0", "--win-moves", "1"]);
    won.check(0, &["2 games +0 =0 -2", "adjudicated win      2"]);
    // Engines with different names need not mean the same by a score.
    assert!(won.err.contains("a (Fake) and b (Other) may show scores in different units"), "{}", won.err);
    let level = play("lost", "fine", &["0", "--win-moves", "1"]);
    level.check(0, &["2 games +0 =2 -0"]);
    assert!(!level.err.contains("different units"), "{}", level.err);
    let drawn = ["--draw-from", "0", "--draw-moves", "2"];
    play("fine", "fine", &[&["0"], &drawn[..]].concat()).check(0, &["adjudicated draw      2", "8 plies"]);
    let played_out = play("fine", "fine", &[&["100"], &drawn[..]].concat());
    played_out.check(0, &["repetition", "16 plies", "2 would have been adjudicated, 2 of them correctly"]);
    // A game that the rules end with the same move is not adjudicated.
    let fixture = Fixture::new();
    let openings = fixture.path("mate.epd");
    std::fs::write(&openings, "4k4/1R7/9/9/9/9/9/R8/9/3K5 w").unwrap();
    let calls = ["--adjudicate", "--win-moves", "1", "--play-out", "100", "--openings", openings.to_str().unwrap()];
    let mated = fixture.play_both("mates", "mates", &[&TWO[..], &calls].concat());
    mated.check(0, &["2 games +1 =0 -1", "6 plies"]);
    assert!(!mated.out.contains("would have been adjudicated"), "{}", mated.out);
}
