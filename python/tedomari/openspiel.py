"""Between Tedomari and OpenSpiel, in both directions.

`SumGame` gives a sum the interface of OpenSpiel's games and states, so that its algorithms can play it; OpenSpiel
itself is not needed for that. `position` makes a position of any of OpenSpiel's games for two players without
chance, draws and hidden information.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from ._native import Position, Sum
from .rulesets import LEFT, RIGHT, Ruleset

#: Players as OpenSpiel numbers them: Left is 0, Right is 1.
PLAYERS = (LEFT, RIGHT)
#: The number of the player where play is over.
TERMINAL = -4


class SumGame:
    """A sum as a game of OpenSpiel: Left is player 0, and a player who cannot move loses."""

    def __init__(self, whole: Sum | Position, first: str = LEFT) -> None:
        if first not in PLAYERS:
            raise ValueError(f"'{first}' is not a player: left or right")
        self.sum = whole if isinstance(whole, Sum) else Sum(whole)
        self.first = first

    def new_initial_state(self) -> SumState:
        return SumState(self, self.sum, PLAYERS.index(self.first), [])

    def num_players(self) -> int:
        return 2

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def num_distinct_actions(self) -> int:
        """The most moves that a player has now. Later states may have more."""
        return max(len(self.sum.moves(player)) for player in PLAYERS)

    def __str__(self) -> str:
        return f"tedomari({self.sum}, first={self.first})"


class SumState:
    """A state of a sum. An action is the number of a move in the list of moves of the player to move."""

    def __init__(self, game: SumGame, whole: Sum, player: int, history: list[int]) -> None:
        self._game, self._sum, self._player, self._history = game, whole, player, history
        self._moves = whole.moves(PLAYERS[player])

    @property
    def sum(self) -> Sum:
        return self._sum

    def get_game(self) -> SumGame:
        return self._game

    def num_players(self) -> int:
        return 2

    def current_player(self) -> int:
        return self._player if self._moves else TERMINAL

    def is_terminal(self) -> bool:
        return not self._moves

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        mine = player is None or player == self._player
        return list(range(len(self._moves))) if mine else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        return [1] * len(self.legal_actions(player))

    def action_to_string(self, player: int, action: int | None = None) -> str:
        part, name = self._moves[player if action is None else action]
        return f"{part}:{name}" if len(self._sum) > 1 else name

    def string_to_action(self, text: str) -> int:
        names = [self.action_to_string(action) for action in self.legal_actions()]
        if text not in names:
            raise ValueError(f"'{text}' is not a move here")
        return names.index(text)

    def apply_action(self, action: int) -> None:
        if not 0 <= action < len(self._moves):
            raise ValueError(f"there is no action {action}")
        part, name = self._moves[action]
        self._sum = self._sum.play(PLAYERS[self._player], part, name)
        self._history = [*self._history, action]
        self._player = 1 - self._player
        self._moves = self._sum.moves(PLAYERS[self._player])

    def child(self, action: int) -> SumState:
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> SumState:
        return SumState(self._game, self._sum, self._player, list(self._history))

    def history(self) -> list[int]:
        return list(self._history)

    def history_str(self) -> str:
        return ", ".join(map(str, self._history))

    def move_number(self) -> int:
        return len(self._history)

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser, who cannot move; zeros while play goes on."""
        if self._moves:
            return [0.0, 0.0]
        return [-1.0, 1.0] if self._player == 0 else [1.0, -1.0]

    rewards = returns

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def observation_string(self, player: int | None = None) -> str:
        return str(self)

    information_state_string = observation_string

    def __str__(self) -> str:
        return f"{self._sum}, {PLAYERS[self._player]} to move"


class _Node:
    """A state of OpenSpiel with the player whose turn it is here; None stands for the end of play."""

    __slots__ = ("state", "turn", "key")

    def __init__(self, state: Any, turn: int, key: Hashable) -> None:
        self.state, self.turn, self.key = state, turn, (turn, key)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Node) and self.key == other.key


class OpenSpiel(Ruleset):
    """The games of OpenSpiel as a ruleset. Only the player to move has options, as play there takes turns.

    So `winner`, `solve`, `prove` and players answer what they do for any position, if the player whose turn it is
    moves first; values are of little use. A player who moves twice in a row is answered by a pass.
    """

    name = "open-spiel"

    def __init__(self, key: Callable[[Any], Hashable]) -> None:
        self.key = key

    def node(self, state: Any, turn: int) -> _Node:
        return _Node(state, turn, None if state is None else self.key(state))

    def options(self, node: _Node, player: str) -> dict[str, _Node]:
        state, turn = node.state, node.turn
        if PLAYERS[turn] != player or state is None:
            return {}
        if state.is_terminal():
            result = state.returns()[turn]
            if result == 0:
                raise ValueError(f"the game can be drawn, which has no place here: {state}")
            # The winner has one more move, after which the other cannot move.
            return {"wins": self.node(None, 1 - turn)} if result > 0 else {}
        if state.current_player() != turn:
            return {"pass": self.node(state, 1 - turn)}
        return {
            state.action_to_string(turn, action): self.node(state.child(action), 1 - turn)
            for action in state.legal_actions()
        }

    def show(self, node: _Node) -> str:
        return "over" if node.state is None else f"{node.state} ({PLAYERS[node.turn]} to move)"


def position(start: Any, *, key: Callable[[Any], Hashable] | None = None) -> Position:
    """A position of one of OpenSpiel's games, or of a state of it. The player to move there is to move first.

    States are the same if they have the same `key`: by default their history. `key=str` also finds states again
    that are reached in another order; it is right where the text of a state says all that matters.
    """
    state = start.new_initial_state() if hasattr(start, "new_initial_state") else start
    kind = state.get_game().get_type()
    told = {str(part).rpartition(".")[2].upper() for part in (kind.dynamics, kind.chance_mode, kind.information)}
    if state.num_players() != 2 or told != {"SEQUENTIAL", "DETERMINISTIC", "PERFECT_INFORMATION"}:
        raise ValueError("only games for two players who take turns, without chance and hidden information")
    ruleset = OpenSpiel(key or (lambda state: tuple(state.history())))
    turn = state.current_player()
    return ruleset(ruleset.node(state, turn if turn in (0, 1) else 0))
