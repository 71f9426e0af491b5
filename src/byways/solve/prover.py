"""The proof-number search step by step, so that limits, progress and going on stay in Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from byways.game import Form, Variant
from byways.kernels import Bits, Ints, compiled, entry_point
from byways.rules import defaults
from byways.search.driver import Budget, Stepwise, drive
from byways.solve import dfpn

DEEPEST = 400  # actions below the root
_BYTES_A_BUCKET = 64
_NO_LIMIT = Budget()


def plain_form(variant: Variant) -> Form:
    """Return the game's own states as a form."""
    k = variant.kernels
    return Form(
        width=lambda geometry: variant.width,
        pack=defaults.pack,
        legal_actions=k.legal_actions,
        apply=k.apply,
        key=k.key,
        outcome=k.outcome,
        symmetry=k.symmetry,
        order=k.order,
    )


def form_of(variant: Variant) -> Form:
    """Return the form in which proofs are searched."""
    return variant.game.form(variant.options) or plain_form(variant)


class Prover(Stepwise):
    """A proof-number search for the claim that a player of a variant wins; the table serves many positions."""

    size = 256

    def __init__(
        self,
        variant: Variant,
        player: int,
        *,
        megabytes: float = 64.0,
        form: Form | None = None,
        weak: bool = False,
        interpreted: bool = False,
    ) -> None:
        self.variant = variant
        self.player = player
        self.form = form or form_of(variant)
        self.width = self.form.width(variant.geometry)
        rows = DEEPEST + 1
        self.states = np.zeros((rows, self.width), dtype=np.int16)
        self.moves = np.zeros((rows, variant.num_actions), dtype=np.int16)
        self.proofs = np.zeros((rows, variant.num_actions), dtype=np.int64)
        self.disproofs = np.zeros((rows, variant.num_actions), dtype=np.int64)
        self.frames = np.zeros((rows, dfpn.FRAME), dtype=np.int64)
        self.keys = np.zeros(rows, dtype=np.uint64)
        self.work = dfpn.Work(
            np.zeros((variant.num_actions + 1, self.width), dtype=np.int16),
            np.zeros(variant.num_actions, dtype=np.uint64),
            np.zeros(variant.num_actions, dtype=np.int16),
            np.zeros(variant.num_actions, dtype=np.int64),
            np.zeros(2, dtype=np.float64),
        )
        self.counters = np.zeros(dfpn.COUNTERS, dtype=np.int64)
        self.how = np.zeros(dfpn.HOW, dtype=np.int64)
        self.how[dfpn.CLAIMANT] = player
        self.how[dfpn.COMMUTING] = variant.game.rules.commuting
        self.how[dfpn.CYCLIC] = bool(variant.game.rules.repetition)
        self.how[dfpn.WEAK] = weak
        buckets = 1 << max(4, int(np.log2(megabytes * 2**20 / _BYTES_A_BUCKET)))
        self.table = _aligned(buckets * _BYTES_A_BUCKET // 8)
        self._prove = dfpn.prove if interpreted else entry_point(dfpn.prove)
        rules = (getattr(self.form, name) for name in dfpn.ProofRules._fields)
        self._rules = dfpn.ProofRules(*(rule if interpreted else compiled(rule) for rule in rules))

    @property
    def nodes(self) -> int:
        """Positions entered so far."""
        return int(self.counters[dfpn.NODES])

    @property
    def stored(self) -> int:
        """Positions in the table."""
        return int(self.counters[dfpn.STORED])

    @property
    def numbers(self) -> tuple[int, int]:
        """The proof and the disproof number of the position being searched."""
        if self.counters[dfpn.ROW] < 0:
            return int(self.counters[dfpn.PROOF]), int(self.counters[dfpn.DISPROOF])
        root = self.frames[0]
        count = int(root[dfpn.COUNT])
        claims = bool(root[dfpn.CLAIMS])
        return dfpn.totals(self.proofs[0], self.disproofs[0], count, claims, bool(self.how[dfpn.WEAK]))

    def packed(self, state: Ints) -> Ints:
        """Return a state vector in the search's form."""
        out = np.zeros(self.width, dtype=np.int16)
        self.form.pack(self.variant.geometry, state.copy(), out)
        return out

    def apply(self, packed: Ints, action: int) -> Ints:
        """Return a position in the search's form after an action."""
        after = packed.copy()
        self.form.apply(self.variant.geometry, after, action)
        return after

    def prove(self, state: Ints, budget: Budget = _NO_LIMIT, **driving: Any) -> bool | None:
        """Return whether the claim holds in a state at whose turn's beginning the game goes on.

        None where the budget (of seconds, and of positions) is spent first, or where a `stop` was heard; then another
        call goes on from the table. `driving` are further arguments of `drive`.
        """
        return self.settle(self.packed(state), budget, **driving)

    def settle(self, packed: Ints, budget: Budget = _NO_LIMIT, **driving: Any) -> bool | None:
        """Prove a position in the search's form, as `prove` does; a turn may have begun.

        Row 0 then holds what its actions lead to.
        """
        self._enter(packed)
        drive(self, budget, **driving)
        if not self.done or self.counters[dfpn.CUT]:
            return None
        return int(self.counters[dfpn.PROOF]) == 0

    @property
    def done(self) -> bool:
        return bool(self.counters[dfpn.ROW] < 0)

    def step(self, simulations: int, spent: float = 0.0) -> int:
        """Enter so many positions."""
        before = self.nodes
        stack = dfpn.ProofStack(self.states, self.moves, self.proofs, self.disproofs, self.frames, self.keys)
        geometry = self.variant.geometry
        self._prove(self._rules, geometry, self.how, simulations, stack, self.table, self.counters, self.work)
        return self.nodes - before

    def _enter(self, root: Ints) -> None:
        self.states[0] = root
        self.frames[0] = 0
        self.frames[0, dfpn.PROOF_LIMIT] = self.frames[0, dfpn.DISPROOF_LIMIT] = dfpn.INFINITE
        self.counters[dfpn.ROW] = 0
        self.counters[dfpn.FRESH] = 1


def _aligned(words: int) -> Bits:
    """Zeros that begin where a cache line does, so that a bucket is one line."""
    room = np.zeros(words + 7, dtype=np.uint64)
    skip = (-room.ctypes.data // 8) % 8
    return room[skip : skip + words]
