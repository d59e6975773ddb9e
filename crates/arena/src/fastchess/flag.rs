//! One flag of the command line and the words behind it.

use anyhow::{Context, bail, ensure};
use indicatif::HumanCount;

/// A flag with the words behind it.
pub struct Flag<'a> {
    /// Without its hyphen.
    pub name: &'a str,
    /// What stands behind it.
    pub words: &'a [String],
}

impl<'a> Flag<'a> {
    /// Its words as keys and values.
    pub fn pairs(&self) -> anyhow::Result<Vec<(&'a str, &'a str)>> {
        let pair = |word: &'a String| word.split_once('=').with_context(|| format!("'{word}' is not key=value"));
        self.words.iter().map(pair).collect()
    }

    /// Its one value.
    pub fn value(&self) -> anyhow::Result<&'a str> {
        match self.words {
            [word] => Ok(word),
            words => bail!("one value is expected, not {}", words.len()),
        }
    }

    /// Its one value, a whole number.
    pub fn number(&self) -> anyhow::Result<u64> {
        number(self.value()?)
    }

    /// Its value, a number of games or moves.
    pub fn count(&self) -> anyhow::Result<u64> {
        count(self.value()?)
    }

    /// Makes sure that it has no value.
    pub fn nothing(&self) -> anyhow::Result<()> {
        ensure!(self.words.is_empty(), "no value is expected");
        Ok(())
    }
}

/// A whole number.
pub fn number(text: &str) -> anyhow::Result<u64> {
    text.parse().with_context(|| format!("'{text}' is no whole number"))
}

/// More games than a match can have, and more moves than a game.
const MOST: u64 = 10_000_000;

/// A number of games or moves.
pub fn count(text: &str) -> anyhow::Result<u64> {
    let number = number(text)?;
    ensure!(number <= MOST, "{number} is more than {}", HumanCount(MOST));
    Ok(number)
}

/// A word such as `-games`, but not a number such as `-5`.
pub fn is_flag(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-'))
}
