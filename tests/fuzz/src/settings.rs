//! `engine.toml`: nothing panics, and each error has a message that names the file.
#![no_main]

use guohe::config::Config;
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|text: &str| {
    match Config::parse(text, Path::new("engine.toml")) {
        Ok(loaded) => {
            let config = loaded.config;
            assert!(config.multipv >= 1 && config.move_overhead <= 5000, "{config:?}");
        }
        Err(error) => assert!(error.to_string().starts_with("engine.toml"), "{error}"),
    }
});
