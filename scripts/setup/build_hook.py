"""What hatchling does beside its own: put into the wheel what lies elsewhere in the source tree."""

from __future__ import annotations

import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
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
        self._made = TemporaryDirectory()
        if (root / "site-docs/index.html").is_file():
            archive = Path(self._made.name, "site-docs.tar.xz")
            pack(root / "site-docs", archive)
            included[str(archive)] = f"byways/{archive.name}"
        for example in root.glob("examples/[a-z]*.py"):
            included[str(example.relative_to(root))] = f"byways/starters/games/{example.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version == "standard":
            self._made.cleanup()


def pack(folder: Path, archive: Path) -> None:
    """Write the files of a folder as one archive, which is the same bytes for the same files."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.mtime = entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mode = 0o644
        return entry

    with tarfile.open(archive, "w:xz", preset=9, format=tarfile.PAX_FORMAT) as made:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                made.add(path, path.relative_to(folder).as_posix(), filter=plain)
