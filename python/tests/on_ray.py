"""What test_ray.py runs in a process of its own: studies on a real cluster of three nodes, one of which dies.

Prints what it found as JSON. Everything that Ray writes is below the folder that is given.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from pathlib import Path
from typing import Any, Literal

import ray
from ray.cluster_utils import Cluster
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

import agon
from agon import _ray

FOLDER = Path(sys.argv[1])
PLACES: list[Literal["threads", "ray"]] = ["threads", "ray"]
POLICIES = ["asc", "desc", "rand", "greedy_asc", "greedy_desc", "greedy_rand"]

#: A player in another program. The first time it is asked, it kills the process that has started it.
ASSASSIN = """
import json, os, pathlib, signal, sys
done = pathlib.Path(sys.argv[1])
for line in sys.stdin:
    event = json.loads(line)
    if event["event"] == "turn":
        if not done.exists():
            done.touch()
            os.kill(os.getppid(), signal.SIGKILL)
        print(event["legal"][0], flush=True)
"""


def forms(report: agon.Report) -> list[str]:
    return [report.text, report.csv, report.json, report.html]


def lost_so_far(messages: list[str]) -> int:
    return sum("a task was lost" in message for message in messages)


def main() -> dict[str, Any]:
    found: dict[str, Any] = {}
    messages: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: messages.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("agon.lab").addHandler(handler)

    size = {"num_cpus": 1, "object_store_memory": 80_000_000}
    cluster = Cluster(initialize_head=True, head_node_args=size)
    victim, _other = cluster.add_node(**size), cluster.add_node(**size)
    ray.init(address=cluster.address, logging_level="error", log_to_driver=False)
    cluster.wait_for_nodes()
    # Every node has a worker that is ready: otherwise the victim could die before it has anything to lose.
    ready = ray.remote(num_cpus=1)(lost_so_far)
    places = [NodeAffinitySchedulingStrategy(node["NodeID"], soft=False) for node in ray.nodes()]
    ray.get([ready.options(scheduling_strategy=place).remote([]) for place in places])

    # A node dies in the middle.
    study = agon.Study("table", "primi-composti", POLICIES, games=500, seed=3)
    here = forms(study.run(threads=1))
    keep, told = FOLDER / "keep", []

    def progress(played: int, games: int) -> None:
        told.append((played, games))
        if played > games // 4 and not found.get("killed"):
            found["killed"] = True
            cluster.remove_node(victim, allow_graceful=False)

    report = _ray.run(study, keep=keep, progress=progress, seconds=0.5)
    found["same_after_a_node_died"] = forms(report) == here
    found["told"] = [told[0], told[-1]]
    found["lost_with_the_node"] = lost_so_far(messages)
    lines = keep.read_text().splitlines()
    found["every_block_once"] = len(lines) == 1 + len(set(lines[1:])) == 1 + len(study.blocks())

    # The driver dies while it writes a line, and another one resumes.
    whole = keep.read_bytes()
    keep.write_bytes(whole[: len(whole) // 2])
    told.clear()
    report = agon.lab.table("primi-composti", POLICIES, games=500, seed=3, on="ray", keep=keep, progress=progress)
    found["same_after_resuming"] = forms(report) == here
    found["resumed_from"] = told[0]
    found["merged"] = forms(agon.lab.merge([keep])) == here

    # A worker dies in the middle of a game.
    program, done = FOLDER / "assassin.py", FOLDER / "done"
    program.write_text(ASSASSIN)
    players = (f"cmd:{sys.executable} {program} {done}", "random")
    before = lost_so_far(messages)
    report = agon.lab.match("tic-tac-toe", *players, games=4, patience=60.0, on="ray")
    found["lost_with_the_worker"] = lost_so_far(messages) - before
    found["same_after_a_worker_died"] = (
        done.exists() and forms(report) == forms(agon.lab.match("tic-tac-toe", *players, games=4, patience=60.0))
    )

    # Other studies, and proofs.
    tournament = [forms(agon.lab.tournament("tic-tac-toe", ["easy", "random"], games=40, on=on)) for on in PLACES]
    found["tournament"] = tournament[0] == tournament[1]
    vary = {"size": [3, 4]}
    balance = [forms(agon.lab.balance("tic-tac-toe", "easy", vary=vary, games=20, on=on)) for on in PLACES]
    found["balance"] = balance[0] == balance[1]
    table = agon.Table("parity-twist", position="1,9,4/.,2,6/3,.,. . 0 -")
    proof = agon.lab.prove(table, on="ray")
    found["proof"] = (proof.value, proof.moves) == (agon.solve(table).value, agon.solve(table).moves)
    try:
        agon.lab.prove(table, on="ray", seconds=-1.0)
    except agon.NumberError as why:
        found["refused"] = str(why)
    ray.shutdown()
    cluster.shutdown()
    return found


if __name__ == "__main__":
    # Only what is found goes to where it is read; Ray prints too.
    out = os.dup(1)
    os.dup2(2, 1)
    result = main()
    os.write(out, json.dumps(result).encode())
