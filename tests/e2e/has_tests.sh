#!/usr/bin/env bash
# Fails if a filter of `cargo test` selects no test, as after a rename: cargo would run nothing and succeed.
#
# Usage: has_tests.sh FILTER... -- CARGO-TEST-COMMAND...
set -euo pipefail
filters=()
while [ "$1" != -- ]; do
    filters+=("$1")
    shift
done
shift
for filter in "${filters[@]}"; do
    listed=$("$@" -- --list --include-ignored "$filter")
    grep -q ': test$' <<<"$listed" || { echo "has_tests: $filter selects no test" >&2; exit 1; }
done
