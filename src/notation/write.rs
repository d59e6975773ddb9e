//! Writing a move. Chinese text follows the numbering of xqbase's page on notation, WXF the federation's page.

use super::place::{self, Course};
use super::style::Style;
use crate::board::Board;
use crate::types::{Color, Kind, Move, Piece};

/// The text of `mv` on `board`.
///
/// No two legal moves of a position share a text, and [`super::read`] reads each back. A move from an empty square is
/// written in plain coordinates in all styles, since there is no piece to name.
pub fn write(board: &Board, mv: Move, style: Style) -> String {
    let piece = board.piece_at(mv.from());
    match (style, piece) {
        (Style::Wxf, Some(piece)) => wxf(board, piece, mv),
        (Style::Iccs, Some(_)) => format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase(),
        (Style::Plain, _) | (_, None) => mv.to_string(),
        (_, Some(piece)) => chinese(board, piece, mv, style),
    }
}

/// Whether the file identifies the piece. A side has one king, and two advisors or bishops on a file have no move in
/// common on the points that they can reach in a game.
fn is_named_by_file(board: &Board, piece: Piece) -> bool {
    matches!(piece.kind, Kind::King | Kind::Advisor | Kind::Bishop)
        && board.squares(piece.color, piece.kind).all(|square| square.is_reachable_in_a_game_by(piece))
}

fn chinese(board: &Board, piece: Piece, mv: Move, style: Style) -> String {
    let either = |simplified, traditional| if style.is_traditional() { traditional } else { simplified };
    let name = if style.is_traditional() { traditional_name(piece) } else { piece.chinese() };
    let digit = |number: u8| digit(piece.color, number, style);
    let sharing = place::sharing(board, piece.color, piece.kind);
    let index = sharing.iter().position(|&square| square == mv.from());
    let mut text = String::with_capacity(12);
    match index {
        Some(index) if !is_named_by_file(board, piece) => {
            text.push(match (sharing.len(), index) {
                (2 | 3, 0) => '前',
                (3, 1) => '中',
                (2 | 3, _) => either('后', '後'),
                // The ordinal in front is not a file, so it is a Chinese digit for Black, too.
                _ => chinese_digit(index as u8 + 1),
            });
            text.push(name);
        }
        _ => {
            text.push(name);
            text.push(digit(place::file(piece.color, mv.from())));
        }
    }
    let (course, number) = place::course(piece, mv);
    text.push(match course {
        Course::Forward => either('进', '進'),
        Course::Back => '退',
        Course::Sideways => '平',
    });
    text.push(digit(number));
    text
}

/// The traditional character of a piece.
fn traditional_name(piece: Piece) -> char {
    match piece.chinese() {
        '帅' => '帥',
        '将' => '將',
        '马' => '馬',
        '车' => '車',
        '炮' if piece.color == Color::Black => '砲',
        name => name,
    }
}

/// 一 to 九 for 1 to 9.
fn chinese_digit(number: u8) -> char {
    ['一', '二', '三', '四', '五', '六', '七', '八', '九'][number as usize - 1]
}

/// A file or a number of steps, 1 to 9, as `color` writes it.
fn digit(color: Color, number: u8, style: Style) -> char {
    match color {
        Color::Red => chinese_digit(number),
        Color::Black if style.is_full_width() => {
            ['１', '２', '３', '４', '５', '６', '７', '８', '９'][number as usize - 1]
        }
        Color::Black => (b'0' + number) as char,
    }
}

fn wxf(board: &Board, piece: Piece, mv: Move) -> String {
    let letter = match piece.kind {
        Kind::Bishop => 'E',
        Kind::Knight => 'H',
        kind => kind.letter(),
    };
    let file = place::file(piece.color, mv.from());
    let alike = place::on_file(board, piece.color, piece.kind, file);
    let index = alike.iter().position(|&square| square == mv.from());
    let elsewhere = place::sharing(board, piece.color, piece.kind).len() > alike.len();
    let head = match index {
        Some(index) if alike.len() > 1 && !is_named_by_file(board, piece) => {
            let (first, last, middle) = (index == 0, index + 1 == alike.len(), index * 2 + 1 == alike.len());
            match alike.len() {
                // The piece in the middle is written as if it were alone.
                _ if middle && elsewhere => format!("{file}{file}"),
                _ if middle => format!("{letter}{file}"),
                2 | 3 if elsewhere => format!("{file}{}", if first { '+' } else { '-' }),
                2 | 3 => format!("{letter}{}", if first { '+' } else { '-' }),
                _ if first => "++".to_owned(),
                _ if last => "--".to_owned(),
                _ => format!("{letter}{}", if index == 1 { '+' } else { '-' }),
            }
        }
        _ => format!("{letter}{file}"),
    };
    let (course, number) = place::course(piece, mv);
    let sign = match course {
        Course::Forward => '+',
        Course::Back => '-',
        Course::Sideways => '.',
    };
    format!("{head}{sign}{number}")
}
