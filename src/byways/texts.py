"""How a game's turns and boards are written: the base that a game's own texts extend, and grids of characters."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from byways.boards import square
from byways.errors import IllegalTurnError, PositionError, UnreadableTurnError
from byways.header import AGE, HEADER, PART, TO_MOVE
from byways.kernels import Ints

if TYPE_CHECKING:
    from byways.game import Variant
    from byways.state import State

EMPTY_MARKS = frozenset(".·-_+")
WHITE_MARKS = frozenset("oOwW@○")
BLACK_MARKS = frozenset("xXbB#●")
MARKS = {"white": "O", "black": "X"}


class Texts(ABC):
    """Turns, refusals, boards and pointing, in words. Never asked about `swap`, which is the same in every game."""

    @abstractmethod
    def parse(self, state: State, text: str) -> tuple[int, ...]:
        """The actions that a lower-case text without spaces at its ends means; whether they are legal is not judged.

        Raises UnreadableTurnError, which says what was expected.
        """

    @abstractmethod
    def write(self, variant: Variant, state: Ints, actions: Sequence[int]) -> str:
        """The canonical text of a turn (or the beginning of one), played from the state vector `state`."""

    @abstractmethod
    def refusal(self, state: State, actions: Sequence[int]) -> IllegalTurnError:
        """Why the turn may not be played, in words of the rules."""

    @abstractmethod
    def body(self, variant: Variant, state: Ints) -> list[str]:
        """The lines of a position's text that show the board."""

    @abstractmethod
    def read_body(self, variant: Variant, lines: Sequence[str]) -> Ints:
        """The state vector that `body` would write as these lines, read leniently. Raises PositionError."""

    def check(self, variant: Variant, state: Ints) -> None:  # noqa: B027 - most games have nothing to refuse
        """Refuse a position that was read, mover included, where its parts contradict each other.

        Raises PositionError. The mover may be nobody; whether the game really is over is then judged by `settle`.
        """

    def clicks(self, variant: Variant, state: Ints, action: int) -> tuple[str, ...]:
        """What a person points at for an action, in order: names of points or sides, or words that become buttons."""
        return (self.write(variant, state, (action,)),)

    def spell(self, clicks: Sequence[str]) -> str:
        """The text of the turn that a person may have meant by pointing at these; it need not be legal."""
        return ",".join(clicks)

    def meant(self, state: State, clicks: Sequence[str]) -> tuple[int, ...]:
        """The actions that a person may have meant by pointing at these since the turn began: a whole turn, or the
        beginning of one. They need not be legal.

        Raises UnreadableTurnError where they mean nothing, or another IllegalTurnError that says what is wrong.
        """
        return self.parse(state, self.spell(clicks))

    def other_clicks(self, variant: Variant, state: Ints, action: int) -> Iterable[tuple[str, ...]]:
        """Other ways to point at an action than `clicks`, such as two cells in the other order; usually none."""
        return ()

    def edited(self, variant: Variant, state: Ints, point: str, step: int) -> Ints | None:
        """A state in which the next of what may stand on a point stands there, or with step -1 the one before.

        The board that comes of it is judged by `check` and `settle`. None where the game has no such editing.
        """
        return None

    def options_of(self, lines: Sequence[str]) -> dict[str, object]:
        """Options that can be seen from a board's lines, for a position without a heading: usually its size."""
        return {}

    def unlisted(self, state: State) -> Iterator[str]:
        """Legal turns that `turns` leaves out because a full list would be astronomically long; usually none."""
        return iter(())

    def turns(self, state: State) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Every legal turn as (text, actions), in board order."""
        for actions in walk_turns(state.variant, state.vector):
            yield state.write(actions), actions


def walk_turns(variant: Variant, start: Ints) -> Iterator[tuple[int, ...]]:
    """The actions of every legal turn, in ascending order; each once, also where actions of a turn commute."""
    stack: list[tuple[tuple[int, ...], Ints]] = [((), start)]
    while stack:
        actions, vector = stack.pop()
        if actions and vector[PART] == 0:
            yield actions
            continue
        following = variant.legal_actions(vector)
        if variant.game.commuting and actions:
            following = [action for action in following if action > actions[-1]]
        stack += [((*actions, action), variant.apply(vector, action)) for action in reversed(following)]


class SquareTexts(Texts):
    """A square board whose cells hold nothing (0) or a piece of the first (1) or second player (2); turns of one cell.

    White's pieces are written O, Black's X. The words in `words` are actions after the cells: "pass", for example.
    """

    words: tuple[str, ...] = ()
    cells = HEADER
    """Where the cells begin in a state vector."""

    def size(self, variant: Variant) -> int:
        """Cells a side."""
        return int(variant.options["size"])

    def parse(self, state: State, text: str) -> tuple[int, ...]:
        size = self.size(state.variant)
        if text in self.words:
            return (size * size + self.words.index(text),)
        return (read_cell(text, size),)

    def write(self, variant: Variant, state: Ints, actions: Sequence[int]) -> str:
        return ",".join(self.token(variant, action) for action in actions)

    def token(self, variant: Variant, action: int) -> str:
        """The text of one action."""
        size = self.size(variant)
        return square.name(action, size) if action < size * size else self.words[action - size * size]

    def body(self, variant: Variant, state: Ints) -> list[str]:
        size = self.size(variant)
        marks = (".", *(MARKS[player] for player in variant.players))
        return write_grid([marks[int(value)] for value in state[self.cells : self.cells + size * size]], size)

    def read_body(self, variant: Variant, lines: Sequence[str]) -> Ints:
        size = self.size(variant)
        state = variant.blank()
        values = {"": 0, variant.players[0]: 1, variant.players[1]: 2}
        state[self.cells : self.cells + size * size] = [values[read_mark(mark)] for mark in read_grid(lines, size)]
        return state

    def edited(self, variant: Variant, state: Ints, point: str, step: int) -> Ints | None:
        after, size = variant.blank(), self.size(variant)
        after[[TO_MOVE, AGE]] = state[[TO_MOVE, AGE]]
        after[self.cells : self.cells + size * size] = state[self.cells : self.cells + size * size]
        cell = square.cells(size).get(point)
        if cell is not None:
            after[self.cells + cell] = (after[self.cells + cell] + step) % 3
        return after

    def options_of(self, lines: Sequence[str]) -> dict[str, object]:
        return {"size": len(_grid_rows(lines))}


def read_cell(text: str, size: int) -> int:
    """The cell that a text such as "c5" names. Raises UnreadableTurnError."""
    cell = square.cells(size).get(text)
    if cell is None:
        raise UnreadableTurnError(
            "turn.cell",
            "{text!r} is no cell; expected a letter a–{letter} and a number 1–{size}, such as {example}",
            text=text[:40],
            letter=square.LETTERS[size - 1],
            size=size,
            example=square.name(size * (size // 2) + size // 2, size),
        )
    return cell


def write_grid(marks: Sequence[str], size: int) -> list[str]:
    """A square board with coordinates; each cell's mark is a short text."""
    width = max(map(len, marks))
    heading = "   " + " ".join(f"{letter:<{width}}" for letter in square.LETTERS[:size])
    rows = (marks[row * size : (row + 1) * size] for row in range(size))
    lines = (f"{number:>2} " + " ".join(f"{mark:<{width}}" for mark in row) for number, row in enumerate(rows, 1))
    return [line.rstrip() for line in (heading, *lines)]


def read_grid(lines: Sequence[str], size: int) -> list[str]:
    """The marks of a square board, with or without coordinates. Raises PositionError."""
    rows = _grid_rows(lines)
    if len(rows) != size:
        raise PositionError(
            "position.rows",
            "position: expected {size} rows, found {count}",
            option="position",
            allowed=f"{size} rows",
            size=size,
            count=len(rows),
        )
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise PositionError(
                "position.columns",
                "position: row {number} has {count} cells, expected {size}",
                option="position",
                allowed=f"{size} cells a row",
                number=number,
                count=len(row),
                size=size,
            )
    return [mark for row in rows for mark in row]


def _grid_rows(lines: Iterable[str]) -> list[list[str]]:
    """The marks row by row: headings and row numbers are left out, spaces between the marks are optional."""
    rows = []
    for line in lines:
        marks = line.split()
        if not marks or marks == list(square.LETTERS[: len(marks)]):
            continue
        numbered = marks[0].isdigit()
        marks = marks[1:] if numbered else marks
        if len(marks) == 1:
            marks = re.findall(r"\D\d*", marks[0])
        rows.append(marks)
    return rows


def read_mark(mark: str) -> str:
    """Whose piece a mark shows: "white", "black", or "" for an empty cell. Raises PositionError."""
    for owner, marks in (("", EMPTY_MARKS), ("white", WHITE_MARKS), ("black", BLACK_MARKS)):
        if mark in marks:
            return owner
    raise PositionError(
        "position.mark",
        "position: {mark!r} is no piece; expected . (empty), O (white) or X (black)",
        option="position",
        allowed="., O or X",
        mark=mark[:20],
    )
