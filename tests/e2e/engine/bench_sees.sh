#!/usr/bin/env bash
# A deliberate change of the search in a scratch clone makes the bench step of .ci/run fail: the margin of reverse futility
# pruning is raised, the clone is built, and its bench.sh must refuse the build.
#
# Usage: bench_sees.sh [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../../.."
target=$(realpath -m "${1:-target}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git clone --quiet . "$work/clone"
cd "$work/clone"
# A folder of its own in `target`: the dependencies are built once, the changed engine replaces nothing.
export CARGO_TARGET_DIR=$target/bench-sees
cargo build --quiet --locked --package guohe
tests/e2e/engine/bench.sh "$CARGO_TARGET_DIR/debug/guohe"

sed -i -E 's/^( *rfp_margin = )[0-9]+/\1150/' src/params.rs
[ -n "$(git diff)" ] || { echo "bench_sees: nothing changed in src/params.rs" >&2; exit 1; }
cargo build --quiet --locked --package guohe
if tests/e2e/engine/bench.sh "$CARGO_TARGET_DIR/debug/guohe"; then
    echo "bench_sees: the changed search passed" >&2
    exit 1
fi
echo "bench_sees: ok"
