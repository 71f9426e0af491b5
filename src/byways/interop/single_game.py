"""One game as an environment plays it: dice roll by themselves, and a game that does not end is broken off.

It is shown as a text, printed or returned, as an SVG, or as pixels.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from byways import registry
from byways.batch import single
from byways.batch.single import text_of
from byways.errors import OptionError
from byways.game import Variant
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.rules.state_vector import CHANCE, NOBODY
from byways.search.random_game import random_move

VERSION = 0
"""Of all environments. A change of what they show or reward makes it the next."""


def environment_id(game: str) -> str:
    """Return the id under which a game is registered, such as "byways/Troll-v0"."""
    return f"byways/{''.join(map(str.capitalize, game.split('_')))}-v{VERSION}"


class SingleGame:
    """One game, begun anew as often as one likes. Raises OptionError."""

    def __init__(self, game: str | Variant, max_length: int = 0, **options: object) -> None:
        self.variant = registry.variant_of(game, options)
        self.longest = single.longest(self.variant, max_length)
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Begin a game anew; the dice fall by the seed."""
        self.rng = seeded(seed)
        self.state = State(self.variant, self.variant.start())
        self.left = self.longest
        self._roll()

    @property
    def mover(self) -> int:
        """The person to move, by number; -2 where the game is over or broken off."""
        return single.to_move(self.state) if self.left > 0 else NOBODY

    @property
    def ended(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.state.mover == NOBODY

    @property
    def over(self) -> bool:
        """Whether the game has ended or been broken off."""
        return self.mover == NOBODY

    def play(self, action: int) -> None:
        """Play an action of the player to move. Raises IllegalTurnError."""
        self.state = self.state.apply(action)
        self.left -= 1
        self._roll()

    def take(self, after: State) -> None:
        """Go on from the state after a turn of the player who was to move."""
        turn = after.begun or self.state.actions(str(after.turn))
        for action in turn:
            if not self.over:
                self.play(action)

    def _roll(self) -> None:
        while self.state.mover == CHANCE:
            self.state = random_move(self.state, self.rng).after

    def mask(self) -> NDArray[np.int8]:
        """Return 1 for each legal action; for all of them once the game is over."""
        if self.over:
            return np.ones(self.variant.num_actions, dtype=np.int8)
        return single.legal(self.state).astype(np.int8)

    def observe(self, player: int) -> NDArray[np.float32]:
        """Return what a person sees, (planes, rows, columns)."""
        return single.observe(self.state, player)

    def results(self) -> tuple[float, ...]:
        """Return what the game brought each person, from -1 to 1; zeros while it goes on or if it was broken off."""
        return single.results(self.state)


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
