"""Strategies: written out from a finished proof, and checked by replay."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from byways.errors import ProofError
from byways.game import Variant
from byways.header import NOBODY, PART, TO_MOVE
from byways.kernels import Ints, Kernel, compiled
from byways.solve import dfpn, replay
from byways.solve.prover import DEEPEST, Prover

WIN, DRAW = 1.0, 0.5
"""What a strategy promises at least."""
_BUDGET = 20_000  # positions between two reports


@dataclass(frozen=True)
class Checked:
    """What a replay went through."""

    positions: int
    """Different ones, images by symmetries counted once."""
    replies: int
    """Actions of the opponent that were tried."""
    ends: int
    """Ends of games by the opponent's turn or the script's; those that the player reaches at once come in addition."""
    seconds: float


_WRONG = {
    replay.ASKS: "the strategy has no turn for a position",
    replay.ILLEGAL: "the strategy plays an illegal turn",
    replay.BROKEN: "a game ends otherwise than the strategy promises",
    replay.ENDLESS: "the strategy goes in circles, or too deep",
}


class Replay:
    """Playing a script against every reply; `ask`, if given, lengthens a script that has no turn for a position."""

    def __init__(
        self,
        variant: Variant,
        player: int,
        promise: float,
        script: Sequence[int] = (),
        ask: Callable[[Ints], Sequence[int]] | None = None,
        interpreted: bool = False,
    ) -> None:
        self.variant, self.player, self.promise, self.ask = variant, player, promise, ask
        rows = DEEPEST + 1
        self.states = np.zeros((rows, variant.width), dtype=np.int16)
        self.moves = np.zeros((rows, variant.num_actions), dtype=np.int16)
        self.frames = np.zeros((rows, replay.FRAME), dtype=np.int64)
        self.keys = np.zeros(rows, dtype=np.uint64)
        self.seen = np.zeros(2**12, dtype=np.uint64)
        self.book = np.zeros(replay.BOOK, dtype=np.int64)
        self.script = np.array([*script, 0], dtype=np.int16)
        self.length = len(script)
        k = variant.kernels
        code: tuple[Kernel, ...] = (replay.replay, k.legal_actions, k.apply, k.outcome, k.key, k.symmetry)
        self._code = code if interpreted else tuple(compiled(kernel) for kernel in code)
        self._grow: Kernel = replay.put_all if interpreted else compiled(replay.put_all)

    def run(self, state: Ints, report: Callable[[Replay], None] = lambda replay: None) -> Checked:
        """Play from a state. Raises ProofError, which says what is wrong."""
        began = time.perf_counter()
        self.states[0] = state
        while (status := self._go_on()) != replay.DONE:
            if status == replay.FULL:
                self._make_room()
            elif status == replay.ASKS and self.ask is not None:
                self._append(self.ask(self.states[self.book[replay.ROW]]))
            elif status != replay.PAUSED:
                raise ProofError("proof.broken", _WRONG[status])
            report(self)
        if self.book[replay.READ] != self.length:
            raise ProofError("proof.broken", "the strategy has turns that no line of play asks for")
        book = self.book
        return Checked(
            int(book[replay.POSITIONS]),
            int(book[replay.REPLIES]),
            int(book[replay.ENDS]),
            time.perf_counter() - began,
        )

    def _go_on(self) -> int:
        play, *rules = self._code
        status: int = play(
            *rules, self.variant.geometry, self.player, self.promise, _BUDGET, self.states, self.moves, self.frames,
            self.keys, self.seen, self.script, self.length, self.book,
        )  # fmt: skip
        return status

    def _append(self, actions: Sequence[int]) -> None:
        if self.length + len(actions) > self.script.size:
            self.script = np.concatenate([self.script, np.zeros_like(self.script), np.zeros(8, dtype=np.int16)])
        self.script[self.length : self.length + len(actions)] = actions
        self.length += len(actions)

    def _make_room(self) -> None:
        old, self.seen = self.seen, np.zeros(2 * self.seen.size, dtype=np.uint64)
        self._grow(old, self.seen)


def write_out(prover: Prover, state: Ints, promise: float, proved: bool = True) -> tuple[list[int], Checked]:
    """The script that a settled claim amounts to, checked on the way by the replay.

    Of a proved claim it is the claimant's; of a disproved one the opponent's, who then at least does not lose. Raises
    ProofError where it keeps less than the promise.
    """
    player = prover.player if proved else 1 - prover.player
    play = Replay(prover.variant, player, promise, ask=lambda vector: _turn(prover, vector, proved))
    checked = play.run(state)
    return play.script[: play.length].tolist(), checked


def _turn(prover: Prover, vector: Ints, proved: bool) -> list[int]:
    """A turn after which the claim is still proved, or disproved; both are known to be possible."""
    packed, actions = prover.packed(vector), list[int]()
    while not actions or (packed[PART] > 0 and packed[TO_MOVE] != NOBODY):
        assert prover.settle(packed) is proved
        numbers = prover.proofs[0] if proved else prover.disproofs[0]
        at = int(np.argmin(numbers[: prover.frames[0, dfpn.COUNT]]))
        actions.append(int(prover.moves[0, at]))
        prover.form.apply(prover.variant.geometry, packed, actions[-1])
    return actions
