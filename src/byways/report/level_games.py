"""Games of a level against itself, from different openings, kept in a run that goes on where it was stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from byways import __version__
from byways.arena.game import Conditions, GameResult
from byways.arena.run import plan_of, play_run, runner
from byways.arena.run_store import RunStore
from byways.arena.schedule import Limits, Rules, Schedule
from byways.kernels import compiled
from byways.metrics import METRICS, Gathering, Trial
from byways.metrics.course import known
from byways.metrics.trial import CHANCE
from byways.records import Record
from byways.report.figures import Figure, from_metrics, source_of
from byways.report.plan import HALF_WIDTH, LevelPlan
from byways.report.random_strength import length_figures
from byways.statistics.confidence_sequence import UNIT, confidence_sequence, values_for_half_width
from byways.statistics.intervals import Interval
from byways.statistics.moments import Moments
from byways.turn_count import count_turns, perft_by

LOOK = 10
"""Games between two looks at whether the share is known."""


@dataclass
class LevelGames:
    """What is kept of the games of a level: figures and the numbers of those worth showing, not the games."""

    plan: LevelPlan
    gathering: Gathering = field(default_factory=lambda: Gathering(METRICS))
    share: Moments = field(default_factory=Moments)
    """Of the first player, as a person."""
    lengths: Counter[int] = field(default_factory=Counter)
    by_length: list[tuple[int, int]] = field(default_factory=list)
    """(turns, number of the game)."""
    by_drama: list[tuple[float, int]] = field(default_factory=list)
    """(how far behind the later winner once was, number of the game)."""
    repeated: int = 0
    unfinished: int = 0
    opening: int = 0
    """Random turns before the players took over."""
    openings_ran_out: bool = False
    seconds: float = 0.0
    """What the players thought, by the clock."""
    examples: dict[str, Record] = field(default_factory=dict)
    """Games to be shown: "median", "shortest", "dramatic"."""

    @property
    def games(self) -> int:
        """Games that count."""
        return sum(self.lengths.values())

    @property
    def played(self) -> int:
        """All games, also those that do not count."""
        return self.games + self.repeated

    @property
    def source(self) -> str:
        """How the level is called as a source of figures."""
        return source_of(self.plan.level)

    def add(self, result: GameResult, *, repeated: bool) -> None:
        """Take in a game."""
        self.seconds += sum(result.seconds)
        if repeated:
            self.repeated += 1
            return
        trial = Trial.of(Record.from_text(result.record))
        _count_legal_turns(trial)
        self.gathering.add(trial)
        self.lengths[trial.turns] += 1
        self.by_length.append((trial.turns, result.index))
        share = trial.first_seat_share
        if share is None:
            self.unfinished += trial.winners is None
            return
        self.share += Moments(1, share)
        if trial.values is not None and len(trial.players) == 2 and trial.first_share in (0.0, 1.0):
            worst = min((v if trial.first_share else 1 - v for v in known(trial.values[:-1])), default=1.0)
            self.by_drama.append((round(1 - worst, 4), result.index))

    @property
    def sequence(self) -> Interval:
        """The interval of the first player's share that holds however often one looks."""
        planned = values_for_half_width(HALF_WIDTH, 0.5)
        return confidence_sequence(self.share, planned=planned, bounds=UNIT)

    @property
    def is_known(self) -> bool:
        """Whether the share is known as well as was asked for."""
        half = self.plan.half_width
        return half is not None and self.games % LOOK == 0 and self.sequence.half_width <= half

    def figures(self) -> Iterator[Figure]:
        """Yield all figures; where the number of games was not fixed, shares have the interval that allows for it."""
        low, high = self.sequence
        for figure in from_metrics(self.gathering.figures(), self.source):
            if self.plan.half_width is not None and figure.name in _OF_SHARE:
                less = _OF_SHARE[figure.name]
                yield Figure(*_first_five(figure), low - less, high - less, figure.n, figure.unit, figure.source)
            else:
                yield figure
        yield from length_figures(self.lengths, self.source)

    def choose_examples(self, store: RunStore) -> None:
        """Choose the games to be shown."""
        if not self.by_length:
            return
        ordered = sorted(self.by_length)
        chosen = {"median": ordered[(len(ordered) - 1) // 2][1], "shortest": ordered[0][1]}
        if self.by_drama:
            chosen["dramatic"] = max(self.by_drama, key=lambda one: (one[0], -one[1]))[1]
        self.examples = {name: Record.from_text(store.read(number).record) for name, number in chosen.items()}


def _count_legal_turns(trial: Trial) -> None:
    """Count a game's legal turns by machine code, which is worth loading for many games, where the trial would not."""
    states = [state for state in trial.states[:-1] if state.to_move != CHANCE]
    if states and states[0].variant.turn_names is None:
        count = compiled(count_turns)
        trial.__dict__["legal_turns"] = tuple(perft_by(count, state, 1) for state in states)


_OF_SHARE = {"FirstPlayerEdge": 0.5, "AdvantageP1": 0.0}


def _first_five(figure: Figure) -> tuple[str, str, str, float | None]:
    return figure.section, figure.name, figure.label, figure.value


def play_level(rules: Rules, plan: LevelPlan, seed: int, folder: Path | None, jobs: int) -> Iterator[LevelGames]:
    """Yield what is known of a level's games after each of them, always the same object. Raises RunError.

    Both seats play alike, each opening once, so that games are independent of each other. The first player's share is
    that of whoever began, after the opening's random turns.
    """
    schedule = Schedule([rules], [(0,)], Limits(plan.games, None, seed))
    player = f"level:number={plan.level}"
    found = LevelGames(plan, opening=schedule.openings[0].turns)
    with closing(RunStore(folder)) as store:
        store.describe(_manifest(rules, plan, seed))
        run = play_run(plan_of(schedule, [player], Conditions(seed)), schedule, store, runner(jobs))
        played = 0
        with closing(run) as results:
            for result in results:
                played += 1
                found.add(result, repeated=store.repeats(result))
                yield found
                if found.is_known:
                    break
        found.openings_ran_out = played < plan.games and not found.is_known
        found.choose_examples(store)
    yield found


def _manifest(rules: Rules, plan: LevelPlan, seed: int) -> dict[str, object]:
    return {
        "kind": "report",
        "byways": __version__,
        "game": rules.game,
        "options": rules.options,
        "seed": seed,
        "level": plan.level,
        "games": plan.games,
        "half_width": plan.half_width,
    }
