"""`byways metrics`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cyclopts import Parameter

from byways.cli.common import File, Switch, UsageError, print_json, usage
from byways.translatable import say_many

if TYPE_CHECKING:
    from byways.lab.metrics.rule_sets import RuleSets
    from byways.records import Record


@Parameter(name="*")
@dataclass(frozen=True)
class MetricsOptions:
    """What is measured, and what is told of it."""

    only: str | None = None
    """Only these metrics, with commas between."""
    database: str | None = None
    """Measure the finished games of a server, by its database's URL or SQLite file, which is only read."""
    explain: Switch = False
    """Print the definition and the source of each metric; without games, those of all."""
    repeats: Switch = False
    """Count games that are the same as others, too."""
    error: float = 0.05
    """The evaluation's error: a lead of less is none."""
    swing: float = 0.2
    """The change of a value that makes a killer move or a surprise."""
    decided: float = 0.9
    """The winner's share from which on a game is decided."""
    loss: float = 0.05
    """What an effective move may lose against the best."""
    json: Switch = False
    """Print JSON."""


def metrics(*files: File, how: MetricsOptions = MetricsOptions()) -> None:
    """Measure games: balance, length, board, course; with intervals and definitions.

    The games are records (text or JSON), of engines or people, many in a file. Each
    game with its options has a table of its own. A game that is the same as another
    one counts once. Metrics of a game's course need the values of its positions:
    {[%value 0.62]} in a comment, the first player's share. Unless metrics are named by
    --only, the events that a game names are counted, too, such as captures.

    Intervals are at 95 %, as if games were independent of each other. Quartiles
    are the lower one, the median and the upper one. docs/guides/metrics.md has the
    definitions and sources of all metrics, as --explain does.

    The JSON object has settings, definitions (by name: definition, source, unit,
    range, group) and rule_sets; each of these game, options, games, repeats, set_up
    and metrics, an array of name, n, value, interval, quartiles (from the smallest
    to the largest), and rows (label, value, n, interval) of those that are tables.

    Try:

        byways metrics games.txt
        byways metrics games/*.txt --only AdvantageP1,DurationTurns --explain
        byways metrics games.txt --only LeadChanges --error 0.1 --json
        cat games.json | byways metrics -
        byways metrics --database postgresql://localhost/byways
        byways metrics --explain --only Drama

    Args:
        files: Files of game records; - is the standard input.
        how: What is measured, and what is told of it.
    """
    from byways.cli.metrics_table import tables
    from byways.lab.metrics import Settings
    from byways.lab.metrics.registry import chosen
    from byways.lab.metrics.rule_sets import RuleSets, definitions, document

    with usage():
        metrics = chosen(name for name in (how.only or "").split(",") if name.strip())
        settings = Settings(how.error, how.swing, how.decided, how.loss)
    if not files and how.database is None:
        if not how.explain:
            raise UsageError("name files of game records, - for the standard input, or a --database")
        print_json(definitions(metrics)) if how.json else print(tables([], metrics, explain=True))
        return
    gathered = RuleSets(metrics, settings, repeats=how.repeats, events=not how.only)
    left_out = 0
    for file in files:
        _add_file(gathered, file)
    if how.database is not None:
        left_out = _add_database(gathered, how.database)
    found = gathered.figures()
    if how.json:
        print_json({**document(found, settings), **({} if how.database is None else {"left_out": left_out})})
        return
    print(tables(found, metrics, explain=how.explain) or "there are no games")
    if left_out:
        print(say_many("{count} finished game could not be read", "{count} finished games could not be read", left_out))


def _add_file(gathered: RuleSets, file: str) -> None:
    """Take in all records of a file. Raises RecordError, which names the file."""
    from byways.errors import BywaysError, GameError, RecordError

    try:
        for record in _records(file):
            gathered.add(record)
    except GameError:
        raise  # the mistake of a game that somebody wrote, which is blamed elsewhere
    except BywaysError as error:
        raise RecordError(
            error.code, "{file}: {reason}", **{**error.fields, "file": file, "reason": error.sentence}
        ) from error


def _records(file: str) -> Iterator[Record]:
    from byways.errors import RecordError
    from byways.records import Limits, read_file

    records = read_file(file, Limits(size=2_000_000_000, games=10_000_000))
    if not records:
        raise RecordError("record.none", "it contains no game", line=1, column=1)
    yield from records


def _add_database(gathered: RuleSets, database: str) -> int:
    """Take in the finished games of a database; return how many could not be read. Raises StoreError."""
    from byways.site.operations.finished_games import finished_records
    from byways.site.settings import database_url

    left_out = 0
    for record in finished_records(database_url(database)):
        if record is None:
            left_out += 1
        else:
            gathered.add(record)
    return left_out
