//! The files of the page, inside the program: nothing is built and nothing is fetched from elsewhere.

/// A file of the page: its name in the address, its type, its text.
pub struct File {
    pub name: &'static str,
    pub kind: &'static str,
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// All of them; the first, without a name, is the page itself.
pub const FILES: [File; 14] = [
    File { name: "", kind: HTML, text: include_str!("page/index.html") },
    File { name: "style.css", kind: CSS, text: include_str!("page/style.css") },
    File { name: "app.js", kind: JS, text: include_str!("page/app.js") },
    File { name: "drawing.js", kind: JS, text: guohe_diagram::DRAWING_MODULE },
    File { name: "board.js", kind: JS, text: include_str!("page/board.js") },
    File { name: "history.js", kind: JS, text: include_str!("page/history.js") },
    File { name: "library.js", kind: JS, text: include_str!("page/library.js") },
    File { name: "link.js", kind: JS, text: include_str!("page/link.js") },
    File { name: "notice.js", kind: JS, text: include_str!("page/notice.js") },
    File { name: "panels.js", kind: JS, text: include_str!("page/panels.js") },
    File { name: "store.js", kind: JS, text: include_str!("page/store.js") },
    File { name: "tree.js", kind: JS, text: include_str!("page/tree.js") },
    File { name: "words.js", kind: JS, text: include_str!("page/words.js") },
    File { name: "icon.svg", kind: SVG, text: include_str!("page/icon.svg") },
];

/// Nothing but our own files may be loaded, and nobody may put the page into a frame. Styles: the page sets colours of
/// pictures that it exports as attributes.
pub const POLICY: &str = "default-src 'self'; img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; \
                          frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_asks_nobody_else() {
        let total: usize = FILES.iter().map(|file| file.text.len()).sum();
        assert!(total <= 300_000, "{total} bytes");
        for file in &FILES {
            let foreign = file.text.replace("http://www.w3.org/2000/svg", "");
            assert!(!foreign.contains("http://") && !foreign.contains("https://"), "{}", file.name);
        }
    }

    #[test]
    fn what_the_page_names_exists() {
        let page = FILES[0].text;
        for attribute in ["href=\"", "src=\""] {
            for (at, _) in page.match_indices(attribute) {
                let name = page[at + attribute.len()..].split('"').next().unwrap();
                assert!(name.starts_with('#') || FILES.iter().any(|file| file.name == name), "{name}");
            }
        }
    }
}
