"""What hatchling does beside its own: put into the wheel what lies elsewhere in the source tree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Elsewhere(BuildHookInterface):  # type: ignore[type-arg]
    """Carry the documentation, where `make docs` has built it, and the games that `byways new-game` begins with.

    An editable install finds both beside the sources.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard":
            return
        root, included = Path(self.root), build_data["force_include"]
        if (root / "site-docs/index.html").is_file():
            included["site-docs"] = "byways/site-docs"
        for example in root.glob("examples/[a-z]*.py"):
            included[str(example.relative_to(root))] = f"byways/starters/games/{example.name}"
