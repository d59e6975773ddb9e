#!/usr/bin/env bash
# The count of bench on every path through the network that this processor has, and that of the build with debug assertions.
#
# Usage: simd.sh [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-target}
cargo build --quiet --release --locked --package guohe --target-dir "$folder"
cargo build --quiet --locked --package guohe --target-dir "$folder"
tried=()
for path in portable avx2 avx512 neon; do
    # A person is refused a path that is not here, with exit code 2.
    chosen=$({ GUOHE_SIMD=$path "$folder/release/guohe" eval 2>/dev/null || [ $? = 2 ]; } | sed -n 's/^network .*, //p')
    if [ "$chosen" = "$path" ]; then
        GUOHE_SIMD=$path tests/e2e/bench.sh "$folder/release/guohe" | sed "s/^/$path: /"
        tried+=("$path")
    else
        echo "$path: not here"
    fi
done
[ "${tried[0]:-}" = portable ] || { echo "simd: eval does not name the path that it takes" >&2; exit 1; }
tests/e2e/bench.sh "$folder/debug/guohe" | sed 's/^/debug: /'
echo "simd: ok"
