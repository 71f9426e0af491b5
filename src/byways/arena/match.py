"""A match: two players meet on varied openings, each opening once with either of them to begin; and solo games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from byways.arena.exports import RECORDS, TABLE, to_json, write_games, write_json, write_page
from byways.arena.facts import Counts, FirstPlayer, MatchFacts, SequentialTest, Times
from byways.arena.game import Conditions, GameResult, play_game
from byways.arena.openings import Openings
from byways.arena.page import page
from byways.arena.players import Player, player, unrepeatable
from byways.arena.run import Runner, plan_of, play_openings, play_run, runner
from byways.arena.run_store import RunStore
from byways.arena.schedule import GameLimits, RuleSet, Schedule
from byways.arena.score import Score, score_of
from byways.arena.thinker import varied
from byways.errors import OptionError, PlayerError
from byways.game import Variant
from byways.position.state import State
from byways.registry import find
from byways.search.driver import count_processor_time
from byways.statistics.sequential import GSPRT, strength
from byways.version import __version__

DATA, PAGE = "match.json", "match.html"
FILES = (DATA, PAGE, RECORDS, TABLE)
"""What the folder of a finished match has."""


class Match:
    """A match that can be played, and gone on with where its store has games already."""

    def __init__(
        self,
        rules: RuleSet,
        first: str,
        second: str,
        *,
        limits: GameLimits,
        adjudicate: bool = False,
        start: bool = False,
    ) -> None:
        """Take the variant, the players and the limits. Raises OptionError.

        `start`: games begin at the start position, so that figures are about that one; players vary their first turns.
        """
        self.start = start
        if start:
            limits = _from_start(limits)
            if not rules.variant.game.dice:
                first, second = varied(first), varied(second)
        self.players = (first, second)
        self.unrepeatable = unrepeatable(self.players)
        """The players whose games the seed does not bring again."""
        self.schedule = Schedule([rules], [(0, 1)], limits)
        self.variant = self.schedule.variants[0]
        self.counted_games = 0
        """How many games the last `play` has counted."""
        self.seconds: dict[str, float] = defaultdict(float)
        """The time that each player took in these games."""
        self.plan = plan_of(self.schedule, self.players, Conditions(limits.seed, adjudicate))

    @property
    def seats(self) -> int:
        """The number of seats at the table."""
        return len(self.variant.players)

    def play(
        self,
        store: RunStore,
        run: Runner,
        *,
        test: GSPRT | None = None,
    ) -> Iterator[Score]:
        """Yield the score after every opening, until all games are played or the test has its verdict.

        Openings count in their order, whichever games end first: short ones must not come earlier in a test than long
        ones. Raises RunError.
        """
        score = Score()
        self.counted_games, self.seconds = 0, defaultdict(float)
        with closing(play_openings(self.plan, self.schedule, store, run)) as openings:
            for pair in openings:
                score += score_of(pair, self.seats)
                self.counted_games += len(pair)
                for result, _ in pair:
                    for name, seconds in zip(result.players, result.seconds, strict=True):
                        self.seconds[name] += seconds
                yield score
                if test is not None and test.verdict(score.pairs) is not None:
                    return

    def manifest(self, test: GSPRT | None = None) -> dict[str, object]:
        """Return all that the result depends on; a run that has been begun goes on only with the same.

        The test is part of it: hypotheses must not be chosen when games are known.
        """
        return {
            "kind": "match",
            "byways": __version__,
            "game": self.plan.rules[0].game,
            "options": self.plan.rules[0].options,
            "players": self.players,
            "games": self.schedule.limits.games,
            "opening": self.schedule.limits.opening,
            "start": self.start,
            "seed": self.plan.conditions.seed,
            "adjudicate": self.plan.conditions.adjudicate,
            "between": [test.low, test.high] if test else None,
        }

    def counted(self, store: RunStore, facts: MatchFacts) -> Iterator[GameResult]:
        """Yield the games that a result has counted, in order. Raises RunError."""
        return (store.read(number) for number in range(facts.openings.count * self.schedule.seatings))

    def facts(self, score: Score, test: GSPRT | None) -> MatchFacts:
        """Return the result: the same for the same games, but for `times`.

        With a test no interval is given that holds only for a number of games fixed beforehand.
        """
        verdict = test.verdict(score.pairs) if test else None
        sequential = self._sequential(score, test) if test and any(score.pairs) else None
        interval = None if test else score.interval
        colours, first = None, None
        if self.seats == 2:
            colours = dict(zip(self.variant.players, (Counts(*score.begun), Counts(*score.second)), strict=True))
            first = FirstPlayer(*score.first, score.first_share, None if test else score.first_interval)
        return MatchFacts(
            game=self.plan.rules[0].game,
            options=self.plan.rules[0].options,
            first=self.players[0],
            second=self.players[1],
            seed=self.plan.conditions.seed,
            unrepeatable=tuple(self.unrepeatable),
            games=score.games,
            wins=score.wins,
            draws=score.draws,
            losses=score.losses,
            failures=score.failures,
            share=score.share,
            interval=sequential.interval if sequential else interval,
            elo=score.elo if 0 < score.share < 1 else None,
            colours=colours,
            first_player=first,
            pairs=score.pairs,
            lengths=dict(sorted(score.lengths.items())),
            endings=dict(sorted(score.endings.items())),
            unfinished=score.unfinished,
            repeated=score.repeated,
            openings=self.schedule.played(self.counted_games // self.schedule.seatings, stopped=verdict is not None),
            verdict=verdict,
            sequential=sequential,
            times=Times({name: round(self.seconds[name], 6) for name in self.players}),
        )

    def _sequential(self, score: Score, test: GSPRT) -> SequentialTest:
        """Return a test's log-likelihood ratio, and what holds for the share whenever one looks or stops."""
        found = strength(score.pairs, planned_pairs=self.schedule.wanted)
        share, nelo = found.share.interval, found.nelo
        return SequentialTest(
            test.low, test.high, test.ratio(score.pairs), test.bounds, share, nelo.value, nelo.interval
        )

    def write(self, store: RunStore, folder: Path, facts: MatchFacts, command: str) -> None:
        """Write the result, its page, the games' records and a table of the games into a folder. Raises RunError."""
        write_json(folder / DATA, facts)
        write_games(folder, self.counted(store, facts))
        title = f"{self.variant.game.title}: {' against '.join(self.players)}"
        write_page(folder / PAGE, page(title, facts, command, self.counted(store, facts)))
        store.finish(to_json(facts))


def _from_start(limits: GameLimits) -> GameLimits:
    """Return limits by which all games begin at the start position. Raises OptionError where they name openings."""
    if limits.opening:
        raise OptionError(
            "match.start.opening", "--start has no random moves: {option} is {allowed}", option="opening", allowed="0"
        )
    return replace(limits, opening=0, again=True)


def play_match(
    game: str,
    options: Mapping[str, object],
    first: str,
    second: str,
    *,
    games: int = 200,
    opening: int | None = None,
    seed: int = 1,
    jobs: int = 1,
    test: GSPRT | None = None,
    processor_time: bool = False,
) -> Iterator[Score]:
    """Yield the score after every opening, until `games` are played or the test has its verdict; keep no records.

    `processor_time` counts players' seconds by the processor instead of the clock. Raises OptionError for players or
    options that cannot be.
    """
    rules = RuleSet(game, dict(find(game).variant(options).options))
    match = Match(rules, first, second, limits=GameLimits(games, opening, seed))
    with closing(RunStore(None)) as store:
        yield from match.play(store, runner(jobs, count_processor_time if processor_time else None), test=test)


def play_both(start: State, first: Player, second: Player, seed: int) -> Score:
    """Play two games from a start, each player beginning one; return the first player's score."""
    conditions = Conditions(seed)
    orders = ((first, second), (second, first))
    results = [
        play_game(start, order, index=index, dice=(seed,), conditions=conditions) for index, order in enumerate(orders)
    ]
    return score_of([(result, False) for result in results], len(start.players))


def open_game(variant: Variant, turns: int, seed: int) -> State:
    """Return a start position after some random turns that do not end the game. Raises OptionError."""
    state = State(variant, variant.start())
    for turn in Openings(variant, turns, seed)[0]:
        state = state.play(turn)
    return state


def play_solo(
    game: str,
    options: Mapping[str, object],
    name: str,
    *,
    games: int,
    seed: int = 1,
    jobs: int = 1,
    processor_time: bool = False,
) -> Iterator[int]:
    """Yield the scores of games that a player plays alone, in order. Raises OptionError for a game of several players.

    `processor_time` counts the player's seconds by the processor instead of the clock.
    """
    variant = find(game).variant(options)
    if len(variant.players) != 1:
        raise OptionError(
            "solo.players", "{game} is played by {count} players here, not alone",
            option="players", allowed="1", game=variant.game.title, count=len(variant.players),
        )  # fmt: skip
    player(name).close()
    schedule = Schedule([RuleSet(game, dict(variant.options))], [(0,)], GameLimits(games, seed=seed))
    plan = plan_of(schedule, [name], Conditions(seed))
    run = runner(jobs, count_processor_time if processor_time else None)
    with closing(RunStore(None)) as store, closing(play_run(plan, schedule, store, run)) as results:
        for result in results:
            for failure in result.failures:
                raise PlayerError(failure.code, "{player} failed: {reason}", player=name, reason=failure.reason)
            yield result.scores[0]


def histogram(scores: Sequence[int]) -> dict[int, int]:
    """Return how often each score was reached, from the least to the greatest without a gap."""
    counts = Counter(scores)
    return {score: counts[score] for score in range(min(scores), max(scores) + 1)}
