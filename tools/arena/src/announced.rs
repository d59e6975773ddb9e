//! What an engine says of its options: the numbers among them, and settings that it does not take.

/// An option that is a whole number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spin {
    /// As announced.
    pub name: String,
    /// The least value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
    /// The value at the start.
    pub default: i64,
}

impl Spin {
    /// The number that a line of either dialect announces as `name`.
    pub fn read(name: &str, line: &str) -> Option<Self> {
        let (_, rest) = line.split_once(" type spin ")?;
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let after =
            |key: &str| words.iter().position(|&word| word == key).and_then(|at| words.get(at + 1)?.parse().ok());
        Some(Self { name: name.to_owned(), min: after("min")?, max: after("max")?, default: after("default")? })
    }
}

/// The text of a line that tells of a setting that was not taken. No protocol has a form for it.
pub fn refusal(line: &str) -> Option<&str> {
    let text = line.trim();
    let text = ["info message ", "info string "].iter().find_map(|start| text.strip_prefix(start)).unwrap_or(text);
    let lower = text.to_ascii_lowercase();
    let is_refusal =
        ["refused", "no such option", "unknown option", "error", "cannot", "could not", "failed", "not found"];
    is_refusal.iter().any(|word| lower.contains(word)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_among_the_options() {
        let spin = |min, max, default| Some(Spin { name: "x y".into(), min, max, default });
        assert_eq!(Spin::read("x y", "option x y type spin min -5 max 9 default 3"), spin(-5, 9, 3));
        assert_eq!(Spin::read("x y", "option name x y type spin default 3 min -5 max 9"), spin(-5, 9, 3));
        assert_eq!(Spin::read("x y", "option name x y type spin default 3 min -5"), None);
        assert_eq!(Spin::read("x y", "option x y type check default true"), None);
    }

    #[test]
    fn refusals_are_heard() {
        assert_eq!(refusal("info message network refused: x.nnue"), Some("network refused: x.nnue"));
        assert_eq!(refusal("info string NNUE evaluation using x.nnue enabled"), None);
        assert_eq!(refusal("readyok"), None);
    }
}
