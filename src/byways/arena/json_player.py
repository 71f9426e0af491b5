"""`process:COMMAND`: a player that speaks the engine protocol, a JSON object a line (docs/guides/engine.md)."""

from __future__ import annotations

import json
from typing import Any

from byways.arena.engine_reply import read_reply
from byways.arena.programs import ProgramPlayer, words_of
from byways.errors import PlayerError
from byways.position.state import State
from byways.workers.conversation import Conversation


class JsonPlayer(ProgramPlayer):
    """Asks a program for the best turn, by one request a turn."""

    _asked = 0

    def command_of(self, text: str) -> tuple[str, ...]:
        return words_of(text)

    def turn(self, child: Conversation, state: State, seconds: float) -> str:
        self._asked += 1
        child.send(json.dumps(self.request(self._asked, state, seconds), ensure_ascii=False).encode() + b"\n")
        while not (reply := read_reply(self.line(child), self._asked)).done:
            pass
        if reply.best is None:
            raise PlayerError("player.answer", "its answer has no best turn")
        return reply.best

    def request(self, id: int, state: State, seconds: float) -> dict[str, Any]:
        """Return a request for the best turn of a state, all of which the program may know."""
        return {"id": id, **request_about(state), "legal": state.legal_turns(), "seconds": seconds}


def request_about(state: State) -> dict[str, Any]:
    """Return the fields of a request that say what it is about."""
    first = state
    if "?" not in state.turns:  # else somebody's turn is secret as yet, and the position stands for all that led to it
        while first.previous is not None:
            first = first.previous
    asked: dict[str, Any] = {"game": state.game, "options": state.options}
    if first.turns or first.vector.tobytes() != state.variant.start().tobytes():
        asked["position"] = str(first)
    return asked | {"turns": state.turns[len(first.turns) :]}
