"""Translatable texts: ordinary English strings that remember their template, their fields and their catalogue.

A rule or a game writes `say("{player} joins {edges}", player=capital(player), edges=say("top and bottom"))` and gets a
string; whoever prints it needs to know nothing else. A site renders it in another language: it looks up the template
in the text's catalogue and fills in the fields anew. Fields that are texts themselves are rendered from catalogues of
their own; plain strings, such as names of cells and what somebody typed, stay as they are.

A text belongs to the catalogue of the module that writes it: what a module of a game says is looked up in that game's
catalogue and nowhere else, what the library and the site say in theirs. So no two can be confused, and no game has to
name its catalogue.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

BYWAYS = ""
"""The catalogue of the library and the site. Others are the name of a game, or a module of a plug-in (MODULE)."""
MODULE = "module:"
"""Before the name of a module whose game only the registry knows."""

Find = Callable[["Text"], str]
"""Return a text's template in some language: the one for its number, where it has several."""


class Text(str):
    """An English text with its template, its fields and its catalogue."""

    template: str
    many: str
    """The template where `number` is not 1; empty where nothing is counted."""
    number: int
    fields: Mapping[str, object]
    capital: bool
    """Whether it begins a sentence with a capital letter, in any language."""
    catalogue: str

    __slots__ = ("capital", "catalogue", "fields", "many", "number", "template")

    def __new__(
        cls,
        template: str,
        fields: Mapping[str, object],
        many: str = "",
        number: int = 1,
        capital: bool = False,
        catalogue: str = BYWAYS,
    ) -> Text:
        text = (template if number == 1 or not many else many).format(**fields) if fields else template
        made = super().__new__(cls, _capital(text) if capital else text)
        made.template, made.many, made.number = str(template), str(many), number
        made.fields = fields
        made.capital = capital
        made.catalogue = catalogue
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Text, (self.template, dict(self.fields), self.many, self.number, self.capital, self.catalogue)

    def translated(self, find: Find) -> str:
        """Return the text with the templates that `find` gives, its own and those of its fields."""
        fields = {
            name: field.translated(find) if isinstance(field, Text) else _readable(field)
            for name, field in self.fields.items()
        }
        template = find(self)
        text = template.format(**fields) if fields else template
        return _capital(text) if self.capital else text


def say(template: str, /, **fields: object) -> Text:
    """Return a text of the calling module's catalogue; without fields the template is the text.

    The name of this function tells `scripts/setup/catalogues` what to collect, so the template must stand in the call
    as a literal, or have been marked where it is written.
    """
    return Text(template, fields, catalogue=catalogue_here())


def say_many(one: str, many: str, /, count: int, **fields: object) -> Text:
    """Return a text in which `{count}` things are counted."""
    return Text(one, {"count": count, **fields}, many, abs(count), catalogue=catalogue_here())


def capital(text: str) -> Text:
    """Return a text, or a word of the catalogue such as a player's name, as at the start of a sentence."""
    if isinstance(text, Text):
        return Text(text.template, text.fields, text.many, text.number, True, text.catalogue)
    return Text(text, {}, capital=True, catalogue=catalogue_here())


def text_of(game: str, template: str, /, **fields: object) -> Text:
    """Return what a game declares, such as a player's name or an option's help, as a text of its catalogue."""
    return template if isinstance(template, Text) else Text(template, fields, catalogue=game)


def marked(template: str) -> str:
    """Return a template that is filled in elsewhere; this only tells `scripts/setup/catalogues` to collect it."""
    return template


def joined(parts: Iterable[str], between: str = " ") -> Text:
    """Return several texts one after another, each of which is translated by itself; empty ones are left out."""
    fields = {f"part{i}": part for i, part in enumerate(filter(None, parts))}
    return Text(between.join(f"{{{name}}}" for name in fields), fields)


def listed(parts: Iterable[str]) -> str:
    """Return several texts in a row, as in "a, b and c"."""
    *some, last = parts
    return say("{several} and {last}", several=joined(some, ", "), last=last) if some else last


def either(parts: Iterable[str]) -> str:
    """Return several texts of which one is meant, as in "a or b or c"."""
    first, *others = parts
    for other in others:
        first = say("{one} or {other}", one=first, other=other)
    return first


def catalogue_here(depth: int = 2) -> str:
    """Return the catalogue of the module that called the caller of this function."""
    return catalogue_of(sys._getframe(depth).f_globals.get("__name__", ""))


@functools.cache
def catalogue_of(module: str) -> str:
    """Return the catalogue to which a module's texts belong."""
    package, *parts = module.split(".")
    if package != "byways":
        return MODULE + module
    return parts[1] if parts[:1] == ["games"] and len(parts) > 1 else BYWAYS


class _Signed(int):
    """A number that is written with a minus sign."""

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace("-", "−")


def _readable(field: object) -> object:
    """Return a field as people read it: a hyphen before a number is easily missed."""
    return _Signed(field) if isinstance(field, int) and field < 0 else field


def to_data(text: str) -> Any:
    """Return a text as JSON can hold it."""
    if not isinstance(text, Text):
        return str(text)
    fields = {name: to_data(field) if isinstance(field, str) else field for name, field in text.fields.items()}
    return [text.template, fields, text.many, text.number, text.capital, text.catalogue]


def from_data(data: Any, catalogue: str = BYWAYS) -> Any:
    """Return the text that `to_data` wrote; one of an older version, which names none, is of `catalogue`."""
    if not isinstance(data, list):
        return data
    template, fields, many, number, capital, *named = data
    fields = {name: from_data(field, catalogue) for name, field in fields.items()}
    return Text(template, fields, many, number, capital, *(named or (catalogue,)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
