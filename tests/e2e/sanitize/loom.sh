#!/usr/bin/env bash
# Threads at one slot of the table in every order that the memory model allows: loom.
#
# Usage: loom.sh [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=$(realpath -m "${1:-target}")/loom
cd tests/loom
cargo test --locked --target-dir "$folder"
