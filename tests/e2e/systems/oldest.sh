#!/usr/bin/env bash
# Checks each package with the oldest Rust version that it supports, which rustup installs. (The usual lints check only
# names of the standard library: clippy::incompatible_msrv.)
#
# Usage: oldest.sh [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=${1:-target}

# A line for each version: the version, and the packages whose oldest version it is.
cargo metadata --no-deps --locked --format-version 1 | python3 -c '
import collections, json, sys
promises = collections.defaultdict(list)
for package in json.load(sys.stdin)["packages"]:
    promises[package["rust_version"]].append(package["name"])
for version, names in promises.items():
    print(version, *names)' |
    while read -r version packages; do
        rustup run "$version" rustc --version 2>/dev/null || rustup toolchain install "$version" --profile minimal
        of=()
        for package in $packages; do
            of+=(--package "$package")
            [ "$package" != guohe ] || of+=(--features guohe/tune)
        done
        cargo "+$version" check --quiet --locked --all-targets "${of[@]}" --target-dir "$folder/rust-$version"
    done
echo "oldest: ok"
