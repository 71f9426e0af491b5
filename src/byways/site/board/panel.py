"""The panel beside a board, as regions: what a game has to tell, block by block, and what a choice would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from byways.draw import common, describe, scene
from byways.position.state import State
from byways.rules.picture import Picture, translated
from byways.rules.side_panel import Dice, Gallery, Panel, Points, signed, values
from byways.site.i18n.languages import current_language, render
from byways.site.web.templating import region, templates

T = TypeVar("T")
_AROUND = 56  # units from the middle of a cell to the rim of a small drawing
_POINT, _BELOW, _ABOVE = 14, 14, 4  # a scale: units a point, points below 0 and above the last mark


def regions(state: State, player: str | None) -> dict[str, str]:
    """Return the blocks of the panel for a player, else for the player to move, by the ids of their elements."""
    blocks = _panel(state, player)
    return {f"facts.{i}": region("board", "block", i, type(one).__name__, one) for i, one in enumerate(blocks)}


def changed(state: State, actions: Sequence[int]) -> dict[str, str]:
    """Return the numbers and lines of the panel that the last of the mover's actions would change."""
    now, then = (values(_panel(state, None, tuple(some))) for some in (actions[:-1], actions))
    return {key: value for key, value in then.items() if now.get(key) != value}


def without_notes(state: State, picture: Picture) -> Picture:
    """Return a picture without the notes that its panel tells: with dice in it, those on dice and on a sole board."""
    if not any(isinstance(block, Dice) for block in state.variant.game.ui.panel(state, None, ())):
        return picture
    boards = picture.boards if len(picture.boards) > 1 else tuple(replace(one, notes=()) for one in picture.boards)
    return replace(picture, boards=boards, notes=())


def gallery(state: State, player: str | None) -> str:
    """Return everything that dice may bring as markup; "" where a game has nothing of the kind."""
    found = state.variant.game.ui.gallery(state, player or _mover(state))
    return region("board", "gallery", _told(found)) if isinstance(found, Gallery) else ""


def _panel(state: State, player: str | None, actions: tuple[int, ...] = ()) -> Panel:
    return _told(state.variant.game.ui.panel(state, player or _mover(state), actions))


def _mover(state: State) -> str | None:
    return state.to_move if state.to_move in state.players else None


def _told(shown: T) -> T:
    """Return blocks with all their texts in the language of the request."""
    return cast(T, _said(shown))


def _said(shown: Any) -> Any:
    found: Any = shown
    if isinstance(shown, str):
        found = str(render(shown))
    elif isinstance(shown, tuple):
        found = tuple(map(_said, shown))
    elif isinstance(shown, Picture):
        found = translated(shown, render)
    elif is_dataclass(shown) and not isinstance(shown, type):
        found = replace(shown, **{field.name: _said(getattr(shown, field.name)) for field in fields(shown)})
    return found


@dataclass(frozen=True)
class Small:
    """A small drawing, for a page that has a board of its kind."""

    view_box: str
    markup: str
    says: str


def small(picture: Picture, players: tuple[str, ...] = (), *, bare: bool = False) -> Small:
    """Draw a small picture without room around it; a `bare` one has only what is on its board, which covers that."""
    return _drawn(picture, players, current_language().code, bare)


@lru_cache(maxsize=512)
def _drawn(picture: Picture, players: tuple[str, ...], language: str, bare: bool) -> Small:
    drawn = scene(picture, players=players, ids=False, tell=render)
    if bare:
        on_it = {key: piece for key, piece in drawn.fragments.items() if not key.startswith("board.")}
        drawn = replace(drawn, fragments=on_it)
    markup = drawn.markup(common(picture, players))
    (place,) = drawn.layout.places
    xs, ys = zip(*place.sheet.places.values(), strict=True)
    left, top = min(xs) - _AROUND, min(ys) - _AROUND
    box = f"{left:g} {top:g} {max(xs) + _AROUND - left:g} {max(ys) + _AROUND - top:g}"
    return Small(box, markup, describe(picture, render))


@dataclass(frozen=True)
class Scale:
    """A line on which a total of points is placed among the marks that say how good it is, in units of its drawing."""

    low: int
    high: int
    """The least and the most points on it."""
    width: int
    good: tuple[int, int]
    """Where the last but one mark is, and how far it is from there to the end."""
    ticks: tuple[tuple[int, int], ...]
    """The numbers that are written, with their places."""
    at: int
    """Where the total is."""


def scale(points: Points) -> Scale:
    """Return the scale of points with at least two marks: fewer points make it longer, more are at its end."""
    low, high = min(points.total, -_BELOW), points.marks[-1][0] + _ABOVE

    def place(number: int) -> int:
        return (number - low) * _POINT

    good = place(points.marks[-2][0])
    ticks = tuple((number, place(number)) for number in (0, *(number for number, _ in points.marks)))
    return Scale(low, high, place(high), (good, place(high) - good), ticks, place(min(points.total, high)))


templates.env.globals |= {"small": small, "signed": signed, "scale": scale}
