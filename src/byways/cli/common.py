"""What several commands share: options of games on the command line, states from files, JSON."""

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
    from byways.state import State


def _no_option(type_: object, value: str | None) -> None:
    if value and value.startswith("-") and value != "-":
        raise ValueError(f"there is no option {value}")


def converted(type_: Any, tokens: Sequence[Token]) -> Any:
    """The value of a parameter, as cyclopts reads it, which would round a fraction where a whole number is expected."""
    if type_ in (int, int | None) and any("." in token.value for token in tokens):
        raise ValueError(f"{tokens[0].value} is no whole number")
    return convert(type_, tokens)


Rest: TypeAlias = Annotated[str, Parameter(name="OPTION", allow_leading_hyphen=True)]
File: TypeAlias = Annotated[str, Parameter(allow_leading_hyphen=True, validator=_no_option)]  # may be "-"
Switch: TypeAlias = Annotated[bool, Parameter(negative="", show_default=False)]
Number: TypeAlias = Annotated[int | None, Parameter(help="Which game of a file that holds several, from 1.")]


MOST_MEGABYTES = 1_000_000


class UsageError(Exception):
    """The command line makes no sense; the sentence says why."""


@contextmanager
def usage() -> Iterator[None]:
    """Options that cannot be, of games or of players, are wrong usage."""
    try:
        yield
    except OptionError as error:
        raise UsageError(str(error)) from None


def at_least(least: int, **given: float | None) -> None:
    """Refuse numbers that are too small, or no numbers, by the names of their options."""
    for name, value in given.items():
        if value is not None and not least <= value < float("inf"):
            raise UsageError(f"--{name} must be {least} or more")


def more_than_0(**given: float | None) -> None:
    """Refuse limits that are none, by the names of their options."""
    for name, value in given.items():
        if value is not None and not 0 < value < float("inf"):
            raise UsageError(f"--{name.replace('_', '-')} must be a number, more than 0")


def at_most(most: float, **given: float | None) -> None:
    """Refuse numbers that are too large, by the names of their options."""
    for name, value in given.items():
        if value is not None and value > most:
            raise UsageError(f"--{name} must be {most:,} or less")


def pairs(words: Iterable[str]) -> dict[str, str]:
    """`--size 6 --edges=closed --swap --no-x` as {"size": "6", "edges": "closed", "swap": "true", "x": "false"}."""
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
            found[name], name = word, ""
        else:
            raise UsageError(f"unexpected argument {word!r}")
    return found


def game_named(name: str) -> Game:
    """The game with this id, in any case."""
    from byways import registry

    with usage():
        return registry.find(name.lower())


def start_of(game: Game, options: Mapping[str, object], position: str | None = None) -> State:
    """The state in which a game with these options begins; with `position`, the one that a file shows."""
    from byways.state import State

    at_file = None if position is None else state_in(position)
    if at_file and at_file.game != game.name:
        raise UsageError(f"{position} is about {at_file.game}, not {game.name}")
    with usage():
        variant = game.variant({**(at_file.options if at_file else {}), **options})
    if at_file is None:
        return State(variant, variant.start())
    if at_file.variant != variant:
        raise UsageError(f"the options given differ from those of {position}")
    return at_file


def states_in(file: str, number: int | None = None) -> list[State]:
    """All states of the game that a file records; the one that it shows where it is a position."""
    from byways.records import Record, load

    try:
        found = load(file, number)
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
    """The state that a file shows: a position, or a record after `ply` turns, the last if None."""
    states = states_in(file, number)
    if ply is not None and not 0 <= ply < len(states):
        raise UsageError(f"--ply {ply}: there {_counted(len(states) - 1, 'turn')} in {file}")
    return states[-1 if ply is None else ply]


def _counted(count: int, what: str) -> str:
    return f"is one {what}" if count == 1 else f"are {count} {what}s"


def check_out(out: str | None, *read: str) -> None:
    """Refuse a file to be written that cannot be, or that is read as well: before anything else is done."""
    from byways.records import check_writable

    if out is None:
        return
    if not out:
        raise UsageError("--out needs the name of a file")
    if os.path.isfile(out) and any(os.path.exists(file) and os.path.samefile(file, out) for file in read):
        raise UsageError(f"--out {out}: this is the file that is read; choose another name")
    check_writable(out)


def check_width(width: int | None) -> None:
    """Refuse a drawing that nobody can look at."""
    if width is not None:
        from byways.draw.png import WIDEST

        at_least(1, width=width)
        at_most(WIDEST, width=width)


def json_text(data: object) -> str:
    """One JSON document, ending with a line feed."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def print_json(data: object) -> None:
    """One JSON document on the standard output."""
    print(json_text(data), end="")
