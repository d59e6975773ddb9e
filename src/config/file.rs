//! Reading `engine.toml`.

use super::option::Literal;
use super::option::Row;
use super::settings::Config;
use super::table::ROWS;
use crate::files;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::path::PathBuf;
use toml::Spanned;
use toml::de::DeTable;
use toml::de::DeValue;

/// Name of the file that is looked up beside the executable.
pub const FILE_NAME: &str = "engine.toml";

/// Keys of earlier versions that are gone, each with the version in which it went. They are skipped.
const GONE: &[(&str, &str)] = &[("evaluation", "0.3.0")];

/// A longer file is something else.
const MAX_BYTES: u64 = 1 << 20;

/// Why a configuration was refused; its text names the file and, where there is one, the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError {
    /// The file, as it was asked for.
    pub file: PathBuf,
    /// Counted from 1; `None` when the file could not be read at all.
    pub line: Option<usize>,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file.display(), self.message),
            None => write!(f, "{}: {}", self.file.display(), self.message),
        }
    }
}

impl std::error::Error for ConfigError {}

/// What is wrong, and where in the text.
struct Mistake {
    span: Range<usize>,
    message: String,
}

impl Config {
    /// Reads the text of `file`, in which relative paths start at the file's own folder. The second value has a sentence
    /// for each key that an earlier version had and that is skipped now.
    ///
    /// # Errors
    /// The first unknown key, bad value or syntax error, with its line.
    pub fn parse(text: &str, file: &Path) -> Result<(Self, Vec<ConfigError>), ConfigError> {
        // Editors on Windows put a byte order mark in front.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let folder = file.parent().unwrap_or(Path::new(""));
        let located = |mistake: Mistake| ConfigError {
            file: file.to_owned(),
            line: Some(line_of(text.as_bytes(), mistake.span.start)),
            message: mistake.message,
        };
        let mut gone = Vec::new();
        let config = read(text, folder, &mut gone).map_err(located)?;
        Ok((config, gone.into_iter().map(located).collect()))
    }

    /// Reads `file`.
    ///
    /// # Errors
    /// When it cannot be read, and as [`Config::parse`].
    pub fn load(file: &Path) -> Result<(Self, Vec<ConfigError>), ConfigError> {
        let failed = |message: String| ConfigError { file: file.to_owned(), line: None, message };
        let bytes = files::read_whole(file, MAX_BYTES).map_err(|unread| failed(unread.to_string()))?;
        match String::from_utf8(without_foreign_comments(bytes)) {
            Ok(text) => Self::parse(&text, file),
            Err(error) => {
                let line = line_of(error.as_bytes(), error.utf8_error().valid_up_to());
                Err(ConfigError { line: Some(line), ..failed("the file is not UTF-8 text".to_owned()) })
            }
        }
    }
}

/// Comments in another encoding are emptied: the file's own are Chinese, and an editor may keep them as GB 18030 when it
/// saves, none of whose letters holds the byte of a `#` or of a line break.
fn without_foreign_comments(bytes: Vec<u8>) -> Vec<u8> {
    if std::str::from_utf8(&bytes).is_ok() {
        return bytes;
    }
    let lines = bytes.split(|&byte| byte == b'\n');
    let kept = lines.map(|line| if line.trim_ascii_start().starts_with(b"#") { &b"#"[..] } else { line });
    kept.collect::<Vec<_>>().join(&b'\n')
}

/// The number, from 1, of the line that holds the byte at `at`.
fn line_of(text: &[u8], at: usize) -> usize {
    1 + text.iter().take(at).filter(|&&byte| byte == b'\n').count()
}

fn read(text: &str, folder: &Path, gone: &mut Vec<Mistake>) -> Result<Config, Mistake> {
    let document = DeTable::parse(text).map_err(|error| Mistake {
        span: error.span().unwrap_or_default(),
        message: error.message().split('\n').next().unwrap_or_default().trim().to_owned(),
    })?;
    let mut config = Config::default();
    read_section(text, folder, "", document.get_ref(), &mut config, gone)?;
    Ok(config)
}

/// Reads the keys of a section, in the order in which they stand there.
fn read_section(
    text: &str,
    folder: &Path,
    section: &str,
    table: &DeTable<'_>,
    config: &mut Config,
    gone: &mut Vec<Mistake>,
) -> Result<(), Mistake> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in entries {
        let name: &str = key.get_ref();
        if let Some((_, version)) = GONE.iter().find(|&&(key, _)| section.is_empty() && key == name) {
            gone.push(Mistake {
                span: key.span(),
                message: format!("{name} is skipped: version {version} removed it"),
            });
            continue;
        }
        let is_section = section.is_empty() && ROWS.iter().any(|row| row.section_and_key().0 == name);
        match (value.get_ref(), is_section) {
            (DeValue::Table(inner), true) => read_section(text, folder, name, inner, config, gone)?,
            (_, true) => {
                return Err(Mistake { span: key.span(), message: format!("{name} is a section, written [{name}]") });
            }
            _ => {
                let row = ROWS.iter().find(|row| !row.toml.is_empty() && row.section_and_key() == (section, name));
                let row = row.ok_or_else(|| unknown(section, name, key.span()))?;
                let value_read = row.read_toml(&literal(value), folder).map_err(|message| Mistake {
                    span: value.span(),
                    message: format!("{} {message}", text.get(value.span()).unwrap_or(name)),
                })?;
                row.set(config, value_read);
            }
        }
    }
    Ok(())
}

/// There is no such key; says where there is one of this name.
fn unknown(section: &str, name: &str, span: Range<usize>) -> Mistake {
    let place = if section.is_empty() { "at the top".to_owned() } else { format!("in [{section}]") };
    let mut message = format!("there is no key {name} {place}");
    if let Some((other, _)) = ROWS.iter().map(Row::section_and_key).find(|&(_, key)| !key.is_empty() && key == name) {
        message +=
            &if other.is_empty() { "; it stands at the top".to_owned() } else { format!("; it is in [{other}]") };
    }
    Mistake { span, message }
}

fn literal(value: &Spanned<DeValue<'_>>) -> Literal {
    match value.get_ref() {
        DeValue::Boolean(on) => Literal::Check(*on),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or(Literal::Other, Literal::Number)
        }
        DeValue::String(text) => Literal::Text(text.to_string()),
        DeValue::Array(values) => {
            let texts = values.iter().map(|value| match value.get_ref() {
                DeValue::String(text) => Some(text.to_string()),
                _ => None,
            });
            texts.collect::<Option<_>>().map_or(Literal::Other, Literal::Texts)
        }
        _ => Literal::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet;

    fn parse(text: &str) -> Result<Config, String> {
        let (config, gone) = Config::parse(text, Path::new("dir/engine.toml")).map_err(|error| error.to_string())?;
        assert!(gone.is_empty(), "{gone:?}");
        Ok(config)
    }

    fn check_error(text: &str, line: usize, mentions: &str) {
        let error = parse(text).unwrap_err();
        let place = format!("{}:{line}: ", Path::new("dir/engine.toml").display());
        assert!(error.starts_with(&place), "{text:?} gave {error}");
        assert!(error.contains(mentions), "{text:?} gave {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }

    #[test]
    fn values_are_read_and_paths_start_at_the_file() {
        let file = |name: &str| Path::new("dir").join(name);
        assert_eq!(parse("evalfile = \"x.nnue\"").unwrap().evalfile, Some(file("x.nnue")));
        let config = parse(
            "hash = 256\n[book]\nuse = false\nfiles = [\"a.txt\"]\n[rules]\nrepetition = \"League\"\n\
             [log]\nfile = \"x.log\"",
        )
        .unwrap();
        assert_eq!(config.hash, 256);
        assert_eq!(config.book.enabled, Some(false));
        assert_eq!(config.book.files, Some(vec![file("a.txt")]));
        assert_eq!(config.rules.repetition, RuleSet::League);
        assert_eq!(config.log.file, file("x.log"));
        assert_eq!(parse("[book]\nfiles = \"a.txt\"").unwrap().book.files, Some(vec![file("a.txt")]));
        assert_eq!(parse("[book]\nfiles = []").unwrap().book.files, Some(vec![]));
        assert_eq!(parse("\u{feff}hash = 1").unwrap().hash, 1);
        assert_eq!(parse("hash = 0x1_0").unwrap().hash, 16);
        assert_eq!(parse("rules.fold = 4\nhash = 2").unwrap().rules.fold, 4);
        assert_eq!(parse("evalfile = 'x.nnue'").unwrap().evalfile, Some(file("x.nnue")));
        assert_eq!(parse("").unwrap(), Config::default());
    }

    #[test]
    fn keys_that_are_gone_are_named_and_the_rest_is_read() {
        let text = "hash = 2\nevaluation = \"classical\"\n[rules]\nfold = 4";
        let (config, gone) = Config::parse(text, Path::new("engine.toml")).unwrap();
        assert_eq!((config.hash, config.rules.fold), (2, 4));
        let sentences: Vec<String> = gone.iter().map(ToString::to_string).collect();
        assert_eq!(sentences, ["engine.toml:2: evaluation is skipped: version 0.3.0 removed it"]);
        check_error("[rules]\nevaluation = \"net\"", 2, "there is no key evaluation in [rules]");
    }

    #[test]
    fn what_is_built_in_has_a_name() {
        let text = "evalfile = \"embedded\"\n[book]\nfiles = [\"Embedded\"]";
        assert_eq!(parse(text).unwrap(), Config::default());
        assert_eq!(parse("[book]\nfiles = \"embedded\"").unwrap(), Config::default());
        check_error("[book]\nfiles = [\"embedded\", \"a.txt\"]", 2, "and others");
    }

    #[test]
    fn errors_name_the_line() {
        check_error("hash = 16\nhsh = 1\n", 2, "hsh");
        check_error("[rules]\nfold = 5\n", 2, "5 is not a whole number from 3 to 4");
        check_error("threads = -1", 1, "-1");
        check_error("\n\nthreads = \"many\"", 3, "\"many\" is not a whole number from 0 to 128");
        check_error("threads = 99999999999999999999", 1, "99999999999999999999");
        check_error("[rules]\n\nrepetition = \"none\"", 3, "\"none\" is not one of asian, computer");
        check_error("[log]\nlevel = \"loud\"", 2, "loud");
        check_error("hash = ", 1, "");
        check_error("hash = 1\nhash = 2", 2, "");
        check_error("[books]\nuse = true", 1, "books");
        check_error("book = true", 1, "written [book]");
        check_error("[book]\nfiles = 7", 2, "not a list of files");
        check_error("[book]\nuse = \"yes\"", 2, "neither true nor false");
        check_error("ponder = 1", 1, "neither true nor false");
        check_error("natural-limit = 60", 1, "it is in [rules]");
        check_error("[log]\nhash = 60", 2, "it stands at the top");
        // What only a front end can say.
        check_error("usemillisec = false", 1, "usemillisec");
        // The first mistake counts, in whatever section.
        check_error("hash = 1\n[rules]\nfold = 9\n[book]\nuse = 1", 3, "9");
    }

    #[test]
    fn comments_may_be_in_another_encoding() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("engine.toml");
        // 置换表 in GB 18030.
        let comment = b"  # \xd6\xc3\xbb\xbb\xb1\xed\r\n";
        std::fs::write(&file, [comment, &b"hash = 128\r\n"[..]].concat()).unwrap();
        assert_eq!(Config::load(&file).unwrap().0.hash, 128);
        std::fs::write(&file, [comment, &b"evalfile = \"\xd6\xc3\"\r\n"[..]].concat()).unwrap();
        let error = Config::load(&file).unwrap_err().to_string();
        assert!(error.contains(":2: the file is not UTF-8"), "{error}");
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let error = Config::load(Path::new("no/such/engine.toml")).unwrap_err();
        assert_eq!(error.line, None);
        assert!(error.to_string().contains("engine.toml: "));
    }
}
