"""Values of positions, and differences of them, in the unit of their game: chances in per cent, or points."""

from __future__ import annotations

from byways.game import Variant
from byways.site.i18n.languages import number, render
from byways.translatable import say, text_of

_UNBROKEN = "\N{NO-BREAK SPACE}"  # between a number and its unit


def amount(variant: Variant, share: float, *, exact: bool = False) -> str:
    """Format a difference of two values: "12%", or points for a single player."""
    low, high, unit = variant.game.ui.scale(variant)
    digits = 0 if unit == "%" and not exact else 1
    return _with_unit(variant, number(share * (high - low), digits))


def cost(variant: Variant, share: float) -> str:
    """Return a turn's evaluation loss as text, for use within a sentence."""
    low, high, unit = variant.game.ui.scale(variant)
    if unit != "%":
        return amount(variant, share)
    return say("{number}%", number=number(share * (high - low)))


def worth(variant: Variant, value: float) -> str:
    """Format a value."""
    low, high, unit = variant.game.ui.scale(variant)
    return _with_unit(variant, number(low + value * (high - low), 0 if unit == "%" else 1))


def _with_unit(variant: Variant, text: str) -> str:
    _, _, unit = variant.game.ui.scale(variant)
    if unit == "%":
        return render(say("{value}%", value=text))
    return f"{text}{_UNBROKEN}{render(text_of(variant.game.name, unit))}"
