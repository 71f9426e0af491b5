"""An exploration as files: a page, JSON, and a table with a row for every figure."""

from __future__ import annotations

import csv
from pathlib import Path

from byways.arena.exports import write_json, write_page, writing
from byways.lab.explore.facts import ExploreFacts
from byways.lab.explore.page import page

PAGE, DATA, TABLE = "explore.html", "explore.json", "explore.csv"
FILES = (PAGE, DATA, TABLE)
COLUMNS = (
    "rule set",
    "best",
    "worse than",
    "goal",
    "metric",
    "value",
    "low",
    "high",
    "n",
    "miss",
    "miss low",
    "miss high",
)


def write(folder: Path, facts: ExploreFacts) -> None:
    """Write an exploration's files into its folder. Raises RunError."""
    write_json(folder / DATA, facts)
    write_page(folder / PAGE, page(facts))
    with writing(folder / TABLE) as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for one in facts.rule_sets:
            for figure in one.figures:
                measured = [getattr(figure, name.replace(" ", "_")) for name in COLUMNS[3:]]
                rows.writerow((one.name, one.best, one.worse_than, *measured))
