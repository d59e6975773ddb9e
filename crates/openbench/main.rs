//! `fastchess`: the arena for OpenBench's workers, which build it from these sources on every machine.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Words that are no Unicode name no file or flag that a worker gives.
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    guohe_arena::run_fastchess(&words).unwrap_or_else(|error| {
        guohe_common::remark!("fastchess: {error:#}");
        ExitCode::from(2)
    })
}
