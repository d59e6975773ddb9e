//! The handshake, which announces the options, and `setoption`. `config` declares the options.

use super::command::{Dialect, Setting};
use super::session::{Client, Session};
use super::text;
use crate::config::{ButtonAction, Config, EMBEDDED, MAX_PATH, OPTIONS, OptionKind, OptionSpec};
use crate::engine;
#[cfg(feature = "tune")]
use crate::params::{TUNABLES, Tunable};
use std::io::Write;

impl<W: Write> Session<W> {
    /// Answers a handshake; the first answer also reports settings refused at the start.
    pub(super) fn greet(&mut self, dialect: Dialect) {
        if self.client != Client::OneShot {
            self.client = Client::FrontEnd(dialect);
        }
        let version = env!("CARGO_PKG_VERSION");
        let mut lines = match dialect {
            Dialect::Ucci => vec!["id name Guohe".to_owned(), format!("id version {version}")],
            Dialect::Uci => vec![format!("id name Guohe {version}")],
        };
        lines.push("id author the Guohe developers".to_owned());
        lines.extend(announce(dialect, &self.announced, self.engine.max_hash()));
        lines.push(match dialect {
            Dialect::Ucci => "ucciok".to_owned(),
            Dialect::Uci => "uciok".to_owned(),
        });
        lines.extend(self.startup_errors.drain(..).map(|text| text::message(dialect, &text)));
        self.output.block(&lines);
    }

    /// Applies a setting. Must not be called during a search.
    pub(super) fn apply(&mut self, setting: Setting) {
        let (option, value) = match setting {
            Setting::Option(option, value) => (option, value),
            #[cfg(feature = "tune")]
            Setting::Tunable(name, value) => {
                crate::params::set(name, value);
                return;
            }
        };
        let complaints = match option.kind {
            OptionKind::Button(ButtonAction::NewGame) => self.engine.new_game().into_iter().collect(),
            OptionKind::Button(ButtonAction::ClearHash) => {
                self.engine.forget();
                Vec::new()
            }
            _ => {
                let mut config = self.engine.config().clone();
                option.set(&mut config, &value, engine::file_named);
                // A file that is set again may have changed.
                if matches!(option.kind, OptionKind::File(_)) && config == *self.engine.config() {
                    self.engine.reload_network().into_iter().collect()
                } else {
                    self.engine.configure(config)
                }
            }
        };
        for text in complaints {
            self.report_error(&text);
        }
    }
}

/// Reads a setting; `name` is in lower case without blanks and underscores.
///
/// # Errors
/// That there is no such option, or which values it takes.
pub fn read(name: &str, value: &[u8]) -> Result<Setting, String> {
    #[cfg(feature = "tune")]
    if let Some(setting) = read_tunable(name, value) {
        return Ok(setting);
    }
    let option = OPTIONS.iter().find(|option| option.is_called(name));
    setting(option.ok_or_else(|| format!("there is no option '{name}'"))?, name, value)
}

/// The setting of `option`, which the user calls `name`, to `value`.
///
/// # Errors
/// Which values it takes.
pub fn setting(option: &'static OptionSpec, name: &str, value: &[u8]) -> Result<Setting, String> {
    let fits = option.set(&mut Config::default(), value, engine::file_named);
    if fits { Ok(Setting::Option(option, value.to_vec())) } else { Err(format!("{name} takes {}", option.values())) }
}

/// Reads a parameter of the search, by its name without underscores.
#[cfg(feature = "tune")]
fn read_tunable(name: &str, value: &[u8]) -> Option<Setting> {
    let tunable = TUNABLES.iter().find(|tunable| tunable.name.bytes().filter(|&byte| byte != b'_').eq(name.bytes()))?;
    let number: i32 = std::str::from_utf8(value).ok()?.trim().parse().ok()?;
    Some(Setting::Tunable(tunable.name, number.clamp(tunable.min, tunable.max)))
}

/// The `option` line of a parameter of the search.
#[cfg(feature = "tune")]
fn tunable_line(dialect: Dialect, tunable: &Tunable) -> String {
    let Tunable { name, default, min, max, .. } = tunable;
    match dialect {
        Dialect::Ucci => format!("option {name} type spin min {min} max {max} default {default}"),
        Dialect::Uci => format!("option name {name} type spin default {default} min {min} max {max}"),
    }
}

/// The `option` lines of a dialect, with the values of `config` as defaults. `max_hash`: the largest transposition
/// table of this machine, megabytes; so also below.
pub fn announce(dialect: Dialect, config: &Config, max_hash: u32) -> Vec<String> {
    let lines = OPTIONS.iter().filter_map(|option| {
        let name = if dialect == Dialect::Ucci { option.ucci } else { option.uci };
        (!name.is_empty()).then(|| line(dialect, option, name, config, max_hash))
    });
    #[cfg(feature = "tune")]
    let lines = lines.chain(TUNABLES.iter().map(|tunable| tunable_line(dialect, tunable)));
    lines.collect()
}

/// One `option` line. In UCCI the default stands at the end, in UCI before the range.
fn line(dialect: Dialect, option: &OptionSpec, name: &str, config: &Config, max_hash: u32) -> String {
    let default = default(dialect, option, config, max_hash);
    let (kind, range) = match option.kind {
        OptionKind::Check(_) | OptionKind::CheckByDialect(_) => ("check", String::new()),
        OptionKind::Number { .. } => {
            let (min, max) = range(option, max_hash).unwrap_or_default();
            ("spin", format!(" min {min} max {max}"))
        }
        OptionKind::Word(field) => ("combo", words((field.get)(config).names(), &default)),
        OptionKind::Fixed(word) => ("combo", words(&[word], &default)),
        OptionKind::File(_) | OptionKind::Files(_) | OptionKind::Output(_) => ("string", String::new()),
        OptionKind::Button(_) => ("button", String::new()),
    };
    let default = if kind == "button" { String::new() } else { format!(" default {default}") };
    match dialect {
        Dialect::Ucci => format!("option {name} type {kind}{range}{default}"),
        Dialect::Uci => format!("option name {name} type {kind}{default}{range}"),
    }
}

/// The range of a number on this machine.
pub fn range(option: &OptionSpec, max_hash: u32) -> Option<(u32, u32)> {
    match option.kind {
        OptionKind::Number { min, max, is_memory: true, .. } => Some((min, max.min(max_hash))),
        OptionKind::Number { min, max, .. } => Some((min, max)),
        _ => None,
    }
}

/// The default of an `option` line.
fn default(dialect: Dialect, option: &OptionSpec, config: &Config, max_hash: u32) -> String {
    match option.kind {
        OptionKind::CheckByDialect(field) => (field.get)(config).unwrap_or(dialect == Dialect::Ucci).to_string(),
        OptionKind::Number { field, max, .. } => {
            (*(field.get)(config)).min(range(option, max_hash).map_or(max, |(_, max)| max)).to_string()
        }
        // A file name that does not fit into the line is not announced: a front end may send it back.
        OptionKind::File(_) | OptionKind::Files(_)
            if text::sanitize(&option.text(config), MAX_PATH) != option.text(config) =>
        {
            EMBEDDED.to_owned()
        }
        _ => text::sanitize(&option.text(config), MAX_PATH),
    }
}

/// The values of a combo with the default first: uci2wb takes the first for the current value, and sends it back.
fn words(all: &[&str], default: &str) -> String {
    let others = all.iter().filter(|&&word| word != default);
    let mut text = format!(" var {default}");
    others.for_each(|word| text.push_str(&format!(" var {word}")));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{MAX_HASH, MAX_THREADS};
    use crate::rules::RuleSet;

    const MAX_HASH_HERE: u32 = 1024;

    /// Sets an option and compares its value as text; `None` for a setting that is refused.
    fn check(name: &str, value: &str, expected: Option<&str>) {
        let set = read(name, value.as_bytes()).ok().map(|setting| match setting {
            Setting::Option(option, value) => {
                let mut config = Config::default();
                assert!(option.set(&mut config, &value, engine::file_named));
                option.text(&config)
            }
            #[cfg(feature = "tune")]
            Setting::Tunable(..) => panic!("{name} is a parameter of the search"),
        });
        assert_eq!(set.as_deref(), expected, "{name} {value}");
    }

    #[test]
    fn values_of_all_clients() {
        for text in ["true", "on", "1", "TRUE", "yes"] {
            check("ponder", text, Some("true"));
        }
        for text in ["false", "off", "0", "no"] {
            check("usemillisec", text, Some("false"));
        }
        check("ponder", "", None);
        check("ponder", "maybe", None);
        check("hashsize", "68", Some("68"));
        check("hash", "68", Some("68"));
        check("hashsize", "-1", Some("0"));
        check("hashsize", "99999999999999999999", Some(&MAX_HASH.to_string()));
        check("hashsize", "much", None);
        check("hashsize", "", None);
        check("hashsize", "-", None);
        check("threads", "1000", Some(&MAX_THREADS.to_string()));
        check("multipv", "0", Some("1"));
        check("repetitionfold", "9", Some("4"));
        check("repetitionrule", "CheckOnly", Some("checkonly"));
        check("repetitionrule", "", None);
        check("randomness", "huge", Some("huge"));
        check("style", "risky", Some("risky"));
        check("ownbook", "true", Some("true"));
        check("moveoverhead", "50", Some("50"));
        let file = |name: &str| engine::file_named(name.as_bytes()).display().to_string();
        check("evalfile", " a b.nnue ", Some(&file("a b.nnue")));
        check("evalfile", "", Some(EMBEDDED));
        check("evalfile", "<empty>", Some(EMBEDDED));
        check("bookfiles", "Embedded", Some(EMBEDDED));
        check("bookfiles", " ; ", Some(""));
        check("bookfiles", "a b.txt ;; /c.txt", Some(&format!("{};{}", file("a b.txt"), file("/c.txt"))));
        let many = |name: &str| vec![name; 60].join(";");
        check("bookfiles", &many("/a/long/name.txt"), Some(&many(&file("/a/long/name.txt"))));
        check("newgame", "", Some(""));
        check("ucivariant", "xiangqi", Some("xiangqi"));
        check("ucivariant", "chess", None);
        for name in ["", "promotion", "idle", "pruning", "selectivity", "drawmoves", "usehash", "loglevel", "喵"] {
            check(name, "large", None);
        }
        // Options of version 0.2.
        for name in ["evaluation", "bookfilesred", "bookfilesblack"] {
            check(name, "classical", None);
        }
    }

    #[test]
    fn a_refusal_says_which_values_there_are() {
        let check = |name: &str, expected: &str| {
            let refused = read(name, b"maybe").map(|_| ()).unwrap_err();
            assert_eq!(refused, expected);
        };
        check("usebook", "usebook takes true or false");
        check("level", "level takes a whole number from 0 to 20");
        check("style", "style takes one of normal, solid, risky");
        check("hashes", "there is no option 'hashes'");
    }

    #[test]
    fn announced_defaults_can_be_sent_back() {
        let config = Config::default();
        for line in announce(Dialect::Ucci, &config, MAX_HASH_HERE) {
            let words: Vec<&str> = line.split(' ').collect();
            let default = line.split(" default ").nth(1).unwrap_or_default();
            assert!(read(&words[1].replace('_', ""), default.as_bytes()).is_ok(), "{line}");
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
        let lines = announce(Dialect::Ucci, &config, MAX_HASH_HERE);
        let line = lines.iter().find(|line| line.contains("repetitionrule")).unwrap();
        assert_eq!(
            line,
            "option repetitionrule type combo var league var asian var computer var checkonly var off default league"
        );
        assert_eq!(lines[0], "option usemillisec type check default true");
    }

    #[test]
    fn uci_names() {
        let config = Config { threads: 0, ..Config::default() };
        let lines = announce(Dialect::Uci, &config, MAX_HASH_HERE).join("\n");
        for line in [
            "option name Hash type spin default 64 min 0 max 1024",
            "option name Threads type spin default 0 min 0 max 128",
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
