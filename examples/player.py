#!/usr/bin/env python3
"""A player for Agon's lab, in any language: one JSON object a line comes in, one move a line goes out.

    agon match gambit "cmd:python3 examples/player.py" random --games 20

Three events come: "start" (game, options, seat, seats, seed), "turn" (seat, position as that seat
sees it, legal moves) and "end" (scores, winners). Only "turn" is answered, with one of the legal
moves. This one prefers captures, that is moves with an `x`, and else draws one.
"""
import json
import random
import sys


class Player:
    def start(self, event):
        # The same seed makes the same game again.
        self.random = random.Random(event["seed"])

    def turn(self, event):
        legal = event["legal"]
        captures = [move for move in legal if "x" in move]
        return self.random.choice(captures or legal)


def main():
    player = Player()
    for line in sys.stdin:
        event = json.loads(line)
        if event["event"] == "start":
            player.start(event)
        elif event["event"] == "turn":
            print(player.turn(event), flush=True)


if __name__ == "__main__":
    main()
