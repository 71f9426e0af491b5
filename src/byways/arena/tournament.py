"""Tournaments: every player against every other, or the first against all, in one variant or several."""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, to_builtins

from byways.arena.exports import RECORDS, TABLE, to_json, write_games, write_json, write_page
from byways.arena.facts import Estimated, FirstShare, Pairing, Rating, Times, TournamentFacts
from byways.arena.game import Conditions, Failure, GameResult
from byways.arena.page import page
from byways.arena.players import unrepeatable
from byways.arena.run import Runner, plan_of, play_openings
from byways.arena.run_store import RunError, RunStore
from byways.arena.schedule import GameLimits, RuleSet, Schedule
from byways.arena.score import Score, score_alone, score_of
from byways.errors import OptionError
from byways.statistics.intervals import Estimate, bonferroni
from byways.statistics.plackett_luce import Table, rate_tables
from byways.statistics.ratings import Ratings, Result, rate
from byways.version import __version__

DATA, PAGE = "tournament.json", "tournament.html"
FILES = (DATA, PAGE, RECORDS, TABLE)
"""What the folder of a finished tournament has."""


class VariantTable(Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[variants]]` of a tournament's file."""

    game: str
    options: dict[str, int | bool | str] = {}


class Description(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament's file."""

    players: list[str]
    game: str | None = None
    options: dict[str, int | bool | str] = {}
    variants: list[VariantTable] = []
    kind: Literal["round-robin", "gauntlet"] = "round-robin"
    games: int = 100
    opening: int | None = None
    seed: int = 1
    adjudicate: bool = False


@dataclass
class Standings:
    """What was played so far."""

    games: int = 0
    unfinished: int = 0
    repeated: int = 0
    scores: dict[tuple[int, tuple[int, ...]], Score] = field(default_factory=dict)
    """By variant and pairing, of the first of two."""
    results: list[Result] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    lengths: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    """The time that each player took, by a clock."""

    def ratings(self) -> Ratings | None:
        """Return the players' ratings; None where nothing tells."""
        if self.results:
            return rate(self.results)
        return rate_tables(self.tables) if self.tables else None


def read(path: Path) -> Description:
    """Return the tournament that a file describes. Raises RunError, naming the place."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8-sig")), Description)
    except OSError as error:
        reason = error.strerror or str(error)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError, RecursionError) as error:
        reason = str(error)
    raise RunError("run.description", "{file}: {reason}", file=str(path), reason=reason)


class Tournament:
    """A tournament that can be played, and gone on with where its store has games already."""

    def __init__(self, description: Description) -> None:
        """Take a tournament's description. Raises OptionError."""
        self.description = description
        self.players = _players(description)
        self.unrepeatable = unrepeatable(self.players)
        """The players whose games the seed does not bring again."""
        self.rules = _rules(description)
        counts = {len(rules.variant.players) for rules in self.rules}
        if len(counts) > 1:
            raise OptionError(
                "tournament.players", "all variants of a tournament must be for {allowed}",
                option="variants", allowed="the same number of players",
            )  # fmt: skip
        self.seats = counts.pop()
        limits = GameLimits(description.games, description.opening, description.seed)
        self.schedule = Schedule(self.rules, pairings(len(self.players), self.seats, description.kind), limits)
        self.plan = plan_of(self.schedule, self.players, Conditions(description.seed, description.adjudicate))

    def manifest(self) -> dict[str, object]:
        """Return all that the games depend on; a run that has been begun goes on only with the same."""
        return {"kind": "tournament", "byways": __version__, "description": to_builtins(self.description)}

    def play(self, store: RunStore, run: Runner) -> Iterator[Standings]:
        """Yield the standings after each opening of each pairing, the same object every time. Raises RunError."""
        standings = Standings()
        with closing(play_openings(self.plan, self.schedule, store, run)) as openings:
            for together in openings:
                self._count(standings, together)
                yield standings

    def _count(self, standings: Standings, together: Sequence[tuple[GameResult, bool]]) -> None:
        """Count the games of one pairing with one opening."""
        number, variant, paired, _ = self.schedule.place(together[0][0].index)
        pairing = self.schedule.pairings[paired]
        cluster = (variant, number)
        counted = [result for result, repeated in together if result.decided and not repeated]
        standings.games += len(counted)
        for result, _ in together:
            for name, seconds in zip(result.players, result.seconds, strict=True):
                standings.seconds[name] += seconds
        standings.unfinished += sum(not result.decided for result, _ in together)
        standings.repeated += sum(result.decided and repeated for result, repeated in together)
        for result in counted:
            standings.failures.extend(result.failures)
            standings.lengths[result.turns] += 1
            standings.endings[result.end] += 1
        if self.seats == 2:
            key = (variant, pairing)
            standings.scores[key] = standings.scores.get(key, Score()) + score_of(together, 2)
            for result in counted:
                assert result.points is not None
                first, second = result.players
                standings.results.append(Result(first, second, result.points[0], cluster))
        elif self.seats == 1:
            alone = [(result.players[0], score_alone(result)) for result in counted]
            standings.tables.extend([Table(alone, cluster)] if len(alone) > 1 else [])
        else:
            standings.tables.extend(Table(_at_table(result), cluster) for result in counted)

    def facts(self, standings: Standings) -> TournamentFacts:
        """Return the result: the same for the same games, but for `times`."""
        found = standings.ratings()
        return TournamentFacts(
            kind=self.description.kind,
            variants=tuple(self.rules),
            seed=self.description.seed,
            players=self.players,
            unrepeatable=tuple(self.unrepeatable),
            games=standings.games,
            unfinished=standings.unfinished,
            repeated=standings.repeated,
            openings=self.schedule.played(self.schedule.numbers),
            ratings=() if found is None else tuple(_ratings(found)),
            first_player=_estimated(found.first_player if found else None),
            draws=_estimated(found.draws if found else None),
            pairings=tuple(self._pairing(key, score) for key, score in standings.scores.items()),
            lengths=dict(sorted(standings.lengths.items())),
            endings=dict(sorted(standings.endings.items())),
            failures=tuple(standings.failures),
            times=Times({name: round(standings.seconds[name], 6) for name in self.players}),
        )

    def write(self, store: RunStore, folder: Path, facts: TournamentFacts, command: str) -> None:
        """Write the result, its page, the games' records and a table of the games into a folder. Raises RunError."""
        write_json(folder / DATA, facts)
        write_games(folder, self.games(store))
        names = ", ".join(dict.fromkeys(rules.game for rules in self.rules))
        title = f"{self.description.kind.capitalize()} of {len(self.players)} players: {names}"
        write_page(folder / PAGE, page(title, facts, command, self.games(store)))
        store.finish(to_json(facts))

    def games(self, store: RunStore) -> Iterator[GameResult]:
        """Yield all games in order. Raises RunError."""
        return (store.read(number) for number in range(len(self.schedule)))

    def _pairing(self, key: tuple[int, tuple[int, ...]], score: Score) -> Pairing:
        variant, (first, second) = key
        level = bonferroni(0.95, len(self.rules) * len(self.schedule.pairings))
        return Pairing(
            variant=variant,
            first=self.players[first],
            second=self.players[second],
            games=score.games,
            wins=score.wins,
            draws=score.draws,
            losses=score.losses,
            share=score.share,
            interval=score.interval_at(level),
            first_player=FirstShare(score.first_share, score.first_interval_at(level)),
        )


def pairings(players: int, seats_: int, kind: str) -> list[tuple[int, ...]]:
    """Return who meets whom, as numbers of players: all sets that fill the seats, or those with the first player.

    Where there are more seats than players, all sit at one table; a game for one is played by each of them.
    """
    if seats_ == 1 or seats_ > players:
        return [tuple(range(players))]
    found = list(itertools.combinations(range(players), seats_))
    return [pairing for pairing in found if kind == "round-robin" or pairing[0] == 0]


def _at_table(result: GameResult) -> list[tuple[str, float]]:
    """Return who made how much; a player in several seats is there several times."""
    if result.loser is None:
        return list(zip(result.players, map(float, result.scores), strict=True))
    return [(name, float(name != result.players[result.loser])) for name in result.players]


def _players(description: Description) -> tuple[str, ...]:
    """Check the players. Raises OptionError."""
    if len(description.players) < 2:
        raise OptionError(
            "tournament.few", "a tournament needs {allowed}", option="players", allowed="two players or more"
        )
    for text, count in Counter(description.players).items():
        if count > 1:
            raise OptionError(
                "tournament.twice", "{name} is listed twice", option="players", allowed="different players", name=text
            )
    for name in ("games", "opening"):
        value = getattr(description, name)
        if value is not None and value < (1 if name == "games" else 0):
            allowed = "1 or more" if name == "games" else "0 or more"
            raise OptionError("tournament.count", "{option} must be {allowed}", option=name, allowed=allowed)
    return tuple(description.players)


def _rules(description: Description) -> list[RuleSet]:
    """Return the variants with all their options. Raises OptionError."""
    given: list[tuple[str, Mapping[str, object]]] = [(one.game, one.options) for one in description.variants]
    if description.game is not None:
        given.insert(0, (description.game, description.options))
    if not given:
        raise OptionError(
            "tournament.game", "the file needs {allowed}", option="game", allowed='game = "…" or [[variants]]'
        )
    rules = [RuleSet.of(game, options) for game, options in given]
    for one in rules:
        if rules.count(one) > 1:
            raise OptionError(
                "tournament.twice",
                "{name} is listed twice",
                option="variants",
                allowed="different variants",
                name=one.game,
            )
    return rules


def _ratings(found: Ratings) -> Iterator[Rating]:
    level = bonferroni(0.95, len(found.players))
    return (Rating(name, estimate.value, estimate.interval) for name, estimate in found.table(level))


def _estimated(estimate: Estimate | None) -> Estimated | None:
    return Estimated(estimate.value, estimate.interval) if estimate else None
