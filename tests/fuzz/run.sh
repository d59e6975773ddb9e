#!/usr/bin/env bash
# Fuzzes one target, or each in turn, for some seconds, with libFuzzer and the stable compiler: the coverage
# instrumentation is a pass of LLVM. Failing inputs are written to target/fuzz/findings, new inputs to target/fuzz/corpus;
# the small corpus in the repository is only read.
#
# Usage: run.sh TARGET|all SECONDS [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")"
which=$1
seconds=$2
folder=$(realpath -m "${3:-../../target}")/fuzz
targets=(fen book network settings notation games protocol dialogue)
[ "$which" = all ] || targets=("$which")

export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
 -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Ccodegen-units=1"
RUSTFLAGS=${RUSTFLAGS//$'\n'/}
host=$(rustc -vV | sed -n 's/^host: //p')
# Without --target, build scripts and macros would be instrumented, too.
cargo build --quiet --locked --target "$host" --target-dir "$folder"
found=()
for target in "${targets[@]}"; do
    mkdir -p "$folder/corpus/$target" "$folder/findings"
    "$folder/$host/debug/$target" "$folder/corpus/$target" "corpus/$target" \
        -max_total_time="$seconds" -timeout=90 -rss_limit_mb=4096 -max_len=4096 -verbosity=0 -print_final_stats=1 \
        -artifact_prefix="$folder/findings/$target-" >"$folder/$target.log" 2>&1 || found+=("$target")
    echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$target.log") executions in $seconds s"
done
for target in "${found[@]}"; do
    echo "fuzz: $target found something, see $folder/$target.log and $folder/findings" >&2
done
[ "${#found[@]}" = 0 ]
