"""OpenSpiel's own tests of games on every game, and several of its algorithms on them."""

import copy
import io
import pickle
import random
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import numpy
import pyspiel
import pytest
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import (
    cfr,
    evaluate_bots,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    get_all_states,
    ismcts,
    mcts,
    minimax,
    outcome_sampling_mccfr,
)
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import agon
import agon.openspiel

from .conftest import GAMES, Options, each_game, each_variant

RECALL = pyspiel.IIGObservationType(perfect_recall=True)


def load(game: str, **parameters: Any) -> agon.openspiel.Game:
    """A game by the name it has there."""
    loaded = pyspiel.load_game(f"agon_{game.replace('-', '_')}", parameters)
    assert isinstance(loaded, agon.openspiel.Game)
    return loaded


def variant(game: str, options: Options, **parameters: Any) -> agon.openspiel.Game:
    """A variant of a game; where positions come back its games are broken off early."""
    if agon.numbering(game).loops:
        parameters.setdefault("max_plies", 60)
    return load(game, **{name.replace("-", "_"): value for name, value in options.items()}, **parameters)


def begun(game: agon.openspiel.Game, chance: random.Random) -> agon.openspiel.State:
    """A state after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.chance_outcomes())[0])
    return state


def halfway(game: str, plies: int, seed: int = 1, **options: str | int) -> agon.Table:
    """A game after some random moves."""
    table, chance = agon.Table(game, seed=seed, options=options), random.Random(seed)
    while table.ply < plies:
        table.play(chance.choice(table.legal))
    return table


@each_variant
def test_the_tests_of_games_pass(game: str, options: Options) -> None:
    loaded = variant(game, options)
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=True, verbose=False)
    with redirect_stdout(io.StringIO()):
        games_sim_test.GamesSimTest().sim_game(loaded)


@each_game
def test_a_tree_is_the_game(game: str) -> None:
    loaded, chance = load(game), random.Random(3)
    state = begun(loaded, chance)
    table = agon.Table(game, position=str(state))
    for _ in range(100):
        if table.turn is None:
            break
        assert state.current_player() == table.turn
        assert state.legal_actions() == table.legal_actions
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert sorted(texts) == table.legal
        for seat in range(table.seats):
            assert state.observation_tensor(seat) == table.observation(seat).tolist()
            assert state.observation_string(seat) == table.position(seat)
        action = chance.choice(table.legal_actions)
        assert state.string_to_action(state.action_to_string(action)) == action
        table.apply(action)
        state.apply_action(action)
        assert str(state) == table.position()
    assert state.is_terminal() == table.over
    assert state.returns() == table.returns


@each_game
def test_the_type_says_what_the_game_is(game: str) -> None:
    loaded, numbers = load(game), agon.numbering(game)
    kind = loaded.get_type()
    assert loaded.num_players() == numbers.seats
    assert loaded.num_distinct_actions() == numbers.actions
    assert loaded.max_game_length() == (numbers.most_plies or 10_000)
    assert loaded.max_chance_nodes_in_history() == len(numbers.deal)
    assert (kind.min_num_players, kind.max_num_players) == agon.game(game).seats
    assert (loaded.min_utility(), loaded.max_utility()) == numbers.outcome_bounds
    assert loaded.utility_sum() == 0


def test_variants_have_types_of_their_own() -> None:
    stochastic, hidden = pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC, pyspiel.GameType.Information.IMPERFECT_INFORMATION
    for name, deals, hides in [("classic", False, False), ("peltola", True, False), ("hidden-master", False, True), ("lanier", True, True)]:
        kind = load("parity-twist", variant=name).get_type()
        assert (kind.chance_mode == stochastic, kind.information == hidden) == (deals, hides), name
        assert kind.provides_information_state_tensor == hides
    assert "agon_parity_twist" in {kind.short_name for kind in pyspiel.registered_games()}


def test_names_with_parameters_are_read_and_written() -> None:
    game = pyspiel.load_game("agon_parity_twist(variant=lanier)")
    assert str(game) == "agon_parity_twist(variant=lanier)"
    assert str(pyspiel.load_game("agon_infiltration(forced_capture=true,pieces=5)")) == (
        "agon_infiltration(forced_capture=True,pieces=5)"
    )
    position = "8,1,4/2,9,3/.,.,. 7 1 5 0,6 -"
    for game in (load("parity-twist", variant="lanier", position=position, payoff="margin", max_plies=2),):
        assert str(game) == (
            "agon_parity_twist(max_plies=2,payoff=margin,position=8;1;4/2;9;3/.;.;. 7 1 5 0;6 -,variant=lanier)"
        )
        assert str(pyspiel.load_game(str(game))) == str(game) == str(pickle.loads(pickle.dumps(game)))
        assert game.max_game_length() == 2


@pytest.mark.parametrize("game", GAMES)
def test_every_position_text_survives_a_parameter(game: str) -> None:
    for seed in range(3):
        table = halfway(game, 4, seed)
        loaded = load(game, position=table.position(), viewer="referee")
        assert str(pyspiel.load_game(str(loaded)).new_initial_state()) == table.position()


def test_clones_and_saved_states_are_separate() -> None:
    game = load("parity-twist", variant="draft")
    state = begun(game, random.Random(1))
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    before = str(state)
    saved = pyspiel.serialize_game_and_state(game, state)
    others = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    others.append(pyspiel.deserialize_game_and_state(saved)[1])
    for at, other in enumerate(others):
        assert str(other) == before and other.history() == state.history(), at
        other.apply_action(other.legal_actions()[at % 2])
        assert str(other) != before and str(state) == before
    state.apply_action(state.legal_actions()[0])
    assert str(state) == str(others[0]) and state.information_state_string(1) == others[0].information_state_string(1)
    assert state.tree.position() == str(state)


SMALL: dict[str, tuple[str, dict[str, Any]]] = {
    "parity-twist, a hidden master": ("parity-twist", {"variant": "hidden-master", "position": "2,8,10/.,.,7/.,4,9 6 1 0"}),
    "parity-twist, a deck": ("parity-twist", {"variant": "draft", "position": "1,5,./6,4,./.,8,3 10 1 2,7,9 - -"}),
    "parity-twist, hands": ("parity-twist", {"variant": "lanier", "position": "8,1,4/2,9,./.,.,. 7 0 3,5 0,6 -"}),
    "primi-composti for three": ("primi-composti", {"players": 3, "cards": 2}),
}


@pytest.mark.parametrize("small", SMALL)
def test_information_states_are_the_same_as_text_and_as_numbers(small: str) -> None:
    game, parameters = SMALL[small]
    loaded = load(game, **parameters)
    states = get_all_states.get_all_states(
        loaded, include_terminals=True, include_chance_states=True, to_string=lambda state: state.history_str()
    )
    assert len(states) > 100
    observation = make_observation(loaded, RECALL)
    for player in range(loaded.num_players()):
        by_text: dict[str, bytes] = {}
        by_numbers: dict[bytes, str] = {}
        legal: dict[str, list[int]] = {}
        for state in states.values():
            if state.is_chance_node():
                continue
            observation.set_from(state, player)
            numbers, text = observation.tensor.tobytes(), state.information_state_string(player)
            assert by_text.setdefault(text, numbers) == numbers
            assert by_numbers.setdefault(numbers, text) == text
            if state.current_player() == player:
                assert legal.setdefault(text, state.legal_actions()) == state.legal_actions()


def test_nothing_is_forgotten() -> None:
    # Another seat's hidden things do not show, and what a seat once saw stays in what it remembers.
    game, chance = load("parity-twist", variant="lanier"), random.Random(5)
    state = begun(game, chance)
    remembered = ["", ""]
    while not state.is_terminal():
        for player in range(2):
            text = state.information_state_string(player)
            assert text.startswith(remembered[player])
            remembered[player] = text
        state.apply_action(chance.choice(state.legal_actions()))


def test_a_resampled_state_is_the_same_to_the_seat_that_asked() -> None:
    game, chance = load("parity-twist", variant="lanier"), random.Random(2)
    observation = make_observation(game, RECALL)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state = begun(game, chance)
    worlds = set()
    for _ in range(3):
        player = state.current_player()
        observation.set_from(state, player)
        seen = observation.tensor.copy()
        for _ in range(10):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            observation.set_from(other, player)
            assert numpy.array_equal(observation.tensor, seen)
            worlds.add(str(other))
            action = other.legal_actions()[0]
            here, there = state.child(action), other.child(action)
            assert there.history() == here.history()
            assert there.information_state_string(1 - player).startswith(f"seat {1 - player}: ")
            with pytest.raises(agon.AgonError, match="resampled"):
                pickle.dumps(other)
        state.apply_action(chance.choice(state.legal_actions()))
    assert len(worlds) > 15


@pytest.mark.parametrize(
    ("game", "plies", "options"),
    [
        ("tic-tac-toe", 2, {}),
        ("parity-twist", 6, {}),
        ("parity-twist", 6, {"variant": "hodgkins"}),
        ("parity-twist", 5, {"variant": "delfs"}),
        ("gambit", 5, {}),
        ("primi-composti", 16, {"version": 2}),
    ],
)
def test_minimax_finds_our_exact_values(game: str, plies: int, options: dict[str, Any]) -> None:
    table = halfway(game, plies, **options)
    loaded = load(game, position=table.position(), payoff="margin", viewer="referee", **options)
    value, _ = minimax.alpha_beta_search(loaded, maximizing_player_id=0)
    assert value == agon.solve(table).value


def test_cfr_reaches_an_equilibrium_of_a_game_with_hidden_things() -> None:
    game = load("parity-twist", variant="hidden-master", position="2,8,10/.,.,7/.,4,9 6 1 0")
    solver = cfr.CFRPlusSolver(game)
    uniform = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    for _ in range(5):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.15 < 0.5 < uniform
    # The same in C++, on the game in Python.
    fast = pyspiel.CFRPlusSolver(game)
    for _ in range(5):
        fast.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, fast.average_policy()) < 0.15


def test_cfr_finds_the_value_of_an_open_position() -> None:
    table = halfway("parity-twist", 7, seed=2)
    game = load("parity-twist", position=table.position(), payoff="margin")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    found = expected_game_score.policy_value(game.new_initial_state(), [solver.average_policy()] * 2)
    assert abs(found[0] - (agon.solve(table).value or 0)) < 0.1 and abs(sum(found)) < 1e-9


@pytest.mark.parametrize("solver", [outcome_sampling_mccfr.OutcomeSamplingSolver, external_sampling_mccfr.ExternalSamplingSolver])
def test_sampling_solvers_run_with_three_players(solver: Any) -> None:
    game = load("primi-composti", players=3, cards=2)
    sampled = solver(game)
    for _ in range(10):
        sampled.iteration()
    state = begun(game, random.Random(1))
    chances = sampled.average_policy().action_probabilities(state)
    assert abs(sum(chances.values()) - 1) < 1e-9 and set(chances) == set(state.legal_actions())


def test_mcts_wins_at_once_and_beats_chance() -> None:
    game = load("tic-tac-toe", position="xx1/oo1/3 0")
    rollouts = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2, 100, rollouts, solve=True, random_state=numpy.random.RandomState(2))
    # Files from a, ranks from 1: the third square of the third rank.
    assert game.new_initial_state().action_to_string(bot.step(game.new_initial_state())) == "c3"
    game = load("gambit")
    bots = [
        mcts.MCTSBot(game, 2, 20, rollouts, random_state=numpy.random.RandomState(2)),
        pyspiel.make_uniform_random_bot(1, 3),
    ]
    scores = [evaluate_bots.evaluate_bots(game.new_initial_state(), bots, numpy.random.RandomState(at))[0] for at in range(6)]
    assert sum(scores) > 0


@pytest.mark.parametrize("parameters", [{"variant": "lanier"}, {"variant": "hidden-master"}, {"variant": "draft"}])
def test_information_set_mcts_plays_whole_games(parameters: dict[str, str]) -> None:
    game = load("parity-twist", **parameters)
    rollouts = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1))
    state = begun(game, random.Random(4))
    bot = ismcts.ISMCTSBot(game, rollouts, 2.0, 20, random_state=numpy.random.RandomState(2))
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


@each_game
def test_learning_agents_have_an_environment(game: str) -> None:
    env = rl_environment.Environment(variant(game, {}))
    env.seed(1)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == env.observation_spec()["info_state"][0]
        step = env.step([step.observations["legal_actions"][player][0]])
    assert abs(sum(step.rewards)) < 1e-9


def test_what_is_wrong_is_said_by_agon() -> None:
    wrong: list[tuple[type[Exception], str, Callable[[], object]]] = [
        (agon.OptionError, "`99`", lambda: load("tic-tac-toe", size=99)),
        (agon.OptionError, "bad value `nobody` of option `variant`", lambda: load("parity-twist", variant="nobody")),
        (agon.PositionError, "`3/3`", lambda: load("tic-tac-toe", position="3/3")),
        (agon.AgonError, "unknown payoff `euro`", lambda: load("gambit", payoff="euro")),
        (agon.SeatError, "unknown viewer `me`", lambda: load("tic-tac-toe", viewer="me", position="3/3/3 0")),
        (agon.NumberError, "bad number of plies `-1`", lambda: load("gambit", max_plies=-1)),
        (agon.AgonError, "there are more than", lambda: load("primi-composti", players=6, position=halfway("primi-composti", 0, players=6).position())),
        (agon.AgonError, "observers have no parameters", lambda: make_observation(load("gambit"), params={"a": 1})),
        (agon.AgonError, "what one seat sees", lambda: make_observation(load("gambit"), pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE))),
    ]
    for error, said, call in wrong:
        with pytest.raises(error) as raised:
            call()
        assert said in str(raised.value)
    state = load("tic-tac-toe").new_initial_state()
    state.apply_action(4)
    for action, said in [(4, "illegal action 4; "), (9, "there is no action 9; "), (-5, "there is no action -5; ")]:
        with pytest.raises(agon.ActionError, match=said):
            state.apply_action(action)
        assert state.history() == [4]
    deal = load("parity-twist", variant="lanier").new_initial_state()
    with pytest.raises(agon.ActionError, match="there is no outcome 120; outcomes are numbered from 0 to 119"):
        deal.apply_action(120)
