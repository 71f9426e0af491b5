"""The pages of exercises: the next mistake of one's own, or one by its address."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byways import registry
from byways.position.state import State
from byways.site.board.rendering import turn_named
from byways.site.i18n.languages import render
from byways.site.play.page import wording
from byways.site.review import exercises
from byways.site.review.exercise_source import source_of
from byways.site.review.exercises import SOLVED, Exercise, OwnMistakes
from byways.site.web.rate_limits import VISITS
from byways.site.web.routing import Router, service
from byways.site.web.sessions import holder_of
from byways.site.web.templating import json_markup, page, root_of
from byways.translatable import say

router = Router()


@router.get("/exercises", checks=VISITS)
async def next_one(request: Request, after: str = "") -> Response:
    """Lead to the next exercise, after the one named as "game/turn"; say so where there is none."""
    listed = await _listed(request)
    game_id, _, ply = after.partition("/")
    found = exercises.next_of(listed, (game_id, int(ply)) if ply.isdecimal() and len(ply) < 7 else None)
    if found is not None:
        return RedirectResponse(f"{root_of(request)}/exercises/{found.game_id}/{found.ply}", 307)
    shown = registry.find(registry.names()[0])  # any game will do as a picture
    return await page(request, "review/no_exercises.html", count=len(listed), solved=_solved(listed), shown=shown)


@router.get("/exercises/{game_id}/{ply}", checks=VISITS)
async def exercise(request: Request, game_id: str, ply: int) -> Response:
    """Serve the position before a mistake."""
    source = await source_of(request, game_id, ply)
    listed = await _listed(request)
    rendering = await asyncio.to_thread(source.rendering)
    number, turn = await asyncio.to_thread(_named, source.review.states, ply)
    found = next((one for one in listed if (one.game_id, one.ply) == (game_id, ply)), None)
    return await page(
        request,
        "review/exercise.html",
        game=source.state.variant.game,
        game_id=game_id,
        ply=ply,
        number=number,
        turn=turn,
        falls=render(found.mistake.falls) if found else "",
        solved=render(_count(listed)),
        then=render(_count(listed, bool(found and not found.done))),
        rendering=rendering,
        data=json_markup(rendering.view),
    )


def _named(states: Sequence[State], ply: int) -> tuple[int, str]:
    """Return the number of a turn, and it as sentences name it."""
    return wording.turn_numbers(states)[ply - 1], turn_named(states[0].variant.game, str(states[ply].turn))


async def _listed(request: Request) -> list[Exercise]:
    holder = holder_of(request)
    return await service(request, OwnMistakes).of(request, holder) if holder else []


def _count(listed: list[Exercise], more: bool = False) -> str:
    """Say how many are solved, or with one `more`."""
    return say("{done} of {all} solved", done=min(_solved(listed) + more, len(listed)), all=len(listed))


def _solved(listed: list[Exercise]) -> int:
    return sum(one.done == SOLVED for one in listed)
