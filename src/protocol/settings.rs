//! Settings in a conversation: what the handshake announces, and what a `setoption` changes.

use super::command::Dialect;
use super::options;
use super::options::Machine;
use super::options::Setting;
use super::session::Session;
use super::session::Speaker;
use super::text;
use crate::config::Action;
use crate::config::OptionKind;
use std::io::Write;

impl<W: Write> Session<W> {
    /// Says who this is and what can be set, and once, what of the settings was refused.
    pub(super) fn greet(&mut self, dialect: Dialect) {
        if self.speaker != Speaker::CommandLine {
            self.speaker = Speaker::FrontEnd(dialect);
        }
        let version = env!("CARGO_PKG_VERSION");
        let mut lines = match dialect {
            Dialect::Ucci => vec!["id name Guohe".to_owned(), format!("id version {version}")],
            Dialect::Uci => vec![format!("id name Guohe {version}")],
        };
        lines.push("id author the Guohe developers".to_owned());
        lines.extend(options::announce(dialect, &self.announced, self.machine()));
        lines.push(match dialect {
            Dialect::Ucci => "ucciok".to_owned(),
            Dialect::Uci => "uciok".to_owned(),
        });
        for text in self.complaints.drain(..) {
            lines.push(text::message(dialect, &text));
        }
        self.output.block(&lines);
    }

    /// What this machine makes of amounts.
    pub(super) fn machine(&self) -> Machine {
        Machine { max_hash: self.engine.max_hash(), auto_hash: self.engine.auto_hash() }
    }

    /// Puts a setting into force, at rest only.
    pub(super) fn apply(&mut self, setting: Setting) {
        let (row, value) = match setting {
            Setting::Option(row, value) => (row, value),
            #[cfg(feature = "tune")]
            Setting::Tunable(name, value) => {
                crate::params::set(name, value);
                return;
            }
        };
        if let OptionKind::Button(action) = row.kind {
            return self.act(action);
        }
        let mut config = self.engine.config().clone();
        row.set(&mut config, value);
        // A file that is named again may have changed.
        let names_file_again = matches!(row.kind, OptionKind::File) && config == *self.engine.config();
        let complaints = if names_file_again {
            self.engine.reload_network().into_iter().collect()
        } else {
            self.engine.configure(config)
        };
        for text in complaints {
            self.refuse(&text);
        }
    }

    /// Does what a button is for.
    fn act(&mut self, action: Action) {
        match action {
            Action::NewGame => {
                if let Some(complaint) = self.engine.new_game() {
                    self.refuse(&complaint);
                }
            }
            Action::ClearHash => self.engine.forget(),
        }
    }
}
