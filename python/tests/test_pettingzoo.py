"""PettingZoo's own suite on every game, and what is ours about its environments."""

import copy
import io
import itertools
import pickle
import random
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import numpy
import pettingzoo
import pytest

import agon
import agon.pettingzoo

from .conftest import Options, each_game, each_variant

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # The suite imports environments in a way that PettingZoo is giving up.
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
    from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test
    from pettingzoo.test.state_test import test_state as state_test
    from pettingzoo.test.state_test import test_state_space as state_space_test
    from pettingzoo.utils.wrappers import TerminateIllegalWrapper

#: What PettingZoo warns of that is as it should be; it warns of its own board games too.
EXPECTED = (
    "Observation is not a NumPy array",  # it is a dictionary, with a mask
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",  # of an agent that is not to move
)


def suite(test: Callable[..., object], *arguments: Any, **keywords: Any) -> None:
    """Runs a test of PettingZoo, and fails for a warning that is not expected."""
    with warnings.catch_warnings(record=True) as caught, redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        test(*arguments, **keywords)
    told = {str(warning.message) for warning in caught}
    assert not [said for said in told if not said.startswith(EXPECTED)]


@each_variant
def test_the_suite_passes(game: str, options: Options) -> None:
    # Random games can be very long; that they end is tested below.
    env = agon.pettingzoo.env(game, max_plies=60, options=options)
    for seed in range(3):
        for seat, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(10 * seed + seat)
        suite(api_test, env, num_cycles=30)
    suite(seed_test, lambda: agon.pettingzoo.env(game, options=options), num_cycles=30)


@each_game
def test_blocks_pictures_and_states_pass_the_suite(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    suite(api_test, agon.pettingzoo.env(game, observation="blocks", max_plies=60), num_cycles=30)
    svg = {"svg": lambda drawn: drawn.startswith("<svg")}
    suite(render_test, lambda render_mode: agon.pettingzoo.env(game, render_mode=render_mode), svg)
    suite(save_obs_test, agon.pettingzoo.env(game))
    # This one chooses among all actions; the wrapper ends the game when one is illegal.
    env = TerminateIllegalWrapper(agon.pettingzoo.env(game), illegal_reward=-1)
    suite(state_space_test, env)
    suite(state_test, env, 10)
    # It plays for five seconds, by its clock.
    clock = itertools.count(0, 0.1)
    monkeypatch.setattr("time.time", lambda: next(clock))
    suite(performance_benchmark, agon.pettingzoo.env(game))


@each_game
def test_an_environment_is_the_game(game: str) -> None:
    env = agon.pettingzoo.raw_env(game)
    chance = random.Random(1)
    for seed in range(2):
        env.reset(seed=seed)
        table = agon.Table(game, seed=seed)
        while (turn := table.turn) is not None:
            agent = f"player_{turn}"
            assert env.agent_selection == agent
            seen, reward, terminated, truncated, info = env.last()
            assert seen is not None and (reward, terminated, truncated, info) == (0, False, False, {})
            assert numpy.array_equal(seen["observation"], table.observation(turn))
            assert seen["action_mask"].dtype == numpy.int8
            assert numpy.flatnonzero(seen["action_mask"]).tolist() == table.legal_actions
            for other in range(table.seats):
                if other != turn:
                    waiting = env.observe(f"player_{other}")
                    assert numpy.array_equal(waiting["observation"], table.observation(other))
                    assert not waiting["action_mask"].any()
            action = chance.choice(table.legal_actions)
            table.apply(action)
            env.step(action)
        assert env.rewards == {f"player_{seat}": worth for seat, worth in enumerate(table.returns)}
        assert all(env.terminations.values()) and not any(env.truncations.values())
        assert env.state().tolist() == [n for seat in range(table.seats) for n in table.observation(seat)]
        for _ in env.agent_iter():
            env.step(None)
        assert env.agents == []


def test_blocks_are_the_parts_of_an_observation() -> None:
    flat, blocks = (agon.pettingzoo.raw_env("gambit", observation=form) for form in ("flat", "blocks"))
    flat.reset(seed=1)
    blocks.reset(seed=1)
    seen = blocks.observe("player_0")["observation"]
    assert list(seen) == [block.name for block in agon.numbering("gambit").blocks]
    whole = flat.observe("player_0")["observation"]
    assert numpy.array_equal(numpy.concatenate([part.ravel() for part in seen.values()]), whole)
    assert flat.observation_space("player_0").contains(flat.observe("player_0"))


def test_arrays_belong_to_whoever_got_them() -> None:
    env = agon.pettingzoo.raw_env("tic-tac-toe")
    env.reset()
    before = env.observe("player_0")
    kept = copy.deepcopy(before)
    env.step(4)
    assert numpy.array_equal(before["observation"], kept["observation"])
    assert numpy.array_equal(before["action_mask"], kept["action_mask"])


def deals(env: agon.pettingzoo.Env, seed: int | None) -> list[str]:
    """Some deals in a row."""
    env.reset(seed=seed)
    found = [env.table.position()]
    for _ in range(4):
        env.reset()
        found.append(env.table.position())
    return found


def test_deals_follow_from_the_seed() -> None:
    env = agon.pettingzoo.raw_env("primi-composti", players=3)
    seventh = deals(env, 7)
    assert seventh[0] == agon.Table("primi-composti", players=3, seed=7).position()
    assert len(set(seventh)) == 5
    assert deals(env, 7) == seventh == deals(agon.pettingzoo.raw_env("primi-composti", players=3), 7)
    assert deals(env, 8) != seventh
    # Without any seed nobody knows what comes.
    assert deals(agon.pettingzoo.raw_env("primi-composti"), None) != deals(agon.pettingzoo.raw_env("primi-composti"), None)


def test_a_long_game_is_truncated() -> None:
    env = agon.pettingzoo.env("infiltration", max_plies=5)
    env.reset(seed=1)
    for _ in range(5):
        seen, *_ = env.last()
        assert seen is not None
        env.step(int(numpy.flatnonzero(seen["action_mask"])[0]))
    _, reward, terminated, truncated, _ = env.last()
    assert (reward, terminated, truncated) == (0, False, True)
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_a_margin_is_worth_more_than_a_win() -> None:
    env = agon.pettingzoo.raw_env("gambit", payoff="margin")
    env.reset()
    while env.table.turn is not None:
        env.step(env.table.legal_actions[0])
    outcome = env.table.outcome
    assert outcome is not None and outcome.scores is not None
    assert env.rewards["player_0"] == outcome.scores[0] - outcome.scores[1] == -env.rewards["player_1"]


def test_a_game_begins_at_a_position() -> None:
    env = agon.pettingzoo.env("tic-tac-toe")
    env.reset(options={"position": "xx1/oo1/x2 1"})
    assert env.agent_selection == "player_1"
    env.step(5)
    assert env.rewards == {"player_0": -1, "player_1": 1}
    # One that is over already.
    env.reset(options={"position": "xxx/oo1/3 1"})
    assert env.last()[2] and env.rewards["player_0"] == 1


def test_environments_are_copied_and_pickled_in_the_middle() -> None:
    env = agon.pettingzoo.env("parity-twist", variant="draft")
    env.reset(seed=3)
    for _ in range(5):
        env.step(env.unwrapped.table.legal_actions[0])
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.unwrapped.table.position() == env.unwrapped.table.position()
        other.step(other.unwrapped.table.legal_actions[0])
        assert other.unwrapped.table.ply == 6 and env.unwrapped.table.ply == 5


@each_game
def test_games_are_registered_with_pettingzoo(game: str) -> None:
    env = pettingzoo.make("aec", f"agon/{game}-v0", max_plies=7)
    assert env.unwrapped.variant.game == game and str(env) == f"{game.replace('-', '_')}_v0"


def test_what_is_wrong_is_said_by_agon() -> None:
    make = agon.pettingzoo.env
    wrong: list[tuple[type[Exception], str, Callable[[], object]]] = [
        (agon.GameError, "unknown game `chess`", lambda: make("chess")),
        (agon.OptionError, "unknown option `sice`", lambda: make("tic-tac-toe", sice=3)),
        (agon.OptionError, "`9`", lambda: make("tic-tac-toe", size=9)),
        (agon.AgonError, "unknown observation `flar`; there is `flat` or `blocks`", lambda: make("gambit", observation="flar")),
        (agon.AgonError, "unknown render mode `rgb`", lambda: make("gambit", render_mode="rgb")),
        (agon.AgonError, "unknown payoff `euro`", lambda: make("gambit", payoff="euro")),
        (agon.NumberError, "bad number of plies `0`", lambda: make("gambit", max_plies=0)),
    ]
    for error, said, call in wrong:
        with pytest.raises(error) as raised:
            call()
        assert said in str(raised.value)
    env = make("tic-tac-toe")
    env.reset()
    env.step(4)
    actions: list[tuple[type[Exception], str, Any]] = [
        (agon.ActionError, "illegal action 4; 0, 1, 2, 3, 5, 6, 7 or 8 is possible", 4),
        (agon.ActionError, "there is no action 9; actions are numbered from 0 to 8", 9),
        (agon.ActionError, "there is no action -1", -1),
        (TypeError, "", None),
        (TypeError, "", 1.5),
    ]
    for error, said, action in actions:
        with pytest.raises(error) as raised:
            env.step(action)
        assert said in str(raised.value)
    # Nothing has happened.
    assert env.agent_selection == "player_1" and env.unwrapped.table.ply == 1
    with pytest.raises(agon.PositionError):
        env.reset(options={"position": "3/3"})
    with pytest.raises(agon.NumberError):
        env.reset(seed=-1)
