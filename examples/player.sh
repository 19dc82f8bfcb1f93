#!/bin/sh
# A player for Agon in plain shell: docs/players.md is the protocol. It answers every turn with the first legal move.
#
#     agon match gambit "cmd:sh examples/player.sh" random --games 20
while IFS= read -r line; do
    case $line in
    *'"event":"turn"'*)
        legal=${line#*'"legal":["'}
        printf '%s\n' "${legal%%\"*}"
        ;;
    esac
done
