"""Translatable texts: ordinary English strings that remember their template, their fields and their catalogue.

A rule or a game writes `say("{player} joins {edges}", player=capital(player), edges=say("top and bottom"))` and gets a
string; code that prints it needs to know nothing else. A site renders it in another language: it looks up the template
in the text's catalogue and fills in the fields anew. Fields that are texts themselves are rendered from catalogues of
their own; plain strings, such as names of cells and typed words, stay as they are.

A text is looked up in one catalogue and nowhere else: `say` of this module writes texts of the library and the site,
and a game binds its own, `say = Catalogue("troll").say`. So no two can be confused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

BYWAYS = ""
"""The catalogue of the library and the site; others have the name of a game."""

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


class Catalogue(NamedTuple):
    """Where texts are translated: the library's and the site's catalogue, or the one of a game, by its name.

    The names of `say` and `say_many` tell `scripts/setup/catalogues` what to collect, so a template must be a literal
    in the call, or be marked where it is written.
    """

    name: str = BYWAYS

    def say(self, template: str, /, **fields: object) -> Text:
        """Return a text; without fields the template is the text."""
        return Text(template, fields, catalogue=self.name)

    def say_many(self, one: str, many: str, /, count: int, **fields: object) -> Text:
        """Return a text in which `{count}` things are counted."""
        return Text(one, {"count": count, **fields}, many, abs(count), catalogue=self.name)

    def capital(self, text: str) -> Text:
        """Return a text, or a word of the catalogue such as a player's name, as at the start of a sentence."""
        if isinstance(text, Text):
            return Text(text.template, text.fields, text.many, text.number, True, text.catalogue)
        return Text(text, {}, capital=True, catalogue=self.name)


_OURS = Catalogue()
say, say_many, capital = _OURS.say, _OURS.say_many, _OURS.capital


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
