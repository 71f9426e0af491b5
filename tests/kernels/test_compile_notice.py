"""The line that says that machine code is made: by what, in which words, and where nobody reads it."""

import importlib
import io
import re
from types import SimpleNamespace

import pytest

import byways
from byways.game.rule_calls import ALWAYS, AUTOMATIC, THRESHOLD, RuleCalls, machine_code_is
from byways.kernels import notice
from byways.kernels.notice import QUIET, announce


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Notebook(io.StringIO):
    """As a notebook's standard error is: no terminal, and of a class of IPython's kernel."""


Notebook.__module__ = "ipykernel.iostream"


@pytest.fixture
def said(monkeypatch):
    """The standard error, a terminal, of a process that has compiled nothing yet and has no cache."""
    monkeypatch.setattr(notice, "_seen", set())
    monkeypatch.setattr(notice, "is_kept", lambda kernel: False)
    monkeypatch.delenv(QUIET, raising=False)
    return reader(monkeypatch, Terminal())


def reader(monkeypatch, stream):
    """Put a stream in the place of the standard error (pytest exchanges that of `sys` itself for its own)."""
    monkeypatch.setattr(notice, "sys", SimpleNamespace(stderr=stream))
    return stream


def loop():
    rules = RuleCalls(byways.find("troll").kernels, title="Troll")
    state = byways.start("troll", size=4)
    for _ in range(THRESHOLD + 1):
        rules.calls.allows(state.variant.geometry, state.vector, 3)


def loop_without_a_cache():
    with machine_code_is(AUTOMATIC), pytest.MonkeyPatch.context() as patch:
        patch.setattr("byways.game.rule_calls.is_kept", lambda kernel: False)
        loop()


def begun_by_machine_code():
    with machine_code_is(ALWAYS):
        RuleCalls(byways.find("troll").kernels, title="Troll")


def make_vec():
    gymnasium = pytest.importorskip("gymnasium")
    importlib.import_module("byways.interop.gymnasium")
    gymnasium.make_vec("byways/Troll-v0", num_envs=2, size=4)


@pytest.mark.parametrize(
    ("work", "part"),
    [
        (loop_without_a_cache, "rules"),
        (begun_by_machine_code, "rules"),
        (lambda: byways.Batch("troll", 2, size=4), "rules"),
        (make_vec, "rules"),
        (lambda: byways.perft(byways.start("troll", size=5), 5), "rules"),
        (lambda: byways.analyse(byways.start("troll", size=8), None, simulations=10), "engine"),
    ],
    ids=["loop", "always", "Batch", "make_vec", "perft", "analyse"],
)
def test_what_compiles_says_so_once(said, work, part):
    for _ in range(2):
        work()
        of_troll = [line for line in said.getvalue().splitlines() if "Troll" in line]  # other tests' games are told too
        assert len(of_troll) == 1
        assert re.fullmatch(rf"Compiling Troll's {part}, once: about [1-9]\d* s", of_troll[0])


def test_a_short_count_and_a_loop_whose_machine_code_is_kept_say_nothing(said):
    byways.perft(byways.start("troll", size=4), 2)
    assert byways.analyse(byways.start("troll", size=4), seconds=0.5).proved, "by a proof that is kept"
    with machine_code_is(AUTOMATIC):
        loop()
    assert said.getvalue() == ""


KERNELS = (byways.find("troll").kernels.apply,)


def test_it_is_said_in_notebooks_too(said, monkeypatch):
    notebook = reader(monkeypatch, Notebook())
    announce("Amazons", KERNELS)
    assert notebook.getvalue().startswith("Compiling Amazons' rules, once: about ")


@pytest.mark.parametrize("why", ["quiet", "worker", "file", "closed", "kept"])
def test_nothing_is_said_where_no_person_reads_it_or_machine_code_is_kept(said, monkeypatch, why):
    if why == "quiet":
        monkeypatch.setenv(QUIET, "1")
    elif why == "worker":
        monkeypatch.setattr(notice, "parent_process", lambda: "a parent")
    elif why == "kept":
        monkeypatch.setattr(notice, "is_kept", lambda kernel: True)
    else:
        said = reader(monkeypatch, io.StringIO() if why == "file" else None)
    announce("Troll", KERNELS)
    assert not said or said.getvalue() == ""


def test_the_time_is_doubled_beside_a_program_that_computes(said, monkeypatch):
    for aside in (False, True):
        monkeypatch.setattr(notice, "_seen", set())
        announce("Troll", KERNELS, aside=aside)
    here, beside = map(int, re.findall(r"about (\d+) s", said.getvalue()))
    assert abs(beside - 2 * here) <= 1
