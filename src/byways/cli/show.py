"""`byways show`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from byways.cli.common import File, Number, Switch, UsageError, check_out, check_width, json_text, state_in

if TYPE_CHECKING:
    from byways.position.state import State

FORMATS = ("text", "svg", "png", "json")
FOREIGN = ("pdf", "jpg", "jpeg", "gif", "webp", "html")
NATURAL_WIDTH = 640


@Parameter(name="*")
@dataclass(frozen=True)
class Look:
    """How something is drawn."""

    theme: Literal["auto", "light", "dark"] = "auto"
    """The drawing's colours; auto follows the viewer's system."""
    width: int | None = None
    """The drawing's width in pixels, at most 8192."""


@Parameter(name="*")
@dataclass(frozen=True)
class Written:
    """In which format something is written, and where to."""

    text: Switch = False
    """Write text, the default."""
    svg: Switch = False
    """Write an SVG drawing."""
    png: Switch = False
    """Write a PNG drawing."""
    json: Switch = False
    """Print JSON."""
    out: Annotated[str | None, Parameter(name=["--out", "-o"])] = None
    """Write to this file. The ending .svg, .png, .json or .txt chooses the format."""

    @property
    def form(self) -> str:
        """The one of FORMATS that a switch or the file's ending chooses. Raises UsageError."""
        forms = [form for form in FORMATS if getattr(self, form)]
        if len(forms) > 1:
            raise UsageError(f"--{forms[0]} and --{forms[1]} exclude each other")
        ending = (self.out or "").rpartition(".")[2].lower()
        if not forms and ending in FOREIGN:
            raise UsageError(f"--out {self.out}: there is no format .{ending}; expected .svg, .png, .json or .txt")
        form = forms[0] if forms else ending if ending in FORMATS else "text"
        if form == "png" and self.out is None and sys.stdout.isatty():
            raise UsageError("a PNG cannot be shown in a terminal; name a file with --out")
        if form == "png":
            import_module("resvg_py")  # what is missing is said before the work, not after it
        return form

    def put(self, text: str, facts: Callable[[], object], drawing: Callable[[], str], width: int | None) -> None:
        """Write one of the three: a text, facts as JSON, or an SVG drawing, also as a PNG of so many pixels."""
        if self.form == "json":
            put(json_text(facts()).encode(), self.out)
        elif self.form == "text":
            put(f"{text}\n".encode(), self.out)
        elif self.form == "svg":
            put(drawing().encode(), self.out)
        else:
            from byways import draw

            put(draw.png(drawing(), width or NATURAL_WIDTH), self.out)


def show(
    file: File,
    /,
    *,
    written: Written = Written(),
    ply: int | None = None,
    number: Number = None,
    player: str | None = None,
    look: Look = Look(),
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
        written: In which format, and where to.
        ply: Show the game after this many moves; 0 is its start. By default all of them.
        number: The number of the game, from 1, in a file with several.
        player: Hide what this player may not know; "spectator" hides all secrets.
        look: How it is drawn.
    """
    _ = written.form
    check_width(look.width)
    check_out(written.out, file)
    state = _seen_by(state_in(file, ply, number), player)

    def drawing() -> str:
        from byways import draw

        return draw.svg(state, theme=look.theme, width=look.width)

    written.put(str(state), lambda: _facts(state), drawing, look.width)


def _seen_by(state: State, player: str | None) -> State:
    if player is None:
        return state
    if player != "spectator" and player not in state.players:
        raise UsageError(f"there is no player {player!r}; expected {', '.join(state.players)} or spectator")
    return state.view(None if player == "spectator" else player)


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
