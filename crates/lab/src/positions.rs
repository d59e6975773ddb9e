//! The positions that the studies run on: a list of our own, or the user's.

use anyhow::{Context, bail};
use guohe::board::Board;
use guohe_common::bounded::read_list;
use std::path::Path;

/// Our own list, with a note on how it was made.
const OWN: &str = include_str!("../data/lab-positions.txt");

/// Endgames, with a note on where they are from.
const ENDGAMES: &str = include_str!("../data/lab-endgames.txt");

/// A named position.
#[derive(Clone)]
pub struct Position {
    pub name: String,
    pub board: Board,
}

/// Reads the positions of `path`, or our own.
///
/// One a line, `name ; FEN`, or a bare FEN, which is named by its line; empty lines and lines that begin with `#` say
/// nothing. The first stands for the papers' single position.
pub fn load(path: Option<&Path>) -> anyhow::Result<Vec<Position>> {
    let (source, text) = match path {
        Some(path) => (path.display().to_string(), read_list(path)?),
        None => ("the built-in positions".to_owned(), OWN.to_owned()),
    };
    parse(&text).with_context(|| source)
}

/// Our own endgames.
pub fn endgames() -> anyhow::Result<Vec<Position>> {
    parse(ENDGAMES).context("the built-in endgames")
}

fn parse(text: &str) -> anyhow::Result<Vec<Position>> {
    let mut positions = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let number = index + 1;
        let (name, fen) = match line.split_once(';') {
            Some((name, rest)) => (name.trim().to_owned(), rest.split(';').next().unwrap_or_default().trim()),
            None => (format!("line {number}"), line),
        };
        let board = Board::from_fen(fen).with_context(|| format!("line {number}"))?;
        if !board.has_legal_move() {
            bail!("line {number}: the game is over in this position");
        }
        if positions.iter().any(|known: &Position| known.name == name) {
            bail!("line {number}: another position has the same name, {name}");
        }
        positions.push(Position { name, board });
    }
    if positions.is_empty() {
        bail!("no positions");
    }
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use guohe::types::Color;
    use std::collections::HashSet;

    #[test]
    fn own_positions_are_many_and_differ() {
        let positions = load(None).unwrap();
        assert!(positions.len() >= 30);
        let names: HashSet<_> = positions.iter().map(|position| &position.name).collect();
        let keys: HashSet<_> = positions.iter().map(|position| position.board.key()).collect();
        assert_eq!((names.len(), keys.len()), (positions.len(), positions.len()));
        for side in Color::ALL {
            assert!(positions.iter().filter(|position| position.board.side() == side).count() >= 10);
        }
    }

    #[test]
    fn own_endgames_have_few_pieces() {
        let endgames = endgames().unwrap();
        assert!(endgames.len() >= 8);
        assert!(endgames.iter().all(|position| super::super::classic::phase(&position.board) <= 4));
        let names: HashSet<_> = endgames.iter().map(|position| &position.name).collect();
        assert_eq!(names.len(), endgames.len());
    }

    #[test]
    fn lists_may_have_names_or_not() {
        let start = guohe::board::STARTPOS;
        let positions = parse(&format!("# note\n\nstart ; {start} ; h2e2\n{start}\n")).unwrap();
        assert_eq!(positions[0].name, "start");
        assert_eq!(positions[1].name, "line 4");
        assert!(parse("# nothing\n").is_err());
        assert!(parse(&format!("a ; {start}\na ; {start}\n")).is_err());
        let error = parse("a ; 9/9/9/9/9/9/9/9/9/9 w").err().unwrap();
        assert!(format!("{error:#}").contains("line 1"), "{error:#}");
    }
}
