"""Which mutants there are, which tests they meet, and that nothing is left changed."""

import importlib.util
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

import mutations

SCRIPTS = Path(__file__).parents[2] / "scripts"
SOURCE = '''\
"""A text with 1 < 2."""
from __future__ import annotations
from typing import TypeAlias

Number: TypeAlias = int | float
MOST = 30
LIMIT: int | None = 3


@cache(maxsize=4)
def f(x: int | None, wide=False) -> int | None:
    """Return 1 + 1."""
    assert x > 0
    if x is not None and not wide:
        x += 2 - (  # or 5 - 3
            x // 4
        )
    say("text" + f"{x + 1}")
    return x if wide else None
'''


@pytest.fixture
def mutants(monkeypatch):
    """The script."""
    monkeypatch.syspath_prepend(SCRIPTS)
    loader = SourceFileLoader("mutants_script", str(SCRIPTS / "measure" / "mutants"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setitem(sys.modules, loader.name, module)  # its dataclass asks for it
    loader.exec_module(module)
    return module


@pytest.fixture
def checkout(mutants, monkeypatch, tmp_path):
    """A working tree of one module with its tests."""
    for name, text in {
        "src/byways/game/one.py": SOURCE,
        "tests/game/test_one.py": "one",
        "tests/game/test_two.py": "two",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    monkeypatch.setattr(mutations, "ROOT", tmp_path)
    return tmp_path


def test_operators_constants_conditions_and_returned_values_change_but_no_texts_annotations_or_assertions():
    found = sorted(mutations.Finder("one.py", SOURCE.encode()).found, key=lambda one: (one.start, one.end))
    assert [(mutant.line, mutant.old, mutant.new) for mutant in found] == [
        (7, "3", "4"),
        (11, "False", "True"),
        (14, "is not", "is"),
        (14, "and", "or"),
        (14, "not wide", "bool(wide)"),
        (15, "+", "-"),
        (15, "2", "3"),
        (15, "-", "+"),
        (16, "//", "*"),
        (16, "4", "5"),
        (19, "x if wide else None", "None"),
        (19, "wide", "not (wide)"),
    ]  # fmt: skip


def test_a_sample_is_of_a_seed_and_has_each_line_once(mutants, checkout):
    found = mutants.mutants_below("")
    drawn = mutants.sample(found, 4, seed=5)
    assert drawn == mutants.sample(found, 4, seed=5)
    assert drawn != mutants.sample(found, 4, seed=6)
    assert len({mutant.line for mutant in drawn}) == 4
    assert len(mutants.sample(found, 100, seed=5)) == 6
    assert [mutant.new for mutant in mutants.at_lines(["src/byways/game/one.py:7", "game/one.py:11"])] == ["4", "True"]
    assert drawn[0].changed in drawn[0].applied(SOURCE.encode()).decode()


def test_a_mutant_meets_the_tests_of_its_folder_those_of_its_module_first(mutants, checkout):
    found = ["tests/game/test_one.py", "tests/game/test_two.py"]
    assert mutants.files_for("src/byways/game/one.py", checkout) == found
    assert mutants.files_for("src/byways/game/two.py", checkout) == found[::-1]
    assert mutants.tests_of("src/byways/game/deeper/other.py", checkout) == "tests/game"


@pytest.mark.parametrize(
    ("rc", "failed", "how"),
    [
        (0, [], "survives"),
        (1, ["tests/game/test_one.py::test_a[a - 3]"], "killed by tests/game/test_one.py::test_a[a - 3]"),
        (4, [], "killed by what the tests begin with"),
        (None, [], "hangs"),
    ],
)
def test_a_mutant_is_in_the_copy_only_and_only_while_its_tests_run(mutants, checkout, monkeypatch, rc, failed, how):
    workshop = mutants.Workshop(checkout / "build")
    copy = workshop.tree / "src/byways/game/one.py"

    def run(tests, *, apart=False, whole=False):
        changed = copy.read_text() != SOURCE
        assert changed == (len(tests) == 2)
        return (rc, failed) if changed else (0, [])

    monkeypatch.setattr(workshop, "_pytest", run)
    before = copy.stat()
    (mutant,) = mutants.at_lines(["game/one.py:7"])
    assert workshop.meet(mutant)[0] == how
    assert (copy.read_text(), copy.stat().st_mtime_ns) == (SOURCE, before.st_mtime_ns)
    assert (checkout / "src/byways/game/one.py").read_text() == SOURCE


def test_a_test_that_fails_without_a_mutant_kills_none(mutants, checkout, monkeypatch, capsys):
    workshop = mutants.Workshop(checkout / "build")

    broken = ["tests/game/test_two.py::test_it", "tests/game/test_two.py::test_that"]

    def run(tests, *, apart=False, whole=False):
        return (0, []) if workshop._left_out else (1, broken if whole else broken[:1])

    monkeypatch.setattr(workshop, "_pytest", run)
    assert workshop.meet(mutants.at_lines(["game/one.py:7"])[0])[0] == "survives"
    assert workshop._left_out == broken
    assert "fails without a mutant" in capsys.readouterr().out


def test_an_interrupt_leaves_the_copy_as_it_was(mutants, checkout, monkeypatch):
    workshop = mutants.Workshop(checkout / "build")

    def run(*given, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr(workshop, "_pytest", run)
    with pytest.raises(KeyboardInterrupt):
        workshop.meet(mutants.at_lines(["game/one.py:7"])[0])
    assert (workshop.tree / "src/byways/game/one.py").read_text() == SOURCE
