//! xiangqi games as people keep them: [`read`] takes a file of any format that is known here, [`write()`] makes one.
//!
//! Formats are told from what a file holds, never from its name. Reading cannot fail: it returns the games that were
//! found and a note for everything that was left out or changed. It is bounded in bytes, moves and depth and takes time
//! in proportion to the file, whatever the file holds. This package opens no files and prints nothing.
//!
//! In reading order; each uses only what stands above it:
//!
//! | module | what it is for |
//! |---|---|
//! | [`tree`] | [`GameTree`], the one shape of a game |
//! | [`notes`] | what there is to say about a file |
//! | `decode` | from bytes to text |
//! | `pgn` | Chinese PGN, XBoard's, and moves without tags |

mod decode;
pub mod notes;
mod pgn;
pub mod tree;

use guohe::notation::Style;
pub use notes::Class;
pub use notes::Note;
use notes::Notes;
pub use notes::Place;
pub use tree::GameResult;
pub use tree::GameTree;
pub use tree::NodeId;

/// Larger files are not read.
pub const MAX_BYTES: usize = 64 << 20;

/// A format that is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// PGN, or moves without tags, in any notation.
    Pgn,
}

/// What was in a file.
#[derive(Debug)]
pub struct Reading {
    /// The games, in the order of the file.
    pub games: Vec<GameTree>,
    /// Everything that was left out or changed, in the order of the file as far as possible.
    pub notes: Vec<Note>,
    /// `None` when the file is too large or in no format that is known here.
    pub format: Option<Format>,
    /// The encoding of a text file.
    pub encoding: Option<&'static str>,
}

/// Reads all games of a file.
pub fn read(bytes: &[u8]) -> Reading {
    let mut notes = Notes::default();
    if bytes.len() > MAX_BYTES {
        let text = format!("the file has {} MiB, more than {} are not read", bytes.len() >> 20, MAX_BYTES >> 20);
        notes.add(Place::File, Class::TooLarge, text);
        return Reading { games: Vec::new(), notes: notes.finish(), format: None, encoding: None };
    }
    read_text(bytes)
}

/// The encoding under which more moves are legal is the right one: only the game tells.
fn read_text(bytes: &[u8]) -> Reading {
    let mut best: Option<((usize, i64), Reading)> = None;
    for candidate in decode::candidates(bytes) {
        let mut notes = Notes::default();
        let (format, games) = read_decoded(&candidate.text, &mut notes);
        let moves: usize = games.iter().map(|game| game.len() - 1).sum();
        let worth = (moves, candidate.likeness);
        if best.as_ref().is_none_or(|(other, _)| worth > *other) {
            let damaged = candidate.text.chars().filter(|&c| c == '\u{fffd}').count();
            if damaged > 0 {
                let text = format!("{damaged} places are no {} text", candidate.encoding);
                notes.add(Place::File, Class::Broken, text);
            }
            if games.is_empty() {
                notes.add(Place::File, Class::NotAGame, "no game was found");
            }
            let format = (!games.is_empty()).then_some(format);
            let encoding = Some(candidate.encoding);
            best = Some((worth, Reading { games, notes: notes.finish(), format, encoding }));
        }
    }
    best.map(|(_, reading)| reading).unwrap_or(Reading {
        games: Vec::new(),
        notes: Vec::new(),
        format: None,
        encoding: None,
    })
}

fn read_decoded(text: &str, notes: &mut Notes) -> (Format, Vec<GameTree>) {
    (Format::Pgn, pgn::read(text, notes))
}

/// A format that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// PGN with moves in a style; plain coordinates are written as ICCS.
    Pgn(Style),
}

/// What a writer made.
#[derive(Debug)]
pub struct Written {
    /// The text.
    pub text: String,
    /// What the format cannot hold.
    pub notes: Vec<Note>,
}

/// Writes games as text.
pub fn write(games: &[GameTree], target: Target) -> Written {
    let mut notes = Notes::default();
    let mut text = String::new();
    for (index, game) in games.iter().enumerate() {
        match target {
            Target::Pgn(style) => text.push_str(&pgn::write(game, style, index + 1, &mut notes)),
        }
    }
    Written { text, notes: notes.finish() }
}
