//! Files of xiangqi games: [`read`] reads any known format, [`write()`] writes one.
//!
//! A format is recognized by the contents of a file, never by its name. Reading cannot fail: it returns the games that
//! were found and a note for everything that was left out or changed. It is bounded in bytes, moves and depth and takes
//! time in proportion to the size of the file, for any contents. This package opens no files and prints nothing.
//!
//! In reading order; each uses only what stands above it:
//!
//! | module | what it is for |
//! |---|---|
//! | [`tree`] | [`GameTree`], the one shape of a game |
//! | [`bilingual`] | text in Chinese and in English |
//! | [`notes`] | notes about a file |
//! | `decode` | from bytes to text |
//! | `placement` | start positions as lists of pieces |
//! | `legal` | keeps what is legal of a tree of coordinates |
//! | `held` | names what a format cannot hold |
//! | `pgn` | Chinese PGN, XBoard's, and moves without tags |
//! | `wxf` | PlayOK's files |
//! | `lines` | `position …` lines, FENs, lists of moves |
//! | `ubb` | UBB, DhtmlXQ |
//! | `xqf` | XQF 10 to 18 |
//! | `cbr` | CBR and CBL, version 2 |
//! | `cbf` | CBF |

pub mod bilingual;
mod cbf;
mod cbr;
mod decode;
mod held;
mod legal;
mod lines;
pub mod notes;
mod pgn;
mod placement;
pub mod tree;
mod ubb;
mod wxf;
mod xqf;

use bilingual::Bilingual;
pub use decode::TextEncoding;

use guohe::notation::Style;
use notes::Notes;
pub use notes::Place;
pub use notes::{Class, Note};
pub use tree::{GameResult, GameTree, NodeId};

/// Larger files are not read.
pub const MAX_BYTES: usize = 64 << 20;

/// A format that is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// PGN, or moves without tags, in any notation.
    Pgn,
    /// PlayOK's `FORMAT WXF`.
    Wxf,
    /// A position or a list of moves a line.
    Lines,
    /// UBB, DhtmlXQ.
    Ubb,
    /// XQF.
    Xqf,
    /// A record of 象棋桥.
    Cbr,
    /// A library of such records.
    Cbl,
    /// The XML files of 象棋桥.
    Cbf,
}

/// The contents of a file.
#[derive(Debug)]
pub struct Reading {
    /// The games, in the order of the file.
    pub games: Vec<GameTree>,
    /// Everything that was left out or changed, in the order of the file as far as possible.
    pub notes: Vec<Note>,
    /// `None` when the file is too large or in an unknown format.
    pub format: Option<Format>,
    /// The encoding of a text file.
    pub encoding: Option<&'static str>,
}

/// Reads all games of a file.
pub fn read(bytes: &[u8]) -> Reading {
    let mut notes = Notes::default();
    if bytes.len() > MAX_BYTES {
        let most = MAX_BYTES >> 20;
        let text = Bilingual::new(format!("文件超过 {most} MiB，不读"), format!("the file is larger than {most} MiB"));
        notes.add(Place::File, Class::TooLarge, text);
        return Reading { games: Vec::new(), notes: notes.finish(), format: None, encoding: None };
    }
    let binary: Option<(Format, Vec<GameTree>)> = if xqf::is_xqf(bytes) {
        Some((Format::Xqf, xqf::read(bytes, &mut notes).into_iter().collect()))
    } else if cbr::is_cbr(bytes) {
        Some((Format::Cbr, cbr::read_record(bytes, 0, &mut notes).into_iter().collect()))
    } else if cbr::is_cbl(bytes) {
        Some((Format::Cbl, cbr::read_library(bytes, &mut notes)))
    } else {
        None
    };
    match binary {
        Some((format, games)) => {
            let encoding = if format == Format::Xqf { "gb18030" } else { "UTF-16LE" };
            name_damaged(games.iter().map(damaged_in).sum(), encoding, Class::Changed, &mut notes);
            Reading { games, notes: notes.finish(), format: Some(format), encoding: None }
        }
        None => read_text(bytes),
    }
}

/// Bytes of `text` that meant nothing.
fn damaged(text: &str) -> usize {
    text.chars().filter(|&c| c == char::REPLACEMENT_CHARACTER).count()
}

fn damaged_in(game: &GameTree) -> usize {
    let nodes = std::iter::once(NodeId::ROOT).chain(game.walk().map(|(node, _)| node));
    let comments: usize = nodes.map(|node| damaged(game.comment(node))).sum();
    comments + game.tags().map(|(_, value)| damaged(value)).sum::<usize>()
}

fn name_damaged(count: usize, encoding: &str, class: Class, notes: &mut Notes) {
    if count > 0 {
        let text = Bilingual::new(
            format!("有 {count} 处不是 {encoding} 文字"),
            format!("{count} {} not valid {encoding}", if count == 1 { "place is" } else { "places are" }),
        );
        notes.add(Place::File, class, text);
    }
}

/// Chooses the encoding by the game: one without errors, else the one with more legal moves. With a wrong one the
/// second byte of a character may end a comment, whose text is then read as moves.
fn read_text(bytes: &[u8]) -> Reading {
    let mut best: Option<((bool, usize, i64), Reading)> = None;
    for candidate in decode::candidates(bytes) {
        let mut notes = Notes::default();
        let (format, games) = read_decoded(&candidate.text, &mut notes);
        let moves: usize = games.iter().map(|game| game.len() - 1).sum();
        let is_clean = candidate.is_whole && notes.is_empty() && !games.is_empty();
        let worth = (is_clean, moves, candidate.likeness);
        if best.as_ref().is_none_or(|(other, _)| worth > *other) {
            name_damaged(damaged(&candidate.text), candidate.encoding, Class::Broken, &mut notes);
            if games.is_empty() {
                // Other notes about a file without a game do not matter.
                notes.keep(&[Class::BadStart, Class::NotAGame, Class::NoSuchMove, Class::AmbiguousMove]);
            }
            if games.is_empty() && notes.is_empty() {
                notes.add(Place::File, Class::NotAGame, Bilingual::new("没有找到棋局", "no game was found"));
            }
            let format = (!games.is_empty()).then_some(format);
            let encoding = Some(candidate.encoding);
            best = Some((worth, Reading { games, notes: notes.finish(), format, encoding }));
        }
    }
    best.expect("a text has a candidate").1
}

fn read_decoded(text: &str, notes: &mut Notes) -> (Format, Vec<GameTree>) {
    // PGN may quote the others in its tags and comments.
    if !pgn::begins_with_tag(text) {
        if ubb::is_ubb(text) {
            return (Format::Ubb, ubb::read(text, notes));
        }
        if cbf::is_cbf(text) {
            return (Format::Cbf, cbf::read(text, notes).into_iter().collect());
        }
        if wxf::is_wxf(text) {
            return (Format::Wxf, wxf::read(text, notes));
        }
        if lines::is_lines(text) {
            return (Format::Lines, lines::read(text, notes));
        }
    }
    let mut own = Notes::default();
    let games = pgn::read(text, &mut own);
    // Moves without any tag may be one game in many lines or a game in each.
    if let [game] = &games[..]
        && !own.is_empty()
        && game.tags().next().is_none()
        && text.trim().contains('\n')
    {
        let mut others = Notes::default();
        let by_line = lines::read(text, &mut others);
        let is_wrong = [Class::NoSuchMove, Class::AmbiguousMove].into_iter().any(|class| others.has(class));
        let is_one_game = is_wrong && lines::are_numbered_on(text);
        if !is_one_game && by_line.iter().map(|game| game.len() - 1).sum::<usize>() >= game.len() {
            notes.append(others);
            return (Format::Lines, by_line);
        }
    }
    notes.append(own);
    (Format::Pgn, games)
}

/// A format that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// PGN with moves in a style; plain coordinates are written as ICCS.
    Pgn(Style),
    /// UBB, DhtmlXQ.
    Ubb,
    /// XQF, version 10: one game a file.
    Xqf,
    /// The position at the end of the main line, a FEN a line.
    Fen,
    /// `position fen … moves …`, the main line in plain coordinates, a game a line.
    Moves,
}

impl Target {
    /// Whether this is a text format. A file of text holds any number of games, in one of several encodings.
    pub const fn is_text(self) -> bool {
        !matches!(self, Self::Xqf)
    }

    /// The file extension of the format.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pgn(_) => "pgn",
            Self::Ubb => "ubb",
            Self::Xqf => "xqf",
            Self::Fen => "fen",
            Self::Moves => "txt",
        }
    }
}

/// The result of writing.
#[derive(Debug)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// What the format or the encoding cannot hold.
    pub notes: Vec<Note>,
}

/// Writes one game. `number` says which one in the notes, counted from 1. Texts of several games may be put behind one
/// another where the format is [text](Target::is_text).
pub fn write(game: &GameTree, number: usize, target: Target, encoding: TextEncoding) -> Written {
    let mut notes = Notes::default();
    let text = match target {
        Target::Pgn(style) => pgn::write(game, style, number, &mut notes),
        Target::Ubb => ubb::write(game, number, &mut notes),
        Target::Xqf => {
            let bytes = xqf::write(game, number, &mut notes);
            return Written { bytes, notes: notes.finish() };
        }
        Target::Fen => lines::write_fen(game, number, &mut notes),
        Target::Moves => lines::write_moves(game, number, &mut notes),
    };
    let bytes = decode::encode(&text, encoding, number, &mut notes);
    Written { bytes, notes: notes.finish() }
}
