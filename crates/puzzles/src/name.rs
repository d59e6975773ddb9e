//! The traditional names of mates, told from the final position and the last moves.
//!
//! The loser is turned to the top as Black here, K is his king. An *escape* is a point of the palace beside K on which
//! no piece of his own stands; its *guards* would attack K there. A piece is *needed* when without it the loser has a
//! move. Names whose use varies are kept apart: [`Name::is_certain`].

use crate::grid::{Grid, between};
use guohe::board::Board;
use guohe::types::{Color, Kind, Move, Square};

/// A mate that has a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Name {
    /// 大刀剜心: a rook takes the middle advisor, the other advisor retakes, the other rook mates.
    ThroatCut,
    /// 海底捞月: a cannon below the king drives the rook off the file, and a rook mates there, faced by the king.
    MoonScoop,
    /// 拔簧马: a rook leaves the leg of the horse that mates.
    SpringHorse,
    /// 马后炮: a cannon mates over its horse, which holds an escape alone.
    CannonBehindHorse,
    /// 重炮: a cannon mates over the other.
    DoubleCannons,
    /// 天地炮: one cannon on the middle file and one on the back rank.
    HeavenEarthCannons,
    /// 铁门栓: a cannon holds two defenders on the middle file, a rook or pawn mates.
    IronBolt,
    /// 闷宫: a cannon mates over an advisor beside the king.
    SmotheredCannon,
    /// 双车错: a rook mates, the other holds an escape alone.
    AlternatingRooks,
    /// 闷杀: the king's own pieces leave it no escape.
    Smothered,
    /// 八角马: the horse stands on the palace corner opposite the king.
    OctagonalHorse,
    /// 卧槽马: a horse on c8 or g8 mates.
    ElbowHorse,
    /// 挂角马: a horse on d7 or f7 mates.
    PalcornerHorse,
    /// 钓鱼马: a horse on c7 or g7 holds an escape alone.
    AnglerHorse,
    /// 侧面虎: a horse on c6 or g6 holds an escape alone, a rook or pawn mates along the rank.
    HighAngler,
    /// 二鬼拍门: two pawns beside the middle of the palace.
    TwoDevils,
    /// 白脸将: the winner's king holds an escape alone.
    FacingKings,
    /// 立马车: a rook beside the king, guarded by a horse.
    RookByKing,
    /// 双马饮泉: a horse mates, the other on the same wing holds an escape alone.
    TwoHorsesDrink,
    /// 夹车炮: two cannons and a rook on one wing.
    RookBetweenCannons,
    /// 三子归边: rook, horse and cannon on one wing.
    FlankTrio,
}

impl Name {
    /// All names, the one that a mate is called by before those that it bears as well.
    pub const ALL: [Self; 21] = [
        Self::ThroatCut,
        Self::MoonScoop,
        Self::SpringHorse,
        Self::CannonBehindHorse,
        Self::DoubleCannons,
        Self::HeavenEarthCannons,
        Self::IronBolt,
        Self::SmotheredCannon,
        Self::AlternatingRooks,
        Self::Smothered,
        Self::OctagonalHorse,
        Self::ElbowHorse,
        Self::PalcornerHorse,
        Self::AnglerHorse,
        Self::HighAngler,
        Self::TwoDevils,
        Self::FacingKings,
        Self::RookByKing,
        Self::TwoHorsesDrink,
        Self::RookBetweenCannons,
        Self::FlankTrio,
    ];

    /// Its letter in a line of text: `A` to `U`.
    pub fn letter(self) -> char {
        (b'A' + self as u8) as char
    }

    /// The name of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|name| name.letter() == letter)
    }

    /// Whether players agree on what the name means. The others are only for choosing puzzles by.
    pub fn is_certain(self) -> bool {
        self < Self::RookByKing
    }

    /// Whether one reply belongs to the name: the advisor retakes, the rook leaves the file. Players call the mate by
    /// the line with this reply, and the other replies end in other mates.
    pub fn is_by_a_reply(self) -> bool {
        matches!(self, Self::ThroatCut | Self::MoonScoop)
    }

    /// The Chinese name.
    pub const fn chinese(self) -> &'static str {
        match self {
            Self::ThroatCut => "大刀剜心",
            Self::MoonScoop => "海底捞月",
            Self::SpringHorse => "拔簧马",
            Self::CannonBehindHorse => "马后炮",
            Self::DoubleCannons => "重炮",
            Self::HeavenEarthCannons => "天地炮",
            Self::IronBolt => "铁门栓",
            Self::SmotheredCannon => "闷宫",
            Self::AlternatingRooks => "双车错",
            Self::Smothered => "闷杀",
            Self::OctagonalHorse => "八角马",
            Self::ElbowHorse => "卧槽马",
            Self::PalcornerHorse => "挂角马",
            Self::AnglerHorse => "钓鱼马",
            Self::HighAngler => "侧面虎",
            Self::TwoDevils => "二鬼拍门",
            Self::FacingKings => "白脸将",
            Self::RookByKing => "立马车",
            Self::TwoHorsesDrink => "双马饮泉",
            Self::RookBetweenCannons => "夹车炮",
            Self::FlankTrio => "三子归边",
        }
    }
}

/// The one name that the mate at the end of a line is called by.
pub fn name_of(start: &Board, line: &[Move]) -> Option<Name> {
    names_of(start, line).into_iter().find(|name| name.is_certain())
}

/// All names that the mate at the end of `line` bears, in the order of [`Name::ALL`]; none when it is no mate by a
/// check.
pub fn names_of(start: &Board, line: &[Move]) -> Vec<Name> {
    let mut board = start.clone();
    for &mv in line {
        board.make(mv);
    }
    if board.has_legal_move() || !board.in_check() {
        return Vec::new();
    }
    let is_turned = board.side() == Color::Red;
    let turn_grid = |grid: Grid| if is_turned { grid.turned() } else { grid };
    let turn = |mv: Move| if is_turned { mv.flip_ranks() } else { mv };
    let mut before = turn_grid(Grid::of(start.position()));
    let mut grids = vec![before];
    let moves: Vec<Move> = line.iter().copied().map(turn).collect();
    for &mv in &moves {
        before = before.after(mv);
        grids.push(before);
    }
    let Some(mate) = FinalPosition::of(&grids, &moves) else { return Vec::new() };
    Name::ALL.into_iter().filter(|&name| mate.bears(name)).collect()
}

/// The final position, a mate of Black, and the line that led to it.
struct FinalPosition<'a> {
    /// The positions from the start of the line on.
    grids: &'a [Grid],
    moves: &'a [Move],
    grid: Grid,
    king: Square,
    checkers: Vec<Square>,
    /// The escapes with their guards.
    escapes: Vec<(Square, Vec<Square>)>,
}

fn file(square: Square) -> usize {
    square.file().index()
}

fn rank(square: Square) -> usize {
    square.rank().index()
}

/// The middle file.
const MIDDLE: usize = 4;

impl<'a> FinalPosition<'a> {
    fn of(grids: &'a [Grid], moves: &'a [Move]) -> Option<Self> {
        let grid = *grids.last()?;
        let king = grid.king(Color::Black)?;
        let is_escape = |&to: &Square| {
            grid.reaches(king, to)
                && grid.at(to).is_none_or(|piece| piece.color == Color::Red && piece.kind != Kind::King)
        };
        let escapes = Square::all()
            .filter(is_escape)
            .map(|to| (to, grid.after(Move::new(king, to)).attackers(to, Color::Red)))
            .collect();
        Some(Self { grids, moves, grid, king, checkers: grid.attackers(king, Color::Red), escapes })
    }

    fn is_red(&self, square: Square, kind: Kind) -> bool {
        self.grid.is(square, Color::Red, kind)
    }

    /// The squares of the winner's pieces of a kind.
    fn red(&self, kind: Kind) -> Vec<Square> {
        self.grid.pieces(Color::Red).filter(|&(_, each)| each == kind).map(|(square, _)| square).collect()
    }

    fn checkers_of(&self, kind: Kind) -> impl Iterator<Item = Square> + '_ {
        self.checkers.iter().copied().filter(move |&square| self.is_red(square, kind))
    }

    /// Whether a rook or a pawn gives check.
    fn is_rook_or_pawn_check(&self) -> bool {
        self.checkers_of(Kind::Rook).chain(self.checkers_of(Kind::Pawn)).next().is_some()
    }

    /// Whether an escape has this guard and no other.
    fn is_sole_guard(&self, guard: Square) -> bool {
        self.escapes.iter().any(|(_, guards)| guards[..] == [guard])
    }

    fn is_needed(&self, square: Square) -> bool {
        self.grid.without(square).has_move(Color::Black)
    }

    fn are_needed(&self, squares: &[Square]) -> bool {
        squares.iter().all(|&square| self.is_needed(square))
    }

    /// The only piece between a cannon and the king.
    fn screen(&self, cannon: Square) -> Option<Square> {
        between(cannon, self.king)?.into_iter().find(|&square| self.grid.at(square).is_some())
    }

    /// Whether a horse of the winner stands on one of these squares and meets a condition.
    fn horse_on(&self, squares: &[Square], condition: impl Fn(Square) -> bool) -> bool {
        squares.iter().any(|&square| self.is_red(square, Kind::Knight) && condition(square))
    }

    fn bears(&self, name: Name) -> bool {
        match name {
            Name::ThroatCut => self.is_throat_cut(),
            Name::MoonScoop => self.is_moon_scoop(),
            Name::SpringHorse => self.is_spring_horse(),
            Name::CannonBehindHorse => self.checkers_of(Kind::Cannon).any(|cannon| {
                let screen = self.screen(cannon);
                screen.is_some_and(|screen| self.is_red(screen, Kind::Knight) && self.is_sole_guard(screen))
            }),
            Name::DoubleCannons => self
                .checkers_of(Kind::Cannon)
                .any(|cannon| self.screen(cannon).is_some_and(|screen| self.is_red(screen, Kind::Cannon))),
            Name::HeavenEarthCannons => self.is_heaven_earth(),
            Name::IronBolt => self.is_iron_bolt(),
            Name::SmotheredCannon => self.is_smothered_cannon(),
            Name::AlternatingRooks => self.checkers_of(Kind::Rook).any(|checker| {
                self.escapes.iter().any(|(escape, guards)| {
                    self.grid.at(*escape).is_none()
                        && matches!(guards[..], [guard] if guard != checker && self.is_red(guard, Kind::Rook))
                })
            }),
            Name::Smothered => self.escapes.is_empty() && !self.is_smothered_cannon(),
            Name::OctagonalHorse => self.is_octagonal_horse(),
            Name::ElbowHorse => self.is_horse_check(&[Square::C8, Square::G8]),
            Name::PalcornerHorse => self.is_horse_check(&[Square::D7, Square::F7]),
            Name::AnglerHorse => self.horse_on(&[Square::C7, Square::G7], |horse| self.is_sole_guard(horse)),
            Name::HighAngler => {
                let along_the_rank = |&square: &Square| {
                    rank(square) == rank(self.king)
                        && (self.is_red(square, Kind::Rook) || self.is_red(square, Kind::Pawn))
                };
                self.checkers.iter().any(along_the_rank)
                    && self.horse_on(&[Square::C6, Square::G6], |horse| self.is_sole_guard(horse))
            }
            Name::TwoDevils => self.is_two_devils(),
            Name::FacingKings => self.is_facing_kings(),
            Name::RookByKing => self.checkers_of(Kind::Rook).any(|rook| {
                let is_horse = |&guard: &Square| self.is_red(guard, Kind::Knight);
                self.escapes.iter().any(|(escape, guards)| *escape == rook && guards.iter().all(is_horse))
            }),
            Name::TwoHorsesDrink => self.checkers_of(Kind::Knight).any(|checker| {
                self.red(Kind::Knight).into_iter().any(|other| {
                    other != checker && wing(other) == wing(checker) && wing(other) != 0 && self.is_sole_guard(other)
                })
            }),
            Name::RookBetweenCannons => self.is_rook_between_cannons(),
            Name::FlankTrio => self.is_flank_trio(),
        }
    }

    /// The last `count` moves with the grids before them.
    fn last(&self, count: usize) -> Option<(&[Move], &[Grid])> {
        let from = self.moves.len().checked_sub(count)?;
        Some((&self.moves[from..], &self.grids[from..]))
    }

    fn is_throat_cut(&self) -> bool {
        let Some((&[takes, retakes, mates], [first, second, ..])) = self.last(3) else { return false };
        let heart = Square::E8;
        takes.to() == heart
            && first.is(takes.from(), Color::Red, Kind::Rook)
            && first.is(heart, Color::Black, Kind::Advisor)
            && retakes.to() == heart
            && second.is(retakes.from(), Color::Black, Kind::Advisor)
            && self.is_red(mates.to(), Kind::Rook)
            && self.checkers == [mates.to()]
    }

    fn is_moon_scoop(&self) -> bool {
        let Some((&[drives, leaves, mates], [_, second, ..])) = self.last(3) else { return false };
        let king = second.king(Color::Black);
        let Some(king) = king.filter(|&king| king == self.king) else { return false };
        let (cannon, rook) = (drives.to(), leaves.from());
        second.is(cannon, Color::Red, Kind::Cannon)
            && second.is(rook, Color::Black, Kind::Rook)
            && file(cannon) == file(king)
            && file(rook) == file(king)
            && rank(cannon) > rank(king)
            && rank(rook) < rank(king)
            && second.reaches(cannon, rook)
            && file(leaves.to()) != file(king)
            && self.is_red(mates.to(), Kind::Rook)
            && file(mates.to()) == file(king)
            && self.checkers.contains(&mates.to())
            && self.is_facing_kings()
    }

    fn is_spring_horse(&self) -> bool {
        let Some((&[mv], [before, ..])) = self.last(1) else { return false };
        let [horse] = self.checkers[..] else { return false };
        self.is_red(horse, Kind::Knight)
            && mv.to() != horse
            && before.is(mv.from(), Color::Red, Kind::Rook)
            && !before.reaches(horse, self.king)
            && before.without(mv.from()).reaches(horse, self.king)
    }

    fn is_heaven_earth(&self) -> bool {
        let cannons = self.red(Kind::Cannon);
        let middle = cannons.iter().any(|&cannon| file(cannon) == MIDDLE && rank(cannon) < 9);
        let back = cannons.iter().any(|&cannon| rank(cannon) == 9);
        self.king == Square::E9 && cannons.len() == 2 && middle && back && self.are_needed(&cannons)
    }

    fn is_iron_bolt(&self) -> bool {
        file(self.king) == MIDDLE
            && self.is_rook_or_pawn_check()
            && self.red(Kind::Cannon).into_iter().any(|cannon| {
                let held = between(cannon, self.king).unwrap_or_default();
                let held: Vec<Color> =
                    held.into_iter().filter_map(|square| self.grid.at(square)).map(|piece| piece.color).collect();
                file(cannon) == MIDDLE && held == [Color::Black; 2] && self.is_needed(cannon)
            })
    }

    fn is_smothered_cannon(&self) -> bool {
        let [cannon] = self.checkers[..] else { return false };
        self.is_red(cannon, Kind::Cannon)
            && self.screen(cannon).is_some_and(|screen| {
                self.grid.is(screen, Color::Black, Kind::Advisor)
                    && between(screen, self.king).is_some_and(|gap| gap.is_empty())
            })
            && self.escapes.iter().all(|(_, guards)| guards.contains(&cannon))
    }

    fn is_octagonal_horse(&self) -> bool {
        self.red(Kind::Knight).into_iter().any(|horse| {
            let opposite = file(horse).abs_diff(file(self.king)) == 2 && rank(horse).abs_diff(rank(self.king)) == 2;
            let corner = |square: Square| [3, 5].contains(&file(square)) && [7, 9].contains(&rank(square));
            opposite
                && corner(horse)
                && corner(self.king)
                && self.checkers.iter().any(|&checker| checker != horse)
                && self.escapes.iter().any(|(_, guards)| guards.contains(&horse))
                && self.is_needed(horse)
        })
    }

    fn is_horse_check(&self, squares: &[Square]) -> bool {
        rank(self.king) == 9 && self.horse_on(squares, |horse| self.checkers.contains(&horse))
    }

    fn is_two_devils(&self) -> bool {
        let Some((&[mv], [before, ..])) = self.last(1) else { return false };
        let doors = [Square::D8, Square::F8];
        let now = doors.map(|door| if door == mv.from() { mv.to() } else { door });
        doors.iter().all(|&door| before.is(door, Color::Red, Kind::Pawn)) && self.are_needed(&now)
    }

    fn is_facing_kings(&self) -> bool {
        let Some(king) = self.grid.king(Color::Red) else { return false };
        self.escapes.iter().any(|(escape, guards)| {
            self.grid.at(*escape).is_none() && rank(*escape) == rank(self.king) && guards[..] == [king]
        })
    }

    fn is_rook_between_cannons(&self) -> bool {
        let cannons = self.red(Kind::Cannon);
        cannons.len() == 2
            && self.checkers_of(Kind::Cannon).next().is_some()
            && self.red(Kind::Rook).into_iter().any(|rook| {
                let all = [cannons[0], cannons[1], rook];
                wing(rook) != 0
                    && all.iter().all(|&square| wing(square) == wing(rook) && rank(square) >= 7)
                    && self.are_needed(&all)
            })
    }

    fn is_flank_trio(&self) -> bool {
        [-1, 1].into_iter().any(|side| {
            let there = |kind: Kind| -> Vec<Square> {
                let pieces = self.red(kind).into_iter();
                pieces.filter(|&square| wing(square) == side && rank(square) >= 5 && self.is_needed(square)).collect()
            };
            [Kind::Rook, Kind::Knight, Kind::Cannon].into_iter().all(|kind| !there(kind).is_empty())
        })
    }
}

/// On which side of the middle file a square lies: -1, 0 on it, 1.
fn wing(square: Square) -> i32 {
    (file(square) as i32 - MIDDLE as i32).signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name, the FEN before the line, the line: each ends the game, and all were replayed with another program.
    const MATES: &str = include_str!("../tests/data/named-mates.txt");

    fn named() -> impl Iterator<Item = (&'static str, Board, Vec<Move>)> {
        MATES.lines().filter(|line| !line.starts_with('#')).map(|line| {
            let [name, fen, moves] = line.splitn(3, ';').map(str::trim).collect::<Vec<_>>()[..] else {
                panic!("not three fields: {line}")
            };
            let board = Board::from_fen(&format!("{fen} w")).unwrap();
            (name, board, moves.split(' ').map(|mv| mv.parse().unwrap()).collect())
        })
    }

    #[test]
    fn the_known_mates_are_named() {
        let mut certain = 0;
        for (text, board, line) in named() {
            let found = names_of(&board, &line);
            match Name::ALL.into_iter().find(|name| name.chinese() == text) {
                Some(name) => assert!(found.contains(&name), "{text}: {found:?}"),
                None => assert!(["困毙", "送佛归殿", "炮碾丹砂"].contains(&text), "{text}"),
            }
            if let Some(name) = Name::ALL.into_iter().find(|name| name.chinese() == text && name.is_certain()) {
                assert_eq!(name_of(&board, &line), Some(name), "{found:?}");
                certain += 1;
            }
        }
        assert_eq!(certain, 17);
    }

    #[test]
    fn names_do_not_depend_on_colour_and_side() {
        for (_, board, line) in named() {
            let found = names_of(&board, &line);
            let flipped: Vec<Move> = line.iter().map(|mv| mv.flip_ranks()).collect();
            assert_eq!(names_of(&board.flip_colors(), &flipped), found);
            let mirrored: Vec<Move> = line.iter().map(|mv| mv.mirror_files()).collect();
            assert_eq!(names_of(&board.mirror_files(), &mirrored), found);
        }
    }

    #[test]
    fn what_is_no_mate_has_no_name() {
        for (_, board, line) in named() {
            assert_eq!(names_of(&board, &line[..line.len() - 1]), []);
        }
    }

    #[test]
    fn a_throat_cut_takes_an_advisor() {
        let (_, board, line) = named().find(|&(name, ..)| name == "大刀剜心").unwrap();
        let other = Board::from_fen(&board.fen().replace("4a4", "4n4")).unwrap();
        assert_eq!([board, other].map(|board| names_of(&board, &line).contains(&Name::ThroatCut)), [true, false]);
    }

    #[test]
    fn letters_read_back() {
        for name in Name::ALL {
            assert_eq!(Name::from_letter(name.letter()), Some(name));
        }
        assert_eq!(Name::from_letter('V'), None);
    }
}
