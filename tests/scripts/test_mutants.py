"""Which mutants there are, which tests they meet, and that nothing is left changed."""

import importlib.util
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
SOURCE = '''\
"""A text with 1 < 2."""
from __future__ import annotations
from typing import TypeAlias

Number: TypeAlias = int | float
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
        "tests/game/test_two.py": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    return tmp_path


def test_operators_constants_conditions_and_returned_values_change_but_no_texts_annotations_or_assertions(mutants):
    found = sorted(mutants.Finder("one.py", SOURCE.encode()).found, key=lambda one: (one.start, one.end))
    assert [(mutant.line, mutant.old, mutant.new) for mutant in found] == [
        (6, "3", "4"),
        (10, "False", "True"),
        (13, "is not", "is"),
        (13, "and", "or"),
        (13, "not wide", "bool(wide)"),
        (14, "+", "-"),
        (14, "2", "3"),
        (14, "-", "+"),
        (15, "//", "*"),
        (15, "4", "5"),
        (18, "x if wide else None", "None"),
        (18, "wide", "not (wide)"),
    ]  # fmt: skip


def test_a_sample_is_of_a_seed_and_has_each_line_once(mutants, checkout):
    found = mutants.mutants_below("")
    drawn = mutants.sample(found, 4, seed=5)
    assert drawn == mutants.sample(found, 4, seed=5)
    assert drawn != mutants.sample(found, 4, seed=6)
    assert len({mutant.line for mutant in drawn}) == 4
    assert len(mutants.sample(found, 100, seed=5)) == 6
    assert [mutant.new for mutant in mutants.at_lines(["src/byways/game/one.py:6", "game/one.py:10"])] == ["4", "True"]
    assert drawn[0].changed in drawn[0].applied(SOURCE.encode()).decode()


def test_a_mutant_meets_the_tests_of_its_folder_those_of_its_module_first(mutants, checkout):
    (mutant,) = mutants.at_lines(["game/one.py:6"])
    assert mutants.files_for(mutant) == ["tests/game/test_one.py", "tests/game/test_two.py"]
    assert mutants.tests_of("src/byways/game/deeper/other.py") == "tests/game"
    assert mutants.tests_of("src/byways/errors.py") == "tests"


@pytest.mark.parametrize(
    ("rc", "output", "how"),
    [
        (0, "1 passed", "survives"),
        (
            1,
            "FAILED tests/game/test_one.py::test_it[a 3] - no\n1 failed",
            "killed by tests/game/test_one.py::test_it[a 3]",
        ),
        (4, "ImportError while loading conftest", "killed by ImportError while loading conftest"),
        (None, "", "hangs"),
    ],
)
def test_a_mutant_is_in_the_copy_only_and_only_while_its_tests_run(mutants, checkout, monkeypatch, rc, output, how):
    workshop = mutants.Workshop(checkout / "build")
    copy = workshop.tree / "src/byways/game/one.py"

    def run(tests, *, apart=False):
        changed = copy.read_text() != SOURCE
        assert changed == (len(tests) == 2)
        return (rc, output) if changed else (0, "")

    monkeypatch.setattr(workshop, "_pytest", run)
    before = copy.stat()
    (mutant,) = mutants.at_lines(["game/one.py:6"])
    assert workshop.meet(mutant)[0] == how
    assert (copy.read_text(), copy.stat().st_mtime_ns) == (SOURCE, before.st_mtime_ns)
    assert (checkout / "src/byways/game/one.py").read_text() == SOURCE


def test_a_test_that_fails_without_a_mutant_kills_none(mutants, checkout, monkeypatch, capsys):
    workshop = mutants.Workshop(checkout / "build")

    def run(tests, *, apart=False):
        return (0, "") if workshop._left_out else (1, "FAILED tests/game/test_two.py::test_it - of the checkout")

    monkeypatch.setattr(workshop, "_pytest", run)
    assert workshop.meet(mutants.at_lines(["game/one.py:6"])[0])[0] == "survives"
    assert workshop._left_out == ["tests/game/test_two.py::test_it"]
    assert "fails without a mutant" in capsys.readouterr().out


def test_an_interrupt_leaves_the_copy_as_it_was(mutants, checkout, monkeypatch):
    workshop = mutants.Workshop(checkout / "build")

    def run(*given, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr(workshop, "_pytest", run)
    with pytest.raises(KeyboardInterrupt):
        workshop.meet(mutants.at_lines(["game/one.py:6"])[0])
    assert (workshop.tree / "src/byways/game/one.py").read_text() == SOURCE
