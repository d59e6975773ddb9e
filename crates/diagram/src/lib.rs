//! Pictures of positions as SVG. All characters are outlines, so that no fonts are needed; all colours are in CSS
//! classes that begin with `gd-`, so that a page can share them between many pictures. Knows nothing of games.
//!
//! | module | what it is for |
//! |---|---|
//! | `glyphs` | outlines of characters |
//! | `western` | outlines of pictures |
//! | `style` | colours |
//! | `pieces` | each piece, drawn once |
//! | `diagram` | the board and what happens on it |
//! | `drawing.js` | what happens on it, for pages that let it change |

/// Functions for the scripts of pages: what happens on a board, drawn as [`Diagram`] draws it.
pub const DRAWING: &str = include_str!("drawing.js");
/// The same as a module that others import.
pub const DRAWING_MODULE: &str = concat!(include_str!("drawing.js"), include_str!("drawing.exports.js"));

mod glyphs;

mod western;

mod style;

mod pieces;

mod diagram;

pub use diagram::Arrow;
pub use diagram::Diagram;
pub use diagram::Numerals;
pub use diagram::description;
pub use diagram::grid;
pub use diagram::river;
pub use pieces::Set;
pub use pieces::definitions;
pub use style::Theme;
pub use style::style;
