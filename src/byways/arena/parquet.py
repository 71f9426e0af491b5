"""The games of a run as a Parquet file, the only module that needs the extra byways[parquet]."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from byways.arena.exports import COLUMNS, rows_of
from byways.arena.game import GameResult
from byways.arena.run_store import RunError
from byways.records.files import replacing

if TYPE_CHECKING:
    from arro3.core import RecordBatch, Schema

FILE = "games.parquet"
GAMES = 4_096
"""Games that are in memory at a time."""
_NUMBERS = {"number": "int64", "seat": "int16", "points": "float64", "score": "int32", "turns": "int32"}
_MAY_LACK = ("points",)


def check() -> None:
    """Check that the extra is there. Raises ModuleNotFoundError."""
    import arro3.core
    import arro3.io  # noqa: F401


def write_parquet(folder: Path, results: Iterable[GameResult]) -> None:
    """Write a row for each player of each game, as in the table, with the record of the game. Raises RunError."""
    from arro3.core import RecordBatchReader
    from arro3.io import write_parquet as write

    errors: list[RunError] = []
    schema = _schema()
    try:
        with replacing(folder / FILE) as file:
            write(
                RecordBatchReader.from_batches(schema, _batches(results, schema, errors)), file, compression="zstd(3)"
            )
    except Exception as error:
        if errors:
            raise errors[0] from None
        reason = (error.strerror if isinstance(error, OSError) else "") or str(error)
        raise RunError("run.file", "{folder}: {reason}", folder=str(folder / FILE), reason=reason) from error


def _schema() -> Schema:
    from arro3.core import DataType, Field, Schema

    return Schema(
        [
            Field(name, getattr(DataType, _NUMBERS.get(name, "string"))(), nullable=name in _MAY_LACK)
            for name in (*COLUMNS, "record")
        ]
    )


def _batches(results: Iterable[GameResult], schema: Schema, errors: list[RunError]) -> Iterator[RecordBatch]:
    """Yield the rows of some games at a time; keep an error, which Arrow would wrap."""
    from arro3.core import Array, RecordBatch

    results = iter(results)
    try:
        while some := list(itertools.islice(results, GAMES)):
            rows = [(*row, result.record) for result in some for row in rows_of(result)]
            arrays = [
                Array(values, type=schema.field(place).type)
                for place, values in enumerate(map(list, zip(*rows, strict=True)))
            ]
            yield RecordBatch.from_arrays(arrays, schema=schema)
    except RunError as error:
        errors.append(error)
        raise
