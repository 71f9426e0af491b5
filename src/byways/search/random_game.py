"""The random game: the slow way for every game, and the quick way of games that bring their own playout."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from byways.kernels import Bits, Ints, Reals, Wide, compiled, entry_point, helper, kernel
from byways.kernels.rng import draw, seeded
from byways.kernels.signatures import Apply, BoardArrays, Chances, Choose, LegalActions, Playout, RuleKernels
from byways.rules import defaults
from byways.rules.defaults import LONGEST_GAME
from byways.rules.position import Position
from byways.rules.repetition import repeats
from byways.rules.state_vector import CHANCE, NOBODY, PART, QUIET, REASON, TO_MOVE, finish
from byways.rules.turn_completion import complete_turn

if TYPE_CHECKING:
    from byways.game import Variant
    from byways.position.state import Move


@helper
def roll(weights: Wide, count: int, rng: Bits) -> int:
    """Draw an index below `count` by weight."""
    total = 0
    for i in range(count):
        total += weights[i]
    left = draw(rng, total)
    for i in range(count):
        left -= weights[i]
        if left < 0:
            return i
    return count - 1


@helper
def roll_action(chances: Chances, geometry: Ints, state: Ints, out: Ints, count: int, weights: Wide, rng: Bits) -> int:
    """Draw what the dice show, of the `count` actions listed in `out`, by their weights."""
    chances(geometry, state, weights[:count])
    return int(out[roll(weights, count, rng)])


@helper
def random_action(
    chances: Chances, choose: Choose, geometry: Ints, state: Ints, out: Ints, count: int, weights: Wide, rng: Bits
) -> int:
    """Draw the random player's action, or what the dice show, of the `count` actions listed in `out`."""
    if state[TO_MOVE] == CHANCE:
        return roll_action(chances, geometry, state, out, count, weights, rng)
    return int(choose(geometry, state, out, count, rng))


@kernel
def random_game(rules: RuleKernels, board: BoardArrays, state: Ints, rng: Bits, values: Reals) -> int:
    """Play the random game in place, for LONGEST_GAME actions at most, and write its values; return how many.

    A draw by repetition has reason -1 in the header. A game that has not ended counts as a draw.
    """
    geometry = board.geometry
    repetition = board.repetition
    out = np.empty(board.num_actions, dtype=np.int16)
    weights = np.empty(board.num_actions, dtype=np.int64)
    keys = np.empty(LONGEST_GAME + 1 if repetition > 0 else 1, dtype=np.uint64)
    last = 0  # position in `keys`
    if repetition > 0:
        keys[0] = rules.key(geometry, state)
    played = 0
    while state[TO_MOVE] != NOBODY and played < LONGEST_GAME:
        count = rules.legal_actions(geometry, state, out)
        action = random_action(rules.chances, rules.choose, geometry, state, out, count, weights, rng)
        rules.apply(geometry, state, action)
        played += 1
        if repetition > 0 and state[PART] == 0 and state[TO_MOVE] != NOBODY:
            last += 1
            keys[last] = rules.key(geometry, state)
            if repeats(keys, last, int(state[QUIET]), repetition):
                finish(state, -1, -1)
    if state[TO_MOVE] == NOBODY and state[REASON] >= 0:
        rules.outcome(geometry, state, values)
    else:
        values[:] = 0.5
    return played


@kernel
def random_actions(
    legal_actions: LegalActions,
    apply: Apply,
    chances: Chances,
    choose: Choose,
    geometry: Ints,
    state: Ints,
    num_actions: int,
    rng: Bits,
    trace: Ints,
) -> int:
    """Play the random game in place, writing its actions to `trace` until that is full; return how many.

    Repetitions are not counted: the caller that repeats the actions does that.
    """
    out = np.empty(num_actions, dtype=np.int16)
    weights = np.empty(num_actions, dtype=np.int64)
    played = 0
    while state[TO_MOVE] != NOBODY and played < trace.size:
        count = legal_actions(geometry, state, out)
        if state[TO_MOVE] == CHANCE:
            chances(geometry, state, weights[:count])
            action = int(out[roll(weights, count, rng)])
        else:
            action = choose(geometry, state, out, count, rng)
        apply(geometry, state, action)
        trace[played] = action
        played += 1
    return played


@kernel
def random_games(
    rules: RuleKernels, playout: Playout, board: BoardArrays, start: Ints, rng: Bits, games: int, values: Reals,
    sums: Reals,
) -> int:  # fmt: skip
    """Play `games` random games from `start` and add up each player's values in `sums`; return the drawn games."""
    state = start.copy()
    draws = 0
    for _ in range(games):
        state[:] = start
        if playout(board.geometry, state, rng, values) == 0:
            random_game(rules, board, state, rng, values)
        sums += values
        draws += int(values[0] == 0.5)
    return draws


def random_move(state: Position, rng: Bits) -> Move:
    """Return a random turn with the state after it, drawn as `random_turn` draws it."""
    return state.move_to(*_random_turn(state, rng))


def random_turn(state: Position, rng: Bits) -> tuple[int, ...]:
    """Return the actions of a random turn, drawn by the game's `choose`; where dice are rolled, by their weights."""
    return _random_turn(state, rng)[0]


def _random_turn(state: Position, rng: Bits) -> tuple[tuple[int, ...], Ints]:
    variant = state.variant

    def choose(vector: Ints) -> int:
        legal = variant.legal_actions(vector)
        if vector[TO_MOVE] == CHANCE:
            weights = np.zeros(len(legal), dtype=np.int64)
            variant.kernels.chances(variant.geometry, vector, weights)
            return legal[roll(weights, len(legal), rng)]
        out = np.array(legal, dtype=np.int16)
        return int(variant.kernels.choose(variant.geometry, vector, out, len(legal), rng))

    return complete_turn(variant.apply, state.vector, choose)


def rules_of(variant: Variant) -> RuleKernels:
    """Return the kernels that `random_game` and the searches take, as machine code."""
    return RuleKernels(*(compiled(getattr(variant.kernels, name)) for name in RuleKernels._fields))


def board_of(variant: Variant) -> BoardArrays:
    """Return what `random_game` and the searches are told of a variant."""
    return BoardArrays(variant.geometry, variant.num_actions, variant.repetition)


def mean_values(variant: Variant, start: Ints, games: int, seed: int, *, quick: bool = True) -> Reals:
    """Return each player's mean value over random games, by the game's own playout or (not quick) the slow way."""
    playout = variant.kernels.playout if quick else defaults.playout
    sums = np.zeros(len(variant.players))
    values = np.zeros(len(variant.players))
    play = entry_point(random_games)
    play(rules_of(variant), compiled(playout), board_of(variant), start.copy(), seeded(seed), games, values, sums)
    return sums / games
