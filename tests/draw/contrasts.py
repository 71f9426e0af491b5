"""Pairs of colours with too little contrast, and style sheets taken apart."""

import re

from contrast import contrast


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
