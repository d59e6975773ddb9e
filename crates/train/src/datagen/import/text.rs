//! Games from the text that `export` writes.

use super::error::{Fault, ImportError};
use super::open_game::{Imported, OpenGame, begin};
use guohe::board::Board;
use guohe::types::Move;

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
pub struct TextReader {
    game: Option<OpenGame>,
    record: Record,
    in_record: bool,
}

impl TextReader {
    pub fn line(&mut self, line: usize, text: &str, imported: &mut Imported) -> Result<(), ImportError> {
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

    pub fn end(&mut self, line: usize, imported: &mut Imported) -> Result<(), ImportError> {
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
            let next = game.first_ply.unwrap_or(0).checked_add(game.board.plies_played());
            game.board.key() == board.key() && next == Some(ply)
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
