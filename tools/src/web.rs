//! `guohe-tools web`: writes the static page. What builds the page needs the sources and is a program of its own in
//! `crates/web`, so that these tools do not carry a WebAssembly linker; this command finds the sources and runs it.

use anyhow::{Context, ensure};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Write the board as a static web page with the engine in WebAssembly: the same as `make web`
///
/// Run it inside guohe's sources. It needs Rust's target for WebAssembly once: rustup target add wasm32-unknown-unknown
#[derive(clap::Args)]
pub struct WebArgs {
    /// Folder for the page: new, empty, or written by this command before
    out: PathBuf,
}

/// The sources around `folder`.
fn sources(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|ancestor| ancestor.join("crates/web/src/folder.rs").is_file())
}

/// Builds and writes the page.
///
/// # Errors
/// When the current directory is outside the sources, or the page cannot be built.
pub fn run(args: &WebArgs) -> anyhow::Result<ExitCode> {
    let here = env::current_dir().context("the current directory cannot be read")?;
    let root = sources(&here).context(
        "the page is built from guohe's sources, and the current directory is outside them. In the sources run:\n    \
         rustup target add wasm32-unknown-unknown\n    guohe-tools web OUT",
    )?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(&cargo)
        .args(["run", "--quiet", "--locked", "--package", "guohe-web", "--features", "folder", "--"])
        .arg(here.join(&args.out))
        .current_dir(root)
        .status()
        .with_context(|| format!("{} cannot be run", Path::new(&cargo).display()))?;
    ensure!(status.success(), "the page was not written");
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sources_are_found_from_any_folder_inside_them() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = here.parent().unwrap();
        assert_eq!(sources(here), Some(root));
        assert_eq!(sources(&root.join("crates/web/src")), Some(root));
        assert_eq!(sources(Path::new("/")), None);
    }
}
