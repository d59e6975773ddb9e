#!/usr/bin/env bash
# `cargo install` installs both programs, and they work without the sources.
#
# Usage: install.sh
set -euo pipefail
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'echo "${0##*/}: line $LINENO failed" >&2' ERR

cargo install --quiet --locked --path . --root "$work"
cargo install --quiet --locked --path tools --root "$work"
cd "$work"
bin/guohe --version
bin/guohe go depth 8 | tail -n 1 | grep '^bestmove '
bin/guohe-tools arena --engine cmd=bin/guohe name=one --engine cmd=bin/guohe name=two --each nodes=500 proto=ucci \
    --games 2 --strict --out games.jsonl
[ "$(wc -l <games.jsonl)" -ge 2 ]
echo "install: ok"
