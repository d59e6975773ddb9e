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
//! | `replay.js` | positions and what moves make of them, for the same pages |

/// Functions for the scripts of pages: positions, and what happens on a board, drawn as [`Diagram`] draws it.
pub const SCRIPTS: [&str; 2] = [include_str!("drawing.js"), include_str!("replay.js")];
/// The same as modules that others import: names and texts.
pub const MODULES: [(&str, &str); 2] = [
    ("drawing.js", concat!(include_str!("drawing.js"), include_str!("drawing.exports.js"))),
    ("replay.js", concat!(include_str!("replay.js"), include_str!("replay.exports.js"))),
];

mod glyphs;

mod western;

mod style;

mod pieces;

mod diagram;

pub use diagram::{Arrow, Diagram, Numerals, description, grid, river};
pub use pieces::{Set, definitions};
pub use style::{Theme, style};
