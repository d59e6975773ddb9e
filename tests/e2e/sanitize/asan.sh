#!/usr/bin/env bash
# Runs the tests of the transposition table, the loops of the network, the search and the protocol under AddressSanitizer.
# The option for it is unstable; this script enables it on a stable compiler, too.
#
# Usage: asan.sh [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=$(realpath -m "${1:-target}")/asan
host=$(rustc -vV | sed -n 's/^host: //p')
export RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address
# Some tests ask for more memory than the machine has. The one that limits the memory of the program is left out: the
# sanitizer needs more.
export ASAN_OPTIONS=allocator_may_return_null=1
# Without --target, build scripts and macros would be instrumented, too.
arguments=(--locked --package guohe --target "$host" --target-dir "$folder")
units=(tt:: eval::nnue search:: board:: protocol::)
tests=(search:: ucci::)
tests/e2e/has_tests.sh "${units[@]}" -- cargo test --quiet "${arguments[@]}" --lib
tests/e2e/has_tests.sh "${tests[@]}" little_memory -- cargo test --quiet "${arguments[@]}" --test engine
cargo test --quiet "${arguments[@]}" --lib -- "${units[@]}"
cargo test --quiet "${arguments[@]}" --test engine -- "${tests[@]}" --skip little_memory
echo "asan: ok"
