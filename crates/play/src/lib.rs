//! What a player gets: games converted and analysed, opening books, pictures of positions.

pub mod analyse;
pub mod book;
pub mod convert;
pub mod diagram;
