"""Metrics of where games are played."""

from __future__ import annotations

from byways.lab.metrics.trial import Trial


def board_coverage(trial: Trial) -> float | None:
    """Return the share of the cells on which something stood at any time, the start included."""
    if not trial.states:
        return None
    cells = len(trial.states[0].variant.reading.words)
    return len(trial.visited) / cells if cells else None


def visited_cells(trial: Trial) -> tuple[str, ...] | None:
    """Return the cells on which something stood at any time, in the order of the board."""
    if not trial.states:
        return None
    return tuple(cell for cell in trial.states[0].variant.reading.words if cell in trial.visited)


def first_turn(trial: Trial) -> str | None:
    """Return the first turn that a player made."""
    return next((turn for turn, mover in _turns(trial) if mover in trial.players), None)


def winners_cells(trial: Trial) -> tuple[str, ...] | None:
    """Return the cells on which the only winner's pieces stand at the end; None for any other result."""
    if not trial.states or trial.winners is None or len(trial.winners) != 1:
        return None
    return tuple(cell for cell, owner in trial.states[-1].cells.items() if owner == trial.winners[0])


def _turns(trial: Trial) -> zip[tuple[str, str]]:
    return zip(trial.record.turns if trial.record else (), trial.movers, strict=True)
