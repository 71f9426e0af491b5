"""The strongest play again, with one thing changed: the pie rule, or the engine. The first player's share of both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from byways.arena.run import Runner
from byways.game import SWAP, Variant
from byways.lab.metrics.metric import Row
from byways.lab.metrics.outcome import EVEN
from byways.lab.report.facts import Played
from byways.lab.report.figures import Figure, rows
from byways.lab.report.parts.self_play import SelfPlay
from byways.lab.report.plan import Strength
from byways.lab.report.sections import BALANCE
from byways.records import Record
from byways.statistics.intervals import Estimate, Share, newcombe


class _Compared:
    """Games that are compared with those of another part, which was played before."""

    def __init__(self, main: SelfPlay, other: SelfPlay) -> None:
        self._main = main
        self._other = other
        self.examples: dict[str, Record] = {}

    @property
    def name(self) -> str:
        """The source of its games."""
        return self._other.name

    @property
    def games(self) -> int:
        """The games that are planned."""
        return self._other.games

    @property
    def times(self) -> Mapping[str, float]:
        """The players' seconds a game."""
        return self._other.times

    def play(self, folder: Path | None, run: Runner) -> Iterator[int]:
        """Play the games; yield how many are played. Raises RunError."""
        return self._other.play(folder, run)

    def played(self) -> Played:
        """Return which games were played, and how many of them do not count."""
        return self._other.played()


class PieRule(_Compared):
    """The first player's share with and without the pie rule, at the strongest play."""

    def __init__(self, main: SelfPlay, variant: Variant, games: int, seed: int) -> None:
        """Take the part that plays the variant as it is, and how many games are played with the other setting."""
        self._off = variant.swap_action < 0
        on = variant.swap_action >= 0
        other = variant.game.variant({**variant.options, SWAP.name: not on})
        source = f"{main.name} {'without' if on else 'with'} the pie rule"
        super().__init__(main, SelfPlay(other, Strength(source, main.strength.player, games), seed))

    def figures(self) -> Iterator[Figure]:
        """Yield both shares of the person who began, and their difference."""
        with_it, without = (self._other, self._main) if self._off else (self._main, self._other)
        found = (
            _row("with the pie rule", with_it.share),
            _row("without the pie rule", without.share),
        )
        source = self._main.name
        yield from rows("PieRuleShare", found, "share", source, BALANCE)
        yield _difference("PieRuleDifference", newcombe(with_it.share, without.share), self._other, source)


class SecondEngine(_Compared):
    """The first player's share by an engine of another kind, and whether both engines say the same of it."""

    def __init__(self, main: SelfPlay, variant: Variant, second: Strength, seed: int) -> None:
        """Take the part that the strongest level plays, and what the second engine plays."""
        super().__init__(main, SelfPlay(variant, second, seed))

    def figures(self) -> Iterator[Figure]:
        """Yield the share by the second engine, the difference, and whether the verdicts agree."""
        yield from (one for one in self._other.figures() if one.name == "AdvantageP1")
        source = f"{self._main.name} and {self.name}"
        yield _difference("EngineDifference", newcombe(self._main.share, self._other.share), self._other, source)
        agree = float(verdict(self._main.share) == verdict(self._other.share))
        n = self._other.share.games
        yield Figure(BALANCE, "EnginesAgree", "", agree, None, None, n, "1 for yes", source)


def verdict(share: Share) -> int:
    """Return 1 where the whole interval of the first player's share is above ½, −1 where below, else 0."""
    low, high = share.interval()
    return int(low > EVEN) - int(high < EVEN)


def _row(label: str, share: Share) -> Row:
    return Row(label, share.value, share.games, share.interval())


def _difference(name: str, found: Estimate, other: SelfPlay, source: str) -> Figure:
    low, high = found.interval
    return Figure(BALANCE, name, "", found.value, low, high, other.share.games, "share", source)
