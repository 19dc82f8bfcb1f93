"""What the environments of PettingZoo and Gymnasium share: spaces, observations, deals and pictures."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Literal

import gymnasium.spaces as spaces
import numpy as np

from ._agon import AgonError, Numbering, Table, numbering

#: All numbers of an observation in one array, or an array for each of its blocks.
Form = Literal["flat", "blocks"]
#: An observation: `observation` (an array, or a dictionary of them) and `action_mask`.
Observation = dict[str, Any]

RENDER_MODES = ["ansi", "human", "svg"]


def one_of(what: str, value: object, *possible: object) -> None:
    """Refuses a value that is none of the possible ones."""
    if value not in possible:
        known = " or ".join(f"`{one}`" for one in possible if one is not None)
        raise AgonError(f"unknown {what} `{value}`; there is {known}")


class Variant:
    """A variant of a game, as an environment needs it."""

    def __init__(
        self,
        game: str,
        settings: Mapping[str, Any],
        form: Form,
        max_plies: int | None,
        payoff: Literal["outcome", "margin"],
    ) -> None:
        one_of("observation", form, "flat", "blocks")
        self.game = game
        self.settings = dict(settings)
        self.numbers: Numbering = numbering(game, options=self.settings)
        self.form = form
        self.max_plies = max_plies
        self.payoff = payoff
        # Whatever is wrong with the rest is said here, and not when the first game begins.
        self.table()
        #: where each block is in an observation
        self.blocks: list[tuple[str, slice, tuple[int, ...]]] = []
        end = 0
        for block in self.numbers.blocks:
            begin, end = end, end + int(np.prod(block.shape))
            self.blocks.append((block.name, slice(begin, end), block.shape))

    def __reduce__(self) -> tuple[type[Variant], tuple[Any, ...]]:
        return Variant, (self.game, self.settings, self.form, self.max_plies, self.payoff)

    def table(self, seed: int | None = None, position: str | None = None) -> Table:
        """A new game."""
        if position is not None:
            seed = None
        return Table(
            self.game,
            seed=seed,
            position=position,
            max_plies=self.max_plies,
            payoff=self.payoff,
            options=self.settings,
        )

    def box(self, seats: int = 1) -> spaces.Box:
        """The space of all numbers of an observation, of one seat or of several."""
        blocks = self.numbers.blocks
        low = np.concatenate([np.full(block.shape, block.low, np.float32).ravel() for block in blocks])
        high = np.concatenate([np.full(block.shape, block.high, np.float32).ravel() for block in blocks])
        return spaces.Box(np.tile(low, seats), np.tile(high, seats), dtype=np.float32)

    def observation_space(self) -> spaces.Dict:
        """The space of observations with their masks."""
        seen: spaces.Space[Any] = self.box()
        if self.form == "blocks":
            seen = spaces.Dict([(one.name, spaces.Box(one.low, one.high, one.shape)) for one in self.numbers.blocks])
        mask = spaces.Box(0, 1, (self.numbers.actions,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def action_space(self) -> spaces.Discrete:
        """The space of action numbers."""
        return spaces.Discrete(self.numbers.actions)

    def observe(self, table: Table, seat: int) -> Observation:
        """What a seat sees, and which actions it has: none unless it is to move."""
        seen: Any = table.observation(seat)
        if self.form == "blocks":
            seen = {name: seen[part].reshape(shape) for name, part, shape in self.blocks}
        if table.turn == seat:
            mask = table.mask().view(np.int8)
        else:
            mask = np.zeros(self.numbers.actions, np.int8)
        return {"observation": seen, "action_mask": mask}


class Deals:
    """The seeds of deals: the one that was asked for first, then as many as are needed, the same each time."""

    def __init__(self) -> None:
        self._seed: int | None = None
        self._random: random.Random | None = None

    def next(self, seed: int | None) -> int:
        """The seed of the next deal; `seed` begins anew with this one."""
        if seed is not None:
            self._seed, self._random = int(seed), None
            return self._seed
        if self._random is None:
            self._random = random.Random(self._seed)
        return self._random.getrandbits(63)


def picture(table: Table, mode: str | None) -> str | None:
    """The table as text or as a drawing, with everything open."""
    if mode == "ansi":
        return table.text()
    if mode == "svg":
        return table.svg()
    if mode == "human":
        print(table.text())
    return None
