"""An engine in a thread: what it does while a search does not listen, is full, or cannot say its answers."""

import io
import json
import os
import threading
import time
from contextlib import contextmanager

import pytest

import byways
from byways.interop import engine as engine_module

TROLL = {"game": "troll", "options": {"size": 4}}


@contextmanager
def answering(source, sink, going):
    """An engine in a thread of this process, which ends with the test, whatever becomes of it."""
    left = []
    engine = engine_module.Engine(source, sink, leave=left.append, megabytes=1)
    running = threading.Thread(target=engine.run)
    running.start()
    try:
        yield left
    finally:
        going.set()
        running.join(60)
    assert not running.is_alive()


@contextmanager
def conversation(going):
    """Such an engine with pipes: where it is asked, and where it answers."""
    into, source = os.pipe()
    answers, sink = os.pipe()
    with (
        os.fdopen(into, "rb") as there,
        os.fdopen(sink, "wb") as back,
        os.fdopen(answers, "rb") as heard,
        answering(there, back, going) as left,
        os.fdopen(source, "wb", buffering=0) as say,
    ):
        yield say, heard
    assert left == []


def test_a_cancelled_search_answers_with_what_it_has(monkeypatch):
    monkeypatch.setattr(engine_module, "_PATIENCE", 10)  # however busy the machine is
    with conversation(threading.Event()) as (say, heard):
        say.write(b'{"id": 1, "game": "troll", "seconds": 600, "report": 0.05}\n')
        assert not json.loads(heard.readline())["done"]
        say.write(b'{"id": 1, "cancel": true}\n')
        while not (answer := json.loads(heard.readline()))["done"]:
            pass
    assert answer["cancelled"]
    assert byways.start("troll").is_legal(answer["best"])


def test_what_cannot_be_left_is_answered_all_the_same(monkeypatch):
    """A search that is compiled, or a count that takes its time, does not listen; whoever cancelled must not wait."""
    begun, going = threading.Event(), threading.Event()

    def deaf(state, *limits, stop, **given):
        begun.set()
        going.wait(60)
        return byways.analyse(byways.start("troll", size=4), None, simulations=1)

    monkeypatch.setattr(engine_module, "analyse", deaf)
    with conversation(going) as (say, heard):
        say.write(b'{"id": 1, "game": "troll", "seconds": 60}\n')
        assert begun.wait(60)
        say.write(b'{"id": 1, "cancel": true}\n{"id": 2, "game": "troll", "seconds": 60}\n')
        assert json.loads(heard.readline()) == {"id": 1, "done": True, "cancelled": True}
        assert not going.is_set(), "it is still deaf"
        going.set()
        assert json.loads(heard.readline())["id"] == 2


def test_an_engine_in_ones_own_process_leaves_that_alone(monkeypatch):
    """Whoever runs one in a thread is told that an answer cannot be written; the process goes on."""
    sink, going = io.BytesIO(), threading.Event()

    def close(state, *limits, **given):
        sink.close()
        return byways.analyse(byways.start("troll", size=4), None, simulations=1)

    monkeypatch.setattr(engine_module, "analyse", close)
    with answering(io.BytesIO(json.dumps({"id": 1, **TROLL, "seconds": 60}).encode()), sink, going) as left:
        pass
    assert left == [0]


class Source:
    """Lines that are counted as they are read."""

    def __init__(self, lines):
        self.lines, self.read = iter(lines), 0

    def readline(self, most):
        line = next(self.lines, b"")
        self.read += bool(line)
        return line


@pytest.mark.parametrize(
    ("waiting", "most_bytes", "read"),
    [
        (3, 10_000, 1 + 3 + 1),  # the one being answered, those that wait, and the one that found no room
        (100, 450, 1 + 4 + 1),
        (100, 10, 1 + 1 + 1),  # one may wait however long it is
    ],
)
def test_no_more_is_read_than_may_wait(monkeypatch, waiting, most_bytes, read):
    begun, going = threading.Event(), threading.Event()

    def slow(state, *limits, **given):
        begun.set()
        assert going.wait(60)
        return byways.analyse(byways.start("troll", size=4), None, simulations=1)

    monkeypatch.setattr(engine_module, "analyse", slow)
    monkeypatch.setattr(engine_module, "MOST_WAITING", waiting)
    monkeypatch.setattr(engine_module, "MOST_BYTES", most_bytes)
    lines = [json.dumps({"id": n, **TROLL, "seconds": 60}).encode().ljust(99) + b"\n" for n in range(10)]
    source, sink = Source(lines), io.BytesIO()
    with answering(source, sink, going):
        assert begun.wait(60)
        deadline = time.monotonic() + 60
        while source.read < read and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.2)
        assert source.read == read
    assert [json.loads(line)["id"] for line in sink.getvalue().splitlines()] == list(range(10))
