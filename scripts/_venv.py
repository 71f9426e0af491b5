"""Imported first by every script: goes on in the project's virtual environment where Byways is not installed."""

import importlib.util
import os
import sys
from pathlib import Path

PYTHON = Path(__file__).resolve().parents[1] / ".venv" / "bin" / "python"

if importlib.util.find_spec("byways") is None:
    if not PYTHON.exists():
        sys.exit("Byways is not installed: run `make test` once, or activate an environment that has it")
    os.execv(PYTHON, [str(PYTHON), *sys.argv])
