"""Which games a run consists of: a list of tasks in a fixed order, each made from its number alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct

from byways.arena.openings import Openings
from byways.game import Variant
from byways.registry import find


class Task(Struct, frozen=True):
    """One game to be played."""

    index: int
    """The number of the game in the run, from 0."""
    variant: int
    pairing: int
    number: int
    """Of the opening, or of the dice."""
    seating: int
    """How far the players of the pairing have moved on from seat to seat."""
    opening: tuple[str, ...]
    """The turns played before the players take over."""


class RuleSet(Struct, frozen=True):
    """A game with its options, by name, as it is sent to a worker."""

    game: str
    options: dict[str, int | bool | str]

    @property
    def variant(self) -> Variant:
        """The variant. Raises OptionError."""
        return find(self.game).variant(self.options)

    @classmethod
    def of(cls, game: str, options: Mapping[str, object]) -> RuleSet:
        """Return a game with all its options, of which some are given. Raises OptionError."""
        return cls(game, dict(find(game).variant(options).options))


class OpeningsPlayed(Struct, frozen=True):
    """Which openings a run played, as its JSON has it."""

    count: int
    turns: tuple[dict[int, int], ...]
    """By variant, how many openings have how many turns."""
    ran_out: bool
    """Whether there were fewer than the games asked for would take."""

    def __str__(self) -> str:
        """Say from which positions games began."""
        lengths = sorted({turns for one in self.turns for turns in one})
        if lengths in ([], [0]):
            return "from the start position"
        if lengths == [1]:
            return "after 1 random move"
        return f"after {'–'.join(str(turns) for turns in dict.fromkeys((lengths[0], lengths[-1])))} random moves"


@dataclass(frozen=True)
class GameLimits:
    """How many games, from which openings."""

    games: int
    """Of each pairing in each variant, at most; rounded up to whole openings."""
    opening: int | None = None
    """Random turns before the players take over. None: 2, and more where so many openings are not to be had; no turn
    in games with dice; with the pie rule one, which may come again, as the reply to it may be a swap."""
    seed: int = 1
    again: bool = False
    """Openings may come again, as for players who vary their first turns themselves."""


class Schedule:
    """The games of a run in their order: all pairings once with an opening, seats exchanged, then the next opening.

    A sequence of tasks. All players of a variant meet with the same openings and the same dice.
    """

    def __init__(self, rules: Sequence[RuleSet], pairings: Sequence[tuple[int, ...]], limits: GameLimits) -> None:
        """Take the variants, the pairings as numbers of players, and the limits. Raises OptionError."""
        self.rules, self.pairings, self.limits = tuple(rules), tuple(pairings), limits
        self.variants = tuple(one.variant for one in rules)
        self.seatings = max(len(pairing) for pairing in pairings)
        self.openings = tuple(map(self._openings, self.variants))
        self.wanted = -(-limits.games // self.seatings)
        """Openings that the games asked for would take."""
        for openings in self.openings:
            openings.count(1)  # one at least there must be

    @property
    def numbers(self) -> int:
        """The number of openings: those that are wanted, or fewer as soon as it has shown that they run out."""
        return min((len(openings) for openings in self.openings if openings.exhausted), default=self.wanted)

    def _openings(self, variant: Variant) -> Openings:
        turns = self.limits.opening
        pie = variant.swap_action >= 0
        if turns is None:
            turns = 0 if variant.game.dice else 1 if pie else 2
        grow = self.limits.opening is None and not pie
        return Openings(variant, turns, self.limits.seed, grow=grow, again=self.limits.again or pie)

    def __len__(self) -> int:
        return self.numbers * self.round

    @property
    def round(self) -> int:
        """The number of games with one opening each."""
        return len(self.variants) * len(self.pairings) * self.seatings

    def __getitem__(self, index: int) -> Task:
        """Return a task by its number. Raises IndexError, also where openings have run out."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        number, variant, pairing, seating = self.place(index)
        return Task(index, variant, pairing, number, seating, self.openings[variant][number])

    def place(self, index: int) -> tuple[int, int, int, int]:
        """Return the numbers of a task's opening, variant, pairing and seating."""
        number, rest = divmod(index, self.round)
        variant, rest = divmod(rest, len(self.pairings) * self.seatings)
        return number, variant, *divmod(rest, self.seatings)

    def played(self, count: int, *, stopped: bool = False) -> OpeningsPlayed:
        """Return which openings were played; `stopped` says that a test has ended the run before they could run out."""
        turns = tuple(dict(openings.lengths(count)) for openings in self.openings)
        return OpeningsPlayed(count, turns, count < self.wanted and not stopped)

    def seats(self, task: Task) -> tuple[int, ...]:
        """Return the number of the player in each seat."""
        return seats(self.pairings[task.pairing], task.seating, len(self.variants[task.variant].players))


def seats(pairing: Sequence[int], seating: int, count: int) -> tuple[int, ...]:
    """Return who sits in each of `count` seats: the pairing's players in turn, moved on by `seating`.

    At a table with more seats than players each has several; with fewer, they play by themselves, one a game.
    """
    return tuple(pairing[(seat + seating) % len(pairing)] for seat in range(count))
