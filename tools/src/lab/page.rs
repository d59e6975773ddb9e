//! The page that collects the studies: each fills the section that bears its name and leaves the others alone.

use super::report::Report;
use anyhow::Context;
use anyhow::bail;
use std::path::Path;

/// The page without its figures: what each study asks, and what the figures were found to mean.
const SKELETON: &str = include_str!("page.md");

/// The heading of a section.
pub fn heading(section: &str) -> &str {
    let place = format!("<!-- begin {section} -->");
    let before = SKELETON.split(&place).next().unwrap_or_default();
    before.lines().rev().find_map(|line| line.strip_prefix("## ")).unwrap_or(section)
}

/// Puts what a study found into the page at `path`, which is made from the skeleton when missing. Its words are renewed from
/// the skeleton as well; only the figures of other sections stay.
///
/// # Errors
/// When the page cannot be read or written, or has no such section.
pub fn put(path: &Path, folder: &Path, section: &str, report: &Report) -> anyhow::Result<()> {
    if !sections().any(|known| known == section) {
        bail!("the page has no section {section}");
    }
    let folder = relative(folder, path);
    let name = |ending: &str| folder.join(format!("{section}{ending}")).display().to_string().replace('\\', "/");
    let mut filling = report.text.clone();
    if !report.figure.is_empty() {
        filling += &format!("\n![{section}]({})\n", name(".svg"));
    }
    if !report.records.is_empty() {
        let commits = report.commits();
        filling += &format!("\nSearch by search: [{section}.csv]({}), commit {commits}.\n", name(".csv"));
    }
    write(path, &filled(&read(path)?, Some((section, &filling))))
}

/// Renews the words of the page at `path`.
///
/// # Errors
/// When the page cannot be read or written.
pub fn renew(path: &Path) -> anyhow::Result<()> {
    write(path, &filled(&read(path)?, None))
}

fn read(path: &Path) -> anyhow::Result<String> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

fn write(path: &Path, page: &str) -> anyhow::Result<()> {
    std::fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))
}

/// The sections of the skeleton, in its order.
fn sections() -> impl Iterator<Item = &'static str> {
    SKELETON.lines().filter_map(begun)
}

/// The section that a line of the skeleton begins.
fn begun(line: &str) -> Option<&str> {
    line.strip_prefix("<!-- begin ")?.strip_suffix(" -->")
}

/// The folder as seen from the page, when it lies beside or below it.
fn relative(folder: &Path, page: &Path) -> std::path::PathBuf {
    let parent = page.parent().unwrap_or(Path::new(""));
    folder.strip_prefix(parent).unwrap_or(folder).to_owned()
}

/// The skeleton with the fillings of `old`, but for a section that is filled anew.
fn filled(old: &str, new: Option<(&str, &str)>) -> String {
    let mut page = String::new();
    for line in SKELETON.lines() {
        page += line;
        page.push('\n');
        let Some(name) = begun(line) else { continue };
        page.push('\n');
        page += match new {
            Some((section, filling)) if section == name => filling,
            _ => content(old, name).unwrap_or("Not run yet.\n"),
        };
        page.push('\n');
    }
    page
}

/// What stands between the marks of a section.
pub fn content<'a>(page: &'a str, section: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("<!-- begin {section} -->\n\n"))?;
    let (content, _) = rest.split_once(&format!("\n<!-- end {section} -->"))?;
    Some(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_filled_one_by_one() {
        let page = filled("", Some(("keep", "kept\n")));
        assert_eq!(content(&page, "keep"), Some("kept\n"));
        assert_eq!(content(&page, "growth"), Some("Not run yet.\n"));
        let page = filled(&page, Some(("growth", "grown\n")));
        assert_eq!(content(&page, "keep"), Some("kept\n"));
        assert_eq!(content(&page, "growth"), Some("grown\n"));
        assert_eq!(filled(&page, None), page);
    }

    #[test]
    fn pictures_are_found_from_the_page() {
        let from = |folder: &str, page: &str| relative(Path::new(folder), Path::new(page)).display().to_string();
        assert_eq!(from("docs/lab", "docs/lab.md"), "lab");
        assert_eq!(from("lab", "lab.md"), "lab");
        assert_eq!(from("/a/b", "docs/lab.md"), "/a/b");
    }
}
