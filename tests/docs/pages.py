"""The pages that readers try out: their texts, and the code blocks in them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs/guides").glob("*.md"))}
README, CONTRIBUTING = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md"))
TEXTS = {"README": README, "CONTRIBUTING": CONTRIBUTING, **GUIDES}


def blocks(page: str, language: str = "python") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXTS[page], re.M | re.S)


def run(page: str) -> dict:
    """Run the code of a page, one block after another; return the names that it leaves."""
    names: dict = {}
    for block in blocks(page):
        exec(block, names)
    return names
