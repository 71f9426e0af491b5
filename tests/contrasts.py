"""The contrast of colours, as WCAG 2 defines it, pairs with too little of it, and style sheets taken apart."""

import re


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours given as #rrggbb, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    """Return the relative luminance."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def weak(colours, pairs, least):
    """The pairs whose contrast is less; where there are several inks, the best of them counts."""
    found = {}
    for inks, on in pairs:
        best = max(contrast(colours[ink], colours[on]) for ink in ((inks,) if isinstance(inks, str) else inks))
        if best < least:
            found[inks, on] = round(best, 2)
    return found


def blocks(sheet):
    """The declarations by selector, whatever the media."""
    found = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"@media[^{]*\{", "", sheet)):
        for selector in selectors.strip().split(","):
            found.setdefault(selector, {}).update(pair.split(":", 1) for pair in body.split(";"))
    return found
