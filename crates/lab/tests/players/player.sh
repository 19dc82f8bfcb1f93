#!/bin/sh
# A player for the tests: it plays the first legal move, and does what its argument says wrong.
mode=$1
[ "$mode" = deaf ] && exec sleep 600
[ "$mode" = endless ] && exec cat /dev/zero
[ "$mode" = bytes ] && exec yes "$(printf '\377\376\033[2J')"
[ "$mode" = early ] && echo hello
while IFS= read -r line; do
    case $line in
    *'"event":"turn"'*)
        ply=${line#*'"ply":'}
        ply=${ply%%[!0-9]*}
        legal=${line#*'"legal":["'}
        move=${legal%%\"*}
        if [ "$ply" -ge 4 ]; then
            case $mode in
            crash) echo "what happened:" >&2; echo "out of ideas at ply $ply" >&2; exit 3 ;;
            garbage) move=xyzzy ;;
            late) exec sleep 600 ;;
            silent) move= ;;
            closed) exec >&- ;;
            esac
        fi
        [ "$mode" = noisy ] && echo "thinking about ply $ply" >&2
        printf '%s\n' "$move"
        [ "$mode" = chatty ] && printf '%s\n' "$move"
        ;;
    *'"event":"news"'*) [ "$mode" = curious ] && echo what ;;
    *'"event":"start"'*)
        case $line in *'"seed":3,'*|*'"seed":3}'*) [ "$mode" = oneshot ] && [ -n "$begun" ] && exit 4 ;; esac
        begun=yes
        ;;
    esac
done
[ "$mode" = stubborn ] && exec sleep 600
[ "$mode" = badly ] && exit 7
exit 0
