//! Names of openings. A line of the book has its code and name once its last position is reached; on the way there many
//! lines still go the same way, and what can be said is the family to which all of them belong.

use guohe::board::Board;
use guohe::book::{Book, BookMove};
use guohe::types::{Key, Move};
use std::collections::HashMap;

/// An opening by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// Its code in the Encyclopedia of Chinese Chess Openings, `C45`, or the codes of a family, `C40–C49`.
    pub code: String,
    pub chinese: String,
    pub english: String,
}

impl Named {
    /// `name`, one of the two, after the code. The codes of a family tell a player nothing and are left out.
    pub fn titled(&self, name: &str) -> String {
        if self.code.contains('–') { name.to_owned() } else { format!("{} {name}", self.code) }
    }
}

/// A family of openings: first code, last code, names.
struct Family(&'static str, &'static str, &'static str, &'static str);

/// The best known families, each before its parts. Codes are those of the Encyclopedia of Chinese Chess Openings
/// (2004), as the lines of the book have them.
const FAMILIES: [Family; 30] = [
    Family("A10", "A39", "飞相局", "Elephant Opening"),
    Family("A40", "A45", "起马局", "Horse Opening"),
    Family("A50", "A54", "仕角炮局", "Palcorner Cannon"),
    Family("A60", "A65", "过宫炮局", "Cross-palace Cannon"),
    Family("B00", "D55", "中炮局", "Central Cannon"),
    Family("B10", "B14", "中炮对单提马", "Central Cannon vs Single Horse"),
    Family("B20", "B24", "中炮对左三步虎", "Central Cannon vs Left Three-Step Tiger"),
    Family("B30", "B55", "中炮对反宫马", "Central Cannon vs Sandwiched Horses"),
    Family("B41", "B45", "五六炮对反宫马", "Fifth and Sixth File Cannons vs Sandwiched Horses"),
    Family("B51", "B55", "五七炮对反宫马", "Fifth and Seventh File Cannons vs Sandwiched Horses"),
    Family("C00", "C99", "中炮对屏风马", "Central Cannon vs Screen Horses"),
    Family("C11", "C14", "中炮右横车对屏风马", "Central Cannon with Right Ranked Chariot vs Screen Horses"),
    Family("C15", "C16", "中炮巡河车对屏风马", "Central Cannon with Riverbank Chariot vs Screen Horses"),
    Family("C17", "C49", "中炮过河车对屏风马", "Central Cannon with Cross-river Chariot vs Screen Horses"),
    Family(
        "C21",
        "C24",
        "中炮过河车七路马对屏风马两头蛇",
        "Central Cannon with Cross-river Chariot and Seventh-file Horse vs Screen Horses Two-headed Snake",
    ),
    Family(
        "C31",
        "C49",
        "中炮过河车互进七兵对屏风马",
        "Central Cannon with Cross-river Chariot vs Screen Horses: both seventh-file pawns advanced",
    ),
    Family(
        "C36",
        "C39",
        "中炮过河车互进七兵对屏风马左马盘河",
        "Central Cannon with Cross-river Chariot vs Screen Horses with Left Riverbank Horse",
    ),
    Family(
        "C40",
        "C49",
        "中炮过河车互进七兵对屏风马平炮兑车",
        "Central Cannon with Cross-river Chariot vs Screen Horses with Chariot Exchange by Cannon",
    ),
    Family("C51", "C56", "五六炮对屏风马", "Fifth and Sixth File Cannons vs Screen Horses"),
    Family("C64", "C78", "五七炮对屏风马", "Fifth and Seventh File Cannons vs Screen Horses"),
    Family("C80", "C85", "中炮巡河炮对屏风马", "Central Cannon with Riverbank Cannon vs Screen Horses"),
    Family("C92", "C98", "五八炮对屏风马", "Fifth and Eighth File Cannons vs Screen Horses"),
    Family("D00", "D29", "顺炮局", "Same Direction Cannons"),
    Family("D10", "D29", "顺炮直车", "Same Direction Cannons: Filed Chariot"),
    Family("D21", "D29", "顺炮直车对横车", "Same Direction Cannons: Filed Chariot vs Ranked Chariot"),
    Family("D30", "D55", "列炮局", "Opposite Direction Cannons"),
    Family("D30", "D42", "半途列炮", "Halfway Opposite Direction Cannons"),
    Family("E01", "E48", "仙人指路", "Angel's Pawn"),
    Family("E10", "E38", "仙人指路对卒底炮", "Angel's Pawn vs Cannon behind the Pawn"),
    Family("E40", "E48", "对兵局", "Opposing Pawns"),
];

/// Lines of the book that pass through a position.
#[derive(Default)]
struct Passing {
    /// Indices of the lines.
    lines: Vec<usize>,
    /// Those of them that end here.
    ending: Vec<usize>,
}

/// A book by positions.
pub struct Openings {
    book: Book,
    passing: HashMap<Key, Passing>,
}

impl Openings {
    /// The openings of the engine's own book.
    pub fn embedded() -> Self {
        Self::new(Book::embedded())
    }

    pub fn new(book: Book) -> Self {
        let mut passing: HashMap<Key, Passing> = HashMap::new();
        for (index, line) in book.openings().iter().enumerate() {
            let mut board = Board::startpos();
            for (ply, &mv) in (1..).zip(&line.moves) {
                board.make(mv);
                for key in [board.key(), board.mirror_files().key()] {
                    let here = passing.entry(key).or_default();
                    if here.lines.last() != Some(&index) {
                        here.lines.push(index);
                    }
                    if ply == line.moves.len() && here.ending.last() != Some(&index) {
                        here.ending.push(index);
                    }
                }
            }
        }
        Self { book, passing }
    }

    /// The moves of the book.
    pub fn moves(&self, board: &Board) -> Vec<BookMove<'_>> {
        self.book.moves(board)
    }

    /// Whether the book would play `mv`.
    pub fn has(&self, board: &Board, mv: Move) -> bool {
        self.moves(board).iter().any(|found| found.mv == mv)
    }

    /// As [`Openings::name`], or the name of the only line of the book that passes through `board`.
    pub fn name_ahead(&self, board: &Board) -> Option<Named> {
        self.name(board).or_else(|| match self.passing.get(&board.key())?.lines[..] {
            [index] => Some(self.named(index)),
            _ => None,
        })
    }

    fn named(&self, index: usize) -> Named {
        let line = &self.book.openings()[index];
        let [code, chinese, english] = [&line.code, &line.chinese, &line.english].map(Clone::clone);
        Named { code, chinese, english }
    }

    /// The most that can be said of the opening in which `board` stands.
    pub fn name(&self, board: &Board) -> Option<Named> {
        let here = self.passing.get(&board.key())?;
        // Two lines that end in one position were told apart by moves that the book has left out.
        if let [index] = here.ending[..] {
            return Some(self.named(index));
        }
        let codes: Vec<&str> = here.lines.iter().map(|&index| self.book.openings()[index].code.as_str()).collect();
        let holds = |family: &&Family| codes.iter().all(|code| (family.0..=family.1).contains(code));
        let Family(first, last, chinese, english) = FAMILIES.iter().rev().find(holds)?;
        Some(Named {
            code: format!("{first}–{last}"), chinese: (*chinese).to_owned(), english: (*english).to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(moves: &str) -> Option<(String, String)> {
        let mut board = Board::startpos();
        for mv in moves.split_whitespace() {
            board.make(mv.parse().unwrap());
        }
        Openings::embedded().name(&board).map(|named| (named.code, named.english))
    }

    fn check(moves: &str, code: &str, english: &str) {
        assert_eq!(name(moves), Some((code.to_owned(), english.to_owned())), "{moves}");
    }

    #[test]
    fn names_say_no_more_than_the_moves() {
        check("h2e2", "B00–D55", "Central Cannon");
        check("b2e2", "B00–D55", "Central Cannon");
        check("h2e2 h7e7", "D00–D29", "Same Direction Cannons");
        check("g0e2", "A10–A39", "Elephant Opening");
        check("g3g4 h7g7", "E10–E38", "Angel's Pawn vs Cannon behind the Pawn");
        // In any order of moves, and mirrored.
        check("h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7", "C00–C99", "Central Cannon vs Screen Horses");
        check("b2e2 b9c7 b0c2 a9b9 a0b0 c6c5 b0b6 h9g7", "C00–C99", "Central Cannon vs Screen Horses");
        assert_eq!(name(""), None);
        assert_eq!(name("a0a1 a9a8 a1a0"), None);
    }

    #[test]
    fn each_line_of_the_book_has_its_name_at_its_end() {
        let openings = Openings::embedded();
        for line in openings.book.openings() {
            let mut board = Board::startpos();
            for &mv in &line.moves {
                board.make(mv);
            }
            let code = openings.name(&board).map(|named| named.code).unwrap_or_default();
            let holds = code.split_once('–').is_some_and(|(first, last)| (first..=last).contains(&&*line.code));
            assert!(code == line.code || holds, "{} is called {code}", line.code);
        }
    }

    #[test]
    fn families_stand_before_their_parts() {
        for (index, narrow) in FAMILIES.iter().enumerate() {
            let holds = |wide: &Family| wide.0 <= narrow.0 && narrow.1 <= wide.1;
            assert!(FAMILIES[index + 1..].iter().all(|later| !holds(later)), "{}", narrow.2);
            assert!(narrow.0 < narrow.1);
        }
    }
}
