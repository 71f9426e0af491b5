"""Games of a player against itself, kept in a run that goes on where it was stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from byways.arena.game import Conditions, GameResult
from byways.arena.run import Runner, plan_of, play_run
from byways.arena.run_store import RunStore
from byways.arena.schedule import Limits, RuleSet, Schedule
from byways.arena.varied_turns import LOSS, VARIED, varied
from byways.game import Variant
from byways.lab.metrics import METRICS, Accumulator, GameSample
from byways.lab.metrics.course import known
from byways.lab.metrics.events import event_metrics
from byways.lab.report.facts import Played
from byways.lab.report.figures import Figure, from_metrics
from byways.lab.report.parts import manifest
from byways.lab.report.parts.random_games import length_figures
from byways.lab.report.plan import Strength
from byways.records import Record
from byways.statistics.intervals import Share


class SelfPlay:
    """What is kept of the games of a strength: figures and the numbers of those worth showing, not the games.

    All begin at the start position. They differ by their dice, or because players vary their first turns; a game that
    was played before does not count.
    """

    def __init__(self, variant: Variant, strength: Strength, seed: int, *, shown: bool = False) -> None:
        """Take what is played, and whether some games are to be shown; nothing is played before `play`."""
        self.strength = strength
        self.seed = seed
        self._shown = shown
        self._varies = not variant.game.dice
        self._player = varied(strength.player) if self._varies else strength.player
        self._rules = RuleSet(variant.game.name, dict(variant.options))
        self._accumulator = Accumulator((*METRICS, *event_metrics(variant.game)))
        self.lengths: Counter[int] = Counter()
        """How many games that count had how many turns."""
        self.examples: dict[str, Record] = {}
        """Games to be shown: "median", "shortest", "dramatic"."""
        self._by_length: list[tuple[int, int]] = []  # turns and number of each game
        self._by_drama: list[tuple[float, int]] = []  # how far behind the later winner once was, number of the game
        self._repeated = self._unfinished = 0
        self._points = 0.0
        self._decided = 0
        self._seconds = 0.0

    @property
    def name(self) -> str:
        """The source of its figures."""
        return self.strength.source

    @property
    def games(self) -> int:
        """The games that are planned."""
        return self.strength.games

    @property
    def counted(self) -> int:
        """The games that count."""
        return self.lengths.total()

    @property
    def share(self) -> Share:
        """The first player's share of the points, as a person."""
        return Share(self._points, self._decided)

    @property
    def times(self) -> dict[str, float]:
        """The players' seconds a game."""
        return {f"seconds a game, {self.name}": self._seconds / max(1, self.counted + self._repeated)}

    def play(self, folder: Path | None, run: Runner) -> Iterator[int]:
        """Play the games; yield how many are played. Raises RunError."""
        schedule = self_play([self._rules], self.games, self.seed)
        with closing(RunStore(folder and folder / self.strength.folder)) as store:
            store.describe(manifest(self._rules, self.seed, player=self._player, games=self.games))
            with closing(games_of(schedule, self._player, store, run)) as games:
                for done, (result, sample) in enumerate(games, 1):
                    self._add(result, sample)
                    yield done
            self._choose_examples(store)

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
    return Schedule(rules, [(0,)], Limits(games, 0, seed, again=True))


def games_of(
    schedule: Schedule, player: str, store: RunStore, run: Runner
) -> Generator[tuple[GameResult, GameSample | None], None, None]:
    """Yield a player's games against itself in order, each as metrics see it; None for one that was played before."""
    plan = plan_of(schedule, [player], Conditions(schedule.limits.seed))
    with closing(play_run(plan, schedule, store, run)) as results:
        for result in results:
            yield result, None if store.repeats(result) else GameSample.of(Record.from_text(result.record))
