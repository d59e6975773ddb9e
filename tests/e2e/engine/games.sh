#!/usr/bin/env bash
# Games at 1 s + 0.01 s, in parts: each call plays one part, and the last lines of the output add up all parts so far. An
# interrupted part is continued. Needs an otherwise idle machine: under load games are lost on time by no fault of the
# engine.
#
# Usage: games.sh KIND PART PARTS [FOLDER, by default target/games]
#
#   plain      8,700 games of the release build against itself, one thread each
#   checked    1,000 games of the build with debug assertions
#   pondering  300 games with a thread for every core, both sides pondering
#
# For example, two of ten parts: games.sh plain 1 10, games.sh plain 2 10. The results are in docs/reliability.md.
set -euo pipefail
cd "$(dirname "$0")/../../.."
kind=$1 part=$2 parts=$3 folder=${4:-target/games}

profile=release ponder='' threads=1 margin=50
case $kind in
    plain) games=8700 ;;
    checked) games=1000 profile=debug margin=100 ;;
    pondering) games=300 ponder=1 threads=$(nproc) margin=100 ;;
    *) echo "games: unknown kind: $kind" >&2; exit 2 ;;
esac
cargo build --quiet --release --locked --workspace
[ "$profile" = release ] || cargo build --quiet --locked --package guohe
# All parts must be played by the same build, so a copy of it is kept with the games.
mkdir -p "$folder"
engine=$folder/guohe-$kind
[ -e "$engine" ] || cp "target/$profile/guohe" "$engine"
"$engine" --version

# Faults in a part are counted, and the script goes on.
words=(proto=ucci option.usebook=false)
[ -z "$ponder" ] || words+=(ponder=1)
target/release/guohe-tools arena \
    --engine "cmd=$engine" name=one "${words[@]}" --engine "cmd=$engine" name=two "${words[@]}" \
    --each tc=1+0.01 option.hashsize=16 "option.threads=$threads" --openings tools/data/openings-train.txt \
    --games "$games" --shard "$part/$parts" --margin "$margin" --strict --stop-after-faults "$games" \
    --out "$folder/$kind-$part.jsonl" || [ $? = 1 ]

echo
echo "All parts of this kind so far:"
status=0
target/release/guohe-tools arena pool --partial --strict "$folder/$kind"-*.jsonl | tee "$folder/$kind.txt" || status=$?
sed -nE 's/^([0-9]+) games .*/\1/p' "$folder/$kind.txt" | head -n 1 |
    awk '{ printf "no fault in %d games: a rate below %.2g with 95 %% confidence (rule of three)\n", $1, 3 / $1 }' |
    if [ "$status" = 0 ]; then cat; else sed 's/^no fault in/FAULTS. Had there been none in/'; fi
exit "$status"
