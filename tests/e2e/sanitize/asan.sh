#!/usr/bin/env bash
# The tests of the table, the network's loops, the search and the protocol under AddressSanitizer. The sanitizer is a
# switch of the compiler that is not stable yet; the compiler may be.
#
# Usage: asan.sh [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=$(realpath -m "${1:-target}")/asan
host=$(rustc -vV | sed -n 's/^host: //p')
export RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address
# Tests ask for more memory than there is, to be refused.
export ASAN_OPTIONS=allocator_may_return_null=1
# With a target named, build scripts and macros are left alone.
arguments=(--locked --package guohe --target "$host" --target-dir "$folder")
cargo test --quiet "${arguments[@]}" --lib -- tt:: eval::nnue search:: board:: protocol::
cargo test --quiet "${arguments[@]}" --test engine -- search:: ucci::
echo "asan: ok"
