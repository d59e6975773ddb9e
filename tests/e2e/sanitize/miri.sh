#!/usr/bin/env bash
# Runs unit tests of `types` and of the entries of the transposition table under Miri, which detects undefined behaviour.
# Miri needs a nightly compiler, from rustup.
#
# Usage: miri.sh [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=$(realpath -m "${1:-target}")/miri
rustup toolchain list | grep -q '^nightly' || rustup toolchain install nightly --profile minimal
rustup component add --toolchain nightly miri rust-src
units=(types:: tt::slot tt::replacement)
test=(cargo +nightly miri test --locked --package guohe --lib --target-dir "$folder")
tests/e2e/has_tests.sh "${units[@]}" -- "${test[@]}"
"${test[@]}" -- "${units[@]}"
echo "miri: ok"
