#!/usr/bin/env bash
# Packs the release archives for static Linux and for Windows, unpacks them, and checks that they are complete and that
# the Linux program plays. Needs what deb.sh and windows.sh need.
#
# Usage: archives.sh [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=${1:-target}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tests/e2e/packages.sh gcc-mingw-w64-x86-64 musl-tools python3
for target in x86_64-unknown-linux-musl x86_64-pc-windows-gnu; do
    rustup target add "$target"
    cargo build --release --locked --workspace --exclude guohe-web --target "$target" --target-dir "$folder"
    archive=$(.ci/release/archive.sh "$target" "$folder/$target/release" "$work")
    python3 -c 'import shutil, sys; shutil.unpack_archive(sys.argv[1], sys.argv[2])' "$archive" "$work"
done

files="THIRD-PARTY.txt CHANGELOG.md LICENSE-APACHE LICENSE-MIT README.md README.zh.md README.txt engine.toml docs/analysis.md docs/example/board.png
    docs/frontends/xqwizard.md book/openings.txt tools/data/openings-heldout.txt tools/data/openings-train.txt"
linux=$(echo "$work"/guohe-*-linux-x86_64)
windows=$(echo "$work"/guohe-*-windows-x86_64)
for file in $files guohe guohe-tools board.sh tools/cluster/slurm.sh; do [ -s "$linux/$file" ] || { echo "archives: $file is missing" >&2; exit 1; }; done
for file in $files guohe.exe guohe-tools.exe board.bat; do
    [ -s "$windows/$file" ] || { echo "archives: $file is missing" >&2; exit 1; }
done
for place in "$linux" "$windows"; do python3 tests/e2e/links.py "$place" src 'src/*' 'crates/*' 'docs/lab/*.csv'; done
for owner in zstd/LICENSE 'The Rust Standard Library' 'Rich Felker'; do
    grep -q "$owner" "$linux/THIRD-PARTY.txt" || { echo "archives: no licence of $owner" >&2; exit 1; }
done
"$linux/guohe" --version
tests/e2e/engine/bench.sh "$linux/guohe"

# A double click on board.sh must start the board and open its address with BROWSER.
printf '#!/bin/sh\nprintf "%%s" "$1" >"%s/address"\n' "$work" >"$work/browser"
chmod +x "$work/browser"
BROWSER=$work/browser setsid "$linux/board.sh" >"$work/board" 2>&1 &
board=$!
trap 'kill -- "-$board" 2>/dev/null || true; rm -rf "$work"' EXIT
tests/e2e/systems/page_opens.sh "$work/address" || { cat "$work/board" >&2; exit 1; }
echo "archives: ok"
