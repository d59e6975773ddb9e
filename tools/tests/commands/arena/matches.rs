//! Matches of two engines: continued, added up, ended, refused.

use super::*;
use rustix::process::Signal;

#[test]
fn matches_are_continued_and_added_up() {
    let fixture = Fixture::new();
    let [whole, first, second] =
        ["whole", "first", "second"].map(|name| fixture.path(name).to_str().unwrap().to_owned());
    // On a clock: without one the pairs that come again would be no evidence.
    let play = |games, shard, out| {
        fixture.play("fine", &["--movetime", "60000", "--games", games, "--shard", shard, "--out", out])
    };
    play("4", "1/1", &whole).check(0, &["4 games"]);
    // The last game was not written to its end.
    let text = std::fs::read_to_string(&whole).unwrap();
    std::fs::write(&whole, &text[..text.len() - 20]).unwrap();
    let outcome = play("6", "1/1", &whole);
    outcome.check(0, &["6 games"]);
    assert!(outcome.err.contains("resuming after 3 games"), "{}", outcome.err);
    play("6", "1/1", &whole).check(0, &["6 games"]);
    play("6", "1/2", &whole)
        .check_refusal("belongs to another match (shard is [1,1] in the file, [1,2] in the command)");

    play("6", "1/2", &first).check(0, &["4 games"]);
    play("6", "2/2", &second).check(0, &["2 games"]);
    let pool = |files: &[&str]| {
        let mut command = Command::cargo_bin("guohe-tools").unwrap();
        finish(command.args(["arena", "pool"]).args(files).args(["--sprt", "elo0=0", "elo1=10"]))
    };
    pool(&[&first, &second]).check(0, &["6 games", "[0, 0, 3, 0, 0]", "undecided"]);
    for other in [&first, &whole] {
        pool(&[&first, other]).check_refusal("game 1 of seed 1 is in ");
    }
}

#[test]
fn engines_are_started_once_or_for_every_game() {
    let fixture = Fixture::new();
    let starts = |words: &[&str]| {
        let log = || std::fs::read_to_string(fixture.path("a.log")).unwrap_or_default();
        let before = log().len();
        fixture.play("fine", &[&["--nodes", "10", "--games", "4"], words].concat()).check(0, &["4 games"]);
        log()[before..].lines().filter(|line| *line == "ucci").count()
    };
    // The arena also starts each engine to ask what it is.
    let once = starts(&[]);
    assert_eq!(starts(&["--restart"]), once + 3);
}

#[test]
fn a_match_is_not_continued_with_another_net() {
    let fixture = Fixture::new();
    let (out, net) = (fixture.path("games.jsonl"), fixture.path("x.nnue"));
    let play = |words: &[&str]| {
        let mut command = Command::cargo_bin("guohe-tools").unwrap();
        let option = format!("option.evalfile={}", net.display());
        command.arg("arena").args(fixture.engine("a", "fine")).arg(option).args(fixture.engine("b", "fine"));
        finish(command.args(TWO).arg("--out").arg(&out).args(words))
    };
    std::fs::write(&net, "one").unwrap();
    play(&[]).check(0, &["2 games"]);
    play(&[]).check(0, &["2 games"]);
    std::fs::write(&net, "two").unwrap();
    let outcome = play(&[]);
    outcome.check(2, &[]);
    assert!(outcome.err.contains("engine a: the file of option.evalfile is "), "{}", outcome.err);
    // Its scores are no longer calibrated, so that one bound does not fit both.
    std::fs::remove_file(&out).unwrap();
    let outcome = play(&["--adjudicate"]);
    outcome.check(0, &["2 games"]);
    assert!(outcome.err.contains("a (Fake with evalfile) and b (Fake) may show scores"), "{}", outcome.err);
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
        assert!(outcome.err.contains("--pgn names "), "{}", outcome.err);
    }
    assert_eq!(std::fs::read_to_string(fixture.path("m.jsonl")).unwrap(), "here");
}

#[test]
fn games_are_appended_to_a_pgn_file() {
    let fixture = Fixture::new();
    let (pgn, out) = (fixture.path("games.pgn"), fixture.path("games.jsonl"));
    let play = |pgn: &Path, games: &str| {
        let files = ["--pgn", pgn.to_str().unwrap(), "--out", out.to_str().unwrap(), "--games", games];
        fixture.play("fine", &[&["--nodes", "10"][..], &files].concat())
    };
    let games = |pgn: &Path| std::fs::read_to_string(pgn).unwrap().matches("[Event ").count();
    std::fs::write(&pgn, "somebody's games\n").unwrap();
    play(&pgn, "2").check(0, &["2 games"]);
    assert!(std::fs::read_to_string(&pgn).unwrap().starts_with("somebody's games\n"));
    // A match that goes on adds its new games, and writes all games into a new file.
    play(&pgn, "4").check(0, &["4 games"]);
    play(&pgn, "4").check(0, &["4 games"]);
    assert_eq!(games(&pgn), 4);
    let new = fixture.path("new.pgn");
    play(&new, "4").check(0, &["4 games"]);
    assert_eq!(games(&new), 4);
}

#[test]
fn a_decided_test_ends_the_match() {
    let words = ["--games", "400", "--movetime", "60000", "--concurrency", "2", "--sprt", "elo0=0", "elo1=400"];
    let outcome = Fixture::new().play_both("fine", "resign", &words);
    outcome.check(0, &["H1 accepted"]);
    let games: u32 = outcome.out.lines().nth(1).and_then(|line| line.split(' ').next()?.parse().ok()).unwrap();
    assert!((8..40).contains(&games), "{}", outcome.out);
}

#[test]
fn games_that_come_again_decide_no_test() {
    let words = ["--games", "40", "--nodes", "10", "--concurrency", "2", "--sprt", "elo0=0", "elo1=400"];
    let outcome = Fixture::new().play_both("fine", "resign", &words);
    outcome.check(0, &["40 games +40 =0 -0", "Ptnml(0-2): [0, 0, 0, 0, 1]", "undecided", "move for move: 38; "]);
}

#[test]
fn what_makes_no_match_is_refused() {
    let fixture = Fixture::new();
    for (words, part) in [
        (&["--games", "2"][..], "no limit: give --tc"),
        (&["--nodes", "10", "--depth", "3"], "cannot be used with '--depth"),
        (&["--tc", "soon"], "'soon' is no limit such as 2+0.02"),
        (&["--nodes", "10", "--openings", "there-is-no-such-file"], "reading openings there-is-no-such-file"),
        (&["--nodes", "10", "--shard", "3/2"], "a shard must be I/N with"),
        (&["--nodes", "10", "--sprt", "elo0=0"], "in --sprt: elo1= is missing"),
        (&["--nodes", "10", "--sprt", "elo0=0", "elo1=5", "--shard", "1/2"], "a shard does not know the others"),
        (&["--nodes", "10", "--engine", "cmd=there-is-no-x"], "cannot be started: 'there-is-no-x'"),
        (&["--nodes", "10", "--games", "0"], "0 is not in 2..="),
        (&["--nodes", "10", "--games", "1"], "1 is not in 2..="),
        (&["--nodes", "10", "--each", "tc=1", "depth=3"], "in --each: more than one limit: tc and depth"),
        (&["--each", "nodes=10", "--depth", "3"], "every engine has its own, so 'depth 3' would be for none"),
    ] {
        fixture.play("fine", words).check_refusal(part);
    }
    let mut command = Command::cargo_bin("guohe-tools").unwrap();
    let missing = ["--engine", "cmd=there-is-no-such-engine", "name=x"];
    let outcome = finish(command.arg("arena").args(missing).args(fixture.engine("b", "fine")).args(TWO));
    outcome.check(2, &[]);
    assert!(outcome.err.contains("cannot be started: 'there-is-no-such-engine'"), "{}", outcome.err);
}

#[test]
fn who_ends_when_it_is_asked_for_ucci_is_told_to_say_its_protocol() {
    let fixture = Fixture::new();
    let mut command = Command::cargo_bin("guohe-tools").unwrap();
    let picky = ["--engine", "cmd=sh -c 'read -r line; [ \"$line\" = uci ] || exit 7'", "name=x"];
    let outcome = finish(command.arg("arena").args(picky).args(fixture.engine("b", "fine")).args(TWO));
    outcome.check(2, &[]);
    assert!(outcome.err.contains("exit status: 7; it was asked for UCCI first"), "{}", outcome.err);
}

#[test]
fn an_odd_number_of_games_is_refused() {
    let outcome = Fixture::new().play("fine", &["--nodes", "10", "--games", "7"]);
    outcome.check(2, &[]);
    assert!(outcome.err.contains("so --games must be even: 6 or 8, not 7"), "{}", outcome.err);
}

#[test]
fn a_match_that_is_refused_leaves_its_log_alone() {
    let fixture = Fixture::new();
    let (out, log) = (fixture.path("games.jsonl"), fixture.path("talk.log"));
    let files = ["--out", out.to_str().unwrap(), "--log", log.to_str().unwrap()];
    let play = |seed| fixture.play("fine", &[&TWO[..], &files, &["--seed", seed]].concat());
    play("1").check(0, &["2 games"]);
    let talk = std::fs::read_to_string(&log).unwrap();
    assert!(talk.contains("go nodes 10"), "{talk}");
    play("2").check(2, &[]);
    // Nor does a match that another run plays.
    let lock = std::fs::File::open(&out).unwrap();
    lock.lock().unwrap();
    play("1").check(2, &[]);
    assert_eq!(std::fs::read_to_string(&log).unwrap(), talk);
}

#[test]
fn a_complaint_is_a_warning() {
    let fixture = Fixture::new();
    let outcome = finish(&mut fixture.arena(&[("a", "grumpy"), ("b", "fine")], &TWO));
    outcome.check(0, &["2 games +0 =2 -0"]);
    assert_eq!(outcome.err.matches("warning: a: large pages failed").count(), 1, "{}", outcome.err);
}

#[test]
fn a_complaint_of_the_file_of_an_option_ends_the_match_before_it_begins() {
    let fixture = Fixture::new();
    let mut command = fixture.arena(&[("b", "fine"), ("a", "fine")], &["option.net=none.nnue"]);
    let outcome = finish(command.args(TWO));
    outcome.check(2, &[]);
    assert!(outcome.err.contains("a does not take a file: network not found: none.nnue"), "{}", outcome.err);
    assert!(!fixture.log("a").contains("go "), "{}", fixture.log("a"));
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
fn an_engine_that_does_not_announce_xiangqi_is_refused() {
    let fixture = Fixture::new();
    let refusal = "starting engine a: cannot be started: it does not play xiangqi: UCI_Variant takes one of chess";
    fixture.play("chess", &TWO).check_refusal(refusal);
    assert!(!fixture.log("a").contains("setoption"), "{}", fixture.log("a"));
    // Another name of the game is the user's to know.
    let own = &[&TWO[..], &["--each", "option.UCI_Variant=chess", "proto=uci"]].concat();
    finish(&mut fixture.arena(&[("c", "chess"), ("d", "chess")], own)).check(0, &["2 games +0 =2 -0"]);
    let log = fixture.log("c");
    assert!(log.contains("setoption name UCI_Variant value chess\n") && !log.contains("xiangqi"), "{log}");
}

#[test]
fn a_check_option_is_sent_in_the_words_of_the_protocol() {
    let fixture = Fixture::new();
    fixture.play("fine", &[&TWO[..], &["--each", "option.usemillisec=on"]].concat()).check(0, &["2 games"]);
    let log = fixture.log("a");
    assert!(!log.contains("usemillisec on") && log.contains("usemillisec true\nsetoption usemillisec true"), "{log}");
}

#[test]
fn a_match_ends_when_too_many_games_were_lost_by_faults() {
    for (words, games) in [(&["--games", "50"][..], 3), (&["--games", "400"], 4), (&["--stop-after-faults", "2"], 2)] {
        let outcome = Fixture::new().play("illegal", &[&["--nodes", "10"], words].concat());
        outcome.check(1, &[&format!("{games} games +0 =0 -{games}")]);
        assert!(outcome.err.contains("--stop-after-faults"), "{}", outcome.err);
    }
    // Where no game is left, no larger number helps.
    let all = Fixture::new().play("illegal", &[&TWO[..], &["--stop-after-faults", "2"]].concat());
    all.check(1, &["FAULT: a was dropped: it failed in 2 games\n"]);
}

#[test]
fn faults_are_counted_in_the_shard_from_its_first_game_on_and_between_games() {
    // A shard of 100 of 400 games: 1 % of it is less than 3.
    let shard = Fixture::new().play("illegal", &["--nodes", "10", "--games", "400", "--shard", "1/4"]);
    shard.check(1, &["3 games +0 =0 -3"]);
    let fixture = Fixture::new();
    let out = fixture.path("games.jsonl");
    let play = |games| fixture.play("illegal", &["--nodes", "10", "--games", games, "--out", out.to_str().unwrap()]);
    play("2").check(1, &["2 games +0 =0 -2"]);
    play("50").check(1, &["3 games +0 =0 -3"]);
    // Nothing is played once there are too many.
    play("60").check(1, &["3 games +0 =0 -3"]);
    let more = ["--nodes", "10", "--games", "60", "--stop-after-faults", "4", "--out", out.to_str().unwrap()];
    fixture.play("illegal", &more).check(1, &["4 games +0 =0 -4"]);
    let dies = Fixture::new().play("dies", &["--nodes", "10", "--games", "50"]);
    dies.check(1, &["3 games +0 =3 -0", "a crashed or hung 3 times after a game"]);
}

#[test]
fn a_match_that_breaks_off_says_how_it_stands() {
    let fixture = Fixture::new();
    let outcome = fixture
        .play("mortal", &["--nodes", "10", "--games", "50", "--stop-after-faults", "50", "--each", "proto=ucci"]);
    outcome.check(2, &["games +0 =", "a crashed or hung", "max. time overrun"]);
    assert!(outcome.err.contains("starting engine a: crashed"), "{}", outcome.err);
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
