"""Games as numbers: one table by action numbers, many games in arrays, trees with explicit chance."""

import copy
import pickle
import random
from collections.abc import Callable

import numpy
import pytest

import agon

from .conftest import Options, each_game, each_variant


@each_variant
def test_texts_and_numbers_are_the_same_game(game: str, options: Options) -> None:
    numbers = agon.numbering(game, options=options)
    table = agon.Table(game, seed=1, options=options)
    chance = random.Random(2)
    assert table.actions == numbers.actions and table.seats == numbers.seats
    for _ in range(30):
        if table.over:
            break
        actions = table.legal_actions
        assert sorted(table.move_of(action) for action in actions) == table.legal
        assert numpy.flatnonzero(table.mask()).tolist() == actions
        seen = table.observation()
        assert seen.shape == (numbers.size,) and seen.dtype == numpy.float32
        at = 0
        for block in numbers.blocks:
            part = seen[at : at + int(numpy.prod(block.shape))]
            assert block.low <= part.min() and part.max() <= block.high, block.name
            at += len(part)
        assert at == numbers.size
        action = chance.choice(actions)
        other = table.fork()
        other.play(table.move_of(action))
        assert table.action_of(table.move_of(action)) == action
        table.apply(action)
        assert table.position() == other.position()
    assert table.returns == [0.0] * table.seats or table.over


def test_results_are_worth_what_was_asked() -> None:
    won = "tic-tac-toe~seed=0~a1~a2~b1~b2~c1"
    assert agon.Table.replay(won).returns == [1.0, -1.0]
    table = agon.Table("gambit", payoff="margin")
    while not table.over:
        table.apply(table.legal_actions[0])
    outcome = table.outcome
    assert outcome is not None and outcome.scores is not None
    assert table.returns == [outcome.scores[0] - outcome.scores[1], outcome.scores[1] - outcome.scores[0]]


def test_a_long_game_is_broken_off() -> None:
    table = agon.Table("infiltration", max_plies=3)
    for _ in range(3):
        assert table.turn is not None
        table.apply(table.legal_actions[0])
    assert table.truncated and table.over and table.outcome is None and table.legal == []
    with pytest.raises(agon.MoveError, match="the game was broken off after 3 plies"):
        table.apply(0)
    assert table.undo() and table.legal_actions


def test_a_position_that_no_deal_leads_to_is_played_by_texts() -> None:
    # Where a move has no number, texts go on and numbers are refused.
    for game, options in [(game.id, options) for game in agon.games() for options in game.variants()[:3]]:
        table = agon.Table(game, options=options)
        assert table.legal_actions
    with pytest.raises(agon.ActionError, match="there is no action 9; actions are numbered from 0 to 8"):
        agon.Table("tic-tac-toe").apply(9)
    with pytest.raises(agon.ActionError, match="there is no action -1; "):
        agon.Table("tic-tac-toe").apply(-1)
    with pytest.raises(agon.ActionError, match="there is no action 9223372036854775807; "):
        agon.Table("tic-tac-toe").apply(1 << 99)


@each_variant
def test_a_batch_plays_the_games_that_tables_play(game: str, options: Options) -> None:
    batch = agon.Batch(game, 5, seed=11, max_plies=60, options=options)
    out = batch.reset()
    deals = [batch.deal(place)[0] for place in range(5)]
    tables = [agon.Table(game, seed=seed, max_plies=60, options=options) for seed in deals]
    for _ in range(80):
        for place, table in enumerate(tables):
            assert batch.position(place) == table.position() and batch.legal(place) == table.legal_actions
            assert out.turn[place] == table.turn
            assert (out.mask[place] == table.mask()).all() and (out.observation[place] == table.observation()).all()
        actions = batch.sample()
        for table, action in zip(tables, actions, strict=True):
            assert action in table.legal_actions
            table.apply(action)
        out = batch.step(actions)
        for place, table in enumerate(tables):
            assert out.done[place] == table.over and out.truncated[place] == table.truncated
            assert out.reward[place].tolist() == numpy.array(table.returns, numpy.float32).tolist()
            if table.over:
                tables[place] = agon.Table(game, seed=batch.deal(place)[0], max_plies=60, options=options)


def test_the_same_seed_gives_the_same_games() -> None:
    def play(games: int, seed: int) -> list[float]:
        batch = agon.Batch("gambit", games, seed=seed)
        out = batch.reset()
        return [float(batch.step_randomly().observation[0].sum()) for _ in range(50)] + [float(out.turn[0])]

    assert play(3, 1) == play(3, 1) == play(8, 1) != play(3, 2)
    batch = agon.Batch("gambit", 2, seed=1)
    first = batch.reset().observation.copy()
    assert (batch.reset(seed=1).observation == first).all()


def test_named_players_answer_in_rust() -> None:
    batch = agon.Batch("tic-tac-toe", 16, players=[None, "perfect"], seed=3)
    out = batch.reset()
    assert (out.turn == 0).all()
    lost = numpy.zeros(2)
    for _ in range(60):
        out = batch.step_randomly()
        assert (out.turn == 0).all()
        lost += (out.reward < 0).sum(axis=0)
    assert lost[0] > 0 and lost[1] == 0, "perfect play never loses"


def test_the_arrays_are_the_callers() -> None:
    batch = agon.Batch("gambit", 4, seed=1)
    mine = agon.Arrays(
        observation=numpy.full((4, batch.size), 7, numpy.float32),
        mask=numpy.ones((4, batch.actions), bool),
        turn=numpy.full(4, 9, numpy.int32),
        reward=numpy.ones((4, 2), numpy.float32),
        done=numpy.ones(4, bool),
        truncated=numpy.ones(4, bool),
    )
    assert batch.reset(mine) is mine
    own = batch.reset()
    for name in ["observation", "mask", "turn", "reward", "done", "truncated"]:
        assert (getattr(mine, name) == getattr(own, name)).all(), name
    actions = numpy.empty(4, numpy.int64)
    assert batch.sample(actions) is actions
    assert batch.step(actions, mine) is mine and batch.step_randomly(mine, actions=actions) is mine
    # Rows of something larger, as rollouts have them.
    rollout = numpy.zeros((10, 4, batch.size), numpy.float32)
    rows = agon.Arrays(rollout[3], mine.mask, mine.turn, mine.reward, mine.done, mine.truncated)
    batch.reset(rows)
    assert rollout[3].any() and not rollout[2].any() and not rollout[4].any()


def wrong_arrays() -> list[tuple[str, object, str]]:
    size = agon.numbering("gambit").size
    read_only = numpy.zeros(4, bool)
    read_only.flags.writeable = False
    return [
        ("observation", numpy.zeros((4, size)), f"has shape (4, {size}) and dtype float64; it needs shape (4, {size}) and"),
        ("observation", numpy.zeros((4, size + 1), numpy.float32), f"has shape (4, {size + 1}) and dtype float32; it needs"),
        ("observation", numpy.zeros((size, 4), numpy.float32).T, "is not contiguous; `numpy.ascontiguousarray` makes"),
        ("mask", numpy.zeros((4, 129), numpy.uint8), "has shape (4, 129) and dtype uint8; it needs shape (4, 129) and dtype bool"),
        ("turn", numpy.zeros(3, numpy.int32), "has shape (3,) and dtype int32; it needs shape (4,) and dtype int32"),
        ("turn", [0, 0, 0, 0], "is a list; it needs an array of numpy"),
        ("turn", None, "is a NoneType; it needs an array of numpy"),
        ("done", read_only, "cannot be written; give an array that is not read-only"),
        ("reward", numpy.zeros((), numpy.float32), "has shape () and dtype float32; it needs shape (4, 2) and dtype float32"),
    ]


@pytest.mark.parametrize(("name", "array", "said"), wrong_arrays())
def test_a_wrong_array_is_refused_and_nothing_moves(name: str, array: object, said: str) -> None:
    batch = agon.Batch("gambit", 4, seed=1)
    out = batch.reset()
    before = [batch.position(place) for place in range(4)]
    names = ["observation", "mask", "turn", "reward", "done", "truncated"]
    arrays = {key: getattr(out, key) for key in names} | {name: array}
    def step(out: agon.Arrays) -> object:
        return batch.step(batch.sample(), out)

    calls: list[Callable[[agon.Arrays], object]] = [batch.reset, batch.step_randomly, step]
    for call in calls:
        with pytest.raises(agon.ArrayError) as raised:
            call(agon.Arrays(**arrays))
        assert str(raised.value).startswith(f"`{name}` {said}")
    assert [batch.position(place) for place in range(4)] == before


def test_one_array_cannot_be_two() -> None:
    batch = agon.Batch("gambit", 4)
    out = batch.reset()
    with pytest.raises(agon.ArrayError, match="`truncated` is in use"):
        batch.reset(agon.Arrays(out.observation, out.mask, out.turn, out.reward, out.done, out.done))
    shared = numpy.zeros(8, numpy.int64)
    with pytest.raises(agon.ArrayError, match="`actions`"):
        batch.step(shared[::2], out)


def test_wrong_actions_are_refused_and_nothing_moves() -> None:
    batch = agon.Batch("tic-tac-toe", 3)
    batch.reset()
    batch.step(numpy.array([0, 1, 2]))
    before = [batch.position(place) for place in range(3)]
    for actions, said in [
        (numpy.array([3, 1, 3]), r"game 1: illegal action 1; 0, 2, 3, 4, 5, 6, 7 or 8 is possible"),
        (numpy.array([3, 4, 9]), r"game 2: there is no action 9; actions are numbered from 0 to 8"),
        (numpy.array([-1, 4, 9]), r"game 0: there is no action -1; "),
    ]:
        with pytest.raises(agon.ActionError, match=said):
            batch.step(actions)
        assert [batch.position(place) for place in range(3)] == before
    for wrong in [numpy.array([3, 4]), numpy.array([3.0, 4.0, 5.0]), numpy.array([3, 4, 5], numpy.int32), [3, 4, 5]]:
        with pytest.raises(agon.ArrayError, match="`actions` "):
            batch.step(wrong)  # type: ignore[arg-type]


def test_wrong_batches_are_refused() -> None:
    for keywords, said in [
        ({"players": ["easy", "easy"]}, "no such batch: every seat has a player; leave one to the caller"),
        ({"players": [None, None, "easy"]}, "no such batch: 3 players for 2 seats"),
        ({"players": [None, "x"]}, "unknown player `x`; "),
        ({"max_plies": 0}, "bad number of plies `0`; it goes from 1 to "),
        ({"payoff": "money"}, "unknown payoff `money`; there is `outcome` or `margin`"),
        ({"islands": 3}, "unknown option `islands` of gambit"),
    ]:
        with pytest.raises(agon.AgonError) as raised:
            agon.Batch("gambit", 4, **keywords)  # type: ignore[arg-type]
        assert str(raised.value).startswith(said)
    with pytest.raises(agon.NumberError, match="bad number of games `0`; it goes from 1 to "):
        agon.Batch("gambit", 0)
    batch = agon.Batch("gambit", 4)
    with pytest.raises(agon.AgonError, match="reset it first"):
        batch.sample()
    with pytest.raises(agon.NumberError, match="bad game `4`; it goes from 0 to 3"):
        batch.position(4)
    with pytest.raises(agon.SeatError, match="unknown viewer `7`"):
        batch.position(0, 7)


@each_game
def test_a_tree_is_walked_and_copied(game: str) -> None:
    chance = random.Random(4)
    node = agon.Tree(game, max_plies=40)
    while not node.is_terminal:
        if node.is_chance:
            outcomes = node.chance_outcomes
            assert node.player is None and abs(sum(share for _, share in outcomes) - 1) < 1e-9
            node.apply(chance.choice(outcomes)[0])
            continue
        assert node.player is not None and node.legal
        assert node.observation(node.player).shape == (node.size,)
        action = chance.choice(node.legal)
        assert node.text(action)
        node.apply(action)
    assert abs(sum(node.returns)) < 1e-9
    for other in [copy.deepcopy(node), copy.copy(node), node.fork(), pickle.loads(pickle.dumps(node))]:
        assert other.history == node.history and other.position() == node.position()
        assert [other.information_state(seat) for seat in range(node.seats)] == [
            node.information_state(seat) for seat in range(node.seats)
        ]
        assert other.undo() and len(other.history) == len(node.history) - 1
    root = agon.Tree(game, max_plies=40)
    assert root.after(node.history).position() == node.position()


def test_a_tree_begins_at_a_position() -> None:
    root = agon.Tree("tic-tac-toe", position="xo1/ox1/3 0")
    assert not root.is_chance and root.player == 0 and root.position() == "xo1/ox1/3 0"
    with pytest.raises(agon.PositionError):
        agon.Tree("tic-tac-toe", position="no")
    with pytest.raises(agon.SeatError, match="unknown viewer `2`"):
        agon.Tree("tic-tac-toe", position="xo1/ox1/3 0", viewer=2)
    with pytest.raises(agon.ActionError, match="there is no action 99"):
        root.apply(99)
    with pytest.raises(agon.SeatError, match="there is no seat 2"):
        root.information_state(2)


def test_random_games_are_counted() -> None:
    counted = agon.playouts("tic-tac-toe", 10_000, seed=1)
    assert counted.games == 10_000 == sum(counted.wins) + counted.draws
    assert 7 < counted.plies / counted.games < 9 and counted.wins[0] > counted.wins[1]
    assert agon.playouts("tic-tac-toe", 10_000, seed=1).wins == counted.wins
    assert agon.playouts("gambit", 0).plies == 0
    won = agon.Table.replay("tic-tac-toe~seed=0~a1~a2~b1~b2~c1")
    assert agon.playouts(won, 10).wins == [10, 0] and agon.playouts(won, 10).plies == 0
    won.undo()
    counted = agon.playouts(won, 1000)
    assert sum(counted.wins) + counted.draws == 1000 and counted.plies < 5000 and counted.wins[0] > 200
