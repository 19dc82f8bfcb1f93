#!/usr/bin/env python3
"""A small agent that learns a game by playing against itself, in jax: Monte Carlo control with action masks.

    pip install jax optax
    python3 examples/selfplay.py gambit --rounds 50 --out gambit.npz

A network of two layers looks at what the seat to move sees and says of every action what the game will be worth to that
seat, from -1 to 1. Both seats draw among the actions that the mask allows, at first all alike, then more and more those
that promise most. Whatever was done is compared with how the game ended: that is all there is to learn from, so nothing
here knows the rules. The agent itself then takes the most promising action; trained.py plays with what is learned.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import optax

import agon

#: The weights: a matrix and a vector for each layer.
Network = list[tuple[jax.Array, jax.Array]]

GAMES = 512  # at once; more do not fit into the cache
PLIES = 64  # of each of them in a round: several whole games of Gambit
MINIBATCH = 1024
STEPS = 20  # minibatches in a round


def network(sizes: list[int], key: jax.Array) -> Network:
    """A new network with layers of these sizes; at first it promises nothing of any action."""
    keys = jax.random.split(key, len(sizes) - 1)
    pairs = list(zip(sizes, sizes[1:]))
    scales = [(2 / entering) ** 0.5 for entering, _ in pairs[:-1]] + [0.0]
    return [
        (jax.random.normal(key, pair) * scale, jnp.zeros(pair[1]))
        for key, pair, scale in zip(keys, pairs, scales)
    ]


def values(weights: Network, observation: jax.Array) -> jax.Array:
    """What every action is worth to the seat that sees this."""
    x = observation
    for matrix, vector in weights[:-1]:
        x = jax.nn.relu(x @ matrix + vector)
    matrix, vector = weights[-1]
    return jnp.tanh(x @ matrix + vector)


@jax.jit
def draw(weights: Network, observation: jax.Array, mask: jax.Array, sharpness: jax.Array, key: jax.Array) -> jax.Array:
    """A legal action for every game; the sharper, the more often the one that promises most."""
    promise = jnp.where(mask, sharpness * values(weights, observation), -jnp.inf)
    return jax.random.categorical(key, promise)


@jax.jit
def best(weights: Network, observation: jax.Array, mask: jax.Array) -> jax.Array:
    """The legal action that promises most, for every game."""
    return jnp.where(mask, values(weights, observation), -jnp.inf).argmax(axis=-1)


class Rollout:
    """Many games in step: what was seen, done and won in a round, in arrays that the games write into."""

    def __init__(self, game: str, seed: int) -> None:
        self.batch = agon.Batch(game, GAMES, seed=seed)
        numbers = (PLIES + 1, GAMES)
        self.observation = np.zeros((*numbers, self.batch.size), np.float32)
        self.mask = np.zeros((*numbers, self.batch.actions), bool)
        self.turn = np.zeros(numbers, np.int32)
        self.reward = np.zeros((*numbers, self.batch.seats), np.float32)
        self.done, truncated = np.zeros(numbers, bool), np.zeros(numbers, bool)
        self.action = np.zeros((PLIES, GAMES), np.int64)
        every = (self.observation, self.mask, self.turn, self.reward, self.done, truncated)
        self.rows = [agon.Arrays(*(array[ply] for array in every)) for ply in range(PLIES + 1)]
        self.batch.reset(self.rows[0])

    def play(self, choose: Callable[[np.ndarray, np.ndarray], jax.Array]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Goes on with every game, and returns what was seen, what was done, and what it turned out to be worth."""
        for ply in range(PLIES):
            self.action[ply] = choose(self.observation[ply], self.mask[ply])
            self.batch.step(self.action[ply], self.rows[ply + 1])
        # From the end back: the result of a game belongs to every decision before it.
        worth, known = np.zeros((PLIES, GAMES), np.float32), np.zeros((PLIES, GAMES), bool)
        result, ended = np.zeros((GAMES, self.batch.seats), np.float32), np.zeros(GAMES, bool)
        games = np.arange(GAMES)
        for ply in reversed(range(PLIES)):
            done = self.done[ply + 1]
            result[done] = self.reward[ply + 1][done]
            ended |= done
            worth[ply], known[ply] = result[games, self.turn[ply]], ended
        if not known.any():
            raise ValueError(f"no game of {self.batch.game} has ended within {PLIES} plies, so there is nothing to learn")
        # Games that are not over yet teach nothing.
        examples = self.observation[:-1][known], self.action[known], worth[known]
        for array in (self.observation, self.mask, self.turn):
            array[0] = array[-1]
        return examples


def train(
    game: str = "gambit",
    *,
    rounds: int = 50,
    seed: int = 1,
    width: int = 256,
    rate: float = 2e-3,
    sharpest: float = 12.0,
    tell: Callable[[int, Network], object] | None = None,
) -> Network:
    """Learns by self-play; `tell` hears the number of each round and the network after it."""
    rollout = Rollout(game, seed)
    key, first = jax.random.split(jax.random.key(seed))
    weights = network([rollout.batch.size, width, width, rollout.batch.actions], first)
    decay = optax.cosine_decay_schedule(rate, max(rounds, 1) * STEPS)
    optimizer = optax.adam(decay)
    memory = optimizer.init(weights)

    def loss(weights: Network, seen: jax.Array, done: jax.Array, worth: jax.Array) -> jax.Array:
        promised = jnp.take_along_axis(values(weights, seen), done[:, None], axis=1)[:, 0]
        return jnp.mean((promised - worth) ** 2)

    @partial(jax.jit, donate_argnums=(0, 1))
    def learn(weights: Network, memory: optax.OptState, *examples: jax.Array) -> tuple[Network, optax.OptState]:
        """One pass over the examples of a round, a minibatch at a time."""

        def step(
            state: tuple[Network, optax.OptState], some: tuple[jax.Array, ...]
        ) -> tuple[tuple[Network, optax.OptState], None]:
            weights, memory = state
            updates, memory = optimizer.update(jax.grad(loss)(weights, *some), memory)
            return (optax.apply_updates(weights, updates), memory), None

        return jax.lax.scan(step, (weights, memory), examples)[0]

    chance = np.random.default_rng(seed)
    for number in range(rounds):
        sharpness = jnp.float32(sharpest * number / max(rounds - 1, 1))
        key, this = jax.random.split(key)
        draws = iter(jax.random.split(this, PLIES))
        current = weights
        examples = rollout.play(lambda seen, mask: draw(current, seen, mask, sharpness, next(draws)))
        # Always as many minibatches, so that jax compiles once.
        order = np.resize(chance.permutation(len(examples[0])), (STEPS, MINIBATCH))
        weights, memory = learn(weights, memory, *(array[order] for array in examples))
        if tell is not None:
            tell(number + 1, weights)
    return weights


def score(weights: Network, game: str, opponent: str, *, games: int = 500, seed: int = 7) -> float:
    """The share of points that the agent makes against one of Agon's players, in every seat alike."""
    points = 0.0
    for seat in (0, 1):
        players = [None if place == seat else opponent for place in (0, 1)]
        batch = agon.Batch(game, games // 2, seed=seed, players=players)
        out, first = batch.reset(), np.full(games // 2, np.nan)
        while np.isnan(first).any():
            out = batch.step(np.asarray(best(weights, out.observation, out.mask), np.int64))
            # Every place counts once, so that long games count as much as short ones.
            new = out.done & np.isnan(first)
            first[new] = out.reward[new, seat]
        points += float((first + 1).sum()) / 2
    return points / (2 * (games // 2))


def save(weights: Network, path: str) -> None:
    """Writes what is learned into a file of numpy, which trained.py reads."""
    np.savez(path, *(np.asarray(array) for layer in weights for array in layer))


def main() -> None:
    parser = argparse.ArgumentParser(description="Learns a game for two by self-play.")
    parser.add_argument("game", nargs="?", default="gambit")
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--opponent", default="medium", help="who it is measured against")
    parser.add_argument("--out", default="trained.npz")
    arguments = parser.parse_args()
    begin = time.monotonic()

    def tell(number: int, weights: Network) -> None:
        if number % 10 == 0 or number == arguments.rounds:
            points = score(weights, arguments.game, arguments.opponent)
            print(f"round {number}, {time.monotonic() - begin:.0f} s: {points:.0%} of the points against "
                  f"{arguments.opponent}", flush=True)

    weights = train(arguments.game, rounds=arguments.rounds, seed=arguments.seed, width=arguments.width, tell=tell)
    save(weights, arguments.out)


if __name__ == "__main__":
    main()
