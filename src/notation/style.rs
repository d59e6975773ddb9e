//! The styles a move is written in, and their names.

use crate::types::named;
use std::fmt;

/// A way to write moves. Chinese text has four characters: 炮二平五. Red's files and steps are always 一 to 九.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Style {
    /// Simplified characters (帅仕相马车炮兵, 将士象马车炮卒, 进退平, 前中后), Black's digits `1` to `9`.
    Chinese,
    /// Traditional characters (帥仕相馬車炮兵, 將士象馬車砲卒, 進退平, 前中後), Black's digits `1` to `9`.
    Traditional,
    /// Simplified characters, Black's digits `１` to `９`, which are as wide as a Chinese character.
    FullWidth,
    /// Traditional characters, Black's digits `１` to `９`.
    TraditionalFullWidth,
    /// The notation of the World Xiangqi Federation: `C2.5`.
    Wxf,
    /// Coordinates in upper case with a dash: `H2-E2`.
    Iccs,
    /// Coordinates as UCCI and UCI send them: `h2e2`.
    #[default]
    Plain,
}

named!(Style:
    Chinese = "chinese",
    Traditional = "traditional",
    FullWidth = "fullwidth",
    TraditionalFullWidth = "traditional-fullwidth",
    Wxf = "wxf",
    Iccs = "iccs",
    Plain = "plain",
);

impl Style {
    /// Whether it is Chinese with traditional characters.
    pub(super) const fn is_traditional(self) -> bool {
        matches!(self, Self::Traditional | Self::TraditionalFullWidth)
    }

    /// Whether it is Chinese with full-width digits for Black.
    pub(super) const fn is_full_width(self) -> bool {
        matches!(self, Self::FullWidth | Self::TraditionalFullWidth)
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
