"""Computer players, hints and analyses."""

import pickle

import pytest

import agon

from .conftest import each_game, finish

WON = "tic-tac-toe~seed=0~a1~a2~b1~b2"


@each_game
def test_a_player_moves_for_whoever_is_to_move(game: str) -> None:
    table = agon.Table(game, seed=2)
    easy = agon.player("easy", seed=1)
    for _ in range(6):
        if table.over:
            break
        turn, legal, ply = table.turn, table.legal, table.ply
        reply = easy.choose(table)
        assert reply.seat == turn and reply.move in legal and table.ply == ply
        assert easy.choose(table).move == reply.move, "the same seed chooses the same move"
        assert easy.play(table).move == reply.move and table.history()[-1] == (turn, reply.move)


def test_a_player_knows_only_what_its_seat_sees() -> None:
    # Positions that differ only in what the seat to move does not see must get the same answer.
    table = agon.Table("primi-composti", players=3, seed=1)
    finish(table, plies=19)
    assert table.turn is not None and table.hides(table.turn)
    root = agon.Tree("primi-composti", players=3, position=table.position(), viewer=table.turn)
    worlds = [root.after([outcome]).position() for outcome, _ in root.chance_outcomes[:5]]
    assert len(set(worlds)) == len(worlds) > 1
    for name in ["easy", "hard", "mcts:playouts=50"]:
        begun = [agon.Table("primi-composti", players=3, position=world) for world in worlds]
        assert len({agon.player(name).choose(other).move for other in begun}) == 1


def test_replies_say_what_is_known() -> None:
    table = agon.Table.replay(WON)
    perfect = agon.best(table, "perfect")
    assert (perfect.move, perfect.value, perfect.share, perfect.proved) == ("c1", 1.0, None, True)
    tried = agon.best(table, "mcts:playouts=100", seed=4)
    assert tried.value is None and tried.share is not None and 0 <= tried.share <= 1
    assert str(agon.best(table, "random")) in table.legal


def test_a_hint_says_why() -> None:
    hint = agon.hint(agon.Table.replay(WON))
    assert (hint.move, hint.why, hint.proved) == ("c1", "It wins at once.", True)


def test_an_analysis_rates_every_move() -> None:
    table = agon.Table.replay(WON)
    analysis = agon.analyse(table, seconds=20)
    assert analysis.proved and sorted(reply.move for reply in analysis.moves) == table.legal
    assert analysis.moves[0].move == "c1" and [reply.value for reply in analysis.moves][0] == 1.0
    hurried = agon.analyse(agon.Table("infiltration"), seconds=0)
    assert not hurried.proved and len(hurried.moves) == len(agon.Table("infiltration").legal)


def test_what_is_wrong_is_said() -> None:
    table = agon.Table("gambit")
    with pytest.raises(agon.PlayerError, match="unknown player `deepblue`; there is `easy`, "):
        agon.player("deepblue").choose(table)
    with pytest.raises(agon.PlayerError, match="cannot play here: it is for two seats"):
        agon.best(agon.Table("primi-composti", players=3), "perfect")
    with pytest.raises(agon.NumberError, match="bad number of seconds `NaN`"):
        agon.analyse(table, seconds=float("nan"))
    with pytest.raises(agon.NumberError, match="bad seed `-1`"):
        agon.player("easy", seed=-1)
    with pytest.raises(TypeError):
        agon.player("easy").choose("gambit")  # type: ignore[arg-type]


def test_a_player_can_be_pickled() -> None:
    player = pickle.loads(pickle.dumps(agon.player("hard", seed=9)))
    assert (player.name, player.seed) == ("hard", 9)


def test_players_play_whole_games() -> None:
    table = agon.Table("quadratic-war")
    seats = [agon.player("easy"), agon.player("random", seed=3)]
    while table.turn is not None:
        seats[table.turn].play(table)
    assert table.outcome is not None
    assert finish(agon.Table("gambit")).outcome is not None
