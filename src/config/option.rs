//! One option: its names, what it can be set to and what it means. The options themselves are in `table`.

use super::settings::Config;
use super::values::Action;
use super::values::EMBEDDED;
use super::values::Setting;
use super::values::Value;
use super::values::Words;
use crate::book::MOST_FILES;
use std::path::Path;
use std::path::PathBuf;

/// The declaration of one option.
pub struct Row {
    /// Its name in UCCI: lower case, one word. Empty: not announced there.
    pub ucci: &'static str,
    /// Its name in UCI, as UCI tools write it. Empty: not announced there.
    pub uci: &'static str,
    /// Its key in `engine.toml`, with its section in front where it is in one: `book.files`. Empty: not set there.
    /// An option without a name in either protocol, whose key is in no section, is set by its key at the console, where
    /// no front end is; see [`Row::is_for_people`].
    pub toml: &'static str,
    /// What it can be set to, and its default.
    pub kind: OptionKind,
    /// What it sets.
    pub(super) field: Field,
    /// What it is for, in English.
    pub english: &'static str,
    /// The same in Chinese.
    pub chinese: &'static str,
}

/// What an option can be set to, and its default.
#[derive(Clone, Copy)]
pub enum OptionKind {
    /// Yes or no.
    Check(bool),
    /// Yes or no. While nobody says, the book is played in UCCI and not in UCI.
    CheckOfDialect,
    /// A whole number; other numbers become the nearest in range where a protocol sends them.
    Number {
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
        /// The default.
        default: u32,
    },
    /// As a number from 0, of which 0 lets the engine choose; the machine may set a lower limit.
    Amount {
        /// The greatest.
        max: u32,
        /// The default.
        default: u32,
        /// Of what.
        of: Automatic,
    },
    /// One of several words.
    Words {
        /// All words.
        all: fn() -> Vec<&'static str>,
        /// The default.
        default: &'static str,
    },
    /// A file instead of what is built in, which is the default.
    File,
    /// Files instead of the default, for which there is a word. No file at all is possible as well.
    Files {
        /// The word: what is built in, or what another option names.
        unset: &'static str,
    },
    /// A file that is written.
    Output(&'static str),
    /// There is only this value.
    Only(&'static str),
    /// Something to do.
    Button(Action),
}

/// What the engine chooses an amount of when it is set to 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Automatic {
    /// Memory for the table.
    Hash,
    /// Threads.
    Threads,
}

/// A part of the settings.
#[derive(Clone, Copy)]
pub(super) struct Field {
    /// Reads it.
    pub get: fn(&Config) -> Value,
    /// Sets it; a value of another kind has no effect.
    pub set: fn(&mut Config, Value),
}

impl Field {
    /// Of an option that sets nothing.
    pub const NONE: Self = Self { get: |_| Value::Unset, set: |_, _| {} };
}

/// The field of the settings with this path.
macro_rules! field {
    ($($path:ident).+) => {
        $crate::config::option::Field {
            get: |config| $crate::config::values::Setting::to_value(&config.$($path).+),
            set: |config, value| $crate::config::option::replace(&mut config.$($path).+, value),
        }
    };
}
pub(super) use field;

/// Sets a field, if the value is of its kind.
pub(super) fn replace<T: Setting>(field: &mut T, value: Value) {
    if let Some(value) = T::from_value(value) {
        *field = value;
    }
}

/// One of the words for `T`.
pub(super) const fn words_of<T: Words>(default: &'static str) -> OptionKind {
    OptionKind::Words { all: || T::ALL.iter().map(|value| value.word()).collect(), default }
}

impl Row {
    /// Whether `name`, in lower case without blanks and underscores, means this option.
    pub fn is_called(&self, name: &str) -> bool {
        let uci = self.uci.bytes().filter(|byte| !matches!(byte, b' ' | b'_')).map(|byte| byte.to_ascii_lowercase());
        (!self.ucci.is_empty() && name == self.ucci) || (!self.uci.is_empty() && name.bytes().eq(uci))
    }

    /// Whether people set it, in the file or at the console, and no front end hears of it.
    pub fn is_for_people(&self) -> bool {
        self.ucci.is_empty() && self.uci.is_empty() && !self.toml.is_empty() && self.section_and_key().0.is_empty()
    }

    /// The section of its key in `engine.toml`, empty at the top, and the key itself.
    pub fn section_and_key(&self) -> (&'static str, &'static str) {
        self.toml.split_once('.').unwrap_or(("", self.toml))
    }

    /// What it is set to in `config`.
    pub fn get(&self, config: &Config) -> Value {
        (self.field.get)(config)
    }

    /// Sets it. A value of another kind has no effect.
    pub fn set(&self, config: &mut Config, value: Value) {
        (self.field.set)(config, value);
    }

    /// Reads the value of a `setoption`. `None` when it says nothing for this option, which then stays as it is. Numbers
    /// out of range become the nearest in range, and `file_of` makes a file of a name.
    pub fn read(&self, value: &[u8], file_of: impl Fn(&[u8]) -> PathBuf) -> Option<Value> {
        let value = value.trim_ascii();
        let text = String::from_utf8_lossy(value);
        let is_embedded = value.eq_ignore_ascii_case(EMBEDDED.as_bytes());
        match self.kind {
            OptionKind::Check(_) | OptionKind::CheckOfDialect => check(&text).map(Value::Check),
            OptionKind::Number { min, max, .. } => clamp(&text, min, max).map(Value::Number),
            OptionKind::Amount { max, .. } => clamp(&text, 0, max).map(Value::Number),
            OptionKind::Words { all, .. } => word(&all(), &text).map(Value::Word),
            OptionKind::File if is_embedded || value.is_empty() => Some(Value::Unset),
            OptionKind::Files { unset } if text.eq_ignore_ascii_case(unset) => Some(Value::Unset),
            OptionKind::File | OptionKind::Output(_) => Some(Value::File(file_of(value))),
            OptionKind::Files { .. } => {
                let names = value.split(|&byte| byte == b';').map(<[u8]>::trim_ascii).filter(|name| !name.is_empty());
                // One more than there may be is enough to be refused for.
                Some(Value::Files(names.take(MOST_FILES + 1).map(file_of).collect()))
            }
            OptionKind::Only(_) | OptionKind::Button(_) => Some(Value::Unset),
        }
    }

    /// Reads the value of its key in `engine.toml`, in whose `folder` relative paths start.
    ///
    /// # Errors
    /// What would fit.
    pub(super) fn read_toml(&self, value: &Literal, folder: &Path) -> Result<Value, String> {
        let range = |min: u32, max: u32| match value {
            Literal::Number(number) if (i64::from(min)..=i64::from(max)).contains(number) => {
                u32::try_from(*number).map(Value::Number).map_err(|error| error.to_string())
            }
            _ => Err(format!("is not a whole number from {min} to {max}")),
        };
        match (self.kind, value) {
            (OptionKind::Check(_) | OptionKind::CheckOfDialect, Literal::Check(on)) => Ok(Value::Check(*on)),
            (OptionKind::Check(_) | OptionKind::CheckOfDialect, _) => Err("is neither true nor false".to_owned()),
            (OptionKind::Number { min, max, .. }, _) => range(min, max),
            (OptionKind::Amount { max, .. }, _) => range(0, max),
            (OptionKind::Words { all, .. }, _) => {
                let found = if let Literal::Text(text) = value { word(&all(), text) } else { None };
                found.map(Value::Word).ok_or_else(|| format!("is not one of {}", all().join(", ")))
            }
            (OptionKind::File, Literal::Text(text)) if text.eq_ignore_ascii_case(EMBEDDED) => Ok(Value::Unset),
            (OptionKind::Files { unset }, Literal::Text(text)) if text.eq_ignore_ascii_case(unset) => Ok(Value::Unset),
            (OptionKind::File | OptionKind::Output(_), Literal::Text(text)) => Ok(Value::File(folder.join(text))),
            (OptionKind::File | OptionKind::Output(_), _) => Err("is not the name of a file in quotes".to_owned()),
            (OptionKind::Files { unset }, Literal::Texts(texts)) => {
                if texts.iter().any(|text| text.eq_ignore_ascii_case(unset)) {
                    let is_alone = texts.len() == 1;
                    return if is_alone { Ok(Value::Unset) } else { Err(format!("names \"{unset}\" and others")) };
                }
                Ok(Value::Files(texts.iter().map(|text| folder.join(text)).collect()))
            }
            (OptionKind::Files { .. }, Literal::Text(text)) => Ok(Value::Files(vec![folder.join(text)])),
            (OptionKind::Files { .. }, _) => Err("is not a list of files, as in [\"one.txt\", \"two.txt\"]".to_owned()),
            (OptionKind::Only(_) | OptionKind::Button(_), _) => Err("cannot be set here".to_owned()),
        }
    }
}

/// A value of `engine.toml`, as far as options can use it.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Literal {
    /// `true` or `false`
    Check(bool),
    /// A whole number.
    Number(i64),
    /// Text in quotes.
    Text(String),
    /// A list of texts.
    Texts(Vec<String>),
    /// Anything else.
    Other,
}

impl OptionKind {
    /// The value that an option has while nobody sets it.
    pub fn default_value(self) -> Value {
        match self {
            Self::Check(on) => Value::Check(on),
            Self::Number { default, .. } | Self::Amount { default, .. } => Value::Number(default),
            Self::Words { default, .. } => Value::Word(default),
            Self::Output(file) => Value::File(PathBuf::from(file)),
            Self::CheckOfDialect | Self::File | Self::Files { .. } | Self::Only(_) | Self::Button(_) => Value::Unset,
        }
    }
}

/// All that front ends send for yes and no.
fn check(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" | "yes" => Some(true),
        "false" | "off" | "0" | "no" => Some(false),
        _ => None,
    }
}

fn word(all: &[&'static str], text: &str) -> Option<&'static str> {
    all.iter().copied().find(|word| word.eq_ignore_ascii_case(text))
}

/// A whole number of any length and sign, moved into the range.
fn clamp(text: &str, min: u32, max: u32) -> Option<u32> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = if is_negative { 0 } else { digits.parse().unwrap_or(u32::MAX) };
    Some(number.clamp(min, max))
}
