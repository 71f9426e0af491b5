"""No process that the site or a command starts runs a file that just happens to lie where it was started."""

import os
import subprocess
import sys

import pytest

from broken_hex import SOURCE
from byways import registry
from byways.site.engines import compiling, pool
from byways.site.review import reader

SHADOWED = ("pickle", "random", "socket", "tempfile")
"""Modules of Python's own that the workers load."""
SPREAD = """
from byways.workers.pool import Pool

if __name__ == "__main__":
    with Pool(1) as pool:
        print(*pool(abs, [-7]))
"""
PLUG_IN = """
from byways import registry
from byways.site.plug_ins.processes import apart

if __name__ == "__main__":
    with apart():
        print(registry.find("hex").title)
"""


@pytest.fixture
def folder(tmp_path):
    """A folder whose modules say that they were run."""
    place = tmp_path / "downloads"
    place.mkdir()
    for name in SHADOWED:
        (place / f"{name}.py").write_text(f"open({str(tmp_path / name)!r}, 'w').close()\nraise SystemExit(1)\n")
    yield place
    assert not [name for name in SHADOWED if (tmp_path / name).exists()], "these were run"


@pytest.mark.parametrize("command", [pool.WORKER, compiling.WORKER, reader.CHILD], ids=lambda command: command[-1])
def test_workers_that_are_commands(folder, command):
    subprocess.run(command, cwd=folder, input=b"", capture_output=True, timeout=120, check=False)


@pytest.mark.parametrize(("program", "says"), [(SPREAD, "7\n"), (PLUG_IN, "Hex\n")], ids=["spread", "plug-in"])
def test_workers_that_are_spawned(folder, tmp_path, program, says):
    (tmp_path / "mine.py").write_text(SOURCE)
    script = tmp_path / "program" / "main.py"
    script.parent.mkdir()
    script.write_text(program)
    environment = {**os.environ, registry.VARIABLE: str(tmp_path / "mine.py")}
    ran = subprocess.run(
        [sys.executable, script], cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.stdout == says, ran.stderr
