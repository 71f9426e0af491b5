"""Dice replay: what an engine scores with the same rolls, without knowing any in advance."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from byways.draw import common, scene
from byways.errors import BywaysError
from byways.position.state import State
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.site.play.page import wording
from byways.site.review.analysis_jobs import AnalysisJobs
from byways.site.review.review import Review, find_review
from byways.site.review.sentences import remark_of
from byways.site.storage.analysis_store import AnalysisStore, StoredAnalysis
from byways.site.web.rate_limits import QUERIES, RateLimits, address_of
from byways.site.web.requests import answer, body_of
from byways.site.web.routing import Router, service
from byways.site.web.sessions import asker_of
from byways.translatable import say, text_of

router = Router("/api/reviews")

CHANCE = "chance"
_SECONDS = wording.THINKING["quick"]
_MOST_TURNS = 400


def rolls_of(states: Sequence[State]) -> list[str]:
    """Return the rolls of a game, in order."""
    return [str(after.turn) for before, after in pairwise(states) if before.to_move == CHANCE]


def possible(review: Review) -> bool:
    """Return whether there are dice to be played again: a game of one player that is over."""
    states = review.states
    return review.over and len(states[0].players) == 1 and bool(rolls_of(states))


class ReplayedDice:
    """A game with the rolls of another, in order; one that cannot come now, as after a roll of one die, is left out."""

    def __init__(self, states: Sequence[State]) -> None:
        self.state = states[0]
        self.all = rolls_of(states)
        self.used = 0

    def play(self, turn: str) -> None:
        """Play a turn of the player."""
        self.state = self.state.play(turn)

    def roll(self) -> bool:
        """Roll for as long as it is chance's turn. Whether there is a turn to be chosen."""
        while self.state.to_move == CHANCE:
            left = range(self.used, len(self.all))
            fits = next((i for i in left if self.state.is_legal(self.all[i])), None)
            if fits is None:
                return False
            self.state = self.state.play(self.all[fits])
            self.used = fits + 1
        return self.state.to_move is not None and len(self.state.turns) < _MOST_TURNS


async def replay(jobs: AnalysisJobs, store: AnalysisStore, review: Review, report: Callable[[int], None]) -> None:
    """Let an engine play the dice of a game, and keep the result."""
    dice = ReplayedDice(review.states)
    while await asyncio.to_thread(dice.roll):
        report(dice.used)
        found = await jobs.ask(dice.state, _SECONDS)
        assert found.best is not None, "somebody is to move"
        await asyncio.to_thread(dice.play, found.best)
    turns = list(await asyncio.to_thread(lambda: dice.state.turns[len(review.states[0].turns) :]))
    await store.keep(review.room.id, StoredAnalysis(len(review.states), review.name, _SECONDS, {"turns": turns}))


async def kept(store: AnalysisStore, review: Review) -> State | None:
    """Return the last position of the stored dice replay, if any; it is stored after the game's own positions."""
    said = (await store.of_game(review.room.id)).get(len(review.states))
    if said is None or said.line != review.name or "turns" not in said.data:
        return None
    return await asyncio.to_thread(_played, review.states[0], said.data["turns"])


def _played(state: State, turns: Sequence[str]) -> State:
    for turn in turns:
        state = state.play(turn)
    return state


@router.get("/{game_id}/dice-replay", checks=QUERIES)
async def get_dice_replay(request: Request, game_id: str) -> Response:
    """Return the progress of the dice replay, or its result."""
    return answer(await get_progress(request, await find_review(request, game_id)))


@router.post("/{game_id}/dice-replay")
async def start_dice_replay(request: Request, game_id: str) -> Response:
    """Let an engine play the dice of the game, in the background."""
    await body_of(request)
    review = await find_review(request, game_id)
    if not possible(review):
        raise BywaysError("review.no_dice", "only the dice of a one-player game that is over can be played again")
    service(request, RateLimits).records.take(address_of(request))
    store = service(request, AnalysisStore)
    jobs = service(request, AnalysisJobs)
    if await kept(store, review) is None:
        work = partial(replay, jobs, store, review)
        jobs.do(dice_key(game_id), len(rolls_of(review.states)), work, asker_of(request))
    return answer(await get_progress(request, review), 202)


@router.post("/{game_id}/dice-replay/cancel")
async def cancel_dice_replay(request: Request, game_id: str) -> Response:
    """Stop the engine."""
    await body_of(request)
    review = await find_review(request, game_id)
    await service(request, AnalysisJobs).cancel_for(request, review, dice_key(game_id))
    return answer(await get_progress(request, review))


def dice_key(game_id: str) -> str:
    """Return the key of a game's dice replay among the jobs."""
    return f"{game_id} dice"


class Progress(msgspec.Struct, frozen=True):
    """How far a dice replay is; at the end with its final position."""

    running: bool
    done: int
    total: int
    said: Sequence[str] = ()
    box: str = ""
    markup: str = ""
    turns: Sequence[str] = ()


async def get_progress(request: HTTPConnection, review: Review) -> Progress:
    """Return the progress of the dice replay, or its result."""
    state = await kept(service(request, AnalysisStore), review)
    if state is not None:
        return await asyncio.to_thread(_told, review, state)
    job = service(request, AnalysisJobs).job(dice_key(review.room.id))
    if job is None:
        return Progress(running=False, done=0, total=0)
    trouble = [phrases.sentence(job.trouble)] if job.trouble else []
    return Progress(job.running, job.done, job.total, trouble)


def _told(review: Review, state: State) -> Progress:
    """Return the final position of the dice replay, drawn and described."""
    picture = state.variant.game.picture(state)
    drawn = scene(picture, players=state.players, ids=False, tell=render)
    markup = drawn.markup(common(picture, state.players))
    said = list(_sentences(review, state, remark_of(state)))
    return Progress(False, 1, 1, said, drawn.view_box, markup, state.turns)


def _sentences(review: Review, state: State, insight: str) -> Iterator[str]:
    game, (player,) = state.variant.game, state.players
    outcome = state.outcome
    own = review.room.outcome
    if outcome is None:
        yield say("The rolls end here, before the engine finished.")
        yield insight
        return
    if own is not None and player in own.scores and player in outcome.scores:
        yield say(
            "With the same dice the engine scores {points}; in this game it was {own}.",
            points=outcome.scores[player],
            own=own.scores[player],
        )
    else:
        yield phrases.sentence(wording.result(state.variant.game, outcome))
    if game.ui.explain:
        yield phrases.sentence(text_of(game.name, game.ui.explain(state)))
