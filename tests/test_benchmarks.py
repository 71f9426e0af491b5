"""Benchmarks say by which command they measure, and what they leave out. What they find is no test's business."""

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks import timing
from benchmarks.rival import made_by_compiler, rivals
from benchmarks.timing import RESULTS, RIVALS, command, keep

import byways
from byways.search.random_game import mean_values

COMMAND = re.compile(rf"(BYWAYS_RIVALS={RIVALS} )?python -m benchmarks(?:\.(?P<alone>\w+)| (?P<name>\w+)$)")


@pytest.mark.parametrize("result", sorted(RESULTS.glob("*.txt")), ids=lambda path: path.stem)
def test_every_result_names_its_command(result):
    found = COMMAND.match(result.read_text(encoding="utf-8").splitlines()[2])
    assert found, "the third line of the file"
    name = found["alone"] or found["name"]
    assert (RESULTS.parent / f"{name}.py").exists()
    assert result.stem.startswith(name)


@pytest.mark.parametrize(
    ("called", "arguments", "said"),
    [
        ("__main__", ["states", "crowd"], "python -m benchmarks crowd"),
        ("__main__", [], "python -m benchmarks crowd"),
        ("crowd", ["--minutes", "30"], "python -m benchmarks.crowd --minutes 30"),
    ],
)
def test_the_command_is_the_one_that_measures_again(called, arguments, said, monkeypatch):
    monkeypatch.setattr(sys, "argv", [f"benchmarks/{called}.py", *arguments])
    assert command("crowd") == said
    assert command("crowd", rivals=True) == f"BYWAYS_RIVALS={RIVALS} {said}"


def test_a_table_is_kept_with_its_command(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(timing, "RESULTS", tmp_path / "results")
    keep("playouts", "Games", ["fast  1"])
    title, _, said, *rest = (tmp_path / "results/playouts.txt").read_text(encoding="utf-8").splitlines()
    assert (title, said, rest) == ("Games", "python -m benchmarks playouts", ["", "fast  1"])
    assert "python -m benchmarks playouts" in capsys.readouterr().out


def test_what_is_left_out_is_said_in_a_line(monkeypatch, capsys):
    monkeypatch.delenv("BYWAYS_RIVALS", raising=False)
    assert rivals("pgx and Ludax are") is None
    assert capsys.readouterr().err == (
        "benchmarks: pgx and Ludax are left out; make bench RIVALS=1 installs and measures them\n"
    )
    monkeypatch.setenv("BYWAYS_RIVALS", sys.executable)
    assert rivals("pgx and Ludax are") == sys.executable
    monkeypatch.setenv("BYWAYS_RIVALS", "nowhere/bin/python")
    with pytest.raises(SystemExit, match="BYWAYS_RIVALS names no Python: nowhere/bin/python"):
        rivals("pgx and Ludax are")


def test_rivals_are_pinned_apart_from_byways_own_packages():
    root = Path(__file__).parents[1]
    names = [
        {line.partition("==")[0].lower() for line in (root / file).read_text().splitlines()}
        for file in ("constraints.txt", "constraints-rivals.txt")
    ]
    assert {"pgx", "ludax", "chess", "jax", "sb3_contrib"} <= names[1]
    assert not names[0] & {
        "pgx",
        "ludax",
        "chess",
        "jax",
        "jaxlib",
        "flax",
        "torch",
        "sb3_contrib",
        "stable_baselines3",
    }


@pytest.mark.slow
@pytest.mark.parametrize("game", ["troll", "whirlwind"])
def test_games_by_hand_have_the_statistics_of_ours(game):
    """Else the yardstick would be of another game."""
    games = 20_000
    program = made_by_compiler("yardstick.cpp")
    if program is None:
        pytest.skip("there is no C++ compiler")
    ran = subprocess.run([program, game], input=f"{games}\n", text=True, capture_output=True, check=True)
    assert float(ran.stdout) > 1_000
    variant = byways.find(game).variant()
    ours = mean_values(variant, variant.start(), games, seed=3)[0]
    assert abs(float(ran.stderr) - ours) < 4 * math.sqrt(2 * 0.25 / games)
