//! The words after the program's name, `engine.toml` and the log.

use assert_cmd::Command;
use sha2::Digest;
use std::fs;

fn guohe() -> Command {
    Command::new(env!("CARGO_BIN_EXE_guohe"))
}

fn stdout(command: &mut Command) -> String {
    let output = command.assert().success().stderr("").get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

#[test]
fn one_command_and_the_end() {
    let text = stdout(guohe().args(["go", "depth", "5"]));
    // Searched, not taken from the book, and every iteration shown.
    assert!(text.contains("info depth 5 ") && !text.contains("info depth 0 "), "{text}");
    assert!(text.lines().last().unwrap().starts_with("bestmove "), "{text}");
    assert_eq!(text.matches("bestmove").count(), 1);
    let text = stdout(guohe().args(["perft", "3"]));
    assert_eq!(text.lines().count(), 45);
    assert!(text.lines().last().unwrap().starts_with("79666 nodes "), "{text}");
    let text = stdout(guohe().args(["bench", "2"]));
    assert!(text.lines().last().unwrap().ends_with(" nps"), "{text}");
    assert!(stdout(guohe().arg("d")).contains("Red is to move"));
    assert!(stdout(guohe().arg("ucci")).ends_with("ucciok\n"));
    assert_eq!(stdout(guohe().arg("isready")), "readyok\n");
    assert_eq!(stdout(guohe().arg("quit")), "");
    assert!(stdout(guohe().args(["go", "ponder", "depth", "3"])).contains("bestmove "));
}

#[test]
fn help_and_version() {
    for argument in ["--help", "-h"] {
        let text = stdout(guohe().arg(argument));
        assert!(text.starts_with("Usage: guohe") && text.contains("perft <n>"), "{text}");
        for word in ["movetime", "mate", "wtime", "searchmoves", "ponder"] {
            assert!(text.contains(word), "{word} is not in {text}");
        }
    }
    let version = stdout(guohe().arg("--version"));
    let network = guohe::eval::nnue::embedded().name();
    // What test frameworks know a network by: the beginning of the SHA-256 of its file.
    let digest = format!("{:.8x}", sha2::Sha256::digest(fs::read(env!("GUOHE_NETWORK")).unwrap()));
    assert!(version.starts_with(concat!("guohe ", env!("CARGO_PKG_VERSION"), " (")), "{version}");
    assert!(
        version.ends_with(&format!(", network {network}, file {digest})\n")) && version.lines().count() == 1,
        "{version}"
    );
}

#[test]
fn starts_and_numbers_for_test_frameworks() {
    // The words as OpenBench's worker gives them: two arguments.
    let text = stdout(guohe().args(["genfens 3 seed 11 book None ", "quit"]));
    assert_eq!(text.lines().count(), 3, "{text}");
    for line in text.lines() {
        let fen = line.strip_prefix("info string genfens ").unwrap();
        assert_eq!(fen.split(' ').count(), 6, "{line}");
        assert!(guohe::board::Board::from_fen(fen).is_ok(), "{line}");
    }
    let text = stdout(guohe().arg("tunables"));
    assert!(text.contains("rfp_margin, int, 78, 20, 200, 8, 0.002\n"), "{text}");
    assert!(text.lines().all(|line| line.split(", ").count() == 7), "{text}");
}

#[test]
fn unknown_commands_are_refused() {
    for arguments in [&["foo"][..], &["--foo"], &["--config"], &["--config", "no such file", "d"], &["position"]] {
        let output = guohe().args(arguments).assert().code(2).stdout("").get_output().stderr.clone();
        let text = String::from_utf8(output).unwrap();
        assert!(text.starts_with("guohe: "), "{arguments:?}: {text}");
    }
}

#[test]
fn settings_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engine.toml");
    fs::write(&file, "hash = 4\nmultipv = 2\n[book]\nuse = false\n[rules]\nrepetition = \"league\"\n").unwrap();
    let text = stdout(guohe().arg("--config").arg(&file).arg("ucci"));
    for line in [
        "default 4",
        "option multipv type spin min 1 max 128 default 2",
        "option usebook type check default false",
        "combo var league var asian",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    // Options of the protocol come on top.
    let input = "setoption multipv 1\nsetoption usebook true\ngo depth 1\n";
    let text = stdout(guohe().arg("--config").arg(&file).write_stdin(input));
    assert!(text.starts_with("info depth 0 "), "{text}");
}

#[test]
fn mistakes_in_the_file_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engine.toml");
    fs::write(&file, "hash = 4\n\nthreds = 2\n").unwrap();
    let output = guohe().arg("--config").arg(&file).args(["go", "depth", "1"]).assert().code(2).stdout("");
    let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(text.contains("engine.toml:3: ") && text.contains("threds"), "{text}");
    // With a front end the defaults are used; the error is sent to it and logged.
    let log = folder.path().join("x.log");
    let text = stdout(guohe().arg("--config").arg(&file).arg("--log").arg(&log).write_stdin("ucci\nquit\n"));
    assert!(text.contains("option multipv type spin min 1 max 128 default 1"), "{text}");
    let told = text.lines().skip_while(|line| *line != "ucciok").nth(1).unwrap();
    assert!(told.starts_with("info message settings refused: ") && told.contains("engine.toml:3: "), "{text}");
    assert!(text.ends_with("bye\n"));
    assert!(fs::read_to_string(&log).unwrap().contains("engine.toml:3: "));
}

#[test]
fn keys_of_version_0_2_are_named_and_the_rest_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engine.toml");
    fs::write(&file, "evaluation = \"classical\"\nmultipv = 2\n[book]\nred-files = [\"r.txt\"]\n").unwrap();
    let removed = |line: usize, key: &str| {
        format!("{}:{line}: {key} was removed after version 0.2.0 and has no effect", file.display())
    };
    let output = guohe().arg("--config").arg(&file).args(["go", "depth", "1"]).assert().success();
    let (said, told) = (&output.get_output().stdout, &output.get_output().stderr);
    assert!(String::from_utf8_lossy(said).contains(" multipv 2 "));
    let notices = [removed(1, "evaluation"), removed(4, "book.red-files")];
    assert_eq!(String::from_utf8_lossy(told), notices.clone().map(|notice| format!("guohe: {notice}\n")).concat());
    let text = stdout(guohe().arg("--config").arg(&file).write_stdin("ucci\nsetoption evaluation classical\nquit\n"));
    let told: Vec<&str> = text.lines().skip_while(|line| *line != "ucciok").skip(1).collect();
    let notices = notices.map(|notice| format!("info message {notice}"));
    assert_eq!(told, [&notices[0], &notices[1], "bye"]);
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("guohe");
    fs::copy(env!("CARGO_BIN_EXE_guohe"), &program).unwrap();
    let link = folder.path().join("engine.toml");
    for target in ["nothing.toml", "engine.toml"] {
        std::os::unix::fs::symlink(target, &link).unwrap();
        let output = Command::new(&program).args(["go", "depth", "1"]).assert().code(2).stdout("");
        let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(text.contains("engine.toml: "), "{text}");
        let text = stdout(Command::new(&program).write_stdin("ucci\ngo depth 1\n"));
        assert!(text.contains("info message settings refused: ") && text.contains("bestmove "), "{text}");
        fs::remove_file(&link).unwrap();
    }
}

/// Sizes around the minimum.
#[cfg(target_os = "linux")]
#[test]
fn little_memory_is_enough_or_reported() {
    let (mut enough, mut too_little) = (0, 0);
    for megabytes in (60..300).step_by(20) {
        let script = format!("ulimit -v {}; exec \"$0\" go depth 5", megabytes * 1000);
        let output = Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_guohe")]).output().unwrap();
        let (said, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if output.status.code() == Some(0) {
            assert!(said.contains("bestmove "), "{megabytes} MB: {said}{told}");
            enough += 1;
        } else {
            assert_eq!(output.status.code(), Some(2), "{megabytes} MB: {told}");
            assert_eq!(told, "guohe: not enough memory: the system does not give 128 MB\n");
            too_little += 1;
        }
    }
    assert!(enough > 4 && too_little > 2, "{enough} {too_little}");
}

#[test]
fn files_that_the_settings_name_must_be_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engine.toml");
    for line in ["[book]\nfiles = [\"missing.txt\"]\n", "evalfile = \"missing.nnue\"\n"] {
        fs::write(&file, line).unwrap();
        let output = guohe().arg("--config").arg(&file).args(["go", "depth", "1"]).assert().code(2).stdout("");
        let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(text.contains("missing."), "{text}");
        // With a front end the engine uses its defaults.
        let text = stdout(guohe().arg("--config").arg(&file).write_stdin("uci\nuci\ngo depth 1\n"));
        assert!(text.contains("bestmove "), "{text}");
        let told: Vec<_> = text.lines().filter(|line| line.starts_with("info string ")).collect();
        assert!(matches!(&told[..], [line] if line.contains("refused: ") && line.contains("missing.")), "{text}");
    }
}

#[test]
fn the_log_holds_the_conversation() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engine.toml");
    fs::write(&file, "[log]\nlevel = \"debug\"\nfile = \"talk.log\"\n").unwrap();
    stdout(
        guohe()
            .arg("--config")
            .arg(&file)
            .write_stdin(b"ucci\nposition startpos\ngo depth 2\n\xff\xfe\nquit\n".to_vec()),
    );
    let log = fs::read_to_string(folder.path().join("talk.log")).unwrap();
    for line in ["> ucci", "< ucciok", "> go depth 2", "< bestmove ", "> quit", "< bye"] {
        assert!(log.contains(line), "{line} in {log}");
    }
    // No log by default.
    let quiet = tempfile::tempdir().unwrap();
    stdout(guohe().current_dir(quiet.path()).write_stdin("ucci\nquit\n"));
    assert_eq!(fs::read_dir(quiet.path()).unwrap().count(), 0);
}

#[test]
fn the_book_is_for_front_ends_only() {
    // After a handshake the book answers; without one every `go` is searched.
    let search = stdout(guohe().write_stdin("position startpos\ngo depth 3\n"));
    assert!(search.contains("info depth 3 ") && !search.contains("depth 0 "), "{search}");
    let book = stdout(guohe().write_stdin("ucci\nposition startpos\ngo depth 3\n"));
    assert!(book.contains("info depth 0 ") && !book.contains("depth 3 "), "{book}");
}

#[test]
fn an_unknown_instruction_set_is_reported() {
    let output = guohe().env("GUOHE_SIMD", "abacus").args(["go", "depth", "1"]).assert().code(2).stdout("");
    let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(text.contains("GUOHE_SIMD=abacus is not available, only portable"), "{text}");
    let text = stdout(guohe().env("GUOHE_SIMD", " Portable").args(["bench", "1"]));
    assert!(text.starts_with("network ") && text.lines().next().unwrap().ends_with(", portable"), "{text}");
}

#[test]
fn book_files_replace_the_book() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.txt");
    fs::write(&book, "garbage\n").unwrap();
    // A file that cannot be read leaves the old book in place.
    let input = format!("ucci\nsetoption bookfiles {}\ngo depth 1\n", book.display());
    let text = stdout(guohe().write_stdin(input));
    let told: Vec<_> = text.lines().skip_while(|line| *line != "ucciok").take(3).collect();
    assert!(told[1].starts_with("info message book refused: ") && told[1].contains("book.txt:1: "), "{text}");
    assert!(told[2].starts_with("info depth 0 "), "{text}");
}

#[test]
fn a_command_of_the_tools_names_the_program_that_has_it() {
    // The commands are read from the source, the variants of an enum, so that none is forgotten.
    let source = include_str!("../../tools/src/main.rs");
    let (_, variants) = source.split_once("\nenum Command {\n").expect("the tools have commands");
    let (variants, _) = variants.split_once("\n}\n").expect("they end");
    let names = variants.lines().filter_map(|line| line.strip_prefix("    ")?.split(['(', ' ']).next());
    let tools: Vec<String> =
        names.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase())).map(str::to_lowercase).collect();
    assert!(tools.len() >= 13, "{tools:?}");
    for tool in &tools {
        let output = guohe().args([tool, "game.pgn"]).assert().failure().code(2).stdout("").get_output().stderr.clone();
        let text = String::from_utf8(output).unwrap();
        assert!(text.contains(&format!("guohe-tools {tool}")) && text.contains("的命令"), "{text}");
    }
}

#[test]
fn a_typed_mistake_starts_no_endless_search() {
    for arguments in [
        &["go", "dpeth", "3"][..],
        &["go", "movetime=500"],
        &["go", "depth", "1", "--log", "x"],
        &["bench", "1", "--log=x"],
        &["perft"],
        &["perft", "many"],
        &["bench", "x"],
        &["setoption", "hashsiz", "5"],
        &["setoption", "hashsize", "abc"],
        &["position", "startpos", "h2e2"],
        &["position", "fen", "xyz"],
        &["position", "startpos", "moves", "a0a9"],
        &["setoption", "bookfiles", "no/such/book"],
        &["setoption", "evalfile", "no/such/network"],
        &["genfens", "3", "book", "no/such/book"],
        &["perft", "2", "foo"],
        &["bench", "1", "foo"],
    ] {
        let output = guohe().args(arguments).assert().code(2).stdout("").get_output().stderr.clone();
        let text = String::from_utf8(output).unwrap();
        assert!(text.starts_with("guohe: "), "{arguments:?}: {text}");
    }
    // The same on a pipe without a handshake, with `nobestmove` for programs.
    let text = stdout(guohe().write_stdin("go dpeth 3\ngo depth 1\n"));
    assert!(
        text.starts_with("info message nothing is searched: unknown word in go: dpeth\nnobestmove\ninfo depth 1 "),
        "{text}"
    );
    for line in ["goo depth 1", "postion startpos", "perft 2 foo", "rules asian foo"] {
        let text = stdout(guohe().write_stdin(line));
        assert_eq!(text, format!("info message not understood: '{line}'; help lists the commands\n"));
    }
    let text = stdout(guohe().write_stdin("setoption hashsiz 5\nsetoption hashsize abc\nposition startpos h2e2\n"));
    assert_eq!(text.lines().filter(|line| line.starts_with("info message ")).count(), 3, "{text}");
    // Mistakes of a front end are ignored, but it is told when the position differs from what it sent.
    let text = stdout(guohe().write_stdin("ucci\ngoo\nsetoption hashsiz 5\n"));
    assert_eq!(text.lines().last(), Some("ucciok"));
    for (greeting, keyword) in [("ucci", "message"), ("uci", "string")] {
        for line in ["position", "position fen", "position startposs", "position startpos h2e2"] {
            let text = stdout(guohe().write_stdin(format!("{greeting}\n{line}\n")));
            let told = text.lines().last().unwrap();
            assert!(told.starts_with(&format!("info {keyword} ")) && told.contains("position"), "{line}: {told}");
        }
    }
    let text = stdout(guohe().write_stdin("uci\ngo dpeth 3 depth 1\n"));
    assert!(text.contains("\ninfo string unknown word in go: dpeth\n"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("bestmove "), "{text}");
}

#[test]
fn a_log_that_cannot_be_written_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("日志").join("x.log");
    let log = |input: &str| stdout(guohe().arg("--log").arg(&missing).write_stdin(input));
    for (input, keyword) in [("ucci\nquit\n", "message"), ("uci\n", "string"), ("isready\n", "message")] {
        let text = log(input);
        let told: Vec<_> = text.lines().filter(|line| line.contains("log refused: ")).collect();
        assert!(matches!(told[..], [line] if line.starts_with(&format!("info {keyword} log refused: "))), "{text}");
        // Letters of any script stay as they are.
        assert!(told[0].contains("日志"), "{text}");
    }
    // A person is told at once.
    let output = guohe().arg("--log").arg(&missing).arg("d").assert().code(2).stdout("").get_output().stderr.clone();
    assert!(String::from_utf8(output).unwrap().contains("log refused: "));
    // Folders, and files that could block, are refused.
    let output = guohe().arg("--log").arg(folder.path()).arg("d").assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8(output).unwrap().contains("not a file"));
}

#[cfg(target_os = "linux")]
#[test]
fn named_pipes_are_refused_without_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for option in ["--config", "--log"] {
        let mut command = guohe();
        let output = command.arg(option).arg(&pipe).arg("d").timeout(std::time::Duration::from_secs(60));
        let output = output.assert().code(2).stdout("").get_output().stderr.clone();
        let text = String::from_utf8(output).unwrap();
        assert!(text.contains("not a file"), "{option}: {text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn paths_are_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let in_gbk = |start: &[u8], end: &[u8]| std::ffi::OsStr::from_bytes(&[start, b"\xc6\xe5", end].concat()).to_owned();
    guohe().current_dir(folder.path()).arg(in_gbk(b"--log=", b".log")).arg("d").assert().success();
    let log = fs::read_to_string(folder.path().join(in_gbk(b"", b".log"))).unwrap();
    assert!(log.contains("> d"), "{log}");
    fs::write(folder.path().join(in_gbk(b"", b".epd")), format!("{}\n", guohe::board::STARTPOS)).unwrap();
    let order = in_gbk(b"genfens 1 book ", b".epd plies 0 bound 30000");
    let text = stdout(guohe().current_dir(folder.path()).arg(order));
    assert_eq!(text.trim_end(), format!("info string genfens {}", guohe::board::STARTPOS));
}

#[test]
fn mistyped_commands_are_not_searched() {
    for (arguments, says) in [
        (&["go", "searchmoves", "a0a9", "depth", "1"][..], "a0a9: it is not a legal move of Red in rnbakabnr/"),
        (&["go", "searchmoves"], "searchmoves leaves no move"),
        (&["banmoves", "foo"], "nothing is banned: foo: "),
        (&["banmoves", "h2e2", "h2h1", "h2h8"], "h2h8: it is not a legal move of Red in rnbakabnr/"),
    ] {
        let output = guohe().args(arguments).assert().code(2).stdout("").get_output().stderr.clone();
        let text = String::from_utf8(output).unwrap();
        assert!(text.contains(says), "{arguments:?}: {text}");
    }
    // At the console the wrong command has no effect; from a front end such moves are skipped.
    let typed = stdout(guohe().write_stdin("go searchmoves a0a9 depth 1\nbanmoves h2e2 a0a9\ngo depth 1\n"));
    assert_eq!(typed.matches("nobestmove").count(), 1, "{typed}");
    assert_eq!(typed.matches("nothing is ").count(), 2, "{typed}");
    // Moves in any notation; banned moves cannot be searched.
    let lines = "banmoves 炮二平五\ngo searchmoves H2-E2 depth 1\ngo searchmoves 马八进七 depth 1\n";
    let typed = stdout(guohe().write_stdin(lines));
    assert_eq!(typed.matches("nothing is searched: searchmoves leaves no move").count(), 1, "{typed}");
    assert!(typed.contains("\nbestmove b0c2"), "{typed}");
    let sent = stdout(guohe().write_stdin("uci\nposition startpos\ngo searchmoves a0a9 depth 1\n"));
    assert!(sent.contains("\nbestmove ") && !sent.contains("nothing is"), "{sent}");
}

#[test]
fn a_bad_limit_is_reported_to_a_front_end() {
    for (greeting, keyword) in [("ucci\nsetoption usebook false", "message"), ("uci", "string")] {
        for (go, says) in [
            ("nodes abc", "nodes needs a number from 0 up, not abc"),
            ("nodes 0", "nodes needs a number above 0, not 0"),
            ("movetime", "movetime needs a number from 0 up"),
        ] {
            let text = stdout(guohe().write_stdin(format!("{greeting}\nposition startpos\ngo {go}\n")));
            assert!(
                text.contains(&format!("\ninfo {keyword} {says}\n")) && text.contains("\nbestmove "),
                "{go}: {text}"
            );
        }
    }
}

#[test]
fn a_wrong_option_says_what_is_wrong() {
    let text = stdout(guohe().write_stdin("setoption usebook maybe\nsetoption usedbook true\n"));
    let said: Vec<_> = text.lines().collect();
    assert_eq!(said[0], "info message option not set: usebook takes true or false");
    assert_eq!(said[1], "info message option not set: there is no option 'usedbook'");
    // A file that is missing: its whole path.
    let beside = fs::canonicalize(env!("CARGO_BIN_EXE_guohe")).unwrap().parent().unwrap().to_owned();
    for (option, what) in [("evalfile", "network"), ("bookfiles", "book")] {
        let text = stdout(guohe().write_stdin(format!("setoption {option} nope.x\n")));
        let refused = format!("info message {what} refused: {}: ", beside.join("nope.x").display());
        assert!(text.starts_with(&refused) && !text.contains("looked for"), "{text}");
    }
}

#[test]
fn a_mistake_on_the_command_line_prints_no_help() {
    for arguments in [&["go", "dpeth", "3"][..], &["--colour"], &["nonsense"]] {
        let output = guohe().args(arguments).assert().code(2).stdout("").get_output().stderr.clone();
        let text = String::from_utf8(output).unwrap();
        assert!(text.ends_with("see guohe --help\n") && text.lines().count() <= 3, "{text}");
    }
}

#[test]
fn a_finished_game_has_no_scaled_score() {
    let mated = "eval\nposition fen R3k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1\neval\n";
    let text = stdout(guohe().write_stdin(mated));
    assert_eq!(text.matches("searches show this as").count(), 1, "{text}");
    assert_eq!(text.matches("but the game is over").count(), 1, "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn replies_that_cannot_be_written_are_a_failure() {
    for (arguments, input) in [(&["go", "depth", "1"][..], ""), (&[][..], "isready\n")] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut process = std::process::Command::new(env!("CARGO_BIN_EXE_guohe"))
            .args(arguments)
            .stdin(std::process::Stdio::piped())
            .stdout(full)
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(process.stdin.as_mut().unwrap(), input.as_bytes()).unwrap();
        let output = process.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("replies cannot be written"), "{arguments:?}: {text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn settings_are_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let huge = folder.path().join("huge.toml");
    fs::File::create(&huge).unwrap().set_len(3 << 30).unwrap();
    for (path, says) in [("/dev/zero", "not a file"), (huge.to_str().unwrap(), "longer than 1 MiB")] {
        let output = guohe().args(["--config", path, "d"]).assert().code(2).stdout("").get_output().stderr.clone();
        let text = String::from_utf8(output).unwrap();
        assert!(text.contains(says), "{path}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn announced_paths_are_sanitized() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["resign\nbestmove a0a1", "draw.txt", "棋谱.txt"] {
        let book = folder.path().join(name);
        fs::write(&book, "A1 ; 一 ; One ; 5/5 ; h2e2 b9c7").unwrap();
        let toml = folder.path().join("engine.toml");
        fs::write(&toml, format!("[book]\nfiles = {:?}\n", book.to_str().unwrap())).unwrap();
        let text =
            stdout(guohe().arg("--config").arg(&toml).write_stdin("ucci\nsetoption bookfiles x/draw\ngo depth 1\n"));
        let option = text.lines().find(|line| line.starts_with("option bookfiles ")).unwrap();
        for line in text.lines().filter(|line| !line.starts_with("bestmove ")) {
            assert!(["id", "option", "ucciok", "info"].contains(&line.split(' ').next().unwrap()), "{line}");
            for word in ["draw", "resign", "bestmove"] {
                assert!(!line.contains(word), "{line}");
            }
        }
        assert_eq!(option.contains("棋谱"), name.contains("棋谱"), "{option}");
    }
}
