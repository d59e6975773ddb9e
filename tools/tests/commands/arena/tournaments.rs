//! More than two engines; starts, logs and processors; parts of a match that add up.

use super::*;

const THREE: [(&str, &str); 3] = [("a", "fine"), ("b", "resign"), ("c", "fine")];

#[test]
fn each_meets_each_and_a_tournament_is_continued() {
    let fixture = Fixture::new();
    let (out, pgn) = (fixture.path("games.jsonl"), fixture.path("games.pgn"));
    let (out, pgn) = (out.to_str().unwrap(), pgn.to_str().unwrap());
    // On a clock: without one the pairs that come again would be no evidence.
    let clock = ["--movetime", "60000"];
    let play = |games| {
        let words = ["--games", games, "--out", out, "--pgn", pgn];
        finish(&mut fixture.arena(&THREE, &[&clock[..], &words].concat()))
    };
    play("2").check(0, &["3 engines, 6 games"]);
    // The last game was not written to its end; the tournament is made longer.
    let text = std::fs::read_to_string(out).unwrap();
    std::fs::write(out, &text[..text.len() - 20]).unwrap();
    std::fs::remove_file(pgn).unwrap();
    let outcome = play("4");
    outcome.check(0, &["3 engines, 12 games", "60 plies"]);
    assert!(outcome.err.contains("resuming after 5 games"), "{}", outcome.err);
    let report = squeezed(&outcome.out);
    for (begin, end) in [
        ("1 a +190.8 [", " 8 6.0 75.0 4 4 0"),
        ("2 c +190.8 [", " 8 6.0 75.0 4 4 0"),
        ("3 b -∞ [-∞, ", " 8 0.0 0.0 0 0 8"),
        ("a b +∞ [", " 4 4.0 100.0 4 0 0 0 0 0 0 2"),
        ("a c +0.0 [-360.0, +360.0] - ", " 4 2.0 50.0 0 4 0 0 0 2 0 0"),
        ("b c -∞ [", " 4 0.0 0.0 0 0 4 2 0 0 0 0"),
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
    let gauntlet = [&clock[..], &["--games", "4", "--tournament", "gauntlet"]].concat();
    finish(&mut fixture.arena(&THREE, &[&gauntlet[..], &["--out", out]].concat()))
        .check_refusal("belongs to another match (tournament is roundrobin in the file, gauntlet in the command)");
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
    for (words, part) in [
        (&["--sprt", "elo0=0", "elo1=5"][..], "--sprt is for two engines"),
        (&["--games", "3"], "so --games must be even: 2 or 4, not 3"),
    ] {
        finish(&mut fixture.arena(&THREE, &[&["--nodes", "10"], words].concat())).check_refusal(part);
    }
}

#[test]
fn a_faulty_engine_is_dropped_and_the_others_play_on() {
    let fixture = Fixture::new();
    let out = fixture.path("games.jsonl");
    let words = ["--nodes", "10", "--games", "8", "--out", out.to_str().unwrap()];
    let play = |words: &[&str]| finish(&mut fixture.arena(&[("a", "fine"), ("b", "illegal"), ("c", "resign")], words));
    // b loses its first two games against a and one against c; of its 16 games 13 are left out, and a and c play all 8.
    for _ in 0..2 {
        let outcome = play(&words);
        outcome.check(1, &["3 engines, 11 games", "FAULT: b was dropped: it failed in 3 games; a larger --stop"]);
        outcome.check(1, &["games of dropped engines not played: 13"]);
        assert!(
            squeezed(&outcome.out).lines().any(|line| line.starts_with("a c +∞ [") && line.contains(" - 8 8.0 ")),
            "{}",
            outcome.out
        );
        assert!(outcome.err.contains("b is dropped: it failed in 3 games"), "{}", outcome.err);
    }
    // Where the engine of all pairings fails, nobody is left.
    let gauntlet = ["--nodes", "10", "--games", "8", "--tournament", "gauntlet"];
    let engines = [("a", "illegal"), ("b", "fine"), ("c", "fine")];
    finish(&mut fixture.arena(&engines, &gauntlet))
        .check(1, &["3 engines, 3 games", "games of dropped engines not played: 13"]);
}

#[test]
fn an_engine_that_starts_no_more_is_dropped_and_the_others_play_on() {
    let fixture = Fixture::new();
    let engines = [("a", "resign"), ("b", "mortal"), ("c", "fine")];
    let words = ["--nodes", "10", "--games", "6", "--stop-after-faults", "50", "--each", "proto=ucci"];
    let outcome = finish(&mut fixture.arena(&engines, &words));
    outcome.check(1, &["FAULT: b was dropped: starting engine b: crashed", "games of dropped engines not played: "]);
    assert!(
        squeezed(&outcome.out).lines().any(|line| line.starts_with("a c -∞ [") && line.contains(" - 6 0.0 ")),
        "{}",
        outcome.out
    );
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
    // A file of another match is named before a missing shard.
    let other = fixture.path("other.jsonl");
    fixture.play("fine", &[&TWO[..], &["--out", other.to_str().unwrap()]].concat()).check(0, &[]);
    let different = pool(&[&other, first], &[]);
    different.check(2, &[]);
    assert!(different.err.contains("belong to different matches: engine a: "), "{}", different.err);
    assert!(!different.err.contains("is missing") && !different.err.contains("; "), "{}", different.err);
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
    let other = fixture.play("fine", &[&["--nodes", "10", "--games", "6"][..], &files].concat());
    other.check_refusal("starts.start is 2 in the file, not set in the command");
    for (words, part) in [
        (&["--order", "backwards"][..], "invalid value 'backwards' for '--order"),
        (&["--start", "0"], "invalid value '0' for '--start"),
        (&["--plies", "many"], "invalid value 'many' for '--plies"),
    ] {
        fixture.play("fine", &[&["--nodes", "10"][..], &files[..2], words].concat()).check_refusal(part);
    }
}

#[test]
fn all_that_is_said_and_all_that_is_known_is_written() {
    let fixture = Fixture::new();
    let (log, pgn) = (fixture.path("talk"), fixture.path("games.pgn"));
    let files = ["--log", log.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
    let extra = ["--pgn-extra", "nodes", "seldepth", "nps", "pv"];
    fixture.play("crash", &[&TWO[..], &files, &extra].concat()).check(1, &["a lost 2 games: crash"]);
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
    fixture.play("fine", &[&TWO[..], &same].concat()).check_refusal("--pgn and --log need different files");
}

#[cfg(target_os = "linux")]
#[test]
fn games_are_bound_to_processors() {
    let fixture = Fixture::new();
    fixture.play("bound", &[&TWO[..], &["--affinity"]].concat()).check(0, &["2 games"]);
    // The process that plays is the last that was started.
    let log = fixture.log("a");
    let processors = log.lines().rfind(|line| line.starts_with("Cpus_allowed_list:")).unwrap();
    assert!(processors["Cpus_allowed_list:".len()..].trim().parse::<usize>().is_ok(), "{processors}");
    for list in ["60000", "all", "3-1"] {
        let outcome = fixture.play("fine", &[&TWO[..], &["--affinity", list]].concat());
        outcome.check(2, &[]);
        assert!(outcome.err.contains("--affinity"), "{}", outcome.err);
    }
    let outcome = fixture.play("fine", &[&TWO[..], &["--concurrency", "900", "--affinity"]].concat());
    outcome.check(2, &[]);
    assert!(outcome.err.contains("900 games at a time with 1 thread each need 900 processors"), "{}", outcome.err);
    let outcome = fixture.play("fine", &[&TWO[..], &["--concurrency", "900"]].concat());
    outcome.check(0, &[]);
    assert!(outcome.err.contains("900 threads will search at a time"), "{}", outcome.err);
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
    fastchess(&fixture, &["-tournament", "swiss"]).check_refusal("a tournament is roundrobin or gauntlet, not 'swiss'");
}

#[test]
fn fastchess_resumes_a_match() {
    let fixture = Fixture::new();
    let pgn = ["-rounds", "2", "-pgnout", "file=games.pgn"];
    fastchess(&fixture, &[&pgn[..], &["-config", "outname=match"]].concat()).check(0, &["Finished game 12 "]);
    let text = std::fs::read_to_string(fixture.path("match")).unwrap();
    // The last two games are lost, one of them in the middle of its line.
    let kept: Vec<&str> = text.lines().take(11).collect();
    std::fs::write(fixture.path("match"), kept.join("\n") + "\n{\"game\":1").unwrap();
    let resumed = fastchess(&fixture, &[&pgn[..], &["-config", "file=match"]].concat());
    resumed.check(0, &["Finished match"]);
    assert_eq!(resumed.out.matches("Finished game").count(), 2, "{}", resumed.out);
    assert!(resumed.err.contains("resuming after 10 games"), "{}", resumed.err);
    // Three engines, each in eight of the twelve games.
    let table = squeezed(&resumed.out);
    assert_eq!(table.lines().filter(|line| line.contains(" 8 ")).count(), 3, "{table}");
    assert_eq!(std::fs::read_to_string(fixture.path("match")).unwrap().lines().count(), 13);
    // Games are appended to the PGN; those of before are in it already.
    assert_eq!(std::fs::read_to_string(fixture.path("games.pgn")).unwrap().matches("[Event ").count(), 14);
    let other = fastchess(&fixture, &["-rounds", "2", "-games", "1", "-config", "file=match"]);
    other.check(2, &[]);
    assert!(
        other.err.contains("another match (games_per_start is not set in the file, 1 in the command"),
        "{}",
        other.err
    );
    let new = fastchess(&fixture, &["-rounds", "1", "-config", "outname=match"]);
    new.check(2, &[]);
    assert!(new.err.contains("match exists: file=match in its place resumes that match"), "{}", new.err);
    assert_eq!(std::fs::read_to_string(fixture.path("match")).unwrap().lines().count(), 13);
    fastchess(&fixture, &["-rounds", "1", "-config", "outname=match", "discard=true"]).check(0, &["Finished game 6 "]);
    assert_eq!(std::fs::read_to_string(fixture.path("match")).unwrap().lines().count(), 7);
}

#[test]
fn fastchess_counts_faults_and_plays_on() {
    let outcome = fastchess_of_two("illegal", &["-rounds", "3"]);
    outcome.check(0, &["Finished game 6", "FAULT: a lost 6 games: illegal move\nFinished match"]);
    assert!(outcome.err.contains("game 1: a loses by illegal move: e0e5"), "{}", outcome.err);
}

#[test]
fn fastchess_tells_the_results_of_a_match_that_breaks_off() {
    let outcome = fastchess_of_two("mortal", &["-rounds", "25", "-recover"]);
    outcome.check(1, &["Finished game 1 ", "Finished match"]);
    assert!(outcome.err.contains("starting engine a: crashed"), "{}", outcome.err);
}

/// `guohe-tools fastchess` with an engine of this mode against one that behaves.
fn fastchess_of_two(mode: &str, words: &[&str]) -> Outcome {
    let fixture = Fixture::new();
    let mut command = Command::cargo_bin("guohe-tools").unwrap();
    command.arg("fastchess");
    for (name, mode) in [("a", mode), ("b", "fine")] {
        let log = fixture.path(&format!("{name}.log"));
        command.arg("-engine").args([format!("name={name}"), format!("args={mode} {}", log.display())]);
    }
    let program = format!("cmd={}", fixture.program("engine").display());
    finish(command.args(["-each", &program, "proto=ucci", "nodes=10"]).args(words))
}

#[test]
fn the_ladder_names_a_program_that_is_missing() {
    let fixture = Fixture::new();
    let mut command = Command::cargo_bin("guohe-tools").unwrap();
    command
        .args(["ladder", "play", "--engine"])
        .arg(fixture.program("engine"))
        .arg("--out")
        .arg(fixture.path("ladder"));
    let outcome = finish(command.args(["3:fairy-9", "--fairy", "there-is-no-such-engine"]));
    outcome.check(2, &[]);
    assert!(outcome.err.contains("name fairy-stockfish with --fairy PROGRAM"), "{}", outcome.err);
}

#[test]
fn fastchess_warns_of_a_wrong_option_and_plays() {
    let fixture = Fixture::new();
    let options = ["option.widht=4", "option.width=101", "option.usemillisec=true"];
    let outcome = fastchess(&fixture, &[&["-rounds", "1", "-each"], &options[..]].concat());
    outcome.check(0, &["Finished game 6", "Finished match"]);
    for name in ["a", "b", "c"] {
        let unknown = format!("warning: {name}: it has no option 'widht' in UCCI, but 'width'; the option is left out");
        let unfit = format!("warning: {name}: 'width' takes a whole number from 0 to 100, not '101'");
        assert!(outcome.err.contains(&unknown) && outcome.err.contains(&unfit), "{}", outcome.err);
    }
}
