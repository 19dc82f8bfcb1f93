"""Every game as an environment of Gymnasium: one seat is yours, and named players have the others.

>>> import gymnasium
>>> import agon.gymnasium
>>> env = gymnasium.make("agon/Gambit-v0", opponent="medium")
>>> observation, info = env.reset(seed=7)
>>> over = False
>>> while not over:
...     action = env.action_space.sample(observation["action_mask"])
...     observation, reward, terminated, truncated, info = env.step(action)
...     over = terminated or truncated
>>> reward in (-1, 0, 1)
True

Many games at once are faster as an `agon.Batch`, with the same players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium

from ._agon import ActionError, AgonError, Opponent, PlayerError, SeatError, Table, games
from ._spaces import RENDER_MODES, Form, Observation, Variant, one_of, picture

__all__ = ["Env"]


class Env(gymnasium.Env[Observation, Any]):
    """A game against named players (`agon.players` lists them), who move in Rust and see only what their seats see.

    - `opponent` is the name of whoever has the other seats, or a list with a name for each of them.
    - `seat` is yours, counted from 0, or `"random"`: drawn for each game.
    - `illegal`: an action that is not legal now loses the game (`"lose"`: the least reward there is, and
      `info["illegal"]` says what is wrong), as Gymnasium wants every action of the space to be possible; `"raise"` raises
      `agon.ActionError`. A number that is no action at all always raises.
    - `observation`: `"flat"` is one array of all numbers, `"blocks"` a dictionary with an array for each of the blocks
      that `agon.numbering` lists. Beside it stands `action_mask`.
    - `max_plies` breaks a game off after so many plies of all seats (a truncation).
    - `payoff`: `"outcome"` (1 and -1, 0 for a draw) or `"margin"` (the own score less the mean of the others').
    - `render_mode`: `"ansi"` is a picture in characters, `"svg"` a drawing, `"human"` prints. All of them show what is
      hidden, too.

    Every other keyword is an option of the game; `options` is a dictionary of them.

    `reset(seed=7)` deals what `agon.Table(game, seed=7)` deals, and chance of the opponents follows from it.
    `reset(options={"position": …})` begins at a position. `table` is the game as an `agon.Table`.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        opponent: str | Sequence[str] = "medium",
        seat: int | Literal["random"] = 0,
        illegal: Literal["lose", "raise"] = "lose",
        observation: Form = "flat",
        max_plies: int | None = None,
        payoff: Literal["outcome", "margin"] = "outcome",
        render_mode: str | None = None,
        options: Mapping[str, Any] | None = None,
        **keywords: Any,
    ) -> None:
        super().__init__()
        one_of("render mode", render_mode, None, *RENDER_MODES)
        one_of("way with illegal actions", illegal, "lose", "raise")
        self.variant = Variant(game, {**(options or {}), **keywords}, observation, max_plies, payoff)
        numbers = self.variant.numbers
        if seat != "random" and (not isinstance(seat, int) or not 0 <= seat < numbers.seats):
            raise SeatError(f"there is no seat {seat}; seats are numbered from 0 to {numbers.seats - 1}, or `random`")
        names = [opponent] * (numbers.seats - 1) if isinstance(opponent, str) else list(opponent)
        if len(names) != numbers.seats - 1:
            raise PlayerError(f"`opponent` has {len(names)} names; it needs {numbers.seats - 1}")
        self.opponents = [Opponent(game, name, options=self.variant.settings) for name in names]
        self.render_mode = render_mode
        self.illegal = illegal
        self.observation_space = self.variant.observation_space()
        self.action_space = self.variant.action_space()
        self.table: Table = self.variant.table()
        self.seat = 0
        self._asked_seat = seat
        self._deal = 0
        self._over = True
        self._least = (numbers.outcome_bounds if payoff == "outcome" else numbers.margin_bounds)[0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game, up to the first decision of yours. `info` has the seed of the deal and your seat."""
        super().reset(seed=seed)
        self._deal = int(self.np_random.integers(1 << 63)) if seed is None else int(seed)
        seats = self.variant.numbers.seats
        self.seat = int(self.np_random.integers(seats)) if self._asked_seat == "random" else self._asked_seat
        self.table = self.variant.table(self._deal, options.get("position") if options else None)
        self._over = False
        self._answer()
        if self.table.turn is None:
            raise AgonError("the game was over before you could move; begin at another position")
        return self._look(), {"seed": self._deal, "seat": self.seat}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Makes a move of yours, and those of the others until you are to decide again."""
        if self._over:
            raise ActionError(f"no action {action}: the game is over; `reset` begins the next one")
        info: dict[str, Any] = {}
        try:
            self.table.apply(action)
        except ActionError as why:
            if self.illegal == "raise" or action not in self.action_space:
                raise
            self._over = True
            return self._look(), self._least, True, False, {"illegal": str(why)}
        self._answer()
        self._over = self.table.turn is None
        truncated = self.table.truncated
        return self._look(), self.table.returns[self.seat], self._over and not truncated, truncated, info

    def _answer(self) -> None:
        """The others move."""
        while (turn := self.table.turn) is not None and turn != self.seat:
            self.opponents[turn - (turn > self.seat)].play(self.table, seed=self._deal)

    def _look(self) -> Observation:
        """What you see."""
        if self.render_mode == "human":
            self.render()
        return self.variant.observe(self.table, self.seat)

    def render(self) -> str | None:
        """The game as the render mode says."""
        return picture(self.table, self.render_mode)


def register() -> None:
    """Registers every game with Gymnasium: `agon/Gambit-v0`, `agon/ParityTwist-v0` and so on."""
    for game in games():
        name = "".join(part.capitalize() for part in game.id.split("-"))
        gymnasium.register(f"agon/{name}-v0", entry_point="agon.gymnasium:Env", kwargs={"game": game.id})


register()
