"""Pages from templates, with what every one of them is given: assets, languages, the texts of its scripts."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Hashable
from contextlib import suppress
from pathlib import Path
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.templating import Jinja2Templates

from byways.draw import Drawings
from byways.draw.page_tokens import PAGE
from byways.game import Game
from byways.lab.report.stored_reports import has_report
from byways.site.i18n import phrases
from byways.site.i18n.languages import LANGUAGES, current_language, long_date, moment, number, render, spoken, to_json
from byways.site.i18n.peoples_words import isolated
from byways.site.plug_ins.processes import awaited
from byways.site.storage.database_errors import StoreError
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import WaitingGames
from byways.site.web import assets, lengths
from byways.site.web.routing import service
from byways.site.web.sessions import TokenError, holder_of
from byways.site.web.thumbnails import thumbnail
from byways.translatable import BYWAYS, capital, say_many, text_of
from byways.version import __version__

_SITE = Path(__file__).parents[1]
PATIENCE = 0.25
"""Seconds that a page waits for the count of turns; without it, it says nothing."""
_GAME = "/play/"


def turns_said(count: int) -> str:
    """Say in how many games it is the reader's turn; "" for none."""
    return say_many("your turn in {count} game", "your turn in {count} games", count) if count else ""


templates = Jinja2Templates(_SITE / "templates")
templates.env.finalize = render
templates.env.globals |= {
    "say": functools.partial(text_of, BYWAYS),  # whoever calls a template's functions, the texts are the site's
    "say_many": lambda one, many, count, **fields: say_many(one, many, count, **fields),
    "turns_said": turns_said,
    "text_of": text_of,
    "capital": capital,
    "player_name": phrases.player,
    "sentence": lambda text: phrases.sentence(phrases.upper(text)),
    "theme_colours": PAGE["room"]._asdict(),
    "thumbnail": thumbnail,
    "has_report": has_report,
}
templates.env.filters["isolated"] = isolated
templates.env.globals |= {"moment": moment, "long_date": long_date, "number": number, "lengths": lengths}


async def page(request: Request, name: str, status: int = 200, /, **context: Any) -> HTMLResponse:
    """Render a page from its template, not to be cached: games go on, and a page may show secrets of one person."""
    waiting = await _waiting_for(request)
    return await awaited(None, functools.partial(_page, request, name, status, waiting, **context))


async def _waiting_for(request: Request) -> WaitingGames:
    """Return how many games wait for the browser that asks for a page, beside the one that the page shows."""
    with suppress(StoreError, TimeoutError, KeyError, TokenError):  # the store is there once the site has started
        asks = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if asks and (holder := holder_of(request)):
            async with asyncio.timeout(PATIENCE):
                return await service(request, Store).waiting(holder, _shown(request))
    return WaitingGames(0, running=False)


def _shown(request: Request) -> str:
    """Return the id of the game whose page this is; "" for other pages."""
    path = request.url.path.removeprefix(root_of(request))
    return path.removeprefix(_GAME) if path.startswith(_GAME) else ""


def _page(request: Request, name: str, status: int, waiting: WaitingGames, /, **context: Any) -> HTMLResponse:
    root = root_of(request)
    given: dict[str, object] = {"root": root, "base": str(request.base_url).rstrip("/")}
    given |= {"asset": functools.partial(assets.address, root), "version": __version__}
    given |= {"documented": assets.documentation() is not None, **context}
    given |= {
        "drawings": Drawings(),
        "language": current_language(),
        "languages": _languages(request),
        "translations": _translations(),
        "player_names": _player_names(context.get("game")),
        "turns_waiting": waiting.turns,
        "turns_topic": f"turns:{_shown(request)}" if waiting.running else "",
    }
    headers = {"Cache-Control": "no-cache, private"}
    return templates.TemplateResponse(request, name, given, status_code=status, headers=headers)


@functools.cache
def macros(folder: str) -> Any:
    """Return the macros of a folder of templates, to render a region without a page around it."""
    return templates.env.get_template(f"{folder}/macros.html").module


def region(folder: str, macro: str, *shown: Hashable) -> str:
    """Return what a macro renders: once, for most regions are the same from turn to turn, and for everybody.

    Texts in what is `shown` have to be rendered: two catalogues may hold the same English.
    """
    return _region(folder, macro, shown, spoken.get().code)


@functools.lru_cache(maxsize=2_048)  # with 8,192 a crowd of 200 games fills some 15 MB of them within minutes
def _region(folder: str, macro: str, shown: tuple[Hashable, ...], language: str) -> str:
    return rendered_macro(folder, macro, *shown)


def rendered_macro(folder: str, macro: str, *shown: Hashable) -> str:
    """Return what a macro renders, for what is kept elsewhere than by `region`."""
    return str(getattr(macros(folder), macro)(*shown))


def _languages(request: Request) -> list[dict[str, str]]:
    """Return the site's languages, each with the address of this page; for a submitted form, of the empty form."""
    address = (
        request.url.include_query_params
        if request.method == "GET"
        else request.url.replace(query="").include_query_params
    )
    return [{"code": code, "name": one.name, "url": f"?{address(lang=code).query}"} for code, one in LANGUAGES.items()]


def _translations() -> str | None:
    """Return the name of the script with the translations of the page's language; None if English suffices."""
    name = assets.translations_of(current_language().code)
    return name if name in assets.files() else None


def _player_names(game: Game | None) -> Markup | None:
    """Return the players' names for a page's scripts; None if they are the English ones."""
    names = {player: render(text_of(game.name, player)) for player in phrases.players_of(game)} if game else {}
    return None if all(player == name for player, name in names.items()) else json_markup(names)


def json_markup(data: object) -> Markup:
    """Return data as JSON for use within a page."""
    return Markup(to_json(data).decode().replace("<", "\\u003c"))


def root_of(request: Request) -> str:
    """Return the path under which a proxy serves the site; empty for the host itself."""
    return str(request.scope.get("root_path", "")).rstrip("/")


async def error_page(request: Request, message: str, status: int) -> HTMLResponse:
    """Render a page that explains an error."""
    return _page(request, "error.html", status, await _waiting_for(request), message=message)
