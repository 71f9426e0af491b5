"""The lines by which readers measure a speed that the documentation states run as they stand there."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINE = re.compile(r"^    (python -m timeit .*(?:\n    (?!python |byways |make ).*)*)", re.M)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs/guides").glob("*.md"))]
LINES = {
    f"{page.stem}-{at}": found[1] for page in PAGES for at, found in enumerate(LINE.finditer(page.read_text("utf-8")))
}


def test_every_page_that_states_a_speed_has_such_a_line():
    pages = {name.rpartition("-")[0] for name in LINES}
    assert pages >= {"README", "library", "batches", "environments", "kernels"}


@pytest.mark.slow
@pytest.mark.parametrize("line", sorted(set(LINES.values())))
def test_the_lines_measure_something(line):
    _, *given, statement = shlex.split(line.replace("\n    ", "\n"))
    if "gymnasium" in line:
        pytest.importorskip("gymnasium")
    once = [sys.executable, *given, "-n", "1", "-r", "1", statement]
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    ran = subprocess.run(
        once, env={**os.environ, "PYTHONPATH": path}, text=True, capture_output=True, timeout=200, check=False
    )
    assert "best of 1" in ran.stdout, ran.stderr
