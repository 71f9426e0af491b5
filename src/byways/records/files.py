"""Files of records and positions: reading either, and writing atomically."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from byways import registry
from byways.errors import BywaysError, OptionError, RecordError
from byways.incoming import without_mark
from byways.position.ascii_diagrams import check_single, is_diagram, is_drawn
from byways.position.notation import read_board
from byways.position.state import State
from byways.records.begin import read_start
from byways.records.document import read_json
from byways.records.limits import LIMITS, Limits
from byways.records.record import Record
from byways.records.text import read_text
from byways.records.tokens import placed
from byways.translatable import either, marked

STDIN = "-"
_JSON = re.compile(r'\s*+(?:\{|\[\s*+(?:[{\]\["]|\Z))')
_TAGGED = re.compile(r"\s*+[\[;%]")


def read_file(path: str | Path, limits: Limits = LIMITS) -> list[Record]:
    """Read all games of a file, in the text format or JSON; "-" is the standard input. Raises RecordError, OSError."""
    return _records(_read(path, limits), limits)


def load(path: str | Path, number: int | None = None, limits: Limits = LIMITS, game: str = "") -> Record | State:
    """Return the contents of a file: the state of a position, or a record.

    `number` says which record, from 1; it is optional if there is only one. `game` is that of a position which does not
    name one.

    Raises RecordError, PositionError, OptionError, OSError.
    """
    return read_any(_read(path, limits), number, limits, game)


def read_any(text: str, number: int | None = None, limits: Limits = LIMITS, game: str = "") -> Record | State:
    """Return the contents of a text, as `load` does for a file. Raises RecordError, PositionError, OptionError."""
    text = without_mark(text)
    if not (_JSON.match(text) or _TAGGED.match(text)):
        return _position(text, limits, game)
    records = _records(text, limits)
    if not records:
        raise RecordError("record.none", "it contains no game", line=1, column=1)
    if number is None and len(records) != 1:
        raise RecordError(
            "record.count", "there are {count} games; give the number of one", count=len(records), line=1, column=1
        )
    number = 1 if number is None else number
    if not 1 <= number <= len(records):
        raise RecordError(
            "record.number",
            "there is no game {number}; there are {count}",
            number=number,
            count=len(records),
            line=1,
            column=1,
        )
    return records[number - 1]


def write_file(path: str | Path, content: str | bytes) -> None:
    """Write a file as a whole or not at all: a crash leaves the file as it was. Raises OSError."""
    data = content.encode() if isinstance(content, str) else content
    with replacing(path) as file:
        file.write(data)


@contextlib.contextmanager
def replacing(path: str | Path) -> Iterator[BinaryIO]:
    """Yield a file to write that takes the place of another when it is whole. Raises OSError."""
    target = Path(path).resolve()
    with _named(path):
        if _irreplaceable(target):
            with open(target, "wb") as file:
                yield file
            return
        with _beside(target) as new:
            with open(new, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, new)
            os.replace(new, target)


def check_writable(path: str | Path) -> None:
    """Raise the OSError that `write_file` would raise at this place; nothing is written there."""
    target = Path(path).resolve()
    with _named(path):
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not _irreplaceable(target):
            with _beside(target):
                pass
        elif not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _irreplaceable(target: Path) -> bool:
    """Return whether this is a device or a pipe, which nothing may replace."""
    return target.exists() and not target.is_file()


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """Yield a new file in the same folder; remove it afterwards unless it has taken the other's place."""
    new = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        new.touch(exist_ok=False)
        yield new
    finally:
        new.unlink(missing_ok=True)


@contextlib.contextmanager
def _named(path: str | Path) -> Iterator[None]:
    """Make any OSError within name the requested file, not a temporary one."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


def _read(path: str | Path, limits: Limits) -> str:
    most = limits.size + 1
    if str(path) == STDIN:
        data = sys.stdin.buffer.read(most)
    else:
        with open(path, "rb") as file:
            data = file.read(most)
    limits.check("size", len(data))
    try:
        return without_mark(data.decode())
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        raise placed(RecordError("record.encoding", "this is not UTF-8"), before, len(before)) from None


def _records(text: str, limits: Limits) -> list[Record]:
    return read_json(text, limits) if _JSON.match(text) else read_text(text, limits)


def _position(text: str, limits: Limits, game: str) -> State:
    first = next(iter(text.split(maxsplit=1)), "")
    try:
        return _start(first, text, limits)
    except OptionError as error:
        if error.code != "game.unknown":
            raise
    if is_drawn(text):
        check_single(text)
    if game or is_drawn(text):
        return _start(game or _game_of(text), text, limits)
    message = 'expected a record, which begins with tags such as [Game "troll"], or a position, such as troll size=8'
    raise placed(RecordError("record.unknown", message), text, 0)


def _start(game: str, text: str, limits: Limits) -> State:
    return read_start(game, {}, text, None, limits, lambda tag: contextlib.nullcontext())


def _game_of(text: str) -> str:
    """Return the game of a board without a heading: the one that the text names or whose start it shows.

    A diagram that no other game can have is of the only one left. Raises RecordError where the game is not known.
    """
    known = {name: registry.find(name).title for name in registry.names()}
    named = [name for name, title in known.items() if re.search(rf"\b{re.escape(title)}\b", text, re.IGNORECASE)]
    fitting = {} if named else _fitting(known, text)
    at_start = [name for name, is_start in fitting.items() if is_start]
    meant = named or at_start or list(fitting)
    if len(meant) == 1 and (named or at_start or is_diagram(text)):
        return meant[0]
    template = marked("which game is this? Write its name in a line above the board: {games}")
    raise placed(RecordError("record.game", template, games=either(meant if len(meant) > 1 else known)), text, 0)


def _fitting(games: Iterable[str], text: str) -> dict[str, bool]:
    """Return the games in which a board can come about, and of each whether it is its start."""
    fitting: dict[str, bool] = {}
    for name in games:
        try:
            variant, state = read_board(registry.find(name), text)
            variant.game.texts.check(variant, state)
        except BywaysError:
            continue
        if variant.game.texts.count_turns(variant, state) != -1:
            fitting[name] = bool((state == variant.start()).all())
    return fitting
