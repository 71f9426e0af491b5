"""Simple strategies as match players, which a game of any depth should beat.

*Mirror* plays the image of the opponent's last turn, by that symmetry of the game after which the board is most
symmetric, each player's pieces on the images of the other's. Where no image is legal it plays at random.

*Stalling* takes the action after which the fewest cells differ from what they were before its own last turn; among
these, the one that leaves most actions to be chosen from next. It goes back and forth where it can, and keeps a game
open as long as it can.

*Edge* takes the action on the point nearest the edge of the board.

Equals are equally likely. Turns of several actions are made action by action. None looks at what wins, and none swaps.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import numpy as np

from byways.errors import OptionError
from byways.game import Variant
from byways.kernels import Bits, Ints, compiled
from byways.kernels.rng import draw
from byways.position.state import State
from byways.rules.state_vector import PART, TO_MOVE
from byways.rules.turn_completion import complete_turn
from byways.search.random_game import random_move

Cost = Callable[[Ints, int, Ints], tuple[float, ...]]
"""(vector, action, vector after it) -> what is to be as small as possible."""


def mirror(state: State, rng: Bits) -> State:
    """Return the state after the image of the opponent's last turn. Raises OptionError for a game without boards."""
    _check(state.variant, "mirror")
    before = state.previous
    if before is None or state.turn is None or state.turn == "swap":
        return random_move(state, rng).after
    found = _images(state, before.actions(state.turn))
    best = max(found, key=lambda one: one[0], default=None)
    return random_move(state, rng).after if best is None else state.apply_unchecked(best[1])


def stalling(state: State, rng: Bits) -> State:
    """Return the state after a turn that changes little. Raises OptionError for a game without boards."""
    variant = state.variant
    _check(variant, "stalling")
    cells = np.fromiter(variant.reading.words.values(), dtype=np.int64)
    mine = state.previous.previous if state.previous is not None else None
    kept = (state if mine is None else mine).vector[cells]

    def cost(vector: Ints, action: int, after: Ints) -> tuple[float, ...]:
        return float(np.count_nonzero(after[cells] != kept)), -float(len(variant.legal_array(after)))

    return _least(state, rng, cost)


def edge(state: State, rng: Bits) -> State:
    """Return the state after a turn nearest the edge. Raises OptionError for a game without boards."""
    _check(state.variant, "edge")
    distances = _distances(state.variant)

    def cost(vector: Ints, action: int, after: Ints) -> tuple[float, ...]:
        return (distances.get(state.variant.clicks(vector, action)[-1], math.inf),)

    return _least(state, rng, cost)


def can_play(variant: Variant) -> bool:
    """Return whether the strategies know what to play: two on a board, without dice."""
    return not variant.game.dice and len(variant.players) == 2 and bool(variant.layout.names)


def _check(variant: Variant, player: str) -> None:
    if not can_play(variant):
        raise OptionError(
            "player.strategy",
            "{game} has no player {player!r}: that is for two on a board, without dice",
            option="player",
            allowed="another player",
            game=variant.game.title,
            player=player,
        )


def _least(state: State, rng: Bits, cost: Cost) -> State:
    """Return the state after the turn whose every action has the least cost."""
    variant = state.variant

    def choose(vector: Ints) -> int:
        actions = [action for action in variant.legal_actions(vector) if action != variant.swap_action]
        costs = [cost(vector, action, variant.apply(vector, action)) for action in actions]
        least = min(costs)
        best = [action for action, one in zip(actions, costs, strict=True) if one == least]
        return best[draw(rng, len(best))]

    return state.apply_unchecked(complete_turn(variant.apply, state.vector.copy(), choose)[0])


def _images(state: State, last: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the legal images of a turn, each with how many cells agree with their image after it."""
    variant = state.variant
    found = []
    count, _, _ = _image(variant, state.vector, 0)
    for index in range(1, count):
        _, image, actions = _image(variant, state.vector, index)
        turn = tuple(int(actions[action]) for action in last)
        after = state.follow(turn)
        if after is not None and after[PART] == 0:
            exchanges = bool(image[TO_MOVE] != state.vector[TO_MOVE])
            found.append((_agreement(variant, after, index, exchanges), turn))
    return found


def _image(variant: Variant, vector: Ints, index: int) -> tuple[int, Ints, Ints]:
    """Return how many symmetries there are, and a position and the actions under one of them."""
    image = variant.blank()
    actions = np.zeros(variant.num_actions, dtype=np.int16)
    symmetry = compiled(variant.kernels.symmetry)
    return symmetry(variant.geometry, vector.copy(), index, image, actions), image, actions


def _agreement(variant: Variant, vector: Ints, index: int, exchanges: bool) -> int:
    """Return how many cells hold what their image holds, with the players exchanged."""
    first, second = variant.players
    other = {None: None} | ({first: first, second: second} if exchanges else {first: second, second: first})
    image = variant.reading.owners(_image(variant, vector, index)[1])
    owners = variant.reading.owners(vector)
    return sum(owner == other[image[cell]] for cell, owner in owners.items())


@functools.lru_cache(maxsize=8)
def _distances(variant: Variant) -> dict[str, float]:
    """Return how many steps each cell is from the edge, whose cells lack a neighbour in some direction."""
    layout = variant.layout
    found = {cell: 0.0 for cell, near in enumerate(layout.neighbours) if min(near) < 0}
    reached = list(found)
    for cell in reached:  # grows: breadth first
        for at in layout.neighbours[cell]:
            if at >= 0 and at not in found:
                found[at] = found[cell] + 1
                reached.append(at)
    return {layout.names[cell]: distance for cell, distance in found.items()}


STRATEGIES: dict[str, Callable[[State, Bits], State]] = {"mirror": mirror, "stalling": stalling, "edge": edge}
"""The strategies by name."""
