#!/usr/bin/env bash
# What OpenBench's worker does with these sources: builds the match runner and an engine by `make`, and plays games with
# them. worker.py says what is shown.
#
# Usage: worker.sh
set -euo pipefail
cd "$(dirname "$0")/../../.."
trap 'rm -f fastchess Guohe-worker' EXIT
make -j CXX=g++
make -j EXE=Guohe-worker
python3 tests/e2e/engine/worker.py ./fastchess ./Guohe-worker
