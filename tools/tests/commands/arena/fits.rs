//! Numbers fitted by games.

use super::*;
use rustix::process::Signal;

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
    fit("width:5").check_refusal("belongs to another run");
    let outcome = fit("depth");
    outcome.check(2, &[]);
    assert!(outcome.err.contains("announces no spin option 'depth'"), "{}", outcome.err);
}

#[test]
fn numbers_are_fitted_on_a_clock() {
    let fixture = Fixture::new();
    let openings = fixture.path("openings.txt");
    std::fs::write(&openings, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n").unwrap();
    let fit = |limit: &[&str]| {
        let mut command = Command::cargo_bin("guohe-tools").unwrap();
        command.args(["arena", "spsa", "--tune", "width:4", "--pairs", "1"]).args(fixture.engine("a", "fine"));
        command.args(limit).arg("--openings").arg(&openings).arg("--out").arg(fixture.path("journal"));
        finish(&mut command)
    };
    fit(&["--tc", "5+0.1"]).check(0, &["after 1 pair:"]);
    let log = fixture.log("a");
    assert!(log.lines().any(|line| line.starts_with("go time ")), "{log}");
    fit(&["--nodes", "10"]).check_refusal("belongs to another run");
    for (limit, reason) in [
        (&["--tc", "depth 3"][..], "--tc is a clock"),
        (&["nodes=5", "--tc", "5+0.1"], "the limit of both sides is --nodes or --tc"),
    ] {
        let outcome = fit(limit);
        outcome.check(2, &[]);
        assert!(outcome.err.contains(reason), "{}", outcome.err);
    }
}

#[test]
fn a_pair_with_a_fault_is_played_again_a_few_times() {
    let fixture = Fixture::new();
    let openings = fixture.path("openings.txt");
    std::fs::write(&openings, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n").unwrap();
    let fit = |mode| {
        let mut command = Command::cargo_bin("guohe-tools").unwrap();
        command.args(["arena", "spsa", "--tune", "width:4", "--pairs", "3", "--nodes", "10"]);
        command.args(fixture.engine("a", mode)).arg("--openings").arg(&openings);
        finish(command.arg("--out").arg(fixture.path(&format!("{mode}.csv"))))
    };
    let outcome = fit("unlucky");
    outcome.check(0, &["after 3 pairs:"]);
    assert_eq!(outcome.err.matches("; it is played again").count(), 1, "{}", outcome.err);
    fit("crash").check_refusal("pair 0 failed 3 times: crash: ");
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
