//! `guohe-tools analyse` as a program: games in, and out comes what a person looks for in the report of a game.

use guohe::notation::Style;
use guohe::types::Move;
use guohe_games::{GameTree, NodeId, Target, TextEncoding};
use serde_json::Value as Json;
use std::path::Path;
use std::process::{Command, Output};

/// A quiet opening that no book has; then Red's rook takes an advisor and is taken by the king.
const BLUNDER: &str = "[Event \"Cup {semi} <final>\"]\n[Red \"一\"]\n[Black \"二\"]\n[Result \"0-1\"]\n\n\
    1. 兵九进一 马2进3 2. 马八进九 卒9进1 3. 车九进一 马8进7 4. 车九平四 卒1进1 {careful} 5. 车四进八 将5平6 0-1\n";
/// Two rooks mate in one, and Red gives one of them away instead.
const MISSED_MATE: &str = "[FEN \"4k4/R8/1R5r1/9/9/9/9/9/9/3K5 w\"]\n[Format \"WXF\"]\n\n1. R9.2 R8+1 *\n";
/// Red's rook checks for ever, which loses.
const REPETITION: &str = "[FEN \"3k5/9/9/9/9/9/9/9/R8/4K4 w\"]\n[Format \"ICCS\"]\n\n1. A1-A9 D9-D8 2. A9-A8 D8-D9 \
    3. A8-A9 D9-D8 4. A9-A8 D8-D9 5. A8-A9 D9-D8 *\n";
const HOSTILE: &str = "[Event \"<script>alert(1)</script>\"]\n[Red \"<b>\\\"x\\\"</b>\"]\n[Site \"&lt;i&gt;\"]\n\n\
    1. 炮二平五 {</script><script>alert(2)</script>} 马8进7 *\n";

fn tools(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_guohe-tools"));
    command.current_dir(folder).args(arguments.split(' '));
    command
}

fn run(folder: &Path, arguments: &str) -> Output {
    let output = tools(folder, arguments).output().unwrap();
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// All that comes out of a game: the terminal's text, the PGN, the page and the data.
struct Report {
    text: String,
    pgn: String,
    html: String,
    json: Json,
}

fn analyse(game: &str, options: &str) -> Report {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("in.pgn"), game).unwrap();
    let output = run(
        folder.path(),
        &format!("analyse in.pgn --hash 16 --pgn out.pgn --html out.html --json out.json {options}"),
    );
    let text = |name| std::fs::read_to_string(at(name)).unwrap();
    // What was written is the same game.
    let moves = |name: &str| run(folder.path(), &format!("convert {name} --to moves")).stdout;
    assert_eq!(String::from_utf8(moves("out.pgn")).unwrap(), String::from_utf8(moves("in.pgn")).unwrap());
    Report {
        text: String::from_utf8(output.stdout).unwrap(),
        // However its lines are broken.
        pgn: text("out.pgn").split_whitespace().collect::<Vec<_>>().join(" "),
        html: text("out.html"),
        json: serde_json::from_str(&text("out.json")).unwrap(),
    }
}

#[test]
fn a_blunder_is_found_and_the_move_before_is_not_blamed() {
    let report = analyse(BLUNDER, "--nodes 20000 --lang en");
    let marks: Vec<_> = report.json["moves"].as_array().unwrap().iter().map(|told| told["mark"].as_str()).collect();
    assert_eq!((marks[7], marks[8], marks[9]), (None, Some("??"), None), "{}", report.text);
    assert!(report.json["keyMoments"].as_array().unwrap().contains(&9.into()));
    assert_eq!(report.json["sides"]["red"]["blunders"], 1);
    let loss = format!(" {:.2} ", report.json["sides"]["red"]["meanLoss"].as_f64().unwrap());
    assert!(loss != " 0.00 " && report.text.contains(&loss), "{loss}: {}", report.text);
    assert!(report.text.contains("5. 车四进八??  Blunder, from "), "{}", report.text);
    assert!(report.text.contains(" was better") && report.text.contains("\nKey moments"), "{}", report.text);
    // In the PGN with the mark, the score from Red's view, and the better line; what stood there stays.
    assert!(report.pgn.contains("车四进八?? {[%eval -"), "{}", report.pgn);
    assert!(report.pgn.contains("{careful") && report.pgn.contains("(5. "), "{}", report.pgn);
    assert!(report.pgn.contains("[Annotator \"guohe ") && report.pgn.contains("Red's point of view"), "{}", report.pgn);
    assert!(report.html.contains("<figure id=\"ply-9\""));
    // The same in Chinese.
    let report = analyse(BLUNDER, "--nodes 20000 --lang zh");
    assert!(report.text.contains("5. 车四进八??  严重失误，由 ") && report.text.contains("应走"), "{}", report.text);
    assert!(report.html.contains("<html lang=\"zh\">"));
}

#[test]
fn a_game_lost_by_a_fault_says_so() {
    let lost = BLUNDER.replace("[Result", "[Termination \"illegal-move: <a0a9>\"]\n[Result");
    let report = analyse(&lost, "--nodes 500 --lang en");
    assert!(report.text.contains("Black won: 一 played an illegal move, <a0a9>\n"), "{}", report.text);
    assert!(report.html.contains("Black won: 一 played an illegal move, &lt;a0a9&gt;</span>"));
    assert!(report.html.contains("黑胜：红方走了不合规则的着法 &lt;a0a9&gt;</span>"));
}

#[test]
fn a_missed_mate_is_named() {
    let report = analyse(MISSED_MATE, "--nodes 5000 --lang en");
    assert!(report.text.contains("misses mate in 1"), "{}", report.text);
    assert!(report.pgn.contains("R9.2?? {[%eval ") && report.pgn.contains("misses mate in 1"), "{}", report.pgn);
    assert!(report.pgn.contains("(1. R8+2 {[%eval #1]})"), "{}", report.pgn);
    let first = &report.json["moves"][0];
    assert_eq!((first["mark"].as_str(), first["better"]["score"].as_str()), (Some("??"), Some("+M1")));
    assert!(first["remark"]["zh"].as_str().unwrap().contains("错过一步杀"));
}

#[test]
fn an_allowed_mate_is_named_after_the_mark_alone() {
    let game = "[FEN \"3k5/9/1c7/9/9/9/P3c4/9/9/3AKA3 w\"]\n[Format \"ICCS\"]\n\n1. A3-A4 *\n";
    let report = analyse(game, "--nodes 5000 --lang zh");
    let remark = report.json["moves"][0]["remark"]["zh"].as_str().unwrap();
    assert!(remark.contains(" 变为 −M1；对方有一步杀：炮2平5"), "{remark}");
}

#[test]
fn a_repetition_shows_its_ruling_in_words() {
    let report = analyse(REPETITION, "--nodes 2000 --lang en");
    let ruling = "After 5. A8-A9 the position occurs for the third time; the cycle runs from 1. … D9-D8 to 5. A8-A9.";
    assert!(report.text.contains(ruling) && report.text.contains("loses"), "{}", report.text);
    let ruled = &report.json["rulings"][0];
    assert_eq!((ruled["ply"].as_u64(), ruled["loses"].as_str()), (Some(9), Some("red")));
    assert_eq!(ruled["clause"].as_str(), Some("perpetual-check"));
    assert!(ruled["zh"].as_str().unwrap().contains("长将"), "{ruled}");
    assert!(report.pgn.contains(ruling), "{}", report.pgn);
    assert!(report.html.contains("class=\"rulings\"") && report.html.contains("After 5. R9+1 the position occurs"));
    // Without rules nobody loses.
    let report = analyse(REPETITION, "--nodes 2000 --lang en --rules off");
    assert_eq!(report.json["rulings"][0]["loses"], Json::Null);
}

/// `game` with the colours exchanged, upside down.
fn exchanged(game: &GameTree) -> GameTree {
    let mut other = GameTree::from_board(&game.board().flip_colors());
    let mut at = NodeId::ROOT;
    for mv in game.main_line() {
        at = other.add(at, Move::new(mv.from().flip_ranks(), mv.to().flip_ranks())).unwrap();
    }
    other
}

/// A score from the other side: `-0.36` for `+0.36`.
fn negated(score: &Json) -> Json {
    let Some(text) = score.as_str() else { return score.clone() };
    match text.split_at(1) {
        ("+", rest) => format!("-{rest}").into(),
        ("-", rest) => format!("+{rest}").into(),
        _ => text.into(),
    }
}

fn upside_down(mv: &Json) -> String {
    let mv: Move = mv.as_str().unwrap().parse().unwrap();
    Move::new(mv.from().flip_ranks(), mv.to().flip_ranks()).to_string()
}

/// Both reports say the same of the other colour.
fn are_mirrored(one: &Json, other: &Json) {
    let other_side = |side: &Json| if *side == "red" { "black" } else { "red" };
    let (moves, others) = (one["moves"].as_array().unwrap(), other["moves"].as_array().unwrap());
    assert_eq!(moves.len(), others.len());
    for (one, other) in moves.iter().zip(others) {
        assert_eq!(upside_down(&one["move"]), other["move"]);
        assert_eq!(other_side(&one["side"]), other["side"]);
        assert_eq!(negated(&one["score"]), other["score"], "{one}");
        for same in ["lost", "accuracy", "mark", "only", "book"] {
            assert_eq!(one[same], other[same], "{same} of {one}");
        }
        // Each is rounded by itself.
        let both = one["chance"].as_f64().unwrap() + other["chance"].as_f64().unwrap();
        assert!((both - 100.0).abs() < 0.02, "{one}");
        assert_eq!(one["better"].is_null(), other["better"].is_null());
        if !one["better"].is_null() {
            assert_eq!(negated(&one["better"]["score"]), other["better"]["score"]);
            let line: Vec<String> = one["better"]["moves"].as_array().unwrap().iter().map(upside_down).collect();
            assert_eq!(Json::from(line), other["better"]["moves"]);
        }
    }
    assert_eq!((&one["sides"]["red"], &one["sides"]["black"]), (&other["sides"]["black"], &other["sides"]["red"]));
    assert_eq!(one["keyMoments"], other["keyMoments"]);
    let rulings = |told: &Json| told["rulings"].as_array().unwrap().clone();
    assert_eq!(rulings(one).len(), rulings(other).len());
    for (one, other) in rulings(one).iter().zip(&rulings(other)) {
        assert_eq!((&one["ply"], &one["clause"]), (&other["ply"], &other["clause"]));
        assert_eq!(other_side(&one["loses"]), other["loses"]);
    }
}

#[test]
fn colours_exchanged_give_the_same_numbers_to_the_other_side() {
    // The book knows no game that Black begins: what is compared here is in none.
    let from_elsewhere = "[FEN \"r1bakab1r/9/1cn3n2/p1p1C1p1p/9/9/P1P1P1P1P/4C1N2/9/RNBAKAB1R w - - 3 17\"]\n\n\
        17. 前炮退二 车1平2 18. 马八进七 炮2进4 19. 兵五进一 马7进5 20. 马七进五 炮2平5 *\n";
    for (pgn, marks) in [(BLUNDER, 1), (MISSED_MATE, 1), (REPETITION, 1), (from_elsewhere, 0)] {
        let game = guohe_games::read(pgn.as_bytes()).games.remove(0);
        let iccs = Target::Pgn(Style::Iccs);
        let other = guohe_games::write(&exchanged(&game), 1, iccs, TextEncoding::Utf8).bytes;
        let [one, other] =
            [pgn, std::str::from_utf8(&other).unwrap()].map(|game| analyse(game, "--nodes 5000 --lang en").json);
        assert!(one["moves"].as_array().unwrap().iter().filter(|told| !told["mark"].is_null()).count() >= marks);
        are_mirrored(&one, &other);
    }
}

#[test]
fn nothing_of_a_game_is_taken_for_markup() {
    let report = analyse(HOSTILE, "--nodes 500 --lang en");
    assert!(report.html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_eq!(report.html.matches("<script").count(), 2, "the data and the page's own");
    assert_eq!(report.html.matches("</script").count(), 2);
    assert!(!report.html.contains("<b>\"x\""));
    // What the file says of a move is text as well.
    assert!(report.html.contains("&lt;/script&gt;&lt;script&gt;alert(2)&lt;/script&gt;"));
    // Nothing is asked for anywhere.
    assert!(report.html.contains("default-src 'none'"));
    for request in ["src=", "url(", "@import", "<link", "<img", "<iframe"] {
        assert!(!report.html.contains(request), "{request}");
    }
    assert_eq!(report.json["tags"]["Event"].as_str(), Some("<script>alert(1)</script>"));
}

#[test]
fn a_game_from_a_fen_goes_on_counting_and_keeps_what_its_file_says() {
    let game = "[FEN \"2bak4/4a4/4b4/9/9/6N2/4P4/9/4A4/3AK4 b - - 0 40\"]\n[Round \"3\"]\n[Result \"1/2-1/2\"]\n\n\
        {a study} 40... 将5平6 {why not} (40... 象5退7 41. 马三进四) 41. 马三进四 1/2-1/2\n";
    let report = analyse(game, "--nodes 500 --lang en");
    let rounds: Vec<u64> =
        report.json["moves"].as_array().unwrap().iter().map(|told| told["round"].as_u64().unwrap()).collect();
    assert_eq!(rounds, [40, 41]);
    for text in ["Round 3", "Draw", "a study", "why not", "(40. … 象5退7 马三进四)", "(40. … E5-7 H3+4)", ">40</th>"]
    {
        assert!(report.html.contains(text), "{text}");
    }
}

#[test]
fn openings_have_names_and_book_moves_no_marks() {
    let game = "[Result \"*\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 卒7进1 4. 车二进六 马2进3 *\n";
    let report = analyse(game, "--nodes 500 --lang zh");
    let name = "中炮对屏风马";
    assert!(report.text.contains(name) && report.html.contains(name), "{}", report.text);
    for told in report.json["moves"].as_array().unwrap() {
        assert_eq!((told["book"].as_bool(), &told["mark"]), (Some(true), &Json::Null), "{told}");
        assert!(told["opening"]["en"].as_str().is_some_and(|name| name.starts_with("Central Cannon")), "{told}");
    }
}

#[test]
fn the_same_game_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("in.pgn"), BLUNDER).unwrap();
    let mut seen = Vec::new();
    for run_number in 0..2 {
        let names = ["pgn", "html", "json"].map(|kind| format!("{run_number}.{kind}"));
        let [pgn, html, json] = &names;
        let options = format!("analyse in.pgn --nodes 3000 --pgn {pgn} --html {html} --json {json} --lang en");
        let mut all = vec![run(folder.path(), &options).stdout];
        all.extend(names.map(|name| std::fs::read(folder.path().join(name)).unwrap()));
        seen.push(all);
    }
    assert!(seen[0] == seen[1]);
    // Nothing is said twice of a game that was analysed before.
    run(folder.path(), "analyse 0.pgn --nodes 3000 --pgn again.pgn --lang en");
    let [once, again] = ["0.pgn", "again.pgn"].map(|name| {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        ["[%eval", "Blunder, from", "careful"].map(|word| text.matches(word).count())
    });
    assert!(once == again && once[1] > 0 && once[2] == 1, "{once:?} {again:?}");
}

#[test]
fn a_second_analysis_takes_the_place_of_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let read = |name: &str| guohe_games::read(&std::fs::read(at(name)).unwrap()).games.remove(0);
    // On every move of the main line a remark of a person, and what the analysis says.
    let annotated = |from: &str, nodes: u32, to: &str| {
        run(folder.path(), &format!("analyse {from} --nodes {nodes} --pgn {to} --lang en"));
        let mut game = read(to);
        for node in game.main_nodes().collect::<Vec<_>>() {
            game.add_comment(node, "below");
        }
        std::fs::write(at(to), guohe_games::write(&game, 1, Target::Pgn(Style::Chinese), TextEncoding::Utf8).bytes)
            .unwrap();
        let told = |node| (game.comment(node).replace("\nbelow", ""), game.glyphs(node).to_vec());
        game.main_nodes().map(told).collect::<Vec<_>>()
    };
    std::fs::write(at("in.pgn"), BLUNDER).unwrap();
    let first = annotated("in.pgn", 300, "first.pgn");
    let once = annotated("in.pgn", 20000, "once.pgn");
    assert!(first != once && once[8].0.contains("Blunder, from ") && once[7].0.starts_with("careful\n"), "{once:?}");
    assert_eq!(annotated("first.pgn", 20000, "again.pgn"), once);
    let again = read("again.pgn");
    assert!(again.main_nodes().all(|node| again.comment(node).matches("below").count() == 2));
}

#[test]
fn what_a_person_wrote_stays_when_a_game_is_analysed_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let game = "[Result \"*\"]\n[Annotator \"许银川\"]\n\n1. 炮二平五! 马8进7 2. 马二进三? 车9平8 *\n";
    std::fs::write(at("in.pgn"), game).unwrap();
    run(folder.path(), "analyse in.pgn --nodes 500 --pgn once.pgn --lang zh");
    let once = std::fs::read_to_string(at("once.pgn")).unwrap();
    assert!(once.contains("[Annotator \"许银川; guohe "), "{once}");
    // A person goes on where the score ends.
    let written = once.replacen("] }", "]}", 1).replacen("]}", "] 我的看法}", 1);
    std::fs::write(at("once.pgn"), written).unwrap();
    run(folder.path(), "analyse once.pgn --nodes 500 --pgn again.pgn --lang zh");
    let read = |name: &str| guohe_games::read(&std::fs::read(at(name)).unwrap()).games.remove(0);
    let again = read("again.pgn");
    let nodes: Vec<_> = again.main_nodes().collect();
    assert!(nodes.iter().any(|&node| again.comment(node).contains("我的看法")));
    assert!(again.glyphs(nodes[0]).contains(&1) && again.glyphs(nodes[2]).contains(&2));
    assert_eq!(again.tag("Annotator"), read("once.pgn").tag("Annotator"));
    // And behind what was said of a mistake.
    std::fs::write(at("bad.pgn"), BLUNDER).unwrap();
    run(folder.path(), "analyse bad.pgn --nodes 3000 --pgn once.pgn --force --lang en");
    let mut game = read("once.pgn");
    let said = game.main_nodes().find(|&node| game.comment(node).contains("Blunder, from ")).unwrap();
    let comment = format!("{} MY WORDS", game.comment(said));
    game.set_comment(said, &comment);
    let bytes = guohe_games::write(&game, 1, Target::Pgn(Style::Chinese), TextEncoding::Utf8).bytes;
    std::fs::write(at("once.pgn"), bytes).unwrap();
    run(folder.path(), "analyse once.pgn --nodes 3000 --pgn again.pgn --force --lang en");
    let again = read("again.pgn");
    let comment = again.comment(said);
    assert!(comment.contains("MY WORDS") && comment.matches("Blunder, from ").count() == 1, "{comment}");
}

#[test]
fn a_stretch_and_several_games() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("in.pgn"), BLUNDER.repeat(2)).unwrap();
    std::fs::write(at("broken.pgn"), "[Event \"x\"]\n\n1. 炮二平五 将5进9 2. 马二进三 *\n").unwrap();
    let output = run(folder.path(), "analyse in.pgn --nodes 500 --from 6 --to 8 --json out.json --lang en");
    assert!(String::from_utf8(output.stdout).unwrap().contains("1/2\n"));
    let second: Json = serde_json::from_slice(&std::fs::read(at("out-2.json")).unwrap()).unwrap();
    let looked_at = |index: usize| !second["moves"][index]["score"].is_null();
    assert_eq!([4, 5, 6, 7, 8].map(looked_at), [false, true, true, true, false]);
    // There must be something to look at.
    for (stretch, last) in [("--from 9 --to 3", 3), ("--from 11", 10), ("--to 0", 0)] {
        let refused = tools(folder.path(), &format!("analyse in.pgn {stretch} --lang en")).output().unwrap();
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(refused.status.code() == Some(2) && said.contains(&format!("last ply to analyse ({last})")), "{said}");
    }
    // A stream has no numbers.
    if cfg!(unix) {
        let refused = tools(folder.path(), "analyse in.pgn --nodes 500 --pgn /dev/stdout --lang en").output().unwrap();
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8(refused.stderr).unwrap().contains("/dev/stdout takes one game: "));
        let one = run(folder.path(), "analyse in.pgn --game 2 --nodes 500 --pgn /dev/stdout --lang en");
        assert_eq!(String::from_utf8(one.stdout).unwrap().matches("[Annotator ").count(), 1);
    }
    // One game of a file is found by its number, which in a match is its round.
    let games = |rounds: [u8; 2]| rounds.map(|round| BLUNDER.replace("[Red ", &format!("[Round \"{round}\"]\n[Red ")));
    for (rounds, number, found) in [([7, 2], "2", "2"), ([7, 2], "7", "7"), ([7, 7], "2", "7"), ([7, 2], "1", "")] {
        std::fs::write(at("match.pgn"), games(rounds).concat()).unwrap();
        let arguments = format!("analyse match.pgn --game {number} --nodes 500 --pgn one.pgn --force --lang en");
        let output = tools(folder.path(), &arguments).output().unwrap();
        let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        if found.is_empty() {
            assert!(
                output.status.code() == Some(2) && err.contains("there is no game 1 among the 2 games read"),
                "{err}"
            );
            continue;
        }
        let text = std::fs::read_to_string(at("one.pgn")).unwrap();
        assert!(text.contains(&format!("[Round \"{found}\"]")) && !out.contains("1/2"), "{text}");
    }
    // Of a match file it says where the games are.
    std::fs::write(at("match.jsonl"), "{\"format\":\"guohe arena 1\",\"engines\":[]}\n").unwrap();
    let unread = tools(folder.path(), "analyse match.jsonl --lang en").output().unwrap();
    let err = String::from_utf8(unread.stderr).unwrap();
    assert!(
        unread.status.code() == Some(2) && err.contains("no game was read; to get the games of a match file, "),
        "{err}"
    );
    // What is there stays.
    let refused = tools(folder.path(), "analyse in.pgn --nodes 500 --json out.json").output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("--force overwrites it"));
    // Nor do two results share a file, whatever it is called.
    let shared = tools(folder.path(), "analyse in.pgn --nodes 500 --json new --html ./new --lang en").output().unwrap();
    assert!(shared.status.code() == Some(2) && !at("new").exists());
    assert!(String::from_utf8(shared.stderr).unwrap().contains("want a file each"));
    // A file that is wrong in the middle leaves a note and what came before.
    let broken = run(folder.path(), "analyse broken.pgn --nodes 500 --json broken.json --lang en");
    assert!(String::from_utf8(broken.stderr).unwrap().contains("broken.pgn: "));
    let told: Json = serde_json::from_slice(&std::fs::read(at("broken.json")).unwrap()).unwrap();
    assert_eq!(told["moves"].as_array().unwrap().len(), 1);
    let none = tools(folder.path(), "analyse nowhere.pgn").output().unwrap();
    assert_eq!(none.status.code(), Some(2));
}

/// The thread that waits for signals: from then on they are heard.
#[cfg(target_os = "linux")]
fn listens(process: u32) -> bool {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let name = |task: std::io::Result<std::fs::DirEntry>| std::fs::read_to_string(task.unwrap().path().join("comm"));
    tasks.into_iter().any(|task| name(task).is_ok_and(|name| name.starts_with("ctrl-c")))
}

#[cfg(target_os = "linux")]
#[test]
fn whoever_ends_it_early_gets_what_there_is() {
    use rustix::process::Signal;
    use std::process::Stdio;
    use std::time::Duration;
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("in.pgn"), BLUNDER).unwrap();
    // Nobody could wait for this.
    let options = "analyse in.pgn --time 3600s --pgn out.pgn --html out.html --json out.json --lang en";
    let mut child = tools(folder.path(), options).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !listens(child.id()) {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(5));
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8(output.stderr).unwrap().contains("Interrupted"));
    assert!(String::from_utf8(output.stdout).unwrap().contains("Accuracy"));
    for name in ["out.pgn", "out.html", "out.json"] {
        assert!(std::fs::metadata(folder.path().join(name)).unwrap().len() > 200, "{name}");
    }
}
