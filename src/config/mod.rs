//! The options of the protocols and of `engine.toml`. The engine and the protocol apply them.
//!
//! Every option is declared once, in `declarations`: a new one needs a field of [`Config`] with its default, an entry
//! there, and the code that acts on it.
//!
//! The list goes from the top down. Each file uses only files listed below it. To start with the basics, begin at the
//! end.

/// Compares `engine.toml` and the option pages with the declarations.
#[cfg(test)]
mod pages;

/// How `engine.toml` is read.
mod engine_toml;

/// All options.
mod declarations;

/// The type of one option, and how its value is read and shown.
mod option;

/// The fields that options set, and their defaults.
mod fields;

pub use crate::files::FileError;
pub use declarations::{MAX_HASH, MAX_THREADS, OPTIONS};
pub use engine_toml::{FILE_NAME, Loaded};
pub use fields::{
    BookConfig, Config, ConversationConfig, DEFAULT_HASH, DrawStyle, LogConfig, MAX_ELO, MIN_ELO, RulesConfig,
    StrengthConfig,
};
pub use option::{ButtonAction, EMBEDDED, Field, MAX_PATH, OptionKind, OptionSpec};
