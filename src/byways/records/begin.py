"""The start of a record: a game, its options, optionally a position and a data file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager

from byways import registry
from byways.errors import LimitError, RecordError
from byways.game import Game, Variant
from byways.position.notation import heading_options, read_position
from byways.position.state import State
from byways.records.limits import Limits
from byways.rules.options import File

At = Callable[[str], AbstractContextManager[None]]
"""Gives, for the name of a tag in lower case, a context that says where an error happened."""


def read_start(
    name: str, options: Mapping[str, object], position: str | None, data: str | None, limits: Limits, at: At
) -> State:
    """Return the start of a record. Raises BywaysError, each within its `at`."""
    with at("game"):
        game = registry.find(name.strip().lower())
    with at("options"):
        refuse_files(game, options, limits)
        variant = game.variant(options)
        start = State(variant, variant.start())
    if position is not None:
        with at("position"):
            refuse_files(game, heading_options(game, position), limits)
            start = State(*read_position(game, position, options))
    if data is not None:
        with at("data"):
            _check_data(start.variant, data)
    return start


def position_body(start: State) -> str | None:
    """Return the text of a set-up start without its heading, which tags replace; None for the game's usual start."""
    usual = (start.vector == start.variant.start()).all()
    return None if usual else str(start).partition("\n")[2]


def refuse_files(game: Game, options: Mapping[str, object], limits: Limits) -> None:
    """Refuse options that name files: a record should not decide what a server reads. Raises LimitError."""
    for option in game.options:
        if isinstance(option, File) and options.get(option.name) and not limits.files:
            raise LimitError(
                "record.limit.files",
                "the option {option} names a file, and this reader opens none",
                limit="files",
                option=option.name,
            )


def _check_data(variant: Variant, data: str) -> None:
    """Check that the data file named by the options is the one that the game was played with."""
    present = variant.game.ui.data_hash(variant.options)
    if data.strip() != present:
        raise RecordError(
            "record.data",
            "the game was played with the data {data!r}; its options name {present!r} here",
            data=data[:100],
            present=present,
        )
