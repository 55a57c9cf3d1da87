"""OpenSpiel: its conventions for sums, and its games as positions."""

from __future__ import annotations

import random

import pytest
import tedomari as td
from tedomari import openspiel


def solve(state, player=None):
    """Plain minimax over the interface of OpenSpiel."""
    if state.is_terminal():
        return state.returns()[0]
    children = [solve(state.child(action)) for action in state.legal_actions()]
    return max(children) if state.current_player() == 0 else min(children)


@pytest.mark.parametrize("first", ["left", "right"])
def test_sums_have_the_interface(first):
    for text in ("clobber:xoxo + *", "domineering:...|... + ^", "nogo:..."):
        game = openspiel.SumGame(td.sum(text), first)
        state = game.new_initial_state()
        assert state.num_players() == 2 and state.get_game() is game and not state.is_chance_node()
        winner = td.sum(text).winner(first)
        assert solve(state) == (1.0 if winner == "left" else -1.0)
        rng = random.Random(5)
        while not state.is_terminal():
            assert state.returns() == [0.0, 0.0] and state.current_player() in (0, 1)
            actions = state.legal_actions()
            assert state.legal_actions(1 - state.current_player()) == []
            action = rng.choice(actions)
            assert state.string_to_action(state.action_to_string(action)) == action
            clone = state.clone()
            state.apply_action(action)
            assert str(clone.child(action)) == str(state) and len(state.history()) == state.move_number()
        assert sum(state.returns()) == 0 and state.current_player() == openspiel.TERMINAL
        with pytest.raises(ValueError):
            state.apply_action(0)


class Tiny:
    """A game with the interface of OpenSpiel: heaps of which the player to move takes; who takes the last wins."""

    class Kind:
        dynamics, chance_mode, information = "SEQUENTIAL", "DETERMINISTIC", "PERFECT_INFORMATION"

    def __init__(self, heap, player=0, history=(), again=()):
        self.heap, self.player, self.past, self.again = heap, player, history, again

    def new_initial_state(self):
        return TinyState(self, self.heap, self.player, ())

    def get_type(self):
        return self.Kind


class TinyState:
    def __init__(self, game, heap, player, past):
        self.game, self.heap, self.player, self.past = game, heap, player, past

    def get_game(self):
        return self.game

    def num_players(self):
        return 2

    def is_terminal(self):
        return self.heap == 0

    def current_player(self):
        return -4 if self.heap == 0 else self.player

    def returns(self):
        last = self.past[-1][0]
        return [1.0, -1.0] if last == 0 else [-1.0, 1.0]

    def legal_actions(self):
        return [n for n in (1, 2, 3) if n <= self.heap]

    def action_to_string(self, player, action):
        return f"take {action}"

    def child(self, action):
        # Who takes two moves again.
        player = self.player if action == 2 and self.game.again else 1 - self.player
        return TinyState(self.game, self.heap - action, player, (*self.past, (self.player, action)))

    def history(self):
        return [action for _, action in self.past]

    def __str__(self):
        return f"{self.heap}, {self.player}, {self.past[-1:]}"


@pytest.mark.parametrize("again", [False, True])
def test_games_with_the_interface_are_positions(again):
    for heap in range(1, 9):
        state = Tiny(heap, again=again).new_initial_state()
        for key in (None, str):
            p = openspiel.position(state, key=key)
            expected = "left" if solve(state) > 0 else "right"
            assert p.winner("left") == expected and p.prove("left").winner == expected


def test_games_of_openspiel():
    pyspiel = pytest.importorskip("pyspiel")
    nim = pyspiel.load_game("nim(pile_sizes=1;2;2)")
    p = openspiel.position(nim, key=str)
    expected = "left" if solve(nim.new_initial_state()) > 0 else "right"
    assert p.winner("left") == expected and p.prove("left").winner == expected
    board = pyspiel.load_game("breakthrough(rows=4,columns=3)").new_initial_state()
    mine = openspiel.position(board, key=str)
    assert mine.solve("left", method="dfpn", time=60).winner in ("left", "right")
    with pytest.raises(ValueError, match="without chance"):
        openspiel.position(pyspiel.load_game("kuhn_poker"))
    with pytest.raises(ValueError, match="drawn"):
        openspiel.position(pyspiel.load_game("tic_tac_toe"), key=str).solve("left", method="pn")
