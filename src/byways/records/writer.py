"""Writing the text format: tags, then the turns in lines of about WIDTH characters, the result last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from byways.game import Variant
from byways.position.notation import write_options
from byways.records.begin import position_body
from byways.records.record import Record
from byways.records.results import is_result
from byways.records.tags import tag_of
from byways.records.tokens import GLYPHS, escape, is_bare
from byways.records.tree import Line, Turn

WIDTH = 100
_BREAK = "\n"  # before a piece that begins a line
_QUOTE = '"'
_GLYPH_OF = {mark: glyph for glyph, mark in GLYPHS.items()}


def write_text(records: Iterable[Record]) -> str:
    """Return games in the text format, one after another."""
    return "\n".join(map(write, records))


def write(record: Record) -> str:
    """Return a record as text that ends with a line feed."""
    tags = [f'[{name} "{escape(value, end=_QUOTE)}"]' for name, value in _tags(record)]
    turns = _line(record.start.variant, record.line, 0, inside=False)
    return "\n".join((*tags, "", *_wrapped([*turns, record.result]), ""))


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    variant = record.start.variant
    yield "Game", record.game
    if variant.option_texts:
        yield "Options", write_options(variant.option_texts)
    if data := variant.game.ui.data_hash(variant.options):
        yield "Data", data
    if (position := position_body(record.start)) is not None:
        yield "Position", "\n" + position
    yield from ((tag_of(player), record.people[player]) for player in variant.players if player in record.people)
    yield from record.tags.items()
    yield "Result", record.result
    if record.termination:
        yield "Termination", record.termination


def _line(variant: Variant, line: Line, ply: int, *, inside: bool) -> Iterator[str]:
    """Yield the pieces of a line that begins after `ply` turns; none is broken, and a line feed begins a line."""
    in_pairs = len(variant.players) == 2 and not variant.game.dice
    yield from map(_comment, line.comments)
    interrupted = True
    for turn in line.turns:
        text = _turn(variant, turn)
        if not in_pairs:
            text = f"{'' if inside else _BREAK}{ply + 1}. {text}"
        elif ply % 2 == 0 or interrupted:
            text = f"{ply // 2 + 1}{'...' if ply % 2 else '.'} {text}"
        yield text
        yield from (f"${mark}" for mark in turn.marks[_glyphs(turn) :])
        yield from map(_comment, turn.comments)
        for variation in turn.variations:
            first, *rest = _line(variant, variation, ply, inside=True)
            *most, last = (f"({first}", *rest)
            yield from (*most, f"{last})")
        interrupted = bool(turn.comments or turn.variations)
        ply += 1


def _turn(variant: Variant, turn: Turn) -> str:
    plain = is_bare(turn.turn) and not is_result(turn.turn, variant.players)
    text = turn.turn if plain else f'"{escape(turn.turn, end=_QUOTE)}"'
    return text + "".join(_GLYPH_OF[mark] for mark in turn.marks[: _glyphs(turn)])


def _glyphs(turn: Turn) -> int:
    """Return how many leading marks are written as a glyph: at most one, as two in a row would read as another."""
    return int(bool(turn.marks) and turn.marks[0] in _GLYPH_OF)


def _comment(text: str) -> str:
    return "{" + escape(text, end="}") + "}"


def _wrapped(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the pieces joined to lines."""
    line: list[str] = []
    column = 0
    for piece in pieces:
        text = piece.removeprefix(_BREAK)
        first, *others = text.split("\n")
        if line and (piece.startswith(_BREAK) or column + len(first) > WIDTH):
            yield " ".join(line)
            line = []
            column = 0
        line.append(text)
        column = len(others[-1]) + 1 if others else column + len(text) + 1
    yield " ".join(line)
