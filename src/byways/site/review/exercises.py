"""Mistakes of one's own games as exercises: positions in which a better turn is to be found."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from byways.errors import BywaysError
from byways.search.answer import Analysis
from byways.search.review import is_serious
from byways.site.review import findings
from byways.site.review.findings import Mistake
from byways.site.review.review import Review, find_review
from byways.site.storage.analysis_store import AnalysisStore
from byways.site.storage.game_store import Store
from byways.site.storage.practice_store import Done, PracticeStore
from byways.site.storage.stored_games import ListedGame
from byways.site.timeline import clocks
from byways.site.web.routing import service

SOLVED, SHOWN = "solved", "shown"
MOST_LOOKED = 200  # games of a browser, newest first, among which analysed ones are looked for
MOST_GAMES = 30
MOST = 60
"""Exercises of one browser."""
_KEPT = 512  # games whose mistakes are remembered
_MINE = "mistakes "
"""Before the id of a game among what a browser practises."""


@dataclass(frozen=True)
class Exercise:
    """A mistake of one's own, to be mended."""

    game_id: str
    mistake: Mistake
    done: str = ""
    """`SOLVED`, or `SHOWN` where the solution was looked at first; empty as long as it is open."""

    @property
    def ply(self) -> int:
        """The number of the turn that was the mistake."""
        return self.mistake.ply


class OwnMistakes:
    """The mistakes in the games of browsers, found once for each game."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, str, int], Sequence[Mistake]] = OrderedDict()

    async def of(self, connection: HTTPConnection, holder: str) -> list[Exercise]:
        """Return the exercises of a browser, those of the newest game first. Raises StoreError."""
        store = service(connection, Store)
        analysed = await service(connection, AnalysisStore).games_of(holder)
        games = [game for game in await store.listed(holder, MOST_LOOKED) if game.id in analysed and _is_over(game)]
        done = {(entry.what, entry.number): entry.kind for entry in await _practice(connection).all_of(holder, _MINE)}
        found: list[Exercise] = []
        for game in games[:MOST_GAMES]:
            with suppress(BywaysError):  # a game that this version of Byways does not know
                mistakes = await self._mistakes(connection, game.id, holder)
                found += [Exercise(game.id, one, done.get((_MINE + game.id, one.ply), "")) for one in mistakes]
        return found[:MOST]

    async def _mistakes(self, connection: HTTPConnection, game_id: str, holder: str) -> Sequence[Mistake]:
        review = await find_review(connection, game_id)
        said = await service(connection, AnalysisStore).of_game(game_id)
        key = game_id, review.name, len(said)
        if key not in self._found:
            known = findings.known(review.states, said)
            self._found[key] = await asyncio.to_thread(_large, review, known)
            while len(self._found) > _KEPT:
                self._found.popitem(last=False)
        seats = review.room.timeline.seats_of(holder)
        return [one for one in self._found[key] if review.states[one.ply - 1].seat_of(one.player) in seats]


async def note(connection: HTTPConnection, holder: str, exercise: tuple[str, int], kind: str) -> None:
    """Keep that an exercise was solved, or its solution looked at; what came first counts. Raises StoreError."""
    game_id, ply = exercise
    await _practice(connection).keep(holder, Done(_MINE + game_id, ply, kind, {}, clocks.now()))


def is_exercise(mistake: Mistake) -> bool:
    """Return whether a turn lost so much that it becomes an exercise."""
    return is_serious(mistake.kind)


def next_of(exercises: Sequence[Exercise], skipped: tuple[str, int] | None = None) -> Exercise | None:
    """Return the open exercise that comes after one that is skipped, else the first open one; None if all are done."""
    at = next((i for i, one in enumerate(exercises) if (one.game_id, one.ply) == skipped), -1)
    return next((one for one in (*exercises[at + 1 :], *exercises[: at + 1]) if not one.done), None)


def _large(review: Review, known: Mapping[int, Analysis]) -> list[Mistake]:
    listed = findings.mistakes(review.states, findings.all_remarks(review.states, known), own=True)
    return [one for one in listed if is_exercise(one) and known[one.ply - 1].best is not None]


def _is_over(game: ListedGame) -> bool:
    return game.projection is not None and game.projection.over


def _practice(connection: HTTPConnection) -> PracticeStore:
    return service(connection, PracticeStore)
