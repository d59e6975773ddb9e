//! What a study hands out: text, a table for programs, everything in JSON, and a picture.

use super::figure;
use super::figure::Panel;
use super::sheet::Sheet;
use anyhow::Context;
use serde_json::Value;
use std::path::Path;
use std::time::SystemTime;
use std::time::UNIX_EPOCH;

/// The result of a study.
pub struct Report {
    /// Name of the study, and stem of its files.
    pub name: String,
    /// Markdown: question, published figures, ours, what it means.
    pub text: String,
    /// What goes into the CSV.
    pub main: Sheet,
    /// Everything, down to the single position.
    pub json: Value,
    pub figure: Vec<Panel>,
}

impl Report {
    /// Writes `<name>.csv`, `.json` and `.svg` into `folder`, which is made when missing.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let write = |extension: &str, text: String| {
            let path = folder.join(format!("{}.{extension}", self.name));
            std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
        };
        write("csv", self.main.csv())?;
        write("json", compact(&self.json) + "\n")?;
        write("svg", figure::svg(&self.figure)?)
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

/// JSON with an object or a list of lists over several lines, and a list of plain values on one.
fn compact(value: &Value) -> String {
    fn write(value: &Value, indent: usize, text: &mut String) {
        let pad = |indent: usize| "\n".to_owned() + &" ".repeat(indent);
        match value {
            Value::Object(fields) if !fields.is_empty() => {
                text.push('{');
                for (index, (name, field)) in fields.iter().enumerate() {
                    *text += if index > 0 { "," } else { "" };
                    *text += &pad(indent + 1);
                    *text += &format!("{}: ", Value::from(name.as_str()));
                    write(field, indent + 1, text);
                }
                *text += &pad(indent);
                text.push('}');
            }
            Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    *text += if index > 0 { "," } else { "" };
                    *text += &pad(indent + 1);
                    write(item, indent + 1, text);
                }
                *text += &pad(indent);
                text.push(']');
            }
            plain => *text += &plain.to_string(),
        }
    }
    let mut text = String::new();
    write(value, 0, &mut text);
    text
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
