#!/usr/bin/env bash
# Does with these sources what OpenBench's worker does: builds the match runner and an engine by `make`, and plays games
# with them. worker.py describes the checks.
#
# Usage: worker.sh
set -euo pipefail
cd "$(dirname "$0")/../../.."
command -v make >/dev/null || tests/e2e/packages.sh make
trap 'rm -f fastchess Guohe-worker' EXIT
make -j CXX=g++
make -j EXE=Guohe-worker
python3 tests/e2e/engine/worker.py ./fastchess ./Guohe-worker
