//! The options: their names in both dialects, how they are announced and how their values are read. Changes nothing.

use super::command::Dialect;
use crate::config::Config;
use crate::config::EvaluationKind;
use crate::config::MAX_MULTIPV;
use crate::config::MAX_NATURAL_LIMIT;
use crate::config::MAX_OVERHEAD;
use crate::config::MAX_THREADS;
use crate::config::Randomness;
use crate::config::RepetitionRule;
use crate::config::Style;
#[cfg(feature = "tune")]
use crate::search::params::TUNABLES;
#[cfg(feature = "tune")]
use crate::search::params::Tunable;

/// The name of the built-in book among the book files, and of the built-in network among networks.
pub const EMBEDDED: &str = "embedded";

/// An option and the value it shall have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Times of `go` are milliseconds, not seconds.
    Milliseconds(bool),
    /// No input is read during a bounded search.
    Batch(bool),
    /// Every iteration is reported.
    Debug(bool),
    /// The front end lets the engine think on the opponent's time.
    Ponder(bool),
    /// Book moves are played.
    UseBook(bool),
    /// Book files, separated by `;`, in the front end's encoding.
    BookFiles(Vec<u8>),
    /// Megabytes; 0 = automatic.
    Hash(u32),
    /// 0 = automatic.
    Threads(u32),
    /// How freely the book strays.
    Randomness(Randomness),
    /// How readily a point is split.
    Style(Style),
    /// A new game begins.
    NewGame,
    /// Number of lines.
    MultiPv(u32),
    /// Milliseconds.
    MoveOverhead(u32),
    /// Who loses a repetition.
    RepetitionRule(RepetitionRule),
    /// The occurrence that is judged.
    RepetitionFold(u32),
    /// Moves a side; 0 = none.
    NaturalLimit(u32),
    /// What gives positions their values.
    Evaluation(EvaluationKind),
    /// The file of a network, in the front end's encoding.
    EvalFile(Vec<u8>),
    /// The one variant that there is.
    Variant,
    /// A number of the search by its name, in builds for tuners. It counts from the next game on.
    #[cfg(feature = "tune")]
    Tunable(&'static str, i32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Id {
    Milliseconds,
    Batch,
    Debug,
    Ponder,
    UseBook,
    BookFiles,
    Hash,
    Threads,
    Randomness,
    Style,
    NewGame,
    MultiPv,
    MoveOverhead,
    RepetitionRule,
    RepetitionFold,
    NaturalLimit,
    Evaluation,
    EvalFile,
    Variant,
}

#[derive(Clone, Copy)]
enum Kind {
    Check,
    Spin(u32, u32),
    Combo(&'static [&'static str]),
    Text,
    Button,
}

struct Row {
    id: Id,
    /// Lower case, one word. Empty: not announced in UCCI.
    ucci: &'static str,
    /// As UCI tools write it. Empty: not announced in UCI.
    uci: &'static str,
    kind: Kind,
}

const fn row(id: Id, ucci: &'static str, uci: &'static str, kind: Kind) -> Row {
    Row { id, ucci, uci, kind }
}

/// All options, in the order of the published list, our own at the end. Of the published ones only those stand here
/// that change something; the others are accepted in silence like any unknown name.
static TABLE: [Row; 19] = [
    row(Id::Milliseconds, "usemillisec", "", Kind::Check),
    row(Id::Batch, "batch", "", Kind::Check),
    row(Id::Debug, "debug", "", Kind::Check),
    row(Id::Ponder, "ponder", "Ponder", Kind::Check),
    row(Id::UseBook, "usebook", "OwnBook", Kind::Check),
    row(Id::BookFiles, "bookfiles", "", Kind::Text),
    row(Id::Hash, "hashsize", "Hash", Kind::Spin(0, u32::MAX)),
    row(Id::Threads, "threads", "Threads", Kind::Spin(0, MAX_THREADS)),
    row(Id::Randomness, "randomness", "", Kind::Combo(Randomness::WORDS)),
    row(Id::Style, "style", "", Kind::Combo(Style::WORDS)),
    row(Id::NewGame, "newgame", "", Kind::Button),
    row(Id::MultiPv, "multipv", "MultiPV", Kind::Spin(1, MAX_MULTIPV)),
    row(Id::MoveOverhead, "moveoverhead", "Move Overhead", Kind::Spin(0, MAX_OVERHEAD)),
    row(Id::RepetitionRule, "repetitionrule", "Repetition Rule", Kind::Combo(RepetitionRule::WORDS)),
    row(Id::RepetitionFold, "repetitionfold", "Repetition Fold", Kind::Spin(3, 4)),
    row(Id::NaturalLimit, "naturallimit", "Natural Limit", Kind::Spin(0, MAX_NATURAL_LIMIT)),
    row(Id::Evaluation, "evaluation", "Evaluation", Kind::Combo(EvaluationKind::WORDS)),
    row(Id::EvalFile, "evalfile", "EvalFile", Kind::Text),
    row(Id::Variant, "", "UCI_Variant", Kind::Combo(&["xiangqi"])),
];

impl Row {
    /// Whether `name`, in lower case without blanks and underscores, means this option.
    fn is_called(&self, name: &str) -> bool {
        let uci = self.uci.bytes().filter(|byte| !matches!(byte, b' ' | b'_')).map(|byte| byte.to_ascii_lowercase());
        (!self.ucci.is_empty() && name == self.ucci) || (!self.uci.is_empty() && name.bytes().eq(uci))
    }
}

/// Reads a setting; `name` is in lower case without blanks and underscores. `None` when there is no such option, or
/// the value says nothing for it: the option then stays as it is. Numbers out of range become the nearest in range.
pub fn read(name: &str, value: &[u8]) -> Option<Setting> {
    #[cfg(feature = "tune")]
    if let Some(setting) = read_tunable(name, value) {
        return Some(setting);
    }
    let row = TABLE.iter().find(|row| row.is_called(name))?;
    let text = String::from_utf8_lossy(value);
    let text = text.trim();
    let check = || match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" | "yes" => Some(true),
        "false" | "off" | "0" | "no" => Some(false),
        _ => None,
    };
    let spin = || match row.kind {
        Kind::Spin(min, max) => clamp_number(text, min, max),
        _ => None,
    };
    Some(match row.id {
        Id::Milliseconds => Setting::Milliseconds(check()?),
        Id::Batch => Setting::Batch(check()?),
        Id::Debug => Setting::Debug(check()?),
        Id::Ponder => Setting::Ponder(check()?),
        Id::UseBook => Setting::UseBook(check()?),
        Id::BookFiles => Setting::BookFiles(value.trim_ascii().to_vec()),
        Id::Hash => Setting::Hash(spin()?),
        Id::Threads => Setting::Threads(spin()?),
        Id::Randomness => Setting::Randomness(Randomness::from_word(text)?),
        Id::Style => Setting::Style(Style::from_word(text)?),
        Id::NewGame => Setting::NewGame,
        Id::MultiPv => Setting::MultiPv(spin()?),
        Id::MoveOverhead => Setting::MoveOverhead(spin()?),
        Id::RepetitionRule => Setting::RepetitionRule(RepetitionRule::from_word(text)?),
        Id::RepetitionFold => Setting::RepetitionFold(spin()?),
        Id::NaturalLimit => Setting::NaturalLimit(spin()?),
        Id::Evaluation => Setting::Evaluation(EvaluationKind::from_word(text)?),
        Id::EvalFile => Setting::EvalFile(value.trim_ascii().to_vec()),
        Id::Variant => Setting::Variant,
    })
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

/// A whole number of any length and sign, moved into the range.
fn clamp_number(text: &str, min: u32, max: u32) -> Option<u32> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = if negative { 0 } else { digits.parse().unwrap_or(u32::MAX) };
    Some(number.clamp(min, max))
}

/// The `option` lines of a dialect, with the values of `config` as defaults. `max_hash` is the largest table that this
/// machine allows, `auto_hash` the size that 0 stands for, both in megabytes.
pub fn announce(dialect: Dialect, config: &Config, max_hash: u32, auto_hash: u32) -> Vec<String> {
    let lines = TABLE.iter().filter_map(|row| {
        let default = default(row.id, dialect, config);
        match dialect {
            Dialect::Ucci if row.ucci.is_empty() => None,
            Dialect::Ucci => Some(ucci_line(row, &default, max_hash)),
            Dialect::Uci if row.uci.is_empty() => None,
            Dialect::Uci => Some(uci_line(row, &default, max_hash, auto_hash)),
        }
    });
    #[cfg(feature = "tune")]
    let lines = lines.chain(TUNABLES.iter().map(|tunable| tunable_line(dialect, tunable)));
    lines.collect()
}

fn default(id: Id, dialect: Dialect, config: &Config) -> String {
    match id {
        Id::Milliseconds => true.to_string(),
        Id::Batch | Id::Debug => false.to_string(),
        Id::Ponder => config.ponder.to_string(),
        Id::UseBook => config.book.enabled.unwrap_or(dialect == Dialect::Ucci).to_string(),
        Id::BookFiles => match &config.book.files {
            None => EMBEDDED.to_owned(),
            Some(files) => files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(";"),
        },
        Id::Hash => config.hash.to_string(),
        Id::Threads => config.threads.to_string(),
        Id::Randomness => config.book.randomness.word().to_owned(),
        Id::Style => config.style.word().to_owned(),
        Id::NewGame => String::new(),
        Id::MultiPv => config.multipv.to_string(),
        Id::MoveOverhead => config.move_overhead.to_string(),
        Id::RepetitionRule => config.rules.repetition.word().to_owned(),
        Id::RepetitionFold => config.rules.fold.to_string(),
        Id::NaturalLimit => config.rules.natural_limit.to_string(),
        Id::Evaluation => config.evaluation.word().to_owned(),
        Id::EvalFile => config.evalfile.as_ref().map_or_else(|| EMBEDDED.to_owned(), |file| file.display().to_string()),
        Id::Variant => "xiangqi".to_owned(),
    }
}

/// The values of a combo with the default first: uci2wb takes the first to be the current one, and sends it back.
fn vars(words: &[&str], default: &str) -> String {
    let others = words.iter().filter(|&&word| word != default);
    let mut text = format!(" var {default}");
    others.for_each(|word| text.push_str(&format!(" var {word}")));
    text
}

fn ucci_line(row: &Row, default: &str, max_hash: u32) -> String {
    let name = row.ucci;
    match row.kind {
        Kind::Check => format!("option {name} type check default {default}"),
        Kind::Spin(min, max) => {
            let (max, default) = hash_range(row.id, max, default, max_hash);
            format!("option {name} type spin min {min} max {max} default {default}")
        }
        Kind::Combo(words) => format!("option {name} type combo{} default {default}", vars(words, default)),
        Kind::Text => format!("option {name} type string default {default}"),
        Kind::Button => format!("option {name} type button"),
    }
}

fn uci_line(row: &Row, default: &str, max_hash: u32, auto_hash: u32) -> String {
    let name = row.uci;
    match row.kind {
        Kind::Check => format!("option name {name} type check default {default}"),
        Kind::Spin(min, max) => {
            let (max, mut default) = hash_range(row.id, max, default, max_hash);
            // UCI knows no zero that means automatic.
            let min = min.max(u32::from(matches!(row.id, Id::Hash | Id::Threads)));
            if default < min {
                default = if row.id == Id::Hash { auto_hash } else { min };
            }
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        Kind::Combo(words) => format!("option name {name} type combo default {default}{}", vars(words, default)),
        Kind::Text => format!("option name {name} type string default {default}"),
        Kind::Button => format!("option name {name} type button"),
    }
}

/// The upper end and the default of a spin; the table's depend on the machine.
fn hash_range(id: Id, max: u32, default: &str, max_hash: u32) -> (u32, u32) {
    let max = if id == Id::Hash { max_hash } else { max };
    (max, default.parse().unwrap_or(0).min(max))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, value: &str, expected: Option<Setting>) {
        assert_eq!(read(name, value.as_bytes()), expected, "{name} {value}");
    }

    #[test]
    fn values_of_all_clients() {
        for (text, value) in
            [("true", true), ("on", true), ("1", true), ("TRUE", true), ("false", false), ("off", false), ("0", false)]
        {
            check("ponder", text, Some(Setting::Ponder(value)));
        }
        check("ponder", "", None);
        check("ponder", "maybe", None);
        check("hashsize", "68", Some(Setting::Hash(68)));
        check("hash", "68", Some(Setting::Hash(68)));
        check("hashsize", "-1", Some(Setting::Hash(0)));
        check("hashsize", "99999999999999999999", Some(Setting::Hash(u32::MAX)));
        check("hashsize", "much", None);
        check("hashsize", "", None);
        check("hashsize", "-", None);
        check("threads", "1000", Some(Setting::Threads(MAX_THREADS)));
        check("multipv", "0", Some(Setting::MultiPv(1)));
        check("repetitionfold", "9", Some(Setting::RepetitionFold(4)));
        check("repetitionrule", "CheckOnly", Some(Setting::RepetitionRule(RepetitionRule::CheckOnly)));
        check("repetitionrule", "", None);
        check("randomness", "huge", Some(Setting::Randomness(Randomness::Huge)));
        check("style", "risky", Some(Setting::Style(Style::Risky)));
        check("ownbook", "true", Some(Setting::UseBook(true)));
        check("moveoverhead", "50", Some(Setting::MoveOverhead(50)));
        check("evaluation", "Classical", Some(Setting::Evaluation(EvaluationKind::Classical)));
        check("evaluation", "none", None);
        check("evalfile", " a b.nnue ", Some(Setting::EvalFile(b"a b.nnue".to_vec())));
        check("newgame", "", Some(Setting::NewGame));
        check("ucivariant", "xiangqi", Some(Setting::Variant));
        for name in ["", "promotion", "idle", "pruning", "selectivity", "drawmoves", "usehash", "loglevel", "喵"] {
            check(name, "large", None);
        }
    }

    #[test]
    fn announced_defaults_can_be_sent_back() {
        let config = Config::default();
        for line in announce(Dialect::Ucci, &config, 1024, 64) {
            let words: Vec<&str> = line.split(' ').collect();
            let default = line.split(" default ").nth(1).unwrap_or_default();
            assert!(read(words[1], default.as_bytes()).is_some(), "{line}");
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
        config.rules.repetition = RepetitionRule::League;
        let lines = announce(Dialect::Ucci, &config, 1024, 64);
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
        let lines = announce(Dialect::Uci, &config, 1024, 64).join("\n");
        for line in [
            "option name Hash type spin default 64 min 1 max 1024",
            "option name Threads type spin default 1 min 1 max 128",
            "option name Ponder type check default false",
            "option name MultiPV type spin default 1 min 1 max 128",
            "option name OwnBook type check default false",
            "option name UCI_Variant type combo default xiangqi var xiangqi",
            "option name Move Overhead type spin default 30 min 0 max 5000",
            "option name Repetition Rule type combo default asian var asian var computer var league var checkonly var off",
            "option name Repetition Fold type spin default 3 min 3 max 4",
            "option name Natural Limit type spin default 60 min 0 max 500",
            "option name Evaluation type combo default net var net var classical",
            "option name EvalFile type string default embedded",
        ] {
            assert!(lines.lines().any(|other| other == line), "{line} is not in\n{lines}");
        }
        assert_eq!(lines.lines().count(), 12);
    }
}
