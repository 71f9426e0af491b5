"""The pages a person opens: a game, its rules."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from byways.site.engines.compiling import Compiling
from byways.site.i18n.languages import render
from byways.site.lobby.rules_page import rules_page
from byways.site.play import new_game_form
from byways.site.play.page import wording
from byways.site.play.room import Room
from byways.site.play.rooms import find_room
from byways.site.play.source import RoomSource
from byways.site.plug_ins.processes import awaited
from byways.site.review.share import IMAGE, drawing_slot
from byways.site.web import thumbnails
from byways.site.web.rate_limits import VISITS, RateLimits
from byways.site.web.requests import MissingError, find_game
from byways.site.web.routing import Router, service
from byways.site.web.sessions import holder_of
from byways.site.web.templating import json_markup, page

router = Router()


@router.get("/play/{game_id}", checks=VISITS)
async def play(request: Request, game_id: str) -> Response:
    """Serve a game's page with its present position."""
    room = await find_room(request, game_id)
    service(request, Compiling).open(room.timeline.state.game)
    source = RoomSource(room, holder_of(request), service(request, RateLimits))
    game = room.timeline.state.variant.game
    rendering = await awaited(game, source.rendering)
    return await page(
        request,
        "play/play.html",
        game=game,
        room=room,
        again=new_game_form.again(room, source.holder),
        settings=new_game_form.settings_in_brief(room),
        turns=await awaited(game, wording.turn_layout, room.timeline.states[0]),
        rendering=rendering,
        data=json_markup(rendering.view),
        sharing=_picture_of(room),
    )


def _picture_of(room: Room) -> str:
    """Return where a picture of a game is: of its end, or while it goes on, as spectators see it."""
    return f"/review/{room.id}/still.png?width=800" if room.timeline.over else f"/play/{room.id}/picture.png"


@router.get("/play/{game_id}/picture.png", checks=VISITS)
async def picture_of_game(request: Request, game_id: str) -> Response:
    """Serve a picture of a game as spectators see it now: of one that has not begun, the board that was chosen."""
    room = await find_room(request, game_id)
    async with drawing_slot(request):
        drawn = await asyncio.to_thread(thumbnails.pixels_of, room.timeline.state.view(None), render)
    return thumbnails.answer_with(drawn, IMAGE)


@router.get("/picture/{game}.png", checks=VISITS)
async def picture(request: Request, game: str) -> Response:
    """Serve a picture of a game in play, for previews of links."""
    return thumbnails.answer_with(await asyncio.to_thread(thumbnails.pixels, find_game(game)))


@router.get("/rules/{game}", checks=VISITS)
async def rules(request: Request, game: str) -> Response:
    """Serve the rules of a game with its numbered decisions."""
    found = find_game(game)
    if not found.rules_page:
        raise MissingError("rules.missing", "there is no rules page for {title}", title=found.title)
    written = await asyncio.to_thread(rules_page, found)
    return await page(request, "lobby/rules.html", game=found, rules=written)
