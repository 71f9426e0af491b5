"""Kinds of actions: how they are counted, numbered, written and pointed at.

A game lists the kinds of its actions; they are numbered one kind after another. With `Cells() | Words("pass")` on a
board of 64 cells, 0 to 63 are the cells and 64 is "pass".
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from byways.rules.boards.layout import Layout
from byways.rules.options import Value
from byways.translatable import either, say


class Actions(ABC):
    """One kind of actions, numbered from 0. In a game without a board the layout has no cells."""

    chance = False
    """Whether chance takes them."""
    on_board = True
    """Whether they name cells."""
    moves = False
    """Whether each moves a piece of the player to move; then every cell has as many, in the cells' order."""

    @property
    def kinds(self) -> tuple[Actions, ...]:
        """Return the kinds it is made of."""
        return (self,)

    def fixed(self, options: Mapping[str, Value]) -> Actions:
        """Return the actions for the options, where those say how many there are."""
        return self

    def __or__(self, other: Actions) -> Actions:
        return Either((*self.kinds, *other.kinds))

    @abstractmethod
    def count(self, layout: Layout) -> int:
        """Return the number of actions."""

    @abstractmethod
    def write(self, layout: Layout, action: int) -> str:
        """Return the text of an action."""

    @abstractmethod
    def parse(self, layout: Layout, text: str) -> int | None:
        """Return the action that a lower-case text means, or None."""

    @abstractmethod
    def expected(self, layout: Layout) -> str:
        """Describe the texts that `parse` accepts."""

    def find(self, layout: Layout, action: int) -> tuple[Actions, int]:
        """Return the kind of an action, and its number within the kind."""
        for kind in self.kinds:
            if action < kind.count(layout):
                return kind, action
            action -= kind.count(layout)
        raise IndexError(action)

    def clicks(self, layout: Layout, action: int) -> tuple[str, ...]:
        """Return what a person points at, in order: cells, or words that become buttons."""
        return (self.write(layout, action),)

    def other_clicks(self, layout: Layout, action: int) -> Iterable[tuple[str, ...]]:
        """Return other ways to point at the action."""
        return ()

    def cells(self, layout: Layout, action: int) -> tuple[int, ...]:
        """Return the cells that an action names; the first is the one that must be free or hold an own piece."""
        return ()


class Either(Actions):
    """Several kinds, numbered one after another."""

    def __init__(self, kinds: tuple[Actions, ...]) -> None:
        self._kinds = kinds

    @property
    def kinds(self) -> tuple[Actions, ...]:
        return self._kinds

    def count(self, layout: Layout) -> int:
        return sum(kind.count(layout) for kind in self.kinds)

    def write(self, layout: Layout, action: int) -> str:
        kind, number = self.find(layout, action)
        return kind.write(layout, number)

    def parse(self, layout: Layout, text: str) -> int | None:
        first = 0
        for kind in self.kinds:
            action = kind.parse(layout, text)
            if action is not None:
                return first + action
            first += kind.count(layout)
        return None

    def expected(self, layout: Layout) -> str:
        return either(kind.expected(layout) for kind in self.kinds)


@dataclass(frozen=True)
class Cells(Actions):
    """A cell, written as its name: c5."""

    def count(self, layout: Layout) -> int:
        return len(layout.names)

    def write(self, layout: Layout, action: int) -> str:
        return layout.names[action]

    def parse(self, layout: Layout, text: str) -> int | None:
        return layout.cells.get(text)

    def expected(self, layout: Layout) -> str:
        return say("a cell such as {example}", example=layout.names[len(layout.names) // 2])

    def cells(self, layout: Layout, action: int) -> tuple[int, ...]:
        return (action,)


@dataclass(frozen=True)
class Columns(Actions):
    """A column, written as its letter; people point at any of its cells."""

    def count(self, layout: Layout) -> int:
        return len(layout.column_names)

    def write(self, layout: Layout, action: int) -> str:
        return layout.column_names[action]

    def parse(self, layout: Layout, text: str) -> int | None:
        return layout.column_names.index(text) if text in layout.column_names else None

    def expected(self, layout: Layout) -> str:
        return say("a column from {first} to {last}", first=layout.column_names[0], last=layout.column_names[-1])

    def clicks(self, layout: Layout, action: int) -> tuple[str, ...]:
        return (layout.names[action],)

    def other_clicks(self, layout: Layout, action: int) -> Iterable[tuple[str, ...]]:
        return ((layout.names[row[action]],) for row in layout.rows[1:])

    def cells(self, layout: Layout, action: int) -> tuple[int, ...]:
        return (action,)


_MOVE = re.compile(r"([a-z]\d+)\s*(?:[-‐‑‒–—−:x,>→]|to)?\s*([a-z]\d+)")


class _Moves(Actions):
    """A piece goes from a cell to another, written b2-b3."""

    moves = True

    def write(self, layout: Layout, action: int) -> str:
        return "-".join(self.clicks(layout, action))

    def clicks(self, layout: Layout, action: int) -> tuple[str, ...]:
        return tuple(layout.names[cell] for cell in self.cells(layout, action))

    def parse(self, layout: Layout, text: str) -> int | None:
        found = _MOVE.fullmatch(text)
        if found is None or found[1] not in layout.cells or found[2] not in layout.cells:
            return None
        return self._between(layout, layout.cells[found[1]], layout.cells[found[2]])

    @abstractmethod
    def _between(self, layout: Layout, start: int, end: int) -> int | None:
        """Return the action from a cell to another."""


@dataclass(frozen=True)
class Steps(_Moves):
    """A piece goes `length` cells in a direction: action directions * cell + direction, written b2-b3."""

    length: int = 1

    def count(self, layout: Layout) -> int:
        return len(layout.names) * len(layout.neighbours[0])

    def _between(self, layout: Layout, start: int, end: int) -> int | None:
        directions = range(len(layout.neighbours[0]))
        ways = (d for d in directions if self._end(layout, start, d) == end)
        return next((len(directions) * start + d for d in ways), None)

    def expected(self, layout: Layout) -> str:
        example = next(
            action for action in range(self.count(layout)) if self._end(layout, *self._split(layout, action)) >= 0
        )
        return say("a cell and the one to go to, such as {example}", example=self.write(layout, example))

    def cells(self, layout: Layout, action: int) -> tuple[int, ...]:
        start, direction = self._split(layout, action)
        return start, self._end(layout, start, direction)

    def _split(self, layout: Layout, action: int) -> tuple[int, int]:
        return divmod(action, len(layout.neighbours[0]))

    def _end(self, layout: Layout, start: int, direction: int) -> int:
        for _ in range(self.length):
            start = layout.neighbours[start][direction] if start >= 0 else -1
        return start


@dataclass(frozen=True)
class Pairs(_Moves):
    """A piece goes to any cell: action cells * start + end, written b2-b7."""

    def count(self, layout: Layout) -> int:
        return len(layout.names) ** 2

    def _between(self, layout: Layout, start: int, end: int) -> int:
        return len(layout.names) * start + end

    def expected(self, layout: Layout) -> str:
        return say("two cells such as {example}", example=self.write(layout, len(layout.names) - 1))

    def cells(self, layout: Layout, action: int) -> tuple[int, ...]:
        return divmod(action, len(layout.names))


class Words(Actions):
    """Words such as "pass"; they become buttons."""

    on_board = False

    def __init__(self, *words: str) -> None:
        self.words = words

    def count(self, layout: Layout) -> int:
        return len(self.words)

    def write(self, layout: Layout, action: int) -> str:
        return self.words[action]

    def parse(self, layout: Layout, text: str) -> int | None:
        return self.words.index(text) if text in self.words else None

    def expected(self, layout: Layout) -> str:
        return either(f'"{word}"' for word in self.words)


class Dice(Words):
    """The faces of a die, 1 to `faces`, which chance shows."""

    chance = True

    def __init__(self, faces: int) -> None:
        super().__init__(*(str(face) for face in range(1, faces + 1)))

    def expected(self, layout: Layout) -> str:
        return say("a face from 1 to {most}", most=len(self.words))


class Coded(Actions):
    """A number of actions that only the game's own texts can write; a function of the options for the only kind."""

    on_board = False

    def __init__(self, count: int | Callable[[Mapping[str, Value]], int], *, chance: bool = False) -> None:
        self._count = count
        self.chance = chance

    def fixed(self, options: Mapping[str, Value]) -> Actions:
        return Coded(self._count(options), chance=self.chance) if callable(self._count) else self

    def count(self, layout: Layout) -> int:
        if callable(self._count):
            raise TypeError("the options say how many actions there are")
        return self._count

    def write(self, layout: Layout, action: int) -> str:
        raise NotImplementedError("a game with coded actions needs texts of its own")

    def parse(self, layout: Layout, text: str) -> int | None:
        raise NotImplementedError("a game with coded actions needs texts of its own")

    def expected(self, layout: Layout) -> str:
        raise NotImplementedError("a game with coded actions needs texts of its own")
