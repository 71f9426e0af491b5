"""The form in which a batch steps its states: the game's own, or one that is stepped faster."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from byways.batch import passes
from byways.batch.sharing import share_out
from byways.game import Variant
from byways.game.groups import BatchForm
from byways.game.kernel_set import with_pie
from byways.kernels import Ints, Kernel, Wide, compiled, entry_point
from byways.kernels.notice import announce
from byways.kernels.signatures import RuleKernels


class StateForm:
    """States of a variant as a batch keeps them, (rows, words), and the kernels that step and show them."""

    def __init__(self, variant: Variant, places: Wide, threads: int) -> None:
        """`places` are those of `Arrangement`."""
        form = variant.game.search.batch_form(variant.options)
        self.packed: BatchForm | None = with_pie(form) if form is not None and variant.game.has_pie else form
        """None where states are stepped in the game's own form."""
        self._variant = variant
        self._places = places
        self._threads = threads

    @cached_property
    def rules(self) -> passes.BatchRules:
        """The kernels that step states of this form, as machine code."""
        own = self._variant.kernels
        names = (*RuleKernels._fields, "mask", "observe")
        found = tuple(getattr(self.packed, name, None) or getattr(own, name) for name in names)
        announce(self._variant.game.title, (*found, passes.advance))
        *rules, mask, observe = map(compiled, found)
        return passes.BatchRules(RuleKernels(*rules), mask, observe)

    @cached_property
    def hide(self) -> Callable[[Ints, Ints, int], None] | None:
        """How a player's secrets are hidden from a learner, where the kernel `observe` does not see to it."""
        game = self._variant.game
        return game.secrets.hide if game.search.observe is None and self.packed is None else None

    def share(self, kernel: Kernel, rows: int, *given: Any) -> None:
        """Call a kernel for parts of the rows, in threads."""
        share_out(entry_point(kernel), given, rows, self._threads)

    def pack(self, vectors: NDArray[np.int16]) -> NDArray[np.int16]:
        """Return the game's vectors in this form."""
        if self.packed is None:
            return vectors
        return self._converted(self.packed.pack, vectors, self.packed.width(self._variant.geometry))

    def unpack(self, states: NDArray[np.int16]) -> NDArray[np.int16]:
        """Return states of this form as the game's vectors."""
        return states if self.packed is None else self._converted(self.packed.unpack, states, self._variant.width)

    def _converted(self, convert: Kernel, states: NDArray[np.int16], width: int) -> NDArray[np.int16]:
        found = np.zeros((len(states), width), dtype=np.int16)
        self.share(passes.convert, len(states), compiled(convert), self._variant.geometry, states, found)
        return found

    def show(self, states: NDArray[np.int16], players: Wide, shown: NDArray[np.float32], *, own: bool) -> None:
        """Write what players see of states, (rows, planes, places); with `own` they are in this form."""
        geometry = self._variant.geometry
        if self.hide is not None:
            states = states.copy()
            for state, player in zip(states, players.tolist(), strict=True):
                self.hide(geometry, state, player)
        observe = compiled(self.packed.observe if own and self.packed else self._variant.kernels.observe)
        self.share(passes.look, len(states), observe, geometry, states, players, self._places, shown)
