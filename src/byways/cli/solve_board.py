"""`byways solve GAME FILE`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from byways.cli.common import (
    File,
    Number,
    UsageError,
    at_least,
    check_out,
    check_width,
    game_named,
    state_in,
)
from byways.cli.show import Look, Written

if TYPE_CHECKING:
    from byways.game import PositionSearch
    from byways.position.state import State

NO = 1


def board(
    game: str,
    file: File,
    /,
    *,
    seconds: float | None = None,
    written: Written = Written(),
    ply: int | None = None,
    number: Number = None,
    look: Look = Look(),
) -> int:
    """Solve a position: in Stroll, find both sides' longest paths.

    If the time does not suffice or you interrupt it (Ctrl-C), it shows the best
    paths found and an upper bound, and the exit status is 1.

    The JSON object has game, options, position and, in Stroll, paths by player:
    length, bound, proved, path, steps, seconds.

    Try:

        byways solve stroll game.txt
        byways solve stroll game.txt --seconds 10 --out paths.svg

    Args:
        game: The game's id; byways games lists them.
        file: A game record or a position; - is the standard input.
        seconds: Stop after this time.
        written: In which format, and where to.
        ply: Solve the position after this many moves; by default the last one.
        number: The number of the game, from 1, in a file with several.
        look: How it is drawn.
    """
    at_least(0, seconds=seconds)
    _ = written.form
    check_width(look.width)
    check_out(written.out, file)
    state, search = _begin(game, file, ply, number)
    _drive(search, seconds)

    def facts() -> dict[str, object]:
        return {"game": state.game, "options": state.options, "position": str(state), **search.facts()}

    def drawing() -> str:
        from byways import draw

        picture = search.picture()
        title = "What the board holds"
        return draw.document(picture, theme=look.theme, width=look.width, players=state.players, title=title)

    written.put(search.text(), facts, drawing, look.width)
    return 0 if search.done else NO


def _begin(game: str, file: str, ply: int | None, number: int | None) -> tuple[State, PositionSearch]:
    """Return the position in a file and the search that solves it. Raises UsageError."""
    found = game_named(game)
    if found.solving.position_search is None:
        raise UsageError(f"there is nothing to solve on a board of {found.title}; see byways solve value")
    state = state_in(file, ply, number)
    if state.game != found.name:
        raise UsageError(f"{file} is about {state.game}, not {found.name}")
    return state, found.solving.position_search(state)


def _drive(search: PositionSearch, seconds: float | None) -> None:
    """Search, with the progress shown, until the time is over or the user interrupts."""
    from byways.search.driver import Budget, drive
    from byways.workers.call import Abandonable

    with _told() as tell, suppress(KeyboardInterrupt):  # what is known by then is shown
        drive(search, Budget(seconds), report=lambda search: tell(str(search)), call=Abandonable())


@contextmanager
def _told() -> Iterator[Callable[[str], None]]:
    """Show a search's progress in a line on the standard error, if that is a terminal."""
    from rich.console import Console

    with Console(stderr=True).status("looking") as line:
        yield lambda said: line.update(said)
