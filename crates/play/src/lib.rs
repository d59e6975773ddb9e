//! What a player gets: games converted and analysed, opening books, pictures of positions, and the service behind the
//! board in a browser. In a browser itself only the service and what it needs are built.

pub mod analyse;
#[cfg(not(target_family = "wasm"))]
pub mod book;
#[cfg(not(target_family = "wasm"))]
pub mod convert;
#[cfg(not(target_family = "wasm"))]
pub mod diagram;
mod ruling;
pub mod service;
mod statistics;
