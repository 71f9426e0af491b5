"""Games of a player against itself, kept in a run that goes on where it was stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from byways.arena.game import Conditions, GameResult
from byways.arena.run import Runner, plan_of, play_run
from byways.arena.run_store import RunStore
from byways.arena.schedule import GameLimits, RuleSet, Schedule
from byways.arena.thinker import LOSS, VARIED, varied
from byways.game import SWAP, Variant
from byways.lab.metrics import METRICS, Accumulator, GameSample
from byways.lab.metrics.course import EVEN, known
from byways.lab.metrics.metric import Row
from byways.lab.metrics.registry import event_metrics
from byways.lab.report.facts import Played
from byways.lab.report.figures import BALANCE, Figure, from_metrics, rows
from byways.lab.report.parts import Part, manifest
from byways.lab.report.parts.random_games import length_figures
from byways.lab.report.plan import Strength
from byways.records import Record
from byways.statistics.intervals import Estimate, Share, newcombe


class SelfPlay(Part):
    """What is kept of the games of a strength: figures and the numbers of those worth showing, not the games.

    All begin at the start position. They differ by their dice, or because players vary their first turns; a game that
    was played before does not count.
    """

    def __init__(self, variant: Variant, strength: Strength, seed: int, *, shown: bool = False) -> None:
        """Take what is played, and whether some games are to be shown; nothing is played before `play`."""
        self.strength = strength
        self.name = strength.source
        self.games = strength.games
        self.seed = seed
        self._shown = shown
        self._varies = not variant.game.dice
        self._player = varied(strength.player) if self._varies else strength.player
        self._rules = RuleSet(variant.game.name, dict(variant.options))
        self._accumulator = Accumulator((*METRICS, *event_metrics(variant.game)))
        self.lengths: Counter[int] = Counter()
        """How many games that count had how many turns."""
        self._by_length: list[tuple[int, int]] = []  # turns and number of each game
        self._by_drama: list[tuple[float, int]] = []  # how far behind the later winner once was, number of the game
        self._repeated = self._unfinished = 0
        self._points = 0.0
        self._decided = 0
        self._seconds = 0.0

    @property
    def counted(self) -> int:
        """The games that count."""
        return self.lengths.total()

    @property
    def share(self) -> Share:
        """The first player's share of the points, as a person."""
        return Share(self._points, self._decided)

    def play(self, folder: Path | None, run: Runner) -> Iterator[int]:
        """Play the games; yield how many are played. Examples are "median", "shortest", "dramatic". Raises RunError."""
        schedule = self_play([self._rules], self.games, self.seed)
        with closing(RunStore(folder and folder / self.strength.folder)) as store:
            store.describe(manifest(self._rules, self.seed, player=self._player, games=self.games))
            with closing(games_of(schedule, self._player, store, run)) as games:
                for done, (result, sample) in enumerate(games, 1):
                    self._add(result, sample)
                    yield done
            self._choose_examples(store)
        self.times = {f"seconds a game, {self.name}": self._seconds / max(1, self.counted + self._repeated)}

    def _add(self, result: GameResult, sample: GameSample | None) -> None:
        """Take in a game; without a sample it was played before."""
        self._seconds += sum(result.seconds)
        if sample is None:
            self._repeated += 1
            return
        self._accumulator.add(sample)
        self.lengths[sample.turns] += 1
        self._by_length.append((sample.turns, result.index))
        self._unfinished += sample.winners is None
        if (share := sample.first_seat_share) is not None:
            self._points += share
            self._decided += 1
        if sample.values is not None and len(sample.players) == 2 and sample.first_share in (0.0, 1.0):
            worst = min((v if sample.first_share else 1 - v for v in known(sample.values[:-1])), default=1.0)
            self._by_drama.append((round(1 - worst, 4), result.index))

    def figures(self) -> Iterator[Figure]:
        """Yield all figures of the games that count."""
        yield from from_metrics(self._accumulator.figures(), self.name)
        yield from length_figures(self.lengths, self.name)

    def played(self) -> Played:
        """Return which games were played, and how many of them do not count."""
        return Played(
            source=self.name,
            player=self._player,
            planned=self.games,
            games=self.counted,
            varied_turns=VARIED if self._varies else 0,
            loss=LOSS if self._varies else 0.0,
            repeated=self._repeated,
            unfinished=self._unfinished,
        )

    def _choose_examples(self, store: RunStore) -> None:
        if not (self._shown and self._by_length):
            return
        ordered = sorted(self._by_length)
        chosen = {"median": ordered[(len(ordered) - 1) // 2][1], "shortest": ordered[0][1]}
        if self._by_drama:
            chosen["dramatic"] = max(self._by_drama, key=lambda one: (one[0], -one[1]))[1]
        self.examples = {name: Record.from_text(store.read(number).record) for name, number in chosen.items()}


def self_play(rules: Sequence[RuleSet], games: int, seed: int) -> Schedule:
    """Return the games of a player against itself, all from the start position, the rule sets in turns."""
    return Schedule(rules, [(0,)], GameLimits(games, 0, seed, again=True))


def games_of(
    schedule: Schedule, player: str, store: RunStore, run: Runner
) -> Generator[tuple[GameResult, GameSample | None], None, None]:
    """Yield a player's games against itself in order, each as metrics see it; None for one that was played before."""
    plan = plan_of(schedule, [player], Conditions(schedule.limits.seed))
    with closing(play_run(plan, schedule, store, run)) as results:
        for result in results:
            yield result, None if store.repeats(result) else GameSample.of(Record.from_text(result.record))


class _Compared(SelfPlay):
    """Games that are compared with those of another part, which was played before."""

    def __init__(self, main: SelfPlay, variant: Variant, strength: Strength, seed: int) -> None:
        """Take the other part, and what is played."""
        super().__init__(variant, strength, seed)
        self._main = main

    def _difference(self, name: str, found: Estimate, source: str) -> Figure:
        low, high = found.interval
        return Figure(BALANCE, name, "", found.value, low, high, self.share.games, "share", source)


class PieRule(_Compared):
    """The first player's share with and without the pie rule, at the strongest play."""

    def __init__(self, main: SelfPlay, variant: Variant, games: int, seed: int) -> None:
        """Take the part that plays the variant as it is, and how many games are played with the other setting."""
        self._on = variant.swap_action < 0
        other = variant.game.variant({**variant.options, SWAP.name: self._on})
        source = f"{main.name} {'with' if self._on else 'without'} the pie rule"
        super().__init__(main, other, Strength(source, main.strength.player, games), seed)

    def figures(self) -> Iterator[Figure]:
        """Yield both shares of the person who began, and their difference."""
        with_it, without = (self.share, self._main.share) if self._on else (self._main.share, self.share)
        found = (_row_of("with the pie rule", with_it), _row_of("without the pie rule", without))
        source = self._main.name
        yield from rows("PieRuleShare", found, "share", source, BALANCE)
        yield self._difference("PieRuleDifference", newcombe(with_it, without), source)


class SecondEngine(_Compared):
    """The first player's share by an engine of another kind, and whether both engines say the same of it."""

    def figures(self) -> Iterator[Figure]:
        """Yield the share by the second engine, the difference, and whether the verdicts agree."""
        yield from (one for one in super().figures() if one.name == "AdvantageP1")
        source = f"{self._main.name} and {self.name}"
        yield self._difference("EngineDifference", newcombe(self._main.share, self.share), source)
        agree = float(verdict(self._main.share) == verdict(self.share))
        yield Figure(BALANCE, "EnginesAgree", "", agree, None, None, self.share.games, "1 for yes", source)


def verdict(share: Share) -> int:
    """Return 1 where the whole interval of the first player's share is above ½, −1 where below, else 0."""
    low, high = share.interval()
    return int(low > EVEN) - int(high < EVEN)


def _row_of(label: str, share: Share) -> Row:
    return Row(label, share.value, share.games, share.interval())
