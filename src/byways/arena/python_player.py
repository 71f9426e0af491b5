"""`python:module:callable`: a player that is a function of Python, called in a process of its own.

Run as a module, `python -m byways.arena.python_player MODULE CALLABLE`, it is that process: it answers lines as the
engine protocol does, where instead of a game and its turns a request has `state`, a pickled State.
"""

from __future__ import annotations

import base64
import importlib
import inspect
import json
import os
import pickle
import sys
import traceback
from collections.abc import Callable
from typing import Any

from byways.arena.json_player import JsonPlayer
from byways.errors import OptionError, brief
from byways.state import State
from byways.worker_processes import PYTHON


class PythonPlayer(JsonPlayer):
    """Asks a function for its turn: `choose(state)`, or `choose(state, seconds)`; it returns a text or a State."""

    def command_of(self, text: str) -> tuple[str, ...]:
        module, _, name = text.rpartition(":")
        if not all(part.isidentifier() for part in (*module.split("."), *name.split("."))):
            raise OptionError(
                "player.python", "python:{given} names no function; expected {allowed}",
                option="player", given=text[:100], allowed="python:module:callable",
            )  # fmt: skip
        return (*PYTHON, "-m", __name__, module, name)

    def request(self, id: int, state: State, seconds: float) -> dict[str, Any]:
        return {"id": id, "state": base64.b64encode(pickle.dumps(state)).decode(), "seconds": seconds}


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
            turn = choose(pickle.loads(base64.b64decode(request["state"])), request["seconds"])
            answer: dict[str, Any] = {"best": turn.turn if isinstance(turn, State) else _checked(turn)}
        except Exception as error:
            traceback.print_exc()
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


def _checked(turn: object) -> str:
    if not isinstance(turn, str):
        raise TypeError(f"a turn is a text or a State, not {type(turn).__name__}")
    return turn


if __name__ == "__main__":
    main(*sys.argv[1:])
