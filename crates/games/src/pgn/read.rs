//! Reads the games of a PGN file, Chinese or not: where each begins and ends. `moves` reads the moves of one.

use super::header::header;
use super::moves::Reader;
use super::scan::{Scanner, Token};
use crate::bilingual::Bilingual;
use crate::notes::{self, Class, Notes, Place, left_out};
use crate::tree::{GameResult, GameTree, MAX_FILE_NODES};

/// Whether a tag is the first thing in `text`.
pub fn begins_with_tag(text: &str) -> bool {
    matches!(Scanner::new(text).next(), Some(Token::Tag(..)))
}

/// All games of `text`. One without tags begins where the text does, or after the result of another.
pub fn read(text: &str, notes: &mut Notes) -> Vec<GameTree> {
    let mut games: Vec<GameTree> = Vec::new();
    // The lines on which games begin, and whether they are read.
    let mut starts = Vec::new();
    let mut size = 0;
    // Whether the last game stands right before this place.
    let mut follows = false;
    let mut scanner = Scanner::new(text);
    while let Some(header) = header(&mut scanner, notes) {
        if size > MAX_FILE_NODES {
            notes.add(Place::Line(header.line), Class::TooLarge, notes::file_too_long());
            break;
        }
        if let Some(game) = games.last_mut().filter(|game| follows && !game.is_empty() && header.completes(game))
            && !header.is_empty()
            && matches!(scanner.clone().next(), None | Some(Token::Tag(..)))
        {
            header.set_tags(game, notes);
            note_unknown_result(game, header.line, notes);
            let text = Bilingual::new("着法之后的标签归入这一局", "tags after the moves are taken for the game's own");
            notes.add(Place::Line(header.line), Class::Changed, text);
            continue;
        }
        follows = false;
        match header.game(notes) {
            Ok(game) => {
                note_unknown_result(&game, header.line, notes);
                let mut reader = Reader::new(game, scanner, notes);
                reader.moves();
                scanner = reader.scanner.clone();
                let game = reader.game;
                // A game without moves takes room as well.
                size += game.len() + 10;
                if header.is_empty() && game.is_empty() {
                    let text = Bilingual::new(
                        "略去第一个标签或着法之前的文字",
                        "the text before the first tag or move is left out",
                    );
                    if !game.is_cut() {
                        notes.add(Place::Line(header.line), Class::Changed, text);
                    }
                } else {
                    games.push(game);
                    starts.push((header.line, true));
                    follows = true;
                }
            }
            Err(why) => {
                notes.add(Place::Line(header.line), Class::BadStart, left_out(why));
                starts.push((header.line, false));
                skip_moves(&mut scanner);
            }
        }
    }
    note_escape(&scanner, notes);
    if games.len() > 1 {
        notes.name_games(&starts);
    }
    games
}

/// Notes that lines were left out because they begin with `%`.
fn note_escape(scanner: &Scanner, notes: &mut Notes) {
    if let Some(line) = scanner.escape() {
        let text = Bilingual::new("略去以 % 开头的行", "lines that begin with % are left out");
        notes.add(Place::Line(line), Class::Changed, text);
    }
}

/// Notes a tag `Result` that cannot be read, because it is not written again.
fn note_unknown_result(game: &GameTree, line: usize, notes: &mut Notes) {
    if let Some(value) = game.tag("Result").filter(|value| GameResult::read(value).is_none()) {
        notes.add(Place::Line(line), Class::Changed, notes::unknown_result(value));
    }
}

/// Reads the moves of `text` into `game`, which has none yet. The text begins on line `line` of its file.
pub fn read_moves(game: GameTree, text: &str, line: usize, notes: &mut Notes) -> GameTree {
    let mut reader = Reader::new(game, Scanner::from_line(text, line), notes);
    reader.moves();
    reader.scanner.pass_separators();
    let line = reader.scanner.line();
    if reader.scanner.next().is_some() {
        let text = Bilingual::new("略去着法之后的内容", "what stands after the moves is left out");
        reader.notes.add(Place::Line(line), Class::Changed, text);
    }
    note_escape(&reader.scanner, reader.notes);
    reader.game
}

/// Passes the moves of a game that is left out.
fn skip_moves(scanner: &mut Scanner) {
    loop {
        let before = scanner.clone();
        match scanner.next() {
            Some(Token::Tag(..)) => {
                *scanner = before;
                return;
            }
            Some(Token::Semicolon) => {
                scanner.line_comment();
            }
            Some(_) => {}
            None => return,
        }
    }
}
