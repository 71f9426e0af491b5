"""An engine as a process: `byways engine` reads requests and writes answers, a JSON object a line each.

The protocol is docs/guides/engine.md. Requests are answered one after another in the main thread, while another listens
for more of them and for cancels. The process ends when all that came in is answered, or its answers are not read.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import BinaryIO

import msgspec

from byways.errors import BywaysError
from byways.incoming import without_encoded_mark
from byways.interop.request import JSON, LONGEST_LINE, Problem, Request, RequestError, problem, read_request, state_of
from byways.kernels import load_compiler
from byways.position.state import State
from byways.rules.picture import translated
from byways.search.answer import Analysis
from byways.search.driver import Search
from byways.search.search_tree import MEGABYTES, Tree
from byways.solve.analysis import analyse
from byways.translatable import Text, to_data
from byways.workers.call import ENDLESS, PATIENCE, Abandonable
from byways.workers.interrupts import end_at_interrupts
from byways.workers.lifetime import end_unread

NICE = 19
FAILED = 1  # the exit status, as of every command
MOST_WAITING = 1_000  # requests; no more are read before one of them is answered
MOST_BYTES = 16_000_000  # of their lines; so too
BEST = 30  # turns that are told of where nobody says how many
_PATIENCE = 0.15  # seconds after which a cancelled request is answered without its search, which may be compiling
_BLOCK = 65_536


class Engine:
    """Answers the requests that come in, until the input ends.

    Where an answer cannot be written it calls `leave` with the exit status of a process that exists for its answers.
    """

    def __init__(
        self,
        source: BinaryIO,
        sink: BinaryIO,
        *,
        leave: Callable[[int], object],
        megabytes: float = MEGABYTES,
        patience: float = PATIENCE,
    ) -> None:
        self._source = source
        self._sink = sink
        self._leave = leave
        self._megabytes = megabytes
        self._tree = Tree.with_memory(megabytes)
        self._reader_gone = _hang_up_of(sink)
        self._call = Abandonable(patience)
        self._stuck = False  # whether a kernel loops for ever in this process
        self._lock = threading.Condition()
        self._waiting: dict[str | int, bytes] = {}  # by id, in order: as lines, which take a tenth of what they say
        self._bytes = 0  # of those lines
        self._ended = False
        self._now: Request | None = None  # being answered
        self._cancelled = False  # whether that one is
        self._writing = threading.Lock()

    def run(self) -> None:
        """Answer until the input ends."""
        threading.Thread(target=self._listen, daemon=True).start()
        while (request := self._next()) is not None:
            self._finish(request, self._answer(request))
            if self._stuck:  # whoever wants more answers begins another process
                self._leave(FAILED)
                return

    # The listening thread

    def _listen(self) -> None:
        for line in lines_of(self._source):
            try:
                self._take(read_request(line), line)
            except RequestError as error:
                self._write(_refusal(error))
        with self._lock:
            self._ended = True
            self._lock.notify_all()

    def _take(self, request: Request, line: bytes) -> None:
        with self._lock:
            if request.cancel:
                self._cancel(request.id)
            elif request.id in self._waiting or (self._now is not None and self._now.id == request.id):
                raise RequestError(
                    request.id, Problem("id", "request.id", "a request with this id is not yet answered")
                )
            else:
                while self._is_full(len(line)):
                    self._lock.wait()
                self._waiting[request.id] = line
                self._bytes += len(line)
                self._lock.notify_all()

    def _is_full(self, more: int) -> bool:
        """Return whether a line of so many bytes must wait until another request is answered."""
        return len(self._waiting) >= MOST_WAITING or (bool(self._waiting) and self._bytes + more > MOST_BYTES)

    def _cancel(self, id: str | int) -> None:
        """End a request early; one that is answered or cancelled already needs nothing."""
        if self._now is not None and self._now.id == id:
            if not self._cancelled:
                self._cancelled = True
                threading.Timer(_PATIENCE, self._give_up, (self._now,)).start()
            return
        if id in self._waiting:
            self._drop(id)
            self._write({"id": id, "done": True, "cancelled": True})

    def _drop(self, id: str | int) -> bytes:
        """Take a line from those that wait."""
        line = self._waiting.pop(id)
        self._bytes -= len(line)
        self._lock.notify_all()
        return line

    def _give_up(self, request: Request) -> None:
        self._finish(request, {"cancelled": True})

    # The answering thread

    def _next(self) -> Request | None:
        with self._lock:
            while not self._waiting and not self._ended:
                self._lock.wait()
            if not self._waiting:
                return None
            self._now = read_request(self._drop(next(iter(self._waiting))))
            self._cancelled = False
            return self._now

    def _finish(self, request: Request, answer: JSON) -> None:
        """Give the last answer to a request, unless it has had it."""
        with self._lock:
            if self._now is not request:
                return
            self._now = None
            if self._cancelled:
                answer["cancelled"] = True
        self._write({"id": request.id, "done": True, **answer})

    def _answer(self, request: Request) -> JSON:
        try:
            state = self._call(state_of, request)
            if request.task == "judge":
                return self._call(judge, state)
            return describe(self._analyse(request, state), request.best)
        except RequestError as error:
            return _refusal(error)
        except BywaysError as error:
            self._stuck = error.code == ENDLESS
            return _refusal(RequestError(request.id, problem("", error)))
        except Exception as error:  # an engine must outlive whatever one request does to it
            broken = Problem("", "engine.failed", f"{type(error).__name__}: {error}")
            return _refusal(RequestError(request.id, broken))

    def _analyse(self, request: Request, state: State) -> Analysis:
        said = time.monotonic()

        def stop() -> bool:
            return self._cancelled or self._now is not request or self._reader_gone()

        def report(search: Search) -> None:
            nonlocal said
            if request.report is not None and time.monotonic() - said >= request.report:
                said = time.monotonic()
                answer = describe(self._call(search.analysis), request.best)
                with self._lock:
                    if self._now is request:
                        self._write({"id": request.id, "done": False, **answer})

        return analyse(
            state,
            request.seconds,
            request.level,
            simulations=request.simulations,
            seed=request.seed,
            stop=stop,
            report=report,
            choices=request.best or 1,
            megabytes=self._megabytes,
            threads=request.threads or 1,
            call=self._call,
            tree=self._tree if (request.threads or 1) == 1 else None,
        )

    def _write(self, answer: JSON) -> None:
        """Write one line, or leave: quietly if there is no reader, with a message if there is no room."""
        data = msgspec.json.encode(answer) + b"\n"
        try:
            with self._writing:
                self._sink.write(data)
                self._sink.flush()
        except (BrokenPipeError, ValueError):
            self._leave(0)
        except OSError as error:
            sys.stderr.write(f"byways: an answer cannot be written: {error.strerror}\n")
            self._leave(FAILED)


def _hang_up_of(sink: BinaryIO) -> Callable[[], bool]:
    """Return a function that says whether a sink has no reader any more, as far as that can be told."""
    if hasattr(select, "poll"):
        with contextlib.suppress(OSError, ValueError):  # no real file
            poll = select.poll()
            poll.register(sink.fileno(), 0)
            return lambda: bool(poll.poll(0))
    return lambda: False


def lines_of(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a source that are not blank; of one that is too long only enough to see that it is."""
    first = True
    while line := source.readline(LONGEST_LINE + 2):
        line = without_encoded_mark(line) if first else line
        first = False
        if not line.endswith(b"\n") and len(line) > LONGEST_LINE:
            while (rest := source.readline(_BLOCK)) and not rest.endswith(b"\n"):
                pass
        if line.strip():
            yield line.rstrip(b"\r\n")


def _refusal(error: RequestError) -> JSON:
    return {"id": error.id, "done": True, "errors": [asdict(problem) for problem in error.problems]}


def describe(analysis: Analysis, best: int | None) -> JSON:
    """Return an analysis as JSON data, with so many of its turns."""
    data: JSON = msgspec.to_builtins(analysis)
    data["choices"] = data["choices"][: BEST if best is None else best]
    return data


def judge(state: State) -> JSON:
    """Return a finished game's outcome, explanation and picture as JSON data, and how the texts in them were made."""
    game = state.variant.game
    why = game.ui.explain(state) if game.ui.explain and state.outcome else ""
    picture = game.picture(state)
    texts = (why, *(text for board in picture.boards for text in (board.title, *board.notes)), *picture.notes)
    said = (*texts, *(item.says for board in picture.boards for item in board.items))
    return {
        "outcome": state.outcome,
        "why": str(why),
        "picture": translated(picture, str),
        "said": {str(text): to_data(text) for text in said if isinstance(text, Text)},
    }


def main(megabytes: float = MEGABYTES, patience: float = PATIENCE) -> None:
    """Run an engine on standard input and output, politely; a kernel has so many seconds to come to an end."""
    if sys.stdin is None or sys.stdout is None:  # closed by whoever started it: nobody asks, or nobody listens
        return
    if hasattr(os, "nice"):
        os.nice(NICE)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not where interrupts are ignored
        end_at_interrupts()
    end_unread(sys.stdout.buffer)  # else a kernel that never ends would outlive whoever asked
    threading.Thread(target=load_compiler, daemon=True).start()  # while nobody asks yet
    Engine(sys.stdin.buffer, sys.stdout.buffer, leave=os._exit, megabytes=megabytes, patience=patience).run()


if __name__ == "__main__":
    main(patience=float(sys.argv[1]) if sys.argv[1:] else PATIENCE)
