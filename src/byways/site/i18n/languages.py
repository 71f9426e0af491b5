"""Language negotiation: catalogues of translations, and the choice among them for each request.

English is what sources and templates say; another language has a catalogue for the site and the library
(`locale/es.po`), and every game may have one of its own (`Game.translation`). A text knows which of them is its own
(`byways.translatable`); `render` looks it up there, at the edge: in templates, in JSON and in drawings. The language of
a request is kept in a context variable, so that whatever is rendered while it is answered is in that language, also
over a WebSocket. Nothing that outlives a request may be kept rendered, unless the language is part of its name.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache
from gettext import c2py
from pathlib import Path
from typing import TypeVar

import msgspec
from babel import Locale
from babel.dates import format_date, format_time
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from starlette.requests import HTTPConnection

from byways import registry
from byways.errors import GameError
from byways.translatable import BYWAYS, Text

T = TypeVar("T")

ENGLISH = "en"
COOKIE, HEADER, QUERY = "byways-language", "byways-language", "lang"
FOLDER = Path(__file__).parent / "locale"
_APOSTROPHE = re.compile(r"(?<=[\w}])'(?=[a-z])|(?<=s)'(?= )")
_LOCALES = {ENGLISH: "en_GB"}  # whose dates and hours are those of most readers of English abroad


@dataclass(frozen=True)
class Translations:
    """The translations in a catalogue; texts that are missing or fuzzy stay English."""

    texts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """From the English text (of a plural: its singular) to its translations, one for each form of the plural."""
    form: Callable[[int], int] = field(default=lambda number: 0)


@lru_cache(4_096)  # all of Byways' own, while games of others may make ever new ones
def typographic(text: str) -> str:
    """Return an English text of Byways' own with the apostrophes that printers set."""
    return _APOSTROPHE.sub("’", text)


def read_catalogue(text: str, language: str) -> Translations:
    """Parse a catalogue from the text of a PO file."""
    catalog = read_po(io.BytesIO(text.encode()), locale=language)
    texts: dict[str, Sequence[str]] = {}
    for message in catalog:
        one = message.id[0] if isinstance(message.id, list | tuple) else message.id
        forms = message.string if isinstance(message.string, list | tuple) else (message.string,)
        if one and all(forms) and not message.fuzzy:
            texts[str(one)] = [str(form) for form in forms]
    return Translations(texts, c2py(catalog.plural_expr))


class Language:
    """A language with its catalogues."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.locale = Locale.parse(_LOCALES.get(code, code))
        self.name = str(Locale.parse(code).get_language_name() or code).capitalize()
        """The language's own name for itself."""
        self._catalogues: dict[str, Translations] = {}

    def catalogue(self, name: str = BYWAYS) -> Translations:
        """Return a catalogue of `byways.translatable`: the site's and the library's, or a game's. Read once."""
        if name not in self._catalogues:
            self._catalogues[name] = Translations() if self.code == ENGLISH else self._read(name)
        return self._catalogues[name]

    def _read(self, name: str) -> Translations:
        if name == BYWAYS:
            return read_catalogue((FOLDER / f"{self.code}.po").read_text(encoding="utf-8"), self.code)
        game = registry.find(name) if name in registry.names() else None
        try:
            brought = game.translation(self.code) if game else None
        except GameError:  # it speaks English as long as it is broken
            brought = None
        return read_catalogue(brought.catalogue, self.code) if brought else Translations()

    def find(self, text: Text) -> str:
        """Return the template of a text in this language; where there is none, the English one."""
        catalogue = self._catalogues.get(text.catalogue) or self.catalogue(text.catalogue)
        found = catalogue.texts.get(text.template)
        if not found:
            return typographic(text.many if text.many and text.number != 1 else text.template)
        return found[catalogue.form(text.number) if len(found) > 1 else 0]


LANGUAGES = {code: Language(code) for code in (ENGLISH, *sorted(path.stem for path in FOLDER.glob("*.po")))}
"""All languages there are, English first."""
spoken: ContextVar[Language] = ContextVar("language", default=LANGUAGES[ENGLISH])
"""The language of the present request; English where there is none."""


def current_language() -> Language:
    """Return the language of the present request; English where there is none."""
    return spoken.get()


def render(text: T, into: Language | None = None) -> T | str:
    """Return a text in a language, unless one is given the present request's. What is no text stays as it is."""
    if not isinstance(text, Text):
        return text
    return text.translated((into or spoken.get()).find)


def to_json(data: object) -> bytes:
    """Return data as JSON, its texts rendered."""
    return msgspec.json.encode(data, enc_hook=_rendered)


def _rendered(text: object) -> object:
    if not isinstance(text, Text):
        raise NotImplementedError(f"{type(text).__name__} is not for JSON")
    return render(text)


def number(value: float, digits: int = 0) -> str:
    """Format a number with so many digits behind the point, which may be a comma."""
    text = format_decimal(value, "0." + "0" * digits if digits else "0", locale=current_language().locale)
    return text.replace("-", "−")


def moment(at: datetime) -> str:
    """Format a date and time in UTC; pages replace it by the reader's local time."""
    locale = current_language().locale
    return f"{format_date(at, 'long', locale=locale)}, {format_time(at, 'short', locale=locale)} UTC"


def long_date(day: date) -> str:
    """Format a day, with its month in words."""
    return format_date(day, "long", locale=current_language().locale)


def listen(connection: HTTPConnection) -> Language:
    """Use the language of a request: from its address, the page that asks, its cookie, or the browser's settings."""
    asked = (
        connection.query_params.get(QUERY),
        connection.headers.get(HEADER),
        connection.cookies.get(COOKIE),
        *_accepted(connection.headers.get("accept-language", "")),
    )
    found = LANGUAGES[next((code for code in asked if code in LANGUAGES), ENGLISH)]
    spoken.set(found)
    return found


def _accepted(header: str) -> list[str]:
    """Return the languages of an `Accept-Language`, best first; "es-MX" counts as "es"."""
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
