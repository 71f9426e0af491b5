"""What the games of a run depend on beside its manifest: the code that plays, and how the machine calculates.

Seeds alone do not make two machines play the same games. Another version of Byways or of a game plays others, and a
logarithm that differs in its last bit may turn a search aside. So both are reduced to short texts, which a run keeps
and workers on other machines compare.
"""

from __future__ import annotations

import functools
import hashlib
import math
from array import array
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from msgspec import Struct

from byways import registry
from byways.version import __version__

PLAYING = ("arena", "batch", "game", "games", "kernels", "position", "records", "rules", "search", "workers")
"""The folders of the package whose code decides how games go, beside the modules that lie in none."""
MIXED = "mixed"
"""Stands for all texts where different machines are allowed to play."""
_KINDS = (".py", ".toml", ".json", ".npz")
_VALUES = 4_096


class Fingerprint(Struct, frozen=True):
    """Two machines whose fingerprints are equal play the same games."""

    byways: str
    """The version."""
    kernels: str
    """Of the sources of the rules, the searches and the players, those of plug-ins, and the versions that compile."""
    arithmetic: str
    """Of log, exp and erf, which machine code too takes from the C library, on fixed numbers."""

    def differs(self, other: Fingerprint) -> str | None:
        """Return the name of the first part in which another one differs, or None if it is the same."""
        return next((name for name in self.__struct_fields__ if getattr(self, name) != getattr(other, name)), None)


def _version_of(package: str) -> str:
    """Return a package's version; where it was put in place without its metadata, the package itself knows."""
    try:
        return version(package)
    except PackageNotFoundError:
        return str(import_module(package).__version__)


@functools.cache
def fingerprint() -> Fingerprint:
    """Return that of this process."""
    return Fingerprint(__version__, _digest(_kernels()), _digest(_arithmetic()))


def stamp(mixed: bool = False) -> dict[str, str]:
    """Return what a run's manifest keeps of the fingerprint; the same for all machines where they may be mixed."""
    here = fingerprint()
    return {"kernels": MIXED if mixed else here.kernels, "arithmetic": MIXED if mixed else here.arithmetic}


def _digest(parts: Iterator[bytes]) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()[:16]


def _kernels() -> Iterator[bytes]:
    root = Path(__file__).parents[2]
    files = [*root.glob("*.py"), *(file for folder in PLAYING for file in (root / folder).rglob("*"))]
    for file in sorted(file for file in files if file.suffix in _KINDS):
        yield file.relative_to(root).as_posix().encode()
        yield file.read_bytes()
    for file in registry.plug_in_files():
        yield file.read_bytes()
    for name in ("numba", "llvmlite", "numpy"):
        yield f"{name} {_version_of(name)}".encode()


def _arithmetic() -> Iterator[bytes]:
    """Yield the bits of the functions that kernels call, on numbers from 1/256 to 16 that every machine has exactly."""
    numbers = [count / 256 for count in range(1, _VALUES + 1)]
    for function in (math.log, math.exp, math.erf):
        yield array("d", map(function, numbers)).tobytes()
        yield array("d", (function(1 / number) for number in numbers)).tobytes()
