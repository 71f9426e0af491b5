"""How environments show a game: as a text, printed or returned, as an SVG, or as pixels."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from byways.batch.single import text_of
from byways.errors import OptionError
from byways.position.state import State

MODES = HUMAN, ANSI, RGB_ARRAY, SVG = "human", "ansi", "rgb_array", "svg"
WIDTH = 480  # pixels
FRAMES = 2  # a second, when a game is shown as a film


def check_mode(mode: str | None) -> str | None:
    """Return a render mode. Raises OptionError for one that there is not."""
    if mode is not None and mode not in MODES:
        template = "option {option}: {value!r} is not allowed; it must be {allowed}"
        raise OptionError("option.value", template, option="render_mode", value=mode, allowed=", ".join(MODES))
    return mode


def render(state: State, mode: str | None) -> Any:
    """Show a state: None after printing it ("human"), its text ("ansi"), its SVG, or (rows, columns, 3) as uint8."""
    if mode == HUMAN:
        print(text_of(state), flush=True)  # noqa: T201 (that is what this mode is for)
        return None
    if mode == ANSI:
        return text_of(state)
    if mode is None:
        return None
    from byways.draw import svg  # drawing takes long to load, and training needs none

    return svg(state) if mode == SVG else pixels(svg(state))


def pixels(svg_text: str) -> NDArray[np.uint8]:
    """Return a drawing as (rows, columns, 3), WIDTH columns wide."""
    from PIL import Image

    from byways.draw import png

    with Image.open(BytesIO(png(svg_text, WIDTH))) as picture:
        return np.array(picture.convert("RGB"))
