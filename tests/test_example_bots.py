"""The bots of examples/bots play by the protocol alone; each as far as its interpreter or compiler is there."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from byways.arena.match import play_match

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
