"""Game theory: the payoff matrix of a table of policies and its equilibrium, and equilibria of whole trees.

A table of the lab (`agon.lab.table`) is a game by itself: one player chooses a policy for the first seat, the other one
for the second, and the cell says what that is worth. Its equilibrium is a mixture of policies for each seat that no
other policy of the table beats:

>>> import agon
>>> report = agon.lab.table("primi-composti", ["asc", "desc", "greedy_asc", "greedy_desc"], games=200)
>>> found = agon.theory.equilibrium(agon.theory.payoffs(report))
>>> sorted(name for name, share in found.first.items() if share > 0)
['greedy_asc', 'greedy_desc']

Trees come from `agon.efg`; `agon.theory.cfr` solves them with OpenSpiel. Matrices need `pip install scipy`, trees
`pip install open_spiel`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import ArrayLike, NDArray

from ._agon import AgonError, Efg, Report

__all__ = ["Approximation", "Equilibrium", "Payoffs", "cfr", "equilibrium", "payoffs"]

#: A matrix or a vector of numbers.
Numbers = NDArray[numpy.float64]


@dataclass(frozen=True, eq=False)
class Payoffs:
    """What every choice of the first seat (a row) is worth to it against every choice of the second (a column).

    What one wins the other loses.

    >>> import agon
    >>> agon.theory.Payoffs([[0, 1], [-1, 0]], ["yes", "no"]).symmetric().values
    array([[ 0.,  1.],
           [-1.,  0.]])
    """

    values: Numbers
    rows: list[str]
    columns: list[str]

    def __init__(
        self, values: ArrayLike, rows: Sequence[str] | None = None, columns: Sequence[str] | None = None
    ) -> None:
        try:
            matrix = numpy.array(values, dtype=numpy.float64)
        except (TypeError, ValueError) as why:
            raise AgonError(f"no payoff matrix: {why}") from why
        if matrix.ndim != 2 or 0 in matrix.shape:
            raise AgonError(f"no payoff matrix: it needs rows and columns, and has shape {matrix.shape}")
        if not numpy.isfinite(matrix).all():
            raise AgonError("no payoff matrix: it holds something that is not a finite number")
        height, width = matrix.shape
        names = _names(rows, height)
        # The usual table has the same players in both places.
        others = rows if columns is None and height == width else columns
        object.__setattr__(self, "values", matrix)
        object.__setattr__(self, "rows", names)
        object.__setattr__(self, "columns", _names(others, width))

    def symmetric(self) -> Payoffs:
        """The same game when the seats are drawn by lot: who sits first is no advantage in it."""
        if self.rows != self.columns:
            raise AgonError("only a table with the same players in its rows and columns can be symmetric")
        return Payoffs((self.values - self.values.T) / 2, self.rows, self.columns)


def _names(given: Sequence[str] | None, count: int) -> list[str]:
    """What rows or columns are called: by numbers unless it is said."""
    names = [str(number) for number in range(count)] if given is None else list(given)
    if len(names) != count or len(set(names)) != count:
        raise AgonError(f"no payoff matrix: {count} different names are needed, not {names}")
    return names


def payoffs(report: Report, *, points: bool = False) -> Payoffs:
    """The payoff matrix of a report of `agon.lab.table`: what each policy in the first seat gets against each in the second.

    A won game counts 1, a lost one -1 and a tie 0; with `points` it is the mean difference of the scores instead. It is for
    games of two.
    """
    mine, theirs = ("score_first", "score_second") if points else ("win_first", "win_second")
    missing = [name for name in ("first", "second", mine, theirs) if name not in report.columns]
    if missing:
        wanted = "of `agon.lab.table` in a game with points" if points else "of `agon.lab.table`"
        raise AgonError(f"no payoff matrix: it needs a report {wanted}, with a column `{missing[0]}`")
    cells = {(str(row["first"]), str(row["second"])): row for row in report.rows}
    names = list(dict.fromkeys(first for first, _ in cells))
    if set(cells) != {(first, second) for first in names for second in names}:
        raise AgonError("no payoff matrix: the report has not every player against every player, as a table for two has")

    def worth(first: str, second: str) -> float:
        got, lost = cells[first, second][mine], cells[first, second][theirs]
        if not isinstance(got, (int, float)) or not isinstance(lost, (int, float)):
            raise AgonError(f"no payoff matrix: no game of `{first}` against `{second}` was played to its end")
        return got - lost

    return Payoffs([[worth(first, second) for second in names] for first in names], names)


@dataclass(frozen=True)
class Equilibrium:
    """A mixture of choices for each seat against which nothing else does better."""

    #: what it is worth to the first seat
    value: float
    #: how often the first seat takes each row
    first: dict[str, float]
    #: how often the second seat takes each column
    second: dict[str, float]
    #: how much both together could gain by other choices: 0 but for rounding
    error: float


def equilibrium(game: Payoffs | ArrayLike) -> Equilibrium:
    """An equilibrium of a payoff matrix, by linear programming. There may be others; all have the same value.

    >>> import agon
    >>> found = agon.theory.equilibrium([[2, -1], [-1, 1]])
    >>> round(found.value, 9), [round(share, 9) for share in found.first.values()]
    (0.2, [0.4, 0.6])
    """
    matrix = game if isinstance(game, Payoffs) else Payoffs(game)
    values = matrix.values
    first, second = _maximin(values), _maximin(-values.T)
    error = float((values @ second).max() - (first @ values).min())
    return Equilibrium(
        value=float(first @ values @ second),
        first=dict(zip(matrix.rows, first.tolist(), strict=True)),
        second=dict(zip(matrix.columns, second.tolist(), strict=True)),
        error=max(error, 0.0),
    )


def _maximin(values: Numbers) -> Numbers:
    """The mixture of rows whose worst column is best."""
    try:
        from scipy.optimize import linprog
    except ModuleNotFoundError as why:
        raise ModuleNotFoundError("equilibria of matrices need SciPy: `pip install scipy`") from why
    rows, columns = values.shape
    # Between -1 and 1 the tolerances of the solver mean the same for every matrix.
    scale = float(numpy.abs(values).max()) or 1.0
    # Unknown are the shares of the rows and the worst column, which no column is below.
    above = numpy.hstack([-values.T / scale, numpy.ones((columns, 1))])
    found = linprog(
        c=numpy.append(numpy.zeros(rows), -1.0),
        A_ub=above,
        b_ub=numpy.zeros(columns),
        A_eq=numpy.append(numpy.ones(rows), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if found.x is None:
        raise AgonError(f"no equilibrium was found: {found.message}")
    shares: Numbers = numpy.clip(numpy.asarray(found.x, dtype=numpy.float64)[:rows], 0.0, None)
    shares /= shares.sum()
    return shares


@dataclass(frozen=True)
class Approximation:
    """What counterfactual regret minimisation has come to."""

    #: what the game is worth to each seat if all play the average policy
    values: list[float]
    #: how much all seats together could gain by deviating, each alone; 0 in an equilibrium
    nash_conv: float
    #: how many iterations there were
    iterations: int
    #: OpenSpiel's game
    game: Any
    #: OpenSpiel's average policy
    policy: Any


def cfr(tree: Efg | str, *, iterations: int = 1000, until: float = 0.0) -> Approximation:
    """Solves a tree of `agon.efg`, or the text of any extensive-form file, by OpenSpiel's CFR+.

    It stops after so many iterations, or as soon as NashConv is not above `until`, which it looks at after every doubling.
    With two players and payoffs that add up to zero the average policy becomes an equilibrium; with more nothing is promised.

    >>> import agon
    >>> tree = agon.efg(agon.Table("tic-tac-toe", position="xo1/xox/3 1"))
    >>> found = agon.theory.cfr(tree, iterations=200)
    >>> [round(value, 2) for value in found.values], found.nash_conv < 0.01
    ([-1.0, 1.0], True)
    """
    try:
        import pyspiel
    except ModuleNotFoundError as why:
        raise ModuleNotFoundError("CFR needs OpenSpiel: `pip install open_spiel`") from why
    text = tree.text if isinstance(tree, Efg) else tree
    if text is None:
        raise AgonError("the tree was written to a file; read it, or leave `file` out of `agon.efg`")
    if iterations < 1:
        raise AgonError(f"bad number of iterations `{iterations}`; it goes from 1 up")
    game = pyspiel.load_efg_game(text)
    solver = pyspiel.CFRPlusSolver(game)
    check = 16
    for done in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if done == iterations or done == check:
            check *= 2
            policy = solver.tabular_average_policy()
            gain = pyspiel.nash_conv(game, policy)
            if done == iterations or gain <= until:
                break
    values = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)
    return Approximation(list(values), gain, done, game, policy)
