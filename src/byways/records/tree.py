"""The turns of a record, as a tree: a line of turns, each with the lines that might have been played instead."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Mark = Annotated[int, Meta(ge=0, le=255)]


class Turn(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A turn that was played, or might have been."""

    turn: Annotated[str, Meta(description="The turn's canonical text.")]
    marks: Annotated[
        tuple[Mark, ...], Meta(description="Numeric marks, as $n in the text: 1 good, 2 bad, 3 brilliant, 4 blunder …")
    ] = ()
    comments: Annotated[tuple[str, ...], Meta(description="What is said of the turn.")] = ()
    variations: Annotated[tuple[Line, ...], Meta(description="What might have been played instead.")] = ()


class Line(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Turns one after another."""

    comments: Annotated[tuple[str, ...], Meta(description="What is said before the first turn.")] = ()
    turns: tuple[Turn, ...] = ()
