//! Networks for the engine: games of self-play, training on them, and the chances that a score stands for.

pub mod datagen;
mod evaluation;
pub mod train;
pub mod wdl;
