//! What is said at the end: how much was read, and the notes, by kind where they are many.

use super::inputs::Input;
use crate::say::remark;
use guohe_games::Class;
use guohe_games::Note;
use guohe_games::Reading;
use std::collections::BTreeMap;
use std::time::Duration;

/// So many notes are shown one by one; of more, the first of each kind and their number.
const SHOWN: usize = 20;

/// Counts over all inputs.
#[derive(Default)]
pub struct Summary {
    pub files: usize,
    /// Files that could not be opened.
    unopened: usize,
    pub games: usize,
    moves: usize,
    /// Files of which something was left out.
    lossy: usize,
    kinds: BTreeMap<Class, Kind>,
    first: Vec<String>,
    notes: usize,
}

#[derive(Default)]
struct Kind {
    notes: usize,
    files: usize,
    example: String,
}

impl Summary {
    /// An input that was read.
    pub fn add(&mut self, input: &Input, reading: &Reading) {
        self.files += 1;
        self.games += reading.games.len();
        self.moves += reading.games.iter().map(|game| game.len() - 1).sum::<usize>();
        self.lossy += usize::from(reading.notes.iter().any(|note| loses_moves(note.class)));
        self.notes(input, &reading.notes);
    }

    /// An input that could not be opened.
    pub fn unopened(&mut self, why: &anyhow::Error) {
        self.unopened += 1;
        remark!("{why:#}");
    }

    /// Notes of reading or writing.
    pub fn notes(&mut self, input: &Input, notes: &[Note]) {
        let mut seen: Vec<Class> = Vec::new();
        for note in notes {
            self.notes += 1;
            let kind = self.kinds.entry(note.class).or_default();
            kind.notes += 1;
            if !seen.contains(&note.class) {
                seen.push(note.class);
                kind.files += 1;
            }
            if kind.example.is_empty() {
                kind.example = format!("{input}: {note}");
            }
            if self.first.len() < SHOWN {
                self.first.push(format!("{input}: {note}"));
            }
        }
    }

    /// Says it all on standard error. `all` when every note has been shown already.
    pub fn say(&self, took: Duration, all: bool) {
        if !all && self.notes <= SHOWN {
            self.first.iter().for_each(|note| remark!("{note}"));
        } else {
            for (class, kind) in &self.kinds {
                let (notes, files) = (counted(kind.notes, "note"), counted(kind.files, "file"));
                remark!("{}: {notes} on {files}, the first: {}", class.name(), kind.example);
            }
            if !all {
                remark!("--notes shows all {} notes", self.notes);
            }
        }
        let seconds = took.as_secs_f64().max(0.001);
        let rate = self.games as f64 / seconds;
        remark!(
            "{}, {}, {} in {seconds:.1} s ({rate:.0} games/s)",
            counted(self.files, "file"),
            counted(self.games, "game"),
            counted(self.moves, "move")
        );
        if self.lossy > 0 {
            let share = 100.0 * self.lossy as f64 / self.files as f64;
            remark!("{} ({share:.3} %) not read whole", counted(self.lossy, "file"));
        }
        if self.unopened > 0 {
            remark!("{} could not be opened", counted(self.unopened, "file"));
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Whether a note of this kind says that moves were left out.
fn loses_moves(class: Class) -> bool {
    match class {
        Class::NotAGame | Class::BadStart | Class::UnreadableMove | Class::NoSuchMove => true,
        Class::AmbiguousMove | Class::Broken | Class::TooLarge => true,
        Class::Changed | Class::NotHeld => false,
    }
}
