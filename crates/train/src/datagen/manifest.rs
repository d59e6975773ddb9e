//! Text files of facts, in TOML.

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::path::Path;

/// The commit that this program was built from.
pub const COMMIT: &str = env!("GUOHE_COMMIT");

/// The facts as TOML.
///
/// # Errors
/// When a number is too large for TOML.
pub fn text(facts: &impl Serialize) -> anyhow::Result<String> {
    toml::to_string_pretty(facts).context("a manifest cannot be written")
}

/// Reads a file of facts.
///
/// # Errors
/// When it cannot be read or says something else.
pub fn load<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    toml::from_str(&text).with_context(|| path.display().to_string())
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
        evaluation: String,
    }

    #[test]
    fn facts_read_back() {
        let facts = || Facts { nodes: 1500, evaluation: "net 0123".to_owned() };
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text(&facts()).unwrap()).unwrap();
        assert_eq!(load::<Facts>(file.path()).unwrap(), facts());
        for bad in ["nonsense", "nodes = \"many\"\nevaluation = \"b\"", "nodes = 5"] {
            std::fs::write(file.path(), bad).unwrap();
            assert!(load::<Facts>(file.path()).is_err(), "{bad}");
        }
    }
}
