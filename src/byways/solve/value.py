"""The value of a variant's start with best play: the claims asked one after another, proved, written out, checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from byways.errors import OptionError, ProofError
from byways.game import Variant
from byways.position.state import State
from byways.rules.turn_completion import complete_turn
from byways.search.driver import Budget, Caller, call_directly
from byways.solve.proofs.stored import Proof
from byways.solve.prover import Prover
from byways.solve.strategy import DRAW, WIN, Checked, Replay, write_out


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
