"""News of what engines do for a review: its analysis, or the replay of its dice."""

from __future__ import annotations

import msgspec
from starlette.websockets import WebSocket

from byways.site.i18n.languages import to_json
from byways.site.review.analysis_jobs import AnalysisJobs
from byways.site.review.api import Findings, get_findings
from byways.site.review.dice_replay import Progress, dice_key, get_progress
from byways.site.review.review import find_review
from byways.site.web.live import Followed, Topic, tag_of
from byways.site.web.routing import service


class AnalysisNews(msgspec.Struct, frozen=True, tag_field="kind", tag="analysis"):
    """How far an analysis is and what it has found; `tag` names just that."""

    tag: str
    found: Findings


class DiceNews(msgspec.Struct, frozen=True, tag_field="kind", tag="dice"):
    """How far a dice replay is."""

    tag: str
    found: Progress


class JobTopic(Followed):
    """A job for a review, whether it runs or not."""

    pause = 0.5

    async def news(self, shown: str) -> tuple[str, bytes]:
        """Return how far the job is. Raises MissingError, HiddenError."""
        game_id = self._name.split(" ")[0]
        review = await find_review(self._socket, game_id)
        if self._name == dice_key(game_id):
            progress = await get_progress(self._socket, review)
            tag = tag_of(to_json(progress).decode())
            return tag, to_json(DiceNews(tag, progress))
        found = await get_findings(self._socket, review)
        tag = tag_of(to_json(found).decode())
        return tag, to_json(AnalysisNews(tag, found))


async def open_job(socket: WebSocket, name: str) -> Topic:
    """Return the topic of a job. Raises MissingError, HiddenError."""
    await find_review(socket, name.split(" ")[0])
    return JobTopic(socket, service(socket, AnalysisJobs).followers, name)
