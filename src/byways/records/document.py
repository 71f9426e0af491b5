"""Records as JSON: the same content as the text format, described by a published JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from byways.errors import BywaysError, LimitError, RecordError
from byways.incoming import decode_json
from byways.records.begin import position_body, read_start
from byways.records.builder import Builder
from byways.records.limits import LIMITS, Limits
from byways.records.record import Line, Record
from byways.records.tags import TERMINATIONS, Claims
from byways.translatable import marked

_SCHEMA = "record.schema.json"


class Document(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One recorded game."""

    byways: Annotated[Literal[1], Meta(description="The version of this format.")]
    game: Annotated[str, Meta(description='The game\'s id, such as "troll".')]
    options: Annotated[
        dict[str, bool | int | str], Meta(description="The game's options; those left out have their defaults.")
    ] = {}
    position: Annotated[str | None, Meta(description="The position's text where the game does not begin as usual.")] = (
        None
    )
    data: Annotated[
        str | None, Meta(description="What identifies the data file that the game was played with, if any.")
    ] = None
    people: Annotated[
        dict[str, str], Meta(description="By player: the name of the person who began as that player.")
    ] = {}
    winners: Annotated[
        tuple[str, ...] | None,
        Meta(description="Who won or shares the first place; empty if nobody; null if not finished."),
    ] = None
    termination: Annotated[
        str,
        Meta(
            description="Why the game ended where the rules did not end it.",
            extra_json_schema={"enum": ["", *TERMINATIONS]},
        ),
    ] = ""
    tags: Annotated[dict[str, str], Meta(description="Everything else, such as Date and Seed.")] = {}
    line: Annotated[Line, Meta(description="The game's turns.")] = Line()


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a record or an array of records, as it is published."""
    published: dict[str, Any] = json.loads(files("byways.records").joinpath(_SCHEMA).read_text(encoding="utf-8"))
    return published


def write(record: Record) -> str:
    """Return a record as a JSON object."""
    return msgspec.json.encode(_document(record)).decode()


def write_json(records: Iterable[Record]) -> str:
    """Return records as a JSON array."""
    return msgspec.json.encode(list(map(_document, records))).decode()


def read_json(text: str | bytes, limits: Limits = LIMITS) -> list[Record]:
    """Parse the record or the array of records in a JSON text. Raises RecordError, with the path in the document."""
    documents = _decode(text, limits)
    if isinstance(documents, Document):
        return [_Reader(limits, "$").record(documents)]
    limits.check("games", len(documents))
    return [_Reader(limits, f"$[{i}]").record(document) for i, document in enumerate(documents)]


def _document(record: Record) -> Document:
    variant = record.start.variant
    return Document(
        byways=1,
        game=record.game,
        options={name: variant.options[name] for name in variant.option_texts},
        position=position_body(record.start),
        data=variant.game.ui.data_hash(variant.options) or None,
        people=dict(record.people),
        winners=record.winners,
        termination=record.termination,
        tags=dict(record.tags),
        line=record.line,
    )


def _decode(text: str | bytes, limits: Limits) -> Document | list[Document]:
    limits.check("size", len(text))
    try:
        documents: Document | list[Document] = decode_json(text, Document | list[Document])
        return documents
    except RecursionError:
        raise LimitError("record.limit.depth", "the JSON is nested too deeply", limit="depth") from None
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")
        raise RecordError("record.json", "{path}: {reason}", path=path.strip("`") or "$", reason=reason) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise RecordError("record.json", "this is not JSON: {reason}", path="$", reason=str(error)) from None


class _Reader:
    """Reads one document by the rules."""

    def __init__(self, limits: Limits, path: str) -> None:
        self.limits = limits
        self.path = path

    def record(self, document: Document) -> Record:
        start = read_start(
            document.game,
            document.options,
            document.position,
            document.data,
            self.limits,
            lambda tag: self.at(f".{tag}"),
        )
        builder = Builder(start, self.limits)
        self.add(builder, document.line, ".line")
        claims = Claims(start.players, self.limits)
        for player, name in document.people.items():
            with self.at(".people"):
                claims.name(player, name)
        for tag, value in document.tags.items():
            with self.at(".tags"):
                claims.keep(tag, value)
        with self.at(".winners"):
            return builder.record(document.winners, document.termination, claims.people, claims.tags)

    def add(self, builder: Builder, line: Line, path: str) -> None:
        """Add a line's turns; recursion is limited by the limit on variations."""
        for comment in line.comments:
            with self.at(f"{path}.comments"):
                builder.comment(comment)
        for i, turn in enumerate(line.turns):
            here = f"{path}.turns[{i}]"
            with self.at(here):
                builder.play(turn.turn)
                for mark in turn.marks:
                    builder.mark(mark)
                for comment in turn.comments:
                    builder.comment(comment)
            for j, variation in enumerate(turn.variations):
                there = f"{here}.variations[{j}]"
                with self.at(there):
                    builder.open()
                self.add(builder, variation, there)
                with self.at(there):
                    builder.close()

    @contextmanager
    def at(self, path: str) -> Iterator[None]:
        """Turn any error within into one of the record, with the path in the document."""
        try:
            yield
        except RecordError as error:
            fields = {**error.fields, "problem": error.sentence, "path": self.path + path}
            raise type(error)(error.code, marked("{path}: {problem}"), **fields) from error
        except BywaysError as error:
            fields = {"reason": error.sentence, "cause": error.code, "path": self.path + path}
            raise RecordError("record.rules", "{path}: {reason}", **fields) from error
