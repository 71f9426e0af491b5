"""A report as files: a page, JSON, and a table with a row for every figure."""

from __future__ import annotations

import csv
from pathlib import Path

from byways.arena.exports import write_json, write_page, writing
from byways.lab.report.facts import ReportFacts
from byways.lab.report.page import page

PAGE, DATA, TABLE = "report.html", "report.json", "report.csv"
FILES = (PAGE, DATA, TABLE)
COLUMNS = ("rule set", "section", "name", "label", "value", "low", "high", "n", "unit", "source")


def write(folder: Path, facts: ReportFacts) -> None:
    """Write a report's files into its folder. Raises RunError."""
    write_json(folder / DATA, facts)
    write_page(folder / PAGE, page(facts))
    with writing(folder / TABLE) as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for one in facts.rule_sets:
            for f in one.figures:
                rows.writerow(
                    (one.name, f.section, f.name, f.label, f.value, f.low, f.high, f.n or "", f.unit, f.source)
                )
