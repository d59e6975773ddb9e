//! Lines such as `position startpos moves h2e2 …`, bare FENs and bare lists of moves: a game a line.

use crate::bilingual::{self, Bilingual};
use crate::notes::{self, Class, Notes, Place};
use crate::pgn;
use crate::tree::{GameResult, GameTree, MAX_FILE_NODES, NodeId};
use guohe::board::Board;

/// Whether the first line that says anything is a position.
pub fn is_lines(text: &str) -> bool {
    lines(text).next().is_some_and(|(_, line)| start_of(line).is_some())
}

/// The lines that say anything, counted from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let has_text = |line: &&str| !line.is_empty() && !line.starts_with('#');
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_matches(['\u{feff}', ' ', '\t', '\r', '\0'])))
        .filter(move |(_, line)| has_text(line))
}

/// The position with which a line begins, and the moves behind it.
fn start_of(line: &str) -> Option<(Start, String)> {
    let line = line.strip_prefix("position").map_or(line, str::trim_start);
    if let Some(rest) = line.strip_prefix("startpos") {
        let moves = rest.trim_start();
        return Some((Start::Startpos, moves.strip_prefix("moves").unwrap_or(moves).to_owned()));
    }
    let line = line.strip_prefix("fen ").map_or(line, str::trim_start);
    let pieces = line.split_whitespace().next()?;
    if pieces.matches('/').count() != 9 || pieces.len() > 120 {
        return None;
    }
    if let Some((fen, moves)) = line.split_once(" moves") {
        return Some((Start::Fen(fen.to_owned()), moves.to_owned()));
    }
    // The pieces, the side, and up to four fields and counters. Operations of an EPD, such as `bm`, are no moves.
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_field = |word: &&&str| word.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
    let fields = 2 + words.iter().skip(2).take(4).take_while(is_field).count();
    let (fen, behind) = words.split_at(fields.min(words.len()));
    let is_move = |word: &&str| !word.contains(';') && !word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let moves = if behind.first().is_some_and(is_move) { behind.join(" ") } else { String::new() };
    Some((Start::Fen(fen.join(" ")), moves))
}

/// Whether a result stands at the end of a line.
fn ends_game(line: &str) -> bool {
    line.split_whitespace().next_back().is_some_and(|word| GameResult::read(word).is_some())
}

enum Start {
    Startpos,
    Fen(String),
}

/// Whether a line behind the first begins with the number of a later move, as where one game stands in several lines.
pub fn are_numbered_on(text: &str) -> bool {
    lines(text).skip(1).any(|(_, line)| {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        line[..digits].parse::<usize>().is_ok_and(|number| number > 1)
    })
}

/// The game of each line of `text`. The lines below a FEN without moves are its moves.
pub fn read(text: &str, notes: &mut Notes) -> Vec<GameTree> {
    let mut games: Vec<GameTree> = Vec::new();
    let mut size = 0;
    // Whether the last line was a FEN without moves.
    let mut is_open = false;
    let mut lines = lines(text).peekable();
    while let Some((number, line)) = lines.next() {
        if size > MAX_FILE_NODES {
            notes.add(Place::Line(number), Class::TooLarge, notes::file_too_long());
            break;
        }
        let was_open = std::mem::take(&mut is_open);
        let (start, moves, is_list) = match start_of(line) {
            Some((Start::Fen(fen), moves)) => match Board::from_fen(&fen) {
                Ok(board) => {
                    is_open = moves.is_empty();
                    (GameTree::from_board(&board), moves, false)
                }
                Err(error) => {
                    notes.add(
                        Place::Line(number),
                        Class::BadStart,
                        bilingual::of_fen(&error).then("略去这一行", "the line is left out"),
                    );
                    continue;
                }
            },
            Some((Start::Startpos, moves)) => (GameTree::new(), moves, false),
            None if was_open => {
                let mut moves = line.to_owned();
                let mut last = (number, line);
                while let Some(next) = lines.next_if(|(_, next)| !ends_game(last.1) && start_of(next).is_none()) {
                    moves += &"\n".repeat(next.0 - last.0);
                    moves += next.1;
                    last = next;
                }
                (games.pop().unwrap_or_default(), moves, false)
            }
            // A list of moves is a game from the start position.
            None => (GameTree::new(), line.to_owned(), true),
        };
        let mut own = Notes::default();
        let game = pgn::read_moves(start, &moves, number, &mut own);
        if is_list && game.is_empty() && !game.is_cut() {
            let text = Bilingual::new("这一行没有着法，略去", "the line has no move and is left out");
            notes.add(Place::Line(number), Class::Changed, text);
            continue;
        }
        notes.append(own);
        if !(is_list && game.is_empty()) {
            size += game.len() + 10;
            games.push(game);
        }
    }
    games
}

/// The position at the end of the main line.
pub fn write_fen(game: &GameTree, number: usize, notes: &mut Notes) -> String {
    name_what_a_line_loses(game, Bilingual::new("FEN", "a FEN"), number, notes);
    let mut board = game.board();
    for mv in game.main_line() {
        board.make(mv);
    }
    board.fen() + "\n"
}

/// The start and the moves of the main line, as the engine's console takes them.
pub fn write_moves(game: &GameTree, number: usize, notes: &mut Notes) -> String {
    name_what_a_line_loses(game, Bilingual::new("坐标着法", "a line of moves"), number, notes);
    let mut text = format!("position fen {}", game.fen());
    for (index, mv) in game.main_line().enumerate() {
        text += if index == 0 { " moves " } else { " " };
        text += &mv.to_string();
    }
    text + "\n"
}

/// Tags go without a note, since nobody asks a line of moves for them; variations, comments and marks do not.
fn name_what_a_line_loses(game: &GameTree, format: Bilingual, number: usize, notes: &mut Notes) {
    let comments = !game.comment(NodeId::ROOT).is_empty() as usize
        + game.walk().filter(|&(node, _)| !game.comment(node).is_empty()).count();
    let marks = game.walk().map(|(node, _)| game.glyphs(node).len()).sum();
    let counts =
        [("处变着", "variation", game.variations()), ("条注解", "comment", comments), ("个标记", "mark", marks)];
    let lost: Vec<(String, String)> = counts
        .into_iter()
        .filter(|(.., count)| *count > 0)
        .map(|(zh, en, count)| (format!("{count} {zh}"), format!("{count} {en}{}", if count == 1 { "" } else { "s" })))
        .collect();
    if !lost.is_empty() {
        let (zh, en): (Vec<String>, Vec<String>) = lost.into_iter().unzip();
        let text = Bilingual::new(
            format!("{}存不下 {}", format.chinese, zh.join("、")),
            format!("{} has no place for {}", format.english, en.join(" and ")),
        );
        notes.add(Place::Game(number), Class::NotHeld, text);
    }
}
