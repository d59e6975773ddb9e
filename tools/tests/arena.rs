//! The arena from outside: matches with a scripted engine that misbehaves in every way an engine can.
#![cfg(unix)]

use assert_cmd::Command;
use rustix::process::Signal;
use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::path::Path;
use std::path::PathBuf;
use std::process::Child;
use std::process::Stdio;
use std::time::Duration;
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

    /// The fake engine as a program of its own under another path.
    fn program(&self, folder: &str) -> PathBuf {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fake-engine.sh");
        let place = self.path(folder);
        std::fs::create_dir_all(&place).expect("a folder is made");
        let program = place.join("engine");
        if !program.exists() {
            std::os::unix::fs::symlink(script, &program).expect("a link is made");
        }
        program
    }

    /// `arena` with these engines, each a name and how it misbehaves.
    fn arena(&self, engines: &[(&str, &str)], words: &[&str]) -> Command {
        let mut command = Command::cargo_bin("guohe-tools").expect("the program is built");
        command.arg("arena");
        for (name, mode) in engines {
            command.args(self.engine(name, mode));
        }
        command.args(words);
        command
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

/// Blanks between words do not matter in tables.
fn squeezed(text: &str) -> String {
    let words = |line: &str| line.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(words).collect::<Vec<_>>().join("\n")
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

#[test]
fn a_setting_that_does_not_fit_ends_the_match_before_its_first_game() {
    for (setting, part) in [
        ("option.width=potato", "'width' takes a whole number from 0 to 100, not 'potato'"),
        ("option.width=101", "from 0 to 100, not '101'"),
        ("option.widht=4", "it has no option 'widht'"),
    ] {
        let fixture = Fixture::new();
        let outcome = fixture.play("fine", &[&TWO[..], &["--each", setting]].concat());
        outcome.check(2, &[]);
        assert!(outcome.err.contains(part) && !fixture.log("a").contains("go "), "{}", outcome.err);
    }
}

#[test]
fn a_match_ends_when_too_many_games_were_lost_by_faults() {
    for (words, games) in [(&["--games", "50"][..], 3), (&["--games", "400"], 4), (&["--stop-after-faults", "1"], 1)] {
        let outcome = Fixture::new().play("illegal", &[&["--nodes", "10"], words].concat());
        outcome.check(1, &[&format!("{games} games +0 =0 -{games}")]);
        assert!(outcome.err.contains("--stop-after-faults"), "{}", outcome.err);
    }
}

const THREE: [(&str, &str); 3] = [("a", "fine"), ("b", "resign"), ("c", "fine")];

#[test]
fn each_meets_each_and_a_tournament_is_continued() {
    let fixture = Fixture::new();
    let (out, pgn) = (fixture.path("games.jsonl"), fixture.path("games.pgn"));
    let (out, pgn) = (out.to_str().unwrap(), pgn.to_str().unwrap());
    let play =
        |games| finish(&mut fixture.arena(&THREE, &["--nodes", "10", "--games", games, "--out", out, "--pgn", pgn]));
    play("2").check(0, &["3 engines, 6 games"]);
    // The last game was not written to its end; the tournament is made longer.
    let text = std::fs::read_to_string(out).unwrap();
    std::fs::write(out, &text[..text.len() - 20]).unwrap();
    let outcome = play("4");
    outcome.check(0, &["3 engines, 12 games", "60 plies"]);
    assert!(outcome.err.contains("going on after 5 games"), "{}", outcome.err);
    let report = squeezed(&outcome.out);
    for (begin, end) in [
        ("1 a +190.8 ", " 8 6.0 75.0 4 4 0"),
        ("2 c +190.8 ", " 8 6.0 75.0 4 4 0"),
        ("3 b -∞ - ", " 8 0.0 0.0 0 0 8"),
        ("a b +∞ - ", " 4 4.0 100.0 4 0 0 0 0 0 0 2"),
        ("a c +0.0 - ", " 4 2.0 50.0 0 4 0 0 0 2 0 0"),
        ("b c -∞ - ", " 4 0.0 0.0 0 0 4 2 0 0 0 0"),
        ("repetition ", " 4 0 4"),
        ("resignation ", " 8 8 0"),
    ] {
        let is_it = |line: &str| line.starts_with(begin) && line.ends_with(end);
        assert!(report.lines().any(is_it), "no '{begin}...{end}' in\n{}", outcome.out);
    }
    let text = std::fs::read_to_string(pgn).unwrap();
    for (red, black) in [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")] {
        let tags = format!("[Red \"{red}\"]\n[White \"{red}\"]\n[Black \"{black}\"]");
        assert_eq!(text.matches(&tags).count(), 2, "{red} {black}\n{text}");
    }
    // Another kind of tournament is another match.
    let gauntlet = ["--nodes", "10", "--games", "4", "--tournament", "gauntlet"];
    finish(&mut fixture.arena(&THREE, &[&gauntlet[..], &["--out", out]].concat())).check(2, &[]);
    let outcome = finish(&mut fixture.arena(&THREE, &gauntlet));
    outcome.check(0, &["3 engines, 8 games"]);
    assert!(!squeezed(&outcome.out).contains("\nb c "), "{}", outcome.out);
    // Parts of it add up.
    let shards = ["1/2", "2/2"].map(|shard| {
        let out = fixture.path(&shard.replace('/', "-")).to_str().unwrap().to_owned();
        finish(&mut fixture.arena(&THREE, &["--nodes", "10", "--games", "4", "--shard", shard, "--out", &out]));
        out
    });
    let mut pool = Command::cargo_bin("guohe-tools").unwrap();
    finish(pool.args(["arena", "pool"]).args(&shards)).check(0, &["3 engines, 12 games"]);
    for words in [&["--sprt", "elo0=0", "elo1=5"][..], &["--games", "3"]] {
        finish(&mut fixture.arena(&THREE, &[&["--nodes", "10"], words].concat())).check(2, &[]);
    }
}

#[test]
fn shards_under_three_paths_add_up_to_the_bytes_of_the_whole_match() {
    let fixture = Fixture::new();
    let starts = fixture.path("starts.epd");
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - hmvc 0; fmvn 1;\n";
    std::fs::write(&starts, [start, &start.replace("P1P1P1P1P", "P3P1P1P")].concat()).unwrap();
    let play = |folder: &str, shard: &str| {
        let (program, out) = (fixture.program(folder), fixture.path(&format!("{folder}.jsonl")));
        let mut command = Command::cargo_bin("guohe-tools").unwrap();
        command.arg("arena");
        for (name, mode) in [("new", "fine"), ("old", "resign")] {
            command.args(["--engine", &format!("cmd='{}' {mode}", program.display()), &format!("name={name}")]);
        }
        command.args(["--nodes", "10", "--games", "14", "--shard", shard]);
        finish(command.arg("--openings").arg(&starts).arg("--out").arg(&out)).check(0, &[]);
        out
    };
    let whole = play("whole", "1/1");
    let parts = ["1/3", "2/3", "3/3"].map(|shard| play(&format!("part{}", &shard[..1]), shard));
    let pool = |files: &[&PathBuf], words: &[&str]| {
        let mut command = Command::cargo_bin("guohe-tools").unwrap();
        finish(command.args(["arena", "pool", "--untimed"]).args(files).args(words))
    };
    let bytes = |name: &str, files: &[&PathBuf]| {
        let out = fixture.path(name);
        pool(files, &["--out", out.to_str().unwrap()]).check(0, &["14 games"]);
        std::fs::read_to_string(out).unwrap()
    };
    let expected = bytes("one", &[&whole]);
    let [first, second, third] = &parts;
    assert_eq!(bytes("three", &[third, first, second]), expected);
    assert_eq!(expected.lines().count(), 15);
    let missing = pool(&[first, third], &[]);
    missing.check(2, &[]);
    assert!(missing.err.contains("shard 2/3 of seed 1 is missing"), "{}", missing.err);
    let partial = pool(&[first, third], &["--partial"]);
    partial.check(0, &["10 games"]);
    assert!(partial.err.contains("shard 2/3 of seed 1 is missing"), "{}", partial.err);
    // A shard that was broken off is not missing, but told.
    let text = std::fs::read_to_string(second).unwrap();
    std::fs::write(second, text.lines().take(3).fold(String::new(), |text, line| text + line + "\n")).unwrap();
    let short = pool(&[first, second, third], &[]);
    short.check(0, &["12 games"]);
    assert!(short.err.contains("shard 2/3 of seed 1 lacks 2 games"), "{}", short.err);
}

#[test]
fn starts_come_from_games_and_in_the_order_that_was_asked_for() {
    let fixture = Fixture::new();
    let (games, out) = (fixture.path("games.pgn"), fixture.path("out.jsonl"));
    let game = |moves: &str| format!("[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n{moves} *\n\n");
    let text = [game("1. B0-C2 B9-C7 2. C2-B0"), game("1. H0-G2 H9-G7"), game("1. I3-I4 I6-I5")].concat();
    std::fs::write(&games, text).unwrap();
    let words = ["--nodes", "10", "--games", "6", "--order", "sequential", "--start", "2", "--plies", "2"];
    let files = ["--openings", games.to_str().unwrap(), "--out", out.to_str().unwrap()];
    fixture.play("fine", &[&words[..], &files].concat());
    let text = std::fs::read_to_string(&out).unwrap();
    let boards: Vec<&str> =
        text.lines().filter_map(|line| line.split("\"fen\":\"").nth(1)?.split(' ').next()).collect();
    let [first, second, third] = [
        "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C4NC1/9/RNBAKAB1R",
        "rnbakabnr/9/1c5c1/p1p1p1p2/8p/8P/P1P1P1P2/1C5C1/9/RNBAKABNR",
        "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1CN4C1/9/R1BAKABNR",
    ];
    assert_eq!(boards, [first, first, second, second, third, third], "{text}");
    fixture.play("fine", &[&["--nodes", "10", "--games", "6"][..], &files].concat()).check(2, &[]);
    for words in [&["--order", "backwards"][..], &["--start", "0"], &["--plies", "many"]] {
        fixture.play("fine", &[&["--nodes", "10"][..], &files[..2], words].concat()).check(2, &[]);
    }
}

#[test]
fn all_that_is_said_and_all_that_is_known_is_written() {
    let fixture = Fixture::new();
    let (log, pgn) = (fixture.path("talk"), fixture.path("games.pgn"));
    let files = ["--log", log.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
    let extra = ["--pgn-extra", "nodes", "seldepth", "nps", "pv"];
    fixture.play("crash", &[&TWO[..], &files, &extra].concat()).check(1, &["a lost 2 by crash"]);
    let talk = std::fs::read_to_string(&log).unwrap();
    for (who, line) in [("a", "<- ucci"), ("a", "-> ucciok"), ("b", "<- go nodes 10"), ("a", "!> boom")] {
        let is_it = |found: &str| {
            let words: Vec<&str> = found.split_ascii_whitespace().collect();
            words.get(1) == Some(&who) && words.get(3..).is_some_and(|words| words.join(" ") == line)
        };
        assert!(talk.lines().any(is_it), "no '{who} {line}' in\n{talk}");
    }
    let text = std::fs::read_to_string(&pgn).unwrap();
    assert!(text.contains("n=10") && text.contains("pv=\"a0a1\""), "{text}");
    let same = ["--log", pgn.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
    fixture.play("fine", &[&TWO[..], &same].concat()).check(2, &[]);
}

#[cfg(target_os = "linux")]
#[test]
fn games_are_bound_to_processors() {
    let fixture = Fixture::new();
    fixture.play("fine", &[&TWO[..], &["--affinity"]].concat()).check(0, &["2 games"]);
    for list in ["60000", "all", "3-1"] {
        let outcome = fixture.play("fine", &[&TWO[..], &["--affinity", list]].concat());
        outcome.check(2, &[]);
        assert!(outcome.err.contains("--affinity"), "{}", outcome.err);
    }
    let outcome = fixture.play("fine", &[&TWO[..], &["--concurrency", "2000", "--affinity"]].concat());
    outcome.check(2, &[]);
    assert!(outcome.err.contains("2000 games at a time with 1 threads need 2000 processors"), "{}", outcome.err);
    let outcome = fixture.play("fine", &[&TWO[..], &["--concurrency", "2000"]].concat());
    outcome.check(0, &[]);
    assert!(outcome.err.contains("2000 threads will think at a time"), "{}", outcome.err);
}

/// Starts `guohe-tools` in the folder with pipes.
fn begin(fixture: &Fixture, words: &[&str], engines: &[String]) -> Child {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_guohe-tools"));
    command.args(words).args(engines);
    command.current_dir(fixture.folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Reads lines until one contains `part`.
fn wait_for(part: &str, output: impl Read) {
    let mut lines = BufReader::new(output).lines();
    assert!(lines.any(|line| line.is_ok_and(|line| line.contains(part))), "'{part}' was never said");
}

#[test]
fn a_match_that_is_told_to_end_says_how_it_stands() {
    for signal in [Signal::INT, Signal::TERM] {
        let fixture = Fixture::new();
        let engines: Vec<String> =
            [fixture.engine("a", "resign"), fixture.engine("b", "patient"), fixture.engine("c", "resign")].concat();
        // With Red, b thinks for a minute: its two games have not ended when the signal comes.
        let words = ["arena", "--nodes", "10", "--games", "2", "--concurrency", "3", "--verbose"];
        let mut child = begin(&fixture, &words, &engines);
        wait_for("game 4: c - a", child.stderr.take().unwrap());
        rustix::process::kill_process(rustix::process::Pid::from_child(&child), signal).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.starts_with("3 engines, ") && text.contains("resignation"), "{text}");
        assert_eq!(output.status.code(), Some(130), "{text}");
    }
}

#[test]
fn a_fit_that_is_told_to_end_says_how_far_it_came() {
    let fixture = Fixture::new();
    std::fs::write(fixture.path("starts"), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n")
        .unwrap();
    let words = [
        "arena",
        "spsa",
        "--tune",
        "width",
        "--pairs",
        "100000",
        "--nodes",
        "10",
        "--openings",
        "starts",
        "--out",
        "fit",
    ];
    let mut child = begin(&fixture, &words, &fixture.engine("a", "fine"));
    let journal = fixture.path("fit");
    while std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count()) < 3 {
        assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
        std::thread::sleep(Duration::from_millis(10));
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), Signal::TERM).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("after ") && text.contains("width"), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(130));
}

/// `guohe-tools fastchess` with three engines and more words.
fn fastchess(fixture: &Fixture, words: &[&str]) -> Outcome {
    let mut command = Command::cargo_bin("guohe-tools").unwrap();
    command.arg("fastchess").current_dir(fixture.folder.path());
    for (name, mode) in THREE {
        let program = fixture.program("here");
        command.args(["-engine", &format!("cmd={}", program.display()), &format!("args={mode}"), "proto=ucci"]);
        command.arg(format!("name={name}"));
    }
    finish(command.args(["-each", "nodes=10"]).args(words))
}

#[test]
fn fastchess_plays_tournaments_too() {
    let fixture = Fixture::new();
    let pgn = ["-pgnout", "file=games.pgn", "nodes=true", "seldepth=true", "nps=true", "pv=true"];
    let log = ["-log", "file=talk", "engine=true"];
    let outcome = fastchess(&fixture, &[&["-rounds", "2"], &pgn[..], &log].concat());
    outcome.check(0, &["Finished game 12 (c vs b): 1-0 {Black resigns}", "Finished match"]);
    let table = squeezed(&outcome.out);
    assert!(table.contains("\n3 b -inf +/- "), "{table}");
    assert!(outcome.out.is_ascii() && !outcome.out.contains("\n\n"), "{}", outcome.out);
    let text = std::fs::read_to_string(fixture.path("games.pgn")).unwrap();
    assert_eq!(text.matches("[Round \"2\"]").count(), 6, "{text}");
    assert!(text.contains("n=10, sd=2") && text.contains("pv=\"a0a1\""), "{text}");
    assert!(std::fs::read_to_string(fixture.path("talk")).unwrap().contains("<- go nodes 10"));
    let gauntlet = fastchess(&fixture, &["-tournament", "gauntlet", "-rounds", "1", "-use-affinity"]);
    gauntlet.check(0, &["Finished game 4 (c vs a)", "Finished match"]);
    assert!(!gauntlet.out.contains("(b vs c)"), "{}", gauntlet.out);
    fastchess(&fixture, &["-tournament", "swiss"]).check(2, &[]);
}
