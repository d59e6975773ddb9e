//! What UBB calls the tags, and its numbers of squares.

use guohe::types::{File, Move, Rank, Square};

/// Names of fields and tags.
pub const TAGS: [(&str, &str); 22] = [
    ("title", "Title"),
    ("event", "Event"),
    ("class", "Class"),
    ("group", "Group"),
    ("round", "Round"),
    ("table", "Table"),
    ("date", "Date"),
    ("place", "Site"),
    ("timerule", "TimeControl"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("redtime", "RedTime"),
    ("redelo", "RedElo"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("blacktime", "BlackTime"),
    ("blackelo", "BlackElo"),
    ("open", "Opening"),
    ("ecco", "ECCO"),
    ("remark", "Annotator"),
    ("author", "Author"),
    ("record", "Recorder"),
];

/// Fields that are no tags: what the program that shows the game needs, the start, the moves and the result.
pub const RESERVED: [&str; 10] =
    ["ver", "init", "init_num", "binit", "fen", "movelist", "length", "firstnum", "type", "result"];

/// The pieces of the start position, as in most files.
pub const START: &str = "8979695949392919097717866646260600102030405060708012720323436383";

/// Files from Red's left, ranks from the top.
pub fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.checked_sub(b'0')?, rank.checked_sub(b'0')?);
    Some(Square::at(File::new(file)?, Rank::new(9u8.checked_sub(rank)?)?))
}

/// A move of four digits.
pub fn move_of(digits: &[u8]) -> Option<Move> {
    let &[a, b, c, d] = digits else { return None };
    let (from, to) = (square(a, b)?, square(c, d)?);
    (from != to).then(|| Move::new(from, to))
}

/// The two digits of a square.
pub fn number(square: Square) -> String {
    format!("{}{}", square.file().index(), 9 - square.rank().index())
}
