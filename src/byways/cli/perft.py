"""`byways perft`."""

from __future__ import annotations

import time
from typing import Annotated

from cyclopts import Parameter

from byways.cli.common import File, Rest, Switch, at_least, at_most, game_named, pairs, print_json, start_of


def perft(
    game: str,
    /,
    *options: Rest,
    depth: Annotated[int, Parameter(name=["--depth", "-d"])],
    position: File | None = None,
    json: Switch = False,
) -> None:
    """Count the sequences of legal moves to a depth: the classic check of rules.

    The JSON object has game, options, depth, count and seconds.

    Try:

        byways perft troll --depth 3 --size 4
        byways perft stride --depth 4 --position game.txt --json

    Args:
        game: The game's id; byways games lists them.
        options: The game's own options, such as --size 6 --swap.
        depth: The number of moves, at most 1000.
        position: Start from this file, a position or the end of a record; - is the standard input.
        json: Print JSON.
    """
    from byways.position.perft import DEEPEST, perft as count

    at_least(0, depth=depth)
    at_most(DEEPEST, depth=depth)
    state = start_of(game_named(game), pairs(options), position)
    before = time.perf_counter()
    found = count(state, depth)
    seconds = round(time.perf_counter() - before, 3)
    if json:
        facts = {"game": state.game, "options": state.options, "depth": depth, "count": found, "seconds": seconds}
        print_json(facts)
    else:
        print(found)
