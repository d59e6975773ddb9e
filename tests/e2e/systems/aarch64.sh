#!/usr/bin/env bash
# Builds guohe for 64-bit ARM and runs it under qemu's user emulation: the library's tests, what front ends do, and the
# bench, which must visit as many nodes as the history says. Needs Debian's packages and rustup; leaves nothing but the
# target folder.
#
# Usage: aarch64.sh [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=${1:-target}
target=aarch64-unknown-linux-musl

tests/e2e/packages.sh qemu-user python3
rustup target add "$target"
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER=qemu-aarch64
arguments=(--release --locked --package guohe --target "$target" --target-dir "$folder")
cargo build "${arguments[@]}" --bin guohe
program=$folder/$target/release/guohe

qemu-aarch64 "$program" --version
python3 tests/e2e/engine/conversation.py "$program" qemu-aarch64
tests/e2e/engine/bench.sh qemu-aarch64 "$program"
cargo test "${arguments[@]}" --lib
cargo test "${arguments[@]}" --test engine network::
echo "aarch64: ok"
