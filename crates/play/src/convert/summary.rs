//! What is said at the end: how much was read, and the notes, by kind where they are many.

use guohe_common::inputs::Input;
use guohe_common::language::Language;
use guohe_common::say::{counted, remark};
use guohe_games::{Class, Note, Reading};
use std::collections::BTreeMap;
use std::time::Duration;

/// So many notes are shown one by one; of more, the first of each kind and their number.
const SHOWN: usize = 20;

/// Counts over all inputs.
pub struct Summary {
    pub language: Language,
    pub files: usize,
    /// Files that could not be opened.
    pub unopened: usize,
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
    /// Nothing counted yet; it will be said in `language`.
    pub fn new(language: Language) -> Self {
        Self {
            language,
            files: 0,
            unopened: 0,
            games: 0,
            moves: 0,
            lossy: 0,
            kinds: BTreeMap::new(),
            first: Vec::new(),
            notes: 0,
        }
    }

    /// A note as it is shown.
    pub fn told(&self, input: &Input, note: &Note) -> String {
        input.told(note, self.language)
    }

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
            let told = self.told(input, note);
            let kind = self.kinds.entry(note.class).or_default();
            kind.notes += 1;
            if !seen.contains(&note.class) {
                seen.push(note.class);
                kind.files += 1;
            }
            if kind.example.is_empty() {
                kind.example.clone_from(&told);
            }
            if self.first.len() < SHOWN {
                self.first.push(told);
            }
        }
    }

    /// Says it all on standard error. `all` when the notes have been shown one by one already.
    pub fn say(&self, took: Duration, all: bool) {
        if !all && self.notes <= SHOWN {
            self.first.iter().for_each(|note| remark!("{note}"));
        } else if !all {
            self.kinds.iter().for_each(|(class, kind)| remark!("{}", self.kind(*class, kind)));
            remark!("{}", self.language.pick("--notes 逐条显示说明", "--notes shows the notes one by one"));
        }
        remark!("{}", self.totals(took.as_secs_f64().max(0.001)));
        if self.lossy > 0 {
            let (lossy, files) = (self.lossy, self.files);
            remark!(
                "{}",
                self.language.choose(
                    || format!("{files} 个文件中有 {lossy} 个没有读全"),
                    || format!("{lossy} of {} could not be read completely", counted(files as u64, "file"))
                )
            );
        }
        if self.unopened > 0 {
            let (unopened, all) = (self.unopened, self.files + self.unopened);
            remark!(
                "{}",
                self.language.choose(
                    || format!("{all} 个文件中有 {unopened} 个打不开"),
                    || format!("{unopened} of {} could not be opened", counted(all as u64, "file"))
                )
            );
        }
    }

    fn kind(&self, class: Class, Kind { notes, files, example }: &Kind) -> String {
        self.language.choose(
            || format!("{}：{files} 个文件，共 {notes} 条说明；第一条是 {example}", class.chinese()),
            || {
                let (notes, files) = (counted(*notes as u64, "note"), counted(*files as u64, "file"));
                format!("{}: {notes} on {files}, the first: {example}", class.name())
            },
        )
    }

    fn totals(&self, seconds: f64) -> String {
        let (files, games, moves) = (self.files, self.games, self.moves);
        // Of a moment's work the rate says nothing.
        let rate = (seconds >= 1.0).then_some(games as f64 / seconds);
        self.language.choose(
            || {
                let rate = rate.map_or_else(String::new, |rate| format!("（每秒 {rate:.0} 局）"));
                format!("{files} 个文件，{games} 局，{moves} 着，用时 {seconds:.1} 秒{rate}")
            },
            || {
                let (files, games, moves) =
                    (counted(files as u64, "file"), counted(games as u64, "game"), counted(moves as u64, "move"));
                let rate = rate.map_or_else(String::new, |rate| format!(" ({rate:.0} games/s)"));
                format!("{files}, {games}, {moves} in {seconds:.1} s{rate}")
            },
        )
    }
}

/// Whether a note of this kind says that moves were left out.
fn loses_moves(class: Class) -> bool {
    match class {
        Class::NotAGame | Class::BadStart | Class::UnreadableMove | Class::NoSuchMove => true,
        Class::AmbiguousMove | Class::Broken | Class::TooLarge => true,
        Class::Changed | Class::NotHeld => false,
    }
}
