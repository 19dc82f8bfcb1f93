"""Games, their options and their players."""

import pickle

import pytest

import agon

from .conftest import GAMES, each_game


def test_games_are_known_by_id() -> None:
    assert len(GAMES) >= 7 and len(set(GAMES)) == len(GAMES)
    for game in agon.games():
        assert agon.game(game.id) == game and hash(agon.game(game.id)) == hash(game)
        assert game.name and game.about and game.rules.startswith("# ")
        assert 1 <= game.seats[0] <= game.seats[1] <= 6


@each_game
def test_variants_can_be_opened_and_the_usual_one_comes_first(game: str) -> None:
    known = agon.game(game)
    variants = known.variants()
    assert variants[0] == {option.name: option.default for option in known.options}
    assert len({tuple(variant.items()) for variant in variants}) == len(variants)
    for variant in variants:
        assert agon.Table(game, options=variant).options == variant


def test_an_option_has_values_of_its_own_type() -> None:
    options = {option.name: option for option in agon.game("infiltration").options}
    assert any(isinstance(option.default, bool) for option in options.values())
    assert all(option.default in option.values and option.help for option in options.values())


@each_game
def test_the_players_of_a_game_are_listed_with_what_they_do(game: str) -> None:
    players = agon.players(game)
    assert {"easy", "random"} <= set(players) and all(players.values())
    assert agon.game(game).players() == players


def test_options_are_keywords_or_a_dictionary() -> None:
    table = agon.Table("infiltration", forced_capture=False)
    assert table.options["forced-capture"] is False
    same = agon.Table("infiltration", options={"forced-capture": False})
    assert same.options == table.options
    assert agon.Table("infiltration", forced_capture="false").options == table.options


@pytest.mark.parametrize(
    ("call", "kind", "said"),
    [
        (lambda: agon.game("gamit"), agon.GameError, "unknown game `gamit`; did you mean `gambit`? (there is "),
        (lambda: agon.Table("gambit", sise=3), agon.OptionError, "unknown option `sise` of gambit; it has `big-islands`"),
        (
            lambda: agon.Table("tic-tac-toe", size=7),
            agon.OptionError,
            "bad value `7` of option `size`; it takes `3`, `4` or `5`",
        ),
        (
            lambda: agon.Table("tic-tac-toe", options={"size": 3}, size=4),
            agon.OptionError,
            "option `size` is given twice; once is enough",
        ),
        (
            lambda: agon.Table("tic-tac-toe", size=[3]),  # type: ignore[arg-type]
            agon.OptionError,
            "bad value of option `size`: a word, a whole number, True or False is possible, not a list",
        ),
        (lambda: agon.Table("tic-tac-toe", seed=-1), agon.NumberError, "bad seed `-1`; it goes from 0 to "),
        (lambda: agon.Table("tic-tac-toe", seed=1 << 200), agon.NumberError, "bad seed a number of more than 128 bits"),
        (lambda: agon.Table("tic-tac-toe", position="x"), agon.PositionError, "bad position `x`: "),
        (
            lambda: agon.Table("tic-tac-toe", seed=1, position="3/3/3 0"),
            agon.AgonError,
            "a game begins with a seed or at a position, not with both",
        ),
        (lambda: agon.players("nim"), agon.GameError, "unknown game `nim`; "),
        (lambda: agon.players("gambit", islands=1), agon.OptionError, "unknown option `islands` of gambit; "),
    ],
)
def test_what_is_wrong_is_said(call: object, kind: type[Exception], said: str) -> None:
    assert callable(call)
    with pytest.raises(kind) as raised:
        call()
    assert str(raised.value).startswith(said)
    assert isinstance(raised.value, agon.AgonError) and isinstance(raised.value, ValueError)


def test_a_game_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(agon.game("gambit"))) == agon.game("gambit")
