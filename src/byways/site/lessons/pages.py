"""The pages of guided lessons.

Nothing is stored here: a lesson's page begins anew whenever it is opened, and the browser keeps what it has done.
"""

from __future__ import annotations

import asyncio
import functools

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byways import registry
from byways.learning.lessons import lessons_of
from byways.site.lessons.source import find_lesson, source_of
from byways.site.web.rate_limits import VISITS
from byways.site.web.requests import find_game
from byways.site.web.routing import Router
from byways.site.web.templating import json_markup, page, root_of
from byways.site.web.thumbnails import answer_with, pixels_of

router = Router()

_PICTURES = 32


@router.get("/learn", checks=VISITS)
async def overview(request: Request) -> Response:
    """List the lessons of all games; the browser knows which of them are done."""
    games = [registry.find(name) for name in registry.names()]
    taught = [(game, lessons_of(game)) for game in games if game.lessons]
    return await page(request, "lessons/lessons.html", taught=taught)


@router.get("/learn/{name}", checks=VISITS)
async def first(request: Request, name: str) -> Response:
    """Redirect to the first lesson of a game."""
    find_lesson(find_game(name), 1)
    return RedirectResponse(f"{root_of(request)}/learn/{name}/1", 307)


@router.get("/learn/{name}/{number}", checks=VISITS)
async def learn(request: Request, name: str, number: int) -> Response:
    """Serve a lesson, drawn at its start."""
    source = source_of(name, number)
    rendering = await asyncio.to_thread(source.rendering)
    lessons = lessons_of(source.game)
    return await page(
        request,
        "lessons/lesson.html",
        game=source.game,
        lesson=source.lesson,
        lessons=lessons,
        number=number,
        after=number + 1 if number < len(lessons) else None,
        rendering=rendering,
        data=json_markup(rendering.view),
    )


@router.get("/learn/{name}/{number}/picture.png", checks=VISITS)
async def picture(request: Request, name: str, number: int) -> Response:
    """Serve the board of a lesson at its start, for previews of links."""
    source_of(name, number)  # or there is none
    return answer_with(await asyncio.to_thread(_pixels, name, number))


@functools.lru_cache(maxsize=_PICTURES)
def _pixels(name: str, number: int) -> bytes | None:
    return pixels_of(source_of(name, number).seen)
