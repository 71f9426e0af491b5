"""Results of runs as files: JSON, the games' records, and a table of the games as CSV."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from byways.arena.game import GameResult
from byways.arena.run_store import RunError, digest

RECORDS, TABLE = "games.txt", "games.csv"
COLUMNS = ("number", "seat", "player", "points", "score", "ending", "reason", "turns", "hash")


def write_json(path: Path, facts: Mapping[str, object]) -> None:
    """Write facts as JSON. Raises RunError."""
    with replacing(path) as file:
        json.dump(facts, file, ensure_ascii=False, indent=2)
        file.write("\n")


def write_page(path: Path, parts: Iterable[str]) -> None:
    """Write a page. Raises RunError."""
    with replacing(path) as file:
        file.writelines(parts)


def write_games(folder: Path, results: Iterable[GameResult]) -> None:
    """Write the records of games, in order, and a table with a row for each player of each game. Raises RunError."""
    with replacing(folder / RECORDS) as records, replacing(folder / TABLE) as table:
        rows = csv.writer(table, lineterminator="\n")
        rows.writerow(COLUMNS)
        for number, result in enumerate(results):
            records.write(("\n" if number else "") + result.record)
            end = (result.ending, result.reason, result.turns, digest(result.record))
            points = result.points or ("",) * len(result.players)
            for seat, (name, made, score) in enumerate(zip(result.players, points, result.scores, strict=True), 1):
                rows.writerow((result.index + 1, seat, name, made, score, *end))


@contextmanager
def replacing(path: Path) -> Iterator[TextIO]:
    """Write a file beside another and put it in its place when it is whole. Raises RunError."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise RunError(
            "run.file", "{folder}: {reason}", folder=str(path), reason=error.strerror or str(error)
        ) from error
