#!/usr/bin/env python3
"""Plays with what selfplay.py has learned; it needs no jax.

    agon match gambit 'trained=cmd:python3 examples/trained.py gambit.npz' medium --games 100
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

import agon


def load(path: str) -> Callable[[agon.Turn], int]:
    """A player that takes the action which promises most, by the network in a file."""
    with np.load(path) as file:
        arrays = [file[name] for name in file.files]
    layers = list(zip(arrays[::2], arrays[1::2]))

    def choose(turn: agon.Turn) -> int:
        table = turn.table()
        x = table.observation()
        for matrix, vector in layers[:-1]:
            x = np.maximum(x @ matrix + vector, 0)
        matrix, vector = layers[-1]
        # Without the last step of the network, which changes no order.
        return int(np.where(table.mask(), x @ matrix + vector, -np.inf).argmax())

    return choose


if __name__ == "__main__":
    agon.serve_player(load(sys.argv[1]))
