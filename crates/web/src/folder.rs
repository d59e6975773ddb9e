//! Writes the static folder: builds the service for WebAssembly and puts it beside the board's page.
//!
//! Runs in the sources, with cargo: `make web`, or `guohe-tools web`, which calls it.

use anyhow::{Context, bail, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
/// The network's loops use vectors of 128 bits, and a search needs more than the megabyte of stack that is usual.
const FLAGS: &str = "-Ctarget-feature=+simd128 -Clink-arg=-zstack-size=8388608";
/// Who may do what on the page. A server of files sends no header, so it stands in the page itself.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob: data:; \
                      style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'";
/// The file by which a folder is known to have been written here, and what it holds: many sites have a file of this
/// name.
const MARK: &str = "sw.js";
const OURS: &str = "guohe-files-";

fn main() -> anyhow::Result<()> {
    let Some(out) = std::env::args_os().nth(1).map(PathBuf::from) else {
        bail!("usage: guohe-web OUT");
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // A folder that is none of ours is refused before the build; its old files stay until the new ones are there.
    old_files(&out)?;
    let program = build(&root)?;
    let files = files(&root, &program)?;
    // By MARK the folder is known: it stays until it is written anew.
    for old in old_files(&out)?.iter().filter(|old| !old.ends_with(MARK)) {
        fs::remove_file(old)?;
    }
    let mut total = 0;
    for (name, bytes) in &files {
        fs::write(out.join(name), bytes).with_context(|| format!("{name} cannot be written"))?;
        total += bytes.len();
        println!("{:>9}  {name}", bytes.len());
    }
    println!("{total:>9}  in {}", out.display());
    Ok(())
}

/// Makes the folder. Returns the files in it that were written here before. Others stay.
fn old_files(out: &Path) -> anyhow::Result<Vec<PathBuf>> {
    fs::create_dir_all(out).with_context(|| format!("the folder {} cannot be made", out.display()))?;
    let entries = fs::read_dir(out)?.collect::<Result<Vec<_>, _>>()?;
    let read = |name| fs::read_to_string(out.join(name)).unwrap_or_default();
    let worker = read(MARK);
    ensure!(
        entries.is_empty() || worker.contains(OURS),
        "{} holds other files: name a folder that is empty or does not exist",
        out.display()
    );
    let network = read("network.js");
    let lists = [line(&worker, "const FILES = "), line(&network, "const NETWORK = ")];
    let is_old = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let is_listed = name.to_str().is_some_and(|name| lists.iter().any(|list| list.contains(&format!("{name:?}"))));
        entry.file_type().is_ok_and(|kind| kind.is_file()) && (name == MARK || is_listed)
    };
    Ok(entries.into_iter().filter(is_old).map(|entry| entry.path()).collect())
}

/// The line of `text` with this beginning.
fn line<'a>(text: &'a str, beginning: &str) -> &'a str {
    text.lines().find(|line| line.starts_with(beginning)).unwrap_or_default()
}

/// Builds the service. Returns the file.
fn build(root: &Path) -> anyhow::Result<PathBuf> {
    let found = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    let folder = found.context("rustc cannot be run")?.stdout;
    if !Path::new(String::from_utf8_lossy(&folder).trim()).is_dir() {
        bail!("Rust's target for WebAssembly is missing. Run:\n    rustup target add {TARGET}\n    make web");
    }
    let target = root.join("target");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "--package", "guohe-web", "--lib", "--target", TARGET, "--target-dir"])
        .arg(&target)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS)
        .current_dir(root)
        .status()
        .context("cargo cannot be run")?;
    ensure!(built.success(), "the build has failed");
    Ok(target.join(TARGET).join("release/guohe_web.wasm"))
}

/// All files of the folder by their names.
fn files(root: &Path, program: &Path) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    // Where both have a file, ours takes the place of the board's.
    for folder in ["crates/board/src/page", "crates/web/page"] {
        for entry in fs::read_dir(root.join(folder))? {
            let entry = entry?;
            files.insert(entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?);
        }
    }
    for (name, text) in guohe_diagram::MODULES {
        files.insert(name.to_owned(), text.as_bytes().to_vec());
    }

    let mut bindgen = Bindgen::new();
    bindgen.input_path(program).web(true)?.typescript(false).omit_default_module_path(true);
    let mut output = bindgen.generate_output()?;
    files.insert("guohe.js".to_owned(), output.js().as_bytes().to_vec());
    files.insert("guohe.wasm".to_owned(), output.wasm_mut().emit_wasm());

    let network = network(root)?;
    let packed = gzip(&network)?;
    let name = format!("network-{}.bin", digest(&network));
    replace(&mut files, "network.js", &[("NETWORK_NAME", &name), ("NETWORK_SIZE", &packed.len().to_string())])?;
    replace(&mut files, MARK, &[("NETWORK_NAME", &name), ("NETWORK_SHA", &integrity(&packed))])?;
    let head = format!(
        "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <link rel=\"manifest\" href=\"manifest.webmanifest\">\n<link rel=\"apple-touch-icon\" href=\"icon-512.png\">"
    );
    replace(&mut files, "index.html", &[("<meta charset=\"utf-8\">", &head)])?;

    // Everything but the service worker itself and the network, which the page keeps by its name. The page has two
    // addresses, and both must be of one version.
    let kept = files.iter().filter(|&(name, _)| name != MARK).map(|(name, bytes)| (name.as_str(), bytes));
    let addresses = std::iter::once(("./", &files["index.html"])).chain(kept);
    let list: Vec<[String; 2]> = addresses.map(|(name, bytes)| [name.to_owned(), integrity(bytes)]).collect();
    let version = digest(&files.values().flatten().copied().collect::<Vec<u8>>());
    let list = format!("{list:?}");
    replace(&mut files, MARK, &[("[\"FILES\"]", &list), ("VERSION_NAME", &version)])?;
    files.insert(name, packed);
    Ok(files)
}

/// The network that the engine has built in elsewhere.
fn network(root: &Path) -> anyhow::Result<Vec<u8>> {
    let networks: Vec<PathBuf> = fs::read_dir(root.join("nets"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "nnue"))
        .collect();
    let [file] = &networks[..] else { bail!("nets/ holds {} networks, not one", networks.len()) };
    Ok(fs::read(file)?)
}

fn gzip(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// The first eight hexadecimal digits of a hash.
fn digest(bytes: &[u8]) -> String {
    format!("{:.8x}", Sha256::digest(bytes))
}

/// A digest as browsers check it when they fetch a file (W3C, Subresource Integrity).
fn integrity(bytes: &[u8]) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(bytes)))
}

/// Puts texts in the places of words of a file, each of which must stand there.
fn replace(files: &mut BTreeMap<String, Vec<u8>>, name: &str, words: &[(&str, &str)]) -> anyhow::Result<()> {
    let file = files.get_mut(name).with_context(|| format!("{name} is missing"))?;
    let mut text = String::from_utf8(std::mem::take(file))?;
    for (word, with) in words {
        ensure!(text.contains(word), "{name} does not contain {word}");
        text = text.replace(word, with);
    }
    *file = text.into_bytes();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_written_here_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("web");
        assert_eq!(old_files(&out).unwrap(), [] as [PathBuf; 0]);
        fs::write(out.join(MARK), "self.addEventListener('fetch', () => {});").unwrap();
        assert!(old_files(&out).is_err(), "another site has a service worker, too");
        let mut files = BTreeMap::from([
            (MARK.to_owned(), include_bytes!("../page/sw.js").to_vec()),
            ("network.js".to_owned(), include_bytes!("../page/network.js").to_vec()),
        ]);
        replace(
            &mut files,
            MARK,
            &[("[\"FILES\"]", "[[\"./\", \"sha256-1\"], [\"app.js\", \"sha256-2\"], [\"network.js\", \"sha256-3\"]]")],
        )
        .unwrap();
        replace(&mut files, "network.js", &[("NETWORK_NAME", "network-1.bin")]).unwrap();
        for name in ["app.js", "network-1.bin", "network-2.bin", "install", "CNAME"] {
            files.insert(name.to_owned(), Vec::new());
        }
        for (name, bytes) in &files {
            fs::write(out.join(name), bytes).unwrap();
        }
        fs::create_dir(out.join("folder")).unwrap();
        let mut old = old_files(&out).unwrap();
        old.sort();
        assert_eq!(old, ["app.js", "network-1.bin", "network.js", MARK].map(|name| out.join(name)));
    }
}
