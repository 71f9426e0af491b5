"""A beginner as a match player: knows the rules and looks no further than the turn to be played.

Takes a win where there is one. Otherwise plays the turn after which the board looks best (`SearchKernels.beginner`;
equals are equally likely) among those after which the opponent cannot win at once. In games with a greedy player, who
looks at the score after the turn and no further, that one is the beginner.
"""

from __future__ import annotations

import functools

from byways.errors import OptionError
from byways.game import Variant
from byways.kernels import Bits, Ints, compiled
from byways.kernels.rng import draw
from byways.position.state import State
from byways.rules.state_vector import NOBODY, TO_MOVE
from byways.search.random_game import random_turn
from byways.solve.wins import Moves, Successor, Wins

_BUDGET = 1_000_000  # positions in which a win by the opponent's next turn is looked for
_FEW = 300  # turns, of which each is asked whether it wins although the game goes on; with more nobody would


def beginners_choice(state: State, rng: Bits) -> State:
    """Return the state after the beginner's turn. Raises OptionError for a game that has none."""
    game = state.variant.game
    if not state.variant.is_searched:  # a look ahead would see secrets
        return choose_at_random(state, rng)
    if game.search.beginner_turn is not None:
        return state.apply_unchecked(game.search.beginner_turn(state, rng))
    known = game.engine.known(state)
    return state.play(known[0]) if known else state.apply_unchecked(_view(state.variant).turn(state.vector, rng))


def choose_at_random(state: State, rng: Bits) -> State:
    """Play the turn of the game's random player, who sees what the player to move sees; or roll the dice."""
    seen = state if state.to_move in (None, "chance") else state.view(state.to_move)
    return state.apply_unchecked(random_turn(seen, rng))


class BeginnerView:
    """A beginner's view of the positions of a variant of two players without dice."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._moves = Moves(variant)
        self._wins = [Wins(variant, player) for player in range(2)]
        self._beginner = compiled(variant.game.search.beginner)

    def turn(self, vector: Ints, rng: Bits) -> tuple[int, ...]:
        """Return the actions of the beginner's turn."""
        player = int(vector[TO_MOVE])
        turns = [turn for turn in self._moves.every(vector) if turn.actions != (self.variant.swap_action,)]
        mine = self._wins[player]
        other = self._wins[1 - player]
        asked = turns if len(turns) <= _FEW else [turn for turn in turns if turn.after[TO_MOVE] == NOBODY]
        won = next((turn for turn in asked if mine.within(turn.after, 0, _BUDGET)), None)
        if won is not None:
            return won.actions
        _shuffle(turns, rng)
        turns.sort(key=lambda turn: -int(self._beginner(self.variant.geometry, turn.after, player)))
        safe = (turn for turn in turns if not other.within(turn.after, 1, _BUDGET))
        return next(safe, turns[0]).actions


@functools.lru_cache(maxsize=4)
def _view(variant: Variant) -> BeginnerView:
    if len(variant.players) != 2 or variant.game.dice:
        raise OptionError(
            "player.beginner",
            "{game} has no beginner",
            option="player",
            allowed="another player",
            game=variant.game.title,
        )
    return BeginnerView(variant)


def _shuffle(turns: list[Successor], rng: Bits) -> None:
    """Put the turns in any order (Fisher and Yates)."""
    for i in range(len(turns) - 1, 0, -1):
        j = draw(rng, i + 1)
        turns[i], turns[j] = turns[j], turns[i]
