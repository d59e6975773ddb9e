//! A puzzle as a line of text: board, moves, rating, themes, source.
//!
//! `3k5/1R7/R8/8p/9/9/9/4B4/9/4K4 d9e9a7a9 740 mI a0.12`: the board before the opponent's move, with Black to move, for
//! the solver is always Red; then that move and the solution with the best defence, four letters each.

use crate::candidate::Goal;
use crate::name::Name;
use crate::theme::Theme;
use guohe::board::Board;
use guohe::types::{Color, Move};
use std::fmt;
use std::str::FromStr;

/// The ratings that a puzzle can have.
pub const RATINGS: std::ops::RangeInclusive<u32> = 500..=2600;

/// A puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// Before the opponent's move: Black is to move.
    pub start: Board,
    /// The opponent's move.
    pub mistake: Move,
    /// The solver's moves and the defence in turn; begins and ends with a move of the solver.
    pub solution: Vec<Move>,
    /// Glicko points, one of [`RATINGS`].
    pub rating: u32,
    /// What it shows.
    pub themes: Vec<Theme>,
    /// Names of its mate.
    pub names: Vec<Name>,
    /// Where it comes from, without spaces.
    pub source: String,
}

/// Text that is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLine(pub String);

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no puzzle: {}", self.0)
    }
}

impl std::error::Error for BadLine {}

impl Puzzle {
    /// A puzzle of which only the mistake is known.
    pub fn unsolved(start: Board, mistake: Move, source: &str) -> Self {
        Self {
            start,
            mistake,
            solution: Vec::new(),
            rating: *RATINGS.start(),
            themes: Vec::new(),
            names: Vec::new(),
            source: source.to_owned(),
        }
    }

    /// The position that the solver sees, without the moves that led to it.
    pub fn position(&self) -> Board {
        let mut board = self.start.clone();
        board.make(self.mistake);
        board
    }

    /// Whether it ends in mate.
    pub fn is_mate(&self) -> bool {
        self.themes.contains(&Theme::Mate)
    }

    /// What the solver is to reach.
    pub fn goal(&self) -> Goal {
        match (self.is_mate(), self.moves()) {
            (true, 1) => Goal::MateInOne,
            (true, _) => Goal::Mate,
            (false, _) => Goal::Tactic,
        }
    }

    /// Moves of the solver.
    pub fn moves(&self) -> usize {
        self.solution.len().div_ceil(2)
    }

    /// The same puzzle with left and right exchanged.
    fn mirrored(&self) -> Self {
        Self {
            // Read anew: the order of a board's pieces, and with it that of its moves, is that of the text.
            start: Board::from_fen(&self.start.mirror_files().fen()).expect("a mirror image is as legal"),
            mistake: self.mistake.mirror_files(),
            solution: self.solution.iter().map(|mv| mv.mirror_files()).collect(),
            ..self.clone()
        }
    }

    /// The one of the puzzle and its mirror image that is kept: equal puzzles become equal texts.
    pub fn normal(self) -> Self {
        let mirror = self.mirrored();
        if mirror.key() < self.key() { mirror } else { self }
    }

    /// By what two puzzles are the same one: the solver's position.
    pub fn key(&self) -> String {
        let fen = self.position().fen();
        fen.split(' ').next().unwrap_or_default().to_owned()
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.start.fen();
        write!(f, "{} {}", fen.split(' ').next().unwrap_or_default(), self.mistake)?;
        self.solution.iter().try_for_each(|mv| write!(f, "{mv}"))?;
        write!(f, " {} ", self.rating)?;
        if self.themes.is_empty() && self.names.is_empty() {
            write!(f, "-")?;
        }
        self.themes.iter().try_for_each(|theme| write!(f, "{}", theme.letter()))?;
        self.names.iter().try_for_each(|name| write!(f, "{}", name.letter()))?;
        write!(f, " {}", self.source)
    }
}

impl FromStr for Puzzle {
    type Err = BadLine;

    /// Reads a line. Its moves are legal, and each letter is known.
    fn from_str(text: &str) -> Result<Self, BadLine> {
        let bad = |what: &str| BadLine(format!("{what} in '{text}'"));
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, moves, rating, letters, source] = fields[..] else { return Err(bad("not five fields")) };
        let start = Board::from_fen(&format!("{board} b")).map_err(|error| bad(&error.to_string()))?;
        if !moves.is_ascii() || moves.len() % 8 != 0 || moves.is_empty() {
            return Err(bad("not an even number of moves"));
        }
        let mut at = start.clone();
        let mut read = Vec::new();
        for word in moves.as_bytes().chunks(4) {
            let word = std::str::from_utf8(word).map_err(|_| bad("a move"))?;
            let mv: Move = word.parse().map_err(|_| bad("a move"))?;
            if !at.is_legal_move(mv) {
                return Err(bad(&format!("the illegal move {mv}")));
            }
            at.make(mv);
            read.push(mv);
        }
        let mistake = read.remove(0);
        let rating = rating.parse().ok().filter(|rating| RATINGS.contains(rating)).ok_or_else(|| bad("the rating"))?;
        let (mut themes, mut names) = (Vec::new(), Vec::new());
        for letter in letters.chars().filter(|_| letters != "-") {
            match (Theme::from_letter(letter), Name::from_letter(letter)) {
                (Some(theme), _) => themes.push(theme),
                (_, Some(name)) => names.push(name),
                _ => return Err(bad(&format!("the letter {letter}"))),
            }
        }
        Ok(Self { start, mistake, solution: read, rating, themes, names, source: source.to_owned() })
    }
}

/// `board` with the solver, who is of `color`, as Red.
pub fn as_red(board: &Board, color: Color) -> Board {
    if color == Color::Red { board.without_history() } else { board.flip_colors() }
}

/// A move on the board of [`as_red`].
pub fn move_as_red(mv: Move, color: Color) -> Move {
    if color == Color::Red { mv } else { mv.flip_ranks() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "3k5/1R7/R8/8p/9/9/9/4B4/9/4K4 d9e9a7a9 740 mI a0.12";

    #[test]
    fn lines_read_back() {
        assert_eq!(include_str!("puzzle.rs").split('`').nth(1), Some(LINE), "the example at the head of this file");
        let puzzle: Puzzle = LINE.parse().unwrap();
        assert_eq!((puzzle.moves(), puzzle.is_mate(), puzzle.to_string().as_str()), (1, true, LINE));
        for (from, to) in [
            ("740", "74"),
            ("740", "x"),
            ("d9e9", "d9c9"),
            ("a7a9 ", "a7 "),
            ("a7a9 ", " "),
            ("mI", "m?"),
            (" a0.12", ""),
            ("4K4", "9"),
        ] {
            assert!(LINE.replace(from, to).parse::<Puzzle>().is_err(), "{from} {to}");
        }
    }

    #[test]
    fn a_puzzle_may_show_nothing_that_has_a_letter() {
        let line = LINE.replace("mI", "-");
        let puzzle: Puzzle = line.parse().unwrap();
        assert_eq!((puzzle.themes.len(), puzzle.names.len(), puzzle.to_string()), (0, 0, line));
    }

    #[test]
    fn mirror_images_become_one() {
        let puzzle: Puzzle = LINE.parse().unwrap();
        let mirror = puzzle.mirrored();
        assert_ne!(puzzle.key(), mirror.key());
        assert_eq!(puzzle.normal().key(), mirror.normal().key());
    }
}
