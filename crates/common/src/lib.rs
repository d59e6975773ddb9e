//! What the commands of the tools share: reading and writing files, printing, progress, Ctrl-C, the reader's language and
//! seeded random choices.

pub mod bounded;
pub mod dice;
pub mod inputs;
pub mod interrupt;
pub mod language;
pub mod output;
pub mod place;
pub mod progress;
pub mod say;
