//! The options in a conversation: how they are announced in each dialect, and a `setoption` that is understood. Which
//! there are is declared in `config`.

use super::command::Dialect;
use super::text;
use crate::config::Automatic;
use crate::config::Config;
use crate::config::EMBEDDED;
use crate::config::OptionKind;
use crate::config::ROWS;
use crate::config::Row;
use crate::config::Value;
use crate::engine;
#[cfg(feature = "tune")]
use crate::params::TUNABLES;
#[cfg(feature = "tune")]
use crate::params::Tunable;
use std::path::PathBuf;

/// An option and the value it shall have.
pub enum Setting {
    /// One of the table.
    Option(&'static Row, Value),
    /// A number of the search by its name, in builds for tuners. It acts at once; only the table of base reductions,
    /// from `lmr_base` and `lmr_divisor`, waits for the next game.
    #[cfg(feature = "tune")]
    Tunable(&'static str, i32),
}

impl Setting {
    /// Whether it sets what `other` sets.
    pub fn is_of_same_option(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Option(row, _), Self::Option(other, _)) => std::ptr::eq(*row, *other),
            #[cfg(feature = "tune")]
            (Self::Tunable(name, _), Self::Tunable(other, _)) => name == other,
            #[cfg(feature = "tune")]
            _ => false,
        }
    }
}

/// What a person is told who sets what cannot be set.
pub fn unknown(name: &str) -> String {
    format!("nothing is set: there is no option '{name}', or it does not take this value")
}

/// What a person is told whose number is not the one that is set: the nearest in the range is.
pub fn correction(name: &str, value: &[u8], setting: &Setting, machine: Machine) -> Option<String> {
    let Setting::Option(row, Value::Number(set)) = setting else { return None };
    let (least, most) = match row.kind {
        OptionKind::Number { min, max, .. } => (min, max),
        OptionKind::Amount { max, of, .. } => (0, most(max, of, machine)),
        _ => return None,
    };
    let set = (*set).min(most);
    let is_as_said = String::from_utf8_lossy(value).trim().parse() == Ok(set);
    (!is_as_said).then(|| format!("{name} goes from {least} to {most}: it is {set} now"))
}

/// What this machine makes of amounts.
#[derive(Clone, Copy)]
pub struct Machine {
    /// The largest table in megabytes.
    pub max_hash: u32,
    /// The table that 0 stands for.
    pub auto_hash: u32,
}

/// Reads a setting that only people make, at the console.
pub fn read_typed(name: &str, value: &[u8]) -> Option<Setting> {
    let row = ROWS.iter().find(|row| row.is_for_people() && row.toml == name)?;
    Some(Setting::Option(row, row.read(value, engine::file_named)?))
}

/// Reads a setting; `name` is in lower case without blanks and underscores. `None` when there is no such option, or
/// the value says nothing for it: the option then stays as it is. The paths of `announced` may have been written in a way
/// that names no file; a front end that sends them back means those files.
pub fn read(name: &str, value: &[u8], announced: &Config) -> Option<Setting> {
    #[cfg(feature = "tune")]
    if let Some(setting) = read_tunable(name, value) {
        return Some(setting);
    }
    let row = ROWS.iter().find(|row| row.is_called(name))?;
    if matches!(row.kind, OptionKind::File | OptionKind::Files { .. })
        && value.trim_ascii() == text(row, &row.get(announced)).as_bytes()
    {
        return Some(Setting::Option(row, row.get(announced)));
    }
    Some(Setting::Option(row, row.read(value, engine::file_named)?))
}

/// Reads a number of the search, by its name without underscores.
#[cfg(feature = "tune")]
fn read_tunable(name: &str, value: &[u8]) -> Option<Setting> {
    let tunable = TUNABLES.iter().find(|tunable| tunable.name.bytes().filter(|&byte| byte != b'_').eq(name.bytes()))?;
    let number: i32 = std::str::from_utf8(value).ok()?.trim().parse().ok()?;
    Some(Setting::Tunable(tunable.name, number.clamp(tunable.min, tunable.max)))
}

/// The `option` line of a number of the search.
#[cfg(feature = "tune")]
fn tunable_line(dialect: Dialect, tunable: &Tunable) -> String {
    let Tunable { name, default, min, max, .. } = tunable;
    match dialect {
        Dialect::Ucci => format!("option {name} type spin min {min} max {max} default {default}"),
        Dialect::Uci => format!("option name {name} type spin default {default} min {min} max {max}"),
    }
}

/// The `option` lines of a dialect, with the values of `config` as defaults.
pub fn announce(dialect: Dialect, config: &Config, machine: Machine) -> Vec<String> {
    let lines = ROWS.iter().filter_map(|row| {
        let name = if dialect == Dialect::Ucci { row.ucci } else { row.uci };
        (!name.is_empty()).then(|| line(dialect, row, name, config, machine))
    });
    #[cfg(feature = "tune")]
    let lines = lines.chain(TUNABLES.iter().map(|tunable| tunable_line(dialect, tunable)));
    lines.collect()
}

/// One `option` line. UCCI has the default last, UCI in front of the range.
fn line(dialect: Dialect, row: &Row, name: &str, config: &Config, machine: Machine) -> String {
    let default = default(dialect, row, config, machine);
    let (kind, range) = match row.kind {
        OptionKind::Check(_) | OptionKind::CheckOfDialect => ("check", String::new()),
        OptionKind::Number { min, max, .. } => ("spin", format!(" min {min} max {max}")),
        OptionKind::Amount { max, of, .. } => {
            ("spin", format!(" min {} max {}", least(dialect), most(max, of, machine)))
        }
        OptionKind::Words { all, .. } => ("combo", words(&all(), &default)),
        OptionKind::Only(only) => ("combo", words(&[only], &default)),
        OptionKind::File | OptionKind::Files { .. } | OptionKind::Output(_) => ("string", String::new()),
        OptionKind::Button(_) => ("button", String::new()),
    };
    let default = if kind == "button" { String::new() } else { format!(" default {default}") };
    match dialect {
        Dialect::Ucci => format!("option {name} type {kind}{range}{default}"),
        Dialect::Uci => format!("option name {name} type {kind}{default}{range}"),
    }
}

/// The least amount: UCI knows no zero that means automatic.
const fn least(dialect: Dialect) -> u32 {
    match dialect {
        Dialect::Ucci => 0,
        Dialect::Uci => 1,
    }
}

/// The greatest amount.
fn most(max: u32, of: Automatic, machine: Machine) -> u32 {
    match of {
        Automatic::Hash => max.min(machine.max_hash),
        Automatic::Threads => max,
    }
}

/// The default as text.
fn default(dialect: Dialect, row: &Row, config: &Config, machine: Machine) -> String {
    match (row.get(config), row.kind) {
        (Value::Number(0), OptionKind::Amount { of, .. }) if dialect == Dialect::Uci => match of {
            Automatic::Hash => machine.auto_hash.to_string(),
            Automatic::Threads => least(dialect).to_string(),
        },
        (Value::Number(number), OptionKind::Amount { max, of, .. }) => number.min(most(max, of, machine)).to_string(),
        (Value::Unset, OptionKind::CheckOfDialect) => (dialect == Dialect::Ucci).to_string(),
        (Value::Unset, OptionKind::Only(only)) => only.to_owned(),
        (value, _) => text(row, &value),
    }
}

/// A value as text, fit for any line.
fn text(row: &Row, value: &Value) -> String {
    let path = |file: &PathBuf| text::harmless(&file.display().to_string(), text::PATHS_ROOM);
    match value {
        Value::Unset => match row.kind {
            OptionKind::Files { unset } => unset.to_owned(),
            _ => EMBEDDED.to_owned(),
        },
        Value::Check(on) => on.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Word(word) => (*word).to_owned(),
        Value::File(file) => path(file),
        Value::Files(files) => text::harmless(&files.iter().map(path).collect::<Vec<_>>().join(";"), text::PATHS_ROOM),
    }
}

/// The values of a combo with the default first: uci2wb takes the first to be the current one, and sends it back.
fn words(all: &[&str], default: &str) -> String {
    let others = all.iter().filter(|&&word| word != default);
    let mut text = format!(" var {default}");
    others.for_each(|word| text.push_str(&format!(" var {word}")));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::MAX_HASH;
    use crate::config::MAX_THREADS;
    use crate::rules::RuleSet;

    const MACHINE: Machine = Machine { max_hash: 1024, auto_hash: 64 };

    /// `None` stands for a setting that is not understood.
    fn check(name: &str, value: &str, expected: Option<Value>) {
        let value_read = read(name, value.as_bytes(), &Config::default()).map(|setting| match setting {
            Setting::Option(_, value) => value,
            #[cfg(feature = "tune")]
            Setting::Tunable(..) => panic!("{name} is a number of the search"),
        });
        assert_eq!(value_read, expected, "{name} {value}");
    }

    #[test]
    fn values_of_all_clients() {
        for (text, value) in
            [("true", true), ("on", true), ("1", true), ("TRUE", true), ("false", false), ("off", false), ("0", false)]
        {
            check("ponder", text, Some(Value::Check(value)));
        }
        check("ponder", "", None);
        check("ponder", "maybe", None);
        check("hashsize", "68", Some(Value::Number(68)));
        check("hash", "68", Some(Value::Number(68)));
        check("hashsize", "-1", Some(Value::Number(0)));
        check("hashsize", "99999999999999999999", Some(Value::Number(MAX_HASH)));
        check("hashsize", "much", None);
        check("hashsize", "", None);
        check("hashsize", "-", None);
        check("threads", "1000", Some(Value::Number(MAX_THREADS)));
        check("multipv", "0", Some(Value::Number(1)));
        check("repetitionfold", "9", Some(Value::Number(4)));
        check("repetitionrule", "CheckOnly", Some(Value::Word("checkonly")));
        check("repetitionrule", "", None);
        check("randomness", "huge", Some(Value::Word("huge")));
        check("style", "risky", Some(Value::Word("risky")));
        check("ownbook", "true", Some(Value::Check(true)));
        check("moveoverhead", "50", Some(Value::Number(50)));
        check("evalfile", " a b.nnue ", Some(Value::File(engine::file_named(b"a b.nnue"))));
        check("evalfile", "", Some(Value::Unset));
        check("bookfiles", "Embedded", Some(Value::Unset));
        check("bookfiles", " ; ", Some(Value::Files(vec![])));
        let files = ["a b.txt", "/c.txt"].map(|name| engine::file_named(name.as_bytes()));
        check("bookfiles", "a b.txt ;; /c.txt", Some(Value::Files(files.to_vec())));
        check("newgame", "", Some(Value::Unset));
        check("ucivariant", "xiangqi", Some(Value::Unset));
        for name in
            ["", "promotion", "idle", "pruning", "selectivity", "evaluation", "drawmoves", "usehash", "loglevel", "喵"]
        {
            check(name, "large", None);
        }
    }

    #[test]
    fn announced_defaults_can_be_sent_back() {
        let config = Config::default();
        for line in announce(Dialect::Ucci, &config, MACHINE) {
            let words: Vec<&str> = line.split(' ').collect();
            let default = line.split(" default ").nth(1).unwrap_or_default();
            assert!(read(words[1], default.as_bytes(), &config).is_some(), "{line}");
            assert!(line.len() < 200 && line.is_ascii(), "{line}");
            for word in ["draw", "resign", "bestmove"] {
                assert!(!line.contains(word), "{line}");
            }
            if words[3] == "spin" {
                assert!(line.contains(" min ") && line.contains(" max "), "{line}");
            }
        }
    }

    #[test]
    fn the_default_of_a_combo_comes_first() {
        let mut config = Config::default();
        config.rules.repetition = RuleSet::League;
        let lines = announce(Dialect::Ucci, &config, MACHINE);
        let line = lines.iter().find(|line| line.contains("repetitionrule")).unwrap();
        assert_eq!(
            line,
            "option repetitionrule type combo var league var asian var computer var checkonly var off default league"
        );
        assert_eq!(lines[0], "option usemillisec type check default true");
    }

    #[test]
    fn uci_names() {
        let config = Config { hash: 0, ..Config::default() };
        let lines = announce(Dialect::Uci, &config, MACHINE).join("\n");
        for line in [
            "option name Hash type spin default 64 min 1 max 1024",
            "option name Threads type spin default 1 min 1 max 128",
            "option name Ponder type check default false",
            "option name MultiPV type spin default 1 min 1 max 128",
            "option name UCI_ShowWDL type check default false",
            "option name OwnBook type check default false",
            "option name UCI_Variant type combo default xiangqi var xiangqi",
            "option name Move Overhead type spin default 30 min 0 max 5000",
            "option name Repetition Rule type combo default asian var asian var computer var league var checkonly var off",
            "option name Repetition Fold type spin default 3 min 3 max 4",
            "option name Natural Limit type spin default 60 min 0 max 500",
            "option name EvalFile type string default embedded",
            "option name Clear Hash type button",
            "option name Skill Level type spin default 20 min 0 max 20",
            "option name UCI_LimitStrength type check default false",
            "option name UCI_Elo type spin default 4090 min 449 max 4090",
        ] {
            assert!(lines.lines().any(|other| other == line), "{line} is not in\n{lines}");
        }
        assert_eq!(lines.lines().count(), 16);
    }
}
