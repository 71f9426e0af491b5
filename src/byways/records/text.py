"""The text format: reading is strict about the rules, lenient about the layout; lines have about WIDTH characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from byways.errors import BywaysError, RecordError
from byways.game import Variant
from byways.incoming import without_mark
from byways.position.notation import read_options, write_options
from byways.records.begin import position_body, read_start
from byways.records.builder import Builder
from byways.records.limits import LIMITS, Limits
from byways.records.record import Line, Record, Turn
from byways.records.tags import OF_THE_START, Claims, Winners, bare, clean, is_result, read_result, tag_of
from byways.records.tokens import GLYPHS, Token, escape, is_bare, placed, tokens


def read_text(text: str, limits: Limits = LIMITS) -> list[Record]:
    """Parse all games of a text. Raises RecordError, with line and column."""
    text = clean(without_mark(text))
    try:
        limits.check("size", len(text.encode()))
    except UnicodeEncodeError as error:
        raise placed(RecordError("record.encoding", "this is not a character"), text, error.start) from None
    return list(_games(text, limits))


def _games(text: str, limits: Limits) -> Iterator[Record]:
    game = _GameReader(text, limits)
    count = 1
    for token in tokens(text):
        if token.kind == "tag" and game.begun:
            yield game.finish()
            game = _GameReader(text, limits)
            count += 1
            with game.at(token):
                limits.check("games", count)
        game.take(token)
    if game.tags:
        yield game.finish()


class _GameReader:
    """Takes the tokens of one game; never calls itself, however deep the variations."""

    def __init__(self, text: str, limits: Limits) -> None:
        self.text = text
        self.limits = limits
        self.tags: dict[str, Token] = {}  # by lower-case name
        self.remarks: list[Token] = []  # before the first turn
        self.builder: Builder | None = None  # from the first turn on
        self.opened: list[Token] = []  # the variations that are not closed yet
        self.result: Token | None = None

    @property
    def begun(self) -> bool:
        """Whether a tag that comes now belongs to the next game."""
        return self.builder is not None

    def take(self, token: Token) -> None:
        """Read on by one token. Raises RecordError."""
        if token.kind == "tag":
            self.add_tag(token)
        elif token.kind not in ("comment", "remark"):
            self.add_step(token, self.builder or self.begin(token))
        elif self.builder is None:
            self.remarks.append(token)
        else:
            with self.at(token):
                self.builder.comment(token.text)

    def add_tag(self, token: Token) -> None:
        name = bare(token.text).lower()
        with self.at(token):
            self.limits.check("tags", len(self.tags) + 1)
            if name in self.tags:
                raise RecordError("record.tag.twice", "the tag {tag} appears twice", tag=bare(token.text))
        self.tags[name] = token

    def begin(self, place: Token) -> Builder:
        """Set up the start that the tags describe; `place` is where a game without tags begins."""
        first = next(iter(self.tags.values()), place)
        with self.at(first):
            if "game" not in self.tags:
                raise RecordError("record.tag.game", 'a game begins with tags such as [Game "troll"]')
        with self.at(self.tags.get("options", first)):
            options = read_options(self.value("options") or "")
        start = read_start(
            self.tags["game"].value,
            options,
            self.value("position"),
            self.value("data"),
            self.limits,
            lambda tag: self.at(self.tags.get(tag, first)),
        )
        self.builder = Builder(start, self.limits)
        for remark in self.remarks:
            with self.at(remark):
                self.builder.comment(remark.text)
        return self.builder

    def add_step(self, token: Token, builder: Builder) -> None:
        with self.at(token):
            if self.result:
                raise RecordError("record.after", "only comments and the tags of the next game may follow a result")
            if token.kind == "open":
                builder.open()
                self.opened.append(token)
            elif token.kind == "close":
                builder.close()
                self.opened.pop()
            elif token.kind == "mark":
                builder.mark(int(token.text))
            elif token.kind == "glyph":
                builder.mark(GLYPHS[token.text])
            elif token.kind == "quoted" or not is_result(token.text, builder.start.players):
                builder.play(token.text)
            elif self.opened:
                raise RecordError("record.result.inside", "a variation has no result")
            else:
                self.result = token

    def finish(self) -> Record:
        """Return the game, once all its tokens are taken. Raises RecordError."""
        builder = self.builder or self.begin(next(iter(self.tags.values())))
        if self.opened:
            with self.at(self.opened[-1]):
                raise RecordError("record.variation.open", "the variation that begins here is never closed")
        claims = Claims(builder.start.players, self.limits)
        for name, tag in self.tags.items():
            if name not in OF_THE_START:
                with self.at(tag):
                    claims.take(tag.text, tag.value)
        winners = self.claimed(claims.winners, builder)
        place = self.result or self.tags.get("result") or self.tags.get("termination") or self.tags["game"]
        with self.at(place):
            return builder.record(winners, claims.termination, claims.people, claims.tags)

    def claimed(self, by_tag: Winners, builder: Builder) -> Winners:
        """Return the result that the text claims, by its tag or after its last turn."""
        if self.result is None:
            return by_tag
        with self.at(self.result):
            winners = read_result(self.result.text, builder.start.players)
            if None not in (winners, by_tag) and winners != by_tag:
                raise RecordError("record.result.two", "the Result tag says otherwise")
        return by_tag if winners is None else winners

    def value(self, tag: str) -> str | None:
        """Return the value of a tag, by its name in lower case."""
        return self.tags[tag].value if tag in self.tags else None

    @contextmanager
    def at(self, token: Token) -> Iterator[None]:
        """Turn any error within into one of the record, at the token's place."""
        try:
            yield
        except RecordError as error:
            raise placed(error, self.text, token.at) from error
        except BywaysError as error:
            refusal = RecordError("record.rules", "{reason}", reason=error.sentence, cause=error.code)
            raise placed(refusal, self.text, token.at) from error


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
