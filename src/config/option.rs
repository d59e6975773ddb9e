//! The declaration of an option, and reading and writing its value.

use super::fields::Config;
use crate::types::Named;
use std::num::IntErrorKind;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::DeValue;

/// The word for the built-in book among book files, and for the built-in network among networks.
pub const EMBEDDED: &str = "embedded";

/// Maximum length of a path that an `option` line announces, bytes.
pub const MAX_PATH: usize = 800;

/// The declaration of one option.
pub struct OptionSpec {
    /// Its name in UCCI: lower case, one word. Like a UCI name, neither it nor a value may contain `draw`, `resign` or
    /// `bestmove`, see `FORBIDDEN_WORDS` in `protocol`. Empty if it is not announced in UCCI.
    pub ucci: &'static str,
    /// Its name in UCI. Empty if it is not announced in UCI.
    pub uci: &'static str,
    /// Its key in `engine.toml`, with its section if any: `book.files`. Empty if it cannot be set there.
    pub toml: &'static str,
    /// The type of its value, the range, and the field that it sets.
    pub kind: OptionKind,
    /// Help text, English.
    pub english: &'static str,
    /// Help text, Chinese.
    pub chinese: &'static str,
}

/// The type of an option's value, with its range and its field.
#[derive(Clone, Copy)]
pub enum OptionKind {
    /// True or false.
    Check(Field<bool>),
    /// True or false; the default is true in UCCI and false in UCI.
    CheckByDialect(Field<Option<bool>>),
    /// A whole number. In the protocols a number out of range is clamped.
    Number {
        /// The field.
        field: Field<u32>,
        /// The smallest value that is allowed.
        min: u32,
        /// The largest value that is allowed.
        max: u32,
        /// It is an amount of memory: that of the machine may lower the maximum.
        is_memory: bool,
    },
    /// One of several words.
    Word(Field<dyn Named>),
    /// A file that is read; the default is [`EMBEDDED`].
    File(Field<Option<PathBuf>>),
    /// Any number of files that are read; the default is [`EMBEDDED`].
    Files(Field<Option<Vec<PathBuf>>>),
    /// A file that is written.
    Output(Field<PathBuf>),
    /// A combo with one value, which some front ends require.
    Fixed(&'static str),
    /// An action.
    Button(ButtonAction),
}

/// What a button does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ButtonAction {
    /// Starts a new game.
    NewGame,
    /// Clears the transposition table and the histories.
    ClearHash,
}

/// Access to a field of the configuration.
pub struct Field<T: ?Sized> {
    /// Reads it.
    pub get: fn(&Config) -> &T,
    /// Changes it.
    pub get_mut: fn(&mut Config) -> &mut T,
}

impl<T: ?Sized> Clone for Field<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Field<T> {}

/// The [`Field`] with this path.
macro_rules! field {
    ($($path:ident).+) => {
        $crate::config::Field { get: |config| &config.$($path).+, get_mut: |config| &mut config.$($path).+ }
    };
}
pub(super) use field;

impl OptionSpec {
    /// Whether this is the option of that name. `name` is in lower case, without blanks and underscores.
    pub fn is_called(&self, name: &str) -> bool {
        let letters = |name: &'static str| name.bytes().filter(|byte| !matches!(byte, b' ' | b'_'));
        !name.is_empty()
            && [self.ucci, self.uci]
                .iter()
                .any(|own| letters(own).map(|byte| byte.to_ascii_lowercase()).eq(name.bytes()))
    }

    /// The section of its key in `engine.toml`, empty at the top, and the key itself.
    pub fn section_and_key(&self) -> (&'static str, &'static str) {
        self.toml.split_once('.').unwrap_or(("", self.toml))
    }

    /// Its value as text, as in `setoption`. Empty if it depends on the dialect, and for buttons.
    pub fn text(&self, config: &Config) -> String {
        let name = |file: &PathBuf| file.display().to_string();
        match self.kind {
            OptionKind::Check(field) => (field.get)(config).to_string(),
            OptionKind::CheckByDialect(field) => (field.get)(config).map_or_else(String::new, |on| on.to_string()),
            OptionKind::Number { field, .. } => (field.get)(config).to_string(),
            OptionKind::Word(field) => (field.get)(config).name().to_owned(),
            OptionKind::File(field) => (field.get)(config).as_ref().map_or_else(|| EMBEDDED.to_owned(), name),
            OptionKind::Files(field) => match (field.get)(config) {
                Some(files) => files.iter().map(name).collect::<Vec<_>>().join(";"),
                None => EMBEDDED.to_owned(),
            },
            OptionKind::Output(field) => name((field.get)(config)),
            OptionKind::Fixed(word) => word.to_owned(),
            OptionKind::Button(_) => String::new(),
        }
    }

    /// The values that it takes, for messages: `a whole number from 3 to 4`.
    pub fn values(&self) -> String {
        match self.kind {
            OptionKind::Check(_) | OptionKind::CheckByDialect(_) => "true or false".to_owned(),
            OptionKind::Number { min, max, .. } => format!("a whole number from {min} to {max}"),
            OptionKind::Word(field) => format!("one of {}", (field.get)(&Config::default()).names().join(", ")),
            OptionKind::File(_) | OptionKind::Files(_) | OptionKind::Output(_) => "the name of a file".to_owned(),
            OptionKind::Fixed(word) => word.to_owned(),
            OptionKind::Button(_) => "no value".to_owned(),
        }
    }

    /// Sets it to the value of a `setoption`; `file_named` turns a name into a path. Returns `false`, and changes
    /// nothing, when the value is invalid.
    pub fn set(&self, config: &mut Config, value: &[u8], file_named: impl Fn(&[u8]) -> PathBuf) -> bool {
        // `<empty>` is how UCI writes no text.
        let value = Some(value.trim_ascii()).filter(|&value| value != b"<empty>").unwrap_or_default();
        let text = String::from_utf8_lossy(value);
        let is_embedded = value.eq_ignore_ascii_case(EMBEDDED.as_bytes());
        match self.kind {
            OptionKind::Check(field) => switch(&text).map(|on| *(field.get_mut)(config) = on).is_some(),
            OptionKind::CheckByDialect(field) => {
                let on = switch(&text);
                on.map(|on| *(field.get_mut)(config) = Some(on)).is_some()
            }
            OptionKind::Number { field, min, max, .. } => {
                clamp(&text, min, max).map(|number| *(field.get_mut)(config) = number).is_some()
            }
            OptionKind::Word(field) => (field.get_mut)(config).choose(&text),
            OptionKind::File(field) => {
                *(field.get_mut)(config) = (!is_embedded && !value.is_empty()).then(|| file_named(value));
                true
            }
            OptionKind::Files(field) => {
                let names = value.split(|&byte| byte == b';').map(<[u8]>::trim_ascii).filter(|name| !name.is_empty());
                let files = || names.map(file_named).collect();
                *(field.get_mut)(config) = (!is_embedded).then(files);
                true
            }
            OptionKind::Output(field) => {
                *(field.get_mut)(config) = file_named(value);
                true
            }
            OptionKind::Fixed(word) => text.eq_ignore_ascii_case(word),
            OptionKind::Button(_) => true,
        }
    }

    /// Sets it to the value of its key in `engine.toml`; relative paths start at `folder`.
    ///
    /// # Errors
    /// What is wrong with the value. The message continues a sentence that begins with the value.
    pub(super) fn set_toml(&self, config: &mut Config, value: &DeValue<'_>, folder: &Path) -> Result<(), String> {
        let in_folder = |name: &[u8]| folder.join(String::from_utf8_lossy(name).as_ref());
        let mut texts = value.as_array().into_iter().flatten().map(Spanned::get_ref).chain([value]);
        // Bytes that are not UTF-8 were decoded to this character.
        if texts.any(|text| text.as_str().is_some_and(|text| text.contains(char::REPLACEMENT_CHARACTER))) {
            return Err("is not UTF-8: save the settings as UTF-8".into());
        }
        let text = match (self.kind, value) {
            // Not as text, since a name may contain `;`.
            (OptionKind::Files(field), value) => {
                let names: Option<Vec<&str>> = match value {
                    DeValue::String(text) => Some(vec![&**text]),
                    DeValue::Array(values) => values.iter().map(|value| value.get_ref().as_str()).collect(),
                    _ => None,
                };
                let mut names = names.ok_or("is not a list of files, as in [\"one.txt\", \"two.txt\"]")?;
                names.retain(|name| !name.is_empty());
                let is_embedded = names.iter().any(|name| name.eq_ignore_ascii_case(EMBEDDED));
                if is_embedded && names.len() > 1 {
                    return Err(format!("names \"{EMBEDDED}\" and others"));
                }
                *(field.get_mut)(config) = (!is_embedded).then(|| names.iter().map(|name| folder.join(name)).collect());
                return Ok(());
            }
            (OptionKind::Check(_) | OptionKind::CheckByDialect(_), value) => value.as_bool().map(|on| on.to_string()),
            (OptionKind::Number { min, max, .. }, value) => {
                let number = match value {
                    DeValue::Integer(number) => u32::from_str_radix(number.as_str(), number.radix()).ok(),
                    _ => None,
                };
                // Not clamped as in the protocols.
                number.filter(|number| (min..=max).contains(number)).map(|number| number.to_string())
            }
            (_, value) => value.as_str().map(str::to_owned),
        };
        let is_set = text.is_some_and(|text| self.set(config, text.as_bytes(), in_folder));
        if is_set { Ok(()) } else { Err(format!("is not {}", self.values())) }
    }
}

/// Reads a boolean as front ends send it.
fn switch(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" | "yes" => Some(true),
        "false" | "off" | "0" | "no" => Some(false),
        _ => None,
    }
}

/// Reads a whole number of either sign, clamped to the range.
fn clamp(text: &str, min: u32, max: u32) -> Option<u32> {
    match text.parse::<i64>() {
        Ok(number) => Some(number.clamp(min.into(), max.into()) as u32),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(max),
        Err(error) if *error.kind() == IntErrorKind::NegOverflow => Some(min),
        Err(_) => None,
    }
}
