//! The pieces, each drawn once and then used by name.

use crate::{glyphs, western};
use guohe::types::{Color, Kind, Piece};

/// What stands on the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Set {
    /// 帅仕相马车炮兵, 将士象马车炮卒
    #[default]
    Simplified,
    /// 帥仕相傌俥炮兵, 將士象馬車砲卒
    Traditional,
    /// Crown, star, elephant, horse, tower, cannon, pawn.
    Western,
}

/// The name of a piece's drawing, the same in every picture.
pub fn id(set: Set, piece: Piece) -> String {
    let set = match set {
        Set::Simplified => 's',
        Set::Traditional => 't',
        Set::Western => 'w',
    };
    format!("gd-{set}{}", piece.letter())
}

/// The drawings of all pieces of a set, for `<defs>`. A page with many pictures needs them once.
pub fn definitions(set: Set) -> String {
    let pieces = Color::ALL.into_iter().flat_map(|color| Kind::ALL.map(|kind| Piece::new(color, kind)));
    pieces.map(|piece| definition(set, piece)).collect()
}

fn definition(set: Set, piece: Piece) -> String {
    let glyph = match set {
        Set::Simplified => glyphs::SIMPLIFIED[piece.index()],
        Set::Traditional => glyphs::TRADITIONAL[piece.index()],
        Set::Western => western::SYMBOLS[piece.kind.index()],
    };
    let side = match piece.color {
        Color::Red => "gd-red",
        Color::Black => "gd-black",
    };
    format!(
        "<g id=\"{}\" class=\"{side}\"><circle class=\"gd-disc\" r=\"45\"/><circle class=\"gd-ring\" r=\"40\"/>\
         <path class=\"gd-glyph\" transform=\"scale(.09)\" d=\"{glyph}\"/></g>",
        id(set, piece)
    )
}
