"""The games that one can start from, and what their tests and pages say."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

_SHIPPED = Path(__file__).with_name("games")
FOLDER = _SHIPPED if _SHIPPED.is_dir() else Path(__file__).parents[3] / "examples"
"""Where their modules lie: in the installed package, or in the source tree that it would be built from."""


class Starter(msgspec.Struct, frozen=True):
    """A game of `examples/`, as something to begin with."""

    shows: str
    """What it has, in a few words."""
    small: dict[str, int]
    """Options of a board on which tests are quick."""
    turns: tuple[str, ...]
    """A short game with these options."""
    end: tuple[str, str]
    """Its winner, and the reason."""
    illegal: str
    """A turn that is illegal after all but the last of those turns."""
    changes: tuple[tuple[str, str], ...]
    """What one may change, and how."""
    beside: tuple[str, ...] = ()
    """Modules that it imports from its folder."""

    name: str = ""
    """Its module."""

    @property
    def file(self) -> Path:
        """Return its module's file."""
        return FOLDER / f"{self.name}.py"


_READ = tomllib.loads(Path(__file__).with_name("starters.toml").read_text(encoding="utf-8"))
STARTERS: Mapping[str, Starter] = {
    name: msgspec.convert({**facts, "name": name}, Starter) for name, facts in _READ.items()
}
"""By name."""
