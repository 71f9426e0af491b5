"""Drawings as complete SVG files without external resources or scripts, as parts of one page, and as PNG."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral

from byways.draw.scene import Drawings, Names, Scene, scene
from byways.draw.svg_markup import escape, num, rectangle
from byways.draw.themes import scope, standalone
from byways.errors import OptionError
from byways.rules.picture import Picture, Tell, translated
from byways.rules.position import Position
from byways.translatable import say

NATURAL = 0.46
"""Pixels to a user unit where no width is asked for: a file opens at a handsome size."""


def svg(
    state: Position,
    *,
    theme: str = "auto",
    board: str = "designed",
    player: str | None = None,
    width: int | None = None,
    legal: bool = False,
) -> str:
    """Return a state drawn as a standalone SVG.

    `theme` is "light", "dark" or "auto" (what the reader's system prefers), `board` one of `BOARDS`. With `player` it
    shows what that player may know. `width` is in pixels. With `legal` what may be chosen first is marked.
    """
    shown = state if player is None else state.view(player)
    picture = shown.variant.game.picture(shown)
    return document(
        picture,
        theme=theme,
        board=board,
        width=width,
        players=state.players,
        legal=_on_boards(state, picture) if legal else None,
        title=f"{state.variant.game.title}, {_standing(state)}",
    )


def document(
    picture: Picture,
    *,
    theme: str = "auto",
    board: str = "designed",
    width: int | None = None,
    players: Sequence[str] = (),
    legal: Names | None = None,
    title: str = say("A board"),
    tell: Tell = str,
) -> str:
    """Return a picture drawn as a standalone SVG, as `svg` draws a state.

    Raises OptionError for an unknown theme or a width that is no whole number from 1 on.
    """
    if width is not None and (not isinstance(width, Integral) or isinstance(width, bool) or width < 1):
        raise OptionError(
            "draw.width",
            "{option} must be {allowed}, and is {value!r:.40}",
            option="width",
            allowed="a whole number from 1 on",
            value=width,
        )
    style = standalone(theme, board)
    name = scope(theme, board)
    drawn = scene(picture, players=players, legal=legal, ids=False, scope=name, tell=tell)
    said = f"{described(tell(title), describe(picture, tell))}<style>{style}</style>"
    namespace = 'xmlns="http://www.w3.org/2000/svg" '
    return framed(drawn, f'{namespace}class="{name}"', width, said, drawn.markup()) + "\n"


def framed(drawn: Scene, attributes: str, width: int | None, head: str, markup: str) -> str:
    """Return a drawing's markup as an SVG element of a width in pixels: its head, and the page below the drawing."""
    wide, high = drawn.size
    across = width or round(wide * NATURAL)
    return (
        f'<svg {attributes} viewBox="{drawn.view_box}" width="{across}" height="{num(across * high / wide)}" '
        f'role="img">{head}<path class="page" d="{rectangle((0, 0), wide, high)}"/>{markup}</svg>'
    )


def described(title: str, said: str) -> str:
    """Return the elements that tell a screen reader what is drawn."""
    return f"<title>{escape(title)}</title><desc>{escape(said)}</desc>"


def describe(picture: Picture, tell: Tell = str) -> str:
    """Describe the pieces on each board in words, one sentence per board."""
    sentences = []
    for board in (picture if tell is str else translated(picture, tell)).boards:
        found: dict[str, list[str]] = {}
        for item in board.items:
            if item.says and not item.ghost:
                found.setdefault(item.says, []).append(" ".join(item.at))
        told = "; ".join(f"{says}: {', '.join(at)}" for says, at in found.items()) or tell(say("nothing on the board"))
        sentences.append(f"{board.title}: {told}." if board.title else f"{told[0].upper()}{told[1:]}.")
    return " ".join(sentences)


def legal_points(state: Position) -> frozenset[str]:
    """Return what can be clicked first for some legal turn: points, sides, and words that are buttons on a page."""
    variant = state.variant
    clicks = (variant.clicks(state.vector, action) for action in variant.legal_actions(state.vector))
    return frozenset(names[0] for names in clicks if names)


def _on_boards(state: Position, picture: Picture) -> Names:
    """Return the legal points, on the mover's own board where there is one."""
    keys = [board.key for board in picture.boards]
    points = legal_points(state)
    return {state.to_move: points} if state.to_move in keys else points


def _standing(state: Position) -> str:
    count = len(state.turns)
    after = f"after {count} move{'s' * (count != 1)}" if count else "at the start"
    if state.outcome is None:
        return f"{after}, {state.to_move} to move"
    return f"{after}, {'won by ' + state.outcome.winner if state.outcome.winner else 'a draw'}"


SCOPE = scope("auto")
"""The class of boards that are light or dark as the reader's system is."""


class PageBoards:
    """The boards of one page, whose style sheet has rules for the class `scope`."""

    def __init__(self, scope: str = SCOPE) -> None:
        self.scope, self._drawings = scope, Drawings()

    def board(
        self, picture: Picture, title: str, *, players: Sequence[str], width: int | None = None, said: str = ""
    ) -> str:
        """Return the next board as an SVG element, `width` pixels wide, with a title and a description.

        Without `said` the description lists the pieces.
        """
        drawn = scene(picture, players=players, ids=False, scope=self.scope)
        head = described(title, said or describe(picture))
        return framed(drawn, f'class="{self.scope}"', width, head, self._drawings.write(drawn))


WIDEST = 8192  # pixels; a square picture of this size takes 256 MiB


def png(svg_text: str, width: int) -> bytes:
    """Render an SVG as PNG, `width` pixels wide. Raises OptionError for a width that is not allowed.

    Fonts are looked up only for a text that our own lettering cannot write; where there are none it stays blank.
    Needs the extra byways[png], which byways[site] and byways[rl] bring along; ModuleNotFoundError without it.
    """
    if not 1 <= width <= WIDEST:
        allowed = f"1 … {WIDEST}"
        raise OptionError("draw.width", "a PNG may be {allowed} pixels wide", option="width", allowed=allowed)
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg_text, width=width, skip_system_fonts="<text" not in svg_text))
