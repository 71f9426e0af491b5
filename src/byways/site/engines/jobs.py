"""The jobs of a worker process: find an engine's turn, or work out an expensive result."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec

from byways.interop.request import Request
from byways.position.outcome import Outcome
from byways.position.state import State
from byways.rules.picture import Picture, translated
from byways.site.engines.pool import EnginePool, HurriedError
from byways.site.plug_ins.processes import awaited
from byways.site.storage.game_settings import EngineLimits
from byways.translatable import from_data


@dataclass(frozen=True)
class Ending:
    """The judgement of a finished game: everything about it that may be expensive to compute."""

    outcome: Outcome
    why: str
    picture: Picture


class _Best(msgspec.Struct, frozen=True):
    best: str


class _Judgement(msgspec.Struct, frozen=True):
    """An ending as a worker writes it, and how the texts in it were made."""

    outcome: Outcome
    why: str
    picture: Picture
    said: dict[str, Any] = {}


async def best_turn(
    engines: EnginePool, state: State, limits: EngineLimits, hurry: asyncio.Event | None = None, *, rest: bool = False
) -> str:
    """Return an engine's turn, within its limits or until `hurry` is set. Raises EngineError.

    It is the `rest` where no person waits for it.

    The worker is told all of the state, for the text of a mere view need not be a position; its search takes the view
    of the player to move, like every analysis.
    """
    asked = await awaited(state.variant.game, request_of, state)
    request = msgspec.structs.replace(asked, **msgspec.structs.asdict(limits))
    try:
        return (await engines.ask(request, _Best, hurry, rest=rest)).best
    except HurriedError:
        return (await engines.ask(msgspec.structs.replace(request, simulations=1), _Best)).best


async def count_end(engines: EnginePool, state: State) -> Ending:
    """Let a worker judge a finished game. Raises EngineError."""
    before = state.previous or state
    turns = [str(state.turn)] if state.previous else []
    asked = await awaited(state.variant.game, request_of, before)
    request = msgspec.structs.replace(asked, task="judge", turns=turns)
    found = await engines.ask(request, _Judgement)
    said: dict[str, str] = {text: from_data(data, state.game) for text, data in found.said.items()}
    picture = translated(found.picture, lambda text: said.get(text, text))
    return Ending(found.outcome, said.get(found.why, found.why), picture)


def looked_at(state: State) -> Request:
    """Return a request about a state; a finished one by its last turn, since its text need not show how it ended."""
    if state.to_move is not None or state.previous is None:
        return request_of(state)
    before = request_of(state.previous)
    return msgspec.structs.replace(before, turns=[*before.turns, str(state.turn)])


def request_of(state: State) -> Request:
    """Return a request about a state: a position, and the turns since then as far as repetitions count."""
    first = state
    for _ in state.line[1:]:
        assert first.previous is not None, "the line begins at the start, at the earliest"
        first = first.previous
    return Request(0, game=state.game, position=str(first), turns=list(state.turns[len(first.turns) :]))
