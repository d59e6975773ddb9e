//! Where things lie in an XQF file, and the numbers that versions 11 to 18 add to its bytes.

use guohe::types::{File, Rank, Square};

/// Bytes before the first node.
pub const HEADER: usize = 1024;

/// The texts of the header: where, how many bytes after the one that counts them, and the tag.
pub const TEXTS: [(usize, usize, &str); 11] = [
    (80, 63, "Title"),
    (208, 63, "Event"),
    (272, 15, "Date"),
    (288, 15, "Site"),
    (304, 15, "Red"),
    (320, 15, "Black"),
    (336, 63, "TimeControl"),
    (400, 15, "RedTime"),
    (416, 15, "BlackTime"),
    (464, 15, "Annotator"),
    (480, 15, "Author"),
];

/// The last version whose bytes are plain.
pub const PLAIN: u8 = 10;
/// The last version that is known.
pub const NEWEST: u8 = 18;

/// XQF's number of a square: files from Red's left times ten plus ranks from Red's side.
pub fn number(square: Square) -> u8 {
    (square.file().index() * 10 + square.rank().index()) as u8
}

/// The square of a number; `None` for pieces that are off the board.
pub fn square(number: u8) -> Option<Square> {
    Some(Square::at(File::new(number / 10)?, Rank::new(number % 10)?))
}

/// What is to be taken from the bytes of a file.
pub struct Keys {
    /// From the places of the pieces.
    pub pieces: u8,
    /// From the squares of a move.
    pub from: u8,
    /// From the squares of a move.
    pub to: u8,
    /// From the lengths of comments.
    pub length: u32,
    /// From every byte after the header, over and over.
    pub stream: [u8; 32],
}

impl Keys {
    /// No change.
    pub const NONE: Self = Self { pieces: 0, from: 0, to: 0, length: 0, stream: [0; 32] };

    /// The keys of a file of a version after [`PLAIN`], from bytes 3 and 8 to 15 of its header.
    pub fn of(header: &[u8; HEADER]) -> Self {
        let key = |byte: u8| byte.wrapping_mul(byte).wrapping_mul(54).wrapping_add(221);
        let [mask, sum, places, from, to] = [3, 12, 13, 14, 15].map(|at: usize| header[at]);
        let pieces = key(places).wrapping_mul(places);
        let from = key(from).wrapping_mul(pieces);
        let to = key(to).wrapping_mul(from);
        let length = (u32::from(sum) * 256 + u32::from(places)) % 32_000 + 767;
        let mut stream = *b"[(C) Copyright Mr. Dong Shiwei.]";
        for (index, byte) in stream.iter_mut().enumerate() {
            *byte &= header[8 + index % 4] | (header[12 + index % 4] & mask);
        }
        Self { pieces, from, to, length, stream }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_numbers() {
        for square in Square::all() {
            assert_eq!(super::square(number(square)), Some(square));
        }
        assert_eq!(super::square(72).map(|square| square.to_string()), Some("h2".to_owned()));
        assert_eq!((super::square(90), super::square(255)), (None, None));
    }
}
