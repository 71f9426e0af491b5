"""The page that shows the report on a game, from the figures that come with Byways."""

from __future__ import annotations

import asyncio
import functools

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from byways.draw.sheet import PAGES
from byways.lab.report.page import contents
from byways.lab.report.stored_reports import stored_report
from byways.site.web.rate_limits import VISITS
from byways.site.web.requests import MissingError, find_game
from byways.site.web.routing import Router
from byways.site.web.templating import page

router = Router()
_REVIEW = "../review"
"""Where games are sent to be reviewed, from the address of a report, whatever the site's root is."""


@router.get("/report/{game}", checks=VISITS)
async def report(request: Request, game: str) -> Response:
    """Serve what a game is like by its report. Raises MissingError where there is none."""
    found = find_game(game)
    written = await asyncio.to_thread(_written, found.name)
    if written is None:
        raise MissingError(
            "report.missing", "there is no report on {title} here; this command makes one: {command}",
            title=found.title, command=f"byways report {found.name} --quick -o {found.name}",
        )  # fmt: skip
    return await page(request, "lobby/report.html", game=found, report=written)


@functools.cache
def _written(game: str) -> Markup | None:
    """Return the contents of a report's page, which are English; None where there is no report."""
    found = stored_report(game)
    return None if found is None else Markup("".join(contents(found, PAGES, _REVIEW)))  # escaped where they are made
