"""What a batch is given, checked: every refusal is one sentence."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from byways.errors import OptionError


def refuse(option: str, value: object, allowed: str) -> OptionError:
    """Return the error for an argument that a batch cannot take."""
    template = "{option}: {value} is not allowed; it must be {allowed}"
    return OptionError("batch.argument", template, option=option, value=_brief(value), allowed=allowed)


def whole(option: str, value: Any, least: int, most: int | None = None) -> int:
    """Return a whole number from `least` to `most`. Raises OptionError."""
    allowed = f"a whole number from {least} to {most}" if most is not None else f"a whole number from {least} on"
    try:
        number = operator.index(value)
    except TypeError:
        raise refuse(option, value, allowed) from None
    if number < least or (most is not None and number > most) or isinstance(value, bool):
        raise refuse(option, value, allowed)
    return number


def numbers(option: str, given: ArrayLike, count: int) -> NDArray[np.int64]:
    """Return whole numbers, one for each of `count` games. Raises OptionError."""
    allowed = f"{count} whole numbers"
    found = _array(option, given, allowed)
    if found.shape != (count,) or found.dtype.kind not in "iu":
        raise refuse(option, given, allowed)
    return np.ascontiguousarray(found, dtype=np.int64)


def numbers_below(option: str, given: ArrayLike, rows: int, most: int) -> NDArray[np.int64]:
    """Return a number below `most` for each row, from one for all or one for each. Raises OptionError."""
    found = numbers(option, np.full(rows, given) if np.ndim(given) == 0 else given, rows)
    if ((found < 0) | (found >= most)).any():
        raise refuse(option, given, f"from 0 to {most - 1}")
    return found


def flags(option: str, given: ArrayLike, count: int) -> NDArray[np.bool_]:
    """Return a bool for each of `count` games. Raises OptionError."""
    allowed = f"{count} bools"
    found = _array(option, given, allowed)
    if found.shape != (count,) or found.dtype != np.bool_:
        raise refuse(option, given, allowed)
    return np.ascontiguousarray(found)


def states(given: ArrayLike, width: int, rows: int | None = None) -> NDArray[np.int16]:
    """Return state vectors, (rows, width). Raises OptionError."""
    allowed = f"int16 of the shape ({'games' if rows is None else rows}, {width})"
    found = _array("vectors", given, allowed)
    fits = found.ndim == 2 and found.shape[1] == width and rows in (None, len(found))
    if not fits or found.dtype != np.int16:
        raise refuse("vectors", given, allowed)
    return np.ascontiguousarray(found)


def _array(option: str, given: ArrayLike, allowed: str) -> NDArray[Any]:
    try:
        return np.asarray(given)
    except (TypeError, ValueError):
        raise refuse(option, given, allowed) from None


def _brief(value: object) -> str:
    """Describe a value in a few words: an array by its type and shape."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} of the shape {value.shape}"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
