"""`byways solve GAME FILE`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from byways.cli.common import (
    File,
    Number,
    Switch,
    UsageError,
    at_least,
    check_out,
    check_width,
    game_named,
    json_text,
    state_in,
)
from byways.cli.show import NATURAL_WIDTH, form_of, put

if TYPE_CHECKING:
    from byways.game import PositionSearch
    from byways.position.state import State
    from byways.rules.picture import Picture

NO = 1


def board(
    game: str,
    file: File,
    /,
    *,
    seconds: float | None = None,
    text: Switch = False,
    svg: Switch = False,
    png: Switch = False,
    json: Switch = False,
    out: Annotated[str | None, Parameter(name=["--out", "-o"])] = None,
    ply: int | None = None,
    number: Number = None,
    theme: Literal["auto", "light", "dark"] = "auto",
    width: int | None = None,
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
        text: Write text, the default.
        svg: Write an SVG drawing.
        png: Write a PNG drawing.
        json: Print JSON.
        out: Write to this file. The ending .svg, .png, .json or .txt chooses the format.
        ply: Solve the position after this many moves; by default the last one.
        number: The number of the game, from 1, in a file with several.
        theme: The drawing's colours; auto follows the viewer's system.
        width: The drawing's width in pixels, at most 8192.
    """
    at_least(0, seconds=seconds)
    form = form_of({"text": text, "svg": svg, "png": png, "json": json}, out)
    check_width(width)
    check_out(out, file)
    state, search = _begin(game, file, ply, number)
    _drive(search, seconds)
    if form == "json":
        facts = {"game": state.game, "options": state.options, "position": str(state), **search.facts()}
        put(json_text(facts).encode(), out)
    elif form == "text":
        put(f"{search.text()}\n".encode(), out)
    else:
        put(_drawing(search.picture(), state.players, form, theme, width), out)
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


def _drawing(picture: Picture, players: tuple[str, ...], form: str, theme: str, width: int | None) -> bytes:
    from byways import draw

    drawing = draw.document(picture, theme=theme, width=width, players=players, title="What the board holds")
    return drawing.encode() if form == "svg" else draw.png(drawing, width or NATURAL_WIDTH)


@contextmanager
def _told() -> Iterator[Callable[[str], None]]:
    """Show a search's progress in a line on the standard error, if that is a terminal."""
    from rich.console import Console

    with Console(stderr=True).status("looking") as line:
        yield lambda said: line.update(said)
