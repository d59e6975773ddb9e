#!/usr/bin/env bash
# Checks the node count of bench with each instruction set of GUOHE_SIMD that this processor supports, and in the build
# with debug assertions. Also checks that the portable code is vectorised: valgrind counts the instructions of the
# evaluation, which are compared with those of AVX2, whose vectors are twice as long.
#
# Usage: simd.sh [TARGET-FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=${1:-target}
tests/e2e/packages.sh valgrind
cargo build --quiet --release --locked --package guohe --target-dir "$folder"
cargo build --quiet --locked --package guohe --target-dir "$folder"
tried=()
for path in portable avx2 avx512; do
    # On the command line an unsupported instruction set is an error with exit status 2.
    chosen=$({ GUOHE_SIMD=$path "$folder/release/guohe" eval 2>/dev/null || [ $? = 2 ]; } | sed -n 's/^network .*, //p')
    if [ "$chosen" = "$path" ]; then
        GUOHE_SIMD=$path tests/e2e/engine/bench.sh "$folder/release/guohe" | sed "s/^/$path: /"
        tried+=("$path")
    else
        echo "$path: not supported here"
    fi
done
[ "${tried[0]:-}" = portable ] || { echo "simd: eval does not name its instruction set" >&2; exit 1; }
# Linux names what an x86-64 processor has.
has() { for flag in "$@"; do grep -qw "$flag" /proc/cpuinfo || return 1; done; }
missed() { echo "simd: this processor has $1, and it is not used" >&2; exit 1; }
! has avx2 || [[ " ${tried[*]} " == *" avx2 "* ]] || missed avx2
! has avx512f avx512bw || [[ " ${tried[*]} " == *" avx512 "* ]] || missed avx512
tests/e2e/engine/bench.sh "$folder/debug/guohe" | sed 's/^/debug: /'

# Instructions of the evaluation in the first four positions of bench.
instructions() {
    GUOHE_SIMD=$1 valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        --toggle-collect='guohe::eval::nnue::accumulator::Evaluator::evaluate*' "$folder/release/guohe" bench 4 2>&1 >/dev/null |
        sed -n 's/.*Collected : //p'
}
if [[ " ${tried[*]} " == *" avx2 "* ]]; then
    portable=$(instructions portable) avx2=$(instructions avx2)
    echo "instructions of the evaluation: portable $portable, avx2 $avx2"
    # Vectorised code takes 1.5 times as many as AVX2; scalar code took 4.3 times as many.
    ((avx2 > 1000000 && portable < 2 * avx2 + avx2 / 2)) || { echo "simd: the portable code takes too many instructions" >&2; exit 1; }
fi
echo "simd: ok"
