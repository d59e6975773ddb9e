//! What can be wrong in a file of games that are imported.

use guohe::board::FenError;
use guohe::types::Move;
use std::fmt;

/// What is wrong in a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What can be wrong in a file of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A line that begins with an unknown word.
    UnknownWord(String),
    /// A record or a game without this line.
    Missing(&'static str),
    /// The file ends within a record.
    Unfinished,
    /// The value of this line cannot be read.
    BadValue(&'static str, String),
    /// The FEN is no legal position.
    BadFen(FenError),
    /// The move is not legal in the position.
    IllegalMove(Move),
    /// The position is not the one that the moves since `start` lead to.
    OtherPosition,
    /// The record's result is not that of its game.
    OtherResult,
    /// More moves, or a longer FEN, than a game can hold.
    TooLong,
    /// What the PGN reader reports.
    Pgn(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownWord(word) => write!(f, "'{word}' begins no line of a record"),
            Self::Missing(word) => write!(f, "'{word}' is missing before this"),
            Self::Unfinished => write!(f, "the file ends within a record"),
            Self::BadValue(word, value) => write!(f, "'{value}' is no value of '{word}'"),
            Self::BadFen(error) => write!(f, "{error}"),
            Self::IllegalMove(mv) => write!(f, "{mv} is not legal here"),
            Self::OtherPosition => write!(f, "the moves of the game lead to another position"),
            Self::OtherResult => write!(f, "the result is not that of the game"),
            Self::TooLong => write!(f, "the game is longer than the format can hold"),
            Self::Pgn(note) => write!(f, "{note}"),
        }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl std::error::Error for ImportError {}
