#!/usr/bin/env bash
# Tests that bench.sh fails as it must: another count, no count, a failing program, a history without footers, a
# shallow clone, no history. Works on made-up programs and histories in a temporary folder, in a second or two.
#
# With --build also on a changed search, which takes minutes: in a scratch clone the margin of reverse futility pruning
# is raised, and bench.sh must fail on the build.
#
# Usage: bench_checks.sh [--build [TARGET-FOLDER]]
set -euo pipefail
here=$(dirname "$(realpath "$0")")
root=$(realpath "$here/../../..")
with_build=${1:-}
target=$(realpath -m "${2:-$root/target}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GIT_CONFIG_GLOBAL=/dev/null GIT_CEILING_DIRECTORIES=$work
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test

# A program whose bench prints the given text and ends with the given status.
program() {
    printf '#!/bin/sh\nprintf %%s "%s"\nexit %s\n' "$2" "${3:-0}" >"$work/$1"
    chmod +x "$work/$1"
}
program right $'1/1 h2e2 41 nodes 7 fen\n1234 nodes 99 nps'
program windows $'1234 nodes 99 nps\r\n'
program other $'1233 nodes 99 nps'
program longer $'12345 nodes 99 nps'
program empty ''
program wordy 'no nodes at all'
program broken $'1234 nodes 99 nps' 1

repository=$work/repository
git init --quiet "$repository"
cp "$here/bench.sh" "$repository"
commit() { git -C "$repository" commit --quiet --allow-empty --message "$1"; }

# refuses WORDS COMMAND...: the command must fail and print the words.
refuses() {
    local words=$1 said
    shift
    if said=$("$@" 2>&1); then
        echo "bench_checks: passed, but must fail: $*: $said" >&2
        exit 1
    fi
    grep -qF -- "$words" <<<"$said" || { echo "bench_checks: '$said' does not say '$words'" >&2; exit 1; }
}

commit "First"
refuses "no commit has a footer" "$repository/bench.sh" "$work/right"
commit $'Old\n\nBench: 77'
commit $'New\n\nBench: 1234'
commit $'Docs\n\nA sentence with Bench: 99 in it.'
"$repository/bench.sh" "$work/right"
"$repository/bench.sh" "$work/windows"
refuses "the last footer says 1234" "$repository/bench.sh" "$work/other"
refuses "the last footer says 1234" "$repository/bench.sh" "$work/longer"
refuses "not with its nodes" "$repository/bench.sh" "$work/empty"
refuses "not with its nodes" "$repository/bench.sh" "$work/wordy"
refuses "ended with status 1" "$repository/bench.sh" "$work/broken"
git clone --quiet --depth 1 "file://$repository" "$work/shallow"
cp "$here/bench.sh" "$work/shallow"
refuses "git fetch --unshallow" "$work/shallow/bench.sh" "$work/right"
mkdir "$work/bare"
cp "$here/bench.sh" "$work/bare"
refuses "no git history" "$work/bare/bench.sh" "$work/right"

if [ "$with_build" = --build ]; then
    git clone --quiet "$root" "$work/clone"
    cd "$work/clone"
    # A folder in `target` for this script: dependencies are built only once, and no other build is replaced.
    export CARGO_TARGET_DIR=$target/bench-checks
    cargo build --quiet --locked --package guohe
    tests/e2e/engine/bench.sh "$CARGO_TARGET_DIR/debug/guohe"

    sed -i -E 's/^( *rfp_margin = )[0-9]+/\1150/' src/params.rs
    [ -n "$(git diff)" ] || { echo "bench_checks: nothing changed in src/params.rs" >&2; exit 1; }
    cargo build --quiet --locked --package guohe
    refuses "but the last footer says" tests/e2e/engine/bench.sh "$CARGO_TARGET_DIR/debug/guohe"
fi
echo "bench_checks: ok"
