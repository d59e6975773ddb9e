//! Levels below full strength, as front ends set them.

use super::client::Client;
use super::client::check_search;
use guohe::board::Board;
use std::time::Duration;

const MIDDLE: &str = "position fen r1bakab1r/9/1cn3n1c/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1";

/// The move answered to a line that asks for one.
fn answer(client: &mut Client, go: &str) -> String {
    client.send(go);
    let lines = client.until("bestmove");
    lines.last().unwrap().split(' ').nth(1).unwrap().to_owned()
}

/// The nodes that a line names.
fn nodes(line: &str) -> Option<u64> {
    line.split(" nodes ").nth(1)?.split(' ').next()?.parse().ok()
}

#[test]
fn a_level_limits_searches_but_not_analysis() {
    let mut client = Client::thinking();
    client.send(format!("setoption usebook false\nsetoption level 0\n{MIDDLE}"));
    client.send("go time 60000 increment 1000");
    let lines = client.until("bestmove");
    let last = lines.iter().rev().find_map(|line| nodes(line));
    assert!(last.is_some_and(|nodes| nodes <= 2_000), "{lines:?}");
    client.send("go infinite");
    // The analysis continues until it has searched more, also on a slow machine.
    loop {
        let line = client.line();
        assert!(line.starts_with("info "), "{line}");
        if nodes(&line).is_some_and(|nodes| nodes > 2_000) {
            break;
        }
    }
    client.send("stop");
    client.until("bestmove");
    client.quit();
}

#[test]
fn the_documented_table_is_that_of_the_levels() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/levels.md")).unwrap();
    for number in 0..guohe::search::Level::FULL {
        let level = guohe::search::Level::new(number, 0).unwrap();
        let (nodes, depth, noise, plies) = (level.nodes(), level.depth(), level.noise_scale(), level.book_plies());
        let row = format!("| {number} | {nodes} | {depth} | {noise} | {plies} |");
        assert_eq!(page.lines().filter(|line| line.starts_with(&row)).count(), 1, "{row}");
    }
}

#[test]
fn a_level_answers_after_ponderhit() {
    let mut client = Client::thinking();
    client.send(format!("setoption usebook false\nsetoption level 3\n{MIDDLE}"));
    for end in ["ponderhit", "stop", "ponderhit draw"] {
        client.send("go ponder time 60000 increment 1000");
        client.expect_no_answer(Duration::from_millis(150));
        client.send(end);
        check_search(&client.until("bestmove"), &Board::from_fen(&MIDDLE["position fen ".len()..]).unwrap());
        client.expect_quiet();
    }
    client.quit();
}

#[test]
fn a_weak_level_differs_from_game_to_game() {
    let mut client = Client::thinking();
    client.send(format!("setoption usebook false\nsetoption level 0\n{MIDDLE}"));
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..12 {
        client.send("setoption newgame");
        client.send(MIDDLE);
        seen.insert(answer(&mut client, "go time 60000"));
    }
    assert!(seen.len() > 1, "{seen:?}");
    client.quit();
}

#[test]
fn a_seed_repeats_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engine.toml");
    let game = |seed: u32| -> Vec<String> {
        std::fs::write(&file, format!("[strength]\nlevel = 0\nseed = {seed}\n[book]\nuse = false\n")).unwrap();
        let mut client = Client::with_arguments(&["--config", file.to_str().unwrap()]);
        client.send("ucci");
        client.until("ucciok");
        let mut moves = Vec::new();
        for _ in 0..12 {
            client.send(format!("{MIDDLE} moves {}", moves.join(" ")).trim_end_matches(" moves "));
            moves.push(answer(&mut client, "go time 60000"));
        }
        client.quit();
        moves
    };
    let first = game(7);
    assert_eq!(game(7), first);
    assert!((8..12).any(|seed| game(seed) != first), "{first:?}");
}
