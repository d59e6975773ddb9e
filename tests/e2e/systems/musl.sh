#!/usr/bin/env bash
# Builds a static guohe for 64-bit Linux and runs it: conversation.py, and bench, whose node count must be that of the
# history. Needs rustup. Writes only to the target folder.
#
# Usage: musl.sh [TARGET-FOLDER]
set -euo pipefail
export PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "$0")/../../.."
folder=${1:-target}
target=x86_64-unknown-linux-musl

tests/e2e/packages.sh binutils python3
rustup target add "$target"
cargo build --release --locked --package guohe --target "$target" --target-dir "$folder"
program=$folder/$target/release/guohe

if readelf --program-headers "$program" | grep -q INTERP; then
    echo "musl: the program needs a dynamic linker" >&2
    exit 1
fi
"$program" --version
python3 tests/e2e/engine/conversation.py "$program"
tests/e2e/engine/bench.sh "$program"
echo "musl: ok"
