#!/usr/bin/env bash
# A match in shards, by GNU parallel and as tasks of a Slurm array, must give the same bytes as the whole match.
#
#     tests/e2e/engine/shards.sh GUOHE-TOOLS GUOHE
set -euo pipefail
tools=$(realpath "$1") engine=$(realpath "$2")
cd "$(dirname "$0")/../../.."
command -v parallel >/dev/null || tests/e2e/packages.sh parallel
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'echo "${0##*/}: line $LINENO failed" >&2' ERR
export GUOHE_TOOLS=$tools
match=(
    --engine "cmd=$engine" name=new option.hashsize=4 --engine "cmd=$engine" name=old option.hashsize=4
    --each option.usebook=false --nodes 300 --games 12 --openings tools/data/openings-train.txt --seed 3
)
pooled() {
    "$tools" arena pool --untimed --force --out "$work/pooled" "$@" >"$work/report"
    cat "$work/pooled"
}

"$tools" arena "${match[@]}" --out "$work/whole.jsonl" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
pooled "$work/whole.jsonl" >"$work/whole"
[ "$(wc -l <"$work/whole")" = 13 ]

PARALLEL="-j 2" tools/cluster/parallel.sh 3 "$work/parallel" "${match[@]}" >"$work/sum"
grep -q '^12 games' "$work/sum"
cmp <(pooled "$work"/parallel/shard-*.jsonl) "$work/whole"

# The tasks of an array may end in any order; here the last one ends first.
for task in 3 2 1; do
    SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=1 \
        tools/cluster/slurm.sh "$work/slurm" "${match[@]}" >/dev/null 2>&1
done
cmp <(pooled "$work"/slurm/shard-*.jsonl) "$work/whole"

# An array from 0, or in steps of 2, would silently lose a shard.
for array in "MIN=0 STEP=1" "MIN=1 STEP=2"; do
    read -r min step <<<"${array//[A-Z=]/}"
    if SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=$min SLURM_ARRAY_TASK_STEP=$step \
        tools/cluster/slurm.sh "$work/array" "${match[@]}" >/dev/null 2>"$work/refused"; then
        echo "an array with $array was accepted" >&2
        exit 1
    fi
    grep -q 'shards are counted from 1' "$work/refused"
done
rm "$work/slurm/shard-2.jsonl"
if "$tools" arena pool "$work"/slurm/shard-*.jsonl >/dev/null 2>"$work/missing"; then
    echo "a missing shard was not noticed" >&2
    exit 1
fi
grep -q 'shard 2/3 of seed 3 is missing' "$work/missing"
echo "shards: 3 by parallel and 3 by slurm.sh add up to the whole match"
