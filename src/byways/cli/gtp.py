"""`byways gtp`."""

from __future__ import annotations

from byways.cli.common import MOST_MEGABYTES, Rest, Switch, UsageError, at_most, game_named, more_than_0, pairs, usage


def gtp(
    game: str,
    /,
    *options: Rest,
    level: int | None = None,
    seconds: float | None = None,
    vertices: Switch = False,
    memory: float | None = None,
) -> None:
    """Play by the Go Text Protocol (GTP 2) on the standard input and output.

    The commands are those of GTP with boardsize, clear_board, play, genmove, undo,
    time_settings, time_left and showboard, and lz-analyze, which streams until the
    next line; list_commands lists them all. Moves are written as in records (d5,
    e5,f6, c3>c7). With --vertices, or after byways-vertices on, points are written
    as in Go: no letter i, row 1 at the bottom.

    Without a clock, genmove thinks for a second, or at a level as long as that takes.
    GTP knows two players and no dice; byways engine is for all games.

    Try:

        byways gtp troll
        byways gtp whirlwind --size 10 --level 4
        byways match troll "gtp:byways gtp troll --level 3" random --games 4

    Commands: boardsize 6, play white d4, genmove black, showboard, quit

    Args:
        game: The game's id; byways games lists them.
        options: The game's own options, such as --size 6 --swap.
        level: Play at this level, from 1 to 10.
        seconds: The time for a move where no clock is set; 1 by default.
        vertices: Write points as Go does.
        memory: The memory that the search may use, in MiB; 256 by default.
    """
    from byways.search.levels import LEVELS

    more_than_0(seconds=seconds, memory=memory)
    at_most(MOST_MEGABYTES, memory=memory)
    if level is not None and level not in LEVELS:
        raise UsageError(f"--level {level}: expected a whole number from 1 to 10")
    found = game_named(game)
    with usage():
        variant = found.variant(pairs(options))
    if found.dice or len(variant.players) != 2:
        why = "has dice" if found.dice else f"has {len(variant.players)} players"
        raise UsageError(f"{found.title} {why}, and GTP is for two players without dice; use byways engine instead")
    from byways.interop.gtp import main
    from byways.search.search_tree import MEGABYTES

    main(variant, level=level, seconds=seconds, vertices=vertices, megabytes=memory or MEGABYTES)
