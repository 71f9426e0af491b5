"""Turns, boards and refusals of Stride, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from byways.errors import IllegalTurnError, PositionError, UnreadableTurnError
from byways.game.variant import Variant
from byways.games.stride.rules import CELLS, JUMPS, SIDEWAYS, colour
from byways.kernels import Ints
from byways.rules.boards.layout import LETTERS, Layout
from byways.rules.position import Position
from byways.rules.state_vector import TO_MOVE
from byways.rules.texts import BLACK_MARKS, EMPTY_MARKS, WHITE_MARKS, Texts
from byways.translatable import Catalogue, marked

say = Catalogue("stride").say

HIGHEST = 99  # pieces in a stack that is read: a board full of them could gather on one hex without overflow
EDITED = (0, 1, 2, 3, -3, -2, -1)
"""What a point may hold when a board is set up by pointing; higher stacks are written."""
_TURN = re.compile(r"([a-z][0-9]{1,2})\s*(?:[-‐‑‒–—−:x,>→]|to)?\s*([a-z][0-9]{1,2})")
_MARKS = re.compile(r"[^0-9][0-9]*")
_STACK = re.compile(r"(?P<piece>[^0-9])(?P<height>[1-9][0-9]?)?")


class StrideTexts(Texts):
    """A turn is a hex and the hex that its top piece jumps to, as in b2-d2."""

    def parse(self, state: Position, text: str) -> tuple[int, ...]:
        found = _TURN.fullmatch(text)
        if not found:
            raise UnreadableTurnError(
                "stride.text",
                say(
                    "{text!r} is not a move; expected the hex of a piece and the hex it jumps to, such as b2-d2",
                    text=text[:40],
                ),
            )
        start, end = (_read_hex(state.variant.layout, name) for name in found.groups())
        for action in range(6 * start, 6 * start + 6):
            if _landing(state.variant, action) == end:
                return (action,)
        raise IllegalTurnError(
            "stride.jump",
            say(
                "{start} to {end} is not a jump: a jump goes over one neighbouring hex to the hex straight behind it",
                start=found[1],
                end=found[2],
            ),
        )

    def write(self, variant: Variant, state: Ints, actions: Sequence[int]) -> str:
        (action,) = actions
        return "-".join(self.clicks(variant, state, action))

    same_clicks = True

    def clicks(self, variant: Variant, state: Ints, action: int) -> tuple[str, ...]:
        names = variant.layout.names
        return names[action // 6], names[_landing(variant, action)]

    def spell(self, clicks: Sequence[str]) -> str:
        return "-".join(clicks)

    def meant(self, state: Position, clicks: Sequence[str]) -> tuple[int, ...]:
        if len(clicks) > 1:
            return super().meant(state, clicks)
        cell = _read_hex(state.variant.layout, clicks[0])
        if colour(int(state.vector[TO_MOVE])) * int(state.vector[CELLS + cell]) <= 0:
            raise _no_piece(clicks[0])
        raise IllegalTurnError("stride.stuck", say("the piece on {start} has no legal jump", start=clicks[0]))

    def refusal(self, state: Position, actions: Sequence[int]) -> IllegalTurnError:
        (action,) = actions
        variant = state.variant
        sign = colour(int(state.vector[TO_MOVE]))
        start, end = self.clicks(variant, state.vector, action)
        before = sign * int(state.vector[CELLS + action // 6])
        if before <= 0:
            return _no_piece(start)
        over = int(variant.geometry[JUMPS + 2 * action]) - CELLS
        turn = f"{start}-{end}"
        if state.vector[CELLS + over] == 0:
            name = variant.layout.names[over]
            return IllegalTurnError(
                "stride.over", say("{turn} jumps over nothing: {over} is empty", turn=turn, over=name)
            )
        sideways = action % 6 // 2 == SIDEWAYS
        way = "sideways" if sideways else "backward"
        after = sign * int(state.vector[CELLS + _landing(variant, action)]) + 1
        if after == 1:
            template = marked("{turn} goes backward, captures nothing and does not land on pieces of yours")
            if sideways:
                template = marked("{turn} goes sideways, captures nothing and does not land on pieces of yours")
            return IllegalTurnError(f"stride.{way}", say(template, turn=turn))
        template = marked(
            "{turn} goes backward without raising the piece: it stands at level {before} and would stand at {after}"
        )
        if sideways:
            template = marked(
                "{turn} goes sideways without raising the piece: it stands at level {before} and would stand at {after}"
            )
        return IllegalTurnError(f"stride.{way}.level", say(template, turn=turn, before=before, after=after))

    def owner(self, value: int) -> str | None:
        return None if value == 0 else self.game.all_pieces[int(value < 0)].owner

    def body(self, variant: Variant, state: Ints) -> list[str]:
        layout = variant.layout
        side = int(variant.options["side"])
        marks = list(map(_mark, state[CELLS:].tolist()))
        half = (max(map(len, marks)) + 2) // 2  # half of the way between two hexes, by which rows are shifted
        lines = []
        for i, (letter, row) in enumerate(zip(layout.row_names, layout.rows, strict=True)):
            shown = [marks[cell] for cell in row]
            if i >= side:
                shown.append(str(_number(layout, row[-1]) + 1))  # of the diagonal that ends there
            indent = half * (2 * side - 1 - len(row))
            lines.append(f"{letter} {' ' * indent}" + "".join(f"{mark:<{2 * half}}" for mark in shown))
        numbers_below = "".join(f"{_number(layout, cell):<{2 * half}}" for cell in layout.rows[-1])
        lines.append("  " + " " * (half * side) + numbers_below)
        return [line.rstrip() for line in lines]

    def read_body(self, variant: Variant, lines: Sequence[str]) -> Ints:
        rows = variant.layout.rows
        drawn = _drawn_rows(lines)
        if len(drawn) != len(rows):
            raise PositionError(
                "position.rows",
                say(
                    "position: expected {size} rows, found {count}",
                    allowed=f"{len(rows)} rows",
                    size=len(rows),
                    count=len(drawn),
                ),
            )
        heights: list[int] = []
        for words, letter, row in zip(reversed(drawn), LETTERS, reversed(rows), strict=False):
            heights += _read_row(words, letter, len(row))
        state = variant.blank()
        state[CELLS:] = heights
        return state

    def edited(self, variant: Variant, state: Ints, point: str, step: int) -> Ints | None:
        after = state.copy()
        cell = variant.layout.cells.get(point)
        if cell is not None:
            height = int(state[CELLS + cell])
            at = EDITED.index(height) if height in EDITED else 0
            after[CELLS + cell] = EDITED[(at + step) % len(EDITED)]
        return after

    def options_of(self, lines: Sequence[str]) -> dict[str, object]:
        return {"side": (len(_drawn_rows(lines)) + 1) // 2}


def _no_piece(start: str) -> IllegalTurnError:
    return IllegalTurnError("stride.piece", say("{start} holds no piece of yours", start=start))


def _landing(variant: Variant, action: int) -> int:
    """Return the hex where the action lands; negative where the jump would leave the board."""
    return int(variant.geometry[JUMPS + 2 * action + 1]) - CELLS


def _number(layout: Layout, cell: int) -> int:
    """Return the diagonal of a hex."""
    return int(layout.names[cell][1:])


def _read_hex(layout: Layout, name: str) -> int:
    """Return the hex of a name such as "b2". Raises UnreadableTurnError."""
    if name in layout.cells:
        return layout.cells[name]
    if name[0] not in layout.row_names:
        template = marked("{cell} is off the board; its rows are a to {last}")
        raise UnreadableTurnError("stride.row", say(template, cell=name, last=layout.row_names[0]))
    row = layout.rows[layout.row_names.index(name[0])]
    first, last = layout.names[row[0]], layout.names[row[-1]]
    template = marked("{cell} is off the board; its row goes from {first} to {last}")
    raise UnreadableTurnError("stride.hex", say(template, cell=name, first=first, last=last))


def _mark(height: int) -> str:
    if height == 0:
        return "."
    return ("O" if height > 0 else "X") + (str(abs(height)) if abs(height) > 1 else "")


def _drawn_rows(lines: Iterable[str]) -> list[list[str]]:
    """Return the words of each row from the top, without the numbers of diagonals."""
    rows = []
    for line in lines:
        words = line.split()
        while words and re.fullmatch("[0-9]+", words[-1]):
            words.pop()
        if words:
            rows.append(words)
    return rows


def _read_row(words: Sequence[str], letter: str, length: int) -> list[int]:
    """Return the heights of a row whose words may begin with its letter; spaces between marks are optional."""
    marks = [mark for word in words for mark in _split(word)]
    # "b" may be the letter of row b or a black piece in it.
    if marks[0].lower() == letter and (len(marks) > length or marks[0] not in WHITE_MARKS | BLACK_MARKS):
        marks = marks[1:]
    if len(marks) != length:
        raise PositionError(
            "position.columns",
            say(
                "position: row {letter} has {count} hexes, expected {length}",
                allowed=f"{length} hexes in row {letter}",
                letter=letter,
                count=len(marks),
                length=length,
            ),
        )
    return [_read_height(mark) for mark in marks]


def _split(word: str) -> list[str]:
    marks = _MARKS.findall(word)
    return marks if "".join(marks) == word else [word]


def _read_height(mark: str) -> int:
    """0, or the height with the colour's sign. Raises PositionError."""
    found = _STACK.fullmatch(mark)
    if found and found["height"] is None and found["piece"] in EMPTY_MARKS:
        return 0
    if found and found["piece"] in WHITE_MARKS | BLACK_MARKS:
        height = int(found["height"] or 1)
        return height if found["piece"] in WHITE_MARKS else -height
    raise PositionError(
        "position.mark",
        say(
            "position: {mark!r} is not a stack; expected . (empty), O (white) or X (black), then a height up to {most}",
            allowed=f"., O or X, then a height up to {HIGHEST}",
            mark=mark[:20],
            most=HIGHEST,
        ),
    )
