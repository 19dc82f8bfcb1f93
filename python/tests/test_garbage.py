"""Whatever is thrown at any function, it raises an ordinary exception and nothing breaks.

A panic of Rust would arrive as `pyo3_runtime.PanicException`, which is no `Exception`, or as our own `BugError`.
"""

import inspect
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import numpy
import pytest

import agon

TEXTS = ["", " ", "gambit", "tic-tac-toe", "x" * 5000, "\x00", "\ud800", "🂡", "~", "=", "a1", "-1", "referee", "spectator"]
TEXTS += ["margin", "outcome", "match", "{}", "[]", "cmd:", "mcts:time=1ms", "minimax:2", "hard", "random", "perfect"]
TEXTS += ["tic-tac-toe~seed=0~a1", "gambit~seed=99999999999999999999", "size=3", "a\nb", "%s%n", "../x", "3/3/3 0"]
NUMBERS = [0, 1, 2, 3, 9, -1, 255, 1 << 31, (1 << 63) - 1, 1 << 63, -(1 << 63), 1 << 64, 1 << 127, -(1 << 200), True]
FLOATS = [0.0, -0.0, 0.001, -1.0, 1e308, float("inf"), float("-inf"), float("nan")]


def things(chance: random.Random) -> Any:
    """Something that may or may not make sense."""
    kind = chance.randrange(12)
    match kind:
        case 0 | 1 | 2:
            return chance.choice(TEXTS)
        case 3 | 4:
            return chance.choice(NUMBERS)
        case 5:
            return chance.choice(FLOATS)
        case 6:
            return [things(chance) for _ in range(chance.randrange(3))]
        case 7:
            return {things_text(chance): things(chance) for _ in range(chance.randrange(2))}
        case 8:
            return chance.choice([None, object(), b"x", print, agon, agon.Table, ValueError(), 1j, (0, 0, 0, 1), range(3)])
        case 9:
            dtype: Any = chance.choice([numpy.float32, numpy.int64, numpy.int32, bool, object, "U3", "datetime64[s]"])
            shape = chance.choice([(), (0,), (2,), (2, 9), (2, 0), (1 << 10,), (2, 2, 2)])
            return numpy.zeros(shape, dtype)[:: chance.choice([1, -1])] if shape else numpy.zeros(shape, dtype)
        case 10:
            return numpy.int64(chance.randrange(-3, 10))
        case _:
            return chance.choice([good for _, good in subjects()])


def things_text(chance: random.Random) -> str:
    return chance.choice(["size", "line", "seed", "x", "\ud800", "players", "forced-capture", ""])


def subjects() -> Iterator[tuple[str, Any]]:
    """One object of every class."""
    table = agon.Table("tic-tac-toe")
    yield "table", table
    yield "finished", agon.Table.replay("tic-tac-toe~seed=0~a1~a2~b1~b2~c1")
    yield "game", agon.game("tic-tac-toe")
    yield "player", agon.player("random")
    yield "study", agon.Study("match", "tic-tac-toe", ["random", "random"], games=2)
    yield "batch", agon.Batch("tic-tac-toe", 2)
    yield "arrays", agon.Batch("tic-tac-toe", 2).arrays()
    yield "tree", agon.Tree("tic-tac-toe")


class Slow(Exception):
    """It would take too long, and was stopped as Ctrl-C stops it."""


@contextmanager
def hurried() -> Iterator[None]:
    """Work that takes longer than a moment is stopped."""

    def late(_: int, __: FrameType | None) -> None:
        raise Slow

    before = signal.signal(signal.SIGALRM, late)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        yield
    except Slow:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def targets() -> list[tuple[str, Callable[..., Any]]]:
    """Everything that can be called: functions, classes, methods of one object of each class."""
    found: list[tuple[str, Callable[..., Any]]] = []
    for name in agon.__all__:
        thing = getattr(agon, name)
        if callable(thing) and not (inspect.isclass(thing) and issubclass(thing, BaseException)):
            found.append((name, thing))
    for name in agon.lab.__all__:
        found.append((f"lab.{name}", getattr(agon.lab, name)))
    for name, subject in subjects():
        for method in dir(type(subject)):
            known = {"__init__", "__new__", "__class__", "__init_subclass__", "__subclasshook__", "__setattr__"}
            if method not in known and callable(getattr(subject, method)):
                found.append((f"{name}.{method}", getattr(subject, method)))
    return found


TARGETS = targets()


@pytest.mark.parametrize("seed", range(20))
def test_garbage_raises_ordinary_exceptions(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    keywords = ["seed", "position", "options", "size", "games", "viewer", "ply", "seconds", "nodes", "out", "actions"]
    keywords += ["threads", "players", "max_plies", "payoff", "vary", "partial", "names", "depth", "memory", "patience"]
    for _ in range(250):
        name, call = chance.choice(TARGETS)
        arguments = [things(chance) for _ in range(chance.randrange(5))]
        named = {chance.choice(keywords): things(chance) for _ in range(chance.choice([0, 0, 1, 2]))}
        if name == "Keep":
            arguments[:1] = [tmp_path / "kept"]
        # Whatever comes late is caught further out.
        with suppress(Slow), hurried(), suppress(Slow):
            try:
                call(*arguments, **named)
            except agon.BugError as bug:
                pytest.fail(f"{name}(*{arguments!r}, **{named!r}) raised {bug!r}")
            except Exception:
                continue
    assert agon.Table("tic-tac-toe").legal, "Agon goes on"


@pytest.mark.parametrize("seed", range(10))
def test_texts_change_nothing_where_they_are_refused(seed: int) -> None:
    chance = random.Random(seed)
    letters = "abc123xo~=/ -_*!⚀\x00\ud800"
    table = agon.Table("tic-tac-toe")
    table.play("b2")
    for _ in range(300):
        text = "".join(chance.choice(letters) for _ in range(chance.randrange(12)))
        before = table.record
        readers: list[Callable[[str], object]] = [
            agon.Table.replay,
            lambda text: agon.Table.replay("tic-tac-toe~" + text),
            lambda text: agon.Table("tic-tac-toe", position=text),
            agon.game,
            agon.Study.read,
            table.play,
            table.action_of,
        ]
        for read in readers:
            try:
                read(text)
            except agon.AgonError as why:
                assert not isinstance(why, agon.BugError) and "\n" not in str(why)
                assert table.record == before
            else:
                while table.ply > 1:
                    table.undo()
