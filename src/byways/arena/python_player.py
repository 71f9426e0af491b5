"""`python:module:callable`: a player that is a function of Python, called in a process of its own.

Run as a module, `python -m byways.arena.python_player MODULE CALLABLE`, it is that process: it answers lines as the
engine protocol does, where instead of a game and its turns a request has `state`, a pickled State. A request without
one only asks whether the function is there.
"""

from __future__ import annotations

import base64
import importlib
import inspect
import json
import os
import pickle
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import closing
from types import TracebackType
from typing import Any

from byways.arena.programs import START, JsonPlayer, read_reply, started
from byways.errors import OptionError, PlayerError, brief
from byways.position.state import State
from byways.workers.lifetime import PYTHON

_seen: set[tuple[str, ...]] = set()
"""The commands, each with its working folder, whose functions have been found by this process."""


class PythonPlayer(JsonPlayer):
    """Asks a function for its turn: `choose(state)`, or `choose(state, seconds)`; it returns a text or a State.

    Raises OptionError where the function cannot be found, which is tried when the player is made, in a process too.
    """

    def command_of(self, text: str) -> tuple[str, ...]:
        module, _, name = text.rpartition(":")
        if not all(part.isidentifier() for part in (*module.split("."), *name.split("."))):
            raise OptionError(
                "player.python", "python:{given} names no function; expected {allowed}",
                option="player", given=text[:100], allowed="python:module:callable",
            )  # fmt: skip
        command = (*PYTHON, "-m", __name__, module, name)
        if (os.getcwd(), *command) not in _seen:
            _look_up(command, text)
            _seen.add((os.getcwd(), *command))
        return command

    def request(self, id: int, state: State, seconds: float) -> dict[str, Any]:
        return {"id": id, "state": base64.b64encode(pickle.dumps(state)).decode(), "seconds": seconds}


def _look_up(command: Sequence[str], text: str) -> None:
    """Let a process find the function and end again: to import a module is to run it. Raises OptionError."""
    with closing(started(command)) as child:
        try:
            child.send(b'{"id": 0}\n')
            read_reply(child.line(time.monotonic() + START), 0)
        except PlayerError as error:
            slow = f"it did not answer within {START:g} s" if error.code == "player.slow" else str(error)
            raise OptionError(
                "player.python", "python:{given} cannot play: {reason}",
                option="player", given=text[:100], allowed="python:module:callable",
                reason=error.fields["reason"] if error.code == "player.refused" else slow,
            ) from error  # fmt: skip


def main(module: str, name: str) -> None:
    """Answer requests by calling a function, until the input ends. What the function prints goes to the errors."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.path.append(os.getcwd())  # last: nobody's `random.py` stands in for Python's own
    choose: Callable[[State, float], object] | None = None
    for line in sys.stdin:
        request = json.loads(line)
        try:
            choose = choose or _find(module, name)
            answer: dict[str, Any] = {}
            if "state" in request:
                turn = choose(pickle.loads(base64.b64decode(request["state"])), request["seconds"])
                answer = {"best": turn.turn if isinstance(turn, State) else _checked(turn)}
        except Exception as error:
            traceback.print_exception(error.with_traceback(_without_ours(error.__traceback__)))
            answer = {"errors": [{"field": "", "code": "player.raised", "message": brief(error)}]}
        answers.write(json.dumps({"id": request["id"], "done": True, **answer}) + "\n")
        answers.flush()


def _find(module: str, name: str) -> Callable[[State, float], object]:
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    if not callable(found):
        raise TypeError(f"{module}.{name} cannot be called")
    if _takes_seconds(found):
        return lambda state, seconds: found(state, seconds)
    return lambda state, seconds: found(state)


def _takes_seconds(function: Callable[..., object]) -> bool:
    try:
        inspect.signature(function).bind(None, 1.0)
    except (TypeError, ValueError):
        return False
    return True


def _without_ours(trace: TracebackType | None) -> TracebackType | None:
    """Leave out this module's own calls, which lead to the player's function."""
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    return trace


def _checked(turn: object) -> str:
    if not isinstance(turn, str):
        raise TypeError(f"a move is a text or a State, not {type(turn).__name__}")
    return turn


if __name__ == "__main__":
    main(*sys.argv[1:])
