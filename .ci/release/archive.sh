#!/usr/bin/env bash
# Packs both programs of one platform, the settings, the licences, a readme and a launcher for the board into an archive:
# .zip for Windows, .tar.gz for the others.
#
# Usage: archive.sh TARGET PROGRAMS OUT, for example: archive.sh x86_64-unknown-linux-musl target/release dist
set -euo pipefail
target=$1
programs=$(realpath "$2")
mkdir -p "$3"
out=$(realpath "$3")
cd "$(dirname "$0")/../.."

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
case $target in
    *-windows-*) platform=windows suffix=.exe launcher=board.bat ;;
    *-apple-*) platform=macos suffix='' launcher=board.command ;;
    *-linux-*) platform=linux suffix='' launcher=board.sh ;;
    *) echo "archive: no name for $target" >&2; exit 1 ;;
esac
name=guohe-$version-$platform-${target%%-*}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=$work/$name
mkdir "$folder"
cp "$programs/guohe$suffix" "$programs/guohe-tools$suffix" ".ci/release/$launcher" "$folder"
cp engine.toml LICENSE-MIT LICENSE-APACHE CHANGELOG.md CITATION.cff CONTRIBUTING.md README.md README.zh.md \
    .ci/release/README.txt "$folder"
python3 .ci/release/notices.py "$target" guohe guohe-tools >"$folder/THIRD-PARTY.txt"
# What the readme and the comments of engine.toml refer to; the laboratory's tables stay out.
mkdir -p "$folder/book" "$folder/docs/lab" "$folder/tools/data"
cp book/openings.txt "$folder/book"
cp tools/data/openings-*.txt "$folder/tools/data"
[ "$platform" = windows ] || { mkdir "$folder/tools/cluster"; cp tools/cluster/*.sh "$folder/tools/cluster"; }
cp docs/*.md "$folder/docs"
cp -r docs/frontends docs/example docs/log "$folder/docs"
mkdir "$folder/examples"
cp examples/*.py "$folder/examples"
cp docs/lab/*.svg docs/lab/*.md "$folder/docs/lab"

if [ "$platform" = windows ]; then
    # Notepad of older Windows wants CR LF and, for Chinese, a byte order mark.
    for text in README.txt engine.toml CHANGELOG.md; do
        { printf '\xEF\xBB\xBF'; sed 's/$/\r/' "$folder/$text"; } >"$work/text"
        mv "$work/text" "$folder/$text"
    done
    (cd "$work" && python3 -m zipfile -c "$out/$name.zip" "$name")
    echo "$out/$name.zip"
else
    tar -C "$work" --create --gzip --file "$out/$name.tar.gz" "$name"
    echo "$out/$name.tar.gz"
fi
