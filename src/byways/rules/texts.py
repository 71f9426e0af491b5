"""How a game's turns and boards are written: the base that a game's own texts extend, and grids of characters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from byways.errors import IllegalTurnError, PositionError, UnreadableTurnError
from byways.kernels import Ints
from byways.rules.boards.layout import LETTERS, Layout
from byways.rules.position import Position
from byways.rules.state_vector import PART

if TYPE_CHECKING:
    from byways.game import Game, Variant

EMPTY_MARKS = frozenset(".·-_+")
WHITE_MARKS = frozenset("oOwW@○")
BLACK_MARKS = frozenset("xXbB#●")
MARKS = {"white": "O", "black": "X"}


class Texts(ABC):
    """Turns, refusals, boards and pointing, in words. Never asked about `swap`, which is the same in every game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @abstractmethod
    def parse(self, state: Position, text: str) -> tuple[int, ...]:
        """Return the actions that a lower-case text without spaces at its ends means; they need not be legal.

        Raises UnreadableTurnError, which says what was expected.
        """

    @abstractmethod
    def write(self, variant: Variant, state: Ints, actions: Sequence[int]) -> str:
        """Return the canonical text of a turn (or the beginning of one), played from the state vector `state`."""

    @abstractmethod
    def refusal(self, state: Position, actions: Sequence[int]) -> IllegalTurnError:
        """Return why the turn may not be played, in words of the rules."""

    @abstractmethod
    def body(self, variant: Variant, state: Ints) -> list[str]:
        """Return the lines of a position's text that show the board."""

    @abstractmethod
    def read_body(self, variant: Variant, lines: Sequence[str]) -> Ints:
        """Read leniently the state vector that `body` would write as these lines. Raises PositionError."""

    def check(self, variant: Variant, state: Ints) -> None:  # noqa: B027 - most games have nothing to refuse
        """Refuse a position that was read, mover included, where its parts contradict each other.

        Raises PositionError. The mover may be nobody; whether the game really is over is then judged by `settle`.
        """

    def clicks(self, variant: Variant, state: Ints, action: int) -> tuple[str, ...]:
        """Return what to point at for an action, in order: names of points or sides, or words that become buttons."""
        return (self.write(variant, state, (action,)),)

    @property
    def same_clicks(self) -> bool:
        """Whether an action is pointed at in the same ways in every position of a variant, which keeps them then."""
        return False

    def spell(self, clicks: Sequence[str]) -> str:
        """Return the text of the turn that a person may have meant by pointing at these; it need not be legal."""
        return ",".join(clicks)

    def meant(self, state: Position, clicks: Sequence[str]) -> tuple[int, ...]:
        """Return the actions that a person may have meant by pointing at these since the turn began.

        They are a whole turn or the beginning of one, and need not be legal.

        Raises UnreadableTurnError where they mean nothing, or another IllegalTurnError that says what is wrong.
        """
        return self.parse(state, self.spell(clicks))

    def other_clicks(self, variant: Variant, state: Ints, action: int) -> Iterable[tuple[str, ...]]:
        """Return other ways to point at an action than `clicks`, such as two cells in the other order; usually none."""
        return ()

    def ordered(self, state: Position, actions: Sequence[int]) -> Sequence[int]:
        """Return actions that a person has chosen for a turn in an order in which they are legal, if there is another.

        It is asked for actions that are not legal as they come, such as a path that is made longer at its beginning.
        """
        return actions

    def further(self, variant: Variant, state: Ints) -> Iterable[int]:
        """Return actions that may follow those of a begun turn in another order than theirs; usually none."""
        return ()

    def edited(self, variant: Variant, state: Ints, point: str, step: int) -> Ints | None:
        """Return a state with the next kind of piece on a point, or with step -1 the one before.

        The board that comes of it is judged by `check` and `settle`. None where the game has no such editing.
        """
        return None

    def options_of(self, lines: Sequence[str]) -> dict[str, object]:
        """Return the options that a board's lines show, for a position without a heading: usually its size."""
        return {}

    def count_turns(self, variant: Variant, state: Ints) -> int | None:
        """Return how many turns led to a board, by what is on it; None if that does not show it, −1 if none do."""
        return None

    def unlisted(self, state: Position) -> Iterator[str]:
        """Yield legal turns that `turns` leaves out because a full list would be astronomically long; usually none."""
        return iter(())

    def turns(self, state: Position) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield every legal turn as (text, actions), in board order."""
        for actions in walk_turns(state.variant, state.vector):
            yield state.write(actions), actions

    def owner(self, value: int) -> str | None:
        """Return the owner of what the word of a cell says; None where it has none."""
        return self.game.piece(value).owner if value else None

    def listed(self, state: Position) -> list[str]:
        """Return the texts of `turns`; a game that makes many may have a shorter way."""
        return [text for text, _ in self.turns(state)]


def walk_turns(variant: Variant, start: Ints) -> Iterator[tuple[int, ...]]:
    """Yield the actions of every legal turn, in ascending order; each once, also where actions of a turn commute."""
    stack: list[tuple[tuple[int, ...], Ints]] = [((), start)]
    while stack:
        actions, vector = stack.pop()
        if actions and vector[PART] == 0:
            yield actions
            continue
        following = variant.legal_actions(vector)
        if variant.game.rules.commuting and actions:
            following = [action for action in following if action > actions[-1]]
        stack += [((*actions, action), variant.apply(vector, action)) for action in reversed(following)]


def read_cell(layout: Layout, text: str) -> int:
    """Return the cell that a text such as "c5" names. Raises UnreadableTurnError."""
    if text in layout.cells:
        return layout.cells[text]
    columns, rows = len(layout.column_names), len(layout.rows)
    raise UnreadableTurnError(
        "turn.cell",
        "{text!r} is not a cell; expected a letter a–{letter} and a number 1–{size}, such as {example}",
        text=text[:40],
        letter=LETTERS[columns - 1],
        size=rows,
        example=f"{LETTERS[columns // 2]}{rows // 2 + 1}",
    )


def read_mark(mark: str) -> str:
    """Return the owner of the piece that a mark shows: "white", "black", or "" for none. Raises PositionError."""
    for owner, marks in (("", EMPTY_MARKS), ("white", WHITE_MARKS), ("black", BLACK_MARKS)):
        if mark in marks:
            return owner
    raise PositionError(
        "position.mark",
        "position: {mark!r} is not a piece; expected . (empty), O (white) or X (black)",
        allowed="., O or X",
        mark=mark[:20],
    )
