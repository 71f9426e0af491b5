"""Annotations: comments on positions, and variations.

All of it is part of the record's tree: comments, marks and variations. Addresses are those of `review`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from byways.errors import RecordError
from byways.records import Line, Turn
from byways.records.tags import clean
from byways.records.values import only_values, without_values
from byways.site.review.child import LIMITS
from byways.site.review.review import MARKS, Address
from byways.site.storage.analysis_store import line_of
from byways.site.web import lengths


def place(line: Line, address: Address, turns: Sequence[str], *, unfinished: bool = False) -> tuple[Line, Address]:
    """Keep turns that follow a position, as far as the line does not have them yet; and where the last of them is.

    Where a game that is not `unfinished` goes no further, as after a resignation, they follow its last turn once more,
    in a variation beside it. Raises RecordError where no turn was played at all.
    """
    *above, count = address
    rest = list(turns)
    while rest:
        within = _within(line, above)
        if count == len(within.turns):
            if not above and not unfinished:
                return _behind(line, count, rest)
            longer = replace(within, turns=(*within.turns, *map(Turn, rest)))
            return _put(line, above, longer), (*above, count + len(rest))
        played = within.turns[count]
        if played.turn == rest[0]:
            count = count + 1
            rest = rest[1:]
            continue
        starts = [variation.turns[0].turn for variation in played.variations]
        if rest[0] not in starts:
            beside = replace(played, variations=(*played.variations, Line(turns=tuple(map(Turn, rest)))))
            return _put(line, above, _with_turn(within, count, beside)), (*above, count + 1, len(starts), len(rest))
        above = [*above, count + 1, starts.index(rest[0])]
        count = 1
        rest = rest[1:]
    return line, (*above, count)


def _behind(line: Line, count: int, rest: Sequence[str]) -> tuple[Line, Address]:
    """Keep turns behind the end of a game, in a variation that begins with its last turn."""
    if not count:
        raise RecordError("note.end", "a variation replaces a move that was played, and none was played here")
    last = line.turns[-1]
    starts = [variation.turns[0].turn for variation in last.variations]
    if last.turn in starts:
        return place(line, (count, starts.index(last.turn), 1), rest)
    again = Line(turns=tuple(map(Turn, (last.turn, *rest))))
    beside = replace(last, variations=(*last.variations, again))
    return _with_turn(line, count - 1, beside), (count, len(starts), 1 + len(rest))


def remark(line: Line, address: Address, text: str, mark: int, *, more: bool = False) -> Line:
    """Say of a position, in place of what was said of it, and mark the turn that led there; 0 is no mark.

    With `more` what was said stays, and a mark where none is given. Raises RecordError.
    """
    text = _clean(text)
    if len(text) > lengths.NOTE:
        raise RecordError("note.long", "a note has at most {most} characters", most=lengths.NOTE)
    if mark and mark not in MARKS:
        raise RecordError(
            "note.mark", "a note's mark is a number from {low} to {high}", low=min(MARKS), high=max(MARKS)
        )
    notes = (text,) if text else ()
    *above, count = address
    within = _within(line, above)
    if not count:
        return _put(line, above, replace(within, comments=(*notes, *only_values(within.comments))))
    turn = within.turns[count - 1]
    if more:
        notes = (*turn.comments, *notes)
        mark = mark or marked(line, address)
    else:
        notes = (*notes, *only_values(turn.comments))
    marks = (*((mark,) if mark else ()), *(one for one in turn.marks if one not in MARKS))
    said = replace(turn, comments=notes, marks=marks)
    return _put(line, above, _with_turn(within, count - 1, said))


def line_name(line: Line, address: Address) -> str:
    """Return the name of the variation in which an address is: the first thing said before its first turn."""
    return next(iter(_within(line, address[:-1]).comments), "") if len(address) > 1 else ""


def rename(line: Line, address: Address, name: str) -> Line:
    """Name the variation in which an address is; empty for no name. Raises RecordError."""
    name = clean_name(name)
    above = address[:-1]
    if not above:
        return line
    within = _within(line, above)
    return _put(line, above, replace(within, comments=(*((name,) if name else ()), *within.comments[1:])))


def clean_name(name: str) -> str:
    """Return a name in one line. Raises RecordError."""
    name = " ".join(_clean(name).split())
    if len(name) > lengths.LINE:
        raise RecordError("note.name", "a name has at most {most} characters", most=lengths.LINE)
    return name


def strikable(line: Line, address: Address, *, endless: bool = False) -> bool:
    """Return whether what follows an address, and its own turn, can be taken away; in a variation all can.

    The turns of the game itself stay, but for the last one of a record that is `endless` (it tells of no end, so that
    turns can be added), if it has no alternatives.
    """
    *above, count = address
    return bool(above) or (endless and count == len(line.turns) > 0 and not line.turns[-1].variations)


def strike(line: Line, address: Address, *, endless: bool = False) -> tuple[Line, Address]:
    """Take a variation away from one of its turns on, or the last turn of the game.

    Return also where that left the line above, or where it now ends. Raises RecordError where that cannot be.
    """
    *above, count = address
    if not strikable(line, address, endless=endless):
        raise RecordError("note.game", "the moves of the game itself cannot be removed")
    if count > 1 or not above:
        within = _within(line, above)
        return _put(line, above, replace(within, turns=within.turns[: count - 1])), (*above, count - 1)
    *outer, beside, n = above
    within = _within(line, outer)
    turn = within.turns[beside - 1]
    left = replace(turn, variations=turn.variations[:n] + turn.variations[n + 1 :])
    return _put(line, outer, _with_turn(within, beside - 1, left)), (*outer, beside)


def promotable(address: Address, *, endless: bool = False) -> bool:
    """Return whether a variation can take the place of the line beside it; of the game's own only if it is endless."""
    return len(address) > (1 if endless else 3)


def promote(line: Line, address: Address, *, endless: bool = False) -> tuple[Line, Address]:
    """Let the variation of an address be the main line, as far as it can; what it replaces becomes a variation.

    Return also the address of the same position then. Raises RecordError where the turns of the game itself stay.
    """
    if not promotable(address, endless=endless):
        raise RecordError("note.game", "the moves of the game itself cannot be removed")
    while promotable(address, endless=endless):
        line, address = _lift(line, address)
    return line, address


def _lift(line: Line, address: Address) -> tuple[Line, Address]:
    """Exchange the variation of an address and the rest of its parent line."""
    *outer, beside, n, count = address
    within = _within(line, outer)
    played = within.turns[beside - 1]
    chosen = played.variations[n]
    rest = Line(turns=(replace(played, variations=()), *within.turns[beside:]))
    others = (rest, *played.variations[:n], *played.variations[n + 1 :])
    first = chosen.turns[0]
    first = replace(first, comments=(*chosen.comments, *first.comments), variations=(*others, *first.variations))
    lifted = replace(within, turns=(*within.turns[: beside - 1], first, *chosen.turns[1:]))
    return _put(line, outer, lifted), (*outer, beside - 1 + count)


def comments(line: Line, address: Address) -> tuple[str, ...]:
    """Return the comments on a position, as people read them."""
    *above, count = address
    within = _within(line, above)
    return without_values(within.turns[count - 1].comments if count else within.comments)


def marked(line: Line, address: Address) -> int:
    """Return the mark that a note gave the turn that led to a position; 0 for none."""
    *above, count = address
    marks = _within(line, above).turns[count - 1].marks if count else ()
    return next((mark for mark in marks if mark in MARKS), 0)


def name_of(line: Line) -> str:
    """Return a hash of a record's tree, by which changes made elsewhere are noticed."""
    return line_of([msgspec.json.encode(line).decode()])


def check(line: Line) -> None:
    """Refuse a tree that is larger than what may be sent in. Raises RecordError."""
    depths = list(_depths(line, 0))
    LIMITS.check("turns", len(depths))
    LIMITS.check("depth", max(depths, default=0))
    LIMITS.check("size", len(msgspec.json.encode(line)))


def _clean(text: str) -> str:
    return "".join(c for c in clean(text) if unicodedata.category(c) not in ("Cc", "Cs") or c in "\t\n").strip()


def _depths(line: Line, depth: int) -> Iterator[int]:
    """Yield the number of variations that each turn is in."""
    for turn in line.turns:
        yield depth
        for variation in turn.variations:
            yield from _depths(variation, depth + 1)


def _within(line: Line, above: Sequence[int]) -> Line:
    """Return the line at an address without its last number."""
    for count, n in zip(above[::2], above[1::2], strict=True):
        line = line.turns[count - 1].variations[n]
    return line


def _put(line: Line, above: Sequence[int], changed: Line) -> Line:
    """Return the tree with another line at an address without its last number."""
    if not above:
        return changed
    *outer, count, n = above
    within = _within(line, outer)
    turn = within.turns[count - 1]
    variations = (*turn.variations[:n], changed, *turn.variations[n + 1 :])
    return _put(line, outer, _with_turn(within, count - 1, replace(turn, variations=variations)))


def _with_turn(line: Line, at: int, turn: Turn) -> Line:
    """Return a line with another turn at an index."""
    return replace(line, turns=(*line.turns[:at], turn, *line.turns[at + 1 :]))
