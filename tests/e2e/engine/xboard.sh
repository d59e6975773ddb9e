#!/usr/bin/env bash
# Two copies of the engine play a whole game in XBoard, through uci2wb in UCCI mode, with pondering on.
#
# Usage: xboard.sh ENGINE
#
# Checks that the command of docs/frontends/xboard.md shows a wooden board, that the game ends by itself with a result in
# the saved file, that no move is refused, that no engine loses on time or exits, and that the engine ponders. A game that
# hangs because the adapter lost or garbled a move is played again. PYTHON names an interpreter that has pyffish, which
# replays the game.
set -euo pipefail

engine=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
work=$(mktemp -d)
xvfb=
xboard=
cleanup() {
    for process in $xboard $xvfb; do kill "$process" 2>/dev/null || true; done
    rm -rf "$work"
}
trap cleanup EXIT
fail() {
    echo "xboard: $*" >&2
    tail -n 60 "$work/xboard.debug" >&2 || true
    tail -n 15 "$work"/{first,second}.log >&2 || true
    exit 1
}
export PATH=$PATH:/usr/games
for tool in xboard uci2wb Xvfb import; do
    command -v "$tool" >/dev/null || { "$here/../packages.sh" xboard uci2wb xvfb imagemagick; break; }
done

# Each copy writes a log of its own, as its engine.toml says; so this file is tested, too.
for side in first second; do
    cat >"$work/$side.toml" <<EOF
hash = 32
[book]
randomness = "huge"
[log]
level = "debug"
file = "$work/$side.log"
EOF
    printf '#!/bin/sh\nexec "%s" --config "%s"\n' "$engine" "$work/$side.toml" >"$work/$side"
    chmod +x "$work/$side"
done

# Xvfb chooses a free display and prints its number.
mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp 3>"$work/display" 2>"$work/xvfb.log" &
xvfb=$!
read -r -t 20 number <"$work/display" || { cat "$work/xvfb.log" >&2; fail "no display"; }
export DISPLAY=:$number HOME=$work

# Without a settings file of its own XBoard would read and write that of the user, whatever HOME is.
# After the game XBoard shows the result and waits for the user. So this waits for the saved game as long as XBoard's
# debug file grows: both clocks together have 20 s, but flags do not fall, and a long endgame goes on. The status: 0 if
# the game ended by itself, 2 if it hung by a fault of the adapter, else 1.
play() {
    rm -f "$work"/{game.pgn,xboard.debug,first.log,second.log}
    : >"$work/settings"
    xboard -settingsFile "$work/settings" -saveSettingsOnExit false -variant xiangqi -mode TwoMachines -matchGames 1 \
        -fcp "uci2wb -x $work/first" -scp "uci2wb -x $work/second" -fd "$work" -sd "$work" \
        -timeControl 0:10 -timeIncrement 0 -ponderNextMove true -size 49 -popupMoveErrors false \
        -debug -nameOfDebugFile "$work/xboard.debug" -saveGameFile "$work/game.pgn" >"$work/xboard.out" 2>&1 &
    xboard=$!
    local waited=0 idle=0 size=0 last=0 ending=0
    until grep -q '^\[Result' "$work/game.pgn" 2>/dev/null; do
        kill -0 "$xboard" 2>/dev/null || fail "xboard ended without saving a game"
        if [ "$idle" -ge 30 ] || [ "$waited" -ge 240 ]; then
            # Tested before XBoard is killed: then delayed lines are passed on, and the game is saved.
            ending=1
            if adapter_lost_a_move; then ending=2; fi
            break
        fi
        sleep 1
        waited=$((waited + 1))
        size=$(stat -c %s "$work/xboard.debug" 2>/dev/null || echo 0)
        if [ "$size" = "$last" ]; then idle=$((idle + 1)); else idle=0; fi
        last=$size
    done
    sleep 1
    kill "$xboard" 2>/dev/null || true
    wait "$xboard" 2>/dev/null || true
    xboard=
    if [ "$ending" = 0 ] && "$python" "$here/replay.py" --misled "$work"/{xboard.debug,first.log,second.log}; then ending=2; fi
    return "$ending"
}

# Whether a game hangs by a fault of the adapter: uci2wb sometimes splits a line of XBoard ("otim 1760" once became
# "otim 176" and "0") and loses the next move. Then it reports a command that XBoard never sent, and the last command to
# an engine is to ponder. A line that arrives in two parts ("usermove " and "b2e2") may also give the adapter a wrong
# board: then the engine's move is legal in the position that it got, and XBoard refuses it (`replay.py --misled`).
adapter_lost_a_move() {
    grep -qE 'Error \(unknown command\): [0-9]+$' "$work/xboard.debug" || return 1
    local side
    for side in first second; do
        if grep -F 'DEBUG] > ' "$work/$side.log" | tail -n 1 | grep -qF '> go ponder'; then return 0; fi
    done
    return 1
}

# Runs the command of docs/frontends/xboard.md and checks that the board is wooden: on average more red than blue.
show() {
    local page=$here/../../../docs/frontends/xboard.md command warmth
    mkdir "$work/bin"
    ln -s "$engine" "$work/bin/guohe"
    : >"$work/settings"
    # The first block of the page.
    command=$(awk '/^```$/ { fences++; next } fences == 1' "$page" | sed 's/^xboard /exec xboard /')
    [ -n "$command" ] || fail "no command in $page"
    PATH=$work/bin:$PATH bash -c "$command -settingsFile '$work/settings' -saveSettingsOnExit false" \
        >"$work/xboard.out" 2>&1 &
    xboard=$!
    for _ in $(seq 40); do
        sleep 0.5
        import -window root "$work/shown.png"
        warmth=$(convert "$work/shown.png" -trim -format '%[fx:round(100*(mean.r-mean.b))]' info:)
        [ "$warmth" -lt 10 ] || break
    done
    [ "$warmth" -ge 10 ] || fail "the board of the page's command is not of wood: red exceeds blue by $warmth %"
    kill "$xboard"
    wait "$xboard" 2>/dev/null || true
    xboard=
}

show
for attempt in 1 2 3 4 5; do
    ending=0
    play || ending=$?
    case $ending in
        0) break ;;
        1) fail "the game hangs" ;;
    esac
    [ "$attempt" -lt 5 ] || fail "the adapter lost a move in every game"
    echo "xboard: uci2wb lost or garbled a move; another game"
done
cat "$work/game.pgn"

grep -q '^\[Variant "xiangqi"\]' "$work/game.pgn" || fail "not a game of xiangqi"
grep -qE '^\[Result "(1-0|0-1|1/2-1/2)"\]' "$work/game.pgn" || fail "the game has no result"
if grep -iE 'illegal move|forfeit|exited unexpectedly|tellusererror|resign|violation|protocol' "$work/game.pgn"; then
    fail "the game ended in disorder"
fi
if grep -iE 'illegal move|forfeits|exited unexpectedly|tellusererror|UCI violation' "$work/xboard.debug"; then
    fail "see the lines above"
fi
# XBoard restarts the first adapter once it knows the variant. After that uci2wb does not ponder, so only the other log
# shows pondering.
grep -q 'go ponder' "$work"/*.log || fail "no copy ever pondered"
grep -q 'ponderhit' "$work"/*.log || fail "no expected move was ever played"
"$python" "$here/replay.py" "$work/xboard.debug" "$work/game.pgn"
echo "xboard: ok"
