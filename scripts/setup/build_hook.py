"""What hatchling does beside its own: put the documentation into the wheel where `make docs` has built it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Documentation(BuildHookInterface):  # type: ignore[type-arg]
    """Carry site-docs/ as byways/site-docs/; an editable install finds it beside the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard" and (Path(self.root) / "site-docs/index.html").is_file():
            build_data["force_include"]["site-docs"] = "byways/site-docs"
