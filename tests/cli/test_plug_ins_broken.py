"""What a game of somebody's own does wrong ends a command in one line with its file and line, and soon."""

import ast
import inspect
import io
import os
import signal
import subprocess
import sys
import time
import types

import pytest
from cli_world import program

from broken_hex import ENDLESS, SOURCE, line_of, other, rule
from byways import registry
from byways.workers import interrupts

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


@pytest.fixture
def byways(file, run, monkeypatch, caplog):
    """Run a command with a game of one's own; return its status and what it said of its troubles."""

    def call(*words, lines=""):
        caplog.clear()
        monkeypatch.setenv(registry.VARIABLE, str(file))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
        status, _, error = run(*words)
        return status, "".join(f"{one.getMessage()}\n" for one in caplog.records) + error

    return call


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
def test_a_mistake_is_one_line_with_file_and_line(byways, file, tmp_path, source, words, said, at):
    file.write_text(source)
    position = tmp_path / "position.txt"
    position.write_text(POSITION)
    status, error = byways(*(word.format(position=position) for word in words), lines="b2\n")
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
def test_a_file_that_cannot_be_loaded_is_one_warning_and_the_other_games_go_on(byways, file, source, said):
    file.write_text(source)
    status, error = byways("games")
    assert (status, error.count("\n")) == (0, 1), error
    assert error.startswith(f"the game in {file} cannot be loaded: ")
    assert said in error


def test_a_game_that_cannot_be_loaded_is_not_said_to_be_unknown(file):
    file.write_text(SOURCE + "\n1 // 0\n")
    run = program("play", "hex", BYWAYS_GAMES=str(file))
    warning, sentence = run.stderr.decode().splitlines()
    assert run.returncode == 2
    assert warning.startswith(f"the game in {file} cannot be loaded: ")
    assert sentence == f"byways: there is no game 'hex' as long as {file} cannot be loaded"


@pytest.mark.parametrize(
    ("numbers", "found"), [("(100_000,)", "100000"), ("[[1, 2], [3]]", "[1, 2]"), ("[0.5]", "0.5")]
)
def test_a_geometry_of_other_numbers_is_named(byways, file, numbers, found):
    file.write_text(SOURCE.replace("actions=Cells(),", f"actions=Cells(),\n    numbers=lambda options: {numbers},"))
    status, error = byways("perft", "hex", "--depth", "1")
    assert (status, error.count("\n")) == (1, 1), error
    assert f"{file}, line " in error
    assert f"each number must be a whole one from -32768 to 32767, and not {found}" in error


def test_python_code_that_never_ends_is_given_up(byways, file, monkeypatch):
    source = rule("legal_actions", ENDLESS)
    file.write_text(source)
    monkeypatch.setattr(interrupts, "PATIENCE", 2.0)
    status, error = byways("perft", "hex", "--depth", "2")
    assert (status, error.count("\n")) == (1, 1), error
    assert f"{file}, line " in error
    assert "no end within 2 s" in error


@pytest.mark.parametrize("where", ["python", "machine code"])
def test_an_interrupt_ends_a_command(file, tmp_path, where):
    (tmp_path / "endless.py").write_text(ENDLESS_KERNEL)
    body = '    print("begun", flush=True)\n' + ENDLESS
    file.write_text(rule("legal_actions", body))
    command = ["-m", "byways", "perft", "hex", "--depth", "2"] if where == "python" else ["-c", IN_MACHINE_CODE]
    environment = {**os.environ, "BYWAYS_GAMES": str(file), "PYTHONPATH": str(tmp_path)}
    process = subprocess.Popen([sys.executable, *command], env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(200) == 130, "after two seconds, on a machine without other work"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_watchdog_looks_while_the_registry_is_being_imported(monkeypatch):
    monkeypatch.setitem(sys.modules, "byways.registry", types.ModuleType("byways.registry"))
    assert not interrupts._theirs("game.py")


def test_the_watchdog_may_ask_while_the_registry_is_imported():
    """Until all that it needs is there, another thread finds no `is_plug_in`: it is the module's last name."""
    last = ast.parse(inspect.getsource(registry)).body[-1]
    assert isinstance(last, ast.FunctionDef)
    assert last.name == "is_plug_in"
