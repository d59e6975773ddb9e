#!/usr/bin/env bash
# Compares the node count of bench with the last `Bench:` footer of the history. If they differ, the search has changed
# without a new footer, and this script ends with status 1.
#
# Usage: bench.sh COMMAND [ARGUMENT ...], for example: bench.sh target/release/guohe, bench.sh qemu-aarch64 PROGRAM
set -euo pipefail
[ $# -gt 0 ] || { echo "usage: bench.sh COMMAND [ARGUMENT ...]" >&2; exit 2; }
here=$(dirname "$(realpath "$0")")

fail() {
    echo "bench: $*" >&2
    exit 1
}

shallow=$(git -C "$here" rev-parse --is-shallow-repository) || fail "no git history here, so no footer to compare with"
[ "$shallow" = false ] || fail "this clone is shallow, the footer may lie further back: git fetch --unshallow"
footers=$(git -C "$here" log --format=%B HEAD)
expected=$(grep -E -m 1 '^Bench: [0-9]+$' <<<"$footers" | cut -d ' ' -f 2) || fail "no commit has a footer Bench: NODES"

output=$("$@" bench) || fail "$* ended with status $?"
line=$(tail -n 1 <<<"$output" | tr -d '\r')
[[ $line =~ ^([0-9]+)\ nodes ]] || fail "$* ends with '$line', not with its nodes"
nodes=${BASH_REMATCH[1]}
[ "$nodes" = "$expected" ] || fail "$nodes nodes, but the last footer says $expected"
echo "bench: $nodes nodes, as the last footer says"
