//! What an option can be set to: the words of our own, and one type that carries the value of any option.

use crate::book::Randomness;
use crate::notation;
use crate::rules::RuleSet;
use std::path::PathBuf;

/// The name of the built-in book among the book files, and of the built-in network among networks.
pub const EMBEDDED: &str = "embedded";

/// A choice between words.
pub trait Words: Copy + 'static {
    /// All values, in the order in which people are shown them.
    const ALL: &'static [Self];

    /// The lower-case word for this value.
    fn word(self) -> &'static str;

    /// Reads a word in any letter case. `None` for any other text.
    fn from_word(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.word().eq_ignore_ascii_case(text))
    }
}

/// Declares an enum whose values are words; the first is the default.
macro_rules! words {
    (
        $(#[$doc:meta])* $name:ident {
            $(#[$first_doc:meta])* $first:ident = $first_word:literal,
            $($(#[$item:meta])* $variant:ident = $word:literal),+ $(,)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
        pub enum $name {
            $(#[$first_doc])* #[default] $first,
            $($(#[$item])* $variant),+
        }

        impl Words for $name {
            const ALL: &'static [Self] = &[Self::$first, $(Self::$variant),+];

            fn word(self) -> &'static str {
                match self {
                    Self::$first => $first_word,
                    $(Self::$variant => $word),+
                }
            }
        }
    };
}

words! {
    /// How readily a draw offer is accepted.
    DrawStyle {
        /// 均衡: when slightly worse.
        Normal = "normal",
        /// 保守: when level.
        Solid = "solid",
        /// 冒进: only when clearly worse.
        Risky = "risky",
    }
}

words! {
    /// How much goes to the log.
    LogLevel {
        /// Nothing.
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

impl Words for RuleSet {
    const ALL: &'static [Self] = &RuleSet::ALL;

    fn word(self) -> &'static str {
        self.name()
    }
}

impl Words for Randomness {
    const ALL: &'static [Self] = &Randomness::ALL;

    fn word(self) -> &'static str {
        Randomness::word(self)
    }
}

impl Words for notation::Style {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.name()
    }
}

/// What a button does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A new game begins: forget the last one.
    NewGame,
    /// Forget what searches have learnt.
    ClearHash,
}

/// The value of any option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Nobody has set it: what is built in, or what the protocol suggests.
    Unset,
    /// Yes or no.
    Check(bool),
    /// A whole number.
    Number(u32),
    /// One of several words.
    Word(&'static str),
    /// A file.
    File(PathBuf),
    /// Files, perhaps none.
    Files(Vec<PathBuf>),
}

/// A type that a field of the settings can have.
pub trait Setting: Sized {
    /// The value that an option shows.
    fn to_value(&self) -> Value;

    /// The field for a value; `None` when the value is of another kind.
    fn from_value(value: Value) -> Option<Self>;
}

impl Setting for bool {
    fn to_value(&self) -> Value {
        Value::Check(*self)
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Check(on) = value { Some(on) } else { None }
    }
}

impl Setting for u32 {
    fn to_value(&self) -> Value {
        Value::Number(*self)
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Number(number) = value { Some(number) } else { None }
    }
}

impl Setting for PathBuf {
    fn to_value(&self) -> Value {
        Value::File(self.clone())
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::File(file) = value { Some(file) } else { None }
    }
}

impl Setting for Vec<PathBuf> {
    fn to_value(&self) -> Value {
        Value::Files(self.clone())
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Files(files) = value { Some(files) } else { None }
    }
}

/// What may stay unset.
impl<T: Setting> Setting for Option<T> {
    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Unset, Setting::to_value)
    }

    fn from_value(value: Value) -> Option<Self> {
        if value == Value::Unset { Some(None) } else { T::from_value(value).map(Some) }
    }
}

impl<T: Words> Setting for T {
    fn to_value(&self) -> Value {
        Value::Word(self.word())
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Word(word) = value { Self::from_word(word) } else { None }
    }
}
