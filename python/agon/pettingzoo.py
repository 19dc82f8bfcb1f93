"""Every game as an environment of PettingZoo, in which agents take turns (AEC).

An agent sees a dictionary: `observation` (numbers, relative to its seat, with nothing hidden in them) and `action_mask`
(which actions are legal). Whoever loses gets -1 at the end, and the winners share that; with `payoff="margin"` the
reward is the own score less the mean of the others'. An illegal action raises `agon.ActionError`.

>>> import agon.pettingzoo
>>> env = agon.pettingzoo.env("parity-twist", variant="draft")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination or truncation:
...         env.step(None)
...     else:
...         env.step(env.action_space(agent).sample(observation["action_mask"]))
>>> env.agents
[]

Every game is also registered with PettingZoo, as `agon/` and its id:

>>> import pettingzoo
>>> str(pettingzoo.make("aec", "agon/gambit-v0"))
'gambit_v0'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import gymnasium.spaces as spaces
import numpy as np
import pettingzoo
from numpy.typing import NDArray
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ._agon import Table, games
from ._spaces import RENDER_MODES, Deals, Form, Observation, Variant, one_of, picture

__all__ = ["Env", "env", "raw_env"]


class Env(pettingzoo.AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # It has no types.
    """A game in which the agents `player_0`, `player_1` … take turns.

    - `observation`: `"flat"` is one array of all numbers, `"blocks"` a dictionary with an array for each of the blocks
      that `agon.numbering` lists.
    - `max_plies` breaks a game off after so many plies (a truncation, worth nothing to anybody).
    - `payoff`: `"outcome"` or `"margin"`.
    - `render_mode`: `"ansi"` is a picture in characters, `"svg"` a drawing, `"human"` prints. All of them show what is
      hidden, too.

    Every other keyword is an option of the game; `options` is a dictionary of them.

    `reset(seed=7)` deals what `agon.Table(game, seed=7)` deals; games without a seed follow from the last one that was
    given. `reset(options={"position": …})` begins at a position. `table` is the game as an `agon.Table`.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        observation: Form = "flat",
        max_plies: int | None = None,
        payoff: Literal["outcome", "margin"] = "outcome",
        render_mode: str | None = None,
        options: Mapping[str, Any] | None = None,
        **keywords: Any,
    ) -> None:
        super().__init__()
        one_of("render mode", render_mode, None, *RENDER_MODES)
        self.variant = Variant(game, {**(options or {}), **keywords}, observation, max_plies, payoff)
        self.metadata = {**Env.metadata, "name": f"{game.replace('-', '_')}_v0"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.variant.numbers.seats)]
        self.observation_spaces = {agent: self.variant.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.variant.action_space() for agent in self.possible_agents}
        self.state_space = self.variant.box(len(self.possible_agents))
        self.agents: list[str] = []
        self.table: Table = self.variant.table()
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._deals = Deals()

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of action numbers; `sample(mask)` draws a legal one."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; see above for `seed` and `options`."""
        position = options.get("position") if options else None
        self.table = self.variant.table(self._deals.next(seed), position)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._turn()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, and which actions it has: none unless it is to move."""
        return self.variant.observe(self.table, self._seats[agent])

    def state(self) -> NDArray[np.float32]:
        """What all agents see, one after the other: for critics that may see everything."""
        return np.concatenate([self.table.observation(seat) for seat in range(len(self.possible_agents))])

    def step(self, action: int | None) -> None:
        """Makes the move of the agent to move; `None` for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.apply(action)  # type: ignore[arg-type]  # Who is to move and gives none is told so.
        self._turn()

    def _turn(self) -> None:
        """Whose turn it is, or what everybody gets."""
        turn = self.table.turn
        if turn is not None:
            self.agent_selection = self.possible_agents[turn]
        else:
            truncated = self.table.truncated
            self.agent_selection = self.agents[0]
            self.terminations = dict.fromkeys(self.agents, not truncated)
            self.truncations = dict.fromkeys(self.agents, truncated)
            self.rewards = dict(zip(self.agents, self.table.returns, strict=True))
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The game as the render mode says."""
        return picture(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


def raw_env(game: str, **arguments: Any) -> Env:
    """The environment of a game without PettingZoo's wrappers; see `agon.pettingzoo.Env`."""
    return Env(game, **arguments)


def env(game: str, **arguments: Any) -> pettingzoo.AECEnv[str, Observation, int | None]:
    """The environment of a game, which says when it is used in the wrong order; see `agon.pettingzoo.Env`.

    PettingZoo's own environments end a game when an action is illegal, and theirs is the wrapper for that:
    `pettingzoo.utils.wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)`.
    """
    return OrderEnforcingWrapper(raw_env(game, **arguments))


for _game in games():
    pettingzoo.register("aec", f"agon/{_game.id}-v0", "agon.pettingzoo:env", kwargs={"game": _game.id})
