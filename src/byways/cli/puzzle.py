"""`byways puzzle`."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from byways.cli.common import Rest, Switch, UsageError, check_width
from byways.cli.show import Look, Written


def puzzle(
    game: str,
    /,
    *options: Rest,
    grade: Annotated[int | None, Parameter(name=["--grade", "-g"])] = None,
    seed: int = 1,
    answer: Switch = False,
    written: Written = Written(),
    look: Look = Look(),
) -> None:
    """Print a puzzle: a position, and a question with exactly one answer.

    stroll    Find the only longest path of a full board. Generated from the seed.
    longway   Fill a sheet with the dice of the seed, the same that byways play
              longway --seed rolls; the answer is a greedy player's. No grades.
    others    Win in a given number of moves, whatever the opponent does; only one
              first move wins. From the file of the site's daily puzzles, all of
              them proved. Options narrow the choice: --size 6.

    The same seed gives the same puzzle. The text is a position that every command
    can read; the question goes to the standard error. The answer to a win is a
    line of moves against the longest defence, then against other defences.
    The JSON object has game, options, seed, position, question, and, by kind:
    grade, turns or best, lines; or player, length, path, gap, near; or score.

    Try:

        byways puzzle troll --grade 2 --answer
        byways puzzle whirlwind --seed 3 --out puzzle.svg
        byways puzzle stroll --size 8 --grade 4 --seed 7
        byways puzzle longway --seed 7
        byways puzzle stride > p.txt; byways play stride --position p.txt --black engine

    Args:
        game: The game's id; byways games lists them.
        options: The game's own options, such as --size 8.
        grade: The difficulty, from 1 to 5; 3 by default.
        seed: The seed, which selects the puzzle.
        answer: Print only the answer.
        written: In which format, and where to.
        look: How it is drawn.
    """
    from byways.cli.puzzle_kinds import asked_puzzle

    form = written.form
    check_width(look.width)
    if answer and form != "text":
        raise UsageError(f"--answer is text; leave out --{form}")
    asked = asked_puzzle(game, options, grade, seed, written.out)
    text = asked.answer if answer else str(asked.state)
    written.put(text, lambda: asked.to_json(seed), lambda: asked.drawing(look.theme, look.width), look.width)
    if not answer:
        print(asked.question, file=sys.stderr)
