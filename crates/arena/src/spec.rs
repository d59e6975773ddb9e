//! What the command line says of one engine: `cmd=... proto=ucci|uci ranks=0|1 name=... option.X=...`.

use super::dialect::Dialect;
use super::limit::Limit;
use anyhow::Context;
use anyhow::bail;
use anyhow::ensure;
use serde::Deserialize;
use serde::Serialize;
use std::path::Path;

/// More threads than any machine has.
const MOST_THREADS: usize = 1 << 16;

/// How an engine is started and spoken to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EngineSpec {
    /// What the match calls it.
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
    /// Whether it thinks on the opponent's time.
    #[serde(default)]
    pub ponder: bool,
    /// Whether it knows the published words of UCCI only and has to be told a time for one move as `time T movestogo 1`.
    #[serde(default)]
    pub strict: bool,
    /// Its own limit as text, where it differs from the match's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Milliseconds by which it may exceed its time, where they differ from the match's.
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
    /// A word that is no known `key=value`, a missing command, a value that cannot be read.
    pub fn parse(words: &[String]) -> anyhow::Result<Self> {
        let mut spec = Self {
            name: String::new(),
            command: Vec::new(),
            dir: None,
            proto: None,
            ranks: None,
            ponder: false,
            strict: false,
            limit: None,
            margin: None,
            options: Vec::new(),
        };
        for word in words {
            let (key, value) = word.split_once('=').with_context(|| format!("'{word}' is not key=value"))?;
            spec.set(key, value).with_context(|| format!("in --engine, '{word}'"))?;
        }
        let program = spec.command.first().context("an --engine needs cmd=PROGRAM")?;
        if spec.name.is_empty() {
            let stem = Path::new(program).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            spec.name = stem.unwrap_or_else(|| program.clone());
        }
        Ok(spec)
    }

    fn set(&mut self, key: &str, value: &str) -> anyhow::Result<()> {
        let limit =
            || -> anyhow::Result<Option<String>> { Ok(Some(format!("{key}={value}").parse::<Limit>()?.to_string())) };
        match key {
            "cmd" => self.command = split_command(value)?,
            "dir" => self.dir = Some(value.to_owned()),
            "name" => self.name = value.to_owned(),
            "proto" => {
                self.proto = match value {
                    "ucci" => Some(Dialect::Ucci),
                    "uci" => Some(Dialect::Uci),
                    _ => bail!("the protocols are ucci and uci"),
                }
            }
            "ranks" => {
                let first = value.parse().ok().filter(|&first: &u8| first <= 1);
                self.ranks = Some(first.context("ranks begin with 0 or 1")?);
            }
            "ponder" => self.ponder = flag(value)?,
            "strict" => self.strict = flag(value)?,
            "tc" | "movetime" | "nodes" | "depth" => self.limit = limit()?,
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    ensure!(!value.contains('\n') && !name.contains('\n'), "an option is one line");
                    self.options.push((name.to_owned(), value.to_owned()));
                }
                _ => bail!("the keys are cmd dir name proto ranks ponder strict tc movetime nodes depth option.NAME"),
            },
        }
        Ok(())
    }

    /// Threads that it is told to think with. What no machine has is for the engine to refuse, which has yet to be asked.
    pub fn threads(&self) -> usize {
        let found = self.options.iter().rfind(|(name, _)| name.eq_ignore_ascii_case("threads"));
        found.and_then(|(_, value)| value.parse().ok()).unwrap_or(1).clamp(1, MOST_THREADS)
    }

    /// The limit it plays under when the match's is `general`.
    pub fn limit_or(&self, general: Limit) -> Limit {
        self.limit.as_deref().and_then(|text| text.parse().ok()).unwrap_or(general)
    }
}

/// Sees to it that `specs` make a match: two engines or more, each with a name of its own.
///
/// # Errors
/// When they make none.
pub fn ensure_match(specs: &[&EngineSpec]) -> anyhow::Result<()> {
    ensure!(specs.len() >= 2, "a match has 2 engines or more, not {}", specs.len());
    for (index, EngineSpec { name, .. }) in specs.iter().enumerate() {
        let is_new = specs[..index].iter().all(|other| other.name != *name);
        ensure!(is_new, "the engines need different names, '{name}' comes twice: name=...");
    }
    Ok(())
}

/// Sees to it that the keys and values of one engine give it one limit at most: none is dropped without a word. A clock
/// without end is none.
///
/// # Errors
/// When there are two.
pub fn ensure_one_limit<'a>(words: impl Iterator<Item = (&'a str, &'a str)>) -> anyhow::Result<()> {
    let is_limit =
        |&(key, value): &(&str, &str)| matches!(key, "tc" | "st" | "movetime" | "nodes" | "depth") && value != "inf";
    let limits: Vec<&str> = words.filter(is_limit).map(|(key, _)| key).collect();
    ensure!(limits.len() <= 1, "more than one limit: {}", limits.join(" and "));
    Ok(())
}

fn flag(value: &str) -> anyhow::Result<bool> {
    match value {
        "1" | "true" | "on" | "yes" => Ok(true),
        "0" | "false" | "off" | "no" => Ok(false),
        _ => bail!("a switch is 0 or 1"),
    }
}

/// Splits a command as a shell does.
fn split_command(text: &str) -> anyhow::Result<Vec<String>> {
    // A backslash parts the folders of a path on Windows and quotes nothing there.
    let text = if cfg!(windows) { text.replace('\\', "\\\\") } else { text.to_owned() };
    shlex::split(&text).context("a quote is not closed")
}

/// `word` as one word of `cmd=`, whatever it holds.
///
/// # Errors
/// When it holds a zero byte.
pub fn quoted(word: &str) -> anyhow::Result<String> {
    // No path has a double quote in it on Windows, and between two of them doubled backslashes become single ones.
    if cfg!(windows) { Ok(format!("\"{word}\"")) } else { Ok(shlex::try_quote(word)?.into_owned()) }
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
        let [one, two, three] = [spec("a"), spec("b"), spec("a")];
        assert!(ensure_match(&[&one, &two]).is_ok());
        let error = |specs: &[&EngineSpec]| ensure_match(specs).unwrap_err().to_string();
        assert_eq!(error(&[&one]), "a match has 2 engines or more, not 1");
        assert_eq!(error(&[&one, &two, &three]), "the engines need different names, 'a' comes twice: name=...");
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
