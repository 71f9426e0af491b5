"""The pages a person opens: the list of games, a new game, a game, its rules."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byways import registry
from byways.errors import OptionError
from byways.game import Game
from byways.site.i18n.languages import render, to_json
from byways.site.lobby.rules_page import rules_page
from byways.site.play import game_settings, new_game_form
from byways.site.play.compiling import Compiling
from byways.site.play.room import Room
from byways.site.play.rooms import Rooms, begin, find_room
from byways.site.play.source import RoomSource
from byways.site.storage.game_store import Store
from byways.site.web import thumbnails
from byways.site.web.rate_limits import Limits, RateError, address_of
from byways.site.web.requests import MissingError, body_of, find_game, status_of
from byways.site.web.routing import Router, service
from byways.site.web.sessions import give_secret, holder_of
from byways.site.web.signed_links import Signer, clean_name
from byways.site.web.templating import json_markup, page, root_of

MOST_LISTED = 12  # games of one's own on the first page
router = Router()


@router.get("/")
async def home(request: Request) -> Response:
    """Serve the list of all games, and of those that this browser has played."""
    store = service(request, Store)
    holder = holder_of(request)
    games = {name: registry.find(name) for name in registry.names()}
    begun = await store.of_holder(holder, MOST_LISTED) if holder else []
    mine = [(game_id, games[name], created) for game_id, name, created in begun if name in games]
    return page(request, "lobby/home.html", games=games.values(), mine=mine)


@router.get("/new/{game}")
async def new(request: Request, game: str) -> Response:
    """Choose options and who plays."""
    found = find_game(game)
    service(request, Compiling).open(found.name)
    return _new(request, found, dict(request.query_params))


def _new(request: Request, game: Game, form: new_game_form.Form, error: str = "", status: int = 422) -> Response:
    fields: dict[str, object] = {
        "seats": new_game_form.seat_fields(game, form),
        "options": new_game_form.option_fields(game, form),
    }
    signer = service(request, Signer)
    position, called = form.get("position", ""), form.get(new_game_form.NAME, signer.name_of(request) or "")
    fields |= {
        "clock": [new_game_form.clock_field(form)],
        "called": called,
        "names": new_game_form.name_fields(game, form, called),
        "asked": to_json(_asked(game, form)).decode(),
    }
    return page(
        request, "lobby/new.html", status if error else 200, game=game, error=error, position=position, **fields
    )


def _asked(game: Game, form: new_game_form.Form) -> list[str]:
    """Return the fields that matter for a form; for one that cannot be read, those of an empty one."""
    try:
        return new_game_form.asked(game, form)
    except OptionError:
        return new_game_form.asked(game, {})


@router.get("/api/new/{game}")
async def asked_fields(request: Request, game: str) -> Response:
    """Return the names of the fields that matter for the seats chosen so far; the page hides the others."""
    asked = new_game_form.asked(find_game(game), dict(request.query_params))
    return Response(to_json(asked), media_type="application/json")


@router.post("/new/{game}")
async def create(request: Request, game: str) -> Response:
    """Begin a game and go to its page."""
    found, form = find_game(game), new_game_form.read_form(await body_of(request))
    rooms = service(request, Rooms)
    answer = RedirectResponse("", 303)
    holder = give_secret(request, answer)
    try:
        position = form.get("position") or None
        options = {} if position else new_game_form.read_options(found, form)
        start = begin(found.name, options, position)
        seats = new_game_form.read_seats(found, start.players, form, holder)
        signer = service(request, Signer)
        name = clean_name(form[new_game_form.NAME]) if new_game_form.NAME in form else signer.name_of(request)
        seats = new_game_form.name_seats(seats, form, name)
        limits = service(request, Limits)
        limits.games.take(address_of(request))
        room = await rooms.create(found.name, options, seats, position, new_game_form.read_terms(form, seats, holder))
    except OptionError as error:
        return _new(request, found, form, render(error.sentence))
    except RateError as error:
        again = _new(request, found, form, render(error.sentence), status_of(error))
        again.headers["Retry-After"] = str(error.wait)
        return again
    if new_game_form.NAME in form:
        signer.give_name(request, answer, name)
    answer.headers["Location"] = f"{root_of(request)}/play/{room.id}"
    return answer


@router.get("/play/{game_id}")
async def play(request: Request, game_id: str) -> Response:
    """Serve a game's page, drawn as it stands."""
    room = await find_room(request, game_id)
    service(request, Compiling).open(room.timeline.state.game)
    source = RoomSource(room, holder_of(request), service(request, Limits))
    rendering = source.rendering()
    return page(
        request,
        "play/play.html",
        game=room.timeline.state.variant.game,
        room=room,
        again=new_game_form.again(room, source.holder),
        terms=game_settings.brief(room),
        rendering=rendering,
        data=json_markup(rendering.view),
        sharing=_picture_of(room),
    )


def _picture_of(room: Room) -> str:
    """Return where a picture of a game is: of its end, or while it goes on, of any game of its kind."""
    over, game = room.timeline.over, room.timeline.state.game
    return f"/review/{room.id}/still.png?width=800" if over else f"/picture/{game}.png"


@router.get("/picture/{game}.png")
async def picture(request: Request, game: str) -> Response:
    """Serve a picture of a game in play, for whoever shows a link."""
    drawn = await asyncio.to_thread(thumbnails.pixels, find_game(game))
    if drawn is None:
        raise MissingError("picture.missing", "there is no picture of this game")
    return Response(drawn, media_type="image/png", headers={"Cache-Control": "public, max-age=86400"})


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    """Serve the rules of a game with its numbered decisions."""
    found = find_game(game)
    if not found.rules_page:
        raise MissingError("rules.missing", "there is no rules page for {title}", title=found.title)
    written = await asyncio.to_thread(rules_page, found)
    return page(request, "lobby/rules.html", game=found, rules=written)
