"""`byways puzzle`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from byways.cli.common import Rest, Switch, UsageError, game_named, json_text, pairs
from byways.cli.show import NATURAL_WIDTH, form_of, put
from byways.errors import OptionError

if TYPE_CHECKING:
    from byways.game import Puzzle


def puzzle(
    game: str,
    /,
    *options: Rest,
    grade: Annotated[int, Parameter(name=["--grade", "-g"])] = 3,
    seed: int = 1,
    answer: Switch = False,
    text: Switch = False,
    svg: Switch = False,
    png: Switch = False,
    json: Switch = False,
    out: Annotated[str | None, Parameter(name=["--out", "-o"])] = None,
    theme: Literal["auto", "light", "dark"] = "auto",
    width: int | None = None,
) -> None:
    """Make a puzzle: in Stroll, find the longest path, where there is only one.

    The same seed gives the same puzzle. The text is a position that every command
    reads again; the question goes to the standard error.
    The JSON object has game, options, seed, position, question, and what the game
    adds; Stroll adds player, length, path, grade, gap and near.

    Try:

        byways puzzle stroll --size 8 --grade 4 --seed 7
        byways puzzle stroll --size 8 --grade 4 --seed 7 --answer
        byways puzzle stroll --out puzzle.svg

    Args:
        game: The game's id; byways games lists them.
        options: The game's own options, such as --size 8.
        grade: How hard it is, from 1 to 5.
        seed: Which puzzle.
        answer: Print the answer, and nothing else.
        text: As text; this is what happens without another choice.
        svg: As a drawing, SVG.
        png: As a drawing, PNG.
        json: As JSON.
        out: Write to this file. An ending .svg, .png, .json or .txt chooses the format.
        theme: The drawing's colours; auto follows the reader's system.
        width: The drawing's width in pixels.
    """
    form = form_of({"text": text, "svg": svg, "png": png, "json": json}, out)
    found = game_named(game)
    if found.puzzle is None:
        raise UsageError(f"there are no puzzles of {found.title}")
    try:
        made = found.puzzle(found.variant(pairs(options)), grade, seed)
    except OptionError as error:
        raise UsageError(str(error)) from None
    if answer:
        put(f"{made.answer}\n".encode(), out)
    else:
        put(_written(made, seed, form, theme, width), out)
        print(made.question, file=sys.stderr)


def _written(made: Puzzle, seed: int, form: str, theme: str, width: int | None) -> bytes:
    from byways.state import State

    state = State(made.variant, made.vector)
    if form == "json":
        facts = {"game": state.game, "options": state.options, "seed": seed, "position": str(state)}
        return json_text({**facts, "question": made.question, **made.facts()}).encode()
    if form == "text":
        return f"{state}\n".encode()
    from byways import draw

    drawing = draw.document(made.picture(), theme=theme, width=width, players=state.players, title=made.question)
    return drawing.encode() if form == "svg" else draw.png(drawing, width or NATURAL_WIDTH)
