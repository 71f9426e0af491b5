"""Metrics of where games are played."""

from __future__ import annotations

from byways.lab.metrics.sample import GameSample


def board_coverage(sample: GameSample) -> float | None:
    """Return the share of the cells that were occupied at any time, the start included."""
    if not sample.states:
        return None
    cells = len(sample.states[0].variant.reading.words)
    return len(sample.visited) / cells if cells else None


def visited_cells(sample: GameSample) -> tuple[str, ...] | None:
    """Return the cells that were occupied at any time, in the order of the board."""
    if not sample.states:
        return None
    return tuple(cell for cell in sample.states[0].variant.reading.words if cell in sample.visited)


def first_turn(sample: GameSample) -> str | None:
    """Return the first turn that a player made."""
    return next((turn for turn, mover in _turns(sample) if mover in sample.players), None)


def winners_cells(sample: GameSample) -> tuple[str, ...] | None:
    """Return the cells with the sole winner's pieces at the end; None for any other result."""
    if not sample.states or sample.winners is None or len(sample.winners) != 1:
        return None
    return tuple(cell for cell, owner in sample.states[-1].cells.items() if owner == sample.winners[0])


def _turns(sample: GameSample) -> zip[tuple[str, str]]:
    return zip(sample.record.turns if sample.record else (), sample.movers, strict=True)
