"""A coach warns of just those turns that a review calls mistakes afterwards, over twenty stored games."""

import json
from pathlib import Path

from room_world import ENGINE
from site_world import ADA, play, rooms_in, settled

import byways
from byways.search.answer import Analysis, Choice
from byways.site.play.coach import CoachPool
from byways.site.review import findings
from byways.site.review.analysis_jobs import AnalysisJobs
from byways.site.review.review import open_review
from byways.site.storage.analysis_store import AnalysisStore
from byways.site.storage.stored_games import Seat

GAMES = json.loads((Path(__file__).parent / "data" / "judged_games.json").read_text())
"""As data/make_judged_games.py has made them."""


class Looks:
    """An engine that says what was stored of the positions of a game, less in another's favour by `off`."""

    def __init__(self, game, off=0.0):
        self.positions = [byways.start(game["game"], **game["options"])]
        for turn in game["turns"]:
            self.positions.append(self.positions[-1].play(turn))
        self.looks, self.off = game["looks"], off

    async def ask(self, request, kind, hurry=None):
        state = byways.start(request.game, position=request.position)
        for turn in request.turns:
            state = state.play(turn)
        ply = next((ply for ply, one in enumerate(self.positions) if str(one) == str(state)), None)
        if ply is None:
            return made(state.legal_turns()[0], 0.5, ())  # what a coach imagines
        look = self.looks[ply]
        return made(look["best"], min(1.0, max(0.0, look["value"] + self.off)), look["choices"], proved=look["proved"])


def made(best, value, choices, *, proved=False):
    listed = tuple(Choice(*choice) for choice in choices)
    return Analysis(best, value, proved, (best,) if best else (), listed, 400, 0.1, 3)


async def played(rooms, engines, game, coaches):
    """A game played against the engine, and the plies of which its coach has warned."""
    first, second = byways.start(game["game"], **game["options"]).players
    seats = Seat(first, holder=ADA), Seat(second, engine=ENGINE)
    room, warned = await rooms.create(game["game"], game["options"], seats, None), []
    while room.timeline.ply < len(game["turns"]):
        ply, state = room.timeline.ply, room.timeline.state
        engines.answers = [{"best": turn} for turn in game["turns"][ply + 1 : ply + 2]]
        if await coaches.mistake(room, tuple(state.actions(game["turns"][ply]))):
            warned.append(ply + 1)
        await play(room, game["turns"][ply])
        await settled(room)
    return room, warned


async def test_what_a_quick_review_calls_a_mistake_the_coach_has_warned_of(tmp_path):
    mistakes = 0
    async with rooms_in(tmp_path) as (rooms, store, engines):
        kept = AnalysisStore(store)
        for game in GAMES:
            room, warned = await played(rooms, engines, game, CoachPool(Looks(game), kept))
            review = open_review(room, None, ADA)
            jobs = AnalysisJobs(Looks(game, off=0.08), kept)  # no two searches find quite the same
            job = jobs.start(review, 0.3)
            await job.task
            known = findings.known(review.states, await kept.of_game(room.id))
            listed = findings.mistakes(review.states, findings.all_remarks(review.states, known))
            own = [one for one in listed if one.player == review.states[0].players[0]]
            assert warned == [one.ply for one in own if one.kind in ("mistake", "blunder")], game["turns"]
            mistakes += len(warned)
    assert len(GAMES) == 20
    assert mistakes > 10, "else these games tell nothing"
