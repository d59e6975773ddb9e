//! What a study hands out: text, its searches in long form, a picture, and what has files of its own.

use super::record::{self, Record};
use anyhow::Context;
use guohe_chart::Panel;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

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

    /// Writes `<section>.csv`, `.svg` and `.md`, and what else there is, into `folder`, which is made when missing.
    /// The page names `command`.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, folder: &Path, section: &str, command: &str) -> anyhow::Result<()> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let write = |ending: &str, text: &str| {
            let path = folder.join(format!("{section}{ending}"));
            std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
        };
        if !self.records.is_empty() {
            write(".csv", &record::csv(&self.records))?;
        }
        for (ending, text) in &self.more {
            write(ending, text)?;
        }
        write(".md", &self.page(section, command))?;
        if self.figure.is_empty() {
            return Ok(());
        }
        write(".svg", &guohe_chart::svg(&self.figure, &format!("guohe-lab {section}, commit {}", self.commits()))?)
    }

    /// The text with its title, and with links to the files beside it.
    fn page(&self, section: &str, command: &str) -> String {
        let mut page = format!(
            "# {section}\n\n[The laboratory](../lab.md) says what these figures mean.\n\n\
             To repeat it: `{command}`.\n\n{}",
            self.text
        );
        if !self.figure.is_empty() {
            page += &format!("\n![{section}]({section}.svg)\n");
        }
        if !self.records.is_empty() {
            page += &format!("\nAll searches: [{section}.csv]({section}.csv), commit {}.\n", self.commits());
        }
        page
    }

    /// The commits of the searches, mostly one. Where there are none, this program's.
    pub fn commits(&self) -> String {
        let mut commits: Vec<&str> = self.records.iter().map(|record| record.commit.as_str()).collect();
        if commits.is_empty() {
            return record::commit().to_owned();
        }
        commits.sort_unstable();
        commits.dedup();
        commits.join(", ")
    }
}

/// Today as `2026-11-21`, in universal time, for what is measured and not counted.
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / 86_400)
}

/// The date so many days after 1 January 1970. Years are counted from March, so that leap days come last (H. Hinnant,
/// "chrono-compatible low-level date algorithms").
fn date(days: u64) -> String {
    const DAYS_OF_400_YEARS: u64 = 146_097;
    let days = days + 719_468;
    let (era, day) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + next_year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (days, expected) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_453, "2025-12-31"),
            (20_454, "2026-01-01"),
        ] {
            assert_eq!(date(days), expected);
        }
    }
}
