"""The example games: the invariants, known counts of turns, pointing, searching; what their authors were promised."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from examples import breakthrough, hex

import byways
from byways import registry
from byways.arena.match import play_match
from byways.game import Variant
from byways.search.random_game import mean_values
from byways.testing.invariants import INVARIANTS
from example_games import EXAMPLES, examples_registered

SMALL = (
    ("hex", {"size": 3, "swap": True}),
    ("hex", {"size": 7}),
    ("connect_four", {"rows": 4, "columns": 4}),
    ("connect_four", {}),
    ("breakthrough", {"rows": 5, "columns": 3}),
    ("breakthrough", {"rows": 6, "columns": 7}),
    ("pig", {"goal": 20}),
)
LONGEST = {"hex": 60, "connect_four": 65, "breakthrough": 90, "pig": 75}


@pytest.fixture(scope="module", autouse=True)
def registered():
    with examples_registered():
        yield


@pytest.mark.parametrize("invariant", INVARIANTS, ids=lambda invariant: invariant.__name__)
@pytest.mark.parametrize(("game", "options"), SMALL, ids=str)
def test_invariant(game, options, invariant):
    invariant(registry.find(game).variant(options))


@pytest.mark.parametrize("module", EXAMPLES, ids=lambda module: module.GAME.name)
def test_a_game_fits_on_a_page(module):
    assert len(Path(module.__file__).read_text(encoding="utf-8").splitlines()) <= LONGEST[module.GAME.name]


def perft_of(state, depth):
    """Count OpenSpiel's sequences of actions."""
    if depth == 0:
        return 1
    return sum(perft_of(state.child(action), depth - 1) for action in state.legal_actions())


@pytest.mark.parametrize(("game", "theirs"), [("breakthrough", "breakthrough"), ("connect_four", "connect_four")])
def test_perft_equals_openspiels(game, theirs):
    pyspiel = pytest.importorskip("pyspiel")
    root = pyspiel.load_game(theirs).new_initial_state()
    for depth in range(1, 5):
        assert byways.perft(byways.start(game), depth) == perft_of(root, depth)


def test_connect_four_is_won_by_four_in_a_line_and_drawn_on_a_full_board():
    state = byways.start("connect_four")
    for turn in ["a", "b", "a", "b", "a", "b"]:
        state = state.play(turn)
    won = state.play("a")
    assert (won.outcome.winner, won.outcome.reason) == ("white", "four in a line")
    assert byways.analyse(state, None, simulations=500, seed=1).best == "a"
    full = "\n".join(["O O X X O O X", "X X O O X X O"] * 3)
    drawn = byways.start("connect_four", position=f"{full}\nto move: nobody; over: board full")
    assert (drawn.outcome.winner, drawn.outcome.reason) == (None, "board full")
    state = byways.start("connect_four")
    for _ in range(6):
        state = state.play("a")
    with pytest.raises(byways.IllegalTurnError, match="column a is full"):
        state.play("a")


def test_breakthrough_is_searched_by_alpha_beta():
    position = "breakthrough rows=5 columns=3\n. . .\nO . .\n. . X\n. . .\n. O .\nto move: white"
    found = byways.analyse(byways.start("breakthrough", position=position), None, simulations=1_000)
    assert (found.best[:3], found.value) == ("a2-", 1.0)
    state = byways.start("breakthrough").play("a7-b6")
    assert state.legal_turns()[0] == "a2-a3"
    with pytest.raises(byways.IllegalTurnError, match="b6 holds no piece of yours"):
        state.play("b6-b5")


def test_pig_has_dice_and_can_be_searched():
    state = byways.start("pig", goal=20).play("roll")
    assert state.to_move == "chance"
    assert dict(state.chances()) == {str(face): pytest.approx(1 / 6) for face in range(1, 7)}
    state = state.play("6").play("roll").play("5")
    assert (state.to_move, state.legal_turns()) == ("white", ["roll", "hold"])
    assert byways.analyse(state, None, simulations=300, seed=1).best in state.legal_turns()
    assert byways.start("pig", position=str(state)) == state


def test_the_pie_rule_costs_a_game_nothing():
    """A first turn is answered by swap, which no kernel of the game knows."""
    variant = hex.GAME.variant({"size": 4, "swap": True})
    assert (variant.num_actions, variant.swap_action) == (17, 16)
    assert variant.without_pie == Variant(hex.GAME, {"size": 4, "swap": False})
    assert variant.without_pie.swap_action == -1
    after = variant.apply(variant.start(), 5)
    assert variant.legal_actions(after)[-1] == 16
    swapped = variant.apply(after, 16)
    assert np.array_equal(swapped[6:], after[6:])
    assert 16 not in variant.legal_actions(swapped)


def test_breakthroughs_playout_is_the_random_game():
    variant = breakthrough.GAME.variant({"rows": 5, "columns": 4})
    quick, slow = (mean_values(variant, variant.start(), 20_000, seed=quick, quick=quick) for quick in (True, False))
    assert np.allclose(quick, slow, atol=0.02)


# The bots of examples/bots play by the protocol alone; each as far as its interpreter or compiler is there


BOTS = Path(__file__).parents[1] / "examples/bots"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """The program that the C++ compiler makes of its bot."""
    program = tmp_path_factory.mktemp("bot") / "bot"
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("no C++ compiler here")
    subprocess.run([compiler, "-Wall", "-Werror", "-o", program, BOTS / "bot.cpp"], check=True)
    return str(program)


@pytest.fixture(params=["python", "node", "c++"])
def command(request):
    """The words of each bot's command."""
    if request.param == "python":
        return [sys.executable, "-S", str(BOTS / "bot.py")]
    if request.param == "c++":
        return [request.getfixturevalue("compiled")]
    if shutil.which("node") is None:
        pytest.skip("no Node here")
    return ["node", str(BOTS / "bot.mjs")]


@pytest.mark.parametrize(("game", "options"), [("whirlwind", {"size": 8}), ("stroll", {"size": 5, "ending": "claim"})])
def test_a_bot_plays_games_that_it_has_never_heard_of(command, game, options):
    (score,) = play_match(game, options, f"process:{shlex.join(map(str, command))}", "random", games=2)
    assert (score.games, score.failures) == (2, ())


@pytest.mark.parametrize("bot", ["bot.py", "bot.mjs", "bot.cpp"])
def test_a_bot_has_about_30_lines(bot):
    assert len((BOTS / bot).read_text(encoding="utf-8").splitlines()) <= 34


# A short training of examples/train_troll.py, where sb3-contrib is installed: here, or for BYWAYS_RIVALS


ROOT = Path(__file__).parents[1]
HERE = {**os.environ, "PYTHONPATH": str(Path(byways.__file__).parents[1])}
NEEDED = "import sb3_contrib, gymnasium, numba, msgspec"


def able(python):
    return subprocess.run([python, "-c", NEEDED], env=HERE, check=False, capture_output=True).returncode == 0


@pytest.mark.slow
def test_a_short_training_learns_something(tmp_path):
    pythons = [python for python in (sys.executable, os.environ.get("BYWAYS_RIVALS")) if python and able(python)]
    if not pythons:
        pytest.skip("sb3-contrib is not installed; BYWAYS_RIVALS may name a Python that has it")
    picture = tmp_path / "curve.svg"
    given = [str(ROOT / "examples/train_troll.py"), "--steps=16384", "--rounds=1", f"--picture={picture}"]
    ran = subprocess.run([pythons[0], *given], env=HERE, check=False, capture_output=True, text=True, timeout=300)
    shares = [float(share) for share in re.findall(r" (\d+\.\d)% ", ran.stdout)]
    assert len(shares) == 2, ran.stderr
    assert shares[1] > shares[0] + 10
    assert picture.read_text(encoding="utf-8").startswith("<svg")
