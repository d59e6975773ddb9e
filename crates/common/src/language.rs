//! The language in which the tools speak to players: Chinese where `--lang`, the environment or the system says so,
//! else English.

use anyhow::anyhow;
use guohe_games::bilingual::Bilingual;

/// The language of what is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(target_family = "wasm"), derive(clap::ValueEnum))]
pub enum Language {
    /// 中文
    Zh,
    /// English
    En,
}

impl Language {
    /// The one that was asked for, else the system's.
    pub fn or_system(asked: Option<Self>) -> Self {
        asked.unwrap_or_else(|| {
            let variables = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| std::env::var(name).unwrap_or_default());
            Self::of_environment(&variables, sys_locale::get_locale)
        })
    }

    /// What the first variable that is set says; without one, as on Windows, what the system's setting says.
    fn of_environment(variables: &[String], setting: impl FnOnce() -> Option<String>) -> Self {
        let set = variables.iter().find(|value| !value.is_empty()).cloned();
        if set.or_else(setting).is_some_and(|value| value.starts_with("zh")) { Self::Zh } else { Self::En }
    }

    /// The one of two texts that is in this language.
    pub const fn pick(self, chinese: &'static str, english: &'static str) -> &'static str {
        match self {
            Self::Zh => chinese,
            Self::En => english,
        }
    }

    /// As [`Language::pick`], for texts made on the spot.
    pub fn choose(self, chinese: impl FnOnce() -> String, english: impl FnOnce() -> String) -> String {
        match self {
            Self::Zh => chinese(),
            Self::En => english(),
        }
    }

    /// `error` in this language, if it is one that has two.
    pub fn of_error(self, error: anyhow::Error) -> anyhow::Error {
        match error.downcast_ref::<Bilingual>() {
            Some(text) if self == Self::Zh => anyhow!(text.chinese.clone()),
            _ => error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let of = |all: [&str; 3]| Language::of_environment(&all.map(str::to_owned), || None);
        assert_eq!(of(["", "", ""]), Language::En);
        assert_eq!(of(["", "", "zh_CN.UTF-8"]), Language::Zh);
        assert_eq!(of(["C", "", "zh_CN.UTF-8"]), Language::En);
        assert_eq!(of(["", "zh_TW.UTF-8", "de_DE"]), Language::Zh);
        assert_eq!(Language::or_system(Some(Language::Zh)), Language::Zh);
    }

    #[test]
    fn the_setting_of_the_system_decides_where_no_variable_is_set() {
        let of = |lang: &str, setting: Option<&str>| {
            Language::of_environment(&["", "", lang].map(str::to_owned), || setting.map(str::to_owned))
        };
        assert_eq!(of("", Some("zh-CN")), Language::Zh);
        assert_eq!(of("", Some("en-GB")), Language::En);
        assert_eq!(of("en_GB.UTF-8", Some("zh-CN")), Language::En);
    }

    #[test]
    fn an_error_is_told_in_the_language_of_its_reader() {
        let error = || anyhow!(Bilingual::new("没有", "nothing"));
        assert_eq!(Language::Zh.of_error(error()).to_string(), "没有");
        assert_eq!(Language::En.of_error(error()).to_string(), "nothing");
        assert_eq!(Language::Zh.of_error(anyhow!("else")).to_string(), "else");
    }
}
