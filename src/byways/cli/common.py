"""What several commands share: options of games on the command line, states from files, JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, TypeAlias

from cyclopts import Parameter

from byways.errors import OptionError

if TYPE_CHECKING:
    from byways.game import Game
    from byways.state import State


def _no_option(type_: object, value: str | None) -> None:
    if value and value.startswith("-") and value != "-":
        raise ValueError(f"there is no option {value}")


Rest: TypeAlias = Annotated[str, Parameter(name="OPTION", allow_leading_hyphen=True)]
File: TypeAlias = Annotated[str, Parameter(allow_leading_hyphen=True, validator=_no_option)]  # may be "-"
Switch: TypeAlias = Annotated[bool, Parameter(negative="", show_default=False)]
Number: TypeAlias = Annotated[int | None, Parameter(help="Which game of a file that holds several, from 1.")]


MOST_MEGABYTES = 1_000_000


class UsageError(Exception):
    """The command line makes no sense; the sentence says why."""


def at_least(least: int, **given: float | None) -> None:
    """Refuse numbers that are too small, or no numbers, by the names of their options."""
    for name, value in given.items():
        if value is not None and not least <= value < float("inf"):
            raise UsageError(f"--{name} must be {least} or more")


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

    try:
        return registry.find(name.lower())
    except OptionError as error:
        raise UsageError(str(error)) from None


def start_of(game: Game, options: Mapping[str, object], position: str | None = None) -> State:
    """The state in which a game with these options begins; with `position`, the one that a file shows."""
    from byways.state import State

    at_file = None if position is None else state_in(position)
    if at_file and at_file.game != game.name:
        raise UsageError(f"{position} is about {at_file.game}, not {game.name}")
    try:
        variant = game.variant({**(at_file.options if at_file else {}), **options})
    except OptionError as error:
        raise UsageError(str(error)) from None
    if at_file is None:
        return State(variant, variant.start())
    if at_file.variant != variant:
        raise UsageError(f"the options given differ from those of {position}")
    return at_file


def states_in(file: str, number: int | None = None) -> list[State]:
    """All states of the game that a file records; the one that it shows where it is a position."""
    from byways.records import Record, load

    found = load(file, number)
    return list(found.states()) if isinstance(found, Record) else [found]


def state_in(file: str, ply: int | None = None, number: int | None = None) -> State:
    """The state that a file shows: a position, or a record after `ply` turns, the last if None."""
    states = states_in(file, number)
    if ply is not None and not 0 <= ply < len(states):
        raise UsageError(f"--ply {ply}: there are {len(states) - 1} turns in {file}")
    return states[-1 if ply is None else ply]


def json_text(data: object) -> str:
    """One JSON document, ending with a line feed."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def print_json(data: object) -> None:
    """One JSON document on the standard output."""
    print(json_text(data), end="")
