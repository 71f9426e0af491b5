"""News of what engines do for a review: its analysis, or the replay of its dice."""

from __future__ import annotations

import asyncio
import hashlib
import time

import msgspec
from starlette.websockets import WebSocket

from byways.site.i18n.languages import to_json
from byways.site.review.analysis_jobs import AnalysisJobs
from byways.site.review.api import Findings, get_findings
from byways.site.review.dice_replay import Progress, dice_key, get_progress
from byways.site.review.review import find_review
from byways.site.web.live import Topic
from byways.site.web.routing import service

PAUSE = 0.5  # seconds between news of one job


class AnalysisNews(msgspec.Struct, frozen=True, tag_field="kind", tag="analysis"):
    """How far an analysis is and what it has found; `tag` names just that."""

    tag: str
    found: Findings


class DiceNews(msgspec.Struct, frozen=True, tag_field="kind", tag="dice"):
    """How far a dice replay is."""

    tag: str
    found: Progress


class JobTopic(Topic):
    """A job for a review, whether it runs or not."""

    def __init__(self, socket: WebSocket, name: str) -> None:
        super().__init__()
        self._socket, self._name = socket, name
        self._followers = service(socket, AnalysisJobs).followers
        self._followers.add(name, self.changed.set)
        self._told = -PAUSE

    async def news(self, shown: str) -> tuple[str, bytes]:
        """Return how far the job is, at most every half second. Raises MissingError, HiddenError."""
        await asyncio.sleep(self._told + PAUSE - time.monotonic())
        self.changed.clear()
        self._told = time.monotonic()
        game_id = self._name.split(" ")[0]
        review = await find_review(self._socket, game_id)
        if self._name == dice_key(game_id):
            progress = await get_progress(self._socket, review)
            tag = _tag(progress)
            return tag, to_json(DiceNews(tag, progress))
        found = await get_findings(self._socket, review)
        tag = _tag(found)
        return tag, to_json(AnalysisNews(tag, found))

    def close(self) -> None:
        """Follow the job no more."""
        self._followers.discard(self._name, self.changed.set)


def _tag(found: Findings | Progress) -> str:
    return hashlib.blake2s(to_json(found), digest_size=8).hexdigest()


async def open_job(socket: WebSocket, name: str) -> Topic:
    """Return the topic of a job. Raises MissingError, HiddenError."""
    await find_review(socket, name.split(" ")[0])
    return JobTopic(socket, name)
