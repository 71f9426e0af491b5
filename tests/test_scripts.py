"""What developers' scripts must not do."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"


@pytest.mark.parametrize("script", ["learn-longway", "learn-stroll", "learn-troll"])
def test_learning_must_be_told_where_to_write_so_that_shipped_weights_are_not_overwritten(script, tmp_path):
    given = ["--games", "0"] if script == "learn-longway" else ["--games", "0", "--positions", tmp_path / "none.npz"]
    done = subprocess.run([sys.executable, SCRIPTS / script, *given], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "required: --out" in done.stderr
