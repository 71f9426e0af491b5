"""What becomes of a page's state is tested by Node's own test runner, without a browser."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.test.js")))
def test_by_node(name):
    found = subprocess.run(["node", "--test", HERE / name], capture_output=True, text=True, timeout=120, check=False)
    assert found.returncode == 0, found.stdout
    assert "# pass 0" not in found.stdout
