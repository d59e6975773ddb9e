#!/usr/bin/env bash
# Measures guohe beside fairy-stockfish, in one run on one machine, and prints the page docs/performance.md.
#
# Usage: tools/bench/compare.sh [--quick] > docs/performance.md
#
# Takes about ten minutes; nothing else should run meanwhile. --quick takes about one and proves only that it works.
# Installs fairy-stockfish and Python where they are missing (Debian, as root), and builds the release.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH=$PATH:/usr/games

for package in fairy-stockfish python3; do
    command -v "$package" >/dev/null || {
        apt-get update -qq
        apt-get install -y -qq --no-install-recommends "$package" >/dev/null
    } >&2
done
cargo build --release --locked -p guohe >&2
exec python3 tools/bench/compare.py target/release/guohe "$(command -v fairy-stockfish)" "$@"
