#!/usr/bin/env bash
# Tests the choice of networks and games for a release: all networks with manifests, and the newest whole chunks of games
# that fit.
#
# Usage: release_data.sh
set -euo pipefail
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'echo "${0##*/}: line $LINENO failed" >&2' ERR

[ "$(.ci/release/data.sh "$work/none" "$work/games" | wc -l)" = 1 ]
tar -tzf "$work"/none/*networks.tar.gz >"$work/names"
for file in nets/*.nnue nets/*.manifest LICENSE-MIT; do grep -qx "$file" "$work/names"; done

for run in old new; do
    mkdir -p "$work/games/$run"
    for chunk in 00000 00001; do
        head -c 100000 /dev/urandom >"$work/games/$run/001of001-$chunk.games.zst"
        echo "games = 1" >"$work/games/$run/001of001-$chunk.manifest"
    done
done
touch -d 2020-01-01 "$work"/games/old/*
touch -d 2021-01-01 "$work"/games/new/*
.ci/release/data.sh "$work/some" "$work/games" 350000 >/dev/null
tar -tf "$work"/some/*games.tar | sort >"$work/names"
diff "$work/names" - <<'END'
LICENSE-APACHE
LICENSE-MIT
new/001of001-00000.games.zst
new/001of001-00000.manifest
new/001of001-00001.games.zst
new/001of001-00001.manifest
old/001of001-00001.games.zst
old/001of001-00001.manifest
END
[ "$(stat -c %s "$work"/some/*games.tar)" -le 350000 ]
if .ci/release/data.sh "$work/tiny" "$work/games" 1000 >/dev/null 2>&1; then
    echo "release_data: games that do not fit must be an error" >&2
    exit 1
fi
echo "release_data: ok"
