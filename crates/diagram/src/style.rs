//! Colours, as rules that a whole page can share: light, dark, or whichever the reader prefers.

/// Which colours.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Theme {
    /// Light, or dark where the reader's system asks for it.
    #[default]
    Auto,
    /// Dark lines on light wood.
    Light,
    /// Light lines on dark wood.
    Dark,
}

struct Palette {
    board: &'static str,
    line: &'static str,
    faint: &'static str,
    red: &'static str,
    red_face: &'static str,
    black: &'static str,
    black_face: &'static str,
    edge: &'static str,
    last: &'static str,
    check: &'static str,
    arrows: [&'static str; 3],
}

const LIGHT: Palette = Palette {
    board: "#f3dfb6",
    line: "#7a5a35",
    faint: "#a3814f",
    red: "#b3201b",
    red_face: "#fff8ea",
    black: "#fdf6e6",
    black_face: "#2b2a2d",
    edge: "#5d4222",
    last: "#2f7d4f",
    check: "#e0301e",
    arrows: ["#1f6fb2", "#7a4fb0", "#c2570c"],
};

const DARK: Palette = Palette {
    board: "#3a3129",
    line: "#a89274",
    faint: "#a08c70",
    red: "#ad1f1a",
    red_face: "#f4e6cd",
    black: "#f0e4cf",
    black_face: "#161517",
    edge: "#8f7a5c",
    last: "#6fcf97",
    check: "#ff5a47",
    arrows: ["#5fb0ee", "#b894e8", "#f0a060"],
};

impl Palette {
    fn rules(&self) -> String {
        let Self { board, line, faint, red, red_face, black, black_face, edge, last, check, arrows } = self;
        let arrows: String = arrows
            .iter()
            .enumerate()
            .map(|(index, color)| format!(".gd-a{index}{{stroke:{color}}}.gd-h{index}{{fill:{color}}}"))
            .collect();
        format!(
            ".gd-board{{fill:{board}}}.gd-line{{stroke:{line};fill:none;stroke-width:2;stroke-linecap:round}}\
             .gd-frame{{stroke:{line};fill:none;stroke-width:5}}.gd-text{{fill:{faint}}}\
             .gd-stroke{{stroke:{faint};fill:none;stroke-width:76}}\
             .gd-red .gd-disc{{fill:{red_face};stroke:{red};stroke-width:3}}\
             .gd-red .gd-ring{{stroke:{red};fill:none;stroke-width:2}}.gd-red .gd-glyph{{fill:{red}}}\
             .gd-black .gd-disc{{fill:{black_face};stroke:{edge};stroke-width:3}}\
             .gd-black .gd-ring{{stroke:{black};fill:none;stroke-width:2;opacity:.55}}.gd-black .gd-glyph{{fill:{black}}}\
             .gd-glyph{{fill-rule:evenodd}}.gd-last{{stroke:{last};fill:none;stroke-width:6}}\
             .gd-check{{fill:{check};opacity:.55}}.gd-arrow{{stroke-width:11;stroke-linecap:round;fill:none}}\
             .gd-arrows{{opacity:.82}}{arrows}"
        )
    }
}

/// The rules, without a `<style>` around them.
pub fn style(theme: Theme) -> String {
    match theme {
        Theme::Light => LIGHT.rules(),
        Theme::Dark => DARK.rules(),
        Theme::Auto => format!("{}@media screen and (prefers-color-scheme:dark){{{}}}", LIGHT.rules(), DARK.rules()),
    }
}
