#!/bin/sh
# A tiny UCCI or UCI engine for the arena's tests. It knows no rules: from the usual start its rooks step to and fro, so
# that the game is drawn at ply 8. $1 says how it misbehaves, from ply 2 on if not at once; $2, if given, is a file for what
# it hears.
# It may be started as a program of its own, too.
mode=$1 log=${2:-/dev/null}
ply=0 waiting=

answer() {
    score=1
    case $((ply % 4)) in
        0) move=a0a1 reply=a9a8 ;;
        1) move=a9a8 reply=a1a0 ;;
        2) move=a1a0 reply=a8a9 ;;
        3) move=a8a9 reply=a0a1 ;;
    esac
    if [ "$mode" = ranks ] || [ "$mode" = mute ]; then
        # Its board is counted from 1.
        case $move in a0a1) move=a1a2 ;; a9a8) move=a10a9 ;; a1a0) move=a2a1 ;; a8a9) move=a9a10 ;; esac
        echo "info depth 3 score mate 0 lowerbound nodes 7 pv $move"
        echo "bestmove $move"
        return
    fi
    case $mode in
        # From 4k4/1R7/9/9/9/9/9/R8/9/3K5 w it mates with ply 3, and says only then that it wins.
        mates)
            case $ply in 0) set -- 1 a2a3 ;; 1) set -- -900 e9f9 ;; *) set -- 900 a3a9 ;; esac
            printf 'info depth 2 score %s pv %s\nbestmove %s\n' "$1" "$2" "$2"
            return ;;
        # It gives up although its last move mates.
        humble)
            case $ply in 0) move=a2a3 ;; 1) move=e9f9 ;; *) move='a3a9 resign' ;; esac
            echo "bestmove $move"
            return ;;
        # Answers twice. Its second answer comes when it is to move again; with ranks from 1 it would be legal.
        twice)
            if [ $((ply % 2)) = 0 ]; then move2=a2a1; else move2=a9a10; fi
            printf 'bestmove %s\nbestmove %s\n' $move $move2
            return ;;
        hang) while :; do sleep 1; done ;;
        flood) exec yes ;;
        # Gives the arena time to hear what its opponent says out of turn.
        calm) sleep 0.3 ;;
        # Answers when it is told to stop, since its time is over.
        late | old) read -r line ;;
        # Answers after its time, and by itself.
        tardy) sleep 0.4 ;;
        # Moves once an opponent of mode "early" has answered, and what it said has been heard. Before the first move and the
        # last nobody ponders.
        slow)
            if [ "$ply" -gt 0 ] && [ "$ply" -lt 7 ]; then
                until rm "${log%/*}/early" 2>/dev/null; do sleep 0.05; done
                sleep 0.3
            fi ;;
    esac
    if [ "$ply" -ge 2 ]; then
        case $mode in
            crash) echo "boom" >&2; exit 3 ;;
            # Only the first of its processes crashes.
            unlucky) if mkdir "$log.crashed" 2>/dev/null; then exit 3; fi ;;
            patient) sleep 60 ;;
            illegal) echo "bestmove e0e5"; return ;;
            garbage) echo "bestmove me"; return ;;
            none) echo "nobestmove"; return ;;
            resign) echo "bestmove $move resign"; return ;;
            resigns) echo "bestmove resign"; return ;;
            badpv) echo "info depth 1 score 5 pv $move $move" ;;
            otherpv)
                if [ $((ply % 2)) = 0 ]; then move2=b0c2; else move2=b9c7; fi
                printf 'info depth 1 score 5 pv %s\nbestmove %s\n' $move2 $move
                return ;;
            liar) for depth in 1 2; do echo "info depth $depth score 9999 pv $move"; done ;;
            guess) if [ $((ply % 2)) = 0 ]; then reply=i9i8; else reply=i0i1; fi ;;
            badguess) reply=e0e9 ;;
            lost) score=-900 ;;
            won) score=900 ;;
        esac
    fi
    echo "info depth 2 score $score nodes 10 pv $move"
    echo "bestmove $move ponder $reply"
    # What it says after its move is no variation of the next position.
    if [ "$mode" = trailing ]; then echo 'info depth 9 score 5 pv e0e9'; fi
    case $mode in dies | mortal) if [ "$ply" -ge 6 ]; then exit 3; fi ;; esac
}

# The processors that it was given (Linux).
if [ "$mode" = bound ]; then grep Cpus_allowed_list: /proc/self/status >> "$log"; fi
while read -r line; do
    echo "$line" >> "$log"
    # Some day it can be started no more.
    if [ "$mode" = mortal ] && [ "$line" = ucci ] && [ "$(grep -c '^ucci$' "$log")" -gt 3 ]; then exit 4; fi
    case $line in
        # It has no options.
        ucci) if [ "$mode" = old ]; then echo ucciok; continue; fi
            [ "$mode" = ranks ] || [ "$mode" = mute ] || [ "$mode" = chess ] || printf 'id name %s\noption usemillisec type check default true\noption newgame type button\noption width type spin min 0 max 100 default 50\noption net type string\noption evalfile type string\nucciok\n' "$([ "$mode" = won ] && echo Other || echo Fake)" ;;
        uci)
            variants='var chess var xiangqi'
            # One that counts from 1 and does not announce variants is "mute"; "chess" knows none but chess.
            if [ "$mode" = chess ]; then variants='var chess'; fi
            [ "$mode" = mute ] || printf 'some banner\nid name Fake\noption name UCI_Variant type combo default chess %s\n' "$variants"
            echo uciok ;;
        setoption\ net*) echo "info message network not found: ${line#setoption net }" ;;
        isready)
            if [ "$mode" = grumpy ]; then echo 'info string large pages failed, using standard pages'; fi
            echo readyok ;;
        position*moves*) set -- ${line#*moves}; ply=$# ;;
        position*) ply=0 ;;
        go\ ponder*) if [ "$mode" = early ]; then answer; touch "${log%/*}/early"; else waiting=1; fi ;;
        go*) answer ;;
        ponderhit | stop)
            # It does not stop at once.
            if [ "$mode$line" = guessstop ]; then sleep 0.1; fi
            if [ -n "$waiting" ]; then waiting=; answer; fi ;;
        quit) exit 0 ;;
    esac
done
