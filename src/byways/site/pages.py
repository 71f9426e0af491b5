"""The pages a person opens: the list of games, a new game, a game, its rules."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from fastapi.templating import Jinja2Templates
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.types import Scope

from byways import __version__, registry
from byways.draw import css
from byways.errors import OptionError
from byways.game import Game
from byways.options import Choice, File, Flag, Option, Whole
from byways.site.api import BadRequestError, MissingError
from byways.site.art import art
from byways.site.look import look, viewer_of
from byways.site.rooms import Rooms
from byways.site.rules import rules_page
from byways.site.security import give_secret, holder_of, same_origin
from byways.site.store import Seat, Store

_HERE = Path(__file__).parent
_YEAR = "public, max-age=31536000, immutable"
THINKING = {"quick": 0.3, "steady": 1.0, "deep": 4.0}
"""How many seconds a turn an engine may think, by the word in the form."""

router = APIRouter()
templates = Jinja2Templates(_HERE / "templates")


class _Static(StaticFiles):
    """Files that a browser may keep for ever, because their addresses change with their contents."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if b"v=" in scope["query_string"]:
            response.headers["Cache-Control"] = _YEAR
        return response


static = _Static(directory=_HERE / "static")


@functools.cache
def _digest(name: str) -> str:
    data = css().encode() if name == "board.css" else (_HERE / "static" / name).read_bytes()
    return hashlib.sha256(data).hexdigest()[:10]


def _asset(request: Request, name: str) -> str:
    """The address of a static file, with its contents' hash."""
    path = "board.css" if name == "board.css" else f"static/{name}"
    return f"{_root(request)}/{path}?v={_digest(name)}"


def _root(request: Request) -> str:
    """The path under which the site lies behind a proxy; empty for the host itself."""
    return str(request.scope.get("root_path", "")).rstrip("/")


def _page(request: Request, name: str, status: int = 200, **context: Any) -> HTMLResponse:
    given = {
        "root": _root(request),
        "asset": functools.partial(_asset, request),
        "version": __version__,
        "games": [registry.find(game) for game in registry.names()],
        **context,
    }
    return templates.TemplateResponse(request, name, given, status_code=status)


@router.get("/")
async def home(request: Request) -> Response:
    """All games, and those that this browser has played."""
    store: Store = request.app.state.store
    holder = holder_of(request)
    mine = await store.of_holder(holder, 8) if holder else []
    known = [(game_id, registry.find(game), created) for game_id, game, created in mine if game in registry.names()]
    return _page(request, "home.html", mine=known)


@router.get("/new/{game}")
async def new(request: Request, game: str) -> Response:
    """Choose options and who plays."""
    found = _find(game)
    return _page(request, "new.html", game=found, fields=_fields(found), seats=_seats(found), thinking=THINKING)


@router.post("/new/{game}")
async def create(request: Request, game: str) -> Response:
    """Begin a game and go to its page."""
    if not same_origin(request):
        raise BadRequestError("request.origin", "writes are taken from this site's own pages only")
    found = _find(game)
    form = await request.form(max_fields=60, max_part_size=20_000)
    rooms: Rooms = request.app.state.rooms
    answer = RedirectResponse("", 303)
    holder = give_secret(request, answer)
    try:
        options = _options(found, form)
        players = found.variant(options).players
        seats = [_seat(form, player, holder) for player in players]
        room = await rooms.create(found.name, options, seats, None)
    except OptionError as error:
        fields = _fields(found, form)
        context = {"game": found, "fields": fields, "seats": _seats(found, form), "thinking": THINKING}
        return _page(request, "new.html", 422, error=str(error), **context)
    answer.headers["Location"] = f"{_root(request)}/play/{room.id}"
    return answer


@router.get("/play/{game_id}")
async def play(request: Request, game_id: str) -> Response:
    """A game, drawn as it stands."""
    rooms: Rooms = request.app.state.rooms
    room = await rooms.open(game_id)
    if room is None:
        raise MissingError("game.missing", "there is no such game")
    seen = look(room, viewer_of(room, holder_of(request), None))
    whole = seen.whole()
    markup = Markup(whole.pop("markup"))  # drawn by us; every text in it was escaped there
    data = msgspec.json.encode(whole).decode().replace("<", "\\u003c")
    game = room.state.variant.game
    return _page(request, "play.html", game=game, room=room, box=whole["box"], markup=markup, data=Markup(data))


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    """The rules of a game with its numbered decisions."""
    found = _find(game)
    return _page(request, "rules.html", game=found, text=Markup(rules_page(found.name)))


@router.get("/art/{game}.svg")
async def get_art(request: Request, game: str) -> Response:
    """A picture of a game under way."""
    return Response(
        art(_find(game).name), media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"}
    )


@router.get("/board.css")
async def board_css() -> Response:
    """How boards look, in all themes."""
    return Response(css(), media_type="text/css", headers={"Cache-Control": _YEAR})


def error_page(request: Request, message: str, status: int) -> Response:
    """A page that says what went wrong."""
    return _page(request, "error.html", status, message=message)


def _find(game: str) -> Game:
    try:
        return registry.find(game)
    except OptionError as error:
        raise MissingError("game.unknown", "there is no game called {name}", name=game[:40]) from error


def _fields(game: Game, given: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """The options as form fields; files are for the command line only."""
    return [_field(option, given, game) for option in game.options if not isinstance(option, File)]


def _field(option: Option, given: Mapping[str, Any] | None, game: Game) -> dict[str, Any]:
    start = option.write(game.people.get(option.name, option.default))
    value = str(given.get(option.name, "false" if isinstance(option, Flag) else start)) if given is not None else start
    choices: tuple[str, ...] = ()
    if isinstance(option, Whole):
        choices = tuple(str(value) for value in option.values)
    elif isinstance(option, Choice):
        choices = option.choices
    return {
        "name": option.name,
        "help": option.help,
        "value": value,
        "choices": choices,
        "flag": isinstance(option, Flag),
    }


def _options(game: Game, form: FormData) -> dict[str, Any]:
    """The options that a form says. Raises OptionError."""
    found: dict[str, Any] = {}
    for option in game.options:
        if isinstance(option, Flag):
            found[option.name] = option.name in form
        elif not isinstance(option, File) and option.name in form:
            found[option.name] = option.read(str(form[option.name]))
    return found


def _seats(game: Game, form: Mapping[str, Any] | None = None) -> list[tuple[str, str]]:
    """(player, who plays there) for as many players as the game may have; by default a person against engines."""
    counts = {
        option.name: option.high for option in game.options if isinstance(option, Whole) and option.name == "players"
    }
    players = game.variant(counts).players
    usual = {player: "steady" if i else "" for i, player in enumerate(players)}
    return [(player, str((form or {}).get(f"seat {player}", usual[player]))) for player in players]


def _seat(form: FormData, player: str, holder: str) -> Seat:
    seconds = THINKING.get(str(form.get(f"seat {player}", "")))
    return Seat(player, holder=holder) if seconds is None else Seat(player, engine={"seconds": seconds})
