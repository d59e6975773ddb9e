//! Settings in a conversation: what the handshake announces, and what a `setoption` changes.

use super::Session;
use super::command::Dialect;
use super::options;
use super::options::Setting;
use super::text;
use crate::engine;
use std::io::Write;

impl<W: Write> Session<W> {
    /// Says who this is and what can be set, and once, what of the settings was refused.
    pub(super) fn greet(&mut self, dialect: Dialect) {
        self.greeted = Some(dialect);
        let version = env!("CARGO_PKG_VERSION");
        let mut lines = match dialect {
            Dialect::Ucci => vec!["id name Guohe".to_owned(), format!("id version {version}")],
            Dialect::Uci => vec![format!("id name Guohe {version}")],
        };
        lines.push("id author the Guohe developers".to_owned());
        let (max_hash, auto_hash) = (self.engine.max_hash(), self.engine.auto_hash());
        lines.extend(options::announce(dialect, &self.announced, max_hash, auto_hash));
        lines.push(match dialect {
            Dialect::Ucci => "ucciok".to_owned(),
            Dialect::Uci => "uciok".to_owned(),
        });
        for text in self.complaints.drain(..) {
            lines.push(text::message(dialect, &text));
        }
        self.output.block(&lines);
    }

    /// Puts a setting into force, at rest only.
    pub(super) fn apply(&mut self, setting: Setting) {
        let mut config = self.engine.config().clone();
        let names_network = matches!(setting, Setting::EvalFile(_));
        match setting {
            Setting::Milliseconds(on) => self.milliseconds = on,
            Setting::Batch(on) => self.batch = on,
            Setting::Debug(on) => self.debug = on,
            Setting::NewGame => self.engine.new_game(),
            Setting::Variant => {}
            #[cfg(feature = "tune")]
            Setting::Tunable(name, value) => {
                crate::search::params::set(name, value);
            }
            Setting::Ponder(on) => config.ponder = on,
            Setting::UseBook(on) => config.book.enabled = Some(on),
            Setting::BookFiles(value) if value.eq_ignore_ascii_case(options::EMBEDDED.as_bytes()) => {
                config.book.files = None;
            }
            Setting::BookFiles(value) => config.book.files = Some(engine::book_files(&value)),
            Setting::Hash(megabytes) => config.hash = megabytes,
            Setting::Threads(count) => config.threads = count,
            Setting::Randomness(value) => config.book.randomness = value,
            Setting::Style(value) => config.style = value,
            Setting::MultiPv(lines) => config.multipv = lines,
            Setting::MoveOverhead(milliseconds) => config.move_overhead = milliseconds,
            Setting::RepetitionRule(rule) => config.rules.repetition = rule,
            Setting::RepetitionFold(fold) => config.rules.fold = fold,
            Setting::NaturalLimit(moves) => config.rules.natural_limit = moves,
            Setting::Evaluation(kind) => config.evaluation = kind,
            Setting::EvalFile(value)
                if value.is_empty() || value.eq_ignore_ascii_case(options::EMBEDDED.as_bytes()) =>
            {
                config.evalfile = None;
            }
            Setting::EvalFile(value) => config.evalfile = Some(engine::network_file(&value)),
        }
        // A file that is named again may have changed.
        let is_named_again = names_network && config.evalfile == self.engine.config().evalfile;
        let complaints = if is_named_again {
            self.engine.reload_network().into_iter().collect()
        } else {
            self.engine.configure(config)
        };
        for text in complaints {
            self.say(&text);
        }
    }
}
