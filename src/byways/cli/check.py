"""`byways check`."""

from __future__ import annotations

import os
import textwrap
from typing import TYPE_CHECKING

from byways.cli.common import Rest, Switch, pairs, print_json
from byways.cli.own_game import known_file, loaded, variant_of
from byways.translatable import say_many

if TYPE_CHECKING:
    from byways.testing.faults import Broken, Report

_WIDTH = 100


def check(file: str, /, *options: Rest, json: Switch = False) -> int:
    """Say what is broken in a game of your own, with a short game that shows it.

    Random games are played, and everything is tried that Byways relies on: that
    moves can be written and read back, that machine code and Python agree, that
    games end, and more. The game that shows a fault is made as short as possible.

    The JSON object has game, options, checks, broken (check, claim, said, turns,
    position), remarks, and skipped. Exit status: 0 if nothing is broken, else 1.

    Try:

        byways check ridges.py
        byways check ridges.py --size 5
        byways check ridges.py --json

    Args:
        file: The game's module, a Python file with a GAME.
        options: The game's own options. A small board is checked faster.
        json: Print JSON.
    """
    from byways.cli.progress import progress
    from byways.testing.faults import examine
    from byways.testing.invariants import INVARIANTS

    given = pairs(options)
    path = known_file(file)
    game = loaded(path)
    variant = variant_of(game, given)
    with progress(game.name, len(INVARIANTS)) as show:
        report = examine(variant, show)
    if json:
        print_json({"game": game.name, "options": variant.options, **_facts(report)})
    else:
        _tell(report, f"{path.parent}{os.sep}")
    return int(bool(report.broken))


def _facts(report: Report) -> dict[str, object]:
    broken = [
        {"check": one.check, "claim": one.claim, "said": one.said, "turns": one.turns, "position": one.position}
        for one in report.broken
    ]
    return {"checks": report.checks, "broken": broken, "remarks": report.remarks, "skipped": report.skipped}


def _tell(report: Report, folder: str) -> None:
    for remark in report.remarks:
        print(_wrapped(remark))
    for one in report.broken:
        print(_wrapped(_paragraph(one).replace(folder, "")))
        if one.position:
            print("\n" + textwrap.indent(one.position, "    "))
        print()
    if report.skipped:
        others = say_many("{count} other check", "{count} other checks", len(report.skipped))
        print(_wrapped(f"{others} not tried: on such a fault machine code may end the process."))
    if report.broken:
        faults = say_many("{count} fault", "{count} faults", len(report.broken))
        print(f"{faults} found by {say_many('{count} check', '{count} checks', report.checks)}")
    else:
        print(f"all {report.checks} checks passed")


def _paragraph(broken: Broken) -> str:
    """Return what is broken, in words."""
    said = broken.said.replace(broken.position, "") if broken.position else broken.said
    said = " ".join(said.split()).rstrip(".")
    rule = f"{broken.claim} But: {said}." if broken.claim else f"The game raises an error: {said}."
    return f"{broken.check.capitalize()}. {rule} {_shown(broken)}"


def _shown(broken: Broken) -> str:
    """Return the game that shows a fault, which the position follows."""
    if broken.line is None:
        return ""
    if not broken.turns:
        return "It shows at the very start of a game:"
    turns = " ".join(f"{number}. {turn}" for number, turn in enumerate(broken.turns, 1))
    which = "The shortest game found that shows it" if broken.shortened else "The game in which it was found"
    if len(broken.line.states) <= len(broken.turns):
        return f"{which}: {turns}. It is the last of these moves that fails, in this position:"
    return f"{which}: {turns}" + (". The position then:" if broken.position else ".")


def _wrapped(text: str) -> str:
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
