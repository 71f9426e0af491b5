"""`byways show`."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from byways.cli.common import File, Number, Switch, UsageError, check_out, check_width, json_text, state_in

if TYPE_CHECKING:
    from byways.position.state import State

FORMATS = ("text", "svg", "png", "json")
FOREIGN = ("pdf", "jpg", "jpeg", "gif", "webp", "html")
NATURAL_WIDTH = 640


def show(
    file: File,
    /,
    *,
    text: Switch = False,
    svg: Switch = False,
    png: Switch = False,
    json: Switch = False,
    out: Annotated[str | None, Parameter(name=["--out", "-o"])] = None,
    ply: int | None = None,
    number: Number = None,
    player: str | None = None,
    theme: Literal["auto", "light", "dark"] = "auto",
    width: int | None = None,
) -> None:
    """Show a position, or a game record after one of its moves.

    The text is a position that every command can read. The JSON object has
    game, options, turns, ply, to_move, position, and outcome (winner, winners,
    reason, scores, explanation; null while the game goes on).

    Try:

        byways show game.txt
        byways show game.txt --ply 12 --out twelve.svg
        byways show game.txt --png --width 1200 --theme dark > board.png
        byways show game.txt --player "player 2" --json

    Args:
        file: A game record or a position; - is the standard input.
        text: Write text, the default.
        svg: Write an SVG drawing.
        png: Write a PNG drawing.
        json: Print JSON.
        out: Write to this file. The ending .svg, .png, .json or .txt chooses the format.
        ply: Show the game after this many moves; 0 is its start. By default all of them.
        number: The number of the game, from 1, in a file with several.
        player: Hide what this player may not know; "spectator" hides all secrets.
        theme: The drawing's colours; auto follows the viewer's system.
        width: The drawing's width in pixels, at most 8192.
    """
    form = form_of({"text": text, "svg": svg, "png": png, "json": json}, out)
    check_width(width)
    check_out(out, file)
    state = _seen_by(state_in(file, ply, number), player)
    if form == "json":
        put(json_text(_facts(state)).encode(), out)
    elif form == "text":
        put(f"{state}\n".encode(), out)
    else:
        put(_drawing(state, form, theme, width), out)


def form_of(chosen: dict[str, bool], out: str | None) -> str:
    """Return the one of FORMATS that a switch or the file's ending chooses. Raises UsageError."""
    forms = [form for form in FORMATS if chosen[form]]
    if len(forms) > 1:
        raise UsageError(f"--{forms[0]} and --{forms[1]} exclude each other")
    ending = (out or "").rpartition(".")[2].lower()
    if not forms and ending in FOREIGN:
        raise UsageError(f"--out {out}: there is no format .{ending}; expected .svg, .png, .json or .txt")
    form = forms[0] if forms else ending if ending in FORMATS else "text"
    if form == "png" and out is None and sys.stdout.isatty():
        raise UsageError("a PNG cannot be shown in a terminal; name a file with --out")
    if form == "png":
        import_module("resvg_py")  # what is missing is said before the work, not after it
    return form


def _seen_by(state: State, player: str | None) -> State:
    if player is None:
        return state
    if player != "spectator" and player not in state.players:
        raise UsageError(f"there is no player {player!r}; expected {', '.join(state.players)} or spectator")
    return state.view(None if player == "spectator" else player)


def _drawing(state: State, form: str, theme: str, width: int | None) -> bytes:
    from byways import draw

    drawing = draw.svg(state, theme=theme, width=width)
    return drawing.encode() if form == "svg" else draw.png(drawing, width or NATURAL_WIDTH)


def put(data: bytes, out: str | None) -> None:
    """Write data to a file, or to the standard output."""
    if out is None:
        sys.stdout.buffer.write(data)
    else:
        from byways.records import write_file

        write_file(out, data)


def _facts(state: State) -> dict[str, object]:
    outcome = state.outcome
    explain = state.variant.game.ui.explain
    return {
        "game": state.game,
        "options": state.options,
        "turns": state.turns,
        "ply": len(state.turns),
        "to_move": state.to_move,
        "position": str(state),
        "outcome": outcome
        and {
            "winner": outcome.winner,
            "winners": outcome.winners,
            "reason": outcome.reason,
            "scores": outcome.scores,
            "explanation": str(explain(state)) if explain else "",
        },
    }
