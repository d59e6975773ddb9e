//! What an engine says of its options: their names, kinds and ranges, and lines in which it complains.

use super::dialect::Dialect;
use guohe::config::OPTIONS;
use std::path::Path;

/// Names that are as near to each other as `hash` and `hashsize` (0.9), or nearly so, by the measure of Jaro and
/// Winkler.
const NEAR: f64 = 0.8;

/// An option as it was announced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Announced {
    /// Its name.
    pub name: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// A whole number.
    Spin(Spin),
    /// True or false.
    Check,
    /// One of these.
    Combo(Vec<String>),
    /// Has no value.
    Button,
    /// Anything, or of a kind that is not known.
    Text,
}

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

impl Announced {
    /// The option that a line announces.
    pub fn read(dialect: Dialect, line: &str) -> Option<Self> {
        let name = dialect.announced_name(line)?;
        let words: Vec<&str> =
            line.split_once(" type ").map_or("", |(_, rest)| rest).split_ascii_whitespace().collect();
        let after =
            |key: &str| words.iter().position(|&word| word == key).and_then(|at| words.get(at + 1)?.parse().ok());
        let spin =
            || Some(Spin { name: name.clone(), min: after("min")?, max: after("max")?, default: after("default")? });
        let kind = match words.first() {
            Some(&"spin") => spin().map_or(Kind::Text, Kind::Spin),
            Some(&"check") => Kind::Check,
            Some(&"combo") => Kind::Combo(choices(&words)),
            Some(&"button") => Kind::Button,
            _ => Kind::Text,
        };
        Some(Self { name, kind })
    }

    /// The number that it is.
    pub fn spin(&self) -> Option<&Spin> {
        match &self.kind {
            Kind::Spin(spin) => Some(spin),
            _ => None,
        }
    }

    /// What is wrong with a value for it.
    pub fn objection(&self, value: &str) -> Option<String> {
        match &self.kind {
            Kind::Spin(Spin { min, max, .. }) => {
                let fits = value.parse().is_ok_and(|number: i64| (*min..=*max).contains(&number));
                (!fits).then(|| format!("takes a whole number from {min} to {max}"))
            }
            Kind::Check => truth(value).is_none().then(|| "takes true or false".to_owned()),
            Kind::Combo(choices) => {
                let is_known = choice(choices, value).is_some();
                (!is_known && !choices.is_empty()).then(|| format!("takes one of {}", choices.join(", ")))
            }
            Kind::Button => (!value.is_empty()).then(|| "is a button and takes no value".to_owned()),
            Kind::Text => None,
        }
    }

    /// A value that fits in the words of the protocol and of the engine: many know no other spelling, and would ignore
    /// it without a word.
    pub fn spelled<'a>(&'a self, value: &'a str) -> &'a str {
        let known = match &self.kind {
            Kind::Check => truth(value),
            Kind::Combo(choices) => choice(choices, value),
            Kind::Spin(_) | Kind::Button | Kind::Text => None,
        };
        known.unwrap_or(value)
    }
}

/// What a value of a check option means, in the words of the protocols.
fn truth(value: &str) -> Option<&'static str> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => Some("true"),
        "false" | "off" | "0" => Some("false"),
        _ => None,
    }
}

/// The choice that a value means.
fn choice<'a>(choices: &'a [String], value: &str) -> Option<&'a str> {
    choices.iter().map(String::as_str).find(|choice| choice.eq_ignore_ascii_case(value))
}

/// The values behind each `var`, which may hold blanks.
fn choices(words: &[&str]) -> Vec<String> {
    let mut found: Vec<Vec<&str>> = Vec::new();
    let mut is_choice = false;
    for &word in words {
        match word {
            "var" => {
                is_choice = true;
                found.push(Vec::new());
            }
            "default" | "min" | "max" => is_choice = false,
            _ if is_choice => found.last_mut().into_iter().for_each(|choice| choice.push(word)),
            _ => {}
        }
    }
    found.into_iter().map(|words| words.join(" ")).collect()
}

/// A setting that an engine does not take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objection {
    /// Name and value.
    pub setting: (String, String),
    /// Why not.
    pub text: String,
}

/// What is wrong with settings for an engine that announced these options: unknown names and values that do not fit.
pub fn objections(dialect: Dialect, announced: &[Announced], settings: &[(String, String)]) -> Vec<Objection> {
    let mut found = Vec::new();
    for setting @ (name, value) in settings {
        let text = match announced.iter().find(|option| option.name.eq_ignore_ascii_case(name)) {
            None => {
                Some(format!("it has no option '{name}' in {}{}", dialect.name(), instead(dialect, announced, name)))
            }
            Some(option) => option.objection(value).map(|text| format!("'{}' {text}, not '{value}'", option.name)),
        };
        found.extend(text.map(|text| Objection { setting: setting.clone(), text }));
    }
    found
}

/// The options that may have been meant by `name`: those with a similar name, and that of guohe with this name in the
/// other protocol.
fn instead(dialect: Dialect, announced: &[Announced], name: &str) -> String {
    let names = OPTIONS.iter().map(|option| match dialect {
        Dialect::Ucci => (option.ucci, option.uci),
        Dialect::Uci => (option.uci, option.ucci),
    });
    let same = names.filter(|(_, other)| other.eq_ignore_ascii_case(name)).map(|(own, _)| own).next();
    let name = name.to_ascii_lowercase();
    let is_near = |option: &&Announced| {
        same.is_some_and(|same| same.eq_ignore_ascii_case(&option.name))
            || strsim::jaro_winkler(&name, &option.name.to_ascii_lowercase()) >= NEAR
    };
    let near: Vec<String> = announced.iter().filter(is_near).map(|option| format!("'{}'", option.name)).collect();
    if near.is_empty() { String::new() } else { format!(", but {}", near.join(", ")) }
}

/// The text of a line that seems to complain of something. No protocol has a form for it, so that it is only shown: it
/// may be about a setting that was not taken, or about large pages that are not needed.
pub fn complaint(line: &str) -> Option<&str> {
    let text = line.trim();
    let text = ["info message ", "info string "].iter().find_map(|start| text.strip_prefix(start)).unwrap_or(text);
    let lower = text.to_ascii_lowercase();
    let is_complaint =
        ["refused", "no such option", "unknown option", "error", "cannot", "could not", "failed", "not found"];
    is_complaint.iter().any(|word| lower.contains(word)).then_some(text)
}

/// Whether a text names a file that a setting names: without its network an engine plays with another one. A name
/// without a dot is one only in an option that takes any text.
pub fn names_file(text: &str, settings: &[(String, String)], announced: &[Announced]) -> bool {
    let takes_text = |name: &str| {
        announced.iter().any(|option| option.name.eq_ignore_ascii_case(name) && matches!(option.kind, Kind::Text))
    };
    let holds = |file: &str| {
        text.match_indices(file).any(|(at, _)| {
            let is_in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            !is_in_word(text[..at].chars().next_back()) && !is_in_word(text[at + file.len()..].chars().next())
        })
    };
    settings.iter().any(|(name, value)| {
        let mut files = value.split(';').filter_map(|path| Path::new(path).file_name()?.to_str());
        files.any(|file| file.parse::<f64>().is_err() && (file.contains('.') || takes_text(name)) && holds(file))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_among_the_options() {
        let spin = |dialect, line| Announced::read(dialect, line).unwrap().spin().cloned();
        let expected = Some(Spin { name: "x y".into(), min: -5, max: 9, default: 3 });
        assert_eq!(spin(Dialect::Ucci, "option x y type spin min -5 max 9 default 3"), expected);
        assert_eq!(spin(Dialect::Uci, "option name x y type spin default 3 min -5 max 9"), expected);
        assert_eq!(spin(Dialect::Uci, "option name x y type spin default 3 min -5"), None);
        assert_eq!(spin(Dialect::Ucci, "option x y type check default true"), None);
    }

    #[test]
    fn settings_are_held_against_what_was_announced() {
        let announced: Vec<Announced> = [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Own Book type check default true",
            "option name Style type combo default very solid var very solid var wild",
            "option name Clear Hash type button",
            "option name EvalFile type string default <empty>",
            "option name Odd type spin",
        ]
        .iter()
        .filter_map(|line| Announced::read(Dialect::Uci, line))
        .collect();
        for (name, value, objection) in [
            ("hash", "64", None),
            ("Hash", "potato", Some("'Hash' takes a whole number from 1 to 1024, not 'potato'")),
            ("Hash", "4096", Some("'Hash' takes a whole number from 1 to 1024, not '4096'")),
            ("Hush", "4", Some("it has no option 'Hush' in UCI, but 'Hash'")),
            ("hashsize", "4", Some("it has no option 'hashsize' in UCI, but 'Hash'")),
            ("Table", "4", Some("it has no option 'Table' in UCI")),
            ("own book", "True", None),
            ("Own Book", "maybe", Some("'Own Book' takes true or false, not 'maybe'")),
            ("Style", "Very Solid", None),
            ("Style", "tame", Some("'Style' takes one of very solid, wild, not 'tame'")),
            ("Clear Hash", "", None),
            ("Clear Hash", "1", Some("'Clear Hash' is a button and takes no value, not '1'")),
            ("EvalFile", "any thing", None),
            ("Odd", "x", None),
        ] {
            let found = objections(Dialect::Uci, &announced, &[(name.to_owned(), value.to_owned())]);
            let texts: Vec<&str> = found.iter().map(|objection| objection.text.as_str()).collect();
            assert_eq!(texts, objection.into_iter().collect::<Vec<_>>(), "{name} {value}");
        }
    }

    #[test]
    fn values_are_sent_as_engines_spell_them() {
        for (kind, values) in [
            (
                "check default true",
                &[("on", "true"), ("1", "true"), ("True", "true"), ("OFF", "false"), ("0", "false")][..],
            ),
            ("combo default Very Solid var Very Solid var wild", &[("very solid", "Very Solid"), ("WILD", "wild")]),
            ("string default x", &[("on", "on"), ("True", "True")]),
            ("spin default 1 min 0 max 9", &[("1", "1")]),
        ] {
            let option = Announced::read(Dialect::Uci, &format!("option name x type {kind}")).unwrap();
            for (value, spelled) in values {
                assert_eq!(option.spelled(value), *spelled, "{kind}");
            }
        }
    }

    #[test]
    fn guohe_calls_an_option_otherwise_in_the_other_protocol() {
        for (dialect, line, name, text) in [
            (Dialect::Ucci, "option usebook type check", "OwnBook", "no option 'OwnBook' in UCCI, but 'usebook'"),
            (Dialect::Uci, "option name OwnBook type check", "usebook", "no option 'usebook' in UCI, but 'OwnBook'"),
        ] {
            let announced = [Announced::read(dialect, line).unwrap()];
            let found = objections(dialect, &announced, &[(name.to_owned(), "false".to_owned())]);
            assert_eq!(found[0].text, format!("it has {text}"));
        }
    }

    #[test]
    fn complaints_are_heard() {
        assert_eq!(complaint("info message network refused: x.nnue"), Some("network refused: x.nnue"));
        assert_eq!(complaint("info string NNUE evaluation using x.nnue enabled"), None);
        assert_eq!(complaint("readyok"), None);
    }

    #[test]
    fn complaints_of_files_name_them() {
        let settings = [
            ("EvalFile", "nets/x.nnue"),
            ("Small", "6d0b1f4c"),
            ("bookfiles", "a.txt;b.txt"),
            ("Contempt", "0.5"),
            ("Hash", "4"),
            ("OwnBook", "no"),
            ("UCI_Variant", "xiangqi"),
        ];
        let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let kinds = ["EvalFile type string", "Small type string", "UCI_Variant type combo default x var x var xiangqi"];
        let announced = kinds.map(|text| Announced::read(Dialect::Uci, &format!("option name {text}")).unwrap());
        for (text, expected) in [
            ("network refused: /home/nets/x.nnue", true),
            ("network refused: nets/6d0b1f4c: not found", true),
            ("the book could not be opened: no", false),
            ("book refused: b.txt: not found", true),
            ("error: variant xiangqi is slow", false),
            ("Hash: large pages not found, using 4 KB pages", false),
            ("log not found: it is 0.5 MB", false),
        ] {
            assert_eq!(names_file(text, &settings, &announced), expected, "{text}");
        }
    }
}
