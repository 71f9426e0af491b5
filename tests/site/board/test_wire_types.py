"""The declaration file of the scripts says what the server's structs say."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[3] / "scripts" / "setup" / "wire-types"


def test_the_declarations_for_scripts_are_up_to_date():
    found = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
