"""What a game of somebody's own does wrong ends a command in one line with its file and line, and soon."""

import ast
import inspect
import os
import signal
import subprocess
import sys
import time
import types

import pytest

from broken_hex import ENDLESS, SOURCE, line_of, other, rule
from byways import registry
from byways.cli import watchdog

PATIENT = "from byways.cli import main, watchdog; import sys; watchdog.PATIENCE = {}; sys.exit(main())"
IN_MACHINE_CODE = """
import byways.cli.commands, numpy as np, sys
from byways.kernels import compiled, kernel, Ints
import endless
byways.cli.commands.app.command(endless.run, name="endless")
sys.exit(byways.cli.main(["endless"]))
"""
ENDLESS_KERNEL = """
from byways.kernels import Ints, compiled, kernel
import numpy as np

@kernel
def forever(state: Ints) -> None:
    while state[0] == 0:
        state[1] += 1

def run():
    machine = compiled(forever)
    print("begun", flush=True)
    machine(np.zeros(2, dtype=np.int16))
"""


@pytest.fixture
def file(tmp_path):
    return tmp_path / "mine.py"


def byways(file, *words, patience=60.0, lines=""):
    """Run a command with a game of one's own; return its status and what it said of its troubles."""
    environment = {**os.environ, "BYWAYS_GAMES": str(file)}
    run = subprocess.run(
        [sys.executable, "-c", PATIENT.format(patience), *words],
        env=environment, capture_output=True, text=True, input=lines, timeout=100, check=False,
    )  # fmt: skip
    return run.returncode, run.stderr


RAISES = other("ui=replace(GAME.ui, picture=wrong)", "def wrong(state):\n    raise KeyError('pawn')\n")
KIND = other(
    "ui=replace(GAME.ui, picture=wrong)",
    'def wrong(state):\n    from byways.rules.picture import Item\n    return Item("stoen", ())\n',
)
TEXTS = "from byways.game import BoardTexts\n\nclass Texts(BoardTexts):\n    def {}:\n        raise KeyError('pawn')\n"
BODY = other("ui=replace(GAME.ui, texts=Texts)", TEXTS.format("read_body(self, variant, lines)"))
WRITE = other("ui=replace(GAME.ui, texts=Texts)", TEXTS.format("write(self, variant, state, actions)"))
POSITION = "hex size=3\n. . .\n. X .\n. . .\nto move: white\n"


@pytest.mark.parametrize(
    ("source", "words", "said", "at"),
    [
        (RAISES, ("show", "{position}", "--svg"), "KeyError: 'pawn'", "raise KeyError"),
        (
            KIND,
            ("show", "{position}", "--svg"),
            "'stoen' is not a kind of item; the kinds are: stone, ",
            'Item("stoen"',
        ),
        (BODY, ("show", "{position}"), "KeyError: 'pawn'", "raise KeyError"),
        (WRITE, ("legal", "{position}"), "KeyError: 'pawn'", "raise KeyError"),
        (WRITE, ("play", "hex", "--size", "3", "--white", "random"), "KeyError: 'pawn'", "raise KeyError"),
        (rule("legal_actions", "    return 1 // 0\n"), ("perft", "hex", "--depth", "1"), "ZeroDivisionError", "1 // 0"),
    ],
    ids=["picture", "kind", "read_body", "write", "play", "kernel"],
)
def test_a_mistake_is_one_line_with_file_and_line(file, tmp_path, source, words, said, at):
    file.write_text(source)
    position = tmp_path / "position.txt"
    position.write_text(POSITION)
    status, error = byways(file, *(word.format(position=position) for word in words), lines="b2\n")
    assert (status, error.count("\n")) == (1, 1), error
    assert error.startswith(f"byways: {file}, line {line_of(source, at)}: ")
    assert said in error


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import sys\nsys.exit(3)\n", "line 2: the code ends the process (SystemExit: 3)"),
        ("import os\nos._exit(0)\n", "line 2: the code ends the process (SystemExit: 0)"),
        ("\nraise SystemError('no')\n", "line 2: SystemError: no"),
        ("\n\ndef (\n", "line 3: SyntaxError: "),
        ("import nowhere\n", "line 1: ModuleNotFoundError: "),
        ("", "it has no GAME; its game must be"),
        ("GAME = 7\n", "its GAME is 7, which is not a byways.game.Game"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_one_warning_and_the_other_games_go_on(file, source, said):
    file.write_text(source)
    status, error = byways(file, "games")
    assert (status, error.count("\n")) == (0, 1), error
    assert error.startswith(f"the game in {file} cannot be loaded: ")
    assert said in error


def test_a_game_that_cannot_be_loaded_is_not_said_to_be_unknown(file):
    file.write_text(SOURCE + "\n1 // 0\n")
    status, error = byways(file, "play", "hex")
    assert status == 2
    warning, sentence = error.splitlines()
    assert warning.startswith(f"the game in {file} cannot be loaded: ")
    assert sentence == f"byways: there is no game 'hex' as long as {file} cannot be loaded"


@pytest.mark.parametrize(
    ("numbers", "found"), [("(100_000,)", "100000"), ("[[1, 2], [3]]", "[1, 2]"), ("[0.5]", "0.5")]
)
def test_a_geometry_of_other_numbers_is_named(file, numbers, found):
    file.write_text(SOURCE.replace("actions=Cells(),", f"actions=Cells(),\n    numbers=lambda options: {numbers},"))
    status, error = byways(file, "perft", "hex", "--depth", "1")
    assert (status, error.count("\n")) == (1, 1), error
    assert f"{file}, line " in error
    assert f"each number must be a whole one from -32768 to 32767, and not {found}" in error


def test_python_code_that_never_ends_is_given_up(file):
    source = rule("legal_actions", ENDLESS)
    file.write_text(source)
    status, error = byways(file, "perft", "hex", "--depth", "2", patience=1.0)
    assert (status, error.count("\n")) == (1, 1), error
    assert f"{file}, line " in error
    assert "no end within 1 s" in error


@pytest.mark.parametrize("where", ["python", "machine code"])
def test_an_interrupt_ends_a_command_within_two_seconds(file, tmp_path, where):
    (tmp_path / "endless.py").write_text(ENDLESS_KERNEL)
    body = '    print("begun", flush=True)\n' + ENDLESS
    file.write_text(rule("legal_actions", body))
    code = [PATIENT.format(60.0), "perft", "hex", "--depth", "2"] if where == "python" else [IN_MACHINE_CODE]
    environment = {**os.environ, "BYWAYS_GAMES": str(file), "PYTHONPATH": str(tmp_path)}
    process = subprocess.Popen([sys.executable, "-c", *code], env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(2.0) == 130
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_watchdog_looks_while_the_registry_is_being_imported(monkeypatch):
    monkeypatch.setitem(sys.modules, "byways.registry", types.ModuleType("byways.registry"))
    assert not watchdog._theirs("game.py")


def test_the_watchdog_may_ask_while_the_registry_is_imported():
    """Until all that it needs is there, another thread finds no `is_plug_in`: it is the module's last name."""
    last = ast.parse(inspect.getsource(registry)).body[-1]
    assert isinstance(last, ast.FunctionDef)
    assert last.name == "is_plug_in"
