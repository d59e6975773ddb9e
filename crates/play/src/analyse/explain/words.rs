//! The sentences, in Chinese and in English.

use super::super::claim::{Begins, Claim, Loss, Motif, Proven, Win};
use super::super::written::line;
use crate::analyse::judge::Judged;
use guohe::board::Board;
use guohe::notation::Style;
use guohe::rules::Ruling;
use guohe::types::{Color, Kind, Move, Piece, Square};
use guohe_common::language::Language;
use guohe_games::bilingual;

/// Numbers of files and pieces, from one on.
const CHINESE_NUMBERS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
/// Plies of a line that stands in a sentence.
const LONGEST_LINE: usize = 5;

/// What is wrong with the move, as `proven` says, with moves in `style`.
pub fn sentence(language: Language, judged: &Judged, proven: &Proven, style: Style) -> String {
    let mut after = judged.before.clone();
    after.make(judged.mv);
    let board = match proven.begins {
        Begins::Before => &judged.before,
        Begins::After => &after,
    };
    let teller = Teller { board, line: &proven.line, style };
    match language {
        Language::Zh => teller.chinese(&proven.claim),
        Language::En => teller.english(&proven.claim),
    }
}

/// Whether the sentence names the best move, so that it need not be named again.
pub fn names_best_move(proven: &Proven) -> bool {
    proven.begins == Begins::Before
}

/// What a sentence is made of.
struct Teller<'a> {
    /// The position in which the line begins.
    board: &'a Board,
    line: &'a [Move],
    style: Style,
}

impl Teller<'_> {
    /// The first move of the line.
    fn first(&self) -> String {
        self.moves(1)
    }

    /// The beginning of the line, at most this number of plies.
    fn moves(&self, most: usize) -> String {
        line(self.board, self.line, self.style, most).join(" ")
    }

    fn chinese(&self, claim: &Claim) -> String {
        let first = self.first();
        match claim {
            Claim::AllowsMate { moves, is_stalemate } => {
                let count = chinese_count(*moves);
                format!("对方有{count}步{}：{first}", if *is_stalemate { "困毙" } else { "杀" })
            }
            Claim::MissesMate { moves, is_stalemate } => {
                format!("错过{}步{}：{first}", chinese_count(*moves), if *is_stalemate { "困毙" } else { "杀" })
            }
            Claim::BreaksRules(ruling) => match ruling {
                Ruling::PerpetualCheck => "长将判负",
                Ruling::GraverChase => "双方长捉，己方较重，判负",
                _ => "长捉判负",
            }
            .to_owned(),
            Claim::Loses { lost, how } => {
                let piece = self.chinese_piece(*lost);
                let bare = self.bare_name(*lost);
                match how {
                    Loss::By(Motif::Trap) => format!("{piece}被{first}捉死"),
                    Loss::By(Motif::CheckingFork) => format!("被{first}将军抽{bare}"),
                    Loss::By(motif) => format!("被{first}{}，丢{bare}", chinese_motif(*motif)),
                    Loss::PutThere => format!("白送{bare}，被{first}吃"),
                    Loss::Unguarded => format!("{piece}失去保护，被{first}白吃"),
                    Loss::NotSaved => format!("{piece}被捉未救，被{first}吃"),
                    Loss::GaveScreen => format!("给对方作炮架，{piece}被{first}吃"),
                    Loss::Unblocked => format!("让开了对方的线路，{piece}被{first}吃"),
                    Loss::Recaptured | Loss::InLine => format!("丢{bare}：{}", self.moves(LONGEST_LINE)),
                }
            }
            Claim::Trades { given, taken, how } => {
                let dearest = given.first().map_or('子', |piece| piece.chinese());
                let (given, taken) = (chinese_list(given), chinese_list(taken));
                match how {
                    Loss::By(Motif::Trap) => format!("{dearest}被{first}捉死，只得以{given}换{taken}"),
                    Loss::Recaptured => format!("以{given}换{taken}，亏"),
                    Loss::By(Motif::CheckingFork) => format!("被{first}将军抽子，只得以{given}换{taken}"),
                    Loss::By(motif) => format!("被{first}{}，只得以{given}换{taken}", chinese_motif(*motif)),
                    _ => format!("对方可用{taken}换{given}：{}", self.moves(LONGEST_LINE)),
                }
            }
            Claim::BaresKing { lost } => {
                format!("丢{}，后防空虚：{}", self.bare_name(*lost), self.moves(LONGEST_LINE))
            }
            Claim::MissesCapture { won, how } => {
                let piece = self.bare_name(*won);
                match how {
                    Win::Takes => format!("本可{first}得{piece}"),
                    Win::TakesBack => format!("没有吃回{piece}，应走{first}"),
                    Win::By(Motif::Trap) => format!("本可{first}捉死{piece}"),
                    Win::By(Motif::CheckingFork) => format!("本可{first}将军抽{piece}"),
                    Win::By(motif) => format!("本可{first}{}，得{piece}", chinese_motif(*motif)),
                    Win::InLine => format!("本可得{piece}：{}", self.moves(LONGEST_LINE)),
                }
            }
            Claim::MissesTrade { given, taken } => {
                let (given, taken) = (chinese_list(given), chinese_list(taken));
                format!("本可用{given}换{taken}：{}", self.moves(LONGEST_LINE))
            }
            Claim::LetsDraw => "胜势变均势".to_owned(),
        }
    }

    fn english(&self, claim: &Claim) -> String {
        let first = self.first();
        match claim {
            Claim::AllowsMate { moves, is_stalemate } => {
                let end = if *is_stalemate { "a win by stalemate" } else { "mate" };
                format!("allows {end} in {moves}: {first}")
            }
            Claim::MissesMate { moves, is_stalemate } => {
                let end = if *is_stalemate { "a win by stalemate" } else { "mate" };
                format!("misses {end} in {moves}: {first}")
            }
            Claim::BreaksRules(ruling) => match ruling {
                Ruling::PerpetualCheck => "perpetual check loses",
                Ruling::GraverChase => "both chase perpetually, and the graver chase loses",
                _ => "perpetual chase loses",
            }
            .to_owned(),
            Claim::Loses { lost, how } => {
                let piece = self.english_piece(*lost);
                match how {
                    Loss::By(Motif::Trap) => format!("{piece} is trapped by {first}"),
                    Loss::By(motif) => format!("loses {piece} to {} by {first}", english_motif(*motif)),
                    Loss::PutThere => format!("puts {piece} where {first} takes it"),
                    Loss::Unguarded => format!("leaves {piece} unguarded: {first}"),
                    Loss::NotSaved => format!("does not save {piece} from {first}"),
                    Loss::GaveScreen => format!("gives the cannon a screen: {first} takes {piece}"),
                    Loss::Unblocked => format!("opens the way for {first}, which takes {piece}"),
                    Loss::Recaptured | Loss::InLine => format!("loses {piece}: {}", self.moves(LONGEST_LINE)),
                }
            }
            Claim::Trades { given, taken, how } => {
                let (given, taken) = (english_list(given), english_list(taken));
                match how {
                    Loss::Recaptured => format!("gives {given} for {taken}"),
                    Loss::By(Motif::Trap) => format!("loses {given} for {taken}, trapped by {first}"),
                    Loss::By(motif) => format!("loses {given} for {taken} to {} by {first}", english_motif(*motif)),
                    _ => format!("loses {given} for {taken}: {}", self.moves(LONGEST_LINE)),
                }
            }
            Claim::BaresKing { lost } => {
                format!("loses {}, exposing the king: {}", self.english_piece(*lost), self.moves(LONGEST_LINE))
            }
            Claim::MissesCapture { won, how } => {
                let piece = self.english_piece(*won);
                match how {
                    Win::Takes => format!("could win {piece}: {first}"),
                    Win::TakesBack => format!("does not take the {} back: {first}", self.english_kind(*won)),
                    Win::By(Motif::Trap) => format!("could trap {piece}: {first}"),
                    Win::By(motif) => format!("could win {piece} by {}: {first}", english_motif(*motif)),
                    Win::InLine => format!("could win {piece}: {}", self.moves(LONGEST_LINE)),
                }
            }
            Claim::MissesTrade { given, taken } => {
                let (given, taken) = (english_list(given), english_list(taken));
                format!("could win {taken} for {given}: {}", self.moves(LONGEST_LINE))
            }
            Claim::LetsDraw => "gives up the win: the position is level".to_owned(),
        }
    }

    /// The piece on `square` without saying which of several.
    fn bare_name(&self, square: Square) -> char {
        self.board.piece_at(square).map_or('子', Piece::chinese)
    }

    /// The same in English.
    fn english_kind(&self, square: Square) -> &'static str {
        self.board.piece_at(square).map_or("piece", |piece| bilingual::kind(piece.kind))
    }

    /// The piece on `square`, with its file where the side has two of the kind: 三路马, 前车.
    fn chinese_piece(&self, square: Square) -> String {
        let Some(piece) = self.board.piece_at(square) else { return "子".to_owned() };
        let name = piece.chinese();
        match self.place(piece, square) {
            Place::Only => name.to_string(),
            Place::Front => format!("前{name}"),
            Place::Rear => format!("后{name}"),
            Place::File(file) if piece.color == Color::Red => {
                format!("{}路{name}", CHINESE_NUMBERS[file - 1])
            }
            Place::File(file) => format!("{file}路{name}"),
        }
    }

    /// The piece on `square`: "the rook", "the horse on file 3", "a pawn".
    fn english_piece(&self, square: Square) -> String {
        let Some(piece) = self.board.piece_at(square) else { return "a piece".to_owned() };
        let name = bilingual::kind(piece.kind);
        match (piece.kind, self.place(piece, square)) {
            (Kind::Pawn, _) => "a pawn".to_owned(),
            (Kind::Advisor | Kind::Bishop, Place::Only) => format!("the last {name}"),
            (Kind::Advisor | Kind::Bishop, _) => format!("an {name}"),
            (_, Place::Only) => format!("the {name}"),
            (_, Place::Front) => format!("the front {name}"),
            (_, Place::Rear) => format!("the rear {name}"),
            (_, Place::File(file)) => format!("the {name} on file {file}"),
        }
    }

    /// Which of its side's pieces of the kind stands on `square`.
    fn place(&self, piece: Piece, square: Square) -> Place {
        let mut others = self.board.squares(piece.color, piece.kind).filter(|&other| other != square);
        let file = |square: Square| match piece.color {
            Color::Red => 9 - square.file().index(),
            Color::Black => square.file().index() + 1,
        };
        match others.next() {
            None => Place::Only,
            // Up to five pawns may share a file; they are called by it.
            Some(other) if other.file() == square.file() && piece.kind != Kind::Pawn => {
                if square.rank_for(piece.color) > other.rank_for(piece.color) { Place::Front } else { Place::Rear }
            }
            Some(_) => Place::File(file(square)),
        }
    }
}

/// Which of two pieces of a kind is meant.
enum Place {
    /// There is no other.
    Only,
    Front,
    Rear,
    /// By the number of its file, as its side counts.
    File(usize),
}

fn chinese_motif(motif: Motif) -> &'static str {
    match motif {
        Motif::DoubleCheck => "双将",
        Motif::DiscoveredCheck => "抽将",
        Motif::Fork | Motif::CheckingFork => "捉双",
        Motif::Skewer => "串打",
        Motif::DiscoveredAttack => "闪击",
        Motif::Pin => "牵制",
        Motif::Trap => "捉死",
    }
}

fn english_motif(motif: Motif) -> &'static str {
    match motif {
        Motif::DoubleCheck => "a double check",
        Motif::DiscoveredCheck => "a discovered check",
        Motif::Fork | Motif::CheckingFork => "a fork",
        Motif::Skewer => "a skewer",
        Motif::DiscoveredAttack => "a discovered attack",
        Motif::Pin => "a pin",
        Motif::Trap => "a trap",
    }
}

/// A number of moves up to nine as in Chinese books: 两步杀.
fn chinese_count(moves: u32) -> char {
    if moves == 2 { '两' } else { CHINESE_NUMBERS[moves as usize - 1] }
}

/// The kinds of some pieces, in their order, with their numbers.
fn counted(pieces: &[Piece]) -> Vec<(Piece, usize)> {
    let mut counted: Vec<(Piece, usize)> = Vec::new();
    for &piece in pieces {
        match counted.iter_mut().find(|(other, _)| *other == piece) {
            Some((_, count)) => *count += 1,
            None => counted.push((piece, 1)),
        }
    }
    counted
}

/// 车, 马和炮, 双车.
fn chinese_list(pieces: &[Piece]) -> String {
    let named = counted(pieces).into_iter().map(|(piece, count)| match count {
        1 => piece.chinese().to_string(),
        2 => format!("双{}", piece.chinese()),
        _ => format!("{}{}", CHINESE_NUMBERS[count - 1], piece.chinese()),
    });
    listed(&named.collect::<Vec<_>>(), "、", "和")
}

/// "a rook", "a horse and an advisor", "two rooks".
fn english_list(pieces: &[Piece]) -> String {
    let named: Vec<String> = counted(pieces)
        .into_iter()
        .map(|(piece, count)| {
            let name = bilingual::kind(piece.kind);
            match count {
                1 if matches!(piece.kind, Kind::Advisor | Kind::Bishop) => format!("an {name}"),
                1 => format!("a {name}"),
                2 => format!("two {name}s"),
                _ => format!("{count} {name}s"),
            }
        })
        .collect();
    listed(&named, ", ", " and ")
}

/// Some names as one, with `and` before the last.
fn listed(names: &[String], comma: &str, and: &str) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("{}{and}{last}", rest.join(comma)),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_as_in_chinese_books() {
        assert_eq!([1, 2, 9].map(chinese_count), ['一', '两', '九']);
    }

    #[test]
    fn pieces_of_a_kind_are_counted() {
        let pieces =
            |text: &str| -> Vec<Piece> { text.chars().map(|letter| Piece::from_letter(letter).unwrap()).collect() };
        let check = |text, chinese, english| {
            assert_eq!(
                (chinese_list(&pieces(text)).as_str(), english_list(&pieces(text)).as_str()),
                (chinese, english)
            );
        };
        check("rr", "双车", "two rooks");
        check("NB", "马和相", "a horse and an elephant");
        check("Pap", "兵、士和卒", "a pawn, an advisor and a pawn");
        check("RNNPPP", "车、双马和三兵", "a rook, two horses and 3 pawns");
    }
}
