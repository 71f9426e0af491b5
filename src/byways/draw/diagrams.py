"""Diagrams: a position as text, and what is played, tried or refused in it. The rules judge all of it.

    troll size=4
       a b c d
     1 . O . .
     2 . O X .
     3 . . . .
     4 . . . .
    to move: black
    play: a2
    text: Black encloses b2, which turns black.

Below a position, which `byways.position.notation` describes, each line is a word and what it is about; indented lines
go on with the line above them. They happen in their order, and turns in one line are separated by semicolons:

    play: TURN; TURN    turns that are played; the last one leaves its marks
    half: TURN          a turn of which only the first part is played; "legal" is then where it can go on
    show: TURN; TURN    turns that could be played, drawn as a preview
    refuse: TURN; TURN  turns that the rules refuse; a cross stands on the last point of each
    closed: POINTS      points where no turn can begin; a cross stands on each
    legal: shown        where a turn can begin; "asked": only if the reader asks
    view: PLAYER        only what this player may know; "nobody": what a spectator may
    alt: TEXT           what is said to a screen reader, in place of a list of all pieces
    text: TEXT          the text below the figure

Each `text` completes a figure, so that several make a series: the next figure goes on from the position of the last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from byways.draw import describe, legal_points
from byways.draw.scene import Names
from byways.errors import BywaysError, IllegalTurnError, UnreadableTurnError
from byways.game import Game
from byways.position.notation import read_position
from byways.position.state import State
from byways.rules.picture import Item, Picture, Tell, with_items
from byways.translatable import say

_POINT = re.compile(r"[a-z]\d+")
_ARROW = re.compile(r"([a-z]\d+)\s*[->]\s*([a-z]\d+)")
LEGAL = ("shown", "asked")
NOBODY = "nobody"


class DiagramError(BywaysError, ValueError):
    """Raised when a line below a position cannot be read, or says what the rules do not."""


@dataclass(frozen=True)
class DiagramFigure:
    """A position to be drawn, with what is shown in it."""

    state: State
    picture: Picture
    legal: Names | None = None
    """Where a turn can begin; None where nothing is said about it."""
    asked: bool = False
    """Whether `legal` is shown only to readers who ask."""
    text: str = ""
    alt: str = ""

    def describe(self, tell: Tell = str) -> str:
        """Return what is said to a screen reader."""
        return self.alt or describe(self.picture, tell)


def figures(game: Game, block: str) -> tuple[DiagramFigure, ...]:
    """Return the figures of a diagram, at least one.

    Raises PositionError, IllegalTurnError, or DiagramError for what the rules do not say.
    """
    position, lines = _parts(block)
    diagram = _Diagram(State(*read_position(game, position, {})))
    for word, value in lines:
        diagram.words[word](value)
    return diagram.complete()


def _parts(block: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the position and, below it, each line's word and the rest of it."""
    position: list[str] = []
    found: list[tuple[str, str]] = []
    for line in block.splitlines():
        word, colon, value = line.partition(":")
        if colon and word in _WORDS:
            found.append((word, value.strip()))
        elif not found:
            position.append(line)
        elif line.strip():
            if not line[0].isspace():
                raise _wrong(line, say("each line begins with one of {words}", words=", ".join(_WORDS)))
            found[-1] = found[-1][0], f"{found[-1][1]} {line.strip()}"
    return "\n".join(position), found


_WORDS = ("play", "half", "show", "refuse", "closed", "legal", "view", "alt", "text")


class _Diagram:
    """A diagram while it is read, line by line."""

    def __init__(self, start: State) -> None:
        self.words: Mapping[str, Callable[[str], None]] = {word: getattr(self, f"_{word}") for word in _WORDS}
        self._state = start
        self._done: list[DiagramFigure] = []
        self._begin()

    def _begin(self) -> None:
        self._items: list[Item] = []
        self._marked = ""
        self._viewer = ""
        self._spoken = ""
        self._open = not self._done

    def complete(self) -> tuple[DiagramFigure, ...]:
        """Return all figures; what follows the last text is one without."""
        if self._open:
            self._text("")
        return tuple(self._done)

    def _play(self, value: str) -> None:
        self._open = True
        for turn in _turns(value):
            self._state = self._state.play(turn)

    def _half(self, value: str) -> None:
        self._open = True
        actions = self._state.actions(value)
        if len(actions) < 2:
            raise _wrong(f"half: {value}", say("this move has one part only"))
        whole = self._state
        self._state = State(whole.variant, whole.variant.apply(whole.vector, actions[0]), whole)

    def _show(self, value: str) -> None:
        self._open = True
        for turn in _turns(value):
            self._items += _shown(self._state, turn)

    def _refuse(self, value: str) -> None:
        self._open = True
        for turn in _turns(value):
            self._items += _refused(self._state, turn)

    def _closed(self, value: str) -> None:
        self._open = True
        points = value.split()
        known = _names(self._state) - legal_points(self._state)
        if wrong := [point for point in points if point not in known]:
            raise _wrong(f"closed: {value}", say("a move can begin on {point}", point=wrong[0]))
        self._items += [_cross(self._state, point) for point in points]

    def _legal(self, value: str) -> None:
        if value not in LEGAL:
            raise _wrong(f"legal: {value}", say("expected {allowed}", allowed=" or ".join(LEGAL)))
        self._open = True
        self._marked = value

    def _view(self, value: str) -> None:
        if value not in (*self._state.players, NOBODY):
            raise _wrong(f"view: {value}", say("there is no such player"))
        self._open = True
        self._viewer = value

    def _alt(self, value: str) -> None:
        self._spoken = value

    def _text(self, value: str) -> None:
        state = self._state
        seen = state.view(None if self._viewer == NOBODY else self._viewer) if self._viewer else state
        picture = state.variant.game.picture(seen)
        keys = [board.key for board in picture.boards]
        mover = str(state.to_move)
        points = legal_points(state) if self._marked else frozenset()
        legal: Names | None = ({mover: points} if mover in keys else points) if self._marked else None
        drawn = with_items(picture, self._items, mover if mover in keys else "")
        self._done.append(DiagramFigure(state, drawn, legal, self._marked == "asked", value, self._spoken))
        self._begin()


def _turns(value: str) -> Iterator[str]:
    return filter(None, (turn.strip() for turn in value.split(";")))


def _shown(state: State, turn: str) -> Iterator[Item]:
    """Yield a turn's preview, and the arrow that the game draws once it is played."""
    game = state.variant.game
    actions = state.actions(turn)
    yield from game.preview(state, actions)
    for board in game.picture(state.apply_unchecked(actions)).boards:
        yield from (replace(item, ghost=True) for item in board.items if item.kind == "move")


def _refused(state: State, turn: str) -> Iterator[Item]:
    """Yield what a turn would look like as far as that can be drawn, and a cross on its last point."""
    line = f"refuse: {turn}"
    if state.is_legal(turn):
        raise _wrong(line, say("the rules allow this move"))
    points = [point for point in _POINT.findall(turn) if point in _names(state)]
    if not points:
        raise _wrong(line, say("it names no point on the board"))
    yield from _tried(state, turn)
    mover = str(state.to_move)
    if along := _ARROW.search(turn):
        yield Item("move", along.groups(), mover, ghost=True)
    yield _cross(state, points[-1])


def _tried(state: State, turn: str) -> tuple[Item, ...]:
    """Return the preview of a turn that is refused; nothing where its text means no actions."""
    game = state.variant.game
    try:
        actions = game.texts.parse(state, turn)
    except UnreadableTurnError:
        raise
    except IllegalTurnError:
        return ()
    return game.preview(state, actions)


def _cross(state: State, point: str) -> Item:
    return Item("capture", (point,), str(state.to_move), says=say("not allowed"))


def _names(state: State) -> set[str]:
    return {point.name for board in state.variant.game.picture(state).boards for point in board.points}


def _wrong(line: str, reason: str) -> DiagramError:
    return DiagramError("diagram.line", "diagram: {line!r}: {reason}", line=line.strip()[:60], reason=reason)
