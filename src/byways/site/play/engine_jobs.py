"""The jobs of a worker process: find an engine's turn, or work out an expensive result."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from byways.picture import Picture, translated
from byways.site.play.engine_pool import EnginePool
from byways.site.storage.game_store import Seat
from byways.state import Outcome, State
from byways.translatable import from_data


@dataclass(frozen=True)
class Ending:
    """The judgement of a finished game: everything about it that may be expensive to compute."""

    outcome: Outcome
    why: str
    picture: Picture


HASTY: dict[str, int] = {"simulations": 1}
"""The limits of an engine that has found nothing when it is to move."""


async def best_turn(engines: EnginePool, state: State, seat: Seat, hurry: asyncio.Event | None = None) -> str:
    """Return an engine's turn, within its seat's limits or until `hurry` is set. Raises EngineError.

    The worker is told all of the state, for the text of a mere view need not be a position; its search takes the view
    of the player to move, like every analysis.
    """
    assert seat.engine is not None
    answer = await engines.ask({**describe(state), **seat.engine}, hurry=hurry)
    if answer.get("cancelled") and "best" not in answer:  # it was still compiling
        answer = await engines.ask({**describe(state), **seat.engine, **HASTY})
    best: str = answer["best"]
    return best


async def count_end(engines: EnginePool, state: State) -> Ending:
    """Let a worker judge a finished game. Raises EngineError."""
    before = state.previous or state
    answer = await engines.ask({"task": "judge", **describe(before), "turns": [state.turn] if state.previous else []})
    ending = msgspec.convert({name: answer[name] for name in ("outcome", "why", "picture")}, Ending)
    said: dict[str, str] = {text: from_data(data, state.game) for text, data in answer.get("said", {}).items()}
    picture = translated(ending.picture, lambda text: said.get(text, text))
    return replace(ending, why=said.get(ending.why, ending.why), picture=picture)


def describe(state: State) -> dict[str, Any]:
    """Return a state for a request: a position, and the turns since then as far as repetitions count."""
    first = state
    for _ in state.line[1:]:
        assert first.previous is not None, "the line begins at the start, at the earliest"
        first = first.previous
    return {"game": state.game, "position": str(first), "turns": list(state.turns[len(first.turns) :])}
