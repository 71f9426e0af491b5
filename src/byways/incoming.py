"""Text and JSON from outside: byte order marks are passed over, and names given twice are refused."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from byways.errors import BywaysError

BYTE_ORDER_MARK = "\ufeff"
_ENCODED_MARK = BYTE_ORDER_MARK.encode()


class _Twice(dict[str, Any]):
    """A JSON object in which a name is given twice."""

    name: str


def without_mark(text: str) -> str:
    """Return a text without byte order marks at its start, as editors and pipes of some systems put them there."""
    return text.lstrip(BYTE_ORDER_MARK)


def without_encoded_mark(data: bytes) -> bytes:
    """Return UTF-8 without a byte order mark at its start."""
    return data.removeprefix(_ENCODED_MARK)


def named_once(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return pairs of names and values, as of a form or of a query, by name. Raises BywaysError for one given twice."""
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in found:
            raise BywaysError("request.twice", "the name {name!r} is given twice", name=name[:40])
        found[name] = value
    return found


def decode_json(data: str | bytes, kind: Any = Any) -> Any:
    """Decode JSON as `msgspec.json.decode` does, without a byte order mark, and with every name of an object once.

    Raises msgspec.DecodeError, RecursionError; msgspec.ValidationError, with the path, also for a name given twice.
    """
    data = without_mark(data) if isinstance(data, str) else without_encoded_mark(data)
    found = msgspec.json.decode(data, type=kind)
    _check_names(data)
    return found


def _check_names(data: str | bytes) -> None:
    """Raise msgspec.ValidationError for valid JSON in which an object has a name twice: readers keep either value."""
    seen: list[_Twice] = []

    def read(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
        seen.append(_Twice(made))
        names = [name for name, _ in pairs]
        seen[-1].name = next(name for name in names if names.count(name) > 1)
        return seen[-1]

    # Numbers stay texts: Python refuses to read those of thousands of digits.
    tree = json.loads(data, object_pairs_hook=read, parse_int=str, parse_float=str)
    if seen:
        path, name = next(_twice(tree, "$"), ("$", seen[0].name))
        raise msgspec.ValidationError(f"the name {name[:40]!r} is given twice - at `{path}`")


def _twice(tree: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield the path and the name of what is given twice in a tree of JSON."""
    if isinstance(tree, _Twice):
        yield path, tree.name
    if isinstance(tree, dict):
        for name, value in tree.items():
            yield from _twice(value, f"{path}.{name}")
    elif isinstance(tree, list):
        for i, value in enumerate(tree):
            yield from _twice(value, f"{path}[{i}]")
