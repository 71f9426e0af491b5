"""Players that are programs: what those of all protocols have in common, and `process:` with the engine protocol.

The command may begin with `seconds=N`, the time that the program is asked to take for a turn, 1 by default, and
`limit=N`, after which it loses. Without a limit that is twice the time and 10 more seconds, for the first answer after
its start a minute more, unless its last start brought no answer.
"""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import shutil
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NoReturn

import msgspec

from byways.errors import IllegalTurnError, OptionError, PlayerError
from byways.incoming import decode_json
from byways.kernels import Bits
from byways.position.state import State
from byways.records.record import since_the_start
from byways.workers.conversation import KEPT, Conversation

SECONDS = 1.0
"""The default time for a turn."""
START = 60.0
"""Seconds that a program has for its start where no limit is set, beside the time for its turn."""
_SETTING = re.compile(r"\s*(seconds|limit)=(\S*)(\s+|$)")
_LONGEST = 86_400.0


def words_of(command: str) -> tuple[str, ...]:
    """Split a command as a shell does. Raises OptionError for one that is empty or whose program is not there."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise _no_command("{command!r} is not a command: {reason}", command, reason=str(error).lower()) from None
    if not words:
        raise _no_command("a command is missing", command)
    if shutil.which(words[0]) is None:
        raise _no_command("there is no program {command!r}", words[0])
    return words


def _no_command(template: str, command: str, **fields: str) -> OptionError:
    shown = command[:200]
    return OptionError("player.command", template, option="player", allowed="a command", command=shown, **fields)


def started(command: Sequence[str]) -> Conversation:
    """Start a program that may be anybody's. Raises PlayerError."""
    return Conversation(command, guarded=True, errors=subprocess.PIPE)


class ProgramPlayer(ABC):
    """A player whose turns come from a program. It is started for the first turn, and again after a failure."""

    def __init__(self, text: str) -> None:
        """Read what follows the kind of a player, such as "seconds=2 python bot.py". Raises OptionError."""
        settings, text = _settings_of(text)
        self.seconds = settings.get("seconds", SECONDS)
        self.limit = settings.get("limit")
        self.command = self.command_of(text)
        self._child: Conversation | None = None
        self._errors = ""
        self._may_start_slowly = True  # until a start has brought no answer
        self._until = 0.0  # a time.monotonic()

    def __getstate__(self) -> dict[str, object]:
        return vars(self) | {"_child": None}  # a copy starts the program anew

    def command_of(self, text: str) -> Sequence[str]:
        """Return the words of the command. Raises OptionError."""
        return words_of(text)

    @abstractmethod
    def turn(self, child: Conversation, state: State, seconds: float) -> str:
        """Ask for a turn in a state, of which the program may know everything. Raises PlayerError."""

    def begin(self, child: Conversation) -> None:  # noqa: B027 - most protocols have no greeting
        """Greet a program that has just been started. Raises PlayerError."""

    def farewell(self, child: Conversation) -> None:  # noqa: B027
        """Tell a program to end; its input will be closed as well."""

    def __call__(self, state: State, rng: Bits | None = None, seconds: float | None = None) -> State:
        """Return the state after the program's turn. Raises PlayerError."""
        seconds = self.seconds if seconds is None else seconds
        begins = self._child is None
        patience = (
            2 * seconds + 10 + (START if begins and self._may_start_slowly else 0) if self.limit is None else self.limit
        )
        try:
            after = self._play(state, seconds, time.monotonic() + patience)
            self._may_start_slowly = True
            return after
        except PlayerError as error:
            self._may_start_slowly = not begins
            self._end(0)
            if error.code == "player.slow":
                raise PlayerError("player.slow", "it did not answer within {seconds:g} s", seconds=patience) from None
            raise
        except BaseException:  # an interrupt amid an answer, which would be taken for the next one
            self._end(0)
            raise

    def _play(self, state: State, seconds: float, until: float) -> State:
        self._until = until
        if self._child is None:
            self._child = started(self.command)
            self.begin(self._child)
        text = self.turn(self._child, state.view(state.to_move), seconds)
        try:
            return state.play(text)
        except IllegalTurnError as error:
            given = text[:40]
            reason = str(error)[:200]
            raise PlayerError("player.illegal", "it answered {turn!r}: {reason}", turn=given, reason=reason) from error

    def line(self, child: Conversation) -> str:
        """Return the program's next line, in the time that it has for its turn. Raises PlayerError."""
        return child.line(self._until)

    @property
    def errors(self) -> str:
        """The end of what the program has written to its standard error, over all its starts."""
        return (self._errors + (self._child.errors if self._child else ""))[-KEPT:]

    def close(self) -> None:
        """End the program, and all that it has started."""
        if self._child is not None:
            with contextlib.suppress(PlayerError):
                self.farewell(self._child)
            self._end(1)

    def _end(self, patience: float) -> None:
        if self._child is not None:
            child = self._child
            self._child = None
            child.close(patience)
            self._errors = (self._errors + child.errors)[-KEPT:]


def _settings_of(text: str) -> tuple[dict[str, float], str]:
    """Return the settings before a command, and the command."""
    found: dict[str, float] = {}
    while match := _SETTING.match(text):
        name = match[1]
        given = match[2]
        try:
            found[name] = float(given)
        except ValueError:
            _refuse(name, given)
        if not 0 < found[name] <= _LONGEST:
            _refuse(name, given)
        text = text[match.end() :]
    return found, text.strip()


def _refuse(name: str, given: str) -> NoReturn:
    raise OptionError(
        "player.number", "{name}={given}: {name} must be {allowed}", option="player", name=name, given=given[:40],
        allowed=f"a number more than 0 and at most {_LONGEST:g}",
    )  # fmt: skip


class Complaint(msgspec.Struct, frozen=True):
    """What is wrong with one field of a request."""

    message: str
    field: str = ""
    code: str = ""


class EngineReply(msgspec.Struct, frozen=True):
    """The fields of an answer that a player needs; it may have others."""

    id: str | int | None
    done: bool = True
    best: str | None = None
    errors: list[Complaint] = []


def read_reply(line: str, id: str | int) -> EngineReply:
    """Read a line that answers the request with this id. Raises PlayerError, which says what is wrong with the line."""
    try:
        reply: EngineReply = decode_json(line, EngineReply)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _bad("it answered {line!r}, which is no answer: {reason}", line, reason=str(error)) from None
    if reply.errors:
        raise PlayerError("player.refused", "it refused the request: {reason}", reason=reply.errors[0].message[:200])
    if type(reply.id) is not type(id) or reply.id != id:
        raise _bad("it answered {line!r}, whose id is not {id!r}, that of the request", line, id=id)
    return reply


def _bad(template: str, line: str, **fields: object) -> PlayerError:
    return PlayerError("player.answer", template, line=line if len(line) <= 80 else f"{line[:80]}…", **fields)


class JsonPlayer(ProgramPlayer):
    """Asks a program for the best turn, by one request a turn."""

    _asked = 0

    def turn(self, child: Conversation, state: State, seconds: float) -> str:
        self._asked += 1
        child.send(json.dumps(self.request(self._asked, state, seconds), ensure_ascii=False).encode() + b"\n")
        while not (reply := read_reply(self.line(child), self._asked)).done:
            pass
        if reply.best is None:
            raise PlayerError("player.answer", "its answer has no best move")
        return reply.best

    def request(self, id: int, state: State, seconds: float) -> dict[str, Any]:
        """Return a request for the best turn of a state, all of which the program may know."""
        return {"id": id, **request_about(state), "legal": state.legal_turns(), "seconds": seconds}


def request_about(state: State) -> dict[str, Any]:
    """Return the fields of a request that say what it is about."""
    # Where somebody's turn is secret as yet, the position stands for all that led to it.
    first = state if "?" in state.turns else since_the_start(state)[0]
    asked: dict[str, Any] = {"game": state.game, "options": state.options}
    if first.turns or first.vector.tobytes() != state.variant.start().tobytes():
        asked["position"] = str(first)
    return asked | {"turns": state.turns[len(first.turns) :]}
