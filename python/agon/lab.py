"""Measuring by playing: matches, tables, tournaments, balances and sequential tests.

A report is the same to the byte as what the command line prints with the same arguments, on any number of threads.
Players are named as everywhere (`agon.players` lists them); `cmd:PROGRAM` is another program.

With `on="ray"` the games are played on a Ray cluster: the one that `ray.init(…)` has connected to or that the variable
`RAY_ADDRESS` names, or else one on this machine for as long as the call takes. Agon must be installed on all its nodes.
Workers and nodes may come and go: what was played on those that die is played again, and the report is the same to the
byte. `keep` is a file on this machine, from which a study resumes wherever it began. `progress=True` shows how far a study
is.

>>> import agon
>>> report = agon.lab.table("tic-tac-toe", ["hard", "random"], games=50)
>>> report.columns
['first', 'second', 'games', 'win_first', 'win_first_low', 'win_first_high', 'tie', 'win_second', 'length']
>>> report.provenance["command"]
'agon table tic-tac-toe --players hard,random --set size=3 --set line=3 --games 50 --seed 0'
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from operator import index
from os import PathLike
from typing import Any, Literal

from . import _ray
from ._agon import NumberError, Report, SolveError, Study, StudyError, Table, TrialResult, solve
from ._agon import merge as _merge
from ._agon import sprt as _sprt

__all__ = ["Proof", "balance", "match", "merge", "prove", "sprt", "table", "tournament"]

#: A value of an option: a word, a whole number, or yes and no.
Value = str | int | bool
#: Called now and then with the games played and all games.
Progress = Callable[[int, int], object]
#: Where games are played: on threads of this machine, or on a Ray cluster.
Place = Literal["threads", "ray"]


def match(
    game: str,
    first: str,
    second: str,
    *,
    games: int = 1000,
    on: Place = "threads",
    threads: int | None = None,
    keep: str | PathLike[str] | None = None,
    save: str | PathLike[str] | None = None,
    progress: Progress | bool | None = None,
    **arguments: Any,
) -> Report:
    """One player against another, in every seat alike.

    `seed`, `opening` (random plies at the start of each game) and `openings` (a book: records or positions) are those of
    `agon.Study`; every other keyword is an option of the game. All seatings of an opening are played together, so that
    `games` is rounded up to whole rounds. A file of `keep` is extended by asking for more games.

    >>> import agon
    >>> agon.lab.match("gambit", "easy", "random", games=20).rows[-1]["games"]
    20
    """
    study = Study("match", game, [first, second], games=games, **arguments)
    return _run(study, on, threads, keep, save, progress)


def table(
    game: str,
    players: Sequence[str],
    *,
    games: int = 1000,
    on: Place = "threads",
    threads: int | None = None,
    keep: str | PathLike[str] | None = None,
    save: str | PathLike[str] | None = None,
    progress: Progress | bool | None = None,
    **arguments: Any,
) -> Report:
    """Every seating of the players: for two, each in the first seat against each in the second; `games` for each cell."""
    study = Study("table", game, list(players), games=games, **arguments)
    return _run(study, on, threads, keep, save, progress)


def tournament(
    game: str,
    players: Sequence[str],
    *,
    games: int = 1000,
    on: Place = "threads",
    threads: int | None = None,
    keep: str | PathLike[str] | None = None,
    save: str | PathLike[str] | None = None,
    progress: Progress | bool | None = None,
    **arguments: Any,
) -> Report:
    """Every two players against each other in both seatings, with Elo; `games` for each pair.

    >>> import agon
    >>> report = agon.lab.tournament("tic-tac-toe", ["hard", "easy", "random"], games=200)
    >>> [row["player"] for row in report.rows][-1]
    'random'
    """
    study = Study("tournament", game, list(players), games=games, **arguments)
    return _run(study, on, threads, keep, save, progress)


def balance(
    game: str,
    player: str | Sequence[str] = "hard",
    *,
    vary: Mapping[str, Sequence[Value]] | None = None,
    quality: int | None = None,
    games: int = 1000,
    on: Place = "threads",
    threads: int | None = None,
    keep: str | PathLike[str] | None = None,
    save: str | PathLike[str] | None = None,
    progress: Progress | bool | None = None,
    **arguments: Any,
) -> Report:
    """A player against itself, for every combination of the values in `vary`: is the game fair? Values that do not go
    together are left out with a warning. Several players are compared. With `quality`, so many playouts from each
    position also measure uncertainty, drama, decisiveness and how often a choice matters.

    >>> import agon
    >>> report = agon.lab.balance("tic-tac-toe", vary={"size": [3, 4]}, games=10)
    >>> len(report.rows)
    2
    """
    if vary is not None and not isinstance(vary, Mapping):
        raise TypeError("`vary` is a dictionary of options and their values, such as `{'size': [3, 4]}`")
    varied = None if vary is None else dict(vary)
    players = [player] if isinstance(player, str) else list(player)
    study = Study("balance", game, players, vary=varied, quality=quality, games=games, **arguments)
    return _run(study, on, threads, keep, save, progress)


def sprt(game: str, first: str, second: str, **arguments: Any) -> TrialResult:
    """Plays until it is clear enough whether the first player is stronger by `elo1` Elo rather than by `elo0`.

    `alpha` and `beta` are the error rates, `games` the most it plays; `seed`, `opening`, `openings`, `patience`,
    `threads`, `keep` and options are as everywhere.

    >>> import agon
    >>> agon.lab.sprt("tic-tac-toe", "hard", "random", elo0=0, elo1=100).accepted
    100.0
    """
    return _sprt(game, first, second, **arguments)


def merge(files: Iterable[str | PathLike[str]]) -> Report:
    """The report of files of `keep`, all of one study: pieces that were played in different places."""
    return _merge(list(files))


@dataclass(frozen=True)
class Proof:
    """What is proved of a position by solving what every move leads to."""

    #: the final score of seat 0 less that of seat 1 with best play; `None` where it is not proved
    value: int | None
    #: the same after every move
    moves: dict[str, int | None]


def prove(
    place: Table | str, *, on: Place = "threads", threads: int | None = None, options: Any = None, **arguments: Any
) -> Proof:
    """The exact value of a position with the work shared out by its moves: for positions that `agon.solve` takes long for.

    `place` is a table, or the id of a game with its options in `options`. Every move is solved by itself, on threads or on
    a Ray cluster (`on="ray"`); `seconds`, `nodes` and `memory` (megabytes) are those of `agon.solve` and hold for each move.

    >>> import agon
    >>> proof = agon.lab.prove(agon.Table.replay("tic-tac-toe~seed=0~a1~b1"))
    >>> proof.value, proof.moves["b2"], proof.moves["c1"]
    (1, 1, 0)
    """
    table = Table(place, options=options) if isinstance(place, str) else place
    if not isinstance(table, Table):
        raise TypeError("a table or the id of a game is needed")
    if threads is not None and not 1 <= (threads := index(threads)) <= 1024:
        raise NumberError(f"bad number of threads `{threads}`; it goes from 1 to 1024")
    turn = table.turn
    if turn is None or table.seats != 2:
        raise SolveError("only a position of a game for two that is not over can be proved")
    after = {move: table.fork() for move in table.legal}
    values: dict[str, int | None] = {}
    for move, child in after.items():
        child.play(move)
        if child.outcome is not None:
            first, second = child.outcome.scores or [int(seat in child.outcome.winners) for seat in (0, 1)]
            values[move] = first - second
    rest = [(move, child) for move, child in after.items() if move not in values]
    if _is_ray(on):
        values |= _ray.solve_moves(rest, arguments)
    else:
        with ThreadPoolExecutor(threads) as pool:
            values |= pool.map(lambda pair: (pair[0], solve(pair[1], brief=True, **arguments).value), rest)
    best = max if turn == 0 else min
    proved = [value for value in values.values() if value is not None]
    value = best(proved) if len(proved) == len(values) else None
    return Proof(value, {move: values[move] for move in after})


def _is_ray(on: str) -> bool:
    if on not in ("threads", "ray"):
        raise StudyError(f"nothing can be played on `{on}`; there is `threads` or `ray`")
    return on == "ray"


def _run(
    study: Study,
    on: Place,
    threads: int | None,
    keep: str | PathLike[str] | None,
    save: str | PathLike[str] | None,
    progress: Progress | bool | None,
) -> Report:
    """Plays a study where it is wanted."""
    tell = _Teller() if progress is True else progress or None
    if not _is_ray(on):
        return study.run(threads=threads, keep=keep, save=save, progress=tell)
    if save is not None:
        raise StudyError("`save` is for games on this machine; leave it out, or play on threads")
    if threads is not None:
        raise StudyError("`threads` is for games on this machine; a cluster has as many as it has cores")
    return _ray.run(study, keep=keep, progress=tell)


class _Teller:
    """Shows how far a study is, on one line."""

    def __init__(self) -> None:
        self.begin = time.monotonic()
        self.first: int | None = None

    def __call__(self, played: int, games: int) -> None:
        if self.first is None:
            self.first = played
        passed, done = time.monotonic() - self.begin, played - self.first
        line = f"{played} of {games} games"
        if passed > 0 and done > 0:
            rate = done / passed
            line += f", {rate:.3g} a second, {(games - played) / rate:.0f} s left"
        end = "\n" if played >= games else ""
        print(f"\r{line:<70}", end=end, file=sys.stderr, flush=True)
