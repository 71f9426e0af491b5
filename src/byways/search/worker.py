"""An engine in a process of its own: `python -m byways.search.worker` reads requests and writes answers, a line each.

A request is a JSON object: an `id`, then a `game` with `options`, perhaps a start `position`, the `turns` played, and
limits (`seconds`, `simulations`, `level`). Answers carry the id and either an analysis or an `error`; where `report`
is given, unfinished answers (`"done": false`) come every so many seconds. `{"id": …, "cancel": true}` ends a search
early: its answer is what was found so far. Requests are answered one after another; a search ends when the process that
started this one is gone.

With `"task": "judge"` the answer says of a finished game its `outcome`, `why` it ended so, and the `picture`: counting
that may be too costly for whoever asks.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from typing import Any, Literal

import msgspec

from byways.errors import BywaysError
from byways.search.analysis import MEGABYTES, Analysis, Search, analyse
from byways.search.tree import Tree
from byways.state import State, start

NICE = 10
LONGEST_LINE = 1_000_000  # bytes
MOST_CHOICES = 30  # in an answer


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """What a line asks for."""

    id: str | int
    task: Literal["analyse", "judge"] = "analyse"
    game: str = ""
    options: dict[str, str | int | bool] = {}
    position: str | None = None
    turns: list[str] = []
    seconds: float | None = None
    simulations: int | None = None
    level: int | None = None
    seed: int | None = None
    report: float | None = None
    """Seconds between unfinished answers."""
    cancel: bool = False


class Worker:
    """Answers requests in order while another thread listens for more, and for cancels."""

    def __init__(self) -> None:
        self.waiting: queue.Queue[Request | None] = queue.Queue()
        self.cancelled: set[str | int] = set()
        self.parent = os.getppid()
        self.writing = threading.Lock()
        self.tree = Tree.with_memory(MEGABYTES)

    def listen(self) -> None:
        """Read lines until the input ends."""
        for line in iter(lambda: sys.stdin.buffer.readline(LONGEST_LINE + 1), b""):
            if line.strip():
                self._take(line)
        self.waiting.put(None)

    def _take(self, line: bytes) -> None:
        try:
            request = msgspec.json.decode(line, type=Request)
        except msgspec.DecodeError as error:
            self.write({"id": _id_of(line), "done": True, "error": {"code": "request", "message": str(error)}})
            return
        if request.cancel:
            self.cancelled.add(request.id)
        else:
            self.waiting.put(request)

    def write(self, answer: dict[str, Any]) -> None:
        """Write one line."""
        with self.writing:
            sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
            sys.stdout.buffer.flush()

    def run(self) -> None:
        """Answer until the input ends."""
        threading.Thread(target=self.listen, daemon=True).start()
        while (request := self.waiting.get()) is not None:
            try:
                answer = judge(state_of(request)) if request.task == "judge" else describe(self._analyse(request))
            except BywaysError as error:
                answer = {"error": {"code": error.code, "message": str(error), "fields": _plain(error.fields)}}
            except Exception as error:  # an engine must outlive whatever one request does to it
                answer = {"error": {"code": "engine", "message": f"{type(error).__name__}: {error}"}}
            self.cancelled.discard(request.id)
            self.write({"id": request.id, "done": True, **answer})

    def _analyse(self, request: Request) -> Analysis:
        state = state_of(request)
        if request.seconds is None and request.simulations is None and request.level is None:
            raise BywaysError("request.limit", "give a limit: seconds, simulations or level")
        said = time.monotonic()

        def stop() -> bool:
            return request.id in self.cancelled or os.getppid() != self.parent

        def report(search: Search) -> None:
            nonlocal said
            if request.report is not None and time.monotonic() - said >= request.report:
                said = time.monotonic()
                self.write({"id": request.id, "done": False, **describe(search.analysis())})

        return analyse(
            state,
            request.seconds,
            request.level,
            simulations=request.simulations,
            seed=request.seed,
            stop=stop,
            report=report,
            tree=self.tree,
        )


def state_of(request: Request) -> State:
    """The position that a request is about. Raises OptionError or IllegalTurnError."""
    state = start(request.game, position=request.position, **request.options)
    for turn in request.turns:
        state = state.play(turn)
    return state


def describe(analysis: Analysis) -> dict[str, Any]:
    """An analysis as JSON data."""
    data: dict[str, Any] = msgspec.to_builtins(analysis)
    data["choices"] = data["choices"][:MOST_CHOICES]
    return data


def judge(state: State) -> dict[str, Any]:
    """A finished game's outcome, explanation and picture as JSON data."""
    game = state.variant.game
    why = game.explain(state) if game.explain else ""
    return {"outcome": state.outcome, "why": why, "picture": game.picture(state)}


def _plain(fields: dict[str, Any]) -> dict[str, str | int | float | bool | None]:
    return {name: v if isinstance(v, str | int | float | None) else str(v) for name, v in fields.items()}


def _id_of(line: bytes) -> str | int | None:
    """The id of a request that is broken otherwise, if it can be seen."""
    try:
        found = msgspec.json.decode(line, type=dict[str, Any]).get("id")
    except msgspec.DecodeError:
        return None
    return found if isinstance(found, str | int) else None


def main() -> None:
    """Run a worker on standard input and output, politely."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        Worker().run()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)  # whoever asked is gone; nothing is left to say


if __name__ == "__main__":
    main()
