#!/usr/bin/env bash
# Packs what makes a network: the networks with their manifests, and the newest games if there are any. Games are in no
# repository; a maintainer puts folders of them, as datagen leaves them, into a folder below.
#
# Usage: data.sh OUT [GAMES] [BYTES], for example: data.sh dist games
#
# GAMES (games without it) holds one folder for each run of datagen; BYTES bounds their archive, 200 MB without it. Of runs
# that do not fit the newest chunks of the newest are taken, so that a reader still has whole chunks with manifests.
set -euo pipefail
mkdir -p "$1"
out=$(realpath "$1")
games=$(realpath -m "${2:-games}")
bound=${3:-200000000}
cd "$(dirname "$0")/../.."
root=$PWD

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
tar --create --gzip --file "$out/guohe-$version-networks.tar.gz" nets/*.nnue nets/*.manifest docs/log/nnue.md \
    LICENSE-MIT LICENSE-APACHE
echo "$out/guohe-$version-networks.tar.gz"

[ -d "$games" ] || exit 0
cd "$games"
list=$(mktemp)
trap 'rm -f "$list"' EXIT
# The licences.
total=20480
while read -r _ manifest; do
    chunk=${manifest%.manifest}.games.zst
    # Headers of the archive and padding of both files: less than 4 KB.
    total=$((total + $(stat -c %s "$manifest") + $(stat -c %s "$chunk") + 4096))
    [ "$total" -le "$bound" ] || break
    printf '%s\n' "$manifest" "$chunk" >>"$list"
done < <(find . -name '*of*-*.manifest' -printf '%T@ %P\n' | sort -k 1,1nr -k 2,2r)
[ -s "$list" ] || { echo "data: no chunk of games in $games fits into $bound bytes" >&2; exit 1; }
# Chunks are compressed already.
tar --create --file "$out/guohe-$version-games.tar" --files-from "$list" -C "$root" LICENSE-MIT LICENSE-APACHE
echo "$out/guohe-$version-games.tar"
