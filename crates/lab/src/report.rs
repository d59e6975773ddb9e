//! What a study hands out: text, its searches in long form, a picture, and what has files of its own.

use super::record::{self, Record};
use guohe_chart::Panel;
use guohe_common::place::write_whole;
use std::path::Path;

/// The result of a study.
pub struct Report {
    /// Markdown: what was done, and the figures.
    pub text: String,
    /// What goes into the CSV.
    pub records: Vec<Record>,
    pub figure: Vec<Panel>,
    /// Further files, by what follows the study's name in theirs: times, which change from run to run.
    pub more: Vec<(String, String)>,
}

impl Report {
    /// Of searches.
    pub fn new(text: String, records: Vec<Record>, figure: Vec<Panel>) -> Self {
        Self { text, records, figure, more: Vec::new() }
    }

    /// Writes `<section>.csv`, `.svg` and `.md`, and what else there is, into `folder`. The page names `command`.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, folder: &Path, section: &str, command: &str) -> anyhow::Result<()> {
        let write = |ending: &str, text: &str| {
            let path = folder.join(format!("{section}{ending}"));
            write_whole(&path, text.as_bytes())
        };
        write(".csv", &record::csv(&self.records))?;
        for (ending, text) in &self.more {
            write(ending, text)?;
        }
        write(".md", &self.page(section, command))?;
        write(".svg", &guohe_chart::svg(&self.figure, &format!("guohe-lab {section}, commit {}", self.commits()))?)
    }

    /// The text with its title, and with links to the files beside it.
    fn page(&self, section: &str, command: &str) -> String {
        format!(
            "# {section}\n\n[The laboratory](../lab.md) says what these figures mean.\n\n\
             To repeat it: `{command}`.\n\n{}\n![{section}]({section}.svg)\n\n\
             All searches: [{section}.csv]({section}.csv), commit {}.\n",
            self.text,
            self.commits()
        )
    }

    /// The commits of the searches, mostly one.
    fn commits(&self) -> String {
        let mut commits: Vec<&str> = self.records.iter().map(|record| record.commit.as_str()).collect();
        commits.sort_unstable();
        commits.dedup();
        commits.join(", ")
    }
}
