"""Gymnasium's checker on every game, and what is ours about its environments."""

import copy
import io
import pickle
import random
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env

import agon
import agon.gymnasium

from .conftest import GAMES, Options, each_game, each_variant


def name(game: str) -> str:
    """What a game is called there."""
    return f"agon/{''.join(part.capitalize() for part in game.split('-'))}-v0"


def make(game: str, **arguments: Any) -> agon.gymnasium.Env:
    """An environment without Gymnasium's wrappers."""
    env = gymnasium.make(name(game), **arguments).unwrapped
    assert isinstance(env, agon.gymnasium.Env)
    return env


def check(env: agon.gymnasium.Env, **arguments: Any) -> None:
    """Runs the checker; a warning is a failure."""
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        check_env(env, **arguments)


@each_variant
def test_the_checker_passes(game: str, options: Options) -> None:
    # Pictures are drawn once for each game, below.
    check(make(game, opponent="random", options=options), skip_render_check=True)


@each_game
def test_the_checker_passes_with_pictures_blocks_and_any_seat(game: str) -> None:
    for seed in range(3):
        env = make(game, opponent="random", seat="random", observation="blocks", max_plies=9)
        env.action_space.seed(seed)
        check(env, skip_render_check=seed > 0)


def finish(env: agon.gymnasium.Env, chance: random.Random) -> tuple[float, bool, bool]:
    """Plays at random from where it is to the end."""
    while True:
        actions = env.table.legal_actions
        _, reward, terminated, truncated, _ = env.step(chance.choice(actions))
        if terminated or truncated:
            return reward, terminated, truncated
        assert reward == 0


@each_game
def test_opponents_are_named_players_of_a_batch(game: str) -> None:
    # A batch with the same players, and the deals that it makes: the same games, move by move.
    seats = agon.numbering(game).seats
    batch = agon.Batch(game, 1, seed=5, players=[None] + ["random"] * (seats - 1), max_plies=60)
    out = batch.reset()
    env = make(game, opponent="random", max_plies=60)
    seen, info = env.reset(seed=batch.deal(0)[0])
    assert info == {"seed": batch.deal(0)[0], "seat": 0}
    for _ in range(80):
        assert numpy.array_equal(seen["observation"], out.observation[0])
        assert numpy.array_equal(seen["action_mask"], out.mask[0])
        action = batch.sample()
        out = batch.step(action)
        seen, reward, terminated, truncated, info = env.step(action[0])
        assert (terminated or truncated, truncated) == (out.done[0], out.truncated[0])
        assert reward == out.reward[0, 0] and info == {}
        if terminated or truncated:
            assert env.table.turn is None and not seen["action_mask"].any()
            seen, _ = env.reset(seed=batch.deal(0)[0])


@pytest.mark.parametrize("player", list(agon.players("tic-tac-toe")))
def test_every_named_player_can_be_the_opponent(player: str) -> None:
    env = make("tic-tac-toe", opponent=player, seat=1)
    chance = random.Random(1)
    results = []
    for seed in range(10):
        env.reset(seed=seed)
        assert env.table.ply == 1
        results.append(finish(env, chance)[0])
    if player in ("expert", "perfect"):
        assert max(results) <= 0


def test_each_of_several_opponents_has_a_name() -> None:
    env = make("primi-composti", players=4, seat=2, opponent=["asc", "desc", "random"])
    env.reset(seed=1)
    table = agon.Table("primi-composti", players=4, seed=1)
    table.play(min(table.legal, key=int))
    table.play(max(table.legal, key=int))
    assert env.table.position() == table.position()


def test_an_action_that_is_not_legal_loses() -> None:
    env = make("tic-tac-toe", opponent="random")
    env.reset(seed=1)
    env.step(4)
    seen, reward, terminated, truncated, info = env.step(4)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["illegal"].startswith("illegal action 4; ")
    assert env.observation_space.contains(seen)
    with pytest.raises(agon.ActionError, match="the game is over; `reset` begins the next one"):
        env.step(0)
    env.reset()
    env.step(0)
    margin = make("gambit", opponent="random", payoff="margin")
    margin.reset()
    assert margin.step(0)[1] == agon.numbering("gambit").margin_bounds[0]


def test_an_action_that_is_not_legal_can_raise() -> None:
    env = make("tic-tac-toe", opponent="random", illegal="raise")
    env.reset(seed=1)
    env.step(4)
    with pytest.raises(agon.ActionError, match="illegal action 4; "):
        env.step(4)
    assert env.table.ply == 2


def test_deals_and_seats_follow_from_the_seed() -> None:
    def series(seed: int) -> list[tuple[int, int, str]]:
        env = make("primi-composti", players=3, seat="random", opponent="random")
        infos = [env.reset(seed=seed)[1]]
        positions = [env.table.position()]
        for _ in range(5):
            infos.append(env.reset()[1])
            positions.append(env.table.position())
        return [(info["seed"], info["seat"], position) for info, position in zip(infos, positions, strict=True)]

    assert series(3) == series(3) != series(4)
    assert series(3)[0][0] == 3
    assert {seat for seed in range(5) for _, seat, _ in series(seed)} == {0, 1, 2}


def test_environments_are_copied_and_pickled_in_the_middle() -> None:
    env = make("gambit", opponent="easy", max_plies=4)
    env.reset(seed=1)
    env.step(env.table.legal_actions[0])
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.table.position() == env.table.position()
        mine, theirs = (one.step(one.table.legal_actions[0]) for one in (copy.deepcopy(env), other))
        assert numpy.array_equal(mine[0]["observation"], theirs[0]["observation"])
        assert mine[1:] == theirs[1:]


def test_gymnasium_steps_several_games_at_once() -> None:
    envs = gymnasium.make_vec("agon/Gambit-v0", num_envs=3, vectorization_mode="sync", opponent="random")
    seen, _ = envs.reset(seed=1)
    for _ in range(40):
        actions = numpy.array([numpy.flatnonzero(mask)[0] if mask.any() else 0 for mask in seen["action_mask"]])
        seen, *_ = envs.step(actions)
    assert seen["observation"].shape == (3, agon.numbering("gambit").size)
    envs.close()


def test_what_is_wrong_is_said_by_agon() -> None:
    wrong: list[tuple[type[Exception], str, Callable[[], object]]] = [
        (agon.GameError, "unknown game `chess`", lambda: agon.gymnasium.Env("chess")),
        (agon.OptionError, "unknown option `sice`", lambda: make("tic-tac-toe", sice=3)),
        (agon.PlayerError, "unknown player `nobody`; there is `easy`", lambda: make("gambit", opponent="nobody")),
        (agon.PlayerError, "`perfect` cannot play here", lambda: make("primi-composti", players=3, opponent="perfect")),
        (agon.PlayerError, "`opponent` has 2 names; it needs 1", lambda: make("gambit", opponent=["easy", "easy"])),
        (agon.SeatError, "there is no seat 2; seats are numbered from 0 to 1", lambda: make("gambit", seat=2)),
        (agon.SeatError, "there is no seat any", lambda: make("gambit", seat="any")),
        (agon.AgonError, "unknown way with illegal actions `kill`", lambda: make("gambit", illegal="kill")),
        (agon.AgonError, "unknown observation `flar`", lambda: make("gambit", observation="flar")),
    ]
    for error, said, call in wrong:
        with pytest.raises(error) as raised:
            call()
        assert said in str(raised.value)
    env = make("tic-tac-toe", opponent="random")
    with pytest.raises(agon.ActionError, match="the game is over"):
        env.step(0)
    env.reset()
    for action in (9, -1, 1 << 70):
        with pytest.raises(agon.ActionError, match="there is no action"):
            env.step(action)
    with pytest.raises(TypeError):
        env.step(1.5)  # type: ignore[arg-type]
    with pytest.raises(agon.AgonError, match="the game was over before you could move"):
        env.reset(options={"position": "xxx/oo1/3 1"})


def test_every_game_is_registered() -> None:
    found = {spec for spec in gymnasium.registry if spec.startswith("agon/")}
    assert found == {name(game) for game in GAMES} and "agon/Gambit-v0" in found
