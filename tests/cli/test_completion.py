"""Completion in shells, as far as they are there, and the program as a module."""

import os
import shutil
import subprocess
import sys

import pytest

import byways
from byways.cli import main

FILES = {
    "bash": ".local/share/bash-completion/completions/byways",
    "zsh": ".zsh/completions/_cyclopts_byways",
    "fish": ".config/fish/completions/byways.fish",
}
ASK = {
    "bash": 'source {}; COMP_WORDS=(byways tourn); COMP_CWORD=1; _byways; echo "${{COMPREPLY[@]}}"; '
    'COMP_WORDS=(byways match --proc); COMP_CWORD=2; _byways; echo "${{COMPREPLY[@]}}"',
    "zsh": "zsh -n {0} && cat {0}",
    "fish": 'source {}; complete -C "byways tourn"; complete -C "byways match --proc"',
}


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("ZSH", "ZSH_CUSTOM", "BASH_VERSION", "ZSH_VERSION", "FISH_VERSION"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.mark.parametrize("shell", FILES)
def test_completion_is_installed_where_the_shell_looks(home, capsys, shell):
    assert main(["--install-completion", "--shell", shell]) == 0
    assert str(home / FILES[shell]) in capsys.readouterr().out
    assert "tournament" in (home / FILES[shell]).read_text()
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here to try it")
    run = subprocess.run(
        [shell, "-c", ASK[shell].format(home / FILES[shell])], text=True, capture_output=True, timeout=200, check=False
    )
    assert "tournament" in run.stdout, run.stderr
    assert "--processor-time" in run.stdout


def test_completion_that_cannot_be_written_is_one_line(home, capsys):
    (home / ".config").write_text("no folder")
    assert main(["--install-completion", "--shell", "fish"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("byways: ")


def test_the_program_is_a_module_too(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "byways", "--version"], text=True, capture_output=True, cwd=tmp_path, check=True,
        env={**os.environ, "HOME": str(tmp_path)},
    )  # fmt: skip
    assert run.stdout.strip() == byways.__version__
