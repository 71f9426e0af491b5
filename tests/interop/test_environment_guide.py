"""What docs/guides/environments.md shows runs."""

import re
from pathlib import Path

import pytest

from byways import registry

for needed in ("pettingzoo", "gymnasium", "pyspiel"):
    pytest.importorskip(needed)

GUIDE = (Path(__file__).parents[2] / "docs/guides/environments.md").read_text(encoding="utf-8")


def test_the_code_on_the_page_runs():
    names = {}
    try:
        for block in re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S):
            exec(block, names)
    finally:
        registry.forget("hex")
    assert "to move" in names["picture"]
    assert names["done"]
    assert names["best"] in names["game"].new_initial_state().legal_actions()
