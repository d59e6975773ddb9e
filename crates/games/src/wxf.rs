//! Reads the files of PlayOK and of the World Xiangqi Federation: `FORMAT WXF`, names, and moves in `START{ … }END`.

use crate::bilingual::{self, Bilingual};
use crate::notes::{self, Class, Notes, Place, left_out};
use crate::pgn;
use crate::tree::{GameResult, GameTree, MAX_FILE_NODES};
use guohe::board::Board;

/// Whether `text` holds games of this kind.
pub fn is_wxf(text: &str) -> bool {
    let has = |word: &str| text.lines().take(200).any(|line| line.trim_start().starts_with(word));
    has("START{") && (has("FORMAT") || has("RED") || has("GAME"))
}

/// All games of `text`.
pub fn read(text: &str, notes: &mut Notes) -> Vec<GameTree> {
    let mut games = Vec::new();
    let mut size = 0;
    let mut header: Vec<(usize, &str, &str)> = Vec::new();
    let mut rest = text;
    let mut line = 1;
    while !rest.is_empty() {
        if size > MAX_FILE_NODES {
            notes.add(Place::Line(line), Class::TooLarge, notes::file_too_long());
            break;
        }
        let trimmed = rest.trim_start_matches([' ', '\t', '\u{feff}', '\r']);
        if let Some(moves) = trimmed.strip_prefix("START{") {
            let (moves, after) = match moves.find("}END") {
                Some(end) => (&moves[..end], &moves[end + "}END".len()..]),
                None => {
                    notes.add(
                        Place::Line(line),
                        Class::Broken,
                        Bilingual::new("着法没有以 }END 结束", "the moves are never closed by }END"),
                    );
                    (moves, "")
                }
            };
            if let Some(game) = game(&header, moves, line, notes) {
                size += game.len() + 10;
                games.push(game);
            }
            header.clear();
            line += moves.bytes().filter(|&byte| byte == b'\n').count();
            rest = after;
            continue;
        }
        let end = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let (name, value) = rest[..end].trim().split_once(char::is_whitespace).unwrap_or((rest[..end].trim(), ""));
        if !name.is_empty() {
            header.push((line, name, value.trim()));
        }
        line += 1;
        rest = &rest[end..];
    }
    if !header.is_empty() {
        notes.add(
            Place::Line(header[0].0),
            Class::Changed,
            Bilingual::new("略去最后一个 }END 之后的内容", "what follows the last }END is left out"),
        );
    }
    games
}

fn game(header: &[(usize, &str, &str)], moves: &str, line: usize, notes: &mut Notes) -> Option<GameTree> {
    let mut game = GameTree::new();
    if let Some((line, _, fen)) = header.iter().find(|(_, name, fen)| *name == "FEN" && !fen.is_empty()) {
        match Board::from_fen(fen) {
            Ok(board) => game = GameTree::from_board(&board),
            Err(error) => {
                notes.add(Place::Line(*line), Class::BadStart, left_out(bilingual::of_fen(&error).about("FEN", "FEN")));
                return None;
            }
        }
    }
    for &(line, name, value) in header {
        let tags: &[&str] = match name {
            "RED" => &["Red", "RedElo", "RedTeam"],
            "BLACK" => &["Black", "BlackElo", "BlackTeam"],
            "GAME" | "TITLE" => &["Title"],
            "DATE" => &["Date"],
            "EVENT" => &["Event"],
            "SITE" | "PLACE" => &["Site"],
            "ROUND" => &["Round"],
            "TIME" | "DURATION" => &["TimeControl"],
            _ => &[],
        };
        match name {
            "FORMAT" | "FEN" => {}
            "RESULT" => match GameResult::read(value) {
                Some(result) => game.set_result(result),
                None => notes.add(Place::Line(line), Class::Changed, notes::unknown_result(value)),
            },
            _ if value.is_empty() => {}
            // Of several lines with one meaning the first is the tag.
            _ if tags.first().is_some_and(|tag| game.tag(tag).is_none()) => {
                // A player is a name, a rating and perhaps a team, which takes along what follows it.
                let end: &[char] = if tags.len() > 1 { &[' ', '\t', ';'] } else { &[] };
                let parts = value.splitn(tags.len(), ';').map(|part| part.trim_matches(end));
                for (tag, part) in tags.iter().zip(parts).filter(|(_, part)| !part.is_empty()) {
                    game.set_tag(tag, part);
                }
            }
            other => {
                let shown = notes::shown(other);
                let text = Bilingual::new(
                    format!("“{shown}”这一行保留为注解"),
                    format!("the line {shown} is kept as a comment"),
                );
                notes.add(Place::Line(line), Class::Changed, text);
                game.add_comment(crate::tree::NodeId::ROOT, &format!("{other} {value}"));
            }
        }
    }
    Some(pgn::read_moves(game, moves, line, notes))
}
