"""Trees of `agon.efg` in the programs of the field, and equilibria of matrices."""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from pathlib import Path

import numpy
import pygambit
import pyspiel
import pytest

import agon
from agon.theory import Payoffs, cfr, equilibrium, payoffs

#: Open positions near the end, as game, options, position.
OPEN: list[tuple[str, dict[str, str], str]] = [
    ("tic-tac-toe", {}, "xo1/xo1/3 0"),
    ("tic-tac-toe", {}, "x1o/1x1/2o 0"),
    ("parity-twist", {}, "1,9,4/.,2,6/3,.,. . 0 -"),
    ("gambit", {}, "1OO5/X2XX3/1OO3O1/3X4 1 d1"),
]

#: Positions with something hidden, with the nodes of their trees.
HIDDEN = [
    ("lanier", ".,1,5/.,2,6/3,4,. . 0 7,9 0,8 -", 1495),
    ("hidden-master", ".,6,10/.,5,2/7,1,. . 0 -", 3521),
]


def tree(game: str, options: dict[str, str], position: str) -> str:
    text = agon.efg(agon.Table(game, position=position, options=options)).text
    assert text is not None
    return text


@pytest.mark.parametrize(("game", "options", "position"), OPEN)
def test_cfr_reaches_the_value_that_the_solver_proves(game: str, options: dict[str, str], position: str) -> None:
    value = agon.solve(agon.Table(game, position=position, options=options)).value
    assert value is not None
    found = cfr(tree(game, options, position), iterations=2048, until=1e-4)
    assert found.nash_conv <= 1e-4
    assert found.values == pytest.approx([value, -value], abs=1e-4)
    assert found.game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM


@pytest.mark.parametrize(("variant", "position", "nodes"), HIDDEN)
def test_cfr_comes_near_an_equilibrium_where_something_is_hidden(variant: str, position: str, nodes: int) -> None:
    table = agon.Table("parity-twist", variant=variant, position=position)
    written = agon.efg(table)
    assert written.nodes == nodes
    found = cfr(written, iterations=256)
    assert found.nash_conv < 0.005
    assert sum(found.values) == pytest.approx(0)
    # The whole tree is there, not only a part that happens to be consistent.
    assert sum(1 for _ in histories(found.game.new_initial_state())) == nodes


def histories(state: pyspiel.State) -> list[pyspiel.State]:
    below = [node for action in state.legal_actions() for node in histories(state.child(action))]
    return [state, *below]


def test_openspiel_calls_moves_by_their_names() -> None:
    # OpenSpiel numbers moves in the order of the file and sorts by number: in another order it would take one for another.
    text = tree("gambit", {}, "1OO5/X2XXX2/1OO1O1O1/8 1 -")
    stack = [(pyspiel.load_efg_game(text).new_initial_state(), agon.Table("gambit", position="1OO5/X2XXX2/1OO1O1O1/8 1 -"))]
    seen = 0
    while stack:
        state, table = stack.pop()
        assert sorted(state.action_to_string(action) for action in state.legal_actions()) == table.legal
        for action in state.legal_actions():
            after = table.fork()
            after.play(state.action_to_string(action))
            stack.append((state.child(action), after))
            seen += 1
        if table.over:
            assert table.outcome is not None and table.outcome.scores is not None
            first, second = table.outcome.scores
            assert state.returns() == [first - second, second - first]
    assert seen == 966


def test_gambit_reads_the_same_tree() -> None:
    for variant, position, nodes in HIDDEN:
        text = tree("parity-twist", {"variant": variant}, position)
        game = pygambit.read_efg(io.BytesIO(text.encode()))
        assert game.is_const_sum and game.is_perfect_recall
        assert game.title.endswith(f"from {position}")
        # What Gambit writes again has as many nodes.
        lines = game.to_efg().splitlines()
        assert sum(line[:2] in ("c ", "p ", "t ") for line in lines) == nodes
    small = pygambit.read_efg(io.BytesIO(tree("tic-tac-toe", {}, "xo1/xo1/oxx 1").encode()))
    payoffs = pygambit.nash.lcp_solve(small).equilibrium.payoffs
    value = agon.solve(agon.Table("tic-tac-toe", position="xo1/xo1/oxx 1")).value
    assert value is not None
    assert payoffs == {"player 1": value, "player 2": -value}


def test_more_players_have_their_scores() -> None:
    text = agon.efg("primi-composti", players=3, cards=2).text
    assert text is not None
    game = pyspiel.load_efg_game(text)
    assert (game.num_players(), game.max_chance_outcomes()) == (3, 30)
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    margin = agon.efg("primi-composti", players=3, cards=2, payoff="margin").text
    assert margin is not None
    assert pyspiel.load_efg_game(margin).get_type().utility == pyspiel.GameType.Utility.ZERO_SUM


def test_files_are_those_of_the_command_line(program: Callable[..., str], tmp_path: Path) -> None:
    position = HIDDEN[0][1]
    said = program("efg", "parity-twist", "--set", "variant=lanier", "--position", position, "--names")
    table = agon.Table("parity-twist", variant="lanier", position=position)
    assert agon.efg(table, names=True).text == said
    written = agon.efg(table, tmp_path / "tree.efg", names=True)
    assert written.text is None
    assert (tmp_path / "tree.efg").read_text() == said
    counted = program("efg", "parity-twist", "--set", "variant=lanier", "--position", position, "--out", str(tmp_path / "b"))
    assert counted.startswith("1495 nodes: 918 decisions in 294 + 624 information sets, 1 of chance, 576 ends; ")


def test_what_cannot_be_written_is_said(program: Callable[..., str], tmp_path: Path) -> None:
    with pytest.raises(agon.NumberError, match=r"more than 1000000 nodes; begin at a later position, .*raise `nodes`"):
        agon.efg("gambit", tmp_path / "tree.efg")
    assert not list(tmp_path.iterdir())
    assert program("efg", "gambit").startswith("the tree has more than 1000000 nodes; begin at a later position (`--pos")
    with pytest.raises(agon.AgonError, match="the game is over at its first position"):
        agon.efg(agon.Table("tic-tac-toe", position="xxx/oo1/3 1"))
    with pytest.raises(agon.AgonError, match="unknown payoff `money`; there is `outcome`, `margin` or `scores`"):
        agon.efg("tic-tac-toe", payoff="money")  # type: ignore[arg-type]
    with pytest.raises(agon.AgonError, match="a table has its options already; leave `size` out"):
        agon.efg(agon.Table("tic-tac-toe"), size=4)
    with pytest.raises(agon.GameError, match="unknown game `chess`"):
        agon.efg("chess")
    with pytest.raises(OSError, match="nowhere"):
        agon.efg(agon.Table("tic-tac-toe", position="xo1/xo1/3 0"), tmp_path / "nowhere" / "tree.efg")
    with pytest.raises(agon.AgonError, match="the tree was written to a file"):
        cfr(agon.efg(agon.Table("tic-tac-toe", position="xo1/xo1/3 0"), tmp_path / "tree.efg"))
    with pytest.raises(agon.AgonError, match="bad number of iterations `0`"):
        cfr("", iterations=0)


@pytest.mark.parametrize(
    ("values", "value", "first", "second"),
    [
        # Rock, paper, scissors.
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3] * 3, [1 / 3] * 3),
        # A game of two by two without a saddle point: (ad - bc) / (a + d - b - c).
        ([[2, -1], [-1, 1]], 1 / 5, [2 / 5, 3 / 5], [2 / 5, 3 / 5]),
        ([[3, -2], [0, 1]], 3 / 6, [1 / 6, 5 / 6], [3 / 6, 3 / 6]),
        # A saddle point, and a dominated row and column.
        ([[4, 2, 3], [5, 1, 0], [3, 2, 2]], 2, None, [0, 1, 0]),
        # Morra with two fingers.
        ([[0, 2, -3, 0], [-2, 0, 0, 3], [3, 0, 0, -4], [0, -3, 4, 0]], 0, None, None),
        # On a diagonal everybody is played as often as the value is small.
        ([[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 3, 0], [0, 0, 0, 4]], 12 / 25, [12 / 25, 6 / 25, 4 / 25, 3 / 25], None),
        # One row, one column, all alike, very large and very small.
        ([[3, 1, 2]], 1, [1], [0, 1, 0]),
        ([[3], [1]], 3, [1, 0], [1]),
        ([[7, 7], [7, 7]], 7, None, None),
        ([[2e9, -1e9], [-1e9, 1e9]], 2e8, [2 / 5, 3 / 5], [2 / 5, 3 / 5]),
        ([[2e-9, -1e-9], [-1e-9, 1e-9]], 2e-10, [2 / 5, 3 / 5], [2 / 5, 3 / 5]),
        ([[0, 0], [0, 0]], 0, None, None),
    ],
)
def test_equilibria_of_known_games(
    values: list[list[float]], value: float, first: list[float] | None, second: list[float] | None
) -> None:
    scale = max(1.0, float(numpy.abs(values).max()))
    found = equilibrium(values)
    assert found.value == pytest.approx(value, rel=1e-9, abs=1e-9)
    assert found.error <= 1e-9 * scale
    for shares, expected in ((found.first, first), (found.second, second)):
        assert math.isclose(sum(shares.values()), 1, abs_tol=1e-12)
        assert expected is None or list(shares.values()) == pytest.approx(expected, abs=1e-9)


def test_nothing_beats_an_equilibrium_of_a_random_game() -> None:
    chance = numpy.random.default_rng(7)
    for _ in range(60):
        rows, columns = chance.integers(1, 40, size=2)
        values = chance.normal(size=(rows, columns))
        found = equilibrium(values)
        first, second = numpy.array(list(found.first.values())), numpy.array(list(found.second.values()))
        assert (first @ values).min() == pytest.approx(found.value, abs=1e-9)
        assert (values @ second).max() == pytest.approx(found.value, abs=1e-9)
        # A game with the seats changed is worth the opposite.
        assert equilibrium(-values.T).value == pytest.approx(-found.value, abs=1e-9)


def test_a_table_of_the_lab_is_a_game() -> None:
    report = agon.lab.table("primi-composti", ["asc", "greedy_asc", "greedy_desc"], games=200)
    game = payoffs(report)
    assert game.rows == game.columns == ["asc", "greedy_asc", "greedy_desc"]
    row = report.rows[1]
    assert (row["first"], row["second"]) == ("asc", "greedy_asc")
    assert game.values[0, 1] == pytest.approx(float(row["win_first"] or 0) - float(row["win_second"] or 0))
    found = equilibrium(game)
    assert found.first["asc"] == 0 and found.error < 1e-9
    assert payoffs(report, points=True).values[0, 1] == pytest.approx(
        float(row["score_first"] or 0) - float(row["score_second"] or 0)
    )
    # With the seats drawn by lot nobody has an advantage.
    assert equilibrium(game.symmetric()).value == pytest.approx(0, abs=1e-9)


def test_what_is_no_matrix_is_refused() -> None:
    for values, why in [
        ([], "shape"),
        ([1, 2], "shape"),
        ([[]], "shape"),
        ([[1, 2], [3]], "no payoff matrix"),
        ([["a"]], "no payoff matrix"),
        ([[1, float("nan")]], "finite"),
        ([[float("inf")]], "finite"),
    ]:
        with pytest.raises(agon.AgonError, match=why):
            equilibrium(values)  # type: ignore[arg-type]
    with pytest.raises(agon.AgonError, match="2 different names are needed"):
        Payoffs([[1, 2], [3, 4]], ["a", "a"])
    with pytest.raises(agon.AgonError, match="the same players"):
        Payoffs([[1, 2]]).symmetric()
    with pytest.raises(agon.AgonError, match=r"needs a report of `agon.lab.table`"):
        payoffs(agon.lab.match("tic-tac-toe", "easy", "random", games=4))
    with pytest.raises(agon.AgonError, match="in a game with points"):
        payoffs(agon.lab.table("tic-tac-toe", ["easy", "random"], games=4), points=True)
