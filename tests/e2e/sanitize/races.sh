#!/usr/bin/env bash
# Runs searches with four threads, and commands right after a `stop`, under ThreadSanitizer. Needs two cores. Not part of
# .ci/run: it builds the standard library with the sanitizer, which takes minutes and an unstable option of the compiler.
#
# Usage: races.sh [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../../.."
target=${1:-target/races}
host=$(rustc -vV | sed -n 's/^host: //p')

rustup component add rust-src
RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=thread cargo build --release --locked --package guohe \
    -Zbuild-std=std,panic_abort --target "$host" --target-dir "$target"
# The program ends by `exit`, without joining its threads.
export TSAN_OPTIONS=halt_on_error=1:report_thread_leaks=0
engine=$target/$host/release/guohe
"${PYTHON:-python3}" tests/e2e/engine/races.py "$engine"
"${PYTHON:-python3}" tests/e2e/engine/after_stop.py "$engine" 50
