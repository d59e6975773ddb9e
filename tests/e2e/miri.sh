#!/usr/bin/env bash
# The unit tests of the vocabulary and of the table's entries under Miri, which sees undefined behaviour. Needs a nightly
# compiler by rustup, because Miri exists for no other.
#
# Usage: miri.sh [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(realpath -m "${1:-target}")/miri
rustup toolchain list | grep -q '^nightly' || rustup toolchain install nightly --profile minimal
rustup component add --toolchain nightly miri rust-src
cargo +nightly miri test --locked --package guohe --lib --target-dir "$folder" -- types:: tt::slot tt::replacement
echo "miri: ok"
