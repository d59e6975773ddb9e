//! PGN in and out.

use super::common::whole;
use encoding_rs::{BIG5, GB18030};
use guohe::notation::Style;
use guohe_games::{Class, GameResult, GameTree, NodeId, Reading, Target, TextEncoding, read};

fn line(game: &GameTree) -> String {
    game.main_line().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

fn write(game: &GameTree, style: Style) -> String {
    let written = guohe_games::write(game, 1, Target::Pgn(style), TextEncoding::Utf8);
    assert!(written.notes.is_empty());
    String::from_utf8(written.bytes).unwrap()
}

fn notes(reading: &Reading) -> Vec<String> {
    reading.notes.iter().map(ToString::to_string).collect()
}

/// The one game of `text`, which leaves no note.
fn clean(text: &str) -> GameTree {
    let mut reading = read(text.as_bytes());
    assert_eq!(notes(&reading), Vec::<String>::new(), "{text}");
    assert_eq!(reading.games.len(), 1, "{text}");
    reading.games.remove(0)
}

#[test]
fn moves_are_read_in_any_notation_and_however_they_are_numbered() {
    let opening = "h2e2 h9g7 h0g2";
    for text in [
        "1. 炮二平五 马8进7 2. 马二进三",
        "1.炮二平五马8进7 2.马二进三",
        "1.炮二平五马8进72.马二进三",
        "炮二平五，马８进７。馬二進三",
        "1. C2.5 H8+7\n2. H2+3",
        "1. C2=5 h8+7 2. h2+3",
        "1. H2-E2 H9-G7 2. H0-G2 *",
        "h2e2 h9g7 h0g2",
        "h2e2h9g7h0g2",
        "1. Che2 Hg7 2. Hg2",
        "１．炮二平五 ……\n1... 馬8進7 2、马二进三",
    ] {
        assert_eq!(line(&clean(text)), opening, "{text}");
    }
    let black_first = "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b\"]\n";
    for moves in ["1. …… 炮8平5 2. 炮二平五", "1. ... 炮8平5 2. 炮二平五", "        炮8平5\n2. 炮二平五"]
    {
        assert_eq!(line(&clean(&format!("{black_first}{moves}"))), "h7e7 h2e2", "{moves}");
    }
}

#[test]
fn lists_are_read_as_people_paste_them() {
    let opening = "h2e2 h9g7 h0g2 i9h9";
    for text in [
        "1、炮二平五，马8进7；2、马二进三，车9平8。",
        "1．炮二平五\u{3000}马8进7；2．马二进三\u{3000}车9平8",
        "炮二平五、马8进7、马二进三、车9平8",
        "①炮二平五 马8进7 ②马二进三 车9平8",
        "① 炮二平五 马8进7\n② 马二进三 车9平8",
        "1炮二平五 马8进7 2马二进三 车9平8",
        "1炮二平五马8进72马二进三车9平8",
        "第1回合 炮二平五 马8进7 第2回合 马二进三 车9平8",
        "第一回合：炮二平五，马8进7；\n第二回合：马二进三，车9平8。",
        "红：炮二平五 黑：马8进7 红：马二进三 黑：车9平8",
        "第1回合 红方：炮二平五；黑方：马8进7\n第2回合 红方： 马二进三；黑方： 车9平8",
        "红炮二平五 黑马8进7 红马二进三 黑车9平8",
        "炮二平五;马8进7;马二进三;车9平8",
        "1. 炮二平五 马8进7; 2. 马二进三 车9平8;",
        "1.炮二平五 ;马8进7 ;\n2.马二进三 ; 车9平8",
        "1) 炮二平五 马8进7 2) 马二进三 车9平8",
        "（1）炮二平五 马8进7\r\n（2）马二进三 车9平8",
        "【1】炮二平五 马8进7【2】马二进三 车9平8",
        "一、炮二平五 马8进7 二、马二进三 车9平8",
        "1: 炮二平五 | 马8进7\n2: 马二进三 | 车9平8",
        "1…炮二平五……马8进7\n2·马二进三——车9平8",
        "１．砲二平五，馬８進７；２．馬二進三，車９平８。",
        "⒈傌二進三，馬8進7",
        "①砲二平五；包８平５",
        "1、炮二平五，马8进7；2、马二进三，车9平8。红优",
    ] {
        let game = match text {
            // Another opening, in other characters for the same pieces.
            "⒈傌二進三，馬8進7" => ("h0g2 h9g7", clean(text)),
            "①砲二平五；包８平５" => ("h2e2 h7e7", clean(text)),
            text if text.ends_with("红优") => (opening, read(text.as_bytes()).games.remove(0)),
            text => (opening, clean(text)),
        };
        assert_eq!(line(&game.1), game.0, "{text}");
    }
    let game = clean("1、炮二平五，（中炮；最常见）马8进7；2、马二进三{好；;}，车9平8（1、…炮8平5；2、炮五进四）。");
    assert_eq!((line(&game).as_str(), game.variations()), (opening, 0));
    let comments: Vec<&str> = game.main_nodes().map(|node| game.comment(node)).collect();
    assert_eq!(comments, ["中炮；最常见", "", "好；;", "1、…炮8平5；2、炮五进四"]);
    let game = clean("帥五進一，將５進１；①帥五進一");
    assert_eq!(line(&game), "e0e1 e9e8 e1e2");
}

#[test]
fn a_semicolon_begins_a_comment_unless_chinese_moves_follow() {
    for (text, comment) in [
        ("1. 炮二平五 ; 中炮\n马8进7", "中炮"),
        ("1. 炮二平五 ;马8进7 也可以\n1... 马8进7", "马8进7 也可以"),
        ("1. 炮二平五 ; 1... 马8进7 (炮8平5)\n1... 马8进7", "1... 马8进7 (炮8平5)"),
        ("1. 炮二平五;\n马8进7", ""),
        ("1. H2-E2 ; the central cannon; H9-G7 follows\n1... H9-G7", "the central cannon; H9-G7 follows"),
        ("1. h2e2 ; h9g7\nh9g7", "h9g7"),
    ] {
        let game = clean(text);
        assert_eq!(line(&game), "h2e2 h9g7", "{text}");
        assert_eq!(game.comment(game.main_nodes().next().unwrap()), comment, "{text}");
    }
    // Moves that are not legal after the `;` are a comment, and not one without a note.
    let reading = read("1. 炮二平五;炮二平八\n马8进7".as_bytes());
    assert_eq!(line(&reading.games[0]), "h2e2 h9g7");
    assert_eq!(notes(&reading), ["line 1: '炮二平八' between the moves is kept as a comment"]);
    // A comment that reaches beyond its bracket.
    let reading = read("1. 炮二平五 马8进7 (1... 卒7进1; 1... 炮8平5) 2. 马二进三\n".as_bytes());
    assert!(notes(&reading)[0].contains("'炮8平5' between the moves is kept as a comment"), "{:?}", notes(&reading));
    // A header that names the players is no list of moves.
    let reading = read("红方：甲 黑方：乙\n炮二平五 马8进7".as_bytes());
    assert_eq!(reading.games[0].comment(NodeId::ROOT), "红方：甲\n黑方：乙");
}

#[test]
fn a_title_before_the_moves_is_kept() {
    for (title, comment, result) in [
        ("胡荣华 先胜 杨官璘", "胡荣华\n先胜\n杨官璘", GameResult::Red),
        ("许银川 先和 吕钦\n======", "许银川\n先和\n吕钦", GameResult::Draw),
        ("A 0-1 B", "A\n0-1\nB", GameResult::Black),
        ("* ", "", GameResult::Unknown),
        ("全国象棋个人赛", "全国象棋个人赛", GameResult::Unknown),
        ("第1局 车马炮", "第1局\n车马炮", GameResult::Unknown),
        ("2024-1-1 Round", "2024-1-1\nRound", GameResult::Unknown),
    ] {
        for tags in ["", "[Event \"杯赛\"]\n"] {
            let reading = read(format!("{tags}{title}\n1. 炮二平五 马8进7").as_bytes());
            let [game] = &reading.games[..] else { panic!("one game: {title}") };
            assert_eq!((line(game).as_str(), game.result()), ("h2e2 h9g7", result), "{title}");
            assert_eq!(game.comment(NodeId::ROOT), comment);
            let kept = |note: &String| note.ends_with("is kept as a comment");
            assert!(notes(&reading).iter().all(kept), "{:?}", notes(&reading));
        }
    }
    let reading = read("第1局\n1. 炮二平八 马8进7".as_bytes());
    assert!(reading.games.is_empty(), "an illegal first move is no title");
}

#[test]
fn games_without_tags_follow_a_result() {
    let first = "1. 炮二平五 马8进7";
    for between in
        ["1-0\n\n1. ", "红先胜 第一回合：", "*\n第2局 张三 先负 李四 {评}\n", "1-0 (完)\n{\n炮二平五}\n", "\n====\n"]
    {
        let reading = read(format!("{first} {between}兵三进一 卒7进1 0-1\n\n[Event \"3\"]\n兵七进一").as_bytes());
        let lines: Vec<String> = reading.games.iter().map(line).collect();
        assert_eq!(lines, ["h2e2 h9g7", "g3g4 g6g5", "c3c4"], "{between}");
        assert_eq!(reading.games[1].result(), GameResult::Black);
    }
    // The rest of a line, a later part of the same game, and a line of a list.
    for (text, class) in [("1-0 也可 炮二平五\n", Class::Changed), ("1-0\n2. 车一平二 车9平8\n", Class::Broken)]
    {
        let reading = read(format!("{first} {text}").as_bytes());
        assert_eq!(reading.games.iter().map(line).collect::<Vec<_>>(), ["h2e2 h9g7"]);
        let [note] = &notes(&reading)[..] else { panic!("one note: {text}") };
        assert!(note.ends_with(": moves after the result are left out"), "{note}");
        assert_eq!(reading.notes[0].class, class, "{text}");
    }
    let reading = read("startpos\n炮二平五 1-0 兵三进一".as_bytes());
    assert_eq!(notes(&reading), ["line 2: what stands after the moves is left out"]);
}

#[test]
fn comments_behind_the_result_are_the_last_moves() {
    for text in [
        "炮二平五 马8进7 {好} 1-0 {黑方超时判负}",
        "[Red \"甲\"]\n炮二平五 马8进7 1-0\n\n{好} {黑方超时判负}\n\n====\n网站",
    ] {
        let game = clean(text);
        assert_eq!(game.comment(game.main_nodes().last().unwrap()), "好\n黑方超时判负", "{text}");
        assert_eq!(whole(&clean(&write(&game, Style::Chinese))), whole(&game), "{text}");
    }
    let two = read("[Event \"1\"]\n炮二平五 1-0 {a}\n[Event \"2\"]\n兵三进一 0-1 {b".as_bytes());
    let comments: Vec<&str> = two.games.iter().map(|game| game.comment(game.main_nodes().last().unwrap())).collect();
    assert_eq!(comments, ["a", ""]);
    assert_eq!(notes(&two), ["game 2, line 4: text after the result is left out"]);
    for behind in ["黑方超时判负", "\n(完)", "; 完", "\n% x", "{好} 完\n====\n网站"] {
        let reading = read(format!("[Red \"甲\"]\n炮二平五 1-0 {behind}\n").as_bytes());
        let [note] = &notes(&reading)[..] else { panic!("one note: {behind}") };
        assert!(note.ends_with(": text after the result is left out"), "{note}");
    }
}

#[test]
fn square_brackets_behind_something_else_are_comments() {
    let game = clean("1. 炮二平五 [中炮] [1] [好] 马8进7\n2. 马二进三[[起马] ([x] 2. 兵三进一) *");
    assert_eq!((line(&game).as_str(), game.variations()), ("h2e2 h9g7 h0g2", 1));
    let comments: Vec<&str> = game.main_nodes().map(|node| game.comment(node)).collect();
    assert_eq!(comments, ["中炮\n好", "", "[起马"]);
    // One that is never closed takes the rest of its line along.
    let reading = read("1. 炮二平五 [中炮 马8进7\n1... 马2进3".as_bytes());
    assert_eq!(line(&reading.games[0]), "h2e2 b9c7");
    assert_eq!(notes(&reading), ["line 1: '[中炮 马8进7' is no tag"]);
}

#[test]
fn tags_comments_marks_and_variations() {
    let game = clean(
        "\u{feff}[Game \"Chinese Chess\"]\n[Event \"杯赛\"]\n[White \"甲\"]\n[Red \"甲\"]\n[Result \"0-1\"]\n\
         [Format \"Chinese\"]\n\n{开始} 1. 炮二平五! {中炮} (1. 马二进三 {起马} 马8进7 (1... 卒7进1 $4)) \
         (看着简单) 马8进7?! 0-1\n====\n欢迎光临 www.example.org\n",
    );
    assert_eq!(game.tags().collect::<Vec<_>>(), [("Event", "杯赛"), ("Red", "甲"), ("Result", "0-1")]);
    assert_eq!(line(&game), "h2e2 h9g7");
    assert_eq!(game.comment(NodeId::ROOT), "开始");
    let [cannon, horse] = game.children(NodeId::ROOT).collect::<Vec<_>>()[..] else { panic!("two first moves") };
    assert_eq!((game.glyphs(cannon), game.comment(cannon)), (&[1][..], "中炮\n看着简单"));
    assert_eq!(game.comment(horse), "起马");
    let replies: Vec<_> = game.children(horse).collect();
    assert_eq!(replies.len(), 2);
    assert_eq!((game.mv(replies[1]).unwrap().to_string(), game.glyphs(replies[1])), ("g6g5".into(), &[4][..]));
    assert_eq!(game.glyphs(game.first_child(cannon).unwrap()), [6]);
    assert_eq!(game.result(), GameResult::Black);
}

#[test]
fn marks_that_are_no_glyph_are_kept_as_comments() {
    let reading = read("1. 炮二平五?!?! 马8进7！！ 2.马二进三?!!车9平8 *".as_bytes());
    let game = &reading.games[0];
    let said: Vec<_> = game.main_nodes().map(|node| (game.glyphs(node), game.comment(node))).collect();
    assert_eq!(said, [(&[][..], "?!?!"), (&[3], ""), (&[], "?!!"), (&[], "")]);
    let kept = |marks| format!("line 1: '{marks}' between the moves is kept as a comment");
    assert_eq!(notes(&reading), [kept("?!?!"), kept("?!!")]);
}

#[test]
fn a_tag_that_stands_twice_leaves_a_note() {
    let reading = read("[Event \"x\"]\n[Site \"a\"]\n[Site \"a\"]\n[Site \"b\"]\n\n1. 炮二平五 *".as_bytes());
    assert_eq!(reading.games[0].tag("Site"), Some("b"));
    assert_eq!(notes(&reading), ["line 1: the tag Site stands here twice; the first is left out"]);
}

#[test]
fn a_tag_that_would_begin_another_game_is_not_written() {
    let game = clean("[Game \"Xiangqi\"]\n[Title \"t\"]\n1. H2-E2 H9-G7 *\n");
    let written = guohe_games::write(&game, 1, Target::Pgn(Style::Iccs), TextEncoding::Utf8);
    let notes: Vec<String> = written.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["game 1: PGN has no place for the tag Game"]);
    let again = read(&written.bytes);
    assert_eq!(again.games.len(), 1);
    assert_eq!(again.games[0].len(), game.len());
    assert_eq!(again.games[0].tag("Title"), Some("t"));
}

/// Found by fuzzing: a mark whose name was `Variant` without its zero bytes became the tag, and the game was left out.
#[test]
fn a_name_that_becomes_that_of_another_tag_is_not_written() {
    let mut game = clean("[Title \"t\"]\n1. H2-E2 H9-G7 *\n");
    for name in ["Varia\0nt", "re\0d", "\0"] {
        game.set_tag(name, "x");
    }
    let written = guohe_games::write(&game, 1, Target::Pgn(Style::Iccs), TextEncoding::Utf8);
    assert_eq!(written.notes.len(), 3);
    let again = &read(&written.bytes).games[0];
    assert_eq!(again.tags().collect::<Vec<_>>(), [("Result", "*"), ("Title", "t")]);
}

#[test]
fn a_tag_that_quotes_another_format_is_a_tag() {
    let game = clean("[Game \"Chinese Chess\"]\n[Event \"[DhtmlXQ_title]t\"]\n1. H2-E2 {FORMAT WXF} 1... H9-G7 *\n");
    assert_eq!(game.tag("Event"), Some("[DhtmlXQ_title]t"));
    assert_eq!(line(&game), "h2e2 h9g7");
}

#[test]
fn names_of_tags_may_be_in_lower_case() {
    let game = clean("[game \"Chinese Chess\"]\n[red \"甲\"]\n[fen \"3k5/9/9/9/9/9/9/9/9/4K4 b\"]\n1... 将4进1\n");
    assert_eq!(game.tags().collect::<Vec<_>>(), [("Red", "甲")]);
    assert_eq!((line(&game).as_str(), game.is_from_startpos()), ("d9d8", false));
}

#[test]
fn the_encoding_is_the_one_in_which_the_moves_are_legal() {
    let simplified = "[Red \"胡荣华\"]\n1. 炮二平五 马8进7 2. 马二进三 车9平8 *";
    let traditional = "[Red \"呂欽\"]\n1. 炮二平五 馬８進７ 2. 馬二進三 車９平８ *";
    for (bytes, encoding, red) in [
        (GB18030.encode(simplified).0, "gb18030", "胡荣华"),
        (GB18030.encode(traditional).0, "gb18030", "呂欽"),
        (BIG5.encode(traditional).0, "Big5", "呂欽"),
    ] {
        let reading = read(&bytes);
        assert_eq!(reading.encoding, Some(encoding));
        assert_eq!(notes(&reading), Vec::<String>::new());
        assert_eq!(line(&reading.games[0]), "h2e2 h9g7 h0g2 i9h9");
        assert_eq!(reading.games[0].tag("Red"), Some(red));
    }
    // The second byte of 寎 is a closing brace to who reads otherwise, and what is said of a move becomes one.
    let (bytes, _, _) = GB18030.encode("[Game \"Chinese Chess\"]\n[Result \"*\"]\n\n{寎 1. C2.5} *\n");
    let reading = read(&bytes);
    assert_eq!(reading.encoding, Some("gb18030"));
    assert_eq!(reading.games[0].main_line().count(), 0);
    // Moves that are the same in all encodings: the names decide.
    let bytes = BIG5.encode("[Red \"趙國榮\"]\n[Black \"許銀川\"]\n1. H2-E2 *").0.into_owned();
    assert_eq!(read(&bytes).encoding, Some("Big5"));
}

#[test]
fn a_move_that_is_none_ends_its_line_and_nothing_else() {
    let reading = read(
        "[Event \"1\"]\n1. 炮二平五 马8进7\n2. 马二进五 车9平8 {weg} 3. 兵三进一 1-0\n\n[Event \"2\"]\n\
         1. 炮二平五 (1. 马二进三 炮二进九 兵三进一) 马8进7 2. 马二进三 *\n"
            .as_bytes(),
    );
    let [first, second] = &reading.games[..] else { panic!("two games") };
    assert_eq!((line(first).as_str(), first.result()), ("h2e2 h9g7", GameResult::Red));
    assert_eq!((line(second).as_str(), second.variations()), ("h2e2 h9g7 h0g2", 1));
    let notes = notes(&reading);
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].starts_with("game 1, line 3: ply 3: '马二进五' is "), "{}", notes[0]);
    assert!(notes[0].ends_with("; the line ends here, 2 more moves and 1 comment are left out"), "{}", notes[0]);
    assert!(notes[1].starts_with("game 2, line 6: ply 2: "), "{}", notes[1]);
    let chinese = reading.notes[0].chinese();
    assert!(chinese.starts_with("第 1 局（第 3 行）：第 2 回合红方：“马二进五”"), "{chinese}");
    assert!(chinese.ends_with("；这一路着法到此为止，略去后面 2 着和 1 条注解"), "{chinese}");
}

#[test]
fn what_is_odd_leaves_a_note() {
    for (text, note) in [
        ("[FEN \"nonsense\"]\n1. 炮二平五 *", "line 1: the tag FEN: "),
        ("[Variant \"chess\"]\n1. e4 e5 *", "another game"),
        ("[Event \"x\"\n1. 炮二平五 *", "is no tag"),
        ("1. 炮二平五 {open", "line 1: the comment is never closed"),
        ("1. 炮二平五 (1. 兵三进一", "a bracket is never closed"),
        ("1. 炮二平五 (no move", "line 1: the bracket is never closed"),
        ("1. 炮二平五 ) 马8进7", "a bracket closes that nothing opened"),
        ("1. 炮二平五 } 马8进7", "a brace closes that nothing opened"),
        ("[Result \"1-0\"]\n1. 炮二平五 0-1", "the tag Result says 1-0"),
        ("[Result \"红方大胜\"]\n1. 炮二平五 *", "line 1: the result '红方大胜' is not known"),
        ("$4 1. 炮二平五", "line 1: '$4' between the moves is kept as a comment"),
        ("1. 炮二平五 马8进7\n\n马二进五", "line 3: ply 3: "),
        ("% x\n[Red \"甲\"]\n1. 炮二平五 *", "line 1: lines that begin with % are left out"),
        ("1. 炮二平五\n % x\n% y\n马8进7", "line 2: lines that begin with % are left out"),
        ("1. 炮二平五 *\n% x\n{y}", "line 2: lines that begin with % are left out"),
        ("FORMAT WXF\nSTART{\n1. C2.5\n% x\nH8+7\n}END\n", "lines that begin with % are left out"),
        ("1. 炮二平五 妙 马8进7", "'妙' between the moves is kept as a comment"),
        ("hello world", "no game was found"),
        ("", "no game was found"),
    ] {
        let reading = read(text.as_bytes());
        assert!(notes(&reading).iter().any(|found| found.contains(note)), "{text}: {:?}", notes(&reading));
    }
    assert_eq!(clean("[Result \"平局\"]\n1. 炮二平五").result(), GameResult::Draw);
    // What is no game at all is not picked to pieces.
    assert_eq!(notes(&read(b"<html> (a) } [b] \xff")), ["no game was found"]);
    // A game that is left out does not take the next one with it.
    let reading = read("[FEN \"x\"]\n1. 炮二平五 {a} (b)\n[Event \"2\"]\n1. 炮二平五 *".as_bytes());
    assert_eq!(reading.games.iter().map(line).collect::<Vec<_>>(), ["h2e2"]);
}

#[test]
fn games_without_moves_and_games_side_by_side() {
    let text = "[Event \"a\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w\"]\n[Event \"b\"]\n[Event \"c\"]\n*\n[Event \"d\"]\n\
                1. 炮二平五\n====\n1. junk";
    let reading = read(text.as_bytes());
    let games: Vec<(String, String)> =
        reading.games.iter().map(|game| (game.tag("Event").unwrap_or("").to_owned(), line(game))).collect();
    let expected = [("a", ""), ("b", ""), ("c", ""), ("d", "h2e2")];
    assert_eq!(games, expected.map(|(event, moves)| (event.to_owned(), moves.to_owned())));
    assert!(!reading.games[0].is_from_startpos());
    assert_eq!(notes(&reading), Vec::<String>::new());
}

#[test]
fn tags_behind_the_moves_make_no_game_of_their_own() {
    let moves = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Result \"*\"]\n1. 炮二平五 马8进7";
    for (behind, tags) in [
        ("[Result \"1-0\"]", vec![("Red", "甲"), ("Result", "1-0")]),
        ("*\n[Black \"乙\"]\n[Red \"甲\"]\n", vec![("Red", "甲"), ("Result", "*"), ("Black", "乙")]),
        ("0-1\n\n[Result \"0-1\"]", vec![("Red", "甲"), ("Result", "0-1")]),
    ] {
        let reading = read(format!("{moves}\n{behind}").as_bytes());
        assert_eq!(notes(&reading).len(), 1, "{behind}");
        assert!(notes(&reading)[0].ends_with("tags after the moves are taken for the game's own"), "{behind}");
        let [game] = &reading.games[..] else { panic!("one game: {behind}") };
        assert_eq!((game.tags().collect::<Vec<_>>(), line(game).as_str()), (tags, "h2e2 h9g7"), "{behind}");
    }
    // What contradicts the game, names another start or event, or has moves or a result behind it is another game.
    for behind in [
        "[Red \"丙\"]",
        "[Event \"2\"]",
        "[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w\"]",
        "0-1\n[Result \"1-0\"]",
        "[Black \"乙\"]\n*",
        "[Black \"乙\"]\n1. 兵三进一",
    ] {
        let reading = read(format!("{moves}\n{behind}").as_bytes());
        assert_eq!((reading.games.len(), notes(&reading)), (2, Vec::new()), "{behind}");
    }
}

const RICH: &str = "[Event \"a \\\"b\\\" \\\\ c\"]\n[Red \"甲\"]\n[Black \"乙\"]\n[Opening \"中炮\"]\n\
    [FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 4 7\"]\n\n\
    {one\ntwo} 7... 炮8平5 $1 $14 {x} (7... 马8进7 {y} 8. 炮二平五 (8. 兵三进一) (8. 兵七进一 卒3进1)) (7... 卒7进1)\n\
    8. 炮二平五 (8. 相三进五 {z}) 士4进5 9. 帅五进一 1/2-1/2\n";

#[test]
fn a_game_goes_out_and_comes_back_in_every_style() {
    let game = clean(RICH);
    for style in [Style::Chinese, Style::Traditional, Style::Wxf, Style::Iccs] {
        let text = write(&game, style);
        assert_eq!(whole(&clean(&text)), whole(&game), "{text}");
    }
}

#[test]
fn a_game_as_text() {
    let game = clean(RICH);
    let expected = "[Game \"Chinese Chess\"]\n[Variant \"xiangqi\"]\n[Event \"a \\\"b\\\" \\\\ c\"]\n[Red \"甲\"]\n\
        [White \"甲\"]\n[Black \"乙\"]\n[Result \"1/2-1/2\"]\n[Opening \"中炮\"]\n[SetUp \"1\"]\n\
        [FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 4 7\"]\n[Format \"Chinese\"]\n\n\
        {one\ntwo} 7... 炮8平5! $14 {x} (7... 马8进7 {y} 8. 炮二平五 (8. 兵三进一)\n(8. 兵七进一 卒3进1)) \
        (7... 卒7进1) 8. 炮二平五 (8. 相三进五 {z}) 8... 士4进5\n9. 帅五进一 1/2-1/2\n\n";
    assert_eq!(write(&game, Style::Chinese), expected);
}

#[test]
fn lines_of_moves_are_at_most_eighty_columns_wide() {
    let moves = "h2e2 h7e7 e2h2 e7h7 ".repeat(20);
    let text = write(&clean(&moves), Style::Iccs);
    assert!(text.lines().count() > 10, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn counters_of_the_start_position_come_back() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 4 7";
    let game = clean(&format!("[FEN \"{start}\"]\n7. 炮二平五 *"));
    for target in [Target::Pgn(Style::Chinese), Target::Ubb] {
        let written = guohe_games::write(&game, 1, target, TextEncoding::Utf8);
        assert!(written.notes.is_empty());
        assert_eq!(read(&written.bytes).games[0].fen(), start);
    }
}

#[test]
fn moves_below_or_behind_a_position_begin_there() {
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w";
    for text in [
        format!("{fen}\n1. 炮二平五 马8进7\n2. 车一进一\n"),
        format!("{fen} - - 0 1 炮二平五 马8进7 车一进一\n"),
        format!("{fen} - - 0 1 h2e2 h9g7 i0i1\n"),
    ] {
        let game = clean(&text);
        let moves: Vec<String> = game.main_line().map(|mv| mv.to_string()).collect();
        assert_eq!(moves, ["h2e2", "h9g7", "i0i1"], "{text}");
        assert!(!game.is_from_startpos());
    }
    // A result ends the game, and notes name the lines of the file.
    let reading = read(format!("{fen}\n\n# one\n炮二平五 1-0\n兵七进一\n马八进七 x9\n").as_bytes());
    assert_eq!(reading.games.len(), 3);
    assert!(notes(&reading)[0].starts_with("line 6: "), "{:?}", notes(&reading));
    // The operations of an EPD are no moves.
    assert!(clean(&format!("{fen} - - bm h2e2; id \"x\";\n")).is_empty());
}

#[test]
fn an_illegal_first_move_is_named() {
    let reading = read("1. 车五进一 将4进1 2. 兵四平五".as_bytes());
    assert!(reading.games.is_empty());
    let note = reading.notes[0].to_string();
    assert!(note.contains("ply 1") && note.contains("车五进一"), "{note}");
}

#[test]
fn remarks_that_name_a_piece_do_not_end_the_game() {
    let reading = read("1. 炮二平五 马8进7 屏风马 2. 马二进三 车9平8".as_bytes());
    assert_eq!(reading.games[0].main_line().count(), 4, "{:?}", reading.notes);
    // Without a blank, too.
    for (moves, remark) in [
        ("马8进7好 2. 马二进三", "好"),
        ("马8进7红优 马二进三", "红优"),
        ("马8进7± 2. 马二进三", "±"),
        ("h9g7⩲ h0g2", "⩲"),
        ("H8+7∞ 2. 马二进三", "∞"),
        ("H8+7 N 2. 马二进三", "N"),
        ("H8+7好 2. 马二进三", "好"),
        ("h9-g7+- 马二进三", "+-"),
    ] {
        let text = format!("1. 炮二平五 {moves} *");
        let reading = read(text.as_bytes());
        let game = &reading.games[0];
        assert_eq!(line(game), "h2e2 h9g7 h0g2", "{text}: {:?}", reading.notes);
        assert_eq!(game.comment(game.main_nodes().nth(1).unwrap()), remark, "{text}");
        assert_eq!(notes(&reading), [format!("line 1: '{remark}' between the moves is kept as a comment")]);
    }
}

#[test]
fn signs_and_results_behind_a_move_need_no_blank() {
    for moves in ["h2e2 h9g7+ h0g2+ i9h9#", "炮二平五 马8进7＋ 马二进三 车9平8", "h2e2+h9g7++h0g2i9h9"] {
        let game = clean(moves);
        assert_eq!(line(&game), "h2e2 h9g7 h0g2 i9h9", "{moves}");
        assert!(game.main_nodes().all(|node| game.comment(node).is_empty()), "{moves}");
    }
    let game = clean("炮二平五 马8进7+！ *");
    assert_eq!(game.glyphs(game.main_nodes().nth(1).unwrap()), [1]);
    for (result, read_as) in [("红胜", GameResult::Red), ("和棋", GameResult::Draw), ("*", GameResult::Unknown)] {
        let reading = read(format!("1. 炮二平五 马8进7{result}\n1. 兵七进一 卒7进1").as_bytes());
        assert_eq!(reading.games.len(), 2, "{result}: {:?}", reading.notes);
        assert_eq!((line(&reading.games[0]).as_str(), reading.games[0].result()), ("h2e2 h9g7", read_as));
    }
}

#[test]
fn digits_of_the_other_side_leave_a_note() {
    for (text, note) in [
        ("1. 炮二平五 马8进7 2. 马二进三 3. 兵七进一 卒7进1", Some("ply 4: '兵七进一' has the digits of Red")),
        ("1. 炮二平五 马8进7 (1. 兵七进一 卒7进1) 2. 马二进三", Some("ply 2: '兵七进一' has the digits of Red")),
        // Whoever writes both sides alike is understood.
        ("1. 炮2平5 马8进7 2. 马2进3 车9平8", None),
        ("1. 炮二平五 马八进七 2. 马二进三 车九平八", None),
        ("1. C2.5 马8进7 2. h0g2 车9平8", None),
    ] {
        let notes = notes(&read(text.as_bytes()));
        assert_eq!(notes.len(), usize::from(note.is_some()), "{text}: {notes:?}");
        assert!(note.is_none_or(|note| notes[0].contains(note)), "{text}: {notes:?}");
    }
}

#[test]
fn a_result_in_chinese_is_known() {
    for (text, word) in [("红先胜", "1-0"), ("黑胜", "0-1"), ("和棋", "1/2-1/2"), ("１－０", "1-0"), ("1‑0", "1-0")]
    {
        let game = clean(&format!("[Result \"{text}\"]\n\n1. 炮二平五 马8进7 {text}\n"));
        assert_eq!(game.tag("Result"), Some(word), "{text}");
    }
}

#[test]
fn one_move_in_another_notation_changes_no_style() {
    for (text, style) in [
        ("1. 炮二平五 h9g7 2. 马二进三", Style::Chinese),
        ("1. 炮二平五 (1. H2+3) 马8进7", Style::Chinese),
        ("1. 炮二平五 馬8進7 2. 马二进三", Style::Traditional),
        ("1. C2.5 马8进7", Style::Wxf),
    ] {
        assert_eq!(read(text.as_bytes()).games[0].style(), style, "{text}");
    }
}

#[test]
fn one_game_in_several_lines_stays_one_after_a_wrong_move() {
    // A numbered list of games is one.
    let games = read("1. 炮二平五 马8进7 \n2. 炮二平五 马8进7".as_bytes()).games;
    assert_eq!(games.iter().map(|game| game.main_line().count()).collect::<Vec<_>>(), [2, 2]);
    let reading = read("1. 炮二平五 马8进7\n2. 马二进九 车9平8\n3. 兵三进一 卒3进1".as_bytes());
    assert_eq!(reading.games.len(), 1, "{:?}", reading.notes);
    assert!(reading.games[0].is_cut());
}

#[test]
fn marks_in_front_of_a_move_do_not_swallow_it() {
    let reading = read("1. 炮二平五 ！！！马8进7 2. 马二进三".as_bytes());
    assert!(reading.notes.iter().any(|note| note.class != guohe_games::Class::Changed), "{:?}", reading.notes);
}

#[test]
fn a_game_that_is_left_out_has_no_number() {
    let tags = |fen: &str| format!("[Event \"x\"]\n[FEN \"{fen}\"]\n\n*\n\n");
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let text = [tags(start), tags("nonsense"), tags(start)].concat();
    let reading = read(text.as_bytes());
    assert_eq!((reading.games.len(), reading.notes.len()), (2, 1));
    let note = reading.notes[0].to_string();
    assert!(note.starts_with("line ") && note.contains("the game is left out"), "{note}");
}

#[test]
fn numbers_tell_whose_variation_it_is_and_which_game_begins() {
    let read = |text: &str| guohe_games::read(text.as_bytes());
    // A bracket with a move of Black behind one of Red stays a comment.
    let reading = read("1. 炮二平五 (1... 马8进7 2. 马二进三) 1... 炮8平5 *");
    assert_eq!(reading.games[0].variations(), 0);
    assert_eq!(reading.games[0].main_line().count(), 2);
    let reading = read("1. 炮二平五 (1. 马八进七) 1... 炮8平5 (1... 马8进7) *");
    assert_eq!(reading.games[0].variations(), 2);
    // Moves behind a result that go on counting are no game of their own.
    let reading = read("1. 炮二平五 马8进7 1-0\n2. 马二进三 马2进3\n3. 兵三进一 卒3进1");
    assert_eq!(reading.games.len(), 1);
    assert!(!reading.notes.is_empty());
    assert_eq!(read("1. 炮二平五 马8进7 1-0\n1. 马二进三 马2进3").games.len(), 2);
    assert_eq!(read("炮二平五 马8进7 1-0\n马二进三 马2进3").games.len(), 2);
    // Numbers of games, not of moves.
    assert_eq!(read("1.\n炮二平五 马8进7\n马二进三 1-0\n\n2.\n炮二平五 炮8平5 0-1").games.len(), 2);
    // A program may write `1...` for either side where Black begins.
    let reading = read(
        "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1\"]\n\n1. 马8进7 炮二平五 (1... 马二进三) 2. 马2进3 *",
    );
    assert_eq!(reading.games[0].variations(), 1);
}
