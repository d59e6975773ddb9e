//! `guohe-lab`: repeats the experiments of the papers that the engine is built on.

use clap::Parser;
use guohe_common::say::remark;
use guohe_lab::LabArgs;
use std::process::ExitCode;

/// Repeat the experiments of the papers that the xiangqi engine guohe is built on.
#[derive(Parser)]
#[command(name = "guohe-lab", version, about)]
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
