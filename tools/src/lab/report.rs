//! What a study hands out: text, a table for programs, everything in JSON, and a picture.

use super::figure;
use super::figure::Panel;
use super::sheet::Sheet;
use anyhow::Context;
use serde_json::Value;
use std::path::Path;

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
