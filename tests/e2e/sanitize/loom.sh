#!/usr/bin/env bash
# Runs threads on one slot of the transposition table with loom: in every order that the memory model allows, with at
# most three preemptions.
#
# Usage: loom.sh [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=$(realpath -m "${1:-target}")/loom
cd tests/loom
cargo test --locked --target-dir "$folder"
