//! Reads the moves of one game of a PGN file: moves in any notation, comments, variations.
//!
//! Moves are read by the engine's notation, so any notation will do, and several in one file. A move that is none ends
//! its line with a note; comments and the other lines stay.

use super::header::no_tag;
use super::scan::{Scanner, Token};
use super::words::{self, NonMove};
use crate::bilingual::{self, Bilingual};
use crate::notes::{self, Class, Notes, Place, shown};
use crate::tree::{GameResult, GameTree, MAX_DEPTH, NodeId};
use guohe::board::Board;
use guohe::notation::{self, Style, Unread};
use guohe::types::{Color, Move};

/// Whether `word` is a legal move on `board`, or several of which the first is legal.
fn begins_with_move(board: &Board, word: &str) -> bool {
    let reads = |text: &str| {
        text.chars().nth(words::LONGEST_MOVE).is_none() && notation::read(board, words::without_marks(text)).is_ok()
    };
    let bare = words::without_labels(word);
    reads(word) || reads(bare) || words::first_of_several(bare).is_some_and(|(first, _)| reads(first))
}

/// Whether another game without tags follows: before the next tag a line begins with a legal first move, or the text
/// does. Its number must not be `due`, that of Red's next move in the game before (0 if Black is to move): such moves
/// go on with that game.
fn begins_game(scanner: &mut Scanner, due: usize) -> Option<()> {
    let board = Board::startpos();
    // The line of the last piece that is no label and no comment.
    let mut last = 0;
    let mut goes_on = false;
    loop {
        scanner.pass_separators();
        let line = scanner.line();
        match scanner.next()? {
            Token::Tag(..) => return None,
            Token::Word(word) => {
                match words::number(word) {
                    Some(1) => goes_on = false,
                    number => goes_on |= due > 1 && number == Some(due),
                }
                if words::non_move(word) == Some(NonMove::Label) {
                    continue;
                }
                if line != last && !goes_on && begins_with_move(&board, word) {
                    return Some(());
                }
                last = line;
            }
            Token::Comment(..) => {}
            Token::Semicolon => {
                scanner.line_comment();
            }
            _ => last = line,
        }
    }
}

/// Whether a word of `text` is a move, legal or not.
fn holds_move(text: &str) -> bool {
    let board = Board::startpos();
    let mut scanner = Scanner::new(text);
    std::iter::from_fn(|| scanner.next()).any(|token| match token {
        Token::Word(word) if words::non_move(word).is_none() => {
            let bare = words::without_labels(word);
            words::is_chinese_moves(bare) || !matches!(notation::read(&board, bare), Err(Unread::Unreadable(_)))
        }
        _ => false,
    })
}

/// A line that has ended before its moves did.
struct EndedLine {
    line: usize,
    class: Class,
    why: Bilingual,
    /// Moves, or what looks like them, and comments that were passed since.
    moves: usize,
    comments: usize,
    /// Brackets that were opened since.
    open: usize,
}

/// Reads the moves of one game.
pub struct Reader<'a, 'n> {
    pub scanner: Scanner<'a>,
    pub notes: &'n mut Notes,
    pub game: GameTree,
    board: Board,
    /// The node whose position is on the board.
    at: NodeId,
    plies: usize,
    /// The nodes at which the open variations began: the moves they are alternatives to.
    open: Vec<NodeId>,
    ended: Option<EndedLine>,
    /// A comment before the first move of a variation, which is that move's.
    waiting: String,
    /// Whether a side had a move in its own digits, Chinese for Red and others for Black.
    own_digits: [bool; 2],
    is_side_noted: bool,
}

impl<'a, 'n> Reader<'a, 'n> {
    /// Reads into `game`, which has no moves yet.
    pub fn new(game: GameTree, scanner: Scanner<'a>, notes: &'n mut Notes) -> Self {
        let board = game.board();
        Self {
            scanner,
            notes,
            game,
            board,
            at: NodeId::ROOT,
            plies: 0,
            open: Vec::new(),
            ended: None,
            waiting: String::new(),
            own_digits: [false; 2],
            is_side_noted: false,
        }
    }

    /// Reads to the end of the game.
    pub fn moves(&mut self) {
        loop {
            self.scanner.pass_separators();
            let before = self.scanner.clone();
            let line = before.line();
            match self.scanner.next() {
                None => break,
                Some(Token::Tag(..)) => {
                    self.scanner = before;
                    break;
                }
                Some(Token::NoTag(text)) => {
                    self.notes.add(Place::Line(line), Class::Changed, no_tag(text));
                }
                Some(Token::Comment(text, closed)) => {
                    if !closed {
                        self.broken(line, "注解没有结束", "the comment is never closed");
                    }
                    self.comment(text);
                }
                Some(Token::Bracket(text)) => self.bracket_comment(text),
                Some(Token::Semicolon) => {
                    if !self.continues(line) {
                        let text = self.scanner.line_comment();
                        self.comment(text);
                    }
                }
                Some(Token::Open) => self.open_bracket(line),
                Some(Token::Close) => self.close_bracket(line),
                Some(Token::StrayBrace) => {
                    self.broken(line, "有多余的右花括号", "a brace closes that nothing opened");
                }
                Some(Token::Word(word)) => {
                    if !self.word(word, line) {
                        self.pass_to_next_game(words::non_move(word) == Some(NonMove::Rule));
                        break;
                    }
                }
            }
        }
        let left = self.open.len();
        if left > 0 {
            let text = Bilingual::new(
                format!("有 {left} 个括号没有结束"),
                if left == 1 {
                    "a bracket is never closed".to_owned()
                } else {
                    format!("{left} brackets are never closed")
                },
            );
            self.notes.add(Place::Line(self.scanner.line()), Class::Broken, text);
        }
        self.note_ended_line();
    }

    /// Notes a brace or bracket without its counterpart.
    fn broken(&mut self, line: usize, chinese: &str, english: &str) {
        self.notes.add(Place::Line(line), Class::Broken, Bilingual::new(chinese, english));
    }

    /// A word; `false` when it ends the game. What stands behind a move without a blank is the next word.
    fn word(&mut self, mut word: &str, line: usize) -> bool {
        while !word.is_empty() {
            match self.first_word(word, line) {
                Some(rest) => word = rest,
                None => return false,
            }
        }
        true
    }

    /// The move with which a word begins, or else the whole word. Returns what is left of it; `None` when it ends the
    /// game.
    fn first_word<'w>(&mut self, word: &'w str, line: usize) -> Option<&'w str> {
        match words::non_move(word) {
            Some(NonMove::Label) if self.open.is_empty() => self.scanner.pass_closing(),
            Some(NonMove::Label) => {}
            Some(NonMove::Glyph(_) | NonMove::NoGlyph) if self.ended.is_some() => {}
            Some(NonMove::Glyph(glyph)) if self.at != NodeId::ROOT => self.game.add_glyph(self.at, glyph),
            // Before the first move, or beyond the $255 of the standard.
            Some(NonMove::Glyph(_) | NonMove::NoGlyph) => self.keep(word, line),
            // A result inside a variation is a remark on that line.
            Some(NonMove::Result(_)) if !self.open.is_empty() => self.comment(word),
            // `甲 先胜 乙` is the title of a game, and a rule may stand below it.
            Some(NonMove::Result(result)) if self.is_before_moves() && !self.scanner.is_at_end_of_game() => {
                if result != GameResult::Unknown {
                    self.result(result, line);
                    self.keep(word, line);
                }
            }
            Some(NonMove::Rule) if self.is_before_moves() => {}
            Some(NonMove::Result(result)) => {
                self.result(result, line);
                return None;
            }
            Some(NonMove::Rule) => return None,
            None => {
                if let Some(ended) = &mut self.ended {
                    ended.moves += usize::from(words::resembles_move(word));
                } else {
                    match self.first_move(word, line) {
                        Ok(rest) => return Some(rest),
                        Err(why) => self.refuse(why, word, line),
                    }
                }
            }
        }
        Some("")
    }

    /// Whether no move was found yet, legal or not: words that are none belong to a title.
    fn is_before_moves(&self) -> bool {
        self.game.is_empty() && self.ended.is_none()
    }

    /// After a result, or a rule where `is_rule`: stays here if another game without tags follows, else goes to the
    /// next tag. Comments directly after the result are the last move's; other text is left out, with a note unless it
    /// stands behind a rule and holds no moves.
    fn pass_to_next_game(&mut self, is_rule: bool) {
        let due = if self.board.side() == Color::Red { self.board.move_number() } else { 0 };
        if self.scanner.look_ahead(|ahead| begins_game(ahead, due)).is_some() {
            return;
        }
        let mut before = self.scanner.clone();
        while !is_rule && let Some(Token::Comment(text, true)) = self.scanner.next() {
            self.comment(text);
            before = self.scanner.clone();
        }
        self.scanner = before;
        self.scanner.pass_separators();
        let line = self.scanner.line();
        let left_out = self.scanner.skip_to_tag();
        let first = left_out.split_whitespace().next();
        let goes_on = first.is_some_and(|word| holds_move(word) || word.starts_with(|c: char| c.is_ascii_digit()));
        let (class, text) = if holds_move(left_out) {
            // A remark may name a move; the game may also go on.
            let class = if goes_on { Class::Broken } else { Class::Changed };
            (class, Bilingual::new("略去结果之后的着法", "moves after the result are left out"))
        } else if !is_rule && first.is_some_and(|word| words::non_move(word) != Some(NonMove::Rule)) {
            (Class::Changed, Bilingual::new("略去结果之后的文字", "text after the result is left out"))
        } else {
            return;
        };
        self.notes.add(Place::Line(line), class, text);
    }

    /// The result behind the moves, which does not overrule the tag.
    fn result(&mut self, result: GameResult, line: usize) {
        match self.game.result() {
            GameResult::Unknown => self.game.set_result(result),
            tag if tag != result && result != GameResult::Unknown => {
                let (end, tag) = (result.word(), tag.word());
                let text = Bilingual::new(
                    format!("着法后的结果是 {end}，Result 标签是 {tag}"),
                    format!("the moves end with {end}, the tag Result says {tag}"),
                );
                self.notes.add(Place::Line(line), Class::Changed, text);
            }
            _ => {}
        }
    }

    /// Whether the text after a `;` goes on with the moves, so that the `;` only separates: up to the next `;` it is
    /// nothing but Chinese moves, and the first of them is legal. Else it is a comment, as in PGN.
    fn continues(&mut self, line: usize) -> bool {
        let mut scanner = Scanner::new(self.scanner.to_semicolon());
        let mut first = None;
        while let Some(token) = scanner.next() {
            match token {
                Token::Word(word) if words::is_chinese_moves(word) => {
                    first.get_or_insert(word);
                }
                Token::Word(word) if words::non_move(word).is_some() => {}
                // A comment reaches to the end of the line, also beyond the bracket in which it began.
                Token::Close => {
                    if let Some(first) = first.filter(|_| self.ended.is_none()) {
                        self.note_kept(first, line);
                    }
                    return false;
                }
                _ => return false,
            }
        }
        let Some(first) = first.filter(|_| self.ended.is_none()) else { return false };
        let is_legal = begins_with_move(&self.board, first);
        if !is_legal {
            self.note_kept(first, line);
        }
        is_legal
    }

    /// Plays the move with which a word begins, and returns what stands behind it.
    fn first_move<'w>(&mut self, word: &'w str, line: usize) -> Result<&'w str, Unread> {
        let bare = words::without_labels(word);
        let mut why = Unread::Unreadable(shown(word));
        for text in [word, bare] {
            // Only of a word that may be one move: of a long one each look at its end would take as long.
            if text.chars().nth(words::LONGEST_MOVE).is_some() {
                continue;
            }
            let plain = words::without_marks(text);
            match notation::read(&self.board, plain) {
                Ok(mv) => {
                    self.play(mv, plain, line);
                    return Ok(self.marks(&text[plain.len()..], line));
                }
                // What is said of `33.4` is said of the pawn, not of a move number and `4`.
                Err(found) if matches!(why, Unread::Unreadable(_)) => why = found,
                Err(_) => {}
            }
        }
        let Some((first, rest)) = words::first_of_several(bare) else { return Err(why) };
        let Ok(mv) = notation::read(&self.board, first) else { return Err(why) };
        self.play(mv, first, line);
        Ok(self.marks(rest, line))
    }

    /// Takes the marks with which a text behind a move begins, and returns the rest. A sign of check says nothing.
    fn marks<'w>(&mut self, text: &'w str, line: usize) -> &'w str {
        let text = words::without_check(text);
        let rest = text.trim_start_matches(['!', '?', '！', '？']);
        let marks = &text[..text.len() - rest.len()];
        match words::non_move(marks) {
            _ if marks.is_empty() || self.ended.is_some() => {}
            Some(NonMove::Glyph(glyph)) => self.game.add_glyph(self.at, glyph),
            _ => self.keep(marks, line),
        }
        rest
    }

    /// Notes how the file writes moves: as its first one, and in traditional characters once there is one of them.
    fn note_style(&mut self, text: &str) {
        let style = words::style_of(text);
        if self.game.is_empty() || (self.game.style(), style) == (Style::Chinese, Style::Traditional) {
            self.game.set_style(style);
        }
    }

    /// Notes once in a game if a move has the digits of the other side, although earlier moves of this side have their
    /// own: a move may be missing before it.
    fn note_side(&mut self, text: &str, line: usize) {
        let side = self.board.side();
        let Some(digits) = words::side_of_digits(text) else { return };
        if digits == side {
            self.own_digits[side.index()] = true;
        } else if self.own_digits[side.index()] && !std::mem::replace(&mut self.is_side_noted, true) {
            let (text, due, ply) = (shown(text), notes::due_on(&self.board), self.plies + 1);
            let ((of_chinese, of_english), (chinese, english)) = (bilingual::side(digits), bilingual::side(side));
            let text = Bilingual::new(
                format!("{due}：“{text}”用的是{of_chinese}的数字，读作{chinese}的着法；前面可能漏了一着"),
                format!(
                    "ply {ply}: '{text}' has the digits of {of_english} and is read as a move of {english}; \
                     perhaps a move is missing before it"
                ),
            );
            self.notes.add(Place::Line(line), Class::Changed, text);
        }
    }

    /// Plays a legal move that the file writes as `text`.
    fn play(&mut self, mv: Move, text: &str, line: usize) {
        self.note_style(text);
        self.note_side(text, line);
        let added = if self.plies < MAX_DEPTH { self.game.add(self.at, mv) } else { None };
        let Some(node) = added else {
            let why = notes::game_too_long();
            self.end_line(self.scanner.line(), Class::TooLarge, why);
            return;
        };
        self.board.make(mv);
        self.at = node;
        self.plies += 1;
        if !self.waiting.is_empty() {
            let comment = std::mem::take(&mut self.waiting);
            self.game.add_comment(node, &comment);
        }
    }

    /// A word that is no legal move: a remark, or the end of the line.
    fn refuse(&mut self, why: Unread, word: &str, line: usize) {
        if matches!(why, Unread::Unreadable(_)) && (self.is_before_moves() || !words::resembles_move(word)) {
            self.keep(word, line);
            return;
        }
        let class = match why {
            Unread::Unreadable(_) => Class::UnreadableMove,
            Unread::NoSuchMove(_) => Class::NoSuchMove,
            Unread::Ambiguous(_) => Class::AmbiguousMove,
        };
        let ply = self.plies + 1;
        let why = bilingual::of_unread(&why).about(&notes::due_on(&self.board), &format!("ply {ply}"));
        self.end_line(line, class, why);
    }

    /// What follows on this line is left out.
    fn end_line(&mut self, line: usize, class: Class, why: Bilingual) {
        if self.open.is_empty() {
            self.game.set_cut();
        }
        self.ended = Some(EndedLine { line, class, why, moves: 0, comments: 0, open: 0 });
    }

    /// Keeps a word as a comment.
    fn keep(&mut self, word: &str, line: usize) {
        self.note_kept(word, line);
        self.comment(word);
    }

    /// Notes that a word, or a line that begins with it, is kept as a comment.
    fn note_kept(&mut self, word: &str, line: usize) {
        let shown = shown(word);
        let text = Bilingual::new(
            format!("着法之间的“{shown}”保留为注解"),
            format!("'{shown}' between the moves is kept as a comment"),
        );
        self.notes.add(Place::Line(line), Class::Changed, text);
    }

    /// Says where and why the line has ended, if it has, now that it is known what was left out.
    fn note_ended_line(&mut self) {
        if let Some(ended) = self.ended.take() {
            let text = notes::line_ends(ended.why, ended.moves, ended.comments);
            self.notes.add(Place::Line(ended.line), ended.class, text);
        }
    }

    fn comment(&mut self, text: &str) {
        if let Some(ended) = &mut self.ended {
            ended.comments += usize::from(!text.is_empty());
            return;
        }
        // Between an opening bracket and its first move.
        let begins = self.open.last().is_some_and(|&node| self.game.parent(node) == Some(self.at));
        if begins {
            if !self.waiting.is_empty() && !text.is_empty() {
                self.waiting.push('\n');
            }
            self.waiting.push_str(text);
        } else {
            self.game.add_comment(self.at, text);
        }
    }

    /// What stands in brackets and begins no variation. `(1)` before a move is its number.
    fn bracket_comment(&mut self, text: &str) {
        if words::non_move(text) != Some(NonMove::Label) {
            self.comment(text);
        }
    }

    fn open_bracket(&mut self, line: usize) {
        if let Some(ended) = &mut self.ended {
            ended.open += 1;
            return;
        }
        let begins = self.open.last().is_some_and(|&node| self.game.parent(node) == Some(self.at));
        if self.at == NodeId::ROOT || begins || self.open.len() >= MAX_DEPTH || !self.variation_follows() {
            let (text, closed) = self.scanner.bracket();
            if !closed {
                self.broken(line, "括号没有结束", "the bracket is never closed");
            }
            self.bracket_comment(text);
            return;
        }
        self.open.push(self.at);
        self.take_back();
    }

    /// Whether what stands in the bracket begins with a move that could have been played instead of the last one. In a
    /// game that Red begins a number with dots behind it, as in `1... 马8进7`, is that of a move of Black.
    fn variation_follows(&mut self) -> bool {
        let mut is_of_black = false;
        let first_word = |ahead: &mut Scanner<'a>| loop {
            match ahead.next() {
                Some(Token::Word(word)) if words::non_move(word) == Some(NonMove::Label) => {
                    is_of_black |= words::is_number_of_black(word);
                }
                Some(Token::Word(word)) => {
                    is_of_black |= words::is_number_of_black(word);
                    break Some(word);
                }
                Some(Token::Comment(_, true) | Token::Bracket(_)) => {}
                Some(Token::Semicolon) => {
                    ahead.line_comment();
                }
                _ => break None,
            }
        };
        let Some(word) = self.scanner.look_ahead(first_word) else { return false };
        let last = self.board.last_move();
        self.board.unmake();
        let is_of_other_side = is_of_black && self.board.side() == Color::Red && self.game.board().side() == Color::Red;
        let found = !is_of_other_side && begins_with_move(&self.board, word);
        if let Some(last) = last {
            self.board.make(last);
        }
        found
    }

    fn take_back(&mut self) {
        if let Some(parent) = self.game.parent(self.at) {
            self.board.unmake();
            self.at = parent;
            self.plies -= 1;
        }
    }

    fn close_bracket(&mut self, line: usize) {
        if let Some(ended) = &mut self.ended
            && ended.open > 0
        {
            ended.open -= 1;
            return;
        }
        let Some(main) = self.open.pop() else {
            self.broken(line, "有多余的右括号", "a bracket closes that nothing opened");
            return;
        };
        self.note_ended_line();
        if !self.waiting.is_empty() {
            let comment = std::mem::take(&mut self.waiting);
            self.game.add_comment(main, &comment);
        }
        while Some(self.at) != self.game.parent(main) && self.at != NodeId::ROOT {
            self.take_back();
        }
        if let Some(mv) = self.game.mv(main) {
            self.board.make(mv);
            self.at = main;
            self.plies += 1;
        }
    }
}
