"""Checks of what a caller gives to a statistical function: one clear line for what cannot be."""

from __future__ import annotations

from byways.errors import OptionError


def require_fraction(option: str, *values: float) -> None:
    """Raise OptionError unless all values lie strictly between 0 and 1."""
    for value in values:
        if not 0 < value < 1:
            allowed = "a number between 0 and 1"
            template = "{option} must be {allowed}, not {value}"
            raise OptionError("statistics.fraction", template, option=option, value=value, allowed=allowed)


def require_at_least(option: str, value: float, least: float) -> None:
    """Raise OptionError unless a value is a number of at least `least`."""
    if not value >= least:
        allowed = f"at least {least:g}"
        template = "{option} must be {allowed}, not {value}"
        raise OptionError("statistics.least", template, option=option, value=value, allowed=allowed)
