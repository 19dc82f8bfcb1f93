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
            return chance.choice(list(subjects()))[1]


def things_text(chance: random.Random) -> str:
    return chance.choice(["size", "line", "seed", "x", "\ud800", "players", "forced-capture", ""])


def subjects() -> Iterator[tuple[str, Any]]:
    """One object of every class."""
    table = agon.Table("tic-tac-toe")
    yield "table", table
    yield "finished", agon.Table.replay("tic-tac-toe~seed=0~a1~a2~b1~b2~c1")
    yield "game", agon.game("tic-tac-toe")
    yield "player", agon.player("random")
    yield "opponent", agon.Opponent("tic-tac-toe", "random")
    yield "study", agon.Study("match", "tic-tac-toe", ["random", "random"], games=2)
    yield "batch", agon.Batch("tic-tac-toe", 2)
    yield "arrays", agon.Batch("tic-tac-toe", 2).arrays()
    yield "tree", agon.Tree("tic-tac-toe")
    yield from RESULTS.items()


def results() -> dict[str, Any]:
    """One object of each class that only answers: nothing can change them, so they are made once."""
    table = agon.Table.replay("tic-tac-toe~seed=0~a1~a2~b1~b2")
    end = agon.Table.replay("tic-tac-toe~seed=0~a1~a2~b1~b2~c1")
    report = agon.lab.table("tic-tac-toe", ["random", "easy"], games=2)
    # What they import is imported now: a package that is stopped in the middle of it is broken from then on.
    report.to_pandas(), report.to_polars(), agon.theory.cfr(agon.efg(table), iterations=1)
    agon.theory.equilibrium(agon.theory.payoffs(report))
    return {
        "option": agon.game("tic-tac-toe").options[0],
        "outcome": end.outcome,
        "reply": agon.best(table, "random"),
        "analysis": agon.analyse(table, seconds=0),
        "solution": agon.solve(table),
        "strong": agon.solve_all(table),
        "report": report,
        "trial": agon.lab.sprt("tic-tac-toe", "hard", "random", elo1=100),
        "numbering": agon.numbering("tic-tac-toe"),
        "block": agon.numbering("tic-tac-toe").blocks[0],
        "playouts": agon.playouts(table, 2),
        "efg": agon.efg(table),
        "payoffs": agon.theory.payoffs(report),
        "turn": agon.Turn("gambit", {}, 0, 2, 0, "8/XXXXXXXX/OOOOOOOO/8 0 -", ["d2xd4"], []),
    }


RESULTS = results()


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
        # A player that is served reads from the terminal.
        if callable(thing) and name != "serve_player" and not (inspect.isclass(thing) and issubclass(thing, BaseException)):
            found.append((name, thing))
    for module in (agon.lab, agon.theory):
        found += [(f"{module.__name__}.{name}", getattr(module, name)) for name in module.__all__]
    plain = set(dir(object))
    for name, subject in subjects():
        for method in dir(type(subject)):
            if method not in plain - {"__eq__", "__hash__", "__repr__", "__str__", "__reduce__"}:
                if callable(getattr(subject, method)):
                    found.append((f"{name}.{method}", getattr(subject, method)))
    return found


TARGETS = targets()


def attempt(name: str, call: Callable[..., Any], arguments: list[Any], named: dict[str, Any]) -> Exception | None:
    """Calls something; what it raises. A bug fails the test."""
    # Whatever comes late is caught further out.
    with suppress(Slow), hurried(), suppress(Slow):
        try:
            call(*arguments, **named)
        except agon.BugError as bug:
            pytest.fail(f"{name}(*{arguments!r}, **{named!r}) raised {bug!r}")
        except Slow:
            return None
        except Exception as why:
            return why
    return None


def test_everything_is_tried() -> None:
    classes = {name for name in agon.__all__ if inspect.isclass(thing := getattr(agon, name)) and not issubclass(thing, Exception)}
    tried = {type(subject).__name__ for _, subject in subjects()}
    # A file of blocks is tried by its class alone.
    assert classes - tried == {"Keep"}
    names = {name for name, _ in TARGETS}
    assert {"efg", "agon.lab.match", "batch.step", "Batch", "tree.apply", "agon.theory.cfr", "opponent.play"} <= names


@pytest.mark.parametrize("seed", range(12))
def test_garbage_raises_ordinary_exceptions(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Some texts are taken for names of files.
    monkeypatch.chdir(tmp_path)
    chance = random.Random(seed)
    keywords = ["seed", "position", "options", "size", "games", "viewer", "ply", "seconds", "nodes", "out", "actions"]
    keywords += ["threads", "players", "max_plies", "payoff", "vary", "partial", "names", "depth", "memory", "patience"]
    for name, call in chance.sample(TARGETS, len(TARGETS)):
        arguments = [things(chance) for _ in range(chance.randrange(5))]
        named = {chance.choice(keywords): things(chance) for _ in range(chance.choice([0, 0, 1, 2]))}
        if name == "Keep":
            arguments[:1] = [tmp_path / "kept"]
        attempt(name, call, arguments, named)
    assert agon.Table("tic-tac-toe").legal, "Agon goes on"


OWN = agon.Batch("tic-tac-toe", 2).arrays()
#: Calls that make sense, with all their arguments.
SENSIBLE: list[tuple[Callable[..., Any], list[Any], dict[str, Any]]] = [
    (agon.Table, ["tic-tac-toe"], {"seed": 1, "max_plies": 5, "payoff": "margin", "options": {"line": 3}, "size": 3}),
    (agon.Table, ["tic-tac-toe"], {"position": "3/3/3 0"}),
    (agon.Table.replay, ["tic-tac-toe~seed=0~a1"], {"max_plies": 5, "payoff": "outcome"}),
    (agon.Batch, ["tic-tac-toe", 2], {"seed": 1, "players": [None, "random"], "max_plies": 5, "payoff": "margin", "size": 3}),
    (agon.Tree, ["tic-tac-toe"], {"position": "3/3/3 0", "viewer": 0, "max_plies": 5, "payoff": "margin", "size": 3}),
    (agon.Study, ["match", "tic-tac-toe", ["random", "easy"]], {"games": 2, "seed": 1, "opening": 1, "patience": 1.0}),
    (agon.Opponent, ["tic-tac-toe", "easy"], {"options": {"size": 3}}),
    (agon.numbering, ["tic-tac-toe"], {"size": 3}),
    (agon.playouts, ["tic-tac-toe", 2], {"seed": 1, "size": 3}),
    (agon.player, ["easy"], {"seed": 1}),
    (agon.players, ["tic-tac-toe"], {"size": 3}),
    (agon.perft, ["tic-tac-toe", 2], {"size": 3}),
    (agon.divide, ["tic-tac-toe", 2], {"size": 3}),
    (agon.solve, ["tic-tac-toe"], {"seconds": 1.0, "nodes": 100, "memory": 1, "brief": True, "size": 3}),
    (agon.solve_all, ["tic-tac-toe"], {"seconds": 1.0, "nodes": 100, "memory": 1, "size": 3}),
    (agon.efg, ["tic-tac-toe"], {"nodes": 100, "payoff": "margin", "max_plies": 2, "names": True, "size": 3}),
    (agon.efg, ["tic-tac-toe", "tree.efg"], {"max_plies": 1}),
    (agon.lab.match, ["tic-tac-toe", "random", "easy"], {"games": 2, "threads": 1, "seed": 1, "opening": 1, "size": 3}),
    (agon.lab.table, ["tic-tac-toe", ["random", "easy"]], {"games": 2, "threads": 1, "on": "threads"}),
    (agon.lab.tournament, ["tic-tac-toe", ["random", "easy"]], {"games": 2, "threads": 1, "options": {"size": 3}}),
    (agon.lab.balance, ["tic-tac-toe", "random"], {"vary": {"size": [3, 4]}, "games": 2, "threads": 1}),
    (agon.lab.sprt, ["tic-tac-toe", "random", "easy"], {"elo0": 0.0, "elo1": 9.0, "alpha": 0.05, "beta": 0.05, "games": 4}),
    (agon.lab.prove, [agon.Table.replay("tic-tac-toe~seed=0~a1~a2~b1~b2")], {"threads": 1, "seconds": 1.0}),
    (agon.Arrays, [getattr(OWN, name) for name in ("observation", "mask", "turn", "reward", "done", "truncated")], {}),
    (agon.theory.equilibrium, [[[1, 0], [0, 1]]], {}),
    (agon.theory.Payoffs, [[[1, 0], [0, 1]], ["a", "b"], ["c", "d"]], {}),
]
METHODS: list[tuple[str, str, list[Any], dict[str, Any]]] = [
    ("table", "play", ["a1"], {"seat": 0}),
    ("table", "apply", [1], {}),
    ("table", "fork", [], {"ply": 0}),
    ("table", "action_of", ["a1"], {}),
    ("table", "move_of", [1], {}),
    ("table", "mask", [], {"out": numpy.zeros(9, bool)}),
    ("table", "observation", [], {"seat": 0, "out": numpy.zeros(20, numpy.float32)}),
    ("table", "view", [0], {"ply": 0}),
    ("table", "svg", ["spectator"], {"ply": 0, "names": ["A", "B"]}),
    ("opponent", "play", [agon.Table("tic-tac-toe")], {"seed": 1}),
    ("batch", "step", [numpy.zeros(2, numpy.int64)], {"out": OWN}),
    ("batch", "sample", [numpy.zeros(2, numpy.int64)], {}),
    ("batch", "reset", [], {"out": OWN, "seed": 1}),
    ("batch", "position", [0], {"viewer": 0}),
    ("batch", "legal", [0], {}),
    ("study", "play", [(0, 0, 0, 1)], {}),
    ("study", "play_all", [[(0, 0, 0, 1)]], {"seconds": 1.0}),
    ("study", "report", [[]], {"partial": True}),
    ("study", "run", [], {"threads": 1, "keep": "kept", "save": "saved", "progress": print}),
    ("tree", "apply", [0], {}),
    ("tree", "after", [[0, 1]], {}),
    ("tree", "information_state", [0], {}),
    ("tree", "resample", [0, 1], {}),
]


def test_one_wrong_argument_is_refused_in_our_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    chance, subject = random.Random(5), dict(subjects())
    foreign: list[str] = []
    calls = SENSIBLE + [(getattr(subject[name], method), given, named) for name, method, given, named in METHODS]
    for call, given, named in calls:
        name = getattr(call, "__qualname__", repr(call))
        for place in [*range(len(given)), *named]:
            for _ in range(12):
                wrong = things(chance)
                arguments, others = list(given), dict(named)
                if isinstance(place, int):
                    arguments[place] = wrong
                else:
                    others[place] = wrong
                why = attempt(name, call, arguments, others)
                # Ours, or what Python itself says of types and of files.
                if why is not None and not isinstance(why, (agon.AgonError, TypeError, OSError)):
                    foreign.append(f"{name} with {place}={wrong!r}: {why!r}")
    assert not foreign, "\n".join(foreign)


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
