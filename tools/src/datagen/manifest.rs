//! Text files of facts: TOML, or the `name = value` lines without quotes of the first format. Written whole or not at all.

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::Digest;
use sha2::Sha256;
use std::path::Path;
use toml::Table;
use toml::Value;

/// The commit that this program was built from.
pub const COMMIT: &str = env!("GUOHE_COMMIT");

/// The facts as TOML.
///
/// # Errors
/// When a number is too large for TOML.
pub fn text(facts: &impl Serialize) -> anyhow::Result<String> {
    toml::to_string_pretty(facts).context("a manifest cannot be written")
}

/// Reads facts.
///
/// # Errors
/// When the text is neither kind, or a fact is missing or of another type.
pub fn parse<T: DeserializeOwned>(text: &str) -> anyhow::Result<T> {
    let table = match text.parse::<Table>() {
        Ok(table) => table,
        // Values without quotes are no TOML.
        Err(error) => lines(text).ok_or(error)?,
    };
    Ok(table.try_into()?)
}

/// Reads a file of facts.
///
/// # Errors
/// When it cannot be read or says something else.
pub fn load<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    parse(&text).with_context(|| path.display().to_string())
}

/// The facts of the first format: a number where it looks like one, or else words.
fn lines(text: &str) -> Option<Table> {
    let facts = text.lines().filter(|line| !line.trim().is_empty()).map(|line| {
        let (name, value) = line.split_once('=')?;
        let value = value.trim();
        let number = value.parse().ok().filter(|number: &i64| number.to_string() == value).map(Value::Integer);
        Some((name.trim().to_owned(), number.unwrap_or_else(|| Value::String(value.to_owned()))))
    });
    facts.collect()
}

/// The SHA-256 of `bytes`, as 64 hexadecimal digits.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Facts {
        nodes: u64,
        commit: String,
        evaluation: String,
        #[serde(default)]
        bench: u64,
    }

    fn facts(bench: u64) -> Facts {
        Facts { nodes: 1500, commit: "0123".to_owned(), evaluation: "net 0123".to_owned(), bench }
    }

    #[test]
    fn facts_read_back() {
        let text = text(&facts(7)).unwrap();
        assert!(text.contains("evaluation = \"net 0123\"\n"), "{text}");
        assert_eq!(parse::<Facts>(&text).unwrap(), facts(7));
    }

    #[test]
    fn facts_of_the_first_format_are_read() {
        let old = "nodes = 1500\ncommit = 0123\n\nevaluation = net 0123\n";
        assert_eq!(parse::<Facts>(old).unwrap(), facts(0));
        for bad in ["nonsense", "nodes = many\ncommit = a\nevaluation = b", "commit = a\nevaluation = b"] {
            assert!(parse::<Facts>(bad).is_err(), "{bad}");
        }
    }
}
