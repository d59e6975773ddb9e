//! The arena from outside: matches with a scripted engine that misbehaves in every way an engine can.
#![cfg(unix)]

use assert_cmd::Command;
use std::path::Path;
use std::path::PathBuf;
use tempfile::TempDir;

/// A folder for the files of one test, and what a match left behind.
struct Fixture {
    folder: TempDir,
}

struct Outcome {
    status: i32,
    out: String,
    err: String,
}

impl Fixture {
    fn new() -> Self {
        Self { folder: TempDir::new().expect("a folder for temporary files") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The words of `--engine` for the fake engine.
    fn engine(&self, name: &str, mode: &str) -> [String; 3] {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fake-engine.sh");
        let log = self.path(&format!("{name}.log"));
        let command = format!("cmd=sh '{}' {mode} '{}'", script.display(), log.display());
        ["--engine".to_owned(), command, format!("name={name}")]
    }

    /// Plays the first engine against one that behaves.
    fn play(&self, mode: &str, words: &[&str]) -> Outcome {
        self.play_both(mode, "fine", words)
    }

    fn play_both(&self, first: &str, second: &str, words: &[&str]) -> Outcome {
        let mut command = Command::cargo_bin("guohe-tools").expect("the program is built");
        command.arg("arena").args(self.engine("a", first)).args(self.engine("b", second)).args(words);
        finish(&mut command)
    }

    fn log(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(&format!("{name}.log"))).expect("the engine wrote what it heard")
    }
}

fn finish(command: &mut Command) -> Outcome {
    let output = command.output().expect("the program runs");
    Outcome {
        status: output.status.code().expect("it ends by itself"),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Outcome {
    #[track_caller]
    fn check(&self, status: i32, parts: &[&str]) {
        for part in parts {
            assert!(self.out.contains(part), "no '{part}' in\n{}\n{}", self.out, self.err);
        }
        assert_eq!(self.status, status, "{}\n{}", self.out, self.err);
    }
}

const TWO: [&str; 4] = ["--games", "2", "--nodes", "10"];

#[test]
fn a_match_without_incident() {
    let fixture = Fixture::new();
    let (out, pgn) = (fixture.path("games.jsonl"), fixture.path("games.pgn"));
    let files = ["--out", out.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
    let outcome = fixture.play("fine", &[&TWO[..], &files].concat());
    outcome.check(0, &["2 games +0 =2 -0", "repetition      2", "16 plies, 0 faults, 0 PV warnings, 0 other warnings"]);
    let lines = std::fs::read_to_string(out).unwrap();
    assert_eq!(lines.lines().count(), 3, "{lines}");
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
    for (mode, limit, fault) in [
        ("crash", "nodes", "a lost 2 by crash"),
        ("illegal", "nodes", "a lost 2 by illegal move"),
        ("garbage", "nodes", "a lost 2 by illegal move"),
        ("none", "nodes", "a lost 2 by no move"),
        ("hang", "nodes", "a lost 2 by hang"),
        ("hang", "tc", "a lost 2 by hang"),
        ("late", "tc", "a lost 2 by time"),
    ] {
        let limit = if limit == "tc" { ["--tc", "2+0"] } else { ["--nodes", "10"] };
        let words = ["--games", "2", "--patience", "1", limit[0], limit[1]];
        let outcome = Fixture::new().play(mode, &words);
        outcome.check(1, &["2 games +0 =0 -2", fault]);
        if mode == "crash" {
            assert!(outcome.err.contains("exit status: 3; stderr: boom"), "{}", outcome.err);
            outcome.check(1, &["a had to be started again 2 times"]);
        }
    }
}

#[test]
fn an_engine_that_never_stops_talking_hangs() {
    let words = ["--games", "1", "--patience", "1", "--nodes", "10"];
    Fixture::new().play("flood", &words).check(1, &["1 games +0 =0 -1", "a lost 1 by hang"]);
}

#[test]
fn an_engine_that_dies_after_its_last_move_is_noticed() {
    let outcome = Fixture::new().play("dies", &TWO);
    outcome.check(1, &["2 games +0 =2 -0", "a had to be started again 2 times"]);
}

#[test]
fn resigning_is_no_fault() {
    Fixture::new().play("resign", &TWO).check(0, &["2 games +0 =0 -2", "resignation", "0 faults"]);
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
}

#[test]
fn both_countings_of_the_ranks() {
    let fixture = Fixture::new();
    // Found out at the handshake, since it announces several variants.
    let mut command = Command::cargo_bin("guohe-tools").unwrap();
    command
        .arg("arena")
        .args(fixture.engine("a", "ranks"))
        .arg("proto=uci")
        .args(fixture.engine("b", "fine"))
        .args(TWO);
    finish(&mut command).check(0, &["2 games +0 =2 -0", "0 PV warnings"]);
    let log = fixture.log("a");
    assert!(log.contains("setoption name UCI_Variant value xiangqi\n") && log.contains("ucinewgame\n"), "{log}");
    assert!(log.contains("moves a1a2 a10a9\n"), "{log}");
}

#[test]
fn pondering() {
    let play = |mode: &str, other: &str| {
        let fixture = Fixture::new();
        let mut command = Command::cargo_bin("guohe-tools").unwrap();
        let first = fixture.engine("a", mode);
        command.arg("arena").args(first).arg("ponder=1").args(fixture.engine("b", other)).args(TWO);
        (finish(&mut command), fixture.log("a"))
    };
    let (outcome, log) = play("fine", "fine");
    outcome.check(0, &["2 games +0 =2 -0", "0 other warnings"]);
    assert!(log.contains("moves a0a1 a9a8\ngo ponder nodes 10\nponderhit\n"), "{log}");
    let (outcome, log) = play("guess", "fine");
    outcome.check(0, &["2 games +0 =2 -0", "0 other warnings"]);
    assert!(log.contains("go ponder nodes 10\nstop\nposition"), "{log}");
    play("badguess", "fine").0.check(0, &["2 games +0 =2 -0", "× illegal ponder move"]);
    play("early", "slow").0.check(0, &["2 games +0 =2 -0", "× answer while pondering"]);
}

#[test]
fn games_are_called_by_score() {
    let play = |first, second, words: &[&str]| {
        Fixture::new().play_both(first, second, &[&TWO[..], &["--adjudicate", "--play-out"], words].concat())
    };
    let won = play("lost", "won", &["0", "--win-moves", "1"]);
    won.check(0, &["2 games +0 =0 -2", "adjudicated win      2"]);
    play("lost", "fine", &["0", "--win-moves", "1"]).check(0, &["2 games +0 =2 -0"]);
    let drawn = ["--draw-from", "0", "--draw-moves", "2"];
    play("fine", "fine", &[&["0"], &drawn[..]].concat()).check(0, &["adjudicated draw      2", "8 plies"]);
    let played_out = play("fine", "fine", &[&["100"], &drawn[..]].concat());
    played_out.check(0, &["repetition", "16 plies", "2 would have been called, 2 of them rightly"]);
}

#[test]
fn matches_are_continued_and_added_up() {
    let fixture = Fixture::new();
    let [whole, first, second] =
        ["whole", "first", "second"].map(|name| fixture.path(name).to_str().unwrap().to_owned());
    let play =
        |games, shard, out| fixture.play("fine", &["--nodes", "10", "--games", games, "--shard", shard, "--out", out]);
    play("3", "1/1", &whole).check(0, &["3 games"]);
    // The last game was not written to its end.
    let text = std::fs::read_to_string(&whole).unwrap();
    std::fs::write(&whole, &text[..text.len() - 20]).unwrap();
    let outcome = play("6", "1/1", &whole);
    outcome.check(0, &["6 games"]);
    assert!(outcome.err.contains("going on after 2 games"), "{}", outcome.err);
    play("6", "1/1", &whole).check(0, &["6 games"]);
    play("6", "1/2", &whole).check(2, &[]);

    play("6", "1/2", &first).check(0, &["4 games"]);
    play("6", "2/2", &second).check(0, &["2 games"]);
    let pool = |files: &[&str]| {
        let mut command = Command::cargo_bin("guohe-tools").unwrap();
        finish(command.args(["arena", "pool"]).args(files).args(["--sprt", "elo0=0", "elo1=10"]))
    };
    pool(&[&first, &second]).check(0, &["6 games", "[0, 0, 3, 0, 0]", "undecided"]);
    pool(&[&first, &first]).check(2, &[]);
    pool(&[&first, &whole]).check(2, &[]);
}

#[test]
fn a_match_is_not_continued_with_another_net() {
    let fixture = Fixture::new();
    let (out, net) = (fixture.path("games.jsonl"), fixture.path("x.nnue"));
    let play = || {
        let mut command = Command::cargo_bin("guohe-tools").unwrap();
        let option = format!("option.evalfile={}", net.display());
        command.arg("arena").args(fixture.engine("a", "fine")).arg(option).args(fixture.engine("b", "fine"));
        finish(command.args(TWO).arg("--out").arg(&out))
    };
    std::fs::write(&net, "one").unwrap();
    play().check(0, &["2 games"]);
    play().check(0, &["2 games"]);
    std::fs::write(&net, "two").unwrap();
    let outcome = play();
    outcome.check(2, &[]);
    assert!(outcome.err.contains("it differs in files"), "{}", outcome.err);
}

#[test]
fn the_games_as_pgn_need_a_file_of_their_own() {
    let fixture = Fixture::new();
    let folder = fixture.path("");
    std::fs::write(fixture.path("m.jsonl"), "here").unwrap();
    for (out, pgn) in [("m.jsonl", "m.jsonl"), ("m.jsonl", "./m.jsonl"), ("new", "./new")] {
        let (out, pgn) = (folder.join(out), folder.join(pgn));
        let outcome = fixture
            .play("fine", &[&TWO[..], &["--out", out.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()]].concat());
        outcome.check(2, &[]);
        assert!(outcome.err.contains("--pgn would overwrite"), "{}", outcome.err);
    }
    assert_eq!(std::fs::read_to_string(fixture.path("m.jsonl")).unwrap(), "here");
}

#[test]
fn a_decided_test_ends_the_match() {
    let words = ["--games", "400", "--nodes", "10", "--concurrency", "2", "--sprt", "elo0=0", "elo1=400"];
    let outcome = Fixture::new().play_both("fine", "resign", &words);
    outcome.check(0, &["passed"]);
    let games: u32 = outcome.out.lines().nth(1).and_then(|line| line.split(' ').next()?.parse().ok()).unwrap();
    assert!((8..40).contains(&games), "{}", outcome.out);
}

#[test]
fn what_makes_no_match_is_refused() {
    let fixture = Fixture::new();
    for words in [
        &["--games", "2"][..],
        &["--nodes", "10", "--depth", "3"],
        &["--tc", "soon"],
        &["--nodes", "10", "--openings", "there-is-no-such-file"],
        &["--nodes", "10", "--shard", "3/2"],
        &["--nodes", "10", "--sprt", "elo0=0"],
        &["--nodes", "10", "--engine", "cmd=x"],
    ] {
        fixture.play("fine", words).check(2, &[]);
    }
    let mut command = Command::cargo_bin("guohe-tools").unwrap();
    let missing = ["--engine", "cmd=there-is-no-such-engine", "name=x"];
    let outcome = finish(command.arg("arena").args(missing).args(fixture.engine("b", "fine")).args(TWO));
    outcome.check(2, &[]);
    assert!(outcome.err.contains("there-is-no-such-engine"), "{}", outcome.err);
}

#[test]
fn an_option_that_is_not_taken_ends_the_match_before_it_begins() {
    let fixture = Fixture::new();
    let mut command = Command::cargo_bin("guohe-tools").unwrap();
    command
        .arg("arena")
        .args(fixture.engine("a", "fine"))
        .arg("option.net=none.nnue")
        .args(fixture.engine("b", "fine"));
    let outcome = finish(command.args(TWO));
    outcome.check(2, &[]);
    assert!(outcome.err.contains("network refused") && !fixture.log("a").contains("go "), "{}", outcome.err);
}

#[test]
fn an_option_that_a_later_process_does_not_take_ends_the_match() {
    let fixture = Fixture::new();
    let mut command = Command::cargo_bin("guohe-tools").unwrap();
    command.arg("arena").args(fixture.engine("a", "fine")).arg("option.once=1").args(fixture.engine("b", "fine"));
    let outcome = finish(command.args(TWO));
    outcome.check(2, &[]);
    assert!(outcome.err.contains("a does not take its options: option refused"), "{}", outcome.err);
    assert!(!fixture.log("a").contains("go "), "{}", fixture.log("a"));
}

#[test]
fn numbers_are_fitted_and_a_run_is_continued() {
    let fixture = Fixture::new();
    let openings = fixture.path("openings.txt");
    std::fs::write(&openings, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n").unwrap();
    let journal = fixture.path("journal");
    let fit = |number: &str| {
        let mut command = Command::cargo_bin("guohe-tools").unwrap();
        command.args(["arena", "spsa"]).args(fixture.engine("a", "fine")).args(["--tune", number, "--pairs", "3"]);
        command.args(["--nodes", "10", "--openings"]).arg(&openings).arg("--out").arg(&journal);
        finish(&mut command)
    };
    fit("width:4").check(0, &["after 3 pairs:", "width"]);
    let whole = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(whole.lines().count(), 4, "{whole}");
    let log = fixture.log("a");
    let widths: Vec<&str> = log.lines().filter_map(|line| line.strip_prefix("setoption width ")).collect();
    assert!(widths.len() >= 12 && widths.iter().all(|width| *width != "50"), "{log}");
    // The last pair is played again, and nothing else.
    std::fs::write(&journal, &whole[..whole.trim_end().rfind('\n').unwrap() + 3]).unwrap();
    fit("width:4").check(0, &["after 3 pairs:"]);
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), whole);
    fit("width:5").check(2, &[]);
    let outcome = fit("depth");
    outcome.check(2, &[]);
    assert!(outcome.err.contains("announces no number 'depth'"), "{}", outcome.err);
}
