"""How fast the package is beside others, in one run: contenders take turns, and the best of several rounds counts.

    pip install open_spiel pettingzoo pygame ray      # those that are missing are left out
    AGON_PROGRAM=target/release/agon python python/bench/rates.py [one batch playouts ray]

Rates of this process are per second of its processor time, so that a busy machine disturbs them little; playouts are
compared with another process, `agon bench`, so they and Ray go by the clock, and need a machine that is idle.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable

import agon

ROUNDS = 7
SECONDS = 0.4
#: Games whose rate in a batch has an aim, in million plies for each processor second.
AIMS = {"tic-tac-toe": 8.0, "gambit": 4.0, "parity-twist": 1.5}


def rate(some: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """How often something is done in a second."""
    begin, done = clock(), 0
    while clock() - begin < SECONDS:
        done += some()
    return done / (clock() - begin)


def race(contenders: dict[str, Callable[[], int]]) -> dict[str, float]:
    """The best rate of each, in turns."""
    best = dict.fromkeys(contenders, 0.0)
    for _ in range(ROUNDS):
        for name, some in contenders.items():
            best[name] = max(best[name], rate(some))
    return best


def one() -> None:
    """Random games of tic-tac-toe, one at a time."""
    draw = random.Random(1).random
    contenders: dict[str, Callable[[], int]] = {}
    # Opened once, as OpenSpiel loads a game once; everybody draws an action in the same way.
    begin = agon.Table("tic-tac-toe")

    def play(table: agon.Table) -> int:
        while not table.over:
            actions = table.legal_actions
            table.apply(actions[int(draw() * len(actions))])
        return 1

    def texts() -> int:
        table = begin.fork()
        while not table.over:
            moves = table.legal
            table.play(moves[int(draw() * len(moves))])
        return 1

    contenders["agon.Table, numbers"] = lambda: play(begin.fork())
    contenders["the same, opened by its id"] = lambda: play(agon.Table("tic-tac-toe"))
    contenders["agon.Table, texts"] = texts
    try:
        import pyspiel

        game = pyspiel.load_game("tic_tac_toe")

        def openspiel() -> int:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
            return 1

        contenders["OpenSpiel tic_tac_toe"] = openspiel
    except ModuleNotFoundError:
        print("OpenSpiel is not installed")
    try:
        from pettingzoo.classic import tictactoe_v3

        env = tictactoe_v3.env()

        def pettingzoo() -> int:
            env.reset()
            for agent in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                else:
                    env.step(env.action_space(agent).sample(observation["action_mask"]))
            return 1

        contenders["PettingZoo tictactoe_v3"] = pettingzoo
    except (ImportError, ModuleNotFoundError) as why:
        print(f"PettingZoo's tictactoe_v3 is not installed: {why}")
    best = race(contenders)
    ours_rate = best["agon.Table, numbers"]
    print("\nrandom games of tic-tac-toe, one at a time: games for each processor second")
    for name, found in best.items():
        print(f"  {name:<28}{found:>12,.0f}   agon by numbers is {ours_rate / found:.2f} times as fast")


def batch() -> None:
    """Plies in batches of 256, observation and mask included."""
    contenders: dict[str, Callable[[], int]] = {}
    for game in agon.games():
        games = agon.Batch(game.id, 256, seed=1)
        games.reset()

        def step(games: agon.Batch = games) -> int:
            for _ in range(20):
                games.step_randomly()
            return 20 * 256

        contenders[game.id] = step
    print("\nbatches of 256 with observation and mask: million plies for each processor second")
    for name, found in race(contenders).items():
        aim = f"   aim {AIMS[name]}" if name in AIMS else ""
        print(f"  {name:<28}{found / 1e6:>12.2f}{aim}")


def playouts() -> None:
    """Whole random games in Rust, beside those of the command line."""
    program = os.environ.get("AGON_PROGRAM")
    if program is None:
        print("\nAGON_PROGRAM names no program, so playouts are not compared")
        return
    here, there = dict[str, float](), dict[str, float]()
    for _ in range(ROUNDS):
        said = subprocess.run([program, "bench", "--json", "--seconds", "0.2"], capture_output=True, check=True).stdout
        rows = json.loads(said)["rows"]
        for game in agon.games():
            # The first row of a game is the usual variant.
            row = next(row for row in rows if row["game"] == game.id)
            there[game.id] = max(there.get(game.id, 0.0), row["playouts_per_second"])
            table, seeds = agon.Table(game.id), iter(range(1 << 30))
            some = 2000 if row["playouts_per_second"] > 100_000 else 100

            def play(table: agon.Table = table, some: int = some) -> int:
                return agon.playouts(table, some, seed=next(seeds)).games

            here[game.id] = max(here.get(game.id, 0.0), rate(play, time.perf_counter))
    print("\nwhole random games: a second by the clock")
    for name, found in here.items():
        print(f"  {name:<28}{found:>12,.0f}   agon bench {there[name]:>12,.0f}   {found / there[name]:.2f}")


def ray() -> None:
    """The 36 cells of the policies of Primi Composti on a cluster of one worker and of two."""
    try:
        import ray as cluster
    except ModuleNotFoundError:
        print("\nRay is not installed")
        return
    policies = ["asc", "desc", "rand", "greedy_asc", "greedy_desc", "greedy_rand"]
    seconds: dict[int, float] = {}
    texts = set()
    for _ in range(2):
        for workers in (1, 2):
            cluster.init(num_cpus=workers, logging_level="error", log_to_driver=False, include_dashboard=False)
            # The workers are there, and have imported what they need, before the clock runs.
            agon.lab.table("primi-composti", policies, games=20, on="ray")
            begin = time.perf_counter()
            texts.add(agon.lab.table("primi-composti", policies, games=40_000, on="ray").text)
            seconds[workers] = min(seconds.get(workers, 1e9), time.perf_counter() - begin)
            cluster.shutdown()
    assert len(texts) == 1, "the report is the same on any number of workers"
    print("\nthe table of 36 cells on Ray, 1.44 million games: seconds by the clock")
    print(f"  one worker {seconds[1]:.1f}, two {seconds[2]:.1f}: {seconds[1] / seconds[2]:.2f} times as fast")


if __name__ == "__main__":
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for part in sys.argv[1:] or ["one", "batch", "playouts", "ray"]:
        {"one": one, "batch": batch, "playouts": playouts, "ray": ray}[part]()
