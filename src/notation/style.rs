//! The styles a move is written in, and their names.

use std::fmt;
use std::str::FromStr;

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Style {
    /// Four Chinese characters: 炮二平五.
    Chinese(Script),
    /// The notation of the World Xiangqi Federation: `C2.5`.
    Wxf,
    /// Coordinates in upper case with a dash: `H2-E2`.
    Iccs,
    /// Coordinates as UCCI and UCI send them: `h2e2`.
    #[default]
    Plain,
}

/// Characters and digits of Chinese text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Script {
    /// Which characters name pieces and directions.
    pub glyphs: Glyphs,
    /// Which digits Black's files and steps are written with; Red's are always 一 to 九.
    pub black_digits: Digits,
}

/// The character set of Chinese text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Glyphs {
    /// 帅仕相马车炮兵, 将士象马车炮卒, 进退平, 前中后.
    #[default]
    Simplified,
    /// 帥仕相馬車炮兵, 將士象馬車砲卒, 進退平, 前中後.
    Traditional,
}

/// The digits of Black's moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Digits {
    /// `1` to `9`.
    #[default]
    Ascii,
    /// `１` to `９`, as wide as a Chinese character.
    FullWidth,
}

impl Script {
    /// Simplified characters, ASCII digits.
    pub const SIMPLIFIED: Self = Self { glyphs: Glyphs::Simplified, black_digits: Digits::Ascii };
    /// Traditional characters, ASCII digits.
    pub const TRADITIONAL: Self = Self { glyphs: Glyphs::Traditional, black_digits: Digits::Ascii };
    /// Simplified characters, full-width digits.
    pub const FULL_WIDTH: Self = Self { glyphs: Glyphs::Simplified, black_digits: Digits::FullWidth };
    /// Traditional characters, full-width digits.
    pub const TRADITIONAL_FULL_WIDTH: Self = Self { glyphs: Glyphs::Traditional, black_digits: Digits::FullWidth };
}

impl Style {
    /// Every style.
    pub const ALL: [Self; 7] = [
        Self::Chinese(Script::SIMPLIFIED),
        Self::Chinese(Script::TRADITIONAL),
        Self::Chinese(Script::FULL_WIDTH),
        Self::Chinese(Script::TRADITIONAL_FULL_WIDTH),
        Self::Wxf,
        Self::Iccs,
        Self::Plain,
    ];

    /// The names of [`Style::ALL`], in the same order.
    pub const NAMES: [&str; 7] =
        ["chinese", "traditional", "fullwidth", "traditional-fullwidth", "wxf", "iccs", "plain"];

    /// The style's name in settings and on command lines.
    pub const fn name(self) -> &'static str {
        Self::NAMES[match self {
            Self::Chinese(Script { glyphs: Glyphs::Simplified, black_digits: Digits::Ascii }) => 0,
            Self::Chinese(Script { glyphs: Glyphs::Traditional, black_digits: Digits::Ascii }) => 1,
            Self::Chinese(Script { glyphs: Glyphs::Simplified, black_digits: Digits::FullWidth }) => 2,
            Self::Chinese(Script { glyphs: Glyphs::Traditional, black_digits: Digits::FullWidth }) => 3,
            Self::Wxf => 4,
            Self::Iccs => 5,
            Self::Plain => 6,
        }]
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that is not the name of a style.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownStyle(pub String);

impl fmt::Display for UnknownStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a notation; choose one of {}", self.0.escape_debug(), Style::NAMES.join(", "))
    }
}

impl std::error::Error for UnknownStyle {}

impl FromStr for Style {
    type Err = UnknownStyle;

    /// Reads a name of [`Style::NAMES`], in either case.
    fn from_str(name: &str) -> Result<Self, UnknownStyle> {
        let index = Self::NAMES.iter().position(|known| known.eq_ignore_ascii_case(name));
        index.map(|index| Self::ALL[index]).ok_or_else(|| UnknownStyle(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for (style, name) in Style::ALL.into_iter().zip(Style::NAMES) {
            assert_eq!(style.to_string(), name);
            assert_eq!(name.parse(), Ok(style));
            assert_eq!(name.to_uppercase().parse(), Ok(style));
        }
        assert_eq!(Style::default(), Style::Plain);
        assert!("".parse::<Style>().is_err());
        let said = "klingon\n".parse::<Style>().unwrap_err().to_string();
        assert!(said.contains("klingon\\n") && said.contains("traditional"), "{said}");
    }
}
