//! What can be set, by options of the protocols and in `engine.toml`. Applies nothing: the engine and the protocol read
//! the result.
//!
//! Every option is declared once, in `table`: a field of [`Config`] and a row there are all that a new one needs, beside
//! the place that acts on it. The files in reading order, each of which uses only those below it:

/// What the pages and `engine.toml` say of the options is what the table says.
#[cfg(test)]
mod pages;

/// How `engine.toml` is read.
mod file;

/// Which options there are.
mod table;

/// What an option is.
mod option;

/// What the options have been set to.
mod settings;

/// What they can be set to.
mod values;

pub use file::ConfigError;
pub use file::FILE_NAME;
pub use option::Automatic;
pub use option::OptionKind;
pub use option::Row;
pub use settings::BookConfig;
pub use settings::Config;
pub use settings::Conversation;
pub use settings::LogConfig;
pub use settings::RulesConfig;
pub use settings::StrengthConfig;
pub use table::DEFAULT_HASH;
pub use table::MAX_ELO;
pub use table::MAX_HASH;
pub use table::MAX_THREADS;
pub use table::MIN_ELO;
pub use table::ROWS;
pub use values::Action;
pub use values::DrawStyle;
pub use values::EMBEDDED;
pub use values::LogLevel;
pub use values::Value;
