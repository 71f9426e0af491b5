"""`byways solve GAME FILE`."""

from __future__ import annotations

from contextlib import contextmanager
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
    from collections.abc import Callable, Iterator

    from byways.game import Quest
    from byways.picture import Picture
    from byways.state import State

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
    """Find what a position holds: in Stroll, both sides' longest paths.

    Without enough time it shows the best that was found and a bound that nothing
    exceeds, and the exit status is 1. Interrupted (Ctrl-C) it shows the same.

    The JSON object has game, options, position and what the game adds; Stroll adds
    paths, by player: length, bound, proved, path, steps, seconds.

    Try:

        byways solve stroll game.txt
        byways solve stroll game.txt --seconds 10 --out paths.svg

    Args:
        game: The game's id; byways games lists them.
        file: A game record or a position; - is the standard input.
        seconds: Stop after so long.
        text: As text; this is what happens without another choice.
        svg: As a drawing, SVG.
        png: As a drawing, PNG.
        json: As JSON.
        out: Write to this file. An ending .svg, .png, .json or .txt chooses the format.
        ply: The game after so many turns; by default all of them.
        number: Which game of a file that holds several, from 1.
        theme: The drawing's colours; auto follows the reader's system.
        width: The drawing's width in pixels, 8192 at most.
    """
    at_least(0, seconds=seconds)
    form = form_of({"text": text, "svg": svg, "png": png, "json": json}, out)
    check_width(width)
    check_out(out, file)
    state, quest = _quest(game, file, ply, number)
    with _told() as tell:
        try:
            proved = quest.run(seconds=seconds, report=tell)
        except KeyboardInterrupt:
            proved = False
    if form == "json":
        facts = {"game": state.game, "options": state.options, "position": str(state), **quest.facts()}
        put(json_text(facts).encode(), out)
    elif form == "text":
        put(f"{quest.text()}\n".encode(), out)
    else:
        put(_drawing(quest.picture(), state.players, form, theme, width), out)
    return 0 if proved else NO


def _quest(game: str, file: str, ply: int | None, number: int | None) -> tuple[State, Quest]:
    """The position in a file, and what there is to be found in it."""
    found = game_named(game)
    if found.quest is None:
        raise UsageError(f"there is nothing to solve on a board of {found.title}; see byways solve value")
    state = state_in(file, ply, number)
    if state.game != found.name:
        raise UsageError(f"{file} is about {state.game}, not {found.name}")
    return state, found.quest(state)


def _drawing(picture: Picture, players: tuple[str, ...], form: str, theme: str, width: int | None) -> bytes:
    from byways import draw

    drawing = draw.document(picture, theme=theme, width=width, players=players, title="What the board holds")
    return drawing.encode() if form == "svg" else draw.png(drawing, width or NATURAL_WIDTH)


@contextmanager
def _told() -> Iterator[Callable[[str], None]]:
    """A line on the standard error, if that is a terminal, that says how far a search is."""
    from rich.console import Console

    with Console(stderr=True).status("looking") as line:
        yield lambda said: line.update(said)
