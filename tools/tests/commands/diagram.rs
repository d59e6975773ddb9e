//! `guohe-tools diagram` as a program.

use assert_cmd::Command;
use std::path::Path;

fn diagram(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output =
        Command::cargo_bin("guohe-tools").unwrap().current_dir(folder).arg("diagram").args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_position_of_a_game_is_drawn_with_its_last_move() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("g.pgn"), "1. 炮二平五 炮8平5 2. 炮五进四 *").unwrap();
    let (status, svg, err) = diagram(folder.path(), &["g.pgn:2", "--arrow", "炮五进四", "--arrow", "e7e3"]);
    assert_eq!(status, 0, "{err}");
    assert!(svg.contains("<title>Red to move: rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w"), "{svg}");
    assert!(svg.contains("gd-last") && svg.contains("gd-a0") && svg.contains("gd-a1"));
    let (_, last, _) = diagram(folder.path(), &["g.pgn"]);
    assert!(last.contains("Black to move") && last.contains("class=\"gd-check\""));
    let (_, start, _) = diagram(folder.path(), &["startpos", "--theme", "dark"]);
    assert!(!start.contains("class=\"gd-last\"") && !start.contains("@media"));
    let (status, moved, err) = diagram(folder.path(), &["position startpos moves h2e2 h7e7 e2e6"]);
    assert!(status == 0 && moved.contains("Black to move") && moved.contains("class=\"gd-check\""), "{err}");
}

#[test]
fn the_extension_decides_between_svg_and_png() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.svg", "a.png", "b.PNG", "plain"] {
        let (status, _, err) = diagram(folder.path(), &["startpos", "-o", name]);
        assert_eq!(status, 0, "{err}");
    }
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(read("a.svg").starts_with(b"<?xml") && read("plain").starts_with(b"<?xml"));
    let png = read("a.png");
    assert_eq!((&png[..8], &png), (&b"\x89PNG\r\n\x1a\n"[..], &read("b.PNG")));
    // Width and height, twice those of the SVG.
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (996, 1096));
    // The pieces are in it: without them the picture compresses to half of that.
    let (_, _, err) = diagram(folder.path(), &["3k5/9/9/9/9/9/9/9/9/5K3 w", "-o", "empty.png"]);
    assert!(png.len() > 2 * read("empty.png").len(), "{} {} {err}", png.len(), read("empty.png").len());
}

#[cfg(unix)]
#[test]
fn a_stream_is_written_to_and_a_file_is_replaced_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (_, out, _) = diagram(folder.path(), &["startpos"]);
    let (status, stream, err) = diagram(folder.path(), &["startpos", "-o", "/dev/stdout"]);
    assert!(status == 0 && stream == out, "{err}");
    let picture = folder.path().join("a.svg");
    std::fs::write(&picture, "old").unwrap();
    // A second name of the file that is there.
    std::fs::hard_link(&picture, folder.path().join("kept")).unwrap();
    let (status, _, err) = diagram(folder.path(), &["startpos", "--force", "-o", "a.svg"]);
    assert!(status == 0 && std::fs::read_to_string(picture).unwrap() == out, "{err}");
    assert_eq!(std::fs::read_to_string(folder.path().join("kept")).unwrap(), "old", "it was written over");
}

/// A redirected result that does not fit must not look like a whole one.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_guohe-tools"));
    let output = command.args(["diagram", "startpos"]).stdout(full).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("writing to standard output"), "{said}");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("g.pgn"), "1. 炮二平五 *").unwrap();
    std::fs::write(folder.path().join("g.svg"), "").unwrap();
    for (arguments, why) in [
        (&["none.pgn"][..], "it cannot be read as a file"),
        (&["g.pgn:2"], "has 1 plies, not 2"),
        (&["g.pgn:x"], "not a number of plies"),
        (&["g.pgn", "--game", "2"], "g.pgn has 1 game, but no number 2"),
        (&["9/9/9/9/9/9/9/9/9/9"], "no king"),
        (&["rnbakabnr/9/1c5c1/p1p1p1p1p/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"], "w' is not a FEN: "),
        (&["startpos", "--arrow", "炮五平四"], "--arrow: "),
        (&["startpos", "-o", "y.jpg"], "a .svg or a .png file, not .jpg"),
        (&["startpos", "-o", "g.svg"], "--force overwrites it"),
        (&["startpos", "--force", "-o", "."], "is a folder"),
    ] {
        let (status, _, err) = diagram(folder.path(), arguments);
        assert!(status == 2 && err.contains(why), "{arguments:?}: {err}");
    }
}
