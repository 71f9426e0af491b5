"""Explanations of illegal turns of Stroll, in words of the rules."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from byways.errors import IllegalTurnError
from byways.games.stroll.board import CELLS, EMPTY, SIZE, claim_rounds
from byways.games.stroll.claims import write_lines
from byways.games.stroll.paths.sight_lines import crosses
from byways.rules.position import Position
from byways.rules.state_vector import TO_MOVE
from byways.translatable import Catalogue

say = Catalogue("stroll").say


def board_refusal(state: Position, actions: Sequence[int]) -> IllegalTurnError:
    """Return the error that explains why stones may not be placed; `actions` may be the first stone alone."""
    layout = state.variant.layout
    vector = state.vector
    first = actions[0]
    name = layout.names[actions[0]]
    if vector[CELLS + first] != EMPTY:
        return IllegalTurnError("turn.occupied", say("{cell} is occupied", cell=name))
    for at in layout.neighbours[first]:
        if at >= 0 and vector[CELLS + at] != EMPTY:
            return IllegalTurnError(
                "stroll.beside", say("{cell} has a stone beside it ({other})", cell=name, other=layout.names[at])
            )
    if len(actions) == 1:
        return IllegalTurnError(
            "stroll.second", say("the turn is not complete: project a stone from {cell}", cell=name)
        )
    return _projection_refusal(state, first, actions[1])


def _projection_refusal(state: Position, first: int, second: int) -> IllegalTurnError:
    """Return the error that explains why the second stone may not go there; the first one may."""
    names = state.variant.layout.names
    vector = state.vector
    a, b = names[first], names[second]
    if first == second:
        return IllegalTurnError("stroll.step", say("project the stone at least one step"))
    between = _between(int(state.variant.geometry[SIZE]), first, second)
    if between is None:
        return IllegalTurnError("stroll.line", say("{turn} is not a straight line", turn=f"{a}>{b}"))
    if vector[CELLS + second] != EMPTY:
        return IllegalTurnError("turn.occupied", say("{cell} is occupied", cell=b))
    passed = next(names[cell] for cell in between if vector[CELLS + cell] != EMPTY)
    return IllegalTurnError(
        "stroll.passes", say("{turn} passes {cell}, which is occupied", turn=f"{a}>{b}", cell=passed)
    )


def claim_refusal(state: Position, actions: Sequence[int]) -> IllegalTurnError:
    """Return the error that explains why a path may not be claimed; `actions` may lack its end."""
    names = state.variant.layout.names
    vector = state.vector
    cells = [action for action in actions if action < len(names)]
    rounds = claim_rounds(state.variant.geometry)
    mark = vector[TO_MOVE] + 1
    for i, cell in enumerate(cells):
        name = names[cell]
        if vector[CELLS + cell] == EMPTY:
            return IllegalTurnError("stroll.empty", say("there is no stone on {cell}", cell=name))
        if vector[CELLS + cell] != mark:
            return IllegalTurnError("stroll.foreign", say("{cell} is not yours", cell=name))
        if vector[rounds + cell] > 0:
            return IllegalTurnError("stroll.claimed", say("{cell} is already on your earlier path", cell=name))
        if cell in cells[:i]:
            return IllegalTurnError("stroll.twice", say("a path passes {cell} only once", cell=name))
    for a, b in itertools.pairwise(cells):
        refusal = _segment_refusal(state, a, b)
        if refusal:
            return refusal
    return _crossing_refusal(state, cells) or IllegalTurnError("stroll.end", say("the path is not finished"))


def _segment_refusal(state: Position, first: int, second: int) -> IllegalTurnError | None:
    """Return the error that explains why two stones are not connected; None if they are."""
    names = state.variant.layout.names
    vector = state.vector
    a, b = names[first], names[second]
    between = _between(int(state.variant.geometry[SIZE]), first, second)
    if between is None:
        return IllegalTurnError("stroll.unaligned", say("{a} and {b} do not lie on one line", a=a, b=b))
    if not between:
        return IllegalTurnError(
            "stroll.adjacent", say("{a} and {b} are adjacent, which does not connect them", a=a, b=b)
        )
    for cell in between:
        if vector[CELLS + cell] != EMPTY:
            return IllegalTurnError(
                "stroll.unseen",
                say("{a} and {b} do not see each other: {cell} is between them", a=a, b=b, cell=names[cell]),
            )
    return None


def _crossing_refusal(state: Position, cells: Sequence[int]) -> IllegalTurnError | None:
    """Return the error that names two crossing segments of a path; None if no segments cross."""
    names = [state.variant.layout.names[cell] for cell in cells]
    lines = np.zeros((len(cells), 5), dtype=np.int64)
    write_lines(int(state.variant.geometry[SIZE]), np.array(cells), len(cells), lines)
    for two in range(len(cells) - 1):
        for one in range(two):
            if crosses(lines, one, two):
                segment = f"{names[two]}-{names[two + 1]}"
                other = f"{names[one]}-{names[one + 1]}"
                return IllegalTurnError(
                    "stroll.crosses", say("{segment} crosses {other}", segment=segment, other=other)
                )
    return None


def _between(size: int, a: int, b: int) -> list[int] | None:
    """Return the cells between two different ones on a queen line, or None if they lie on none."""
    down = b // size - a // size
    right = b % size - a % size
    steps = max(abs(down), abs(right))
    if 0 not in (down, right) and abs(down) != abs(right):
        return None
    return [a + (size * down + right) // steps * i for i in range(1, steps)]
