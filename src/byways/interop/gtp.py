"""`byways gtp`: the Go Text Protocol, version 2 (Farnebäck, 2002), for games of two players without dice.

Turns travel as canonical texts, or with vertices after `byways-vertices on`. One thread listens, so that an analysis
that streams (`lz-analyze`) ends when the next line comes.
"""

from __future__ import annotations

import functools
import os
import queue
import re
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

import byways
from byways.arena.gtp_player import board_size, colour_named, colour_of, size_option
from byways.errors import BywaysError, IllegalTurnError, OptionError, UnreadableTurnError, brief
from byways.game import Variant
from byways.interop.engine import lines_of
from byways.interop.gtp_clock import Clock
from byways.position.state import State
from byways.search.answer import Analysis, Choice
from byways.search.driver import Search
from byways.search.search_tree import MEGABYTES, Tree
from byways.solve.analysis import analyse, prepare
from byways.workers.call import Abandonable
from byways.workers.interrupts import end_at_interrupts
from byways.workers.lifetime import end_unread

COMMANDS = (
    "protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board", "komi",
    "play", "genmove", "undo", "time_settings", "time_left", "final_score", "showboard", "lz-analyze",
    "byways-vertices",
)  # fmt: skip
LONGEST_LINE = 100_000  # bytes
SECONDS = 1.0
"""The default time for a turn."""
INTERVAL = 100
"""Hundredths of a second between the lines of `lz-analyze`, where none is asked for."""
SHOWN = 30  # turns in each of them
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_HUNDREDTHS = 100
_PAUSE = 0.01  # seconds between two looks for a line
_TEN_THOUSANDTHS = 10_000


class RefusedError(Exception):
    """A command that cannot be carried out; the sentence is the answer."""


class GtpEngine:
    """Plays one game by GTP's commands."""

    def __init__(
        self, variant: Variant, source: BinaryIO, sink: BinaryIO, *, level: int | None = None,
        seconds: float | None = None, vertices: bool = False, megabytes: float = MEGABYTES,
    ) -> None:  # fmt: skip
        self._source = source
        self._sink = sink
        self._level = level
        self._seconds = seconds
        self._vertices = vertices
        self._clock = Clock()
        self._call, self._tree = Abandonable(), Tree.with_memory(megabytes)
        self._state = State(variant, variant.start())
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: dict[str, Callable[[list[str]], str]] = {
            name: getattr(self, "_" + name.replace("-", "_")) for name in COMMANDS if name != "lz-analyze"
        }

    def run(self) -> None:
        """Answer until `quit`, or the end of the input."""
        threading.Thread(target=self._listen, daemon=True).start()
        self._prepare()
        while (line := self._lines.get()) is not None:
            if self._answer(line):
                return

    def _prepare(self) -> None:
        """Have all machine code at hand before the first answer, so that the first turn keeps its time."""
        with suppress(BywaysError):  # which the first turn says
            prepare(self._state.variant.game, self._level)
            self._state.variant.rules.compile()

    def _listen(self) -> None:
        for line in lines_of(self._source):
            self._lines.put(line)
        self._lines.put(None)

    def _answer(self, line: bytes) -> bool:
        """Answer one line; return whether it was the last."""
        if len(line) > LONGEST_LINE:
            self._write(f"? a line has at most {LONGEST_LINE} bytes\n\n")
            return False
        id, name, words = _parsed(line)
        if not name:
            if id:
                self._write(f"?{id} syntax error\n\n")
            return False
        try:
            if name == "lz-analyze":
                self._stream(id, words)
                return False
            answer = self._answers[name](words) if name in self._answers else _refuse("unknown command")
            self._write(f"={id} {_one_block(answer)}".rstrip() + "\n\n")
        except RefusedError as error:
            self._write(f"?{id} {_one_block(str(error))}\n\n")
        except (BywaysError, OSError) as error:
            self._write(f"?{id} {' '.join(str(error).split())}\n\n")
        except Exception as error:  # what somebody's game raises
            self._write(f"?{id} {' '.join(brief(error).split())}\n\n")
        return name == "quit"

    def _write(self, text: str) -> None:
        self._sink.write(text.encode())
        self._sink.flush()

    # Commands about the program

    def _protocol_version(self, words: list[str]) -> str:
        return "2"

    def _name(self, words: list[str]) -> str:
        return f"Byways {self._state.variant.game.title}"

    def _version(self, words: list[str]) -> str:
        return byways.__version__

    def _known_command(self, words: list[str]) -> str:
        return "true" if words and words[0] in COMMANDS else "false"

    def _list_commands(self, words: list[str]) -> str:
        return "\n".join(COMMANDS)

    def _quit(self, words: list[str]) -> str:
        return ""

    # Commands about the board

    def _boardsize(self, words: list[str]) -> str:
        variant = self._state.variant
        size = _integer(words, "boardsize")
        option = size_option(variant)
        if option is None:
            return "" if size == board_size(variant) else _refuse("unacceptable size")
        try:
            variant = variant.game.variant({**variant.options, option: size})
        except OptionError as error:
            raise RefusedError(f"unacceptable size: {error}") from None
        self._begin(variant)
        return ""

    def _clear_board(self, words: list[str]) -> str:
        self._begin(self._state.variant)
        return ""

    def _begin(self, variant: Variant) -> None:
        self._state = State(variant, variant.start())
        self._clock.forget()

    def _komi(self, words: list[str]) -> str:
        """Accept what every controller of Go sends; it means nothing here."""
        _number(words[:1], "komi")
        return ""

    def _play(self, words: list[str]) -> str:
        if len(words) < 2:
            raise RefusedError("syntax error: play COLOR TURN")
        self._check_colour(words[0])
        text = " ".join(words[1:])
        try:
            turn = from_vertices(self._state.variant, text) if self._vertices else text
            self._state = self._call(self._state.play, turn)
        except IllegalTurnError as error:
            raise RefusedError(f"illegal move: {error}") from None
        return ""

    def _undo(self, words: list[str]) -> str:
        if self._state.previous is None:
            raise RefusedError("cannot undo")
        self._state = self._state.previous
        return ""

    def _final_score(self, words: list[str]) -> str:
        """Return the winner and by how many points; by 1 where there are none. 0 is a draw."""
        outcome = self._state.outcome
        if outcome is None:
            raise RefusedError("cannot score: the game is not over")
        if outcome.winner is None:
            return "0"
        first, second = (outcome.scores.get(player, 0) for player in self._state.players)
        counts = self._state.variant.game.ui.tally is not None  # else scores are 1 and -1
        margin = abs(first - second) if counts else 1
        return f"{colour_named(self._state, outcome.winner)[0].upper()}+{margin or 1:g}"

    def _showboard(self, words: list[str]) -> str:
        return "\n" + str(self._state)

    def _byways_vertices(self, words: list[str]) -> str:
        if words not in (["on"], ["off"]):
            raise RefusedError("syntax error: byways-vertices on, or off")
        self._vertices = words == ["on"]
        return ""

    def _written(self, turn: str) -> str:
        return to_vertices(self._state.variant, turn) if self._vertices else turn

    def _check_colour(self, word: str) -> None:
        """Raise RefusedError for a colour that is none or that is not to move."""
        colour = {"b": "black", "w": "white"}.get(word.lower(), word.lower())
        if colour not in ("black", "white"):
            raise RefusedError(f"syntax error: {word[:20]} is no color")
        if self._state.to_move is None:
            raise RefusedError("illegal move: the game is over")
        if colour != colour_of(self._state):
            raise RefusedError(f"illegal move: {colour_of(self._state)} is to move")

    # Thinking, and its time

    def _time_settings(self, words: list[str]) -> str:
        main, overtime, stones = (_number(words[at : at + 1], "time_settings MAIN OVERTIME STONES") for at in range(3))
        self._clock.set(main, overtime, int(stones))
        return ""

    def _time_left(self, words: list[str]) -> str:
        seconds, stones = (_number(words[at : at + 1], "time_left COLOR TIME STONES") for at in (1, 2))
        self._clock.tell(words[0].lower()[:1], seconds, int(stones))
        return ""

    def _genmove(self, words: list[str]) -> str:
        if not words:
            raise RefusedError("syntax error: genmove COLOR")
        self._check_colour(words[0])
        own = self._seconds if self._seconds is not None or self._level is not None else SECONDS
        allowed = self._clock.seconds(colour_of(self._state)[:1])
        found = analyse(self._state, own if allowed is None else allowed, self._level, tree=self._tree, call=self._call)
        self._state = self._call(self._state.play, str(found.best))
        return self._written(str(self._state.turn))

    def _stream(self, id: str, words: list[str]) -> None:
        """Analyse until the next line comes: `lz-analyze [COLOR] [INTERVAL]`."""
        given = [word for word in words if word != "interval"]
        if given and not given[0].isdigit():
            self._check_colour(given.pop(0))
        interval = _integer(given, "lz-analyze") if given else INTERVAL
        if self._state.to_move is None:
            raise RefusedError("the game is over")
        self._write(f"={id}\n")
        told = time.monotonic()

        def due() -> bool:
            nonlocal told
            if time.monotonic() - told < interval / _HUNDREDTHS:
                return False
            told = time.monotonic()
            return True

        def report(search: Search) -> None:
            if due():
                self._tell(self._call(search.analysis))

        try:
            found = analyse(
                self._state, None, choices=SHOWN, tree=self._tree, call=self._call, report=report,
                stop=lambda: not self._lines.empty(),
            )  # fmt: skip
            self._tell(found)
            while self._lines.empty():  # everything is proved
                time.sleep(_PAUSE)
                if due():
                    self._tell(found)
        finally:
            self._write("\n")

    def _tell(self, found: Analysis) -> None:
        told = " ".join(self._info(order, choice) for order, choice in enumerate(found.choices[:SHOWN]))
        if told:
            self._write(told + "\n")

    def _info(self, order: int, choice: Choice) -> str:
        share = round(_TEN_THOUSANDTHS * choice.value)
        line = " ".join(self._written(turn) for turn in choice.line or (choice.turn,))
        return f"info move {self._written(choice.turn)} visits {choice.visits} winrate {share} order {order} pv {line}"


def _parsed(line: bytes) -> tuple[str, str, list[str]]:
    """Return the id of a command, or "", its name and its arguments; without control characters and comments."""
    text = _CONTROL.sub("", line.decode(errors="replace").replace("\t", " ")).partition("#")[0]
    words = text.split()
    id = words.pop(0) if words and words[0].isdigit() else ""
    return id, words[0] if words else "", words[1:]


def _one_block(answer: str) -> str:
    """Return an answer without the empty lines that would end it."""
    return "\n".join(line for number, line in enumerate(answer.splitlines()) if line.strip() or number == 0)


def _integer(words: list[str], what: str) -> int:
    if not words or not words[0].isdecimal() or len(words[0]) > 6:
        raise RefusedError(f"syntax error: {what} takes a whole number")
    return int(words[0])


def _number(words: list[str], what: str) -> float:
    try:
        number = float(words[0])
    except (IndexError, ValueError):
        raise RefusedError(f"syntax error: {what}") from None
    if not abs(number) <= 1e6:
        raise RefusedError(f"syntax error: {what}")
    return number


def _refuse(sentence: str) -> str:
    raise RefusedError(sentence)


def main(
    variant: Variant, *, level: int | None = None, seconds: float | None = None, vertices: bool = False,
    megabytes: float = MEGABYTES,
) -> None:  # fmt: skip
    """Run GTP on standard input and output."""
    end_at_interrupts()
    end_unread(sys.stdout.buffer)
    streams = sys.stdin.buffer, sys.stdout.buffer
    GtpEngine(variant, *streams, level=level, seconds=seconds, vertices=vertices, megabytes=megabytes).run()
    os._exit(0)  # the thread that listens holds the input, for which Python would wait in vain


LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_WORD = re.compile(r"[A-Za-z]+\d+")


@functools.lru_cache(maxsize=8)
def _tables(variant: Variant) -> tuple[dict[str, str], dict[str, str]]:
    """Return the vertex of each cell, and the cell of each vertex, both by name, vertices in capitals."""
    layout = variant.layout
    height = len(layout.rows)
    cells = {
        name: f"{_letters(column)}{height - row}"
        for name, (row, column) in zip(layout.names, layout.places, strict=True)
    }
    return cells, {vertex: cell for cell, vertex in cells.items()}


def _letters(column: int) -> str:
    more, last = divmod(column, len(LETTERS))
    return (LETTERS[more - 1] if more else "") + LETTERS[last]


def to_vertices(variant: Variant, turn: str) -> str:
    """Write a canonical turn with vertices in place of its cells: "e5,f6" of a board with 8 rows is "E4,F3"."""
    cells, _ = _tables(variant)
    return _WORD.sub(lambda word: cells.get(word[0], word[0]), turn)


def from_vertices(variant: Variant, turn: str) -> str:
    """Return the canonical text of a turn with vertices. Raises UnreadableTurnError for a point off the board."""
    _, vertices = _tables(variant)

    def cell(word: re.Match[str]) -> str:
        if (found := vertices.get(word[0].upper())) is None:
            raise UnreadableTurnError("turn.vertex", "{vertex} is not a vertex of this board", vertex=word[0][:20])
        return found

    return _WORD.sub(cell, turn)
