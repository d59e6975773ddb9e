#!/usr/bin/env bash
# Builds guohe for 64-bit ARM and runs it under qemu's user emulation: the library's tests, and the bench, which must visit
# as many nodes as on this machine. Not part of .ci/run: it installs an emulator and another target of the compiler.
#
# Usage: aarch64.sh ENGINE [TARGET-FOLDER]
set -euo pipefail
engine=$(realpath "$1")
cd "$(dirname "$0")/../.."
folder=${2:-target}
target=aarch64-unknown-linux-musl

if ! command -v qemu-aarch64 >/dev/null; then
    apt-get install --yes --quiet qemu-user
fi
rustup target add "$target"
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER=qemu-aarch64
export RUSTFLAGS="-D warnings"
arguments=(--release --locked --package guohe --target "$target" --target-dir "$folder")
cargo test "${arguments[@]}" --lib --test network
cargo build "${arguments[@]}" --bin guohe

nodes() { "$@" bench | tail -n 1 | cut -d ' ' -f 1; }
here=$(nodes "$engine")
there=$(nodes qemu-aarch64 "$folder/$target/release/guohe")
echo "bench: $here nodes here, $there on aarch64"
[ "$here" -gt 0 ] && [ "$here" = "$there" ]
