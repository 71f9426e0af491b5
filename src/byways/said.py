"""English texts that can be said in another language: ordinary strings which remember how they were made.

A rule or a game writes `say("{player} joins {edges}", player=capital(player), edges=say("top and bottom"))` and gets a
string; whoever prints it needs to know nothing else. A site that has a catalogue looks up the template and fills in the
fields anew. Fields that are themselves `Said` are translated too; plain strings, such as names of cells and what
somebody typed, stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from byways.errors import BywaysError


class Said(str):
    """A text with its template and its fields."""

    template: str
    many: str
    """The template where `number` is not 1; empty where nothing is counted."""
    number: int
    fields: Mapping[str, object]
    capital: bool
    """Whether it begins a sentence with a capital letter, in any language."""

    __slots__ = ("capital", "fields", "many", "number", "template")

    def __new__(
        cls, template: str, fields: Mapping[str, object], *, many: str = "", number: int = 1, capital: bool = False
    ) -> Said:
        text = (template if number == 1 or not many else many).format(**fields) if fields else template
        said = super().__new__(cls, _capital(text) if capital else text)
        said.template, said.fields, said.many, said.number, said.capital = template, fields, many, number, capital
        return said

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.template, dict(self.fields), self.many, self.number, self.capital)

    def translated(self, one: Callable[[str], str], several: Callable[[str, str, int], str]) -> str:
        """The text with templates as `gettext` and `ngettext` give them."""
        template = several(self.template, self.many, self.number) if self.many else one(self.template)
        fields = {
            name: field.translated(one, several) if isinstance(field, Said) else readable(field)
            for name, field in self.fields.items()
        }
        text = template.format(**fields) if fields else template
        return _capital(text) if self.capital else text


def say(template: str, /, **fields: object) -> Said:
    """A text; without fields the template is the text. The name of this function tells `scripts/catalogues` what to
    collect, so the template must stand here as a literal, or have been marked where it stands."""
    return Said(template, fields)


def say_many(one: str, many: str, /, count: int, **fields: object) -> Said:
    """A text in which `{count}` things are counted."""
    return Said(one, {"count": count, **fields}, many=many, number=abs(count))


def capital(text: str) -> Said:
    """A word of the catalogue, such as a player's name, at the beginning of a sentence."""
    return Said(text, {}, capital=True)


def marked(template: str) -> str:
    """A template that is filled in elsewhere: this only tells `scripts/catalogues` to collect it."""
    return template


def joined(parts: Iterable[str], between: str = " ") -> Said:
    """Several texts one after another, each of which is translated by itself; empty ones are left out."""
    fields = {f"part{i}": part for i, part in enumerate(filter(None, parts))}
    return Said(between.join(f"{{{name}}}" for name in fields), fields)


def listed(parts: Iterable[str]) -> str:
    """Several texts in a row, as in "a, b and c"."""
    *some, last = parts
    return say("{several} and {last}", several=joined(some, ", "), last=last) if some else last


def either(parts: Iterable[str]) -> str:
    """Several texts of which one is meant, as in "a or b or c"."""
    first, *others = parts
    for other in others:
        first = say("{one} or {other}", one=first, other=other)
    return first


def of_error(error: BywaysError) -> Said:
    """The sentence of an error."""
    return Said(error.template, error.fields)


class _Signed(int):
    """A number that is written with a minus sign."""

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace("-", "−")


def readable(field: object) -> object:
    """A field as people read it: a hyphen before a number is easily missed."""
    return _Signed(field) if isinstance(field, int) and field < 0 else field


def to_data(text: str) -> Any:
    """A text as JSON can hold it."""
    if not isinstance(text, Said):
        return str(text)
    fields = {name: to_data(field) if isinstance(field, str) else field for name, field in text.fields.items()}
    return [str(text.template), fields, str(text.many), text.number, text.capital]


def from_data(data: Any) -> Any:
    """The text that `to_data` wrote."""
    if not isinstance(data, list):
        return data
    template, fields, many, number, capital = data
    return _rebuild(template, {name: from_data(field) for name, field in fields.items()}, many, number, capital)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _rebuild(template: str, fields: Mapping[str, object], many: str, number: int, capital: bool) -> Said:
    return Said(template, fields, many=many, number=number, capital=capital)
