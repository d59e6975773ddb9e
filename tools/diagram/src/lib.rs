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

mod glyphs;

mod western;

mod style;

mod pieces;

mod diagram;

pub use diagram::Arrow;
pub use diagram::Diagram;
pub use diagram::description;
pub use diagram::river;
pub use pieces::Set;
pub use pieces::definitions;
pub use style::Theme;
pub use style::style;
