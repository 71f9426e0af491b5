"""In which language the site speaks to whoever asks: catalogues of translations, and the choice among them.

English is what sources and templates say; another language has a catalogue for the site and the library
(`locale/es.po`), and every game may have one of its own (`Game.translation`). The language of a request is kept in a
context variable, so that whatever is said while it is answered is said in that language, also over a WebSocket. Nothing
that outlives a request may be kept translated, unless the language is part of its name.
"""

from __future__ import annotations

import functools
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date, datetime
from gettext import c2py
from http.cookies import SimpleCookie
from pathlib import Path

from babel import Locale
from babel.dates import format_date, format_time
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byways import registry
from byways.errors import BywaysError
from byways.game import Game
from byways.said import Said, of_error, readable

ENGLISH = "en"
COOKIE, HEADER, QUERY = "byways-language", "byways-language", "lang"
FOLDER = Path(__file__).parent / "locale"
_LOCALES = {ENGLISH: "en_GB"}  # whose dates and hours are those of most readers of English abroad
_SILENT = ("/static/", "/favicon.ico")
"""What is the same in every language."""


@dataclass(frozen=True)
class Book:
    """A catalogue as it is used: what is missing, or marked fuzzy, is said in English."""

    texts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """From the English text (of a plural: its singular) to its translations, one for each form of the plural."""
    form: Callable[[int], int] = field(default=lambda number: 0)

    def find(self, template: str, number: int = 1) -> str | None:
        """A translation; None where there is none."""
        found = self.texts.get(template)
        return found[self.form(number) if len(found) > 1 else 0] if found else None


def read_book(text: str, language: str) -> Book:
    """A catalogue from the text of a PO file."""
    catalog = read_po(io.BytesIO(text.encode()), locale=language)
    texts: dict[str, Sequence[str]] = {}
    for message in catalog:
        one = message.id[0] if isinstance(message.id, list | tuple) else message.id
        forms = message.string if isinstance(message.string, list | tuple) else (message.string,)
        if one and all(forms) and not message.fuzzy:
            texts[str(one)] = [str(form) for form in forms]
    return Book(texts, c2py(catalog.plural_expr))


class Tongue:
    """A language, and how the site speaks it."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.locale = Locale.parse(_LOCALES.get(code, code))
        self.name = str(Locale.parse(code).get_language_name() or code).capitalize()
        """What those who speak it call it."""
        self._games: dict[str, Book] = {}

    @functools.cached_property
    def site(self) -> Book:
        """The catalogue of the site and the library, read when it is first needed."""
        if self.code == ENGLISH:
            return Book()
        return read_book((FOLDER / f"{self.code}.po").read_text(encoding="utf-8"), self.code)

    def book(self, game: Game) -> Book:
        """The catalogue that a game brings along."""
        if self.code == ENGLISH:
            return self.site
        if game.name not in self._games:
            brought = game.translation(self.code)
            self._games[game.name] = read_book(brought.catalogue, self.code) if brought else Book()
        return self._games[game.name]

    def say(self, text: str, game: Game | None = None) -> str:
        """A text of a game, or of the library. Of a text from nobody knows which game every catalogue is asked."""
        english = self.code == ENGLISH
        books = [] if english else [self.book(game), self.site] if game else [self.site, *map(self.book, _games())]

        def one(template: str) -> str:
            return next(filter(None, (book.find(template) for book in books)), template)

        def several(one: str, many: str, number: int) -> str:
            found = next(filter(None, (book.find(one, number) for book in books)), None)
            return found or (one if number == 1 else many)

        return text.translated(one, several) if isinstance(text, Said) else one(text)

    def refuse(self, error: BywaysError, game: Game | None = None) -> str:
        """The sentence of an error."""
        return self.say(of_error(error), game)


class _Languages(Mapping[str, Tongue]):
    """All languages there are, English first."""

    @functools.cached_property
    def _all(self) -> dict[str, Tongue]:
        return {code: Tongue(code) for code in (ENGLISH, *sorted(path.stem for path in FOLDER.glob("*.po")))}

    def __getitem__(self, code: str) -> Tongue:
        return self._all[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


TONGUES: Mapping[str, Tongue] = _Languages()
_now: ContextVar[Tongue | None] = ContextVar("tongue", default=None)


def tongue() -> Tongue:
    """The language of the present request; English where there is none."""
    return _now.get() or TONGUES[ENGLISH]


def _(template: str, /, **fields: object) -> str:
    """A text of the site. Fields are as they are to be read: what a game calls them is told by `told`."""
    found = tongue().site.find(template) or template
    return found.format(**{name: readable(field) for name, field in fields.items()}) if fields else found


def counted(one: str, many: str, /, count: int, **fields: object) -> str:
    """A text of the site in which `{count}` things are counted."""
    found = tongue().site.find(one, count) or (one if count == 1 else many)
    return found.format(count=readable(count), **{name: readable(field) for name, field in fields.items()})


def told(game: Game, text: str) -> str:
    """What a game says."""
    return tongue().say(text, game)


def teller(game: Game) -> Callable[[str], str]:
    """How the texts of a game's drawings are said now."""
    return functools.partial(tongue().say, game=game)


def refused(error: BywaysError, game: Game | None = None) -> str:
    """What an error says."""
    return tongue().refuse(error, game)


def number(value: float, digits: int = 0) -> str:
    """A number with so many digits behind the point, which may be a comma."""
    text = format_decimal(value, "0." + "0" * digits if digits else "0", locale=tongue().locale)
    return text.replace("-", "−")


def moment(at: datetime) -> str:
    """A date and a time of the day, in UTC; pages put the reader's own time in its place."""
    locale = tongue().locale
    return f"{format_date(at, 'long', locale=locale)}, {format_time(at, 'short', locale=locale)} UTC"


def long_date(day: date) -> str:
    """A day, its month in words."""
    return format_date(day, "long", locale=tongue().locale)


def chosen(connection: HTTPConnection) -> Tongue:
    """The language that a request asks for: by its address, by the page that asks, by its cookie, by its browser."""
    asked = (
        connection.query_params.get(QUERY),
        connection.headers.get(HEADER),
        connection.cookies.get(COOKIE),
        *_accepted(connection.headers.get("accept-language", "")),
    )
    return next((TONGUES[code] for code in asked if code is not None and code in TONGUES), TONGUES[ENGLISH])


def listen(connection: HTTPConnection) -> Tongue:
    """Speak the language of a request from now on."""
    found = chosen(connection)
    _now.set(found)
    return found


def _accepted(header: str) -> list[str]:
    """The languages of an `Accept-Language`, the best first: "es-MX" counts as "es"."""
    weighed = []
    for i, part in enumerate(header[:500].split(",")):
        name, _, weight = "".join(part.lower().split()).partition(";q=")
        try:
            share = float(weight or 1)
        except ValueError:
            continue
        if share > 0:
            weighed.append((-share, i, name.partition("-")[0]))
    return [name for _, _, name in sorted(weighed)]


def _games() -> list[Game]:
    return [registry.find(name) for name in registry.names()]


class Interpreter:
    """Middleware: every request is answered in its language, and says that others may get another answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        connection = HTTPConnection(scope)
        spoken = listen(connection)
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        asked = connection.query_params.get(QUERY) == spoken.code and not path.startswith("/api/")

        async def send_with_language(message: Message) -> None:
            if message["type"] == "http.response.start" and not path.startswith(_SILENT):
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Language", spoken.code)
                headers.add_vary_header("Accept-Language")
                headers.add_vary_header("Cookie")
                if asked:
                    headers.append("Set-Cookie", _cookie(scope, spoken.code))
            await send(message)

        return await self.app(scope, receive, send_with_language if scope["type"] == "http" else send)


def _cookie(scope: Scope, code: str) -> str:
    """The language that somebody has chosen, for a year. It is no secret."""
    cookie: SimpleCookie = SimpleCookie({COOKIE: code})
    cookie[COOKIE].update({"path": scope.get("root_path") or "/", "max-age": str(365 * 86_400), "samesite": "lax"})
    if scope.get("scheme") == "https":
        cookie[COOKIE]["secure"] = True
    return cookie[COOKIE].OutputString()
