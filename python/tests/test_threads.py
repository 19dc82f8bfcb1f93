"""Threads: a table cannot be corrupted, the interpreter goes on while Agon thinks, and Ctrl-C ends long work."""

import os
import random
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest

import agon

#: Work that takes hours when nobody stops it.
ENDLESS: dict[str, Callable[[], object]] = {
    "solve": lambda: agon.solve("infiltration", seconds=1e6),
    "solve_all": lambda: agon.solve_all("gambit", seconds=1e6, memory=1000),
    "perft": lambda: agon.perft("infiltration", 60),
    "divide": lambda: agon.divide("infiltration", 60),
    "choose": lambda: agon.player("mcts:time=1000s").choose(agon.Table("infiltration")),
    "analyse": lambda: agon.analyse(agon.Table("infiltration"), seconds=1e6),
    "match": lambda: agon.lab.match("infiltration", "mcts:time=1000s", "random", games=2),
    "sprt": lambda: agon.lab.sprt("infiltration", "mcts:time=1000s", "random"),
    "block": lambda: agon.Study("match", "infiltration", ["mcts:time=1000s", "random"], games=1).play((0, 0, 0, 1)),
    "playouts": lambda: agon.playouts("infiltration", 1 << 60),
}


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C interrupts. A shell has its jobs in the background ignore it, and other packages handle it themselves."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before or signal.SIG_DFL)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("name", ENDLESS)
def test_an_interrupt_ends_long_work(name: str) -> None:
    # This thread runs only while the lock is released: were it held, nobody would ever interrupt.
    with pytest.raises(KeyboardInterrupt):
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
        ENDLESS[name]()


def test_a_table_is_played_by_many_threads_at_once() -> None:
    table = agon.Table("infiltration", seed=1)
    sys.setswitchinterval(1e-5)

    def play(seed: int) -> int:
        chance, made = random.Random(seed), 0
        for _ in range(200):
            act = chance.randrange(12)
            try:
                if act < 6 and table.legal:
                    table.play(chance.choice(table.legal or ["-"]))
                    made += 1
                elif act < 8 and (actions := table.legal_actions):
                    table.apply(chance.choice(actions))
                    made += 1
                elif act == 8:
                    made -= table.undo()
                elif act == 9:
                    made += table.redo()
                else:
                    assert table.view(0) and table.fork().record and agon.Table.replay(table.record)
            except agon.MoveError:
                # Somebody else was faster.
                continue
        return made

    try:
        with ThreadPoolExecutor(8) as pool:
            made = sum(pool.map(play, range(8)))
    finally:
        sys.setswitchinterval(0.005)
    assert made == table.ply == len(table.history())
    assert agon.Table.replay(table.record).position() == table.position()


def test_a_finished_table_stays_as_it_is() -> None:
    table = agon.Table.replay("gambit~seed=0~d2xd4")
    easy = agon.Opponent("gambit", "easy")
    while easy.play(table) is not None:
        pass
    record, position, outcome = table.record, table.position(), str(table.outcome)
    sys.setswitchinterval(1e-5)

    def disturb(seed: int) -> int:
        chance, refused = random.Random(seed), 0
        for _ in range(100):
            try:
                match chance.randrange(5):
                    case 0:
                        table.play(chance.choice(["d2xd4", "stop", ""]))
                    case 1:
                        table.apply(chance.randrange(129))
                    case 2:
                        agon.player("random").play(table)
                    case 3:
                        assert easy.play(table) is None
                        raise agon.MoveError("it is over")
                    case _:
                        table.play("stop", seat=1)
            except agon.AgonError:
                refused += 1
        return refused

    try:
        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(disturb, range(8))) == 800, "nothing is allowed any more"
    finally:
        sys.setswitchinterval(0.005)
    assert (table.record, table.position(), str(table.outcome)) == (record, position, outcome)


def test_a_foreign_table_is_refused_and_stays_as_it_is() -> None:
    # An opponent for one variant is asked about tables of others, by several threads at once.
    hard = agon.Opponent("tic-tac-toe", "hard")
    foreign = [agon.Table("gambit"), agon.Table("tic-tac-toe", size=4), agon.Table("primi-composti", players=3)]
    before = [table.record for table in foreign]
    own = agon.Table("tic-tac-toe")

    def ask(seed: int) -> int:
        refused = 0
        for _ in range(20):
            for table in foreign:
                try:
                    hard.play(table, seed=seed)
                except agon.AgonError as why:
                    assert not isinstance(why, agon.BugError)
                    refused += 1
        return refused

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(ask, range(4))) == 4 * 20 * len(foreign)
    assert [table.record for table in foreign] == before
    assert hard.choose(own) is not None, "the opponent goes on"


def test_a_batch_is_stepped_by_many_threads_at_once() -> None:
    batch = agon.Batch("gambit", 64, seed=1)
    batch.reset()

    def play(_: int) -> int:
        out, actions, refused = batch.arrays(), numpy.empty(64, numpy.int64), 0
        for _ in range(50):
            try:
                batch.step(batch.sample(actions), out)
            except agon.ActionError:
                # Between the two calls another thread has moved.
                refused += 1
            batch.step_randomly(out, actions=actions)
        return refused

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(play, range(4)))
    for place in range(64):
        agon.Table("gambit", position=batch.position(place))


def test_threads_do_not_share_arrays() -> None:
    batches = [agon.Batch("gambit", 256, seed=seed) for seed in range(4)]
    out, said = batches[0].arrays(), []

    def play(batch: agon.Batch) -> None:
        for _ in range(50):
            try:
                batch.reset(out)
            except agon.ArrayError as why:
                said.append(str(why))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(play, batches))
    assert all("is in use" in why for why in said)


def test_players_think_side_by_side() -> None:
    tables = [agon.Table("gambit", seed=seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        moves = list(pool.map(lambda table: agon.player("mcts:playouts=200").choose(table).move, tables))
    assert moves == [agon.player("mcts:playouts=200").choose(table).move for table in tables]
