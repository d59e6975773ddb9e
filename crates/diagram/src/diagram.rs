//! The board: lines, marks, river, coordinates, and what happens on it.

use crate::glyphs;
use crate::pieces::{Set, definitions, id};
use crate::style::{Theme, style};
use guohe::board::Board;
use guohe::types::{Color, Move, Square};
use std::fmt::Write;

/// The distance of two points.
const CELL: i32 = 100;
/// From the outer points to the edge, without and with coordinates.
const MARGIN: i32 = 64;
const WIDE_MARGIN: i32 = 98;
/// How far the outer frame is from the outer lines.
const FRAME: i32 = 10;

/// An arrow from square to square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// Where it goes.
    pub mv: Move,
    /// Its colour, 0 to 2: the best move, another one, a threat.
    pub color: usize,
}

/// How Red's files are numbered; Black's always have the digits 1 to 9.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Numerals {
    /// 一 to 九.
    #[default]
    Chinese,
    /// Both 一 to 九, marked `lang="zh"`, and 1 to 9, marked `lang="en"`, for a page that shows one language at a time.
    ByLanguage,
}

/// A position to be drawn.
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    /// The position.
    pub board: &'a Board,
    /// What stands on the pieces.
    pub set: Set,
    /// The move that led to the position.
    pub last_move: Option<Move>,
    /// Drawn over the pieces, the first one on top.
    pub arrows: Vec<Arrow>,
    /// Black at the bottom.
    pub flipped: bool,
    /// The numbers of the files on both sides.
    pub coordinates: bool,
    /// In which digits Red's files are.
    pub numerals: Numerals,
    /// For readers who cannot see the picture; no markup.
    pub description: String,
}

impl<'a> Diagram<'a> {
    /// The position with simplified pieces and coordinates, a check marked, nothing else.
    pub fn new(board: &'a Board) -> Self {
        Self {
            board,
            set: Set::default(),
            last_move: None,
            arrows: Vec::new(),
            flipped: false,
            coordinates: true,
            numerals: Numerals::default(),
            description: board.fen(),
        }
    }

    /// A whole SVG file, which needs no fonts and nothing from outside.
    pub fn svg(&self, theme: Theme) -> String {
        let inside = format!("<style>{}</style><defs>{}</defs>{}", style(theme), definitions(self.set), self.content());
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", self.element(&inside))
    }

    /// An `<svg>` element for a page that holds [`style`] and, in an SVG of its own, [`definitions`].
    pub fn inline(&self) -> String {
        self.element(&self.content())
    }

    fn element(&self, inside: &str) -> String {
        let margin = if self.coordinates { WIDE_MARGIN } else { MARGIN };
        let (width, height) = (8 * CELL + 2 * margin, 9 * CELL + 2 * margin);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {0} {width} {height}\" width=\"{1}\" height=\"{2}\" \
             role=\"img\"><title>{3}</title>{inside}</svg>",
            -margin,
            width / 2,
            height / 2,
            escaped(&self.description)
        )
    }

    /// Where a square is drawn.
    fn point(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
        if self.flipped { ((8 - file) * CELL, rank * CELL) } else { (file * CELL, (9 - rank) * CELL) }
    }

    fn content(&self) -> String {
        let mut text = String::new();
        let margin = if self.coordinates { WIDE_MARGIN } else { MARGIN };
        let (width, height) = (8 * CELL + 2 * margin, 9 * CELL + 2 * margin);
        let _ = write!(
            text,
            "<rect class=\"gd-board\" x=\"{0}\" y=\"{0}\" width=\"{width}\" height=\"{height}\" rx=\"14\"/>",
            -margin
        );
        text.push_str(&grid());
        text.push_str(&river(self.set));
        if self.coordinates {
            self.numbers(&mut text);
        }
        if let Some(mv) = self.last_move {
            self.last(mv, &mut text);
        }
        if self.board.in_check() {
            let (x, y) = self.point(self.board.king(self.board.side()));
            let _ = write!(text, "<circle class=\"gd-check\" cx=\"{x}\" cy=\"{y}\" r=\"58\"/>");
        }
        for square in Square::all() {
            if let Some(piece) = self.board.piece_at(square) {
                let (x, y) = self.point(square);
                let _ = write!(text, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", id(self.set, piece));
            }
        }
        if !self.arrows.is_empty() {
            text.push_str("<g class=\"gd-arrows\">");
            self.arrows.iter().rev().for_each(|arrow| self.arrow(*arrow, &mut text));
            text.push_str("</g>");
        }
        text
    }

    /// The files as each side counts them from its right hand.
    fn numbers(&self, text: &mut String) {
        let (above, below) = (-FRAME - 56, 9 * CELL + FRAME + 56);
        let (red, black) = if self.flipped { (above, below) } else { (below, above) };
        for number in 0..9 {
            let from_left = number as i32 * CELL;
            let from_right = (8 - number as i32) * CELL;
            let (red_x, black_x) = if self.flipped { (from_left, from_right) } else { (from_right, from_left) };
            let mut put = |lang: &str, glyph: &str, x: i32, y: i32| {
                let _ = write!(
                    text,
                    "<path{lang} class=\"gd-text gd-number\" data-place=\"{x} {y}\" \
                     transform=\"translate({x} {y}) scale(.034)\" d=\"{glyph}\"/>"
                );
            };
            let (chinese, digit) = (glyphs::CHINESE_NUMERALS[number], glyphs::NUMERALS[number]);
            match self.numerals {
                Numerals::Chinese => put("", chinese, red_x, red),
                Numerals::ByLanguage => {
                    put(" lang=\"zh\"", chinese, red_x, red);
                    put(" lang=\"en\"", digit, red_x, red);
                }
            }
            put("", digit, black_x, black);
        }
    }

    /// A circle where it began, a ring where it ended.
    fn last(&self, mv: Move, text: &mut String) {
        for (square, radius) in [(mv.from(), 16), (mv.to(), 50)] {
            let (x, y) = self.point(square);
            let _ = write!(text, "<circle class=\"gd-last\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
        }
    }

    fn arrow(&self, arrow: Arrow, text: &mut String) {
        let color = arrow.color.min(2);
        let ((x1, y1), (x2, y2)) = (self.point(arrow.mv.from()), self.point(arrow.mv.to()));
        let (dx, dy) = (f64::from(x2 - x1), f64::from(y2 - y1));
        let length = dx.hypot(dy);
        let (ux, uy) = (dx / length, dy / length);
        let at =
            |along: f64, aside: f64| (f64::from(x1) + ux * along - uy * aside, f64::from(y1) + uy * along + ux * aside);
        // From the rim of the piece to just before the middle of the square reached.
        let (tip, neck) = (length - 6.0, length - 48.0);
        let (start, end) = (at(34.0_f64.min(length / 4.0), 0.0), at(neck, 0.0));
        let (left, right, point) = (at(neck, -25.0), at(neck, 25.0), at(tip, 0.0));
        let _ = write!(
            text,
            "<path class=\"gd-arrow gd-a{color}\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>\
             <path class=\"gd-h{color}\" d=\"M{:.1} {:.1}L{:.1} {:.1} {:.1} {:.1}Z\"/>",
            start.0, start.1, end.0, end.1, left.0, left.1, point.0, point.1, right.0, right.1
        );
    }
}

/// The words of the river, for a picture with a9 at its origin and points 100 apart: 楚河 on the left and 漢界 on the
/// right, whichever side is at the bottom.
pub fn river(set: Set) -> String {
    let places = [110, 250, 550, 690];
    let glyph = |(index, x): (usize, i32)| {
        let place = format!("transform=\"translate({x} 450) scale(.056)\"");
        if index == 2 && set != Set::Simplified {
            format!("<path class=\"gd-stroke\" {place} d=\"{}\"/>", glyphs::HAN)
        } else {
            format!("<path class=\"gd-text\" {place} d=\"{}\"/>", glyphs::RIVER[index])
        }
    };
    places.into_iter().enumerate().map(glyph).collect()
}

/// Frame, ranks, files, palaces, and the marks of cannons and pawns, for a picture with a9 at its origin and points 100
/// apart.
pub fn grid() -> String {
    let (right, bottom) = (8 * CELL, 9 * CELL);
    let mut path = String::new();
    for rank in 0..10 {
        let _ = write!(path, "M0 {}H{right}", rank * CELL);
    }
    let _ = write!(path, "M0 0V{bottom}M{right} 0V{bottom}");
    for file in 1..8 {
        let _ = write!(path, "M{0} 0V{1}M{0} {2}V{bottom}", file * CELL, 4 * CELL, 5 * CELL);
    }
    for top in [0, 7 * CELL] {
        let _ = write!(path, "M{0} {top}L{1} {2}M{1} {top}L{0} {2}", 3 * CELL, 5 * CELL, top + 2 * CELL);
    }
    let cannons = [(1, 2), (7, 2), (1, 7), (7, 7)];
    let pawns = [0, 2, 4, 6, 8].into_iter().flat_map(|file| [(file, 3), (file, 6)]);
    for (file, rank) in cannons.into_iter().chain(pawns) {
        for (across, down) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
            // Nothing is drawn beyond the outer files.
            if (file == 0 && across < 0) || (file == 8 && across > 0) {
                continue;
            }
            let (x, y) = (file * CELL + across * 9, rank * CELL + down * 9);
            let _ = write!(path, "M{} {y}H{x}V{}", x + across * 17, y + down * 17);
        }
    }
    format!(
        "<path class=\"gd-line\" d=\"{path}\"/><rect class=\"gd-frame\" x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{2}\"/>",
        -FRAME,
        right + 2 * FRAME,
        bottom + 2 * FRAME
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A sentence for readers who cannot see the picture: whose turn it is and the FEN.
pub fn description(board: &Board) -> String {
    let side = match board.side() {
        Color::Red => "Red",
        Color::Black => "Black",
    };
    format!("{side} to move: {}", board.fen())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_drawn_where_it_stands() {
        let board = Board::startpos();
        let mut diagram = Diagram::new(&board);
        let svg = diagram.svg(Theme::Light);
        assert_eq!(svg.matches("<use ").count(), 32);
        assert_eq!(svg.matches("<g id=\"gd-s").count(), 14);
        assert!(svg.contains("<use href=\"#gd-sC\" x=\"700\" y=\"700\"/>"), "{svg}");
        diagram.flipped = true;
        assert!(diagram.inline().contains("<use href=\"#gd-sC\" x=\"100\" y=\"200\"/>"));
        assert!(!diagram.inline().contains("<style>") && !svg.contains("<text") && !svg.contains("font"));
    }

    #[test]
    fn red_files_are_numbered_in_the_language_of_the_page() {
        let board = Board::startpos();
        let mut diagram = Diagram::new(&board);
        let (nine, digit) = (glyphs::CHINESE_NUMERALS[8], glyphs::NUMERALS[8]);
        let has = |svg: &str, lang: &str, place: &str, glyph: &str| {
            svg.split("<path").any(|path| {
                path.starts_with(&format!("{lang} class"))
                    && path.contains(place)
                    && path.contains(&format!("d=\"{glyph}\""))
            })
        };
        let (red, black) = ("data-place=\"0 966\"", "data-place=\"800 -66\"");
        let svg = diagram.inline();
        assert!(has(&svg, "", red, nine) && has(&svg, "", black, digit) && !svg.contains(" lang="), "{svg}");
        diagram.numerals = Numerals::ByLanguage;
        let svg = diagram.inline();
        assert!(has(&svg, " lang=\"zh\"", red, nine) && has(&svg, " lang=\"en\"", red, digit), "{svg}");
        assert!(has(&svg, "", black, digit));
    }

    #[test]
    fn check_last_move_and_arrows_are_marked_when_there_are_any() {
        let board = Board::from_fen("4k4/9/9/9/9/9/9/9/4R4/3K5 b").unwrap();
        let mut diagram = Diagram::new(&board);
        diagram.description = "<&>".to_owned();
        diagram.last_move = "a1e1".parse().ok();
        diagram.arrows = vec![Arrow { mv: "e9d9".parse().unwrap(), color: 7 }];
        let content = diagram.inline();
        for part in ["<title>&lt;&amp;&gt;</title>", "class=\"gd-check\" cx=\"400\" cy=\"0\"", "gd-last", "gd-a2"] {
            assert!(content.contains(part), "{part}");
        }
        let quiet = Diagram::new(&Board::startpos()).inline();
        assert!(!quiet.contains("gd-check") && !quiet.contains("gd-last") && !quiet.contains("gd-arrow"));
    }
}
