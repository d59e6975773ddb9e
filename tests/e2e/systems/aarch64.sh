#!/usr/bin/env bash
# Builds guohe for 64-bit ARM and runs it under qemu's user emulation: the tests of the library, conversation.py, and
# bench, whose node count must be that of the history. Needs Debian packages and rustup. Writes only to the target folder.
#
# Usage: aarch64.sh [TARGET-FOLDER]
set -euo pipefail
export PYTHONDONTWRITEBYTECODE=1
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
tests/e2e/has_tests.sh network:: -- cargo test "${arguments[@]}" --test engine
cargo test "${arguments[@]}" --test engine network::
echo "aarch64: ok"
