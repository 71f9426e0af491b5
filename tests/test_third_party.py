"""A game of one's own, in one file, gets everything: the invariants, the library, a record, a picture, an opponent."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from examples import hex

import byways
from byways import registry
from byways.errors import OptionError
from games.playing import play

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module", autouse=True)
def registered():
    registry.register(hex.GAME)
    yield
    registry.forget("hex")


def test_it_is_listed_last_and_played_like_any_other():
    assert byways.games()[-1] == "hex"
    start = byways.start("hex", size=3)
    state = play(start, "b2", "a1", "b1", "a3")
    assert byways.analyse(state, None, simulations=300, seed=1).best in {"a3", "b3"} - set(state.turns)
    assert byways.perft(start, 3) == 9 * 8 * 7
    outcome = play(start, "c1", "a1", "b2", "a2", "a3").outcome
    assert (outcome.winner, outcome.reason) == ("black", "connection"), "top and bottom along hexes"
    with pytest.raises(OptionError, match="belongs to a game of Byways"):
        registry.register(byways.find("troll"))


def test_the_files_of_plug_ins_are_found_without_loading_them(monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv(registry.VARIABLE, "examples.pig:GAME, examples/hex.py,nowhere.at_all,examples/none.py,xml")
    found = [file.resolve().relative_to(ROOT) for file in registry.plug_in_files() if file.is_relative_to(ROOT)]
    assert found == [Path("examples/pig.py")]
    assert Path("examples/hex.py") in registry.plug_in_files()


@pytest.mark.parametrize("named", ["examples.hex", "examples/hex.py"])
def test_the_environment_names_plug_ins_for_every_process(named):
    program = "import byways; print(byways.games()[-1], byways.start('hex', size=4).to_move)"
    environment = {**os.environ, "BYWAYS_GAMES": named}
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["hex", "black"]
