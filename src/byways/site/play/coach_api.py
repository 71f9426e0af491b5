"""HTTP calls of the coach: what is threatened, and hints. Only the person who plays is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from math import hypot
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways.errors import BywaysError
from byways.picture import Point
from byways.search.answer import Analysis
from byways.site.board import wire
from byways.site.board.rendering import clicks_of, offers_of
from byways.site.i18n import phrases
from byways.site.i18n.languages import number, render
from byways.site.i18n.values import worth
from byways.site.play.coach import Coaches, Look, Threat
from byways.site.play.engine_line import sketch
from byways.site.play.engine_pool import EngineError
from byways.site.play.room import Room
from byways.site.play.rooms import find_room
from byways.site.timeline import coaching, refusals
from byways.site.timeline.commands import Refused
from byways.site.web.rate_limits import Limits, address_of
from byways.site.web.requests import answer, decoded
from byways.site.web.routing import Router, service
from byways.site.web.sessions import holder_of
from byways.state import State
from byways.translatable import Text, joined, marked, say, text_of

router = Router("/api/games/{game_id}/coach")

_LEAST, _MOST = 4, 12
"""Points that a hint lights up, of those with which a turn may begin."""
_SHARE = 6  # one in so many
T = TypeVar("T")


class Asked(msgspec.Struct):
    """The coach is asked about the position that a page shows; for a hint, which of the two."""

    version: int
    step: int = 1


@router.post("")
async def advise(request: Request, game_id: str) -> Response:
    """Begin to think about the position, and return what the other side threatens."""
    asked = await decoded(request, Asked)
    room, look = await _look(request, game_id, asked)
    threat = await _unless_troubled(look.threat())
    if threat is None:
        return answer(wire.Advice())
    markup = await asyncio.to_thread(sketch, room, threat.state, threat.turn, "!")
    return answer(wire.Advice(render(_said(threat)), markup))


@router.post("/hint")
async def hint(request: Request, game_id: str) -> Response:
    """Return a hint: first where the best turn lies, then the turn. Raises EngineError."""
    asked = await decoded(request, Asked)
    room, look = await _look(request, game_id, asked)
    wait = service(request, Coaches).preparing(room)
    if wait is not None:
        raise EngineError(
            "coach.preparing",
            "the coach is being made ready for this computer; ask again in about {seconds} s",
            seconds=wait.seconds,
        )
    known = await _unless_troubled(look.known())
    if known is None or known.best is None:
        raise EngineError("coach.no_hint", "the coach has no hint now; you can ask again")
    if asked.step == 1:
        said, places = await asyncio.to_thread(_where, look.state, known.best)
        return answer(wire.Advice(render(said), places=places))
    markup = await asyncio.to_thread(sketch, room, look.state, known.best, "1")
    return answer(wire.Advice(render(_what(look.state, known)), markup))


async def _look(request: Request, game_id: str, asked: Asked) -> tuple[Room, Look]:
    """Return the room of a game and the coach's look at the position that a page shows; that it was asked is kept.

    Raises MissingError, RateError, NotYoursError, ConflictError, StoreError.
    """
    room, holder = await find_room(request, game_id), holder_of(request)
    service(request, Limits).tries.take(address_of(request))
    decision = await room.carry_out(lambda game: coaching.ask(game, holder))
    if isinstance(decision, Refused):
        raise decision.error
    if room.timeline.version != asked.version or room.timeline.to_move not in room.timeline.players_of(holder):
        raise refusals.outdated()
    return room, service(request, Coaches).look(room)


async def _unless_troubled(found: Awaitable[T]) -> T | None:
    """Return what an engine has found; None where it could not."""
    with suppress(BywaysError, TimeoutError):
        return await found
    return None


def _said(threat: Threat) -> Text:
    """Say in a sentence what the other side threatens."""
    state, turn = threat.state, threat.turn
    game, rival = state.variant.game, str(state.to_move)
    named = {"player": phrases.player(game, rival), "turn": turn}
    if threat.wins:
        goal = game.ui.goals.get(rival)
        if goal and goal.threat:
            template = marked("{player} threatens {goal} with {turn}.")
            return say(template, **named, goal=text_of(game.name, goal.threat))
        return say("{player} threatens to win with {turn}.", **named)
    if threat.certain:
        return say("{player} threatens {turn}, which wins.", **named)
    template = marked("{player} threatens {turn}: the chance of winning rises from {now} to {then}\N{NO-BREAK SPACE}%.")
    return say(template, **named, now=number(100 * threat.now), then=number(100 * threat.then))


def _where(state: State, turn: str) -> tuple[Text, list[str]]:
    """Return in words, and as points, in which part of the board a turn lies."""
    picture = state.variant.game.picture(state)
    board = next((board for board in picture.boards if board.key == state.to_move), picture.boards[0])
    points = {point.name: point for point in board.points}
    found = next((points[name] for name in map(_point_of, clicks_of(state, turn)) if name in points), None)
    if found is None:
        return say("The best turn is not on the board. Look at the buttons."), []
    begins = {_point_of(clicks[0]) for _, clicks in offers_of(state.view(state.to_move)) if clicks}
    near = _part([point for name, point in points.items() if name in begins | {found.name}], found)
    return say("Look at the lit part of the board, around {point}.", point=near[0]), near


def _point_of(click: str) -> str:
    """Return the point of a side such as "d4E"; anything else as it is."""
    return click[:-1] if click[-1:] in "NESW" and click[:-1] else click


def _part(points: list[Point], found: Point) -> list[str]:
    """Return the points about a place a step nearer to the middle of all than `found`, which is among them.

    So the middle of what is lit up does not give the turn away.
    """
    middle = [(min(values) + max(values)) / 2 for values in ([p.x for p in points], [p.y for p in points])]
    right, down = middle[0] - found.x, middle[1] - found.y
    step = 1 / max(1.0, hypot(right, down))
    x, y = found.x + step * right, found.y + step * down
    count = max(_LEAST, min(_MOST, len(points) // _SHARE))
    near = sorted(points, key=lambda point: hypot(point.x - x, point.y - y))[:count]
    return [point.name for point in (near if found in near else [*near[:-1], found])]


def _what(state: State, known: Analysis) -> Text:
    """Say which turn is best and, where that is a chance, what it is worth."""
    said = say("The coach would play {turn}.", turn=known.best)
    if state.variant.game.ui.scale(state.variant)[2] != "%":
        return said
    if known.proved and known.value == 1.0:
        return joined([said, say("It wins for certain.")])
    return joined([said, say("Your chance is about {value} with it.", value=worth(state.variant, known.value))])
