//! The positions that games start from, read from lines of FEN or EPD or from games, and the order in which they are
//! used.

use anyhow::{Context, ensure};
use guohe::board::{Board, STARTPOS};
use guohe::game;
use guohe::rules::Rules;
use guohe_common::bounded::{MAX_LIST, read_whole};
use guohe_common::dice::shuffle;
use guohe_games::{Class, GameTree};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::PathBuf;

/// What a file of starts holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A position a line, FEN or EPD.
    Positions,
    /// Games, as PGN or in another format that `guohe_games` reads.
    Games,
}

/// A file of starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Openings {
    /// Where it is.
    pub path: PathBuf,
    /// What it holds.
    pub form: Form,
    /// How many plies of each game are played before a match takes over; all of them when absent.
    pub plies: Option<usize>,
}

impl Openings {
    /// A file whose name says what it holds: games when it ends in `.pgn`.
    pub fn at(path: PathBuf) -> Self {
        let holds_games = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        Self { path, form: if holds_games { Form::Games } else { Form::Positions }, plies: None }
    }
}

/// In which order the positions of a file are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// The seed that shuffles them; `None` for the order of the file.
    pub seed: Option<u64>,
    /// The first one used, counted from 1.
    pub start: u64,
}

impl Order {
    /// Shuffled with `seed`, from the first.
    pub const fn shuffled(seed: u64) -> Self {
        Self { seed: Some(seed), start: 1 }
    }
}

/// Start positions in the order in which pairs of games use them.
#[derive(Clone, Debug)]
pub struct Starts {
    fens: Vec<String>,
    id: StartsId,
}

/// What a match file remembers of its starts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StartsId {
    /// How many there are.
    pub count: usize,
    /// Digest of the file's positions, in the file's order.
    pub digest: String,
    /// The first one used, counted from 1 in the order in which they are used.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub start: u64,
    /// Whether they are used in the file's order; else the match's seed shuffles them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sequential: bool,
}

const fn first() -> u64 {
    1
}

/// By reference, since that is how serde asks.
#[expect(clippy::trivially_copy_pass_by_ref)]
const fn is_first(start: &u64) -> bool {
    *start == first()
}

impl Starts {
    /// The usual start position alone.
    pub fn standard() -> Self {
        let id = StartsId { count: 1, digest: digest(STARTPOS.as_bytes()), start: first(), sequential: false };
        Self { fens: vec![STARTPOS.to_owned()], id }
    }

    /// Reads a file. In lines `#` begins a comment; positions that several games reach count once.
    ///
    /// # Errors
    /// When the file cannot be read, holds no position, or a line or a game is none from which a game can start.
    pub fn read(openings: &Openings, order: Order) -> anyhow::Result<Self> {
        let Openings { path, form, plies } = openings;
        let bytes = read_whole(path, MAX_LIST).with_context(|| format!("reading openings {}", path.display()))?;
        let fens = match form {
            Form::Positions => lines(&bytes),
            Form::Games => games(&bytes, plies.unwrap_or(usize::MAX)),
        };
        let fens = fens.with_context(|| format!("in {}", path.display()))?;
        ensure!(!fens.is_empty(), "{} holds no position", path.display());
        Ok(Self::in_order(fens, order))
    }

    fn in_order(mut fens: Vec<String>, order: Order) -> Self {
        let (start, sequential) = (order.start.max(1), order.seed.is_none());
        let id = StartsId { count: fens.len(), digest: digest(fens.join("\n").as_bytes()), start, sequential };
        if let Some(seed) = order.seed {
            shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed), &mut fens);
        }
        let first = (start - 1) % fens.len() as u64;
        fens.rotate_left(first as usize);
        Self { fens, id }
    }

    /// The start of a pair; the list is begun again when it is used up.
    pub fn of_pair(&self, pair: u64) -> &str {
        &self.fens[(pair % self.fens.len() as u64) as usize]
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.fens.len()
    }

    /// What a match file remembers of them.
    pub fn id(&self) -> StartsId {
        self.id.clone()
    }
}

/// The positions of a file that holds one a line: FEN, or EPD with its operations.
pub fn lines(bytes: &[u8]) -> anyhow::Result<Vec<String>> {
    let text = std::str::from_utf8(bytes).context("it is no text")?;
    // Editors of Windows begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut fens = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let fen = line.split('#').next().unwrap_or("").trim();
        if fen.is_empty() {
            continue;
        }
        let has_moves = fen.split_ascii_whitespace().any(|word| word == "moves");
        ensure!(!has_moves, "line {number}: moves after a FEN are not played; give games in a .pgn file");
        // Behind the fields of an EPD stand operations, which end with semicolons.
        let place = if fen.contains(';') {
            fen.split_ascii_whitespace().take(4).collect::<Vec<_>>().join(" ")
        } else {
            fen.to_owned()
        };
        let board = Board::from_fen(&place).with_context(|| format!("line {number}"))?;
        fens.push(beginning(&board).with_context(|| format!("line {number}: the game is over"))?);
    }
    Ok(fens)
}

/// The positions after so many plies of the games of a file.
fn games(bytes: &[u8], plies: usize) -> anyhow::Result<Vec<String>> {
    let reading = guohe_games::read(bytes);
    if let Some(note) = reading.notes.iter().find(|note| note.class != Class::Changed) {
        anyhow::bail!("{note}");
    }
    let mut fens = Vec::new();
    let mut seen = HashSet::new();
    for (number, game) in (1..).zip(&reading.games) {
        let fen = beginning(&after(game, plies))
            .with_context(|| format!("game {number} is over where a match would begin"))?;
        if seen.insert(fen.clone()) {
            fens.push(fen);
        }
    }
    Ok(fens)
}

fn after(game: &GameTree, plies: usize) -> Board {
    let mut board = game.board();
    for mv in game.main_line().take(plies) {
        board.make(mv);
    }
    board
}

/// The FEN with its counters at the beginning: engines that count moves without capture from there have to agree with
/// the referee, who counts those of the game. `None` when the game is over there: by mate, stalemate or dead material,
/// as nothing else depends on the rules before the first move.
fn beginning(board: &Board) -> Option<String> {
    let fen = board.fen();
    let fields: Vec<&str> = fen.split(' ').take(2).collect();
    let fen = format!("{} - - 0 1", fields.join(" "));
    let board = Board::from_fen(&fen).ok()?;
    game::outcome(&board, &Rules::default()).is_none().then_some(fen)
}

/// FNV-1a in 64 bits, as 16 hexadecimal digits: tells a changed file, and is not meant to withstand malice.
pub fn digest(bytes: &[u8]) -> String {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, order: Order) -> anyhow::Result<Starts> {
        read("starts.epd", text, None, order)
    }

    fn read(name: &str, text: &str, plies: Option<usize>, order: Order) -> anyhow::Result<Starts> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        Starts::read(&Openings { plies, ..Openings::at(path) }, order)
    }

    #[test]
    fn files_are_read_and_dealt_by_seed() {
        let text = format!("# comment\n\n{STARTPOS} # the usual one\n4k4/9/9/9/9/9/9/9/8R/3K5 b - - 31 40\n");
        let starts = parse(&text, Order::shuffled(1)).unwrap();
        assert_eq!(starts.count(), 2);
        assert_eq!(parse(&format!("\u{feff}{STARTPOS}\n"), Order::shuffled(1)).unwrap().count(), 1);
        let both = [starts.of_pair(0), starts.of_pair(1)];
        assert!(both.contains(&STARTPOS) && both.contains(&"4k4/9/9/9/9/9/9/9/8R/3K5 b - - 0 1"));
        assert_eq!(starts.of_pair(2), starts.of_pair(0));
        assert_eq!(parse(&text, Order::shuffled(2)).unwrap().id(), starts.id());
        assert_ne!(parse(&text, Order { seed: None, start: 2 }).unwrap().id(), starts.id());
        let orders: Vec<_> =
            (0..20).map(|seed| parse(&text, Order::shuffled(seed)).unwrap().of_pair(0).to_owned()).collect();
        assert!(orders.iter().any(|fen| *fen != orders[0]));
    }

    #[test]
    fn books_are_read_in_order_from_a_start() {
        let boards = ["4k4/9/9/9/9/9/9/9/8R/3K5 b", "4k4/9/9/9/9/9/9/8R/9/3K5 b", "4k4/9/9/9/9/9/8R/9/9/3K5 b"];
        let text: String = boards.iter().map(|board| format!("{board} - - hmvc 5; fmvn 12;\n")).collect();
        let starts = |start| parse(&text, Order { seed: None, start }).unwrap();
        for (start, first) in [(1, 0), (2, 1), (3, 2), (4, 0)] {
            assert_eq!(starts(start).of_pair(0), format!("{} - - 0 1", boards[first]), "{start}");
        }
        assert_eq!(starts(2).of_pair(2), starts(1).of_pair(0));
    }

    #[test]
    fn games_are_played_so_far_and_meet_once() {
        let game = |moves: &str| format!("[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n{moves} *\n\n");
        let text = [
            game("1. H2-E2 H9-G7 2. B0-C2"),
            game("1. B0-C2 H9-G7 2. H2-E2 I9-H9"),
            game("1. C3-C4"),
            game("1. C3-C4"),
        ]
        .concat();
        let order = Order { seed: None, start: 1 };
        let starts = |plies| read("games.pgn", &text, plies, order).unwrap();
        // After three plies the first two games are the same; the last two end before.
        assert_eq!((starts(Some(3)).count(), starts(Some(2)).count(), starts(None).count()), (2, 3, 3));
        assert_eq!(starts(Some(0)).of_pair(0), STARTPOS);
        let three = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN1C4/9/R1BAKABNR b - - 0 1";
        assert_eq!(starts(Some(3)).of_pair(0), three);
        let broken = game("1. H2-E2 H9-H9 2. H0-G2");
        assert!(read("games.pgn", &broken, Some(4), order).is_err());
        assert!(read("games.pgn", "", None, order).is_err());
    }

    #[test]
    fn what_no_game_can_start_from_is_refused() {
        for text in [
            "",
            "# nothing",
            "4k4/9/9/9/9/9/9/9/9/4K4 w",
            "nonsense",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2",
            "4k4/9/9/9/9/9/9/9/4A4/3K5 w",
            "3k5/1R7/9/9/9/9/9/9/9/R3K4 b\nR2k5/1R7/9/9/9/9/9/9/9/4K4 b",
        ] {
            assert!(parse(text, Order::shuffled(0)).is_err(), "{text}");
        }
    }

    /// A device that never ends is refused, not read until the memory is gone.
    #[cfg(unix)]
    #[test]
    fn what_never_ends_is_refused() {
        let error = Starts::read(&Openings::at(PathBuf::from("/dev/zero")), Order::shuffled(0)).unwrap_err();
        assert_eq!(format!("{error:#}"), "reading openings /dev/zero: longer than 256 MiB");
    }

    #[test]
    fn digest_is_fnv() {
        assert_eq!(digest(b""), "cbf29ce484222325");
        assert_eq!(digest(b"foobar"), "85944171f73967e8");
    }
}
