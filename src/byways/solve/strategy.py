"""Strategies: written out from a finished proof, and checked by replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from byways.errors import ProofError
from byways.game import Variant
from byways.kernels import Ints, Kernel, compiled, entry_point
from byways.rules.turn_completion import complete_turn
from byways.search.driver import Caller, Stepwise, call_directly, drive
from byways.solve import dfpn, replay
from byways.solve.prover import DEEPEST, Prover

WIN, DRAW = 1.0, 0.5
"""What a strategy promises at least."""


@dataclass(frozen=True)
class Checked:
    """The counts of a replay."""

    positions: int
    """Different ones, images by symmetries counted once."""
    replies: int
    """Actions of the opponent that were tried."""
    ends: int
    """Ends of games by the opponent's turn or the script's; those that the player reaches at once come in addition."""
    seconds: float


_WRONG = {
    replay.ASKS: "the strategy has no move for a position",
    replay.ILLEGAL: "the strategy plays an illegal move",
    replay.BROKEN: "a game ends otherwise than the strategy promises",
    replay.ENDLESS: "the strategy goes in circles, or too deep",
}


class Replay(Stepwise):
    """Playing a script against every reply; `ask`, if given, lengthens a script that has no turn for a position."""

    size = 1_024

    def __init__(
        self,
        variant: Variant,
        player: int,
        promise: float,
        script: Sequence[int] = (),
        ask: Callable[[Ints], Sequence[int]] | None = None,
        interpreted: bool = False,
    ) -> None:
        self.variant = variant
        self.player = player
        self.promise = promise
        self.ask = ask
        rows = DEEPEST + 1
        self.states = np.zeros((rows, variant.width), dtype=np.int16)
        self.moves = np.zeros((rows, variant.num_actions), dtype=np.int16)
        self.frames = np.zeros((rows, replay.FRAME), dtype=np.int64)
        self.keys = np.zeros(rows, dtype=np.uint64)
        self.seen = np.zeros(2**12, dtype=np.uint64)
        self.counters = np.zeros(replay.COUNTERS, dtype=np.int64)
        self.script = np.array([*script, 0], dtype=np.int16)
        self.length = len(script)
        self._status = replay.PAUSED
        rules = (getattr(variant.kernels, name) for name in replay.ReplayRules._fields)
        self._rules = replay.ReplayRules(*(rule if interpreted else compiled(rule) for rule in rules))
        self._play = replay.replay if interpreted else entry_point(replay.replay)
        self._grow: Kernel = replay.put_all if interpreted else compiled(replay.put_all)

    def run(
        self, state: Ints, report: Callable[[Replay], None] = lambda replay: None, call: Caller = call_directly
    ) -> Checked:
        """Play from a state. Raises ProofError, which says what is wrong."""
        self.states[0] = state
        while drive(self, report=report, call=call)._status != replay.DONE:
            assert self.ask is not None
            self._append(self.ask(self.states[self.counters[replay.ROW]]))
        if self.counters[replay.READ] != self.length:
            raise ProofError("proof.broken", "the strategy has moves that no line of play asks for")
        positions, replies, ends = self.counters[[replay.POSITIONS, replay.REPLIES, replay.ENDS]].tolist()
        return Checked(positions, replies, ends, self.seconds)

    @property
    def done(self) -> bool:
        return self._status == replay.DONE or (self._status == replay.ASKS and self.ask is not None)

    def step(self, simulations: int, spent: float = 0.0) -> int:
        """Play through so many positions, or until the script or the table must be made longer."""
        stack = replay.ReplayStack(self.states, self.moves, self.frames, self.keys)
        script = self.script[: self.length]
        geometry = self.variant.geometry
        before = int(self.counters[replay.POSITIONS])
        self._status = self._play(
            self._rules, geometry, self.player, self.promise, simulations, stack, self.seen, script, self.counters
        )
        if self._status == replay.FULL:
            self._make_room()
        elif self._status != replay.PAUSED and not self.done:
            raise ProofError("proof.broken", _WRONG[self._status])
        return simulations if self._status == replay.PAUSED else int(self.counters[replay.POSITIONS]) - before

    def _append(self, actions: Sequence[int]) -> None:
        if self.length + len(actions) > self.script.size:
            self.script = np.concatenate([self.script, np.zeros_like(self.script), np.zeros(8, dtype=np.int16)])
        self.script[self.length : self.length + len(actions)] = actions
        self.length += len(actions)

    def _make_room(self) -> None:
        old = self.seen
        self.seen = np.zeros(2 * self.seen.size, dtype=np.uint64)
        self._grow(old, self.seen)


def write_out(
    prover: Prover, state: Ints, promise: float, proved: bool = True, *, call: Caller = call_directly
) -> tuple[list[int], Checked]:
    """Write out the script of a settled claim, checked by the replay on the way.

    Of a proved claim it is the claimant's; of a disproved one the opponent's, who then at least does not lose. Raises
    ProofError where it keeps less than the promise.
    """
    player = prover.player if proved else 1 - prover.player
    play = Replay(prover.variant, player, promise, ask=lambda vector: _turn(prover, vector, proved, call))
    checked = play.run(state, call=call)
    return play.script[: play.length].tolist(), checked


def _turn(prover: Prover, vector: Ints, proved: bool, call: Caller) -> list[int]:
    """Return a turn after which the claim is still proved, or disproved; both are known to be possible."""

    def choose(packed: Ints) -> int:
        assert prover.settle(packed, call=call) is proved
        numbers = prover.proofs[0] if proved else prover.disproofs[0]
        at = int(np.argmin(numbers[: prover.frames[0, dfpn.COUNT]]))
        return int(prover.moves[0, at])

    return list(complete_turn(prover.apply, prover.packed(vector), choose)[0])
