"""Statements under "proved": each is about one variant, and what it says follows from a proof that covers this variant.

With the pie rule another game is played. Let v(t) be the value of a first turn t for the side that plays it: the person
who begins gets the maximum over t of min(v(t), 1 − v(t)). So from a proof without the pie rule follows with it

    the second player wins (every v(t) = 0)    the person who replies wins
    nobody wins (some v(t) = ½, none is 1)     nobody wins
    the first player wins (some v(t) = 1)      the person who begins does not win

and no more in the last line: if some first turn is drawn, it is the one to play, and nobody wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache

from byways.errors import ProofError
from byways.game import Variant
from byways.lab.report.facts import Statement
from byways.position.notation import write_options
from byways.rules.options import SWAP, Value
from byways.solve.proofs import Proof, stored


class Holds(Enum):
    """The result of perfect play, by who begins."""

    FIRST = "the player who begins wins"
    SECOND = "the player who replies wins"
    NOBODY = "nobody wins"
    NOT_FIRST = "the player who begins does not win"


_WITH_PIE = {Holds.FIRST: Holds.NOT_FIRST, Holds.SECOND: Holds.SECOND, Holds.NOBODY: Holds.NOBODY}


@dataclass(frozen=True)
class Proved:
    """What a proof says of a variant. Raises ProofError where it says nothing of that."""

    proof: Proof
    variant: Variant

    def __post_init__(self) -> None:
        if not covers(self.proof, self.variant):
            raise ProofError("proof.variant", "the proof of {name} is of other options", name=self.proof.name)

    @property
    def holds(self) -> Holds:
        """The result of perfect play."""
        winner = self.proof.winner
        first = self.proof.variant.players[0]
        plain = Holds.NOBODY if winner is None else Holds.FIRST if winner == first else Holds.SECOND
        return _WITH_PIE[plain] if _has_pie(self.variant) else plain

    @property
    def statement(self) -> Statement:
        """What is proved, with all options of its variant."""
        return Statement(dict(self.variant.options), self.holds.value)


def covers(proof: Proof, variant: Variant) -> bool:
    """Return whether a proof says anything of a variant: the pie rule and repetition aside, the options are equal."""
    return proof.variant.game is variant.game and _board(proof.variant) == _board(variant)


def of_variant(variant: Variant) -> Sequence[Proved]:
    """Return what is proved of a variant itself."""
    return [Proved(proof, variant) for proof in _proofs(variant.game.name) if covers(proof, variant)]


def of_others(variant: Variant) -> Sequence[Proved]:
    """Return what is proved of other variants of the game, each about its own."""
    return [Proved(proof, proof.variant) for proof in _proofs(variant.game.name) if not covers(proof, variant)]


def sentences(variant: Variant) -> Iterator[str]:
    """Yield what is proved of a variant, then of others; nothing of a game without proofs."""
    own = of_variant(variant)
    others = of_others(variant)
    yield from (f"proved for this rule set: {_said(one)}." for one in own)
    if others and not own:
        yield "nothing is proved for this rule set."
    boards: dict[Holds, list[str]] = {}
    for one in others:
        boards.setdefault(one.holds, []).append(_differing(one.variant, variant))
    plain = " without the pie rule" if _has_pie(variant) else ""
    for holds, names in boards.items():
        said = f"it is proved that with perfect play {holds.value}"
        yield f"of other rule sets{plain}, named by the options in which they differ, {said}: {'; '.join(names)}."


def _said(one: Proved) -> str:
    first, second = one.variant.players
    if _has_pie(one.variant):
        beginner = "whoever begins"
        replier = "whoever replies"
    else:
        beginner = f"{first}, who begins,"
        replier = f"{second}, who replies,"
    return {
        Holds.FIRST: f"with perfect play {beginner} wins",
        Holds.SECOND: f"with perfect play {replier} wins",
        Holds.NOBODY: "with perfect play nobody wins",
        Holds.NOT_FIRST: f"{beginner} cannot win against perfect play, since {replier} may take the better side",
    }[one.holds]


def _differing(other: Variant, variant: Variant) -> str:
    """Return the options, but for the pie rule and repetition, by which another variant differs from this one."""
    here = _board(variant)
    every = {option.name: option for option in variant.game.options}
    return write_options(
        {name: every[name].write(value) for name, value in _board(other).items() if value != here[name]}
    )


def _board(variant: Variant) -> Mapping[str, Value]:
    """Return the options that decide the value without the pie rule.

    Repetition is none of them: a player who can win can do so without coming back to a position.
    """
    aside = {SWAP.name, variant.game.rules.repetition}
    return {name: value for name, value in variant.options.items() if name not in aside}


def _has_pie(variant: Variant) -> bool:
    return variant.swap_action >= 0


@cache
def _proofs(game: str) -> Sequence[Proof]:
    return [proof for proof in stored() if proof.variant.game.name == game]
