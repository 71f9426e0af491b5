"""What docs/guides/protocols.md shows runs: its code, its files and its commands."""

import os
import re
import subprocess
import sys

import pytest

from byways.arena.players import KINDS, PROGRAMS
from byways.interop.gtp import COMMANDS
from docs.pages import GUIDES, blocks

GUIDE, BLOCKS = GUIDES["protocols"], blocks("protocols")
SHELL = re.findall(r"^    ((?:byways|printf) .*)$", GUIDE, re.M)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the page's files, and programs of the names that its commands use."""
    made = tmp_path_factory.mktemp("guide")
    for block in BLOCKS:
        if name := re.match(r"# (\w+\.py)\n", block):
            (made / name[1]).write_text(block)
    for name, command in (("python", ""), ("byways", "-m byways")):
        (made / name).write_text(f'#!/bin/sh\nexec {sys.executable} {command} "$@"\n')
        (made / name).chmod(0o755)
    return made


def test_the_code_on_the_page_runs(capsys):
    (block,) = (block for block in BLOCKS if not block.startswith("# "))
    exec(block, {})
    assert capsys.readouterr().out in ("white\n", "black\n", "None\n")


@pytest.mark.slow
@pytest.mark.parametrize("command", SHELL)
def test_the_commands_on_the_page_work(folder, command):
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    run = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment, text=True, capture_output=True, timeout=280, check=False
    )
    assert run.returncode == 0, run.stderr
    assert not re.search(r" lost \d+ games?: ", run.stdout), "no program fails"
    assert "broken" not in run.stdout


def test_the_page_names_all_kinds_of_players_and_commands():
    assert {kind for kind in (*KINDS, *PROGRAMS) if f"`{kind}" not in GUIDE} <= {"openspiel"}
    assert {name for name in COMMANDS if name not in GUIDE.partition("## GTP")[2]} == set()
