"""Compiling beforehand: what is compiled, where it is kept, and that nothing is left out."""

import os
import subprocess
import sys

import pytest

import byways
from byways.interop import warm
from byways.interop.compile_worker import Compiled, compile_one, missing
from byways.kernels import compiler


def test_every_kernel_is_compiled_once():
    todo = warm.kernels()
    assert len(set(todo)) == len(todo)
    for game in byways.games():
        rules = byways.find(game).kernels
        assert {rules.apply, rules.legal_actions, rules.playout, rules.key} <= set(todo)


def test_kernels_that_have_to_be_compiled_are_shared_out_among_processes(monkeypatch, tmp_path):
    monkeypatch.setenv("BYWAYS_CACHE", str(tmp_path))
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    rules = byways.find("troll").kernels
    todo = [rules.legal_actions, rules.key, rules.symmetry]
    assert list(warm.warm_up(todo)) == [warm.name_of(kernel) for kernel in todo]
    kept = {path.name.rpartition(".")[0] for path in tmp_path.iterdir()}
    assert kept >= {f"{kernel.__module__}.{kernel.__name__}" for kernel in todo[1:]}, "by other processes"
    monkeypatch.setattr(warm, "Pool", None)
    assert len(list(warm.warm_up(todo))) == 3, "what is in the cache needs no process"


def test_a_cache_that_cannot_be_kept_is_said_once(tmp_path):
    (tmp_path / "file").touch()
    code = (
        "from byways import find\nfrom byways.kernels import compiler\n"
        "rules = find('troll').kernels\n"
        "print([compiler._folder(rule).exists() for rule in (rules.apply, rules.legal_actions)])"
    )
    environment = {**os.environ, "BYWAYS_CACHE": str(tmp_path / "file")}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert ran.stdout == "[True, True]\n"
    assert ran.stderr.count("\n") == 1
    assert f"machine code cannot be kept in {tmp_path / 'file'} (Not a directory)" in ran.stderr


@pytest.mark.parametrize("game", ["stroll", "troll", "longway", "whirlwind", "stride"])
def test_no_engine_has_to_compile_what_warm_has_not(monkeypatch, game):
    used, whole = set(), compiler._compile
    monkeypatch.setattr(compiler, "_compile", lambda kernel: used.add(kernel) or whole(kernel))
    for threads, choices in ((1, 1), (2, 3)):
        byways.analyse(byways.start(game), None, simulations=20, seed=1, threads=threads, choices=choices)
    assert used
    assert used <= set(warm.kernels())


# The process that compiles kernels for the site: what it finds missing in the cache


def test_what_is_missing_names_what_every_level_calls_but_no_kernel_of_a_broken_file(monkeypatch, tmp_path):
    monkeypatch.setenv("BYWAYS_CACHE", str(tmp_path))
    found = missing()
    assert found.trouble == ""
    for parts in found.games.values():
        assert parts.keys() == {*map(str, range(1, 11)), "", "later"}
        assert {name for part in parts.values() for name in part} <= found.parts.keys()
    assert "games.stroll.engine.evaluation.evaluate" not in found.games["stroll"]["3"], "level 3 plays plainly"
    assert "games.stroll.engine.evaluation.evaluate" in found.games["stroll"][""]
    assert compile_one("byways_game_0_mine.apply") == Compiled("", 0.0)
