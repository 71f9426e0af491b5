"""The page of puzzle runs: the present puzzle with the clock, or how the last run went."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from byways import registry
from byways.draw import Scene
from byways.learning.puzzles import begin
from byways.site.daily.puzzle import question_of
from byways.site.daily.run import MOST_WRONG, SECONDS, Run, best_of
from byways.site.daily.run_source import runs_of, source_of
from byways.site.i18n import phrases
from byways.site.plug_ins.processes import awaited
from byways.site.web.mini_boards import mini_board
from byways.site.web.rate_limits import VISITS, RateLimits, address_of
from byways.site.web.requests import body_of
from byways.site.web.routing import Router, service
from byways.site.web.sessions import give_secret, holder_of
from byways.site.web.templating import json_markup, page, root_of

router = Router()


@dataclass(frozen=True)
class Unsolved:
    """A puzzle that was answered wrong, or not at all, with its solution."""

    title: str
    question: str
    missed: bool
    """Whether the answer was wrong."""
    solution: str
    board: Scene | None


@router.get("/run", checks=VISITS)
async def run(request: Request) -> Response:
    """Serve the present puzzle of a run, or where none is going on how the last one went."""
    runs = await runs_of(request).of(holder_of(request))
    last = runs[-1] if runs else None
    if last is not None and last.left:
        return await _puzzle(request, last, best_of(runs[:-1]))
    unsolved = await asyncio.to_thread(_unsolved, last) if last else []
    record = last is not None and last.solved > best_of(runs[:-1])
    games = [game for game in map(registry.find, registry.names()) if game.puzzle_file is not None]
    facts = {"seconds": SECONDS, "most_wrong": MOST_WRONG, "count": len(runs), "games": games}
    return await page(
        request, "daily/run.html", last=last, unsolved=unsolved, best=best_of(runs), record=record, **facts
    )


@router.post("/run")
async def begin_run(request: Request) -> Response:
    """Begin a run, unless one is going on."""
    await body_of(request)
    answer = RedirectResponse(f"{root_of(request)}/run", 303)
    holder = give_secret(request, answer)
    runs = await runs_of(request).of(holder)
    if not runs or not runs[-1].left:
        service(request, RateLimits).games.take(address_of(request))
        await runs_of(request).begin(holder)
    return answer


async def _puzzle(request: Request, run: Run, best: int) -> Response:
    source = source_of(run, run.number)
    rendering = await asyncio.to_thread(source.rendering)
    return await page(
        request,
        "daily/run_puzzle.html",
        game=source.daily.game,
        run=run,
        best=best,
        most_wrong=MOST_WRONG,
        question=await awaited(source.daily.game, question_of, source.daily),
        rendering=rendering,
        data=json_markup(rendering.view),
    )


def _unsolved(run: Run) -> list[Unsolved]:
    """Return the puzzles of a run that were not solved: those missed, then the one at which it ended."""
    numbers = [number for number, solved in sorted(run.answers.items()) if not solved]
    numbers += [run.number] if run.number <= len(run.questions) else []
    return [_row(run, number) for number in numbers]


def _row(run: Run, number: int) -> Unsolved:
    game, found = run.questions[number - 1]
    daily = source_of(run, number).daily
    missed = number in run.answers
    solution = " · ".join(map(phrases.turn, found.solution[0]))
    return Unsolved(game.title, question_of(daily), missed, solution, mini_board(begin(game, found)))
