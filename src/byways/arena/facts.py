"""Results of matches and tournaments, as their JSON has them: the fields are the keys, in their order."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec import Struct

from byways.arena.game import Failure
from byways.arena.schedule import OpeningsPlayed, RuleSet

Ends: TypeAlias = tuple[float, float]
"""Of an interval."""


class Counts(Struct, frozen=True):
    """Games by what a player made of them."""

    wins: int
    draws: int
    losses: int

    def __str__(self) -> str:
        return f"{self.wins} won, {self.draws} drawn, {self.losses} lost"


class FirstPlayer(Counts, frozen=True):
    """The results of the player who began each game of a match."""

    share: float
    interval: Ends | None
    """At 95 %; None after a sequential test, as it holds for a fixed number of games alone."""


class SequentialTest(Struct, frozen=True):
    """A sequential test between two shares, and what holds whenever one looks or stops."""

    low: float
    high: float
    ratio: float
    """Log-likelihood ratio."""
    bounds: Ends
    """The ratios at which the test ends."""
    interval: Ends
    """Of the share."""
    nelo: float
    nelo_interval: Ends


class Times(Struct, frozen=True):
    """What a clock measured, which differs from run to run."""

    seconds: dict[str, float]
    """By player."""


class MatchFacts(Struct, frozen=True):
    """The result of a match; shares and counts are the first player's."""

    game: str
    options: dict[str, int | bool | str]
    first: str
    second: str
    seed: int
    unrepeatable: tuple[str, ...]
    """The players whose games the seed does not bring again."""
    games: int
    wins: int
    draws: int
    losses: int
    failures: tuple[Failure, ...]
    share: float
    interval: Ends | None
    """At 95 %; with a sequential test the one that holds after stopping, None where there is none yet."""
    elo: float | None
    """None for a clean sweep."""
    colours: dict[str, Counts] | None
    """By seat; None unless two play."""
    first_player: FirstPlayer | None
    pairs: tuple[int, ...]
    """How many openings brought 0, ½, 1, 1½ and 2 points."""
    lengths: dict[int, int]
    """Games by their number of turns."""
    endings: dict[str, int]
    unfinished: int
    repeated: int
    openings: OpeningsPlayed
    verdict: str | None
    sequential: SequentialTest | None
    times: Times

    ratings: ClassVar[tuple[Rating, ...]] = ()
    variant: ClassVar[int] = 0

    @property
    def variants(self) -> tuple[RuleSet, ...]:
        """The match's one variant, as a tournament has several."""
        return (RuleSet(self.game, self.options),)

    @property
    def pairings(self) -> tuple[MatchFacts, ...]:
        """The match as the only pairing of a tournament."""
        return (self,)


class Estimated(Struct, frozen=True):
    """A value with its interval."""

    value: float
    interval: Ends


class Rating(Struct, frozen=True):
    """A player's Elo, 0 on average."""

    player: str
    value: float
    interval: Ends


class FirstShare(Struct, frozen=True):
    """The share of the player who began."""

    share: float
    interval: Ends


class Pairing(Struct, frozen=True):
    """How the first of two players fared in a variant."""

    variant: int
    first: str
    second: str
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    interval: Ends
    first_player: FirstShare


class TournamentFacts(Struct, frozen=True):
    """The result of a tournament."""

    kind: str
    variants: tuple[RuleSet, ...]
    seed: int
    players: tuple[str, ...]
    unrepeatable: tuple[str, ...]
    """The players whose games the seed does not bring again."""
    games: int
    unfinished: int
    repeated: int
    openings: OpeningsPlayed
    ratings: tuple[Rating, ...]
    """The best first; empty where nothing tells."""
    first_player: Estimated | None
    """What moving first is worth, in Elo."""
    draws: Estimated | None
    pairings: tuple[Pairing, ...]
    lengths: dict[int, int]
    """Games by their number of turns."""
    endings: dict[str, int]
    failures: tuple[Failure, ...]
    times: Times

    sequential: ClassVar[SequentialTest | None] = None
    verdict: ClassVar[str | None] = None
