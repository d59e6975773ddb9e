#!/bin/bash
#SBATCH --job-name=guohe-match
#SBATCH --cpus-per-task=1
#SBATCH --output=%x-%a.log
# One shard of a match as a task of a Slurm array, which has to begin with 1:
#
#   sbatch --array=1-50 tools/cluster/slurm.sh FOLDER WORDS-OF-ARENA...
#
# The shard goes to FOLDER/shard-N.jsonl. A task that was broken off goes on when it is started again. GUOHE_TOOLS names
# the program, guohe-tools without it.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '5,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
: "${SLURM_ARRAY_TASK_ID:?this is for tasks of an array}"
if [ "${SLURM_ARRAY_TASK_MIN:-1}" != 1 ] || [ "${SLURM_ARRAY_TASK_STEP:-1}" != 1 ]; then
    echo "$0: shards are counted from 1: --array=1-N" >&2
    exit 2
fi
folder=$1
shift
mkdir -p "$folder"
# 1 says that a game was lost by a fault, and is no failure of the task.
"${GUOHE_TOOLS:-guohe-tools}" arena "$@" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --out "$folder/shard-$SLURM_ARRAY_TASK_ID.jsonl" || [ $? = 1 ]
