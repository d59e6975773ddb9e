//! Games from other programs: the text that [`super::export`] writes, and PGN whose comments begin with `score/depth`,
//! as fastchess and OpenBench's data generation write it.

use super::chunk::{Chunk, FORMAT, GAMES, Job};
use super::ending;
use super::game::{Game, Ply};
use super::manifest::COMMIT;
use super::play;
use anyhow::{Context, ensure};
use clap::Args;
use guohe::board::{Board, FenError};
use guohe::game::{Outcome, Reason};
use guohe::rules::Rules;
use guohe::types::{Color, Move, Score};
use guohe_common::say::say;
use guohe_games::{Class, GameResult, GameTree, Place};
use indicatif::HumanCount;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// What to import.
#[derive(Args)]
pub struct ImportArgs {
    /// Files of text as `export` writes it, or of PGN with scores in the comments.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Directory for the games.
    #[arg(long)]
    out: PathBuf,
    /// Replace games that were imported into the directory before.
    #[arg(long)]
    force: bool,
}

/// What the manifest names as the player of imported games.
const PLAYER: &str = "imported";

/// Whether the games of `chunk` were imported.
pub(super) fn is_imported(chunk: &Chunk) -> bool {
    chunk.facts.job.evaluation == PLAYER
}

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
    /// A move of a PGN game, counted in plies from 1, without a score after others that have one.
    NoScore(usize),
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
            Self::NoScore(ply) => write!(f, "ply {ply} of the game has no score, but an earlier one has"),
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

/// Games that were read, and how many were left out because their file gives no result.
#[derive(Debug, Default)]
struct Imported {
    games: Vec<Game>,
    without_result: u64,
}

/// Reads files of games and writes them as chunks.
///
/// # Errors
/// When a file cannot be read or is wrong, or the directory holds games that may not be replaced.
pub fn import(args: &ImportArgs) -> anyhow::Result<()> {
    let old = Chunk::all(&args.out).or_else(|error| if args.out.exists() { Err(error) } else { Ok(Vec::new()) })?;
    let out = args.out.display();
    ensure!(old.iter().all(is_imported), "{out} has games that were not imported; use another directory");
    ensure!(old.is_empty() || args.force, "{out} already has games; --force replaces them");
    let mut imported = Imported::default();
    for path in &args.files {
        let name = || path.display().to_string();
        read(BufReader::new(File::open(path).with_context(name)?), &mut imported).with_context(name)?;
    }
    ensure!(!imported.games.is_empty(), "no games with a result were found");
    std::fs::create_dir_all(&args.out).with_context(|| format!("making {out}"))?;
    old.iter().try_for_each(Chunk::remove)?;
    write(&args.out, &imported.games)?;
    let positions = imported.games.iter().map(|game| game.plies.len() as u64).sum();
    say!("{} games, {} positions: {out}", HumanCount(imported.games.len() as u64), HumanCount(positions));
    if imported.without_result > 0 {
        say!("{} games without a result were left out", HumanCount(imported.without_result));
    }
    Ok(())
}

fn write(dir: &Path, games: &[Game]) -> anyhow::Result<()> {
    let job = Job {
        format: FORMAT,
        commit: COMMIT.to_owned(),
        bench: 0,
        evaluation: PLAYER.to_owned(),
        nodes: 0,
        opening_nodes: 0,
        seed: 0,
        shard: 1,
        shards: 1,
        chunk_games: GAMES,
    };
    for (number, games) in (0..).zip(games.chunks(GAMES as usize)) {
        let encoded = |game: &Game| {
            let mut bytes = Vec::new();
            game.encode(&mut bytes);
            bytes
        };
        Chunk::write(dir, &job, number, &games.iter().map(encoded).collect::<Vec<_>>())?;
    }
    Ok(())
}

/// Reads one file, of PGN if its first line with text is a tag.
fn read(input: impl BufRead, imported: &mut Imported) -> anyhow::Result<()> {
    let mut text = TextReader::default();
    let mut pgn: Option<PgnReader> = None;
    let mut is_first = true;
    let mut lines = 0;
    for (number, line) in (1..).zip(input.lines()) {
        let line = line.with_context(|| format!("line {number}"))?;
        lines = number;
        if is_first && !line.trim().is_empty() {
            is_first = false;
            pgn = line.starts_with('[').then(PgnReader::default);
        }
        match &mut pgn {
            Some(pgn) => pgn.line(number, &line, imported)?,
            None => text.line(number, line.trim(), imported)?,
        }
    }
    match &mut pgn {
        Some(pgn) => pgn.end_game(imported)?,
        None => text.end(lines, imported)?,
    }
    Ok(())
}

/// What a game's `start`, `opening` and `ending` lines say, and its records so far.
struct OpenGame {
    game: Game,
    board: Board,
    /// Whether an `ending` line gave the outcome. Else it follows from the records' results.
    has_ending: bool,
    /// The first record's `ply`, in games without a `start` line.
    first_ply: Option<usize>,
}

/// The lines of a record so far.
#[derive(Default)]
struct Record {
    fen: Option<(usize, String)>,
    mv: Option<(usize, Move)>,
    score: Option<i16>,
    ply: Option<usize>,
    result: Option<(usize, i8)>,
}

/// Reads text line by line.
#[derive(Default)]
struct TextReader {
    game: Option<OpenGame>,
    record: Record,
    in_record: bool,
}

impl TextReader {
    fn line(&mut self, line: usize, text: &str, imported: &mut Imported) -> Result<(), ImportError> {
        let fail = |fault| Err(ImportError { line, fault });
        let (word, value) = text.split_once(' ').unwrap_or((text, ""));
        let bad = |word| ImportError { line, fault: Fault::BadValue(word, value.chars().take(60).collect()) };
        match word {
            "" => return Ok(()),
            "start" | "opening" | "ending" if self.in_record => return fail(Fault::Missing("e")),
            "start" => {
                self.end_game(line, imported)?;
                let start = (value != "startpos").then(|| value.to_owned());
                self.game = Some(begin(start).map_err(|fault| ImportError { line, fault })?);
                return Ok(());
            }
            "opening" | "ending" => {
                let Some(game) = &mut self.game else { return fail(Fault::Missing("start")) };
                let result = if word == "opening" { game.add_opening(value) } else { game.set_ending(value) };
                return result.map_err(|fault| ImportError { line, fault });
            }
            "fen" => self.record.fen = Some((line, value.to_owned())),
            "move" => self.record.mv = Some((line, value.parse().map_err(|_| bad("move"))?)),
            "score" => self.record.score = Some(value.parse().map_err(|_| bad("score"))?),
            "ply" => self.record.ply = Some(value.parse().map_err(|_| bad("ply"))?),
            "result" => match value.parse() {
                Ok(result @ -1..=1) => self.record.result = Some((line, result)),
                _ => return Err(bad("result")),
            },
            "e" => {
                self.in_record = false;
                let record = std::mem::take(&mut self.record);
                return self.add(line, record, imported);
            }
            _ => return fail(Fault::UnknownWord(word.chars().take(20).collect())),
        }
        self.in_record = true;
        Ok(())
    }

    fn end(&mut self, line: usize, imported: &mut Imported) -> Result<(), ImportError> {
        if self.in_record {
            return Err(ImportError { line, fault: Fault::Unfinished });
        }
        self.end_game(line, imported)
    }

    fn end_game(&mut self, line: usize, imported: &mut Imported) -> Result<(), ImportError> {
        if let Some(game) = self.game.take() {
            if game.lacks_ending() {
                return Err(ImportError { line, fault: Fault::Missing("ending") });
            }
            imported.games.push(game.finish());
        }
        Ok(())
    }

    /// Adds a record to the game, or begins a game with it if it does not go on from the record before.
    fn add(&mut self, line: usize, record: Record, imported: &mut Imported) -> Result<(), ImportError> {
        let missing = |word| ImportError { line, fault: Fault::Missing(word) };
        let (fen_line, fen) = record.fen.ok_or(missing("fen"))?;
        let (move_line, mv) = record.mv.ok_or(missing("move"))?;
        let score = record.score.ok_or(missing("score"))?;
        let ply = record.ply.ok_or(missing("ply"))?;
        let (result_line, result) = record.result.ok_or(missing("result"))?;
        let at = |line| move |fault| ImportError { line, fault };
        let board = Board::from_fen(&fen).map_err(|error| at(fen_line)(Fault::BadFen(error)))?;
        let winner = match result {
            1 => Some(board.side()),
            -1 => Some(!board.side()),
            _ => None,
        };
        let follows = |game: &OpenGame| {
            game.board.key() == board.key() && game.first_ply.unwrap_or(0) + game.board.plies_played() == ply
        };
        match &self.game {
            Some(game) if game.lacks_ending() => return Err(missing("ending")),
            Some(game) if follows(game) => {}
            Some(game) if game.has_ending => return Err(at(fen_line)(Fault::OtherPosition)),
            _ => {
                self.end_game(line, imported)?;
                let start = (board.fen() != Board::startpos().fen()).then(|| board.fen());
                let mut game = begin(start).map_err(at(fen_line))?;
                game.game.outcome.winner = winner;
                game.first_ply = Some(ply);
                self.game = Some(game);
            }
        }
        let Some(game) = &mut self.game else { return Ok(()) };
        if game.game.outcome.winner != winner {
            return Err(at(result_line)(Fault::OtherResult));
        }
        game.play(mv, score).map_err(at(move_line))
    }
}

fn begin(start: Option<String>) -> Result<OpenGame, Fault> {
    let board = match &start {
        Some(fen) if fen.len() > 255 => return Err(Fault::TooLong),
        Some(fen) => Board::from_fen(fen).map_err(Fault::BadFen)?,
        None => Board::startpos(),
    };
    let outcome = Outcome::draw(Reason::AdjudicatedDraw);
    let game = Game { start, opening: Vec::new(), plies: Vec::new(), outcome, played_out: false };
    Ok(OpenGame { game, board, has_ending: false, first_ply: None })
}

impl OpenGame {
    /// Whether a game that began with a `start` line has no `ending` line yet.
    fn lacks_ending(&self) -> bool {
        self.first_ply.is_none() && !self.has_ending
    }

    /// Plays the moves of an `opening` line.
    fn add_opening(&mut self, value: &str) -> Result<(), Fault> {
        for word in value.split_ascii_whitespace() {
            let mv = word.parse().map_err(|_| Fault::BadValue("opening", word.to_owned()))?;
            self.play_unsearched(mv)?;
        }
        Ok(())
    }

    fn play_unsearched(&mut self, mv: Move) -> Result<(), Fault> {
        self.make(mv)?;
        self.game.opening.push(mv);
        if self.game.opening.len() > usize::from(u8::MAX) { Err(Fault::TooLong) } else { Ok(()) }
    }

    fn play(&mut self, mv: Move, score: i16) -> Result<(), Fault> {
        self.make(mv)?;
        self.game.plies.push(Ply { mv, score });
        if self.game.plies.len() > usize::from(u16::MAX) { Err(Fault::TooLong) } else { Ok(()) }
    }

    fn make(&mut self, mv: Move) -> Result<(), Fault> {
        if !self.board.is_legal_move(mv) {
            return Err(Fault::IllegalMove(mv));
        }
        self.board.make(mv);
        Ok(())
    }

    /// Takes in an `ending` line: result, what ended the game, and perhaps `played-out`.
    fn set_ending(&mut self, value: &str) -> Result<(), Fault> {
        let bad = || Fault::BadValue("ending", value.chars().take(60).collect());
        let (result, words) = value.split_once(' ').ok_or_else(bad)?;
        let winner = winner(GameResult::read(result).ok_or_else(bad)?).ok_or_else(bad)?;
        let (words, played_out) = words.strip_suffix(" played-out").map_or((words, false), |words| (words, true));
        self.game.outcome = ending::from_text(words, winner).ok_or_else(bad)?;
        self.game.played_out = played_out;
        self.has_ending = true;
        Ok(())
    }

    /// The game. Without an `ending` line the rules say what ended it, if they agree with the result; else it counts as
    /// adjudicated.
    fn finish(mut self) -> Game {
        if !self.has_ending {
            let winner = self.game.outcome.winner;
            let by_rules = play::outcome(&self.board, &Rules::default()).filter(|outcome| outcome.winner == winner);
            self.game.outcome = by_rules.unwrap_or(match winner {
                Some(winner) => Outcome::loss(!winner, Reason::AdjudicatedWin),
                None => Outcome::draw(Reason::AdjudicatedDraw),
            });
        }
        self.game
    }
}

/// The winner that a result names; the outer `None` when it names no result.
fn winner(result: GameResult) -> Option<Option<Color>> {
    match result {
        GameResult::Red => Some(Some(Color::Red)),
        GameResult::Black => Some(Some(Color::Black)),
        GameResult::Draw => Some(None),
        GameResult::Unknown => None,
    }
}

/// Reads PGN, each game when its last line has come.
#[derive(Default)]
struct PgnReader {
    /// The line that the game begins with.
    first: usize,
    text: String,
    has_moves: bool,
}

impl PgnReader {
    fn line(&mut self, number: usize, line: &str, imported: &mut Imported) -> Result<(), ImportError> {
        let is_tag = line.starts_with('[');
        if is_tag && self.has_moves {
            self.end_game(imported)?;
        }
        if self.text.is_empty() {
            self.first = number;
        }
        self.has_moves |= !is_tag && !line.trim().is_empty();
        self.text += line;
        self.text.push('\n');
        Ok(())
    }

    fn end_game(&mut self, imported: &mut Imported) -> Result<(), ImportError> {
        let text = std::mem::take(&mut self.text);
        self.has_moves = false;
        let first = self.first;
        if text.trim().is_empty() {
            return Ok(());
        }
        let reading = guohe_games::read(text.as_bytes());
        if let Some(note) = reading.notes.iter().find(|note| note.class != Class::Changed) {
            let line = if let Place::Line(line) = note.place { first + line - 1 } else { first };
            return Err(ImportError { line, fault: Fault::Pgn(note.text.english.clone()) });
        }
        for game in &reading.games {
            let Some(winner) = winner(game.result()) else {
                imported.without_result += 1;
                continue;
            };
            let game = of_tree(game, winner).map_err(|fault| ImportError { line: first, fault })?;
            imported.games.push(game);
        }
        Ok(())
    }
}

/// The main line of a game: moves without a score before the first that has one are the opening.
fn of_tree(tree: &GameTree, winner: Option<Color>) -> Result<Game, Fault> {
    let mut game = begin((!tree.is_from_startpos()).then(|| tree.board().fen()))?;
    game.game.outcome.winner = winner;
    for (ply, node) in (1..).zip(tree.main_nodes()) {
        let Some(mv) = tree.mv(node) else { continue };
        match score_of(tree.comment(node)) {
            Some(score) => game.play(mv, score)?,
            None if game.game.plies.is_empty() => game.play_unsearched(mv)?,
            None => return Err(Fault::NoScore(ply)),
        }
    }
    Ok(game.finish())
}

/// The score that a comment begins with, for the mover: `+0.35/12` in pawns, `+35/12` in centipawns, `-M4/12` for mate in
/// four plies.
fn score_of(comment: &str) -> Option<i16> {
    let (score, _) = comment.trim_start().split_once('/')?;
    let (is_loss, size) = match score.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, score.strip_prefix('+').unwrap_or(score)),
    };
    let size = if let Some(plies) = size.strip_prefix('M') {
        let plies: usize = plies.parse().ok().filter(|&plies| plies <= Score::MAX_PLY)?;
        Score::mate_in(plies).get()
    } else if size.contains('.') {
        let pawns: f64 = size.parse().ok()?;
        (pawns * 100.0).round() as i32
    } else {
        size.parse().ok()?
    };
    i16::try_from(if is_loss { -size } else { size }).ok()
}

#[cfg(test)]
mod tests {
    use super::super::export::{text, whole_text};
    use super::super::play::tests::sample;
    use super::*;

    fn import_text(text: &str) -> anyhow::Result<Vec<Game>> {
        let mut imported = Imported::default();
        read(text.as_bytes(), &mut imported)?;
        Ok(imported.games)
    }

    fn error_of(text: &str) -> ImportError {
        import_text(text).unwrap_err().downcast().unwrap()
    }

    #[test]
    fn games_come_back_from_their_text() {
        let games: Vec<Game> = (0..40).map(|seed| sample(seed, &[])).collect();
        assert_eq!(import_text(&whole_text(&games)).unwrap(), games);
    }

    #[test]
    fn records_alone_are_games_by_their_positions() {
        let game = sample(3, &[]);
        let records: String = text(&game, false).unwrap().0.split_inclusive('\n').skip(3).collect();
        let twice = format!("{records}{records}");
        let found = import_text(&twice).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], found[1]);
        assert_eq!((&found[0].plies, found[0].outcome.winner), (&game.plies, game.outcome.winner));
        assert!(found[0].start.is_some() && found[0].opening.is_empty());
        let quiet = text(&game, true).unwrap().0;
        let count = quiet.lines().filter(|line| *line == "e").count();
        let plies: usize = import_text(&quiet).unwrap().iter().map(|game| game.plies.len()).sum();
        assert_eq!(plies, count);
    }

    const RECORD: &str = "fen 3k5/9/9/9/9/9/9/9/9/4KR3 w - - 0 1\nmove f0f5\nscore 900\nply 40\nresult 1\ne\n";

    #[test]
    fn each_fault_has_its_line() {
        assert_eq!(import_text(RECORD).unwrap().len(), 1);
        for (from, to, line, fault) in [
            ("score 900\n", "", 5, Fault::Missing("score")),
            ("score 900", "score 40000", 3, Fault::BadValue("score", "40000".to_owned())),
            ("f0f5", "f0g8", 2, Fault::IllegalMove("f0g8".parse().unwrap())),
            ("f0f5", "f0", 2, Fault::BadValue("move", "f0".to_owned())),
            ("result 1", "result 2", 5, Fault::BadValue("result", "2".to_owned())),
            ("ply 40", "ply", 4, Fault::BadValue("ply", String::new())),
            ("ply 40", "plies 40", 4, Fault::UnknownWord("plies".to_owned())),
            ("e\n", "", 5, Fault::Unfinished),
            ("fen ", "ending 1-0 mate\nfen ", 1, Fault::Missing("start")),
            ("fen ", "start startpos\nending * mate\nfen ", 2, Fault::BadValue("ending", "* mate".to_owned())),
            ("fen ", "start startpos\nending 1-0 mate\nfen ", 3, Fault::OtherPosition),
            ("fen ", "start startpos\nfen ", 7, Fault::Missing("ending")),
            ("e\n", "e\nstart startpos\n", 7, Fault::Missing("ending")),
            ("fen ", "start startpos\nopening h2h8\nfen ", 2, Fault::IllegalMove("h2h8".parse().unwrap())),
        ] {
            // Only the `e` of its own line.
            let text =
                if from == "e\n" { RECORD.replace("\ne\n", &format!("\n{to}")) } else { RECORD.replacen(from, to, 1) };
            assert_eq!(error_of(&text), ImportError { line, fault }, "{from} {to}");
        }
        let bad = error_of(&RECORD.replace("4KR3", "5R3"));
        assert!(bad.line == 1 && matches!(bad.fault, Fault::BadFen(_)), "{bad}");
        let next = RECORD.replace("9/9/9/9/9/9/9/9/4KR3 w", "9/9/9/5R3/9/9/9/9/4K4 b");
        let next = next.replace("ply 40", "ply 41").replace("f0f5", "d9d8");
        assert_eq!(error_of(&format!("{RECORD}{next}")), ImportError { line: 11, fault: Fault::OtherResult });
        let lost = format!("{RECORD}{}", next.replace("result 1", "result -1"));
        assert_eq!(import_text(&lost).unwrap().len(), 1, "one game of two plies");
    }

    const PGN: &str = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. h2e2 {book} h9g7 {-0.31/9 0.120s, n=4711}\n\
        2. h0g2 {+M7/12 0.5s} i9h9 {+35/3 1s, Red wins by adjudication} 1-0\n\n";

    #[test]
    fn comments_of_pgn_give_the_scores() {
        let unfinished = PGN.replace("1-0", "*");
        let mut imported = Imported::default();
        read(format!("{PGN}{unfinished}{PGN}").as_bytes(), &mut imported).unwrap();
        assert_eq!((imported.games.len(), imported.without_result), (2, 1));
        let game = &imported.games[1];
        assert_eq!(game.opening, ["h2e2".parse().unwrap()]);
        assert_eq!(game.plies.iter().map(|ply| ply.score).collect::<Vec<_>>(), [-31, 9_993, 35]);
        assert_eq!(game.outcome, Outcome::loss(Color::Black, Reason::AdjudicatedWin));
        let silent = format!("{PGN}{}", PGN.replace("{+M7/12 0.5s}", ""));
        assert_eq!(error_of(&silent), ImportError { line: 7, fault: Fault::NoScore(3) });
        let wrong = error_of(&format!("{PGN}{}", PGN.replace("h0g2", "h0h3")));
        assert!(wrong.line == 11 && matches!(wrong.fault, Fault::Pgn(_)), "{wrong:?}");
    }
}
