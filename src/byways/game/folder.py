"""The files that lie beside a game: rules page, lessons, puzzles, levels, translations, found by their names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


def read_beside(module_file: str, name: str) -> str:
    """Return the text of a data file beside a module, such as a table of weights."""
    return Path(module_file).with_name(name).read_text(encoding="utf-8-sig")


@dataclass(frozen=True)
class Translation:
    """A game in another language."""

    catalogue: str = ""
    """A gettext catalogue, the text of a PO file."""
    rules: str = ""
    """The rules page; empty where it is to be shown in English."""


class Files:
    """The files of a game's folder; whatever is missing there is empty or None."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def path(self, name: str) -> Path | None:
        """Return the path of a file, or None where there is none."""
        path = self._folder / name if self._folder else None
        return path if path and path.exists() else None

    def text(self, name: str) -> str:
        """Return the text of a file, or an empty one."""
        path = self.path(name)
        return path.read_text(encoding="utf-8-sig") if path else ""

    def translation(self, language: str) -> Translation | None:
        """Return what the folder has in a language: `es.po` and `rules.es.md`, say; either may be missing."""
        texts = self.text(f"{language}.po"), self.text(f"rules.{language}.md")
        return Translation(*texts) if any(texts) else None
