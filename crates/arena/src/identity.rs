//! What a match file remembers of an engine besides its command line: digests of its program, of the files that its
//! options name, and of Guohe's `engine.toml`, so that a match is not continued with others by mistake, nor added up
//! with theirs.

use super::spec::EngineSpec;
use super::starts::digest;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Digest of the engine's program; `None` when the command names none that can be read.
pub fn program(spec: &EngineSpec) -> Option<String> {
    digest_of(&find_program(spec)?)
}

/// Guohe's settings, read from beside the program.
const SETTINGS: &str = "engine.toml";

/// The settings beside the program, if any, and the options that name files, with a digest of each file, in order. Logs
/// are no part of the engine.
pub fn files(spec: &EngineSpec) -> Vec<(String, String)> {
    let folders = folders(spec);
    let settings = beside(spec).and_then(|folder| digest_of(&folder.join(SETTINGS)));
    let mut files: Vec<(String, String)> = settings.map(|digest| (SETTINGS.to_owned(), digest)).into_iter().collect();
    for (name, value) in spec.options.iter().filter(|(name, _)| !name.to_ascii_lowercase().contains("log")) {
        // Books are listed with semicolons between them.
        for part in value.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let file = folders.iter().map(|folder| folder.join(part)).find(|file| file.is_file());
            files.extend(file.and_then(|file| digest_of(&file)).map(|digest| (name.clone(), digest)));
        }
    }
    files
}

fn digest_of(file: &Path) -> Option<String> {
    std::fs::read(file).ok().map(|bytes| digest(&bytes))
}

/// Where an engine may look for the files of its options: beside its program, then where it was started.
fn folders(spec: &EngineSpec) -> Vec<PathBuf> {
    beside(spec).into_iter().chain([start_folder(spec)]).collect()
}

/// The folder of the engine's program.
fn beside(spec: &EngineSpec) -> Option<PathBuf> {
    Some(find_program(spec)?.canonicalize().ok()?.parent()?.to_owned())
}

fn start_folder(spec: &EngineSpec) -> PathBuf {
    spec.dir.as_deref().map_or_else(PathBuf::new, PathBuf::from)
}

/// The file of the engine's program.
fn find_program(spec: &EngineSpec) -> Option<PathBuf> {
    find(spec.command.first()?, &start_folder(spec))
}

/// The file that the system starts for `program` in the folder `start`.
pub fn find(program: &str, start: &Path) -> Option<PathBuf> {
    look_up(program, start, std::env::var_os("PATH").as_deref())
}

/// The path by which `program` is started with the working directory `start`: begun there if it is a relative path, or
/// a name that has a file there. Windows would look for it in the working directory of the arena.
pub fn place(program: &str, start: Option<&str>) -> std::io::Result<PathBuf> {
    match start.map(Path::new) {
        Some(start) if !is_bare(program) || look_up(program, start, None).is_some() => {
            std::path::absolute(start.join(program))
        }
        _ => Ok(PathBuf::from(program)),
    }
}

/// Whether it is a name for the search path, not a path.
fn is_bare(program: &str) -> bool {
    Path::new(program).components().count() == 1 && !Path::new(program).is_absolute()
}

/// The file that the system starts for `program`: a path begins at the folder of the start, and a bare name is looked
/// up there and in the search path.
fn look_up(program: &str, start: &Path, search: Option<&OsStr>) -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    if !is_bare(program) || start != Path::new("") {
        folders.push(start.to_owned());
    }
    if is_bare(program) {
        folders.extend(search.into_iter().flat_map(std::env::split_paths));
    }
    let is_meant = |file: &PathBuf| !is_bare(program) || is_executable(file);
    folders.iter().find_map(|folder| with_suffix(&folder.join(program)).filter(is_meant))
}

/// The file of a program: on Windows the suffix may be missing.
fn with_suffix(place: &Path) -> Option<PathBuf> {
    [place.to_owned(), PathBuf::from(format!("{}{EXE_SUFFIX}", place.display()))]
        .into_iter()
        .find(|file| file.is_file())
}

/// Whether a file of a bare name is the program that is meant: one that can be started.
fn is_executable(file: &Path) -> bool {
    #[cfg(unix)]
    let may_run = |found: std::fs::Metadata| std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let may_run = |_| true;
    file.metadata().is_ok_and(may_run)
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::header;
    use super::*;

    /// A file that can be started.
    fn write_program(place: &Path) {
        std::fs::write(place, "x").unwrap();
        #[cfg(unix)]
        std::fs::set_permissions(place, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }

    #[test]
    fn bare_names_are_looked_up_in_the_search_path() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
        std::fs::create_dir_all(&first).unwrap();
        std::fs::create_dir_all(second.join("inner")).unwrap();
        write_program(&second.join("engine"));
        write_program(&second.join("inner/engine"));
        let search = std::env::join_paths([&first, &second]).unwrap();
        let look_up = |program| look_up(program, &second, Some(&search));
        assert_eq!(look_up("engine"), Some(second.join("engine")));
        write_program(&first.join("engine"));
        let (start, engine) = (second.display().to_string(), "engine");
        assert_eq!(look_up(engine), Some(second.join(engine)), "the folder of the start comes before the search path");
        assert_eq!(place(engine, Some(&start)).unwrap(), second.join(engine));
        assert_eq!(place("other", Some(&start)).unwrap(), Path::new("other"));
        if cfg!(unix) {
            std::fs::write(second.join("data"), "x").unwrap();
            assert_eq!(place("data", Some(&start)).unwrap(), Path::new("data"), "it cannot be started");
        }
        assert_eq!(look_up("inner/engine"), Some(second.join("inner/engine")));
        assert_eq!(look_up("other"), None);
    }

    #[test]
    fn a_path_begins_at_the_folder_of_the_start_alone() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("engine"), "x").unwrap();
        let here = std::env::current_dir().unwrap();
        // Tests run in the folder of the crate.
        assert!(look_up("./Cargo.toml", Path::new(""), None).is_some());
        assert_eq!(look_up("./Cargo.toml", folder.path(), None), None);
        assert_eq!(place("./engine", Some("engines")).unwrap(), here.join("engines/engine"));
        let there = here.join("engine").display().to_string();
        for (program, start) in [("engine", Some("engines")), ("./engine", None), (&there, Some("engines"))] {
            assert_eq!(place(program, start).unwrap(), Path::new(program));
        }
    }

    #[test]
    fn a_file_that_an_option_names_is_part_of_the_engine() {
        let folder = tempfile::tempdir().unwrap();
        let first = header().engines.swap_remove(0);
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let spec = EngineSpec {
            dir: Some(folder.path().display().to_string()),
            options: vec![
                option("hashsize", "16"),
                option("EvalFile", "net"),
                option("bookfiles", "net; book;none"),
                option("logfile", "log"),
            ],
            ..first
        };
        assert!(files(&spec).is_empty());
        for name in ["net", "book", "log"] {
            std::fs::write(folder.path().join(name), name).unwrap();
        }
        let program = folder.path().join(format!("engine{EXE_SUFFIX}"));
        std::fs::write(&program, "engine").unwrap();
        let spec = EngineSpec { command: vec![program.display().to_string()], ..spec };
        let (net, book) = (digest(b"net"), digest(b"book"));
        let named = [option("EvalFile", &net), option("bookfiles", &net), option("bookfiles", &book)];
        assert_eq!(files(&spec), named);
        std::fs::write(folder.path().join(SETTINGS), "[strength]").unwrap();
        assert_eq!(files(&spec), [&[option(SETTINGS, &digest(b"[strength]"))], &named[..]].concat());
    }
}
