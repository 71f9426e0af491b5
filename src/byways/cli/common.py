"""Helpers shared by commands: game options on the command line, states from files, JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from cyclopts import Parameter, Token, convert

from byways.errors import OptionError, RecordError

if TYPE_CHECKING:
    from byways.game import Game
    from byways.position.state import State


def _no_option(type_: object, value: str | None) -> None:
    if value and value.startswith("-") and value != "-":
        raise ValueError(f"there is no option {value}")


def converted(type_: Any, tokens: Sequence[Token]) -> Any:
    """Convert a parameter as cyclopts does, but refuse a fraction where a whole number is expected."""
    if type_ in (int, int | None) and any("." in token.value for token in tokens):
        raise ValueError(f"{tokens[0].value} is not a whole number")
    return convert(type_, tokens)


OPTION = "OPTION"
"""How help calls a game's own options."""
Rest: TypeAlias = Annotated[str, Parameter(name=OPTION, allow_leading_hyphen=True)]
File: TypeAlias = Annotated[str, Parameter(allow_leading_hyphen=True, validator=_no_option)]  # may be "-"
Switch: TypeAlias = Annotated[bool, Parameter(negative="", show_default=False)]
Number: TypeAlias = Annotated[int | None, Parameter(help="The number of the game, from 1, in a file with several.")]


MOST_MEGABYTES = 1_000_000


class UsageError(Exception):
    """Raised for a command line that makes no sense; the sentence says why."""


@contextmanager
def usage() -> Iterator[None]:
    """Turn invalid options of games and players into UsageError."""
    try:
        yield
    except OptionError as error:
        raise UsageError(str(error)) from None


def at_least(least: int, **given: float | None) -> None:
    """Check that numbers are finite and not too small, naming their options. Raises UsageError."""
    for name, value in given.items():
        if value is not None and not least <= value < float("inf"):
            raise UsageError(f"--{name} must be {least} or more")


def more_than_0(**given: float | None) -> None:
    """Check that limits are finite and positive, naming their options. Raises UsageError."""
    for name, value in given.items():
        if value is not None and not 0 < value < float("inf"):
            raise UsageError(f"--{name.replace('_', '-')} must be a number, more than 0")


def at_most(most: float, **given: float | None) -> None:
    """Check that numbers are not too large, naming their options. Raises UsageError."""
    for name, value in given.items():
        if value is not None and value > most:
            raise UsageError(f"--{name} must be {most:,} or less")


def pairs(words: Iterable[str]) -> dict[str, str]:
    """Parse `--size 6 --edges=closed --swap --no-x` to {"size": "6", "edges": "closed", "swap": "true", "x": "false"}.

    Raises UsageError.
    """
    found: dict[str, str] = {}
    name = ""
    for word in words:
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            no = not equals and name.startswith("no-")
            name = name.removeprefix("no-") if no else name
            if name in found:
                raise UsageError(f"--{name} is given twice")
            found[name] = value if equals else "false" if no else "true"
            name = "" if equals or no else name
        elif name:
            found[name] = word
            name = ""
        else:
            raise UsageError(f"unexpected argument {word!r}")
    return found


def game_named(name: str) -> Game:
    """Return the game with this id, ignoring case. Raises UsageError."""
    from byways import registry

    try:
        return registry.find(name.lower())
    except OptionError as error:
        if not (failed := registry.not_loaded()):
            raise UsageError(str(error)) from None
        raise UsageError(f"there is no game {name.lower()!r} as long as {', '.join(failed)} cannot be loaded") from None


def start_of(game: Game, options: Mapping[str, object], position: str | None = None) -> State:
    """Return the start of a game with these options, or the state in the file `position`. Raises UsageError."""
    from byways.position.state import State

    at_file = None if position is None else states_in(position, game=game.name)[-1]
    if at_file and at_file.game != game.name:
        raise UsageError(f"{position} is about {at_file.game}, not {game.name}")
    with usage():
        variant = game.variant({**(at_file.options if at_file else {}), **options})
    if at_file is None:
        return State(variant, variant.start())
    if at_file.variant != variant:
        raise UsageError(f"the options given differ from those of {position}")
    return at_file


def states_in(file: str, number: int | None = None, game: str = "") -> list[State]:
    """Return all states of the recorded game in a file; a position file holds one. Raises UsageError.

    `game` is that of a position which does not name one.
    """
    from byways.records import Record, load

    try:
        found = load(file, number, game=game)
    except RecordError as error:
        if error.code == "record.number":
            raise UsageError(f"--number {number}: there {_counted(error.fields['count'], 'game')} in {file}") from None
        raise
    if isinstance(found, Record):
        return list(found.states())
    if number not in (None, 1):
        raise UsageError(f"--number {number}: there is one position in {file}")
    return [found]


def state_in(file: str, ply: int | None = None, number: int | None = None) -> State:
    """Return the state in a file: a position, or a record after `ply` moves, by default the last. Raises UsageError."""
    states = states_in(file, number)
    if ply is not None and not 0 <= ply < len(states):
        raise UsageError(f"--ply {ply}: there {_counted(len(states) - 1, 'move')} in {file}")
    return states[-1 if ply is None else ply]


def _counted(count: int, what: str) -> str:
    return f"is one {what}" if count == 1 else f"are {count} {what}s"


def check_out(out: str | None, *read: str) -> None:
    """Check, before any work is done, that an output file can be written and is not also read."""
    from byways.records import check_writable

    if out is None:
        return
    if not out:
        raise UsageError("--out needs the name of a file")
    if os.path.isfile(out) and any(os.path.exists(file) and os.path.samefile(file, out) for file in read):
        raise UsageError(f"--out {out}: this is the file that is read; choose another name")
    check_writable(out)


def check_width(width: int | None) -> None:
    """Check that a drawing's width can be drawn. Raises UsageError."""
    if width is not None:
        from byways.draw.document import WIDEST

        at_least(1, width=width)
        at_most(WIDEST, width=width)


def json_text(data: object) -> str:
    """Return data as a JSON document that ends with a line feed."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def print_json(data: object) -> None:
    """Print data as a JSON document on the standard output."""
    print(json_text(data), end="")


def plain_lines(text: str) -> str:
    """Return another program's text, indented, without what a terminal would obey."""
    lines = ("".join(letter if letter.isprintable() else "�" for letter in line) for line in text.splitlines())
    return "\n".join(f"    {line}" for line in lines)
