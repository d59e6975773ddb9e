//! Lists the files of the page, so that a new one needs no line elsewhere.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const FOLDER: &str = "src/page";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={FOLDER}");
    let mut names = fs::read_dir(FOLDER)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<Vec<String>, std::io::Error>>()?;
    names.sort();
    let mut list = String::from("[\n");
    for name in names {
        let extension = Path::new(&name).extension().and_then(|extension| extension.to_str());
        let kind = match extension {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("txt") => "text/plain; charset=utf-8",
            _ => return Err(format!("{FOLDER}/{name}: files of the page end in html, css, js, svg or txt").into()),
        };
        // The page itself stands for the folder.
        let address = if name == "index.html" { "" } else { &name };
        let text = format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{FOLDER}/{name}\"))");
        writeln!(list, "    File {{ name: {address:?}, kind: {kind:?}, text: {text} }},")?;
    }
    list.push(']');
    fs::write(Path::new(&std::env::var("OUT_DIR")?).join("files.rs"), list)?;
    Ok(())
}
