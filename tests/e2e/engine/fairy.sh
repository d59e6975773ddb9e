#!/usr/bin/env bash
# Twenty games against fairy-stockfish in UCCI mode at 100 ms a move, colours alternating.
#
# Usage: fairy.sh ENGINE TOOLS [GAMES]
#
# The arena of guohe-tools is the referee: it checks every move by guohe's rules, and replays every PV and announced mate.
# It ends with status 1 if an engine makes an illegal move or none, crashes, hangs or loses on time. The engine varies the
# games by its book. PYTHON names an interpreter that has pyffish, by whose rules the games are judged again.
set -euo pipefail

engine=$(realpath "$1")
tools=$(realpath "$2")
games=${3:-20}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH=$PATH:/usr/games
command -v fairy-stockfish >/dev/null || "$(dirname "$0")/../packages.sh" fairy-stockfish
fairy=$(command -v fairy-stockfish)

# Two games at a time, since a CI runner has two cores. The margin is for delays by a busy machine.
timeout 900 "$tools" arena \
    --engine "cmd=$engine" name=guohe proto=ucci option.usebook=true option.randomness=huge option.hashsize=64 \
    --engine "cmd=$fairy" name=fairy proto=ucci \
    --games "$games" --movetime 100 --margin 1000 --concurrency 2 --natural-limit 50 \
    --out "$work/games.jsonl" --pgn "$work/games.pgn" || {
    status=$?
    echo "fairy: the arena ended with status $status" >&2
    tail -n 40 "$work/games.pgn" >&2 || true
    exit 1
}
played=$(grep -c '^\[Result "' "$work/games.pgn" || true)
if [ "$played" -ne "$games" ]; then
    echo "fairy: $played games were played, not $games" >&2
    exit 1
fi
red=$(grep -c '^\[Red "guohe"\]' "$work/games.pgn" || true)
if [ "$((red * 2))" -ne "$games" ]; then
    echo "fairy: guohe had Red in $red of $games games" >&2
    exit 1
fi
"${PYTHON:-python3}" "$(dirname "$0")/referee.py" "$work/games.jsonl" guohe
echo "fairy: ok"
