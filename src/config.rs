//! `engine.toml` and the values that options take. Applies nothing: the engine and the protocol read the result.

use serde::Deserialize;
use serde::Deserializer;
use serde::de::Error as _;
use std::fmt;
use std::path::Path;
use std::path::PathBuf;

/// Name of the file that is looked up beside the executable.
pub const FILE_NAME: &str = "engine.toml";

/// The most threads that can be asked for.
pub const MAX_THREADS: u32 = 128;
/// The most lines that can be asked for; no position has more moves.
pub const MAX_MULTIPV: u32 = 128;
/// The longest allowance for the way between engine and front end, in milliseconds.
pub const MAX_OVERHEAD: u32 = 5_000;
/// The longest natural move limit, in moves a side.
pub const MAX_NATURAL_LIMIT: u32 = 500;
/// The largest table that can be asked for, in megabytes; the memory of the machine sets a lower limit.
pub const MAX_HASH: u32 = 1 << 20;
/// The table's size when nobody sets one, in megabytes.
pub const DEFAULT_HASH: u32 = 64;

/// Declares an enum whose values are lower-case words in option values and in `engine.toml`.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$item:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Deserialize)]
        pub enum $name {
            $($(#[$item])* #[serde(rename = $word)] $variant),+
        }

        impl $name {
            /// The words, in the order of the declaration.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word for this value.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }

            /// Reads a word in any letter case. `None` for any other text.
            pub fn from_word(text: &str) -> Option<Self> {
                $(if text.eq_ignore_ascii_case($word) {
                    return Some(Self::$variant);
                })+
                None
            }
        }
    };
}

words! {
    /// How freely the book strays from its heaviest move.
    Randomness {
        /// Always the heaviest move.
        #[default]
        None = "none",
        /// Seldom a lighter move.
        Tiny = "tiny",
        /// Now and then a lighter move.
        Small = "small",
        /// As often as the weights say.
        Medium = "medium",
        /// Lighter moves more often than they say.
        Large = "large",
        /// Every move of the book alike.
        Huge = "huge",
    }
}

words! {
    /// How readily an offer to split the point is accepted.
    Style {
        /// 均衡: when slightly worse.
        #[default]
        Normal = "normal",
        /// 保守: when level.
        Solid = "solid",
        /// 冒进: only when clearly worse.
        Risky = "risky",
    }
}

words! {
    /// The rule set that judges repetitions.
    RepetitionRule {
        /// Asian and WXF rules.
        #[default]
        Asian = "asian",
        /// The simplified rule of computer matches.
        Computer = "computer",
        /// The rule of the UCCI league.
        League = "league",
        /// Only perpetual check loses.
        CheckOnly = "checkonly",
        /// No repetition loses.
        Off = "off",
    }
}

words! {
    /// What gives positions their values.
    EvaluationKind {
        /// The network.
        #[default]
        Net = "net",
        /// The hand-made evaluation.
        Classical = "classical",
    }
}

words! {
    /// How much goes to the log.
    LogLevel {
        /// Nothing.
        #[default]
        Off = "off",
        /// What went wrong inside.
        Error = "error",
        /// Bad input and fallbacks as well.
        Warn = "warn",
        /// What was loaded and set as well.
        Info = "info",
        /// Every line received and sent as well.
        Debug = "debug",
        /// Everything.
        Trace = "trace",
    }
}

/// All that can be configured. The default is what the engine does without any file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Config {
    /// Size of the table in megabytes; 0 = automatic.
    #[serde(deserialize_with = "hash")]
    pub hash: u32,
    /// Search threads; 0 = automatic.
    #[serde(deserialize_with = "threads")]
    pub threads: u32,
    /// The front end lets the engine think on the opponent's time.
    pub ponder: bool,
    /// Number of lines searched.
    #[serde(deserialize_with = "multipv")]
    pub multipv: u32,
    /// Time that passes between the answer and the front end's clock, in milliseconds.
    #[serde(deserialize_with = "overhead")]
    pub move_overhead: u32,
    /// How readily an offer to split the point is accepted.
    pub style: Style,
    /// What gives positions their values.
    pub evaluation: EvaluationKind,
    /// File of a network that replaces the built-in one, which is used when this is `None`.
    pub evalfile: Option<PathBuf>,
    /// The opening book.
    pub book: BookConfig,
    /// The rules of the game.
    pub rules: RulesConfig,
    /// The log.
    pub log: LogConfig,
}

/// `[book]` of `engine.toml`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct BookConfig {
    /// Whether book moves are played; without it UCCI front ends get them and UCI front ends do not.
    #[serde(rename = "use")]
    pub enabled: Option<bool>,
    /// Files that replace the built-in book, which is used when this is `None`. An empty list is no book at all.
    pub files: Option<Vec<PathBuf>>,
    /// How freely the book strays from its heaviest move.
    pub randomness: Randomness,
}

/// `[rules]` of `engine.toml`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct RulesConfig {
    /// Who loses a repetition.
    pub repetition: RepetitionRule,
    /// The occurrence of a position at which the game is judged: 3 or 4.
    #[serde(deserialize_with = "fold")]
    pub fold: u32,
    /// Moves a side without a capture after which nobody wins; 0 = no such limit.
    #[serde(deserialize_with = "natural_limit")]
    pub natural_limit: u32,
}

/// `[log]` of `engine.toml`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct LogConfig {
    /// How much is written.
    pub level: LogLevel,
    /// Where to.
    pub file: PathBuf,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            hash: DEFAULT_HASH,
            threads: 1,
            ponder: false,
            multipv: 1,
            move_overhead: 30,
            style: Style::default(),
            evaluation: EvaluationKind::default(),
            evalfile: None,
            book: BookConfig::default(),
            rules: RulesConfig::default(),
            log: LogConfig::default(),
        }
    }
}

impl Default for RulesConfig {
    fn default() -> Self {
        Self { repetition: RepetitionRule::default(), fold: 3, natural_limit: 60 }
    }
}

impl Default for LogConfig {
    fn default() -> Self {
        Self { level: LogLevel::default(), file: PathBuf::from("guohe.log") }
    }
}

/// A whole number from `min` to `max`.
fn number<'de, D: Deserializer<'de>>(deserializer: D, min: u32, max: u32) -> Result<u32, D::Error> {
    let value = toml::Value::deserialize(deserializer)?;
    match value.as_integer().and_then(|number| u32::try_from(number).ok()) {
        Some(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(D::Error::custom(format!("{value} is not a whole number from {min} to {max}"))),
    }
}

fn hash<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    number(deserializer, 0, MAX_HASH)
}

fn threads<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    number(deserializer, 0, MAX_THREADS)
}

fn multipv<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    number(deserializer, 1, MAX_MULTIPV)
}

fn overhead<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    number(deserializer, 0, MAX_OVERHEAD)
}

fn fold<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    number(deserializer, 3, 4)
}

fn natural_limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    number(deserializer, 0, MAX_NATURAL_LIMIT)
}

/// Why a configuration was refused; its text names the file and, where there is one, the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError {
    /// The file, as it was asked for.
    pub file: PathBuf,
    /// Counted from 1; `None` when the file could not be read at all.
    pub line: Option<usize>,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file.display(), self.message),
            None => write!(f, "{}: {}", self.file.display(), self.message),
        }
    }
}

impl std::error::Error for ConfigError {}

impl Config {
    /// Reads the text of `file`, in which relative paths start at the file's own folder.
    ///
    /// # Errors
    /// The first unknown key, bad value or syntax error, with its line.
    pub fn parse(text: &str, file: &Path) -> Result<Self, ConfigError> {
        // Editors on Windows put a byte order mark in front.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut config: Self = toml::from_str(text).map_err(|error| ConfigError {
            file: file.to_owned(),
            line: error
                .span()
                .map(|span| 1 + text.as_bytes()[..span.start.min(text.len())].iter().filter(|&&b| b == b'\n').count()),
            message: error.message().split('\n').next().unwrap_or_default().trim().to_owned(),
        })?;
        let folder = file.parent().unwrap_or(Path::new(""));
        config.log.file = folder.join(&config.log.file);
        for path in config.book.files.iter_mut().flatten().chain(&mut config.evalfile) {
            *path = folder.join(&path);
        }
        Ok(config)
    }

    /// Reads `file`.
    ///
    /// # Errors
    /// When it cannot be read, and as [`Config::parse`].
    pub fn load(file: &Path) -> Result<Self, ConfigError> {
        let failed = |message: String| ConfigError { file: file.to_owned(), line: None, message };
        let bytes = std::fs::read(file).map_err(|error| failed(error.to_string()))?;
        match String::from_utf8(bytes) {
            Ok(text) => Self::parse(&text, file),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let line = 1 + error.as_bytes()[..good].iter().filter(|&&b| b == b'\n').count();
                Err(ConfigError { line: Some(line), ..failed("the file is not UTF-8 text".to_owned()) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        Config::parse(text, Path::new("dir/engine.toml")).map_err(|error| error.to_string())
    }

    fn check_error(text: &str, line: usize, mentions: &str) {
        let error = read(text).unwrap_err();
        let place = format!("{}:{line}: ", Path::new("dir/engine.toml").display());
        assert!(error.starts_with(&place), "{text:?} gave {error}");
        assert!(error.contains(mentions), "{text:?} gave {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }

    #[test]
    fn the_file_that_comes_with_the_engine_says_what_the_defaults_are() {
        let shipped = Config::parse(include_str!("../engine.toml"), Path::new("engine.toml")).unwrap();
        assert_eq!(shipped, Config::default());
        // Every key is there, in a comment at least.
        for key in ["hash", "threads", "ponder", "multipv", "move-overhead", "style", "use", "files", "randomness"] {
            assert!(include_str!("../engine.toml").contains(&format!("{key} = ")), "{key}");
        }
        for key in ["evaluation", "evalfile", "repetition", "fold", "natural-limit", "level", "file"] {
            assert!(include_str!("../engine.toml").contains(&format!("{key} = ")), "{key}");
        }
    }

    #[test]
    fn values_are_read_and_paths_start_at_the_file() {
        assert_eq!(read("evalfile = \"x.nnue\"").unwrap().evalfile, Some(Path::new("dir").join("x.nnue")));
        let config = read("hash = 256\n[book]\nuse = false\nfiles = [\"a.txt\"]\n[rules]\nrepetition = \"league\"\n[log]\nfile = \"x.log\"").unwrap();
        assert_eq!(config.hash, 256);
        assert_eq!(config.book.enabled, Some(false));
        assert_eq!(config.book.files, Some(vec![Path::new("dir").join("a.txt")]));
        assert_eq!(config.rules.repetition, RepetitionRule::League);
        assert_eq!(config.log.file, Path::new("dir").join("x.log"));
        assert_eq!(read("\u{feff}hash = 1").unwrap().hash, 1);
        assert_eq!(read("").unwrap().threads, 1);
    }

    #[test]
    fn errors_name_the_line() {
        check_error("hash = 16\nhsh = 1\n", 2, "hsh");
        check_error("[rules]\nfold = 5\n", 2, "3 to 4");
        check_error("threads = -1", 1, "-1");
        check_error("\n\nthreads = \"many\"", 3, "\"many\" is not a whole number from 0 to 128");
        check_error("[rules]\n\nrepetition = \"none\"", 3, "asian");
        check_error("[log]\nlevel = \"loud\"", 2, "loud");
        check_error("hash = ", 1, "");
        check_error("[books]\nuse = true", 1, "books");
        check_error("[book]\nfiles = \"a\"", 2, "");
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let error = Config::load(Path::new("no/such/engine.toml")).unwrap_err();
        assert_eq!(error.line, None);
        assert!(error.to_string().contains("engine.toml: "));
    }
}
