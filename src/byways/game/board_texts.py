"""Default texts: turns and positions by a game's board, actions, pieces and counters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from byways.cells import CELLS
from byways.errors import IllegalTurnError, PositionError, UnreadableTurnError
from byways.kernels import Ints
from byways.rules.actions import Cells, Columns
from byways.rules.boards.layout import Layout
from byways.rules.position import Position
from byways.rules.state_vector import AGE, PART, TO_MOVE
from byways.rules.texts import EMPTY_MARKS, MARKS, Texts, read_cell, read_mark
from byways.translatable import either, say

if TYPE_CHECKING:
    from byways.game.variant import Variant

_WORD = re.compile(r"\s*+(?P<name>[a-z][a-z ]*+):\s*+(?P<values>-?\d++(?:\s++-?\d++)*+)\s*+", re.IGNORECASE)
_MOST = 32_000


class BoardTexts(Texts):
    """Texts by what a game declares. A game overrides the methods for which it wants other words."""

    def parse(self, state: Position, text: str) -> tuple[int, ...]:
        layout = state.variant.layout
        return tuple(self._parse_one(state, layout, part.strip()) for part in text.split(","))

    def _parse_one(self, state: Position, layout: Layout, text: str) -> int:
        action = self.game.actions.parse(layout, text)
        if action is not None:
            return action
        if layout.column_names and any(isinstance(kind, Cells) for kind in self.game.actions.kinds):
            return read_cell(layout, text)
        by_chance = state.to_move == "chance"
        expected = either(kind.expected(layout) for kind in self.game.actions.kinds if kind.chance == by_chance)
        raise UnreadableTurnError(
            "turn.text", "{text!r} is not a move; expected {expected}", text=text[:40], expected=expected
        )

    def write(self, variant: Variant, state: Ints, actions: Sequence[int]) -> str:
        return ",".join(self.token(variant, action) for action in actions)

    def token(self, variant: Variant, action: int) -> str:
        """Return the text of one action."""
        layout = variant.layout
        kind, number = self.game.actions.find(layout, action)
        return kind.write(layout, number)

    def refusal(self, state: Position, actions: Sequence[int]) -> IllegalTurnError:
        after = state.follow(actions[:1])
        if len(actions) > 1 and after is not None and after[PART] == 0:
            return UnreadableTurnError("turn.rules", "the move ends with {turn}", turn=state.write(actions[:1]))
        return self.reason(state, actions)

    def reason(self, state: Position, actions: Sequence[int]) -> IllegalTurnError:
        """Return why the rules do not allow a turn."""
        layout = state.variant.layout
        turn = state.write(actions)
        kind, number = self.game.actions.find(layout, actions[0])
        named = kind.cells(layout, number)
        if self.game.ui.refusal is not None:
            return IllegalTurnError(f"{self.game.name}.turn", self.game.ui.refusal(state, actions))
        if len(named) == 1 and state.vector[CELLS + named[0]] != 0:
            if isinstance(kind, Columns):
                return IllegalTurnError("turn.column", "column {column} is full", column=turn)
            return IllegalTurnError("turn.occupied", "{cell} is occupied", cell=layout.names[named[0]])
        if len(named) == 2 and self.owner(state.vector[CELLS + named[0]]) != state.to_move:
            return IllegalTurnError("turn.piece", "{cell} holds no piece of yours", cell=layout.names[named[0]])
        return IllegalTurnError("turn.rules", "the rules do not allow {turn} here", turn=turn)

    def clicks(self, variant: Variant, state: Ints, action: int) -> tuple[str, ...]:
        layout = variant.layout
        kind, number = self.game.actions.find(layout, action)
        return kind.clicks(layout, number)

    def other_clicks(self, variant: Variant, state: Ints, action: int) -> Iterable[tuple[str, ...]]:
        layout = variant.layout
        kind, number = self.game.actions.find(layout, action)
        return kind.other_clicks(layout, number)

    @property
    def same_clicks(self) -> bool:
        own = type(self)
        return own.clicks is BoardTexts.clicks and own.other_clicks is BoardTexts.other_clicks

    def meant(self, state: Position, clicks: Sequence[str]) -> tuple[int, ...]:
        variant = state.variant
        vector = state.vector
        found = list[int]()
        left = tuple(clicks)
        while left:
            ways = self._ways(variant, vector)
            action = next((ways[left[:i]] for i in range(len(left), 0, -1) if left[:i] in ways), None)
            if action is None:
                return super().meant(state, clicks)
            found.append(action)
            left = left[len(self.clicks(variant, vector, action)) :]
        return tuple(found)

    def _ways(self, variant: Variant, state: Ints) -> dict[tuple[str, ...], int]:
        legal = (action for action in variant.legal_actions(state) if action != variant.swap_action)
        return {way: action for action, ways in variant.ways(state, legal) for way in ways}

    def spell(self, clicks: Sequence[str]) -> str:
        return ("-" if self.game.actions.kinds[0].moves else ",").join(clicks)

    def body(self, variant: Variant, state: Ints) -> list[str]:
        lines = []
        at = CELLS
        if self.game.board is not None:
            layout = variant.layout
            at += len(layout.names)
            lines = layout.write([self.mark(int(value)) for value in state[CELLS:at]])
        for word, count in self.game.counted(variant.options):
            if word.written:
                lines.append(f"{word.name}: {' '.join(str(int(value)) for value in state[at : at + count])}")
            at += count
        return lines

    def mark(self, value: int) -> str:
        """Return the mark of what is on a cell."""
        return self.game.piece(value).mark if value else "."

    def read_body(self, variant: Variant, lines: Sequence[str]) -> Ints:
        state = variant.blank()
        at = CELLS
        given = dict(self._read_words(lines))
        if self.game.board is not None:
            layout = variant.layout
            marks = layout.read([line for line in lines if not _WORD.fullmatch(line)])
            at += len(marks)
            state[CELLS:at] = [self.read_mark(mark) for mark in marks]
        for word, count in self.game.counted(variant.options):
            values = given.get(word.name, [0] * count)
            if len(values) != count or not all(-_MOST <= value <= _MOST for value in values):
                raise _unfit(say("{count} numbers for {name}", count=count, name=word.name))
            state[at : at + count] = values
            at += count
        return state

    def _read_words(self, lines: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
        for line in lines:
            found = _WORD.fullmatch(line)
            if found:
                name = found["name"].strip().lower()
                if name not in (word.name for word in self.game.counters if word.written):
                    raise _unfit(self._expected_lines())
                yield name, [int(value[:9]) for value in found["values"].split()]
            elif self.game.board is None:
                raise _unfit(self._expected_lines())

    def _expected_lines(self) -> str:
        written = [f"{word.name}: …" for word in self.game.counters if word.written]
        return either(written) if written else say("a board")

    def read_mark(self, mark: str) -> int:
        """Return the piece that a mark shows. Raises PositionError."""
        if not self.game.pieces and set(owners := [piece.owner for piece in self.game.all_pieces]) == set(MARKS):
            return ["", *owners].index(read_mark(mark))
        if mark in EMPTY_MARKS:
            return 0
        marks = {
            known: number
            for number, piece in enumerate(self.game.all_pieces, 1)
            for known in (piece.mark, *piece.known)
        }
        if mark not in marks:
            allowed = ", ".join([".", *(piece.mark for piece in self.game.all_pieces)])
            template = "position: {mark!r} is not a piece; expected {allowed}"
            raise PositionError("position.mark", template, allowed=allowed, mark=mark[:20])
        return marks[mark]

    def edited(self, variant: Variant, state: Ints, point: str, step: int) -> Ints | None:
        if self.game.board is None:
            return None
        after = self.read_body(variant, self.body(variant, state))
        cells = variant.layout.cells
        after[[TO_MOVE, AGE]] = state[[TO_MOVE, AGE]]
        if point in cells:
            at = CELLS + cells[point]
            after[at] = (after[at] + step) % (1 + len(self.game.all_pieces))
        return after

    def options_of(self, lines: Sequence[str]) -> dict[str, object]:
        board = [line for line in lines if not _WORD.fullmatch(line)]
        return self.game.board.options_of(board) if self.game.board is not None else {}


def _unfit(expected: str) -> PositionError:
    template = "position: expected {expected}"
    return PositionError("position.words", template, allowed=expected, expected=expected)
