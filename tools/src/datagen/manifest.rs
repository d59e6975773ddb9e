//! Text files of `name = value` lines, written whole or not at all.

use anyhow::Context;
use std::fmt::Display;
use std::fmt::Write;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::str::FromStr;

/// Facts by name, in the order they were told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Manifest(Vec<(String, String)>);

impl Manifest {
    /// Adds a fact.
    pub fn set(&mut self, name: &str, value: impl Display) {
        self.0.push((name.to_owned(), value.to_string()));
    }

    /// The fact called `name`.
    ///
    /// # Errors
    /// When it is missing or not of the type asked for.
    pub fn get<T: FromStr>(&self, name: &str) -> anyhow::Result<T> {
        let (_, value) = self.0.iter().find(|(key, _)| key == name).with_context(|| format!("'{name}' is missing"))?;
        value.parse().ok().with_context(|| format!("'{name} = {value}' cannot be read"))
    }

    /// The text, one fact a line.
    pub fn text(&self) -> String {
        self.0.iter().fold(String::new(), |mut text, (name, value)| {
            let _ = writeln!(text, "{name} = {value}");
            text
        })
    }

    /// Reads the text.
    ///
    /// # Errors
    /// When a line has no `=`.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let facts = text.lines().filter(|line| !line.trim().is_empty()).map(|line| {
            let (name, value) = line.split_once('=').with_context(|| format!("'{line}' is not 'name = value'"))?;
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        });
        Ok(Self(facts.collect::<anyhow::Result<_>>()?))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read or has a malformed line.
    pub fn load(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }
}

/// Puts a file in place whole: whoever looks, or starts after a crash, sees the old contents or the new.
///
/// # Errors
/// When writing fails.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let draft = path.with_extension("draft");
    let write = || {
        let mut file = File::create(&draft)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&draft, path)
    };
    write().with_context(|| format!("writing {}", path.display()))
}

/// A hash as hexadecimal digits.
pub fn hex(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_read_back() {
        let mut manifest = Manifest::default();
        manifest.set("nodes", 1500);
        manifest.set("evaluation", "net 0123");
        let read = Manifest::parse(&manifest.text()).unwrap();
        assert_eq!(read, manifest);
        assert_eq!(read.get::<u64>("nodes").unwrap(), 1500);
        assert_eq!(read.get::<String>("evaluation").unwrap(), "net 0123");
        assert!(read.get::<u64>("evaluation").is_err());
        assert!(read.get::<u64>("seed").is_err());
        assert!(Manifest::parse("nonsense").is_err());
    }
}
