"""HTTP calls of the coach: what is threatened, and hints. Only the person who plays is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways.errors import BywaysError
from byways.position.state import State
from byways.search.answer import Analysis
from byways.site.board import wire
from byways.site.board.hints import where
from byways.site.board.rendering import turn_in_words
from byways.site.engines.pool import EngineError
from byways.site.i18n import phrases
from byways.site.i18n.languages import number, render
from byways.site.i18n.phrases import worth
from byways.site.play.coach import CoachPool, PositionAnalysis, Threat, sketch
from byways.site.play.room import Room
from byways.site.play.rooms import find_room
from byways.site.plug_ins.processes import awaited
from byways.site.timeline import offers, refusals
from byways.site.timeline.decisions import Refused
from byways.site.web.rate_limits import RateLimits, address_of
from byways.site.web.requests import answer, decoded
from byways.site.web.routing import Router, service
from byways.site.web.sessions import holder_of
from byways.translatable import Text, joined, marked, say, text_of

router = Router("/api/games/{game_id}/coach")

T = TypeVar("T")


class CoachQuestion(msgspec.Struct):
    """The coach is asked about the position that a page shows; for a hint, which of the two."""

    version: int
    step: int = 1


@router.post("")
async def advise(request: Request, game_id: str) -> Response:
    """Begin to think about the position, and return what the other side threatens."""
    asked = await decoded(request, CoachQuestion)
    room, look = await _look(request, game_id, asked)
    threat = await _unless_troubled(look.threat())
    if threat is None:
        return answer(wire.Advice())
    markup = await asyncio.to_thread(sketch, room, threat.state, threat.turn, "!")
    said = await awaited(threat.state.variant.game, said_of, threat)
    return answer(wire.Advice(render(said), markup))


@router.post("/hint")
async def hint(request: Request, game_id: str) -> Response:
    """Return a hint: first where the best turn is, then the turn. Raises EngineError.

    With status 202 the answer says how long the coach is still being made ready.
    """
    asked = await decoded(request, CoachQuestion)
    room, look = await _look(request, game_id, asked)
    wait = room.job.preparing_coach(room.timeline)
    if wait is not None:
        template = marked("Preparing the engine for this computer, only once: about {seconds} s")
        return answer(wire.Advice(render(say(template, seconds=wait.seconds))), 202)
    known = await _unless_troubled(look.known())
    if known is None or known.best is None:
        raise EngineError("coach.no_hint", "the coach has no hint now; you can ask again")
    if known.note:
        return answer(wire.Advice(render(say(known.note))))
    if asked.step == 1:
        said, places = await asyncio.to_thread(where, look.state, known.best)
        return answer(wire.Advice(render(said), places=places))
    markup = await asyncio.to_thread(sketch, room, look.state, known.best, "1")
    what = await awaited(look.state.variant.game, _what, look.state, known)
    return answer(wire.Advice(render(what), markup))


async def _look(request: Request, game_id: str, asked: CoachQuestion) -> tuple[Room, PositionAnalysis]:
    """Return the room of a game and the coach's look at the position that a page shows; that it was asked is kept.

    Raises MissingError, RateError, NotYoursError, ConflictError, StoreError.
    """
    room = await find_room(request, game_id)
    holder = holder_of(request)
    service(request, RateLimits).tries.take(address_of(request))
    decision = await room.carry_out(lambda game: offers.ask_coach(game, holder))
    if isinstance(decision, Refused):
        raise decision.error
    if room.timeline.version != asked.version or room.timeline.to_move not in room.timeline.players_of(holder):
        raise refusals.outdated()
    return room, service(request, CoachPool).look(room)


async def _unless_troubled(found: Awaitable[T]) -> T | None:
    """Return what an engine has found; None where it could not."""
    with suppress(BywaysError, TimeoutError):
        return await found
    return None


def said_of(threat: Threat) -> Text:
    """Say in a sentence what the other side threatens."""
    state = threat.state
    turn = threat.turn
    game = state.variant.game
    rival = str(state.to_move)
    named = {"player": phrases.player(game, rival), "turn": phrases.turn(turn_in_words(game, turn))}
    if threat.wins:
        goal = game.ui.goals.get(rival)
        if goal and goal.threat:
            template = marked("{player} threatens {goal} with {turn}.")
            return say(template, **named, goal=text_of(game.name, goal.threat))
        return say("{player} threatens to win with {turn}.", **named)
    if threat.certain:
        return say("{player} threatens {turn}, which wins.", **named)
    template = marked("{player} threatens {turn}: the chance of winning rises from {now} to {then}%.")
    return say(template, **named, now=number(100 * threat.now), then=number(100 * threat.then))


def _what(state: State, known: Analysis) -> Text:
    """Say which turn is best and, where that is a chance, what it is worth."""
    turn = turn_in_words(state.variant.game, str(known.best))
    said = say("The coach would play {turn}.", turn=phrases.turn(turn))
    if state.variant.game.ui.scale(state.variant)[2] != "%":
        return said
    if known.proved and known.value == 1.0:
        return joined([said, say("It wins for certain.")])
    return joined([said, say("Your chance is about {value} with it.", value=worth(state.variant, known.value))])
