"""`byways play`."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from byways.cli.common import File, Rest, UsageError, game_named, more_than_0, pairs, start_of

if TYPE_CHECKING:
    from byways.game import Game
    from byways.position.state import State


def play(
    game: str,
    /,
    *options: Rest,
    position: File | None = None,
    save: str | None = None,
    seed: int | None = None,
    engine_seconds: float = 1.0,
    level: int | None = None,
) -> int:
    r"""Play a game in this terminal or through a pipe.

    Enter moves as in a record: d5, c3>c7, b2-d2 … Other words are commands:
    moves, hint, undo, save FILE, board, help, quit. Each player is human unless
    you choose engine or random: --white engine, --player-2 random.

    In a pipe each line of input is a move or a command. A line that is refused is
    reported on the standard error and skipped; the exit status is then 1.

    Try:

        byways play troll
        byways play whirlwind --size 8 --white engine
        byways play longway --players 2 --player-2 engine --seed 7
        byways play longway --players 2 --player-2 engine --level 1
        byways play stroll --position game.txt --save game.txt
        printf 'd5\ne5\n' | byways play troll

    Args:
        game: The game's id; byways games lists them.
        options: The players and the game's own options: --black engine --size 6 --swap. byways games GAME lists them.
        position: Continue from this file, a position or a record.
        save: Save the record to this file after every move.
        seed: The seed of the dice, the random players and the engine, which plays the same again only at a level.
        engine_seconds: The engine's time for a move or a hint.
        level: The engine's level, from 1 to 10, instead of a time; hints are always its best.
    """
    from byways.cli.session import Session
    from byways.cli.table import Table
    from byways.cli.terminal import Terminal
    from byways.search.levels import LEVELS

    if position == "-":
        raise UsageError("--position - leaves no input for moves; name a file")
    found = game_named(game)
    own, seats = _sorted(found, pairs(options))
    state = start_of(found, own if position else {**found.ui.defaults, **own}, position)
    if save == "":
        raise UsageError("--save needs the name of a file")
    if save and Path(save).exists() and (position is None or not Path(save).samefile(position)):
        raise UsageError(f"--save {save}: this file exists already")
    more_than_0(engine_seconds=engine_seconds)
    if level is not None and level not in LEVELS:
        raise UsageError(f"--level {level}: expected a whole number from 1 to 10")
    seed = secrets.randbelow(2**32) if seed is None else seed
    table = Table(state, _checked(seats, state), seed, engine_seconds, level)
    return Session(table, Terminal(), save).run()


def _sorted(game: Game, given: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Split options into the game's own and those that name players."""
    names = {option.name for option in game.options}
    own = {name: value for name, value in given.items() if name in names}
    return own, {name: value for name, value in given.items() if name not in names}


def _checked(seats: dict[str, str], state: State) -> dict[str, str]:
    """Return the kind of each player's seat. Raises UsageError."""
    from byways.cli.table import KINDS

    by_word = {player.replace(" ", "-"): player for player in state.players}
    for word, kind in seats.items():
        if word not in by_word:
            words = (*(option.name for option in state.variant.game.options), *by_word)
            raise UsageError(f"there is no option --{word}; there are {', '.join(f'--{name}' for name in words)}")
        if kind not in KINDS:
            raise UsageError(f"--{word} {kind}: expected {', '.join(KINDS)}")
    return {by_word[word]: kind for word, kind in seats.items()}
