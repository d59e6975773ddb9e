//! `guohe-lab`: repeats the experiments of the texts that the engine is built on.

use clap::Parser;
use guohe_common::say::remark;
use guohe_lab::LabArgs;
use std::process::ExitCode;

/// Version and commit, as the engine tells its own.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("GUOHE_COMMIT"), ")");

/// Test the claims of five texts on game-tree search by experiments (docs/lab.md).
#[derive(Parser)]
#[command(name = "guohe-lab", version = VERSION, about)]
struct Cli {
    #[command(flatten)]
    args: LabArgs,
}

fn main() -> ExitCode {
    guohe_lab::run(&Cli::parse().args).unwrap_or_else(|error| {
        remark!("guohe-lab: {error:#}");
        ExitCode::from(2)
    })
}
