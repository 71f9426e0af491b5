"""The pages a person opens: the list of games, a new game, a game, its rules."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.templating import Jinja2Templates
from markupsafe import Markup

from byways import __version__, registry
from byways.errors import OptionError
from byways.game import Game
from byways.site import assets, forms, terms, words
from byways.site.art import art
from byways.site.invites import LONGEST_NAME, Seals, clean_name
from byways.site.look import look, viewer_of
from byways.site.rate import Limits, RateError, address_of
from byways.site.requests import MissingError, body_of, find_room, status_of
from byways.site.rooms import Rooms, begin
from byways.site.rules import rules_page
from byways.site.security import give_secret, holder_of
from byways.site.store import Store
from byways.site.tongue import LANGUAGES, current_language, long_date, moment, number, render, to_json
from byways.translatable import BYWAYS, capital, say_many, text_of

MOST_LISTED = 12  # games of one's own on the first page
_SAID = re.compile(r'\b_\(\s*"((?:[^"\\]|\\.)*)"')  # a text in a script

router = APIRouter()
templates = Jinja2Templates(Path(__file__).parent / "templates")
templates.env.finalize = render
templates.env.globals |= {
    "say": functools.partial(text_of, BYWAYS),  # whoever calls a template's functions, the texts are the site's
    "say_many": lambda one, many, count, **fields: say_many(one, many, count, **fields),
    "text_of": text_of,
    "capital": capital,
    "player_name": words.player,
    "art": art,
}
templates.env.globals |= {"moment": moment, "long_date": long_date, "number": number, "longest_name": LONGEST_NAME}


def page(request: Request, name: str, status: int = 200, **context: Any) -> HTMLResponse:
    """Render a page from its template, not to be cached: games go on, and a page may show secrets of one person."""
    root = root_of(request)
    given = {"root": root, "asset": functools.partial(assets.address, root), "version": __version__, **context}
    given |= {
        "language": current_language(),
        "languages": _languages(request),
        "script_texts": _script_texts(context.get("game")),
    }
    headers = {"Cache-Control": "no-cache, private"}
    return templates.TemplateResponse(request, name, given, status_code=status, headers=headers)


def _languages(request: Request) -> list[dict[str, str]]:
    """Return the site's languages, each with the address of this page; for a submitted form, of the empty form."""
    address = (
        request.url.include_query_params
        if request.method == "GET"
        else request.url.replace(query="").include_query_params
    )
    return [{"code": code, "name": one.name, "url": f"?{address(lang=code).query}"} for code, one in LANGUAGES.items()]


def _script_texts(game: Game | None) -> Markup | None:
    """Return the page's translations for its scripts and the players' names; None if English suffices."""
    catalogue = current_language().catalogue()
    texts = {text: forms for text, forms in catalogue.texts.items() if text in _all_script_texts()}
    names = {player: render(text_of(game.name, player)) for player in forms.players_of(game)} if game else {}
    if not texts and all(player == name for player, name in names.items()):
        return None
    return json_markup({"texts": texts, "names": names})


@functools.cache
def _all_script_texts() -> frozenset[str]:
    """Return the English texts of the pages' scripts."""
    scripts = (Path(__file__).parent / "static").glob("*.js")
    return frozenset(text for script in scripts for text in _SAID.findall(script.read_text(encoding="utf-8")))


def json_markup(data: object) -> Markup:
    """Return data as JSON for use within a page."""
    return Markup(to_json(data).decode().replace("<", "\\u003c"))


def root_of(request: Request) -> str:
    """Return the path under which a proxy serves the site; empty for the host itself."""
    return str(request.scope.get("root_path", "")).rstrip("/")


@router.get("/")
async def home(request: Request) -> Response:
    """Serve the list of all games, and of those that this browser has played."""
    store: Store = request.app.state.store
    holder = holder_of(request)
    games = {name: registry.find(name) for name in registry.names()}
    begun = await store.of_holder(holder, MOST_LISTED) if holder else []
    mine = [(game_id, games[name], created) for game_id, name, created in begun if name in games]
    return page(request, "home.html", games=games.values(), mine=mine)


@router.get("/new/{game}")
async def new(request: Request, game: str) -> Response:
    """Choose options and who plays."""
    found = find_game(game)
    request.app.state.compiling.open(found.name)
    return _new(request, found, dict(request.query_params))


def _new(request: Request, game: Game, form: forms.Form, error: str = "", status: int = 422) -> Response:
    fields: dict[str, Any] = {"seats": forms.seat_fields(game, form), "options": forms.option_fields(game, form)}
    seals: Seals = request.app.state.seals
    position, called = form.get("position", ""), form.get(forms.NAME, seals.name_of(request) or "")
    fields |= {"clock": [forms.clock_field(form)], "called": called, "names": forms.name_fields(game, form, called)}
    return page(request, "new.html", status if error else 200, game=game, error=error, position=position, **fields)


@router.post("/new/{game}")
async def create(request: Request, game: str) -> Response:
    """Begin a game and go to its page."""
    found, form = find_game(game), forms.read_form(await body_of(request))
    rooms: Rooms = request.app.state.rooms
    answer = RedirectResponse("", 303)
    holder = give_secret(request, answer)
    try:
        position = form.get("position") or None
        options = {} if position else forms.read_options(found, form)
        start = begin(found.name, options, position)
        seats = forms.read_seats(found, start.players, form, holder)
        seals: Seals = request.app.state.seals
        name = clean_name(form[forms.NAME][:1_000]) if forms.NAME in form else seals.name_of(request)
        seats = forms.name_seats(seats, form, name)
        limits: Limits = request.app.state.limits
        limits.games.take(address_of(request))
        room = await rooms.create(found.name, options, seats, position, forms.read_terms(form, seats, holder))
    except OptionError as error:
        return _new(request, found, form, render(error.sentence))
    except RateError as error:
        again = _new(request, found, form, render(error.sentence), status_of(error))
        again.headers["Retry-After"] = str(error.wait)
        return again
    if forms.NAME in form:
        seals.give_name(request, answer, name)
    answer.headers["Location"] = f"{root_of(request)}/play/{room.id}"
    return answer


@router.get("/play/{game_id}")
async def play(request: Request, game_id: str) -> Response:
    """Serve a game's page, drawn as it stands."""
    room = await find_room(request, game_id)
    request.app.state.compiling.open(room.state.game)
    holder = holder_of(request)
    whole = look(room, viewer_of(room, holder, None)).whole()
    markup = Markup(whole.pop("markup"))  # drawn by us; every text in it was escaped there
    data = json_markup(whole)
    drawn = {"box": whole["box"], "markup": markup, "data": data, "look": whole, "terms": terms.brief(room)}
    return page(request, "play.html", game=room.state.variant.game, room=room, again=forms.again(room, holder), **drawn)


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    """Serve the rules of a game with its numbered decisions."""
    found = find_game(game)
    if not found.rules_page:
        raise MissingError("rules.missing", "there is no rules page for {title}", title=found.title)
    text, language = rules_page(found)
    return page(request, "rules.html", game=found, text=text, text_language=language)


def error_page(request: Request, message: str, status: int) -> Response:
    """Render a page that explains an error."""
    return page(request, "error.html", status, message=message)


def find_game(game: str) -> Game:
    """Return the game with an id. Raises MissingError."""
    try:
        return registry.find(game)
    except OptionError as error:
        raise MissingError("game.unknown", "there is no game called {name}", name=game[:40]) from error
