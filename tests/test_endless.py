"""A game of somebody else's whose kernels loop for ever: nobody waits for it, and an interrupt ends every command."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAME = """
from dataclasses import replace
from examples.hex import GAME as HEX
from byways.kernels import Ints, Reals, Bits, kernel

@kernel
def playout(geometry: Ints, state: Ints, rng: Bits, values: Reals) -> int:
    while state[0] >= -5:
        values[0] += 1.0
    return 1

@kernel
def legal_actions(geometry: Ints, state: Ints, out: Ints) -> int:
    while state[0] >= -5:
        out[0] = 0
    return 1

GAME = replace(HEX, about=replace(HEX.about, name="endless"), {group}=replace(HEX.{group}, {name}={name}))
"""
WORKER = "from byways.interop.engine import main; main(patience=3.0)"  # a busy machine takes its time to begin


def environment_of(kernel, folder):
    """The environment of a process that finds the game."""
    file = folder / f"endless_{kernel}.py"
    group = "search" if kernel == "playout" else "rules"
    file.write_text(GAME.replace("{name}", kernel).replace("{group}", group))
    return {**os.environ, "BYWAYS_GAMES": str(file), "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize(
    ("kernel", "threads"),
    [
        pytest.param("playout", 1, marks=pytest.mark.slow),
        *(pytest.param(*more, marks=pytest.mark.torture) for more in (("playout", 2), ("legal_actions", 1))),
    ],
)
def test_a_worker_answers_and_exits(kernel, threads, tmp_path):
    environment = environment_of(kernel, tmp_path)
    asked = b'{"id": 1, "game": "endless", "options": {"size": 3}, "simulations": 5, "threads": %d}\n' % threads
    asked += b'{"id": 2, "game": "troll", "simulations": 5}\n'
    done = subprocess.run(
        [sys.executable, "-c", WORKER], input=asked, env=environment, capture_output=True, timeout=280, check=False
    )
    answer = json.loads(done.stdout.splitlines()[0])
    assert done.returncode == 1
    assert answer["errors"][0]["code"] == "kernel.endless"
    assert Path(environment["BYWAYS_GAMES"]).name in answer["errors"][0]["message"]


COMMANDS = (
    ("match", "endless", "plain:simulations=20", "random", "--size", "3", "--games", "2"),
    ("perft", "endless", "--depth", "3", "--size", "3"),
    ("play", "endless", "--size", "3", "--black", "engine"),
)


@pytest.mark.torture
def test_an_interrupt_ends_every_command(tmp_path):
    """They run side by side: each has to be waited for until it is in its kernel."""
    environments = [environment_of(kernel, tmp_path) for kernel in ("playout", "legal_actions")]
    running = [(words, own, begun(words, own)) for own in environments for words in COMMANDS]
    time.sleep(16)
    looping = [(words, command) for words, own, command in running if loops(words, own, command)]
    assert len(looping) >= len(running) - 1, "perft needs no playouts"
    for _, command in looping:
        command.send_signal(signal.SIGINT)
        command.wait(timeout=200)  # two seconds on a machine without other work
        command.communicate()


def begun(words, environment):
    """A command that has begun."""
    return subprocess.Popen(
        [sys.executable, "-c", "import sys; from byways.cli import main; sys.exit(main(sys.argv[1:]))", *words],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def loops(words, environment, command):
    """Whether a command is still there, as it has to be unless it needs no kernel that loops."""
    if command.poll() is None:
        return True
    assert "playout" in environment["BYWAYS_GAMES"], words
    command.communicate()
    return False
