"""What every test has: the games, a covering set of variants, and random games that are always the same."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Callable, Iterator

import pytest

import agon

#: The options of a variant.
Options = dict[str, str | int | bool]

# Reports carry the date: here it is always the same, at midnight too.
os.environ.setdefault("SOURCE_DATE_EPOCH", "1763391248")

GAMES = [game.id for game in agon.games()]


def covering(game: agon.Game) -> list[Options]:
    """The usual variant, and then whichever adds most until every option has had every value."""
    chosen, *rest = game.variants()
    missing = {(option.name, value) for option in game.options for value in option.values} - set(chosen.items())
    variants = [chosen]
    while missing:
        variants.append(max(rest, key=lambda variant: len(missing & set(variant.items()))))
        missing -= set(variants[-1].items())
    return variants


#: With AGON_ALL_VARIANTS=1 there are all 408 of them.
ALL = os.environ.get("AGON_ALL_VARIANTS") == "1"
VARIANTS = [(game.id, options) for game in agon.games() for options in (game.variants() if ALL else covering(game))]


def name_of(value: object) -> str | None:
    """What a variant is called in a test's name."""
    if isinstance(value, dict):
        return ",".join(f"{key}={value}" for key, value in value.items()) or "only"
    return None


each_game = pytest.mark.parametrize("game", GAMES)
each_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=name_of)


def finish(table: agon.Table, seed: int = 0, plies: int = 400) -> agon.Table:
    """Plays at random to the end, or for so many plies."""
    chance = random.Random(seed)
    while not table.over and table.ply < plies:
        table.play(chance.choice(table.legal))
    return table


@pytest.fixture
def program() -> Callable[..., str]:
    """The command line, built by `cargo xtask test`: its answers are compared with ours."""
    path = os.environ.get("AGON_PROGRAM")
    if path is None:
        pytest.skip("AGON_PROGRAM names no program to compare with; `cargo xtask test` sets it")

    def run(*arguments: str) -> str:
        done = subprocess.run([path, *arguments], capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else done.stderr.strip().removeprefix("agon: ")

    return run


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of our own, on any free port."""
    path = os.environ.get("AGON_PROGRAM")
    if path is None:
        pytest.skip("AGON_PROGRAM names no program that serves; `cargo xtask test` sets it")
    data = tmp_path_factory.mktemp("server")
    words = [path, "serve", "--port", "0", "--data", str(data), "--no-limits", "--bots", "1"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()
