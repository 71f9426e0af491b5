"""Results of runs as files: JSON, the games' records, and a table of the games as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, TypeVar, cast

import msgspec
from msgspec import Struct

from byways.arena.game import GameResult
from byways.arena.run_store import RunError, RunStore, digest
from byways.records.files import replacing

RECORDS, TABLE = "games.txt", "games.csv"
Facts = TypeVar("Facts", bound=Struct)
COLUMNS = ("number", "seat", "player", "points", "score", "ending", "reason", "turns", "hash")


def finished(store: RunStore, folder: Path | None, names: Iterable[str], kind: type[Facts]) -> Facts | None:
    """Return the result of a finished run if its folder still has all files of these names; else None."""
    kept = None if folder is None else store.result()
    if not (folder and kept and all((folder / name).is_file() for name in names)):
        return None
    return msgspec.convert(kept, kind, str_keys=True)


def to_json(facts: Struct) -> dict[str, Any]:
    """Return facts as JSON has them."""
    return cast(dict[str, Any], msgspec.to_builtins(facts, str_keys=True))


def without_times(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is the same in all runs of one seed: the JSON of facts less `times`, which a clock measured."""
    return {name: value for name, value in facts.items() if name != "times"}


def write_json(path: Path, facts: Struct) -> None:
    """Write facts as JSON. Raises RunError."""
    with writing(path) as file:
        json.dump(to_json(facts), file, ensure_ascii=False, indent=2)
        file.write("\n")


def write_page(path: Path, parts: Iterable[str]) -> None:
    """Write a page. Raises RunError."""
    with writing(path) as file:
        file.writelines(parts)


def write_table(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table as CSV. Raises RunError."""
    with writing(path) as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(columns)
        table.writerows(rows)


def write_games(folder: Path, results: Iterable[GameResult]) -> None:
    """Write the records of games, in order, and a table with a row for each player of each game. Raises RunError."""
    with writing(folder / RECORDS) as records, writing(folder / TABLE) as table:
        rows = csv.writer(table, lineterminator="\n")
        rows.writerow(COLUMNS)
        for number, result in enumerate(results):
            records.write(("\n" if number else "") + result.record)
            rows.writerows(rows_of(result))


def rows_of(result: GameResult) -> Iterator[tuple[object, ...]]:
    """Yield a row of the `COLUMNS` for each player of a game; points are None where it has no result."""
    end = (result.ending, result.reason, result.turns, digest(result.record))
    points = result.points or (None,) * len(result.players)
    for seat, (name, made, score) in enumerate(zip(result.players, points, result.scores, strict=True), 1):
        yield (result.index + 1, seat, name, made, score, *end)


@contextmanager
def writing(path: Path) -> Iterator[TextIO]:
    """Yield a text file to write that takes the place of another when it is whole. Raises RunError."""
    try:
        with replacing(path) as file:
            text = io.TextIOWrapper(file, encoding="utf-8", newline="")
            yield text
            text.detach()
    except OSError as error:
        raise RunError(
            "run.file", "{folder}: {reason}", folder=str(path), reason=error.strerror or str(error)
        ) from error
