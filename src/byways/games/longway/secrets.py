"""Secret turns: the set-up and what is drawn in a round, until everybody still in has chosen."""

from __future__ import annotations

from byways.games.longway.layout import ACTIVE, seen_sheet
from byways.games.longway.sheet import STOPPED
from byways.rules.position import Position
from byways.rules.state_vector import TO_MOVE


def secret_turns(state: Position) -> int:
    """Count the players whose choices in the present round are still secret."""
    mover = int(state.vector[TO_MOVE])
    order = _order(state)
    return order.index(mover) if mover in order else 0


def secret(state: Position) -> bool:
    """Return whether another player chooses after the mover, so that this choice is not shown at once."""
    mover = int(state.vector[TO_MOVE])
    order = _order(state)
    return mover in order[:-1]


def _order(state: Position) -> list[int]:
    """Return the players who choose in this round, in their order."""
    count = len(state.players)
    active = int(state.vector[ACTIVE])
    order = [(active + i) % count for i in range(count)]
    geometry = state.variant.geometry
    return [player for player in order if not state.vector[seen_sheet(geometry, player) + STOPPED]]
