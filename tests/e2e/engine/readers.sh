#!/usr/bin/env bash
# Compares the readers in examples/, which were written from docs/data-formats.md, with the programs. The trainer there,
# which needs PyTorch, is not run: only what it imports from the readers is looked up.
set -euo pipefail
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tests/e2e/packages.sh python3-venv
cargo build --quiet --release --workspace --locked
/usr/bin/python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check zstandard==0.25.0
"$work/venv/bin/python" tests/e2e/engine/readers.py target/release/guohe target/release/guohe-tools
