//! `quit`, the end of input, and the end of output.

use super::client::Client;
use super::client::PATIENCE;
use super::client::check_search;
use super::client::pipe;
use guohe::board::Board;
use std::io::Write;
use std::process::Command;
use std::process::Stdio;
use std::time::Duration;
use std::time::Instant;

#[test]
fn quit_while_busy() {
    for go in ["go infinite", "go depth 60", "go time 600000 increment 0", "go ponder", "go ponder time 1000", "go"] {
        let mut client = Client::thinking();
        client.send(format!("position startpos\n{go}"));
        client.expect_no_answer(Duration::from_millis(30));
        client.send("quit\nisready\nposition startpos\n");
        let lines = client.finish();
        assert_eq!(lines.last().unwrap(), "bye", "{go}");
        let answers = lines.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(answers, usize::from(!go.contains("ponder")), "{go}: {lines:#?}");
    }
}

#[test]
fn a_piped_session_ends_with_bye() {
    let lines = pipe("ucci\nposition startpos moves h2e2 h9g7\ngo depth 10\nquit\n");
    assert_eq!(lines.last().unwrap(), "bye");
    let lines = pipe("ucci\nsetoption usebook false\ngo depth 40\nquit");
    assert_eq!(lines.last().unwrap(), "bye");
}

#[test]
fn a_bounded_search_is_finished_at_the_end_of_input() {
    for go in
        ["go depth 6", "go nodes 5000", "go time 200", "go movetime 200", "go draw", "go ponder depth 5\nponderhit"]
    {
        let lines = pipe(format!("setoption usebook false\nposition startpos\n{go}"));
        check_search(&lines, &Board::startpos());
    }
}

#[test]
fn an_endless_search_ends_with_the_input() {
    for go in ["go infinite", "go", "go ponder", "go ponder time 100000", "go ponder depth 3", "go depth infinite"] {
        let lines = pipe(format!("ucci\nposition startpos\n{go}\n"));
        assert!(!lines.contains(&"bye".to_owned()), "{go}");
    }
    // If it is stopped before, it answers.
    let lines = pipe("setoption usebook false\ngo infinite\nstop\n");
    check_search(&lines, &Board::startpos());
    let lines = pipe("uci\nposition startpos\ngo ponder movetime 1000\nstop\nquit\n");
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:#?}");
}

#[test]
fn batch_mode_carries_out_all_input() {
    let lines = pipe(
        "ucci\nsetoption batch true\nsetoption usebook false\ngo depth 5\nposition startpos moves h2e2\ngo depth 5\nperft 2\n",
    );
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 2, "{lines:#?}");
    assert!(lines.last().unwrap().starts_with("1564 nodes "), "{lines:#?}");
}

#[test]
fn batch_mode_handles_a_ponderhit_before_the_end() {
    let lines = pipe(
        "ucci\nsetoption batch true\nsetoption usebook false\ngo depth 5\ngo ponder depth 6\nponderhit\nisready\n",
    );
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 2, "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("info depth 6 ")), "{lines:#?}");
    assert_eq!(lines.last().unwrap(), "readyok");
}

#[test]
fn batch_mode_drops_nothing_of_a_long_script() {
    // More than the queue holds.
    let lines = pipe(format!(
        "ucci\nsetoption batch true\nsetoption usebook false\ngo movetime 500\n{}isready\nquit\n",
        "go depth 1\n".repeat(12_000)
    ));
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 12_001);
    let end: Vec<_> = lines.iter().rev().take(2).collect();
    assert_eq!(end, ["bye", "readyok"]);
    // Nor during a long command, which `quit` does not cut short.
    let lines = pipe(format!(
        "ucci\nsetoption batch true\nsetoption usebook false\nperft 4\n{}quit\n",
        "go depth 1\n".repeat(12_000)
    ));
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 12_000);
    assert!(lines.iter().any(|line| line.starts_with("3290240 nodes ")));
}

#[test]
fn the_last_line_needs_no_end() {
    assert_eq!(pipe("isready"), ["readyok"]);
    assert_eq!(pipe("isready\r"), ["readyok"]);
    assert_eq!(*pipe("ucci\nquit").last().unwrap(), "bye");
}

/// Waits until the process ends whose output is closed. `before` is its input, and `nudges` says whether lines follow
/// that make it write.
fn ends_with_its_output(before: &str, nudges: bool) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_guohe"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(process.stdout.take());
    let mut input = process.stdin.take().unwrap();
    input.write_all(before.as_bytes()).unwrap();
    // The input stays open: it is the failed write that ends it.
    let since = Instant::now();
    while process.try_wait().unwrap().is_none() {
        if since.elapsed() > PATIENCE {
            let _ = process.kill();
            panic!("it goes on after {before:?}");
        }
        if nudges {
            let _ = input.write_all(b"isready\n");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn quit_is_handled_in_a_flood_of_lines() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_guohe"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = process.stdin.take().unwrap();
    input.write_all(b"perft 64\nquit\n").unwrap();
    // Ends with a failed write, when the process is gone.
    let flood = "d\n".repeat(10_000);
    let writer = std::thread::spawn(move || while input.write_all(flood.as_bytes()).is_ok() {});
    let deadline = std::time::Instant::now() + Duration::from_secs(60);
    let status = loop {
        if let Some(status) = process.try_wait().unwrap() {
            break status;
        }
        if std::time::Instant::now() > deadline {
            process.kill().unwrap();
            panic!("quit was not heard");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    writer.join().unwrap();
    assert!(status.success());
}

/// A front end that makes its end of a socket one that does not wait makes ours such a one, where both are the same
/// file.
#[cfg(unix)]
#[test]
fn non_blocking_streams_are_read_and_written() {
    use std::io::Read;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    let (mut ours, theirs) = UnixStream::pair().unwrap();
    theirs.set_nonblocking(true).unwrap();
    let mut process = Command::new(env!("CARGO_BIN_EXE_guohe"))
        .stdin(OwnedFd::from(theirs.try_clone().unwrap()))
        .stdout(OwnedFd::from(theirs))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(50));
    // More than the socket holds, and nobody reads for a while.
    ours.write_all("d\n".repeat(2_000).as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(50));
    ours.write_all(b"isready\n").unwrap();
    ours.shutdown(std::net::Shutdown::Write).unwrap();
    let mut text = String::new();
    ours.read_to_string(&mut text).unwrap();
    assert_eq!(text.matches("Red is to move").count(), 2_000);
    assert!(text.ends_with("readyok\n"));
    assert!(process.wait().unwrap().success());
}

#[test]
fn a_closed_output_ends_the_process() {
    ends_with_its_output("", true);
    for command in ["go infinite\n", "perft 64\n", "genfens 1000000000\n", "bench 100\n"] {
        ends_with_its_output(command, true);
    }
    // Both write lines of their own.
    for command in ["go infinite\n", "genfens 1000000000\n"] {
        ends_with_its_output(command, false);
    }
}
