"""The value of a variant's start with best play: claims are asked, proved, written out as strategies, and replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from byways.errors import OptionError, ProofError
from byways.game import Variant
from byways.kernels import Ints, Kernel, compiled, entry_point
from byways.position.state import State
from byways.rules.turn_completion import complete_turn
from byways.search.driver import Budget, Caller, Stepwise, call_directly, drive
from byways.solve import dfpn, replay
from byways.solve.proofs import Proof
from byways.solve.prover import DEEPEST, Prover


@dataclass(frozen=True)
class Unsettled:
    """The state of a search that met its limit."""

    not_winning: tuple[str, ...]
    """Of whom it was shown before that they do not win."""
    player: str
    """Whose win was being looked into."""
    nodes: int
    seconds: float
    numbers: tuple[int, int]
    """The proof and the disproof number at the start position."""
    stored: int
    """Positions in the table."""


def solve(
    variant: Variant,
    *,
    megabytes: float = 256.0,
    seconds: float | None = None,
    weak: bool = False,
    report: Callable[[str, Prover], None] = lambda player, prover: None,
    stop: Callable[[], bool] = lambda: False,
    call: Caller = call_directly,
) -> Proof | Unsettled:
    """Find who wins from the start: ask first whether the first player does, then whether the second does.

    `seconds` of search, in both together; loading machine code and writing out the strategy do not count. `weak` counts
    by weak proof numbers. Raises OptionError for games that are not of two players without dice, and with the pie
    rule: colours change hands then, so that it says nothing of a player which of them wins. `call` makes the
    calls of the search (`byways.workers.call.Abandonable`).
    """
    if len(variant.players) != 2 or variant.game.dice:
        raise OptionError("solve.game", "only games of two players without dice can be proved", option="game")
    if not variant.is_searched:
        raise OptionError("solve.secrets", "games whose players choose in secret cannot be proved", option="game")
    if variant.swap_action >= 0:
        raise OptionError("solve.swap", "only boards without the pie rule can be proved", option="swap")
    lost: list[str] = []
    provers: list[Prover] = []
    start = State(variant, variant.start())
    first = variant.players.index(str(start.to_move))
    for index in (first, 1 - first):
        player = variant.players[index]
        prover = Prover(variant, index, megabytes=megabytes, weak=weak)
        left = None if seconds is None else max(0.0, seconds - _spent(provers))
        won = prover.prove(start.vector, Budget(left), stop=stop, report=partial(report, player), call=call)
        provers.append(prover)
        if won is None:
            return Unsettled(tuple(lost), player, prover.nodes, _spent(provers), prover.numbers, prover.stored)
        if won:
            return _written(start, player, [(prover, True)], WIN, call)
        if index == first:
            try:  # in a game without draws, not to lose is to win, and no second search is needed
                return _written(start, variant.players[1 - first], [(prover, False)], WIN, call)
            except ProofError:
                pass
        lost.append(player)
    return _written(start, None, [(prover, False) for prover in provers], DRAW, call)


def _spent(provers: Iterable[Prover]) -> float:
    """Seconds of search."""
    return sum(prover.seconds for prover in provers)


def _written(
    start: State, winner: str | None, claims: list[tuple[Prover, bool]], promise: float, call: Caller
) -> Proof:
    variant = start.variant
    nodes = sum(prover.nodes for prover, _ in claims)
    seconds = _spent(prover for prover, _ in claims)
    scripts = {}
    positions = 0
    for prover, proved in claims:
        script, checked = write_out(prover, start.vector, promise, proved, call=call)
        scripts[variant.players[prover.player if proved else 1 - prover.player]] = script
        positions += checked.positions
    turn = _first_turns(start, scripts)[0]
    return Proof(variant, winner, turn, scripts, nodes, round(seconds, 1), positions)


def _first_turns(start: State, scripts: Mapping[str, Sequence[int]]) -> list[str]:
    """Return the turns that reach the value: the one in the mover's script, or, where the mover loses, all."""
    script = scripts.get(str(start.to_move))
    if script is None:
        return start.legal_turns()
    actions = iter(script)
    return [start.write(complete_turn(start.variant.apply, start.vector, lambda vector: next(actions))[0])]


def check(
    proof: Proof, report: Callable[[Replay], None] = lambda play: None, *, call: Caller = call_directly
) -> dict[str, Checked]:
    """Replay the strategies of a proof against every reply. Raises ProofError, which says what is wrong."""
    variant = proof.variant
    players = variant.players if proof.winner is None else (proof.winner,)
    promise = DRAW if proof.winner is None else WIN
    checked = {
        player: Replay(variant, variant.players.index(player), promise, proof.scripts.get(player, ())).run(
            variant.start(), report, call
        )
        for player in players
    }
    if proof.turn not in _first_turns(State(variant, variant.start()), proof.scripts):
        raise ProofError("proof.turn", "the strategy does not begin with {turn}", turn=proof.turn[:40])
    return checked


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
