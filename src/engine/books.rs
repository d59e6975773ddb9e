//! The books at hand: one for both colours, and one for a colour where the settings name it.

use crate::book::{Book, BookError};
use crate::config::BookConfig;
use crate::types::Color;
use std::path::PathBuf;

/// Which book each colour plays from.
pub(super) struct Books {
    common: Book,
    /// By colour; `None` where the common book serves.
    own: [Option<Book>; 2],
}

impl Books {
    /// The built-in book for both.
    pub(super) fn embedded() -> Self {
        Self { common: Book::embedded(), own: [None, None] }
    }

    /// The books of the settings.
    ///
    /// # Errors
    /// The first file that is no book.
    pub(super) fn load(config: &BookConfig) -> Result<Self, BookError> {
        let files = |files: &Option<Vec<_>>| files.as_deref().map(Book::load).transpose();
        let common = files(&config.files)?.unwrap_or_else(Book::embedded);
        Ok(Self { common, own: [files(&config.red_files)?, files(&config.black_files)?] })
    }

    /// What the settings name.
    pub(super) fn files(config: &BookConfig) -> [&Option<Vec<PathBuf>>; 3] {
        [&config.files, &config.red_files, &config.black_files]
    }

    /// Lets `config` name what `old` does.
    pub(super) fn keep_files(config: &mut BookConfig, old: &BookConfig) {
        config.files.clone_from(&old.files);
        config.red_files.clone_from(&old.red_files);
        config.black_files.clone_from(&old.black_files);
    }

    /// Whether any file is named, which may have changed.
    pub(super) fn is_from_files(config: &BookConfig) -> bool {
        Self::files(config).into_iter().any(Option::is_some)
    }

    /// The book that `side` plays from.
    pub(super) fn of(&self, side: Color) -> &Book {
        self.own[side.index()].as_ref().unwrap_or(&self.common)
    }

    /// How many lines there are in all.
    pub(super) fn lines(&self) -> usize {
        self.own.iter().flatten().chain([&self.common]).map(|book| book.openings().len()).sum()
    }
}
