"""Abstract strategy games: rules, computer players, an exact solver and a lab, in Rust.

>>> import agon
>>> table = agon.Table("gambit")
>>> table.play("d2xd4")
>>> agon.player("easy").play(table).seat
1
>>> agon.solve("tic-tac-toe").value
0

`agon.games()` lists the games, `agon.Table` is a game in play, `agon.player` a computer player, `agon.solve` proves
values, and `agon.lab` measures by playing many games. `agon.serve_player` makes a player of a function of yours, and
`agon.online` plays in rooms of a server. Whatever is refused raises an `agon.AgonError`.
"""

from typing import TYPE_CHECKING, Any

from . import lab
from ._agon import (
    ActionError,
    AgonError,
    Analysis,
    ArrayError,
    Arrays,
    Batch,
    Block,
    BugError,
    Efg,
    Game,
    GameError,
    GameOption,
    Keep,
    MoveError,
    NumberError,
    Numbering,
    Opponent,
    OptionError,
    Outcome,
    Player,
    PlayerError,
    Playouts,
    PositionError,
    RecordError,
    Reply,
    Report,
    SeatError,
    Solution,
    SolveError,
    StrongResult,
    Study,
    StudyError,
    Table,
    Tree,
    TrialResult,
    __version__,
    analyse,
    best,
    divide,
    efg,
    game,
    games,
    hint,
    numbering,
    perft,
    player,
    players,
    playouts,
    solve,
    solve_all,
)
from ._turn import Turn, serve_player

if TYPE_CHECKING:
    from . import theory

__all__ = [
    "ActionError",
    "AgonError",
    "Analysis",
    "ArrayError",
    "Arrays",
    "Batch",
    "Block",
    "BugError",
    "Efg",
    "Game",
    "GameError",
    "GameOption",
    "Keep",
    "MoveError",
    "NumberError",
    "Numbering",
    "Opponent",
    "OptionError",
    "Outcome",
    "Player",
    "PlayerError",
    "Playouts",
    "PositionError",
    "RecordError",
    "Reply",
    "Report",
    "SeatError",
    "Solution",
    "SolveError",
    "StrongResult",
    "Study",
    "StudyError",
    "Table",
    "Tree",
    "TrialResult",
    "Turn",
    "__version__",
    "analyse",
    "best",
    "divide",
    "efg",
    "game",
    "games",
    "hint",
    "lab",
    "numbering",
    "perft",
    "player",
    "players",
    "playouts",
    "serve_player",
    "solve",
    "solve_all",
    "theory",
]


def __getattr__(name: str) -> Any:
    # Only `theory` needs numpy, and a program that just plays starts five times as fast without it.
    if name == "theory":
        from importlib import import_module

        return import_module(".theory", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
