"""Every game as a game of OpenSpiel, registered when this module is imported.

The id of a game becomes its name there, with `agon_` before it, and options become parameters:

>>> import pyspiel
>>> import agon.openspiel
>>> game = pyspiel.load_game("agon_parity_twist(variant=lanier)")
>>> game.num_distinct_actions(), game.max_game_length(), game.max_chance_outcomes()
(100, 10, 120)
>>> state = game.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(0)
>>> state.observation_string(0)
'.,.,./.,.,./.,.,. . 0 0,1,2 ?,?,? ?,?,?,?'

Deals are chance nodes, information states have perfect recall, and what is hidden stays hidden: so the algorithms of
OpenSpiel run as they are. Further parameters of every game:

- `position`: the game begins at this position, with everything open in the text; write `;` for each of its commas. A
  chance node comes first, for everything that `viewer` cannot tell from it: `spectator` (so that every seat knows its own
  things only), a seat, or `referee` (no chance: nothing but what the text says).
- `payoff`: `outcome` (losers pay 1, winners share it) or `margin` (the own score less the mean of the others').
- `max_plies`: a game is broken off after so many plies, and worth nothing to anybody. Where positions can come back it
  is 10000 unless you say otherwise, as OpenSpiel wants to know how long games are.

OpenSpiel's searches in C++ (`pyspiel.MCTSBot`) do not work on games written in Python; its searches in Python do. For the
speed of C++ write a tree to a file with `agon.efg` and load that.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ._agon import AgonError, Numbering, Tree, games, numbering
from ._agon import Game as _Info

__all__ = ["Game", "Observer", "State"]

#: Where positions can come back a game ends after so many plies.
LONGEST = 10_000
#: Parameters besides the options.
EXTRA: dict[str, Any] = {"position": "", "viewer": "spectator", "payoff": "outcome", "max_plies": 0}


class Game(pyspiel.Game):  # type: ignore[misc]
    """A variant of a game, or a position of it: `pyspiel.load_game` makes one. There is a class for each game."""

    info: ClassVar[_Info]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        info = self.info
        given = {**EXTRA, **(params or {})}
        options = {name: value for name, value in given.items() if name not in EXTRA}
        position = str(given["position"]).replace(";", ",") or None
        self.numbers: Numbering = numbering(info.id, options=options)
        longest = self.numbers.most_plies or LONGEST
        self.max_plies: int = given["max_plies"] or longest
        viewer = given["viewer"]
        self.root = Tree(
            info.id,
            position=position,
            viewer=viewer,
            payoff=given["payoff"],
            max_plies=None if self.max_plies >= longest and self.numbers.most_plies else self.max_plies,
            options=options,
        )
        #: how many draws a deal has
        self.draws = len(self.numbers.deal) if position is None else int(self.root.is_chance)
        outcomes = self.numbers.deal if position is None else [len(self.root.chance_outcomes)]
        bounds = self.numbers.outcome_bounds if given["payoff"] == "outcome" else self.numbers.margin_bounds
        longest = min(longest, self.max_plies)
        game_info = pyspiel.GameInfo(
            num_distinct_actions=self.numbers.actions,
            max_chance_outcomes=max(outcomes, default=0) if self.draws else 0,
            num_players=self.numbers.seats,
            min_utility=bounds[0],
            max_utility=bounds[1],
            utility_sum=0.0,
            max_game_length=longest,
        )
        game_type = _type(info, chance=self.root.is_chance, hides=self.numbers.hides)
        if position is not None:
            given["position"] = position.replace(",", ";")
        usual = _defaults(info)
        super().__init__(game_type, game_info, {name: value for name, value in given.items() if value != usual[name]})

    def new_initial_state(self) -> State:
        """The root of the tree."""
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        """How many chance nodes a game goes through, all of them before the first move."""
        return self.draws

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """What writes observations and information states of this game."""
        return Observer(self, iig_obs_type, params)


class _Node:
    """A node of a tree that several states may share: who goes on from it forks it first."""

    __slots__ = ("past", "player", "shared", "tree")

    def __init__(self, tree: Tree, past: Tree | None = None, *, shared: bool = False) -> None:
        self.tree = tree
        #: where it was resampled: what the seat saw before
        self.past = past
        self.shared = shared
        self._look()

    def _look(self) -> None:
        player = self.tree.player
        if player is not None:
            self.player = player
        else:
            self.player = int(pyspiel.PlayerId.CHANCE if self.tree.is_chance else pyspiel.PlayerId.TERMINAL)

    def after(self, action: int) -> _Node:
        """The node that an action leads to: this one, unless it is shared."""
        if self.shared:
            node = _Node(self.tree.fork(), self.past)
            return node.after(action)
        self.tree.apply(action)
        self._look()
        return self

    def __deepcopy__(self, _memo: Any) -> _Node:
        self.shared = True
        return self

    def __reduce__(self) -> tuple[type[_Node], tuple[Tree]]:
        return _Node, (self.tree,)


class State(pyspiel.State):  # type: ignore[misc]
    """A node of a game's tree."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._node = _Node(game.root, shared=True)

    @property
    def tree(self) -> Tree:
        """The node as Agon knows it, by itself."""
        return self._node.tree.fork()

    def current_player(self) -> int:
        """Who decides."""
        return self._node.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self._node.player == pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, _player: int) -> list[int]:
        return self._node.tree.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be dealt, and how likely that is."""
        return self._node.tree.chance_outcomes

    def _apply_action(self, action: int) -> None:
        self._node = self._node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        text = self._node.tree.text(action)
        return f"deal {text}" if player == pyspiel.PlayerId.CHANCE else text

    def returns(self) -> list[float]:
        """What the game is worth to each seat; all 0 until it is over."""
        return self._node.tree.returns

    def resample_from_infostate(self, player: int, sampler: Any) -> State:
        """A state that this seat cannot tell from this one, with everything drawn anew that it does not see. What the
        other seats have seen begins there."""
        state: State = self.clone()
        node = self._node
        tree = node.tree.resample(player, seed=int(sampler() * (1 << 53)))
        state._node = _Node(tree, node.past if node.past is not None else node.tree.fork())
        return state

    def __str__(self) -> str:
        tree = self._node.tree
        return tree.position() or " ".join(["deal", *map(str, tree.history)])


class Observer:
    """What a seat sees now, or with perfect recall everything it has seen so far, as numbers and as text.

    Observations are the blocks that `agon.numbering` lists. Information states are numbers only where something can be
    hidden: for each position so far its observation, and for each move who made it and, if the seat knows it, its number
    plus one in binary. Elsewhere the observation says it all.
    """

    def __init__(self, game: Game, iig_obs_type: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise AgonError(f"observers have no parameters, and these were given: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise AgonError("there are observations of what one seat sees, open and hidden things together, and no others")
        numbers = game.numbers
        self.recall = kind.perfect_recall
        self._game = game
        self.dict: dict[str, NDArray[np.float32]] = {}
        self.tensor: NDArray[np.float32] | None = None
        if not self.recall:
            self._allot([(block.name, block.shape) for block in numbers.blocks])
        elif numbers.hides:
            most = game.max_game_length()
            self._allot(
                [
                    ("seat", (numbers.seats,)),
                    ("observations", (most + 1, numbers.size)),
                    ("movers", (most, numbers.seats)),
                    ("actions", (most, numbers.actions.bit_length())),
                ]
            )

    def _allot(self, parts: list[tuple[str, tuple[int, ...]]]) -> None:
        """One array for all parts."""
        sizes = [int(np.prod(shape)) for _, shape in parts]
        self.tensor = np.zeros(sum(sizes), np.float32)
        begin = 0
        for (name, shape), size in zip(parts, sizes, strict=True):
            self.dict[name] = self.tensor[begin : begin + size].reshape(shape)
            begin += size

    def set_from(self, state: State, player: int) -> None:
        """Writes what a seat sees in a state."""
        if self.tensor is None:
            return
        node = state._node
        if self.recall:
            self._recall(node, player)
        else:
            node.tree.observation(player, self.tensor)

    def _recall(self, node: _Node, player: int) -> None:
        """Goes back through the game, and writes what the seat saw."""
        assert self.tensor is not None
        self.tensor.fill(0)
        self.dict["seat"][player] = 1
        tree, past = node.tree.fork(), node.past
        if tree.is_chance:
            return
        actions = tree.known_actions(player)
        if past is not None:
            actions = past.known_actions(player) + actions
        for ply in range(len(actions), -1, -1):
            tree.observation(player, self.dict["observations"][ply])
            if ply == 0:
                return
            if not tree.undo() and past is not None:
                # From here on it is as it was before resampling, for the seat that asked for it.
                tree, past = past.fork(), None
                tree.undo()
            mover = tree.player
            assert mover is not None
            self.dict["movers"][ply - 1, mover] = 1
            action = actions[ply - 1]
            if action is not None:
                bits = self.dict["actions"][ply - 1]
                bits[:] = [(action + 1) >> bit & 1 for bit in range(bits.size)]

    def string_from(self, state: State, player: int) -> str:
        """What a seat sees in a state, as text."""
        tree = state._node.tree
        return tree.information_state(player) if self.recall else tree.position(player)


def _defaults(info: _Info) -> dict[str, Any]:
    """The parameters of a game with their usual values."""
    return {**{option.name.replace("-", "_"): option.default for option in info.options}, **EXTRA}


def _type(info: _Info, *, chance: bool, hides: bool) -> Any:
    """What kind of game it is, in the words of OpenSpiel."""
    kind = pyspiel.GameType
    return kind(
        short_name="agon_" + info.id.replace("-", "_"),
        long_name=info.name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if hides else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=info.seats[0],
        max_num_players=info.seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=hides,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(info),
    )


def _register(info: _Info) -> None:
    """Registers a game. Its type says what the usual variant is; that of a loaded game says what it is itself."""
    usual = numbering(info.id)
    # A class, which pickle finds by its name. OpenSpiel keeps it beyond the end of Python: a function would be freed then,
    # when nothing can be freed any more.
    name = info.id.title().replace("-", "") + "Game"
    made = type(name, (Game,), {"info": info, "__doc__": info.about, "__module__": __name__})
    globals()[name] = made
    pyspiel.register_game(_type(info, chance=bool(usual.deal), hides=usual.hides), made)


for _info in games():
    _register(_info)
