"""Reading machine code from the cache without loading numba's compiler, which takes longer than everything else."""

from __future__ import annotations

import functools
import importlib
from importlib.util import find_spec
from typing import Any


def read(cache: Any, signature: object, context: Any) -> Any:
    """Return the machine code that a cache of numba's keeps for a signature; None if there is none.

    numba itself first loads all that it can compile. Machine code needs the symbols alone that it may be linked with:
    those of numba's runtime, of hashing and of extensions. If anything is compiled later, numba loads the rest then.
    """
    from numba.core.runtime import rtsys

    rtsys.initialize(context)
    _load_symbols()
    with cache._guard_against_spurious_io_errors():
        return cache._load_overload(signature, context)


@functools.cache
def _load_symbols() -> None:
    from numba.core import entrypoints
    from numba.np import linalg

    importlib.import_module("numba.cpython.hashing")
    entrypoints.init_all()
    before = linalg.ensure_blas
    linalg.ensure_blas = _look_for_blas
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = before


def _look_for_blas() -> None:
    """Raise ImportError where there is no SciPy.

    numba's array functions ask whether its linear algebra can be loaded by loading it, which takes 0.2 s.
    """
    if find_spec("scipy") is None:
        raise ImportError("scipy")
