"""`gtp:COMMAND`: a player that speaks the Go Text Protocol, version 2 (Farnebäck, 2002); turns are canonical texts."""

from __future__ import annotations

import math
from itertools import pairwise

from byways.arena.programs import ProgramPlayer
from byways.errors import PlayerError
from byways.game import Variant
from byways.position.state import State
from byways.records.record import since_the_start
from byways.workers.conversation import Conversation

OURS = "byways-vertices"
"""A command that only Byways' own program knows; it takes fractions of seconds as well."""


class ResignedError(PlayerError):
    """A program has resigned its game, which is no failure."""


class GtpPlayer(ProgramPlayer):
    """Tells a program the turns played since its last one and asks it for the next."""

    def begin(self, child: Conversation) -> None:
        self._known = frozenset(self._ask(child, "list_commands").split())
        self._start: State | None = None  # of the game that the program has on its board
        self._played: tuple[str, ...] = ()
        self._told: float | None = None  # seconds a turn

    def farewell(self, child: Conversation) -> None:
        child.send(b"quit\n")

    def turn(self, child: Conversation, state: State, seconds: float) -> str:
        start = _start_of(state)
        if self._told != seconds and "time_settings" in self._known:
            self._set_time(child, seconds)
            self._told = seconds
        if start != self._start or state.turns[: len(self._played)] != self._played:
            self._set_up(child, start)
        for before, after in pairwise(since_the_start(state)[len(self._played) :]):
            self._ask(child, f"play {colour_of(before)} {after.turn}")
            self._played = (*self._played, str(after.turn))
        answer = self._ask(child, f"genmove {colour_of(state)}")
        if answer.lower() == "resign":
            raise ResignedError("player.resigned", "it resigned")
        self._played = (*self._played, state.play(answer).turn or "") if state.is_legal(answer) else ()
        return answer

    def _set_time(self, child: Conversation, seconds: float) -> None:
        """Ask for turns within some seconds. A program that refuses that plays on as it likes, within its limit."""
        given = f"{seconds:g}" if OURS in self._known else str(math.ceil(seconds))
        try:
            self._ask(child, f"time_settings 0 {given} 1")
        except PlayerError as error:
            if error.code != "player.refused":
                raise

    def _set_up(self, child: Conversation, start: State) -> None:
        """Clear the program's board and give it the size of the game's."""
        size = board_size(start.variant)
        if size is not None and (self._start is None or board_size(self._start.variant) != size):
            self._ask(child, f"boardsize {size}")
        self._ask(child, "clear_board")
        self._start = start
        self._played = ()

    def _ask(self, child: Conversation, command: str) -> str:
        """Return the answer to a command. Raises PlayerError where it is a refusal."""
        child.send(f"{command}\n".encode())
        while not (first := self.line(child)).strip():
            pass
        lines = [first]
        while line := self.line(child):
            lines.append(line)
        sign = first[:1]
        answer = "\n".join(lines)[1:].lstrip("0123456789").strip()
        if sign == "=":
            return answer
        if sign == "?":
            raise PlayerError(
                "player.refused", "it refused {command!r}: {reason}", command=command[:60], reason=answer[:200]
            )
        raise PlayerError(
            "player.answer", "it answered {line!r}, which is no answer of GTP: they begin with = or ?", line=first[:80]
        )


def _start_of(state: State) -> State:
    """Return where a game began. Raises PlayerError unless that is the usual start and all is known since then."""
    first = since_the_start(state)[0]
    if first.vector.tobytes() != state.variant.start().tobytes() or "?" in state.turns:
        raise PlayerError("player.gtp", "GTP tells only of moves since a game's usual start that everybody knows")
    return first


def colour_of(state: State) -> str:
    """Return GTP's colour of the player to move."""
    return colour_named(state, str(state.to_move))


def colour_named(state: State, player: str) -> str:
    """Return GTP's colour of a player: the player's name, or black for the first of others."""
    if set(state.players) == {"black", "white"}:
        return player
    return "black" if player == state.players[0] else "white"


def size_option(variant: Variant) -> str | None:
    """Return the option that gives the size of the board; None where there is none, or more than one."""
    board = variant.game.board
    names = set(board.sizes) if board is not None else set()
    name = names.pop() if len(names) == 1 else None
    return name if isinstance(name, str) else None


def board_size(variant: Variant) -> int | None:
    """Return the number that GTP's `boardsize` names: the value of the option, or the length of the longest row."""
    option = size_option(variant)
    if option is not None:
        return int(variant.options[option])
    return max(map(len, variant.layout.rows), default=None)
