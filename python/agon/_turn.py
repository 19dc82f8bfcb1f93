"""A decision as a player meets it, and a Python function as a player: for other programs (`cmd:`) and for rooms online."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from random import Random
from typing import Any, SupportsIndex, TextIO

from ._agon import AgonError, MoveError, Player, PositionError, Reply, Table

#: What a player may answer: a move as text, the number of an action, or what one of Agon's players replies.
Answer = str | SupportsIndex | Reply


@dataclass(frozen=True)
class Turn:
    """A decision of a player, with what its seat sees and nothing else.

    >>> import agon
    >>> turn = agon.Turn(
    ...     game="gambit", options={}, seat=1, seats=2, ply=1, position="3O4/XXX1XXXX/OOO1OOOO/8 1 -",
    ...     legal=["b3xb1", "c3xc1"], history=[(0, "d2xd4")])
    >>> turn.table()
    <agon.Table gambit, ply 1, seat 1 to move>
    """

    #: the id of the game
    game: str
    #: every option by name and value
    options: Mapping[str, str | int | bool]
    #: the player's own seat, counted from 0
    seat: int
    #: how many play
    seats: int
    #: how many moves were made before
    ply: int
    #: the position, with what is hidden from this seat left out
    position: str
    #: every legal move, sorted
    legal: list[str]
    #: every move so far as this seat knows it, each with the seat that made it
    history: list[tuple[int, str]]
    #: the seconds for this answer; `None` where nobody counts
    seconds: float | None = None
    #: the seconds that each seat has left, where there is a clock
    left: list[float] | None = None
    #: chance for this game: a player that draws from it plays the same game again for the same seed
    random: Random = field(default_factory=Random, compare=False, repr=False)

    def table(self) -> Table:
        """The game as a table of its own, where nothing is hidden from this seat.

        It has the moves before, so that repetitions are known, unless the game began elsewhere than usual.
        """
        return table_of(self.game, self.options, self.history, self.position)


def table_of(
    game: str, options: Mapping[str, str | int | bool], history: list[tuple[int, str]], position: str
) -> Table:
    """A table of what somebody sees: with all moves where they lead to the position, else from the position alone."""
    table = Table(game, options=dict(options))
    if not any(table.hides(seat) for seat in range(table.seats)):
        try:
            for seat, move in history:
                table.play(move, seat)
        except AgonError:
            # It began elsewhere.
            pass
        else:
            if table.position() == position:
                return table
    try:
        return Table(game, options=dict(options), position=position)
    except PositionError as why:
        raise PositionError(
            f"there is no table of what is seen here: {why}; where something is hidden, `position`, `legal` and "
            "`history` say what is known"
        ) from why


#: A player of one's own: a function from a turn to a move, or one of Agon's players.
Choose = Callable[[Turn], Answer] | Player


def answer(choose: Choose, turn: Turn) -> str:
    """The move that a player makes, checked."""
    chosen = choose.choose(turn.table()) if isinstance(choose, Player) else choose(turn)
    if isinstance(chosen, Reply):
        chosen = chosen.move
    elif not isinstance(chosen, str):
        try:
            number = chosen.__index__()
        except AttributeError:
            kind = type(chosen).__name__
            raise TypeError(f"a player answers with a move or the number of an action, not with {kind}") from None
        chosen = turn.table().move_of(number)
    if chosen not in turn.legal:
        shown, more = ", ".join(f"`{move}`" for move in turn.legal[:6]), len(turn.legal) - 6
        rest = f", and {more} more" if more > 0 else ""
        raise MoveError(f"the player answered `{chosen}`, which is no legal move; there is {shown}{rest}")
    return chosen


def serve_player(
    choose: Choose,
    *,
    begin: Callable[[dict[str, Any]], object] | None = None,
    end: Callable[[dict[str, Any]], object] | None = None,
) -> None:
    """Makes this program a player for `cmd:`, and plays until its input ends: docs/players.md is the protocol.

    `choose` gets an `agon.Turn` and answers with a legal move, the number of an action, or the reply of one of Agon's
    players; `begin` and `end` hear the events that begin and end a game. What is printed meanwhile goes to stderr, so it
    cannot be taken for a move. With this in `mine.py`,

        import agon
        agon.serve_player(lambda turn: turn.random.choice(turn.legal))

    it can be checked by `agon check-player 'python3 mine.py'` and play by `agon match gambit 'cmd:python3 mine.py' hard`,
    or in Python:

    >>> import sys, tempfile, pathlib, agon
    >>> program = pathlib.Path(tempfile.mkdtemp(), "mine.py")
    >>> _ = program.write_text("import agon\\nagon.serve_player(lambda turn: turn.random.choice(turn.legal))")
    >>> report = agon.lab.match("tic-tac-toe", f"mine=cmd:{sys.executable} {program}", "hard", games=4, threads=1)
    >>> report.rows[-1]["won"]
    0
    """
    with _protocol() as (lines, out):
        started: dict[str, Any] = {}
        chance = Random(0)
        for line in lines:
            event = json.loads(line)
            match event["event"]:
                case "start":
                    started, chance = event, Random(event["seed"])
                    if begin is not None:
                        begin(event)
                case "turn":
                    if not started:
                        raise AgonError("a turn came before any game began; `agon check-player` sends what is right")
                    print(answer(choose, _read(started, event, chance)), file=out, flush=True)
                case "end":
                    if end is not None:
                        end(event)
                case _:
                    # An event of a later version.
                    pass


@contextmanager
def _protocol() -> Iterator[tuple[TextIO, TextIO]]:
    """The lines that come, and where answers go; everything else that is printed goes to stderr."""
    out = sys.stdout
    with redirect_stdout(sys.stderr):
        yield sys.stdin, out


def _read(start: dict[str, Any], event: dict[str, Any], chance: Random) -> Turn:
    """A turn as the protocol tells it."""
    clock = event.get("clock") or {}
    move, left = clock.get("move_ms"), clock.get("left_ms")
    return Turn(
        game=start["game"],
        options=start["options"],
        seat=event["seat"],
        seats=start["seats"],
        ply=event["ply"],
        position=event["position"],
        legal=event["legal"],
        history=[(step["seat"], step["move"]) for step in event["history"]],
        seconds=None if move is None else move / 1000,
        left=None if left is None else [ms / 1000 for ms in left],
        random=chance,
    )
