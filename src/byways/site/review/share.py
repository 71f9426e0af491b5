"""Sharing games: a still picture of any position, an animation, the record, a page to embed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from byways.draw import document, png
from byways.site.engines.fair_queue import FairQueue, Kind
from byways.site.i18n.languages import render
from byways.site.play.page.views import picture_of
from byways.site.review.animation import film
from byways.site.review.review import Review, find_review, read_address
from byways.site.review.sentences import place_of
from byways.site.review.source import node_of
from byways.site.web.rate_limits import VISITS, RateLimits, address_of
from byways.site.web.requests import HiddenError
from byways.site.web.response_headers import SECURITY
from byways.site.web.routing import Router, service
from byways.site.web.templating import json_markup, page
from byways.translatable import say

router = Router()

WIDEST = 2_000  # pixels of a picture
IMAGE = {
    # A drawing that is opened by itself is styled by the style within it; nothing else may be loaded, nothing may run.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cache-Control": "no-cache, private",
}
FRAMED = SECURITY["Content-Security-Policy"].replace("frame-ancestors 'none'", "frame-ancestors *")
Theme = Annotated[str, Meta(pattern="^(light|dark|auto)$")]
Width = Annotated[int, Meta(ge=16, le=WIDEST)]


class DrawingSlots(FairQueue):
    """The place where pictures that take long are made, one at a time; addresses take turns."""

    def __init__(self) -> None:
        super().__init__(1)


@router.get("/review/{game_id}/still.svg", checks=VISITS)
async def still(request: Request, game_id: str, ply: str = "", theme: Theme = "auto") -> Response:
    """Serve a position as a standalone SVG."""
    review = await find_review(request, game_id)
    return Response(await asyncio.to_thread(_still, review, ply, theme), media_type="image/svg+xml", headers=IMAGE)


@router.get("/review/{game_id}/still.png", checks=VISITS)
async def pixels(request: Request, game_id: str, ply: str = "", theme: Theme = "light", width: Width = 800) -> Response:
    """Serve a position as PNG; the theme "auto" counts as light."""
    review = await find_review(request, game_id)
    async with drawing_slot(request):
        drawn = await asyncio.to_thread(_still, review, ply, "light" if theme == "auto" else theme)
        data = await asyncio.to_thread(png, drawn, width)
    return Response(data, media_type="image/png", headers=IMAGE)


@router.get("/review/{game_id}/film.svg", checks=VISITS)
async def moving(request: Request, game_id: str, theme: Theme = "auto") -> Response:
    """Serve the whole game as an animated SVG."""
    review = await find_review(request, game_id)
    async with drawing_slot(request):
        data = await asyncio.to_thread(_film, review, theme)
    return Response(data, media_type="image/svg+xml", headers=IMAGE)


@router.get("/review/{game_id}/record.txt", checks=VISITS)
async def text(request: Request, game_id: str) -> Response:
    """Serve the record as text."""
    review = await find_review(request, game_id)
    return _file(review, await asyncio.to_thread(lambda: review.record().to_text()), "txt", "text/plain")


@router.get("/review/{game_id}/record.json", checks=VISITS)
async def data(request: Request, game_id: str) -> Response:
    """Serve the record as JSON."""
    review = await find_review(request, game_id)
    return _file(review, await asyncio.to_thread(lambda: review.record().to_json()), "json", "application/json")


@router.get("/embed/{game_id}", checks=VISITS)
async def embed(request: Request, game_id: str, ply: str = "") -> Response:
    """Serve a finished game for a frame on any page. Raises HiddenError for a running game."""
    review = await find_review(request, game_id)
    if not review.over:
        raise HiddenError("review.running", "this game is still in progress; it can be shown when it is over")
    last = len(review.states) - 1
    address = read_address(ply or str(last))
    rendering = await asyncio.to_thread((await node_of(request, review, address, still=True)).rendering)
    game = review.room.timeline.state.variant.game
    around = {"game": game, "review": review, "here": address[0], "last": last}
    answer = await page(request, "review/embed.html", rendering=rendering, data=json_markup(rendering.view), **around)
    answer.headers["Content-Security-Policy"] = FRAMED
    return answer


def drawing_slot(request: Request) -> AbstractAsyncContextManager[None]:
    """Return the place for PNGs and films, which take long. Raises RateError, and CrowdedError when it is entered."""
    service(request, RateLimits).tries.take(address_of(request))
    return service(request, DrawingSlots).place(Kind.QUICK)


def _still(review: Review, ply: str, theme: str) -> str:
    address = read_address(ply or str(len(review.states) - 1))
    state = review.state(address)
    title = f"{state.variant.game.title}, {render(place_of(review, address, state, result=True))}"
    return document(picture_of(review.room, state), theme=theme, players=state.players, title=title, tell=render)


def _film(review: Review, theme: str) -> str:
    pictures = [picture_of(review.room, state) for state in review.states]
    game = review.room.timeline.state.variant.game
    return film(
        pictures,
        review.states[0].players,
        theme=theme,
        title=render(say("A game of {game}", game=game.title)),
        tell=render,
    )


def _file(review: Review, content: str, suffix: str, kind: str) -> Response:
    name = f"{review.room.timeline.state.game}-{review.room.id}.{suffix}"
    headers: Mapping[str, str] = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return Response(content, media_type=f"{kind}; charset=utf-8", headers=dict(headers))
