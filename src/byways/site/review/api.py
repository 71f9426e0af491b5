"""HTTP calls of a review's page: positions, analysis, trying turns."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways.errors import BywaysError
from byways.search.answer import Analysis
from byways.search.review import remarks
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.site.play import wording
from byways.site.play.api import LONGEST_QUERY, answer
from byways.site.play.previews import ghost_of, verdict
from byways.site.play.rooms import find_room
from byways.site.play.turn_texts import partway, read_actions
from byways.site.review import findings, graph
from byways.site.review.analysis_jobs import Analyst
from byways.site.review.engine_line import MOST_TURNS, ahead
from byways.site.review.review import Review, open_review, read_address
from byways.site.review.review_store import Shelf
from byways.site.review.view import view, view_in_turn
from byways.site.web.rate_limits import LOOKS, Limits, address_of
from byways.site.web.requests import body_of, decoded
from byways.site.web.routing import Router, service
from byways.site.web.sessions import holder_of
from byways.state import State
from byways.translatable import either, say

router = Router("/api/review")

_GOOD = 0.02  # a loss that counts as none: two searches differ by more
_QUICK = 0.5  # seconds for a turn that somebody tries


class Wish(msgspec.Struct):
    """An analysis that somebody wants: a word of `wording.THINKING`."""

    thinking: str


class Try(msgspec.Struct):
    """A turn that somebody tries, or the beginning of one, after some turns more than the address says."""

    address: str
    actions: list[int]
    turns: list[str] = []


class Doubt(msgspec.Struct):
    """Clicks since a tried turn began that match no offer."""

    address: str
    clicks: list[str]
    turns: list[str] = []


async def find_review(request: Request, game_id: str) -> Review:
    """Return the part of a game that the browser may review. Raises MissingError, HiddenError."""
    room = await find_room(request, game_id)
    shelf = service(request, Shelf)
    kept = await shelf.record_of(game_id)
    if kept is not None and len(kept.line.turns) >= len(room.timeline.states):
        await room.read_again()  # turns were added by another process
    return open_review(room, kept, holder_of(request))


@router.get("/{game_id}/at/{address}", checks=LOOKS)
async def get_view(
    request: Request, game_id: str, address: str, turns: str = "", trying: bool = False, still: bool = False
) -> Response:
    """Return the view of a position; `turns` that follow it are separated by semicolons."""
    review = await find_review(request, game_id)
    more = _read_turns(turns)
    shown = await asyncio.to_thread(view, review, read_address(address), more, trying=trying, still=still)
    return answer({**shown, "value": await _value(request, review, shown)})


@router.get("/{game_id}/best/{address}", checks=LOOKS)
async def get_best(request: Request, game_id: str, address: str) -> Response:
    """Return the engine's principal variation from a position, in words and drawn; empty if it was not analysed."""
    review = await find_review(request, game_id)
    ply = read_address(address)
    known = await _known(request, review)
    state = review.state(ply)
    if len(ply) > 1 or ply[0] not in known or known[ply[0]].best is None:
        return answer({"line": []})
    analysis = known[ply[0]]
    assert analysis.best is not None
    line = (analysis.line or (analysis.best,))[:MOST_TURNS]
    service(request, Limits).tries.take(address_of(request))  # a dozen drawings
    sketches = await asyncio.to_thread(ahead, review.room, state, line)
    return answer({"line": line, "value": findings.told_value(state, analysis), "sketches": sketches})


@router.get("/{game_id}/analysis")
async def get_analysis(request: Request, game_id: str) -> Response:
    """Return the progress of the analysis and its findings."""
    return answer(await get_findings(request, await find_review(request, game_id)))


@router.post("/{game_id}/analysis")
async def start_analysis(request: Request, game_id: str) -> Response:
    """Look at the whole game in the background."""
    wish = await decoded(request, Wish)
    review = await find_review(request, game_id)
    if wish.thinking not in wording.THINKING:
        allowed = either(wording.THINKING)
        raise BywaysError("review.thinking", "an analysis may be {allowed}", allowed=allowed)
    service(request, Limits).records.take(address_of(request))
    _analyst(request).start(review, wording.THINKING[wish.thinking])
    return answer(await get_findings(request, review), 202)


@router.post("/{game_id}/cancel")
async def cancel_analysis(request: Request, game_id: str) -> Response:
    """Stop looking at the game; what is known stays."""
    await body_of(request)
    review = await find_review(request, game_id)
    await _analyst(request).cancel(game_id)
    return answer(await get_findings(request, review))


@router.post("/{game_id}/try", checks=LOOKS)
async def try_turn(request: Request, game_id: str) -> Response:
    """Play a turn for trial, or take a part of one and be told what may follow. A whole turn is judged."""
    wanted = await decoded(request, Try)
    review = await find_review(request, game_id)
    address = read_address(wanted.address)
    before = await asyncio.to_thread(review.state, address, wanted.turns)
    vector = partway(before, wanted.actions)
    if vector is not None:
        return answer({**await asyncio.to_thread(view_in_turn, review, before, vector), "whole": False})
    turn = before.write(wanted.actions)
    judged = {}
    if len(address) == 1 and not wanted.turns and before.to_move != "chance":
        judged = await _judge(request, review, address[0], turn)
    shown = await asyncio.to_thread(view, review, address, [*wanted.turns, turn], trying=True)
    return answer({**shown, **judged, "whole": True, "value": ""})


@router.get("/{game_id}/ghost", checks=LOOKS)
async def get_ghost(
    request: Request, game_id: str, address: str, actions: str, turns: str = "", aloud: bool = False
) -> Response:
    """Return a preview of what the actions (comma-separated numbers) would place; with `aloud`, in words too."""
    before = await _before(request, game_id, address, _read_turns(turns))
    chosen = read_actions(actions[:LONGEST_QUERY])
    return answer(await asyncio.to_thread(ghost_of, before, before.to_move, chosen, aloud=aloud))


@router.post("/{game_id}/why", checks=LOOKS)
async def why(request: Request, game_id: str) -> Response:
    """Explain why the clicks form no legal turn, or return the actions that they mean."""
    wanted = await decoded(request, Doubt)
    before = await _before(request, game_id, wanted.address, wanted.turns)
    return answer(await asyncio.to_thread(verdict, before, wanted.clicks))


def _read_turns(text: str) -> list[str]:
    """Parse turns from an address: texts separated by semicolons."""
    return text.split(";") if text else []


async def _before(request: Request, game_id: str, address: str, turns: list[str]) -> State:
    """Return the state in which a turn is tried."""
    review = await find_review(request, game_id)
    return await asyncio.to_thread(review.state, read_address(address), turns)


async def get_findings(request: Request, review: Review) -> dict[str, Any]:
    """Return the findings so far, without revealing better turns."""
    known = await _known(request, review)
    variant = review.states[0].variant
    listed = findings.mistakes(variant, findings.all_remarks(review.states, known))
    job = _analyst(request).job(review.room.id)
    marked = {one.ply: f"{one.turn}: {render(say(one.kind))}" for one in listed}
    return {
        "running": bool(job and job.running),
        "done": job.done if job and job.running else len(known),
        "total": len(review.states),
        "known": len(known),
        "trouble": phrases.sentence(job.trouble) if job else "",
        "graph": graph.graph(review.states, known, marked),
        "says": graph.describe(review.states, known),
        "summary": findings.summary(review.states, known) if known else [],
        "mistakes": [
            {"ply": one.ply, "player": one.player, "turn": one.turn, "sign": one.sign, "says": one.says}
            for one in listed
        ],
    }


async def _known(request: Request, review: Review) -> dict[int, Analysis]:
    shelf = service(request, Shelf)
    return findings.known(review.states, await shelf.analyses_of(review.room.id))


async def _value(request: Request, review: Review, shown: dict[str, Any]) -> str:
    """Describe the engine's value of a position of the game itself; "" in variations and for tried turns."""
    if "." in shown["address"] or shown["turns"]:
        return ""
    ply, known = int(shown["address"]), await _known(request, review)
    return findings.told_values(review.states, known, ply)


async def _judge(request: Request, review: Review, ply: int, turn: str) -> dict[str, Any]:
    """Judge whether a turn is as good as the best one; {} where no engine has looked at the position."""
    known = await _known(request, review)
    if ply not in known:
        return {}
    before = review.states[ply]
    loss = await _loss(request, before, known[ply], before.play(turn))
    if loss is None:
        return {"verdict": say("The engine did not look at this turn."), "right": False}
    if turn == known[ply].best:
        return {"verdict": say("{turn} is what the engine would play.", turn=turn), "right": True}
    cost = findings.cost(before.variant, loss)
    if loss < _GOOD:
        return {"verdict": say("{turn} is as good as the best turn.", turn=turn), "right": True}
    return {
        "verdict": say("{turn} gives away {cost}. There is something better.", turn=turn, cost=cost),
        "right": False,
    }


async def _loss(request: Request, before: State, known: Analysis, after: State) -> float | None:
    """Return a turn's evaluation loss; ask an engine if the analysis did not look at the turn enough."""
    turn = str(after.turn)
    choice = next((choice for choice in known.choices if choice.turn == turn), None)
    if choice is not None and (choice.proved or 10 * choice.visits >= known.choices[0].visits):
        return max(0.0, known.value - choice.value)
    service(request, Limits).tries.take(address_of(request))
    found = await _analyst(request).ask(after, _QUICK)
    remark = next(iter(remarks((before, after), (known, found))), None)
    return remark.loss if remark else None


def _analyst(request: Request) -> Analyst:
    return service(request, Analyst)
