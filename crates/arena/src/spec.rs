//! The command-line description of one engine: `cmd=... proto=ucci|uci ranks=0|1 name=... option.X=...`.

use super::dialect::Dialect;
use super::limit::Limit;
use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Maximum number of threads; no machine has more.
const MOST_THREADS: usize = 1 << 16;

/// How an engine is started and which protocol it speaks.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Its name in the match.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder it is started in; the current one when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    /// The protocol it speaks. `None`: found out before the first game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proto: Option<Dialect>,
    /// The number of its first rank. `None`: found out at the handshake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<u8>,
    /// Whether it ponders.
    #[serde(default)]
    pub ponder: bool,
    /// Whether it supports only the published commands of UCCI: then a time per move is sent as `time T movestogo 1`.
    #[serde(default)]
    pub strict: bool,
    /// Its own limit as text, if it differs from that of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Milliseconds by which it may exceed its time, if they differ from those of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<u64>,
    /// Options to set, in order.
    #[serde(default)]
    pub options: Vec<(String, String)>,
}

impl EngineSpec {
    /// Reads the words that follow one `--engine`.
    ///
    /// # Errors
    /// An unknown `key=value`, a missing command, or an invalid value.
    pub fn parse(words: &[String]) -> anyhow::Result<Self> {
        let mut spec = Self::default();
        for word in words {
            let (key, value) = word.split_once('=').with_context(|| no_pair(word))?;
            spec.set(key, value).with_context(|| format!("in '{word}'"))?;
        }
        spec.complete()
    }

    /// Names it after its program if it has no name.
    ///
    /// # Errors
    /// When it has no program.
    pub fn complete(mut self) -> anyhow::Result<Self> {
        let program = self.command.first().context("an engine needs cmd=PROGRAM")?;
        if self.name.is_empty() {
            let stem = Path::new(program).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            self.name = stem.unwrap_or_else(|| program.clone());
        }
        Ok(self)
    }

    /// Takes one `key=value`.
    ///
    /// # Errors
    /// An unknown key, an invalid value.
    pub fn set(&mut self, key: &str, value: &str) -> anyhow::Result<()> {
        let limit =
            || -> anyhow::Result<Option<String>> { Ok(Some(format!("{key}={value}").parse::<Limit>()?.to_string())) };
        match key {
            "cmd" => self.command = split_command(value)?,
            "dir" => self.dir = Some(value.to_owned()),
            "name" => {
                ensure!(
                    !value.contains(char::is_control),
                    "a name must not contain a line break or another control character"
                );
                self.name = value.to_owned();
            }
            "proto" => {
                let named = Dialect::ALL.into_iter().find(|dialect| dialect.hello() == value);
                self.proto = Some(named.context("proto must be ucci or uci")?);
            }
            "ranks" => {
                let first = value.parse().ok().filter(|&first: &u8| first <= 1);
                self.ranks = Some(first.context("ranks must be 0 or 1")?);
            }
            "ponder" => self.ponder = switch(value)?,
            "strict" => self.strict = switch(value)?,
            "tc" | "movetime" | "nodes" | "depth" => self.limit = limit()?,
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    ensure!(!value.contains('\n') && !name.contains('\n'), "an option must not contain a line break");
                    self.options.push((name.to_owned(), value.to_owned()));
                }
                _ => bail!(
                    "unknown key; the keys are cmd dir name proto ranks ponder strict tc movetime nodes depth option.NAME"
                ),
            },
        }
        Ok(())
    }

    /// The number of threads that its options set, at least 1 and at most [`MOST_THREADS`].
    pub fn threads(&self) -> usize {
        let found = self.options.iter().rfind(|(name, _)| name.eq_ignore_ascii_case("threads"));
        found.and_then(|(_, value)| value.parse().ok()).unwrap_or(1).clamp(1, MOST_THREADS)
    }

    /// Its limit in a match whose limit is `general`.
    pub fn limit_or(&self, general: Limit) -> Limit {
        self.limit.as_deref().and_then(|text| text.parse().ok()).unwrap_or(general)
    }
}

/// Checks that `specs` make a match: two engines or more with different names.
///
/// # Errors
/// When they do not.
pub fn ensure_match(specs: &[EngineSpec]) -> anyhow::Result<()> {
    ensure!(specs.len() >= 2, "a match needs at least 2 engines, not {}", specs.len());
    for (index, EngineSpec { name, .. }) in specs.iter().enumerate() {
        let is_new = specs[..index].iter().all(|other| other.name != *name);
        ensure!(is_new, "the engines need different names, '{name}' is used twice; set name=...");
    }
    Ok(())
}

/// Checks that the keys and values of one engine set at most one limit, so that none is ignored. `inf` sets none.
///
/// # Errors
/// When they set two.
pub fn ensure_one_limit<'a>(words: impl Iterator<Item = (&'a str, &'a str)>) -> anyhow::Result<()> {
    let is_limit =
        |&(key, value): &(&str, &str)| matches!(key, "tc" | "st" | "movetime" | "nodes" | "depth") && value != "inf";
    let limits: Vec<&str> = words.filter(is_limit).map(|(key, _)| key).collect();
    ensure!(limits.len() <= 1, "more than one limit: {}", limits.join(" and "));
    Ok(())
}

/// Reads true or false, in four ways.
///
/// # Errors
/// When `text` is none of them.
pub fn switch(text: &str) -> anyhow::Result<bool> {
    match text {
        "1" | "true" | "on" | "yes" => Ok(true),
        "0" | "false" | "off" | "no" => Ok(false),
        _ => bail!("'{text}' is neither true nor false"),
    }
}

/// Splits a command as a shell does.
///
/// # Errors
/// When a quote is not closed.
pub fn split_command(text: &str) -> anyhow::Result<Vec<String>> {
    // On Windows a backslash separates folders and does not quote.
    let text = if cfg!(windows) { text.replace('\\', "\\\\") } else { text.to_owned() };
    shlex::split(&text).context("unclosed quote")
}

/// `word` quoted as one word of `cmd=`.
///
/// # Errors
/// When it holds a zero byte.
pub fn quoted(word: &str) -> anyhow::Result<String> {
    // On Windows no path contains a double quote. Within double quotes the doubled backslashes become single ones.
    if cfg!(windows) { Ok(format!("\"{word}\"")) } else { Ok(shlex::try_quote(word)?.into_owned()) }
}

/// What is wrong with a word without `=`, and what was probably meant.
fn no_pair(word: &str) -> String {
    if Path::new(word).is_file() {
        format!("'{word}' is not key=value; write cmd={word}")
    } else {
        format!("'{word}' is not key=value; quote a value with spaces: 'cmd=./engine --uci'")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> anyhow::Result<EngineSpec> {
        EngineSpec::parse(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn words_become_a_spec() {
        let spec = parse(&[
            "cmd=/usr/games/fairy-stockfish \"a b\" ''",
            "proto=uci",
            "ranks=1",
            "name=fairy",
            "ponder=1",
            "nodes=5000",
            "option.Hash=64",
            "option.Move Overhead=10",
            "option.text=a=b",
        ])
        .unwrap();
        assert_eq!(spec.command, ["/usr/games/fairy-stockfish", "a b", ""]);
        assert_eq!(
            (spec.name.as_str(), spec.proto, spec.ranks, spec.ponder),
            ("fairy", Some(Dialect::Uci), Some(1), true)
        );
        assert_eq!(spec.limit_or(Limit::Depth(3)), Limit::Nodes(5000));
        let options: Vec<_> = spec.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(options, [("Hash", "64"), ("Move Overhead", "10"), ("text", "a=b")]);
        let back: EngineSpec = serde_json::from_str(&serde_json::to_string(&spec).unwrap()).unwrap();
        assert_eq!(back, spec);
    }

    #[test]
    fn what_was_probably_meant_is_said() {
        let error = |word| parse(&["cmd=x", word]).unwrap_err().to_string();
        assert!(error("crash").contains("'crash' is not key=value; quote a value with spaces"), "{}", error("crash"));
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert!(error(file).ends_with(&format!("write cmd={file}")), "{}", error(file));
    }

    #[test]
    fn a_quoted_word_is_one_word_of_a_command() {
        for word in ["guohe", "C:\\My Programs\\guohe.exe", "/home/a b/it's", "/a\"b", "$x `y`"] {
            if cfg!(windows) && word.contains('"') {
                continue;
            }
            assert_eq!(split_command(&format!("{} x", quoted(word).unwrap())).unwrap(), [word, "x"]);
        }
        assert!(cfg!(windows) || quoted("a\0b").is_err());
    }

    #[test]
    fn engines_of_a_match_have_names_of_their_own() {
        let spec = |name: &str| parse(&["cmd=x", &format!("name={name}")]).unwrap();
        let specs = [spec("a"), spec("b"), spec("a")];
        assert!(ensure_match(&specs[..2]).is_ok());
        let error = |count| ensure_match(&specs[..count]).unwrap_err().to_string();
        assert_eq!(error(1), "a match needs at least 2 engines, not 1");
        assert_eq!(error(3), "the engines need different names, 'a' is used twice; set name=...");
    }

    #[test]
    fn an_engine_has_one_limit() {
        let check = |text: &str| {
            let words = text.split(' ').map(|word| word.split_once('=').unwrap());
            ensure_one_limit(words).map_err(|error| error.to_string())
        };
        for text in ["cmd=x", "cmd=x tc=1+0.01", "nodes=50 tc=inf", "option.depth=3 depth=8"] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
        assert_eq!(check("tc=1 cmd=x nodes=50"), Err("more than one limit: tc and nodes".to_owned()));
        assert!(check("tc=1 tc=2").is_err() && check("st=1 depth=3").is_err());
    }

    #[test]
    fn defaults() {
        let spec = parse(&["cmd=target/release/guohe.old"]).unwrap();
        assert_eq!((spec.name.as_str(), spec.proto, spec.ranks, spec.ponder), ("guohe", None, None, false));
        assert_eq!(spec.limit_or(Limit::Depth(3)), Limit::Depth(3));
    }

    #[test]
    fn bad_words_are_refused() {
        for words in [
            &["name=x"][..],
            &["cmd="],
            &["cmd=x", "y"],
            &["cmd=x", "ranks=2"],
            &["cmd=x", "proto=usi"],
            &["cmd=x", "colour=red"],
            &["cmd=x", "option.=3"],
            &["cmd=x", "ponder=maybe"],
            &["cmd=x", "nodes=0"],
            &["cmd='x"],
        ] {
            assert!(parse(words).is_err(), "{words:?}");
        }
    }
}
