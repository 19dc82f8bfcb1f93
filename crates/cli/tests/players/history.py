"""A player for the tests, written from docs/players.md alone: it checks what it is told, and complains by its exit code."""
import json
import random
import sys


def check(true, what):
    if not true:
        sys.exit(f"not as the page says: {what}")


def main():
    game = None
    for line in sys.stdin:
        event = json.loads(line)
        kind = event["event"]
        if kind == "start":
            check(event["protocol"] == 1, "protocol")
            check(0 <= event["seat"] < event["seats"], "seat")
            check(0 <= event["seed"] < 2**64, "seed")
            check(all(isinstance(value, (int, bool, str)) for value in event["options"].values()), "options")
            game, chance, known = event, random.Random(event["seed"]), []
        elif kind == "turn":
            check(game is not None, "a turn before any start")
            check(event["seat"] == game["seat"], "the seat of the turn")
            check(event["ply"] == len(event["history"]), "ply")
            check(event["legal"] == sorted(event["legal"]) and event["legal"], "legal")
            check(len(set(event["legal"])) == len(event["legal"]), "a move twice")
            check(event["clock"]["move_ms"] > 0, "the clock")
            check(isinstance(event["position"], str), "position")
            made = [(step["seat"], step["move"]) for step in event["history"]]
            check(all(0 <= seat < game["seats"] for seat, _ in made), "the seats of the history")
            check(made[: len(known)] == known, "what was known is still so")
            move = chance.choice(event["legal"])
            known = made + [(game["seat"], move)]
            print(move, flush=True)
        elif kind == "end":
            check(len(event["scores"]) == game["seats"], "scores")
            check(event["winners"] and all(0 <= seat < game["seats"] for seat in event["winners"]), "winners")
            game = None


main()
