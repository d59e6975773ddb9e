//! Values that have names, in options, in files and on command lines.

use std::fmt;

/// A value that has a name.
pub trait Named {
    /// The names of all values, in the order in which they are shown.
    fn names(&self) -> &'static [&'static str];

    /// The name of this value.
    fn name(&self) -> &'static str;

    /// Becomes the value of this name, in either case. Returns `false` if there is none.
    fn choose(&mut self, name: &str) -> bool;
}

/// Maximum number of characters of a text in a message.
const MAX_QUOTED: usize = 40;

/// A text that is not one of the names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// The text, at most 40 characters of it.
    pub text: String,
    /// The names.
    pub names: &'static [&'static str],
}

impl UnknownName {
    pub(crate) fn new(text: &str, names: &'static [&'static str]) -> Self {
        Self { text: text.chars().take(MAX_QUOTED).collect(), names }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not one of {}", self.text.escape_debug(), self.names.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// Gives names to all values of an enum: `ALL`, `NAMES`, `name`, [`Named`], and `FromStr`,
/// which reads a name in either case.
macro_rules! named {
    ($type:ident: $($value:ident = $name:literal),+ $(,)?) => {
        impl $type {
            /// All values, in the order of [`Self::NAMES`].
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// The names of options, files and command lines.
            pub const NAMES: [&str; [$($name),+].len()] = [$($name),+];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name),+
                }
            }
        }

        impl $crate::types::Named for $type {
            fn names(&self) -> &'static [&'static str] {
                &Self::NAMES
            }

            fn name(&self) -> &'static str {
                Self::name(*self)
            }

            fn choose(&mut self, name: &str) -> bool {
                name.parse().map(|value| *self = value).is_ok()
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::types::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let index = Self::NAMES.iter().position(|name| name.eq_ignore_ascii_case(text));
                index.map(|index| Self::ALL[index]).ok_or_else(|| Self::Err::new(text, &Self::NAMES))
            }
        }
    };
}
pub(crate) use named;

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Season {
        Spring,
        Autumn,
    }

    named!(Season: Spring = "spring", Autumn = "autumn");

    #[test]
    fn names_read_back() {
        assert_eq!(Season::ALL.map(Season::name), Season::NAMES);
        for (season, name) in Season::ALL.into_iter().zip(Season::NAMES) {
            assert_eq!((name.parse(), name.to_uppercase().parse()), (Ok(season), Ok(season)));
        }
        let mut season = Season::Spring;
        assert!(season.choose("Autumn") && season == Season::Autumn);
        assert!(!season.choose("") && season == Season::Autumn);
        let error = "klingon\n".parse::<Season>().unwrap_err().to_string();
        assert_eq!(error, "'klingon\\n' is not one of spring, autumn");
    }
}
