//! `fastchess`: the arena for OpenBench's workers, which build it from these sources on every machine.

use guohe_common::say::{output_failure, remark};
use std::process::ExitCode;

fn main() -> ExitCode {
    // Words that are no Unicode name no file or flag that a worker gives.
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    match (guohe_arena::run_fastchess(&words), output_failure()) {
        (Ok(_), Some(failure)) => {
            remark!("fastchess: writing to standard output: {failure}");
            ExitCode::FAILURE
        }
        (Ok(status), None) => status,
        (Err(error), _) => {
            remark!("fastchess: {error:#}");
            ExitCode::from(2)
        }
    }
}
