#!/usr/bin/env bash
# Builds both programs for 64-bit Windows with the GNU linker and runs guohe.exe under Wine: conversation.py, and bench,
# whose node count must be that of the history. guohe-tools.exe then plays a game with it and reads the game. Needs Debian
# packages and rustup. Writes only to the target folder.
#
# Usage: windows.sh [TARGET-FOLDER]
set -euo pipefail
export PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "$0")/../../.."
folder=${1:-target}
target=x86_64-pc-windows-gnu

tests/e2e/packages.sh gcc-mingw-w64-x86-64 wine wine64 python3
rustup target add "$target"
cargo build --release --locked --workspace --exclude guohe-web --target "$target" --target-dir "$folder"
program=$folder/$target/release/guohe.exe
tools=$folder/$target/release/guohe-tools.exe

# A new Wine prefix, removed at the end together with all processes in it.
WINEPREFIX=$(mktemp -d)
export WINEPREFIX WINEDEBUG=-all LC_ALL=C.UTF-8
trap 'wineserver -k || true; rm -rf "$WINEPREFIX"' EXIT
wine wineboot --init >/dev/null 2>&1
# Rust's standard library takes random numbers from a library that Wine has only since version 9.
cat >"$WINEPREFIX/prng.c" <<'END'
#include <stddef.h>
unsigned char SystemFunction036(void *buffer, unsigned long length);
__declspec(dllexport) int ProcessPrng(unsigned char *buffer, size_t length) { return SystemFunction036(buffer, length); }
END
library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
[ -e "$library" ] || x86_64-w64-mingw32-gcc -O -shared -o "$library" "$WINEPREFIX/prng.c" -ladvapi32

wine "$program" --version
python3 tests/e2e/engine/conversation.py "$program" wine
tests/e2e/engine/bench.sh wine "$program"

games=$WINEPREFIX/棋谱
mkdir "$games"
wine "$tools" --version
wine "$tools" arena --engine "cmd=$program" name=one --engine "cmd=$program" name=two --each nodes=500 proto=ucci \
    --games 2 --strict --out "$games/对局.jsonl" --pgn "$games/对局.pgn"
wine "$tools" convert "$games/对局.pgn" --to xqf -o "$games/单局"
[ -s "$games/单局/对局-2.xqf" ] || { echo "windows: convert wrote no second game" >&2; exit 1; }
wine "$tools" diagram --help >/dev/null

# A double click on board.bat starts the board.
cp "$program" "$tools" .ci/release/board.bat "$games"
(cd "$games" && exec wine cmd /c board.bat >board.txt 2>&1) &
tests/e2e/systems/page_opens.sh "$games/board.txt"
echo "windows: ok"
