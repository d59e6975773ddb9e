#!/usr/bin/env bash
# Builds the Debian package, checks that its programs are static, installs it, plays a game with the installed programs,
# and removes it. Refuses to run if a package of that name is installed. Needs root and rustup; installs cargo-deb if
# missing.
#
# Usage: deb.sh [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=${1:-target}
target=x86_64-unknown-linux-musl

fail() {
    echo "deb: $*" >&2
    exit 1
}

if dpkg-query -W guohe >/dev/null 2>&1; then
    fail "a package guohe is installed already"
fi
tests/e2e/packages.sh binutils musl-tools python3
command -v cargo-deb >/dev/null || cargo install --quiet --locked cargo-deb
rustup target add "$target"
cargo build --release --locked --workspace --exclude guohe-web --target "$target" --target-dir "$folder"
mkdir -p target
python3 .ci/release/notices.py "$target" guohe guohe-tools >target/THIRD-PARTY.txt
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; dpkg --remove guohe >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
CARGO_TARGET_DIR=$folder cargo deb --no-build --locked --target "$target" --output "$work/guohe.deb"
dpkg-deb --info "$work/guohe.deb"
dpkg-deb --contents "$work/guohe.deb"

# A program linked to the glibc of the build machine would not start on a Debian with an older one.
[ -z "$(dpkg-deb --field "$work/guohe.deb" Depends)" ] || fail "the package depends on another"
dpkg-deb --extract "$work/guohe.deb" "$work/files"
for program in guohe guohe-tools; do
    if readelf --program-headers --dynamic --wide "$work/files/usr/bin/$program" | grep -E 'INTERP|NEEDED'; then
        fail "$program needs a library of the system"
    fi
done

dpkg --install "$work/guohe.deb"
[ "$(command -v guohe)" = /usr/bin/guohe ] || fail "guohe is not /usr/bin/guohe"
guohe --version
guohe --config /usr/share/doc/guohe/engine.toml go depth 6
python3 tests/e2e/links.py /usr/share/doc/guohe src 'src/*' 'crates/*' 'docs/lab/*.csv'
python3 tests/e2e/engine/conversation.py /usr/bin/guohe
tests/e2e/engine/bench.sh guohe
# The menu's entry starts the board.
entry=/usr/share/applications/guohe.desktop
eval "exec $(sed -n 's/^Exec=//p' "$entry") --no-open" >"$work/board" &
board=$!
tests/e2e/systems/page_opens.sh "$work/board"
kill "$board"
guohe-tools arena --engine cmd=guohe name=one --engine cmd=guohe name=two --games 2 --depth 4
dpkg --purge guohe
if [ -e /usr/bin/guohe ] || [ -e /usr/bin/guohe-tools ] || [ -e /usr/share/doc/guohe ] || [ -e "$entry" ]; then
    fail "something is left of it"
fi
echo "deb: ok"
