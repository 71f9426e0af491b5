"""A short training of examples/train_troll.py, where sb3-contrib is installed: here, or for BYWAYS_RIVALS."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import byways

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
