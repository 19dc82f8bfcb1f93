"""Exact values, and counting lines."""

from collections.abc import Callable

import pytest

import agon


def test_a_position_is_solved() -> None:
    solution = agon.solve("tic-tac-toe")
    assert (solution.value, solution.proved, solution.bounds, solution.winner) == (0, True, (0, 0), None)
    assert set(solution.moves.values()) == {0} and len(solution.moves) == 9 and len(solution.line) == 9
    won = agon.solve(agon.Table.replay("tic-tac-toe~seed=0~a1~a2~b1~b2"))
    assert (won.value, won.winner, won.line) == (1, 0, ["c1"]) and won.moves["c1"] == 1
    brief = agon.solve("tic-tac-toe", size=4, line=4, brief=True)
    assert brief.value == 0 and brief.proved


def test_a_budget_that_is_too_small_proves_nothing() -> None:
    solution = agon.solve("gambit", nodes=1000)
    assert solution.value is None and not solution.proved and solution.winner is None


def test_hidden_things_are_solved_as_if_they_were_open() -> None:
    table = agon.Table("primi-composti", seed=1)
    assert agon.solve(table, nodes=10).hidden == (table.hides(0) or table.hides(1))


def test_every_position_is_solved() -> None:
    every = agon.solve_all("tic-tac-toe")
    assert (every.value, every.positions) == (0, 765) and sum(every.tally.values()) == 765
    assert agon.solve_all("tic-tac-toe", nodes=10).value is None
    with pytest.raises(agon.SolveError, match="every position can be solved only where two play"):
        agon.solve_all("infiltration")


def test_lines_are_counted() -> None:
    assert [agon.perft("tic-tac-toe", depth) for depth in range(5)] == [1, 9, 72, 504, 3024]
    assert agon.perft("gambit", 4) == 19154
    divided = agon.divide("gambit", 3)
    assert sum(divided.values()) == agon.perft("gambit", 3) and list(divided) == agon.Table("gambit").legal
    table = agon.Table("tic-tac-toe")
    table.play("b2")
    assert agon.perft(table, 2) == 8 * 7 == agon.perft("tic-tac-toe", 3) // 9


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(agon.SolveError, match="only games of two seats can be solved, and this one has 3"):
        agon.solve("primi-composti", players=3)
    with pytest.raises(agon.AgonError, match="a table has its options already; leave `size` out"):
        agon.solve(agon.Table("tic-tac-toe"), size=4)
    with pytest.raises(agon.NumberError, match="bad depth `-1`; it goes from 0 to 4294967295"):
        agon.perft("gambit", -1)
    with pytest.raises(agon.NumberError, match="bad memory `0`; it goes from 1 to 65536"):
        agon.solve("gambit", memory=0)
    with pytest.raises(TypeError, match="a table or the id of a game is needed"):
        agon.solve(3)  # type: ignore[arg-type]
    with pytest.raises(agon.GameError):
        agon.perft("chess", 2)


def test_the_command_line_finds_the_same(program: Callable[..., str]) -> None:
    assert program("perft", "gambit", "--depth", "5").split()[-1] == str(agon.perft("gambit", 5))
    value = agon.solve("parity-twist", brief=True).value
    assert f"value {value:+d} for player 1 (proved)" in program("solve", "parity-twist", "--brief")
