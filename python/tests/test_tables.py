"""Games in play, by texts."""

import copy
import json
import pickle
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import pytest

import agon

from .conftest import Options, each_game, each_variant, finish


@each_variant
def test_a_game_is_played_taken_back_and_replayed(game: str, options: Options) -> None:
    table = finish(agon.Table(game, seed=3, options=options))
    assert table.over == (table.outcome is not None) and table.over == (table.turn is None)
    positions = [table.position()]
    plies = table.ply
    while table.undo():
        positions.append(table.position())
    assert len(positions) == plies + 1 and table.ply == 0 and table.undone == plies
    while table.redo():
        assert table.position() == positions[plies - table.ply]
    again = agon.Table.replay(table.record)
    assert (again.position(), again.history(), again.record) == (table.position(), table.history(), table.record)
    middle = table.fork(plies // 2)
    assert middle.ply == plies // 2 and middle.position() == positions[plies - plies // 2]
    assert table.ply == plies


@each_variant
def test_a_position_can_be_begun_at(game: str, options: Options) -> None:
    table = finish(agon.Table(game, options=options), plies=5)
    again = agon.Table(game, position=table.position(), options=options)
    assert (again.position(), again.turn, again.ply) == (table.position(), table.turn, 0)
    if not table.over:
        assert again.legal == table.legal


@each_game
def test_every_viewer_sees_the_table(game: str) -> None:
    table = finish(agon.Table(game), plies=4)
    for viewer in [*range(table.seats), "spectator", "referee", None]:
        view = table.view(viewer)
        assert view["ply"] == table.ply and view["zones"] and view["position"] == table.position(viewer)
        assert len(view["history"]) == len(table.history(viewer)) == table.ply
        assert table.view(viewer, ply=2)["ply"] == 2
        assert table.text(viewer)
        ElementTree.fromstring(table.svg(viewer))
    assert not table.hides("referee")


def test_what_is_hidden_from_a_seat_is_in_nothing_it_is_shown() -> None:
    table = agon.Table("primi-composti", players=3, seed=5)
    assert table.hides(0) and table.hides("spectator") and not table.hides()
    referee = table.position()
    for seat in range(3):
        assert table.position(seat) != referee
        assert referee not in json.dumps(table.view(seat)) and referee not in table.svg(seat)


def test_copies_are_separate() -> None:
    table = agon.Table("gambit", seed=0)
    table.play("d2xd4")
    for other in [copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table)), table.fork()]:
        assert other.position() == table.position() and other.record == table.record
        other.play(other.legal[0])
        assert (table.ply, other.ply) == (1, 2)


def test_a_pickled_table_remembers_when_it_is_broken_off() -> None:
    table = agon.Table("gambit", max_plies=2, payoff="margin")
    finish(table)
    other = pickle.loads(pickle.dumps(table))
    assert other.truncated and table.truncated and other.returns == [0.0, 0.0]


def test_a_table_shows_itself() -> None:
    table = agon.Table("gambit")
    assert repr(table) == "<agon.Table gambit, ply 0, seat 0 to move>"
    assert str(table) == table.text() and "a  b  c  d" in str(table)
    picture = ElementTree.fromstring(table._repr_svg_())
    assert picture.tag.endswith("svg") and "Gambit" in ElementTree.tostring(picture, encoding="unicode")
    named = table.svg(names=["Ann & Bob", "<script>"])
    assert "Ann &amp; Bob" in named and "<script>" not in named


@pytest.mark.parametrize(
    ("call", "kind", "said"),
    [
        (lambda table: table.play("b2"), agon.MoveError, "illegal move `b2`; `a1`, `a2`, `a3`, `b1`, `b3`, `c1`, `c2` or"),
        (lambda table: table.play("a1", seat=0), agon.MoveError, "seat 0 is not to move; wait for seat 1"),
        (lambda table: table.play("a1", seat=2), agon.SeatError, "there is no seat 2; seats are numbered from 0 to 1"),
        (lambda table: table.play("a"), agon.MoveError, "ambiguous move `a`; `a1`, `a2` or `a3` is possible"),
        (lambda table: table.play("\ud800"), agon.MoveError, "illegal move `\ufffd\ufffd\ufffd`; "),
        (lambda table: table.position(2), agon.SeatError, "unknown viewer `2`; a seat from 0 to 1, `spectator` or"),
        (lambda table: table.view("me"), agon.SeatError, "unknown viewer `me`; "),
        (lambda table: table.view(ply=2), agon.NumberError, "bad ply `2`; it goes from 0 to 1"),
        (lambda table: table.fork(-1), agon.NumberError, "bad ply `-1`; it goes from 0 to 1"),
        (lambda table: agon.Table.replay("chess"), agon.RecordError, "bad record `chess`: after the options it needs"),
        (lambda table: agon.Table.replay("tic-tac-toe~seed=0~b2~b2"), agon.RecordError, "bad record, at move 2: illegal"),
        (lambda table: agon.Table.replay("nim~seed=0"), agon.GameError, "unknown game `nim`; "),
    ],
)
def test_what_is_wrong_is_said(call: Callable[[agon.Table], object], kind: type[Exception], said: str) -> None:
    table = agon.Table("tic-tac-toe")
    table.play("b2")
    with pytest.raises(kind) as raised:
        call(table)
    assert str(raised.value).startswith(said)
    assert table.record == "tic-tac-toe~size=3~line=3~seed=0~b2"


def test_a_finished_game_takes_no_move() -> None:
    table = agon.Table.replay("tic-tac-toe~seed=0~a1~a2~b1~b2~c1")
    outcome = table.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.winners, outcome.scores, outcome.reason) == (0, [0], None, "line")
    with pytest.raises(agon.MoveError, match=r"no move `c2`: the game is over \(line\)"):
        table.play("c2")
    with pytest.raises(agon.MoveError, match="the game is over"):
        agon.player("hard").choose(table)
    assert table.legal == [] and table.legal_actions == []


def twice() -> None:
    table = agon.Table("tic-tac-toe")
    table.play("b2")
    table.play("b2")


@pytest.mark.parametrize(
    ("arguments", "call"),
    [
        ("moves gamit", lambda: agon.Table("gamit")),
        ("moves gambit --set x=1", lambda: agon.Table("gambit", x=1)),
        ("moves tic-tac-toe --set size=9", lambda: agon.Table("tic-tac-toe", size=9)),
        ("moves tic-tac-toe b2 b2", twice),
        ("moves gambit --position nonsense", lambda: agon.Table("gambit", position="nonsense")),
        ("best gambit --player x", lambda: agon.best(agon.Table("gambit"), "x")),
        ("solve primi-composti --set players=3", lambda: agon.solve("primi-composti", players=3)),
        ("match gambit x easy", lambda: agon.lab.match("gambit", "x", "easy")),
        ("match gambit easy hard --set x=1", lambda: agon.lab.match("gambit", "easy", "hard", x=1)),
        ("balance tic-tac-toe --vary size=9", lambda: agon.lab.balance("tic-tac-toe", vary={"size": [9]})),
        ("efg tic-tac-toe --set size=9", lambda: agon.efg("tic-tac-toe", size=9)),
        ("tournament gambit --players easy", lambda: agon.lab.tournament("gambit", ["easy"])),
        ("sprt gambit easy hard --elo0 5 --elo1 5", lambda: agon.lab.sprt("gambit", "easy", "hard", elo0=5, elo1=5)),
    ],
)
def test_the_command_line_says_the_same(program: Callable[..., str], arguments: str, call: Callable[[], object]) -> None:
    with pytest.raises(agon.AgonError) as raised:
        call()
    assert program(*arguments.split()) == str(raised.value)
