//! The files of the page, inside the program: nothing is built and nothing is fetched from elsewhere.

/// A file of the page: its name in the address, its type, its text.
#[derive(Clone, Copy)]
pub struct File {
    pub name: &'static str,
    pub kind: &'static str,
    pub text: &'static str,
}

/// The files of the folder `page`, as the build has found them.
static FOLDER: &[File] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// All files of the page; the one without a name is the page itself.
pub fn files() -> impl Iterator<Item = File> {
    let shared = guohe_diagram::MODULES.map(|(name, text)| File { name, kind: "text/javascript; charset=utf-8", text });
    FOLDER.iter().copied().chain(shared)
}

/// Nothing but our own files may be loaded, and nobody may put the page into a frame. Styles: the page sets colours of
/// pictures that it exports as attributes.
pub const POLICY: &str = "default-src 'self'; img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; \
                          frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_asks_nobody_else() {
        // The puzzles are fetched by those who open them.
        let (puzzles, page): (Vec<File>, Vec<File>) = files().partition(|file| file.name.ends_with(".txt"));
        let size = |files: &[File]| files.iter().map(|file| file.text.len()).sum::<usize>();
        assert!(size(&page) <= 305_000, "{} bytes", size(&page));
        assert!((1..=300_000).contains(&size(&puzzles)), "{} bytes of puzzles", size(&puzzles));
        for file in files() {
            let foreign = file.text.replace("http://www.w3.org/2000/svg", "");
            assert!(!foreign.contains("http://") && !foreign.contains("https://"), "{}", file.name);
        }
    }

    #[test]
    fn what_the_page_names_exists() {
        let page = files().find(|file| file.name.is_empty()).unwrap().text;
        for attribute in ["href=\"", "src=\""] {
            for (at, _) in page.match_indices(attribute) {
                let name = page[at + attribute.len()..].split('"').next().unwrap();
                assert!(name.starts_with('#') || files().any(|file| file.name == name), "{name}");
            }
        }
    }
}
