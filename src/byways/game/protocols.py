"""What a game may bring along for solving: searches of a position for what it holds, and puzzles."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Protocol

from byways.kernels import Ints
from byways.rules.picture import Picture
from byways.search.driver import Stepwise

if TYPE_CHECKING:
    from byways.game.variant import Variant


class PositionSearch(Stepwise):
    """A search of one position for something that it holds, such as its longest paths, for `byways solve`.

    `str(search)` says how far it is.
    """

    @abstractmethod
    def text(self) -> str:
        """Return what is known, in lines."""

    @abstractmethod
    def facts(self) -> dict[str, object]:
        """Return what is known, for JSON."""

    @abstractmethod
    def picture(self) -> Picture:
        """Return what is known, drawn."""


class Puzzle(Protocol):
    """A position with a question that has one answer."""

    @property
    def variant(self) -> Variant:
        """The game and its options."""

    @property
    def vector(self) -> Ints:
        """The position's state vector."""

    @property
    def grade(self) -> int:
        """Return the difficulty, from 1."""

    @property
    def question(self) -> str:
        """Return the task in a sentence."""

    @property
    def answer(self) -> str:
        """The answer."""

    def picture(self) -> Picture:
        """Draw the position without the answer."""

    def facts(self) -> dict[str, object]:
        """Return everything but the position, for JSON."""
