#!/bin/bash
# A match in N shards by GNU parallel, and their sum:
#
#   tools/cluster/parallel.sh N FOLDER WORDS-OF-ARENA...
#
# Shards go to FOLDER/shard-I.jsonl, what they say to FOLDER/shard-I.log. A match that was broken off goes on when the
# command is given again. GUOHE_TOOLS names the program, guohe-tools without it; PARALLEL holds options of parallel: -j 4
# for four at a time, or --sshloginfile hosts --workdir . for other machines that see the same folder.
set -euo pipefail
[ $# -ge 3 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
shards=$1 folder=$2
shift 2
tools=${GUOHE_TOOLS:-guohe-tools}
mkdir -p "$folder"
# Status 1 says that an engine did what it should not; the sum tells of it. The shard is whole unless the engine was
# dropped.
seq "$shards" | parallel --quote bash -c '
    folder=$1 shard=$2 of=$3; shift 3
    "$@" --shard "$shard/$of" --out "$folder/shard-$shard.jsonl" >"$folder/shard-$shard.log" 2>&1 ||
        [ $? = 1 ] || { tail -n 2 "$folder/shard-$shard.log" >&2; exit 2; }
' shard "$folder" {} "$shards" "$tools" arena "$@"
files=()
for ((shard = 1; shard <= shards; shard++)); do
    files+=("$folder/shard-$shard.jsonl")
done
exec "$tools" arena pool "${files[@]}"
