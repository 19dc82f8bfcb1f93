"""A Python function as a player for other programs: `agon.serve_player`, `cmd:` in the lab, and its protocol checked."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import agon

from .conftest import each_game
from .test_pages import root

RANDOM = "import agon\nagon.serve_player(lambda turn: turn.random.choice(turn.legal))\n"


def command(folder: Path, program: str, *arguments: str) -> str:
    """The command of a program that is written into a folder."""
    (folder / "mine.py").write_text(program)
    return " ".join([sys.executable, str(folder / "mine.py"), *arguments])


def test_a_function_keeps_to_the_protocol(program: Callable[..., str], tmp_path: Path) -> None:
    checked = json.loads(program("check-player", command(tmp_path, RANDOM), "--json"))
    assert checked["passed"], [check for check in checked["checks"] if check["result"] == "fail"]
    # Every game with every value of every option, and what comes between games.
    assert sum(check["check"].startswith("plays ") for check in checked["checks"]) > 50
    assert any("the same game again" in check["check"] for check in checked["checks"])


def test_a_table_is_made_of_a_turn(program: Callable[..., str], tmp_path: Path) -> None:
    # Where nothing is hidden: the same moves, and numbers for programs that learn.
    player = """
import agon
def choose(turn):
    table = turn.table()
    assert table.legal == turn.legal and table.position() == turn.position and table.turn == turn.seat
    assert table.ply in (0, turn.ply) and turn.seconds == 10.0 and turn.left is None
    return table.legal_actions[turn.random.randrange(len(turn.legal))]
agon.serve_player(choose)
"""
    for game in ["gambit", "infiltration", "quadratic-war", "tic-tac-toe"]:
        checked = json.loads(program("check-player", command(tmp_path, player), "--game", game, "--json"))
        assert checked["passed"], [check for check in checked["checks"] if check["result"] == "fail"]


def test_programs_play_matches_and_tournaments(tmp_path: Path) -> None:
    mine = f"mine=cmd:{command(tmp_path, RANDOM)}"
    report = agon.lab.match("gambit", mine, "random", games=20, threads=2)
    assert report.rows[-1]["games"] == 20 and report.title.startswith("mine against random")
    hard = f"strong=cmd:{sys.executable} {tmp_path / 'hard.py'}"
    (tmp_path / "hard.py").write_text("import agon\nagon.serve_player(agon.player('hard'))\n")
    tournament = agon.lab.tournament("tic-tac-toe", [mine, hard, "random"], games=20, threads=1)
    assert [row["player"] for row in tournament.rows][0] == "strong"
    table = agon.lab.table("tic-tac-toe", [mine, "hard"], games=6, threads=1)
    assert [(row["first"], row["second"]) for row in table.rows][1] == ("mine", "hard")
    again = agon.lab.table("tic-tac-toe", [mine, "hard"], games=6, threads=2)
    assert again.text == table.text, "a program that draws from the chance of its turn plays the same again"


def test_a_programs_mistake_costs_it_the_game(tmp_path: Path) -> None:
    # The first move is fine, and then come mistakes.
    for mistake, said in [
        ("'nothing'", "the player answered `nothing`, which is no legal move; there is "),
        ("None", "a player answers with a move or the number of an action, not with NoneType"),
        ("1 / 0", "division by zero"),
        ("99", "there is no action 99; actions are numbered from 0 to 8"),
    ]:
        program = f"import agon\nagon.serve_player(lambda turn: turn.legal[0] if turn.ply < 2 else {mistake})\n"
        report = agon.lab.match("tic-tac-toe", f"cmd:{command(tmp_path, program)}", "random", games=2, threads=1)
        assert report.rows[-1]["lost"] == 2 and said in report.text, report.text


def test_what_is_printed_is_no_answer(tmp_path: Path) -> None:
    program = """
import agon
def choose(turn):
    print("thinking about", turn.position)
    return turn.legal[0]
agon.serve_player(choose, begin=lambda event: print("begin", event["game"]), end=lambda event: print("end"))
"""
    words = command(tmp_path, program).split()
    start = {"event": "start", "protocol": 1, "game": "tic-tac-toe", "options": {}, "seat": 0, "seats": 2, "seed": 7}
    turn = {"event": "turn", "seat": 0, "ply": 0, "position": "3/3/3 0", "legal": ["a1"], "history": []}
    events = [start, turn, {"event": "later"}, {"event": "end", "scores": [1, 0], "winners": [0]}]
    lines = "".join(json.dumps(event) + "\n" for event in events)
    done = subprocess.run(words, input=lines, capture_output=True, text=True, check=True)
    assert done.stdout == "a1\n"
    assert done.stderr == "begin tic-tac-toe\nthinking about 3/3/3 0\nend\n"
    early = subprocess.run(words, input=json.dumps(turn) + "\n", capture_output=True, text=True, check=False)
    assert early.returncode == 1 and "a turn came before any game began" in early.stderr


@each_game
def test_a_turn_hides_what_its_seat_does_not_see(game: str) -> None:
    for options in [*agon.game(game).variants()[:1], *agon.game(game).variants()[-1:]]:
        table = agon.Table(game, seed=3, options=options)
        assert table.turn is not None
        seat = table.turn
        turn = agon.Turn(
            game=game, options=table.options, seat=seat, seats=table.seats, ply=0, position=table.position(seat),
            legal=table.legal, history=table.history(seat),
        )
        if table.hides(seat):
            with pytest.raises(agon.PositionError, match="there is no table of what is seen here: bad position"):
                turn.table()
        else:
            assert turn.table().position() == table.position()


def test_the_examples_play(program: Callable[..., str], tmp_path: Path) -> None:
    import numpy

    # A network that has learned nothing is a player all the same.
    numbers, chance = agon.numbering("gambit"), numpy.random.default_rng(1)
    arrays = [chance.normal(size=(numbers.size, 8)), numpy.zeros(8), chance.normal(size=(8, numbers.actions))]
    numpy.savez(tmp_path / "random.npz", *arrays, numpy.zeros(numbers.actions))
    words = f"{sys.executable} {root() / 'examples/trained.py'} {tmp_path / 'random.npz'}"
    checked = json.loads(program("check-player", words, "--game", "gambit", "--json"))
    assert checked["passed"], [check for check in checked["checks"] if check["result"] == "fail"]
