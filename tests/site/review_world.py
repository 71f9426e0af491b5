"""Reviews for tests: games played or sent in, and an engine that says what it is told."""

import asyncio
import re
from contextlib import asynccontextmanager

import msgspec
from page_facts import Told, text_of
from site_world import act, begin, site_in

import byways
from byways.site.review.analysis_jobs import AnalysisJobs

WON = ["b3", "a2", "c3", "b2", "b4", "c2", "c4", "d2"]
RECORD = """[Game "troll"]
[Options "size=4"]
[White "Ada & <Bob>"]

{Before <all>} 1. b3 {a first} a2 (1... c2! {why not} 2. c3 (2. b1) d3) 2. c3?! b2 3. b4 c2 4. c4 d2
"""


class Oracle:
    """An engine that knows the value of every position from a list, and thinks the first legal turn best."""

    def __init__(self, values=()):
        self.values = values
        self.requests = []
        self.let = asyncio.Event()
        self.let.set()
        self.error = None

    async def ask(self, request, kind, *, rest):
        self.requests.append(request)
        await self.let.wait()
        if self.error:
            raise self.error
        state = byways.start(request.game, position=request.position)
        for turn in request.turns:
            state = state.play(turn)
        ply = sum(mark in "OX" for mark in str(state).partition("\n")[2].partition("to move")[0])
        value = self.values[ply] if ply < len(self.values) else 0.5
        best = state.legal_turns()[0] if state.to_move not in (None, "chance") else None
        turns = state.legal_turns()[:9] if best else []
        choices = [{"turn": turn, "value": value - 0.4 * (turn != best), "visits": 9} for turn in turns]
        line = [best] if best else []
        counts = {"simulations": 9, "seconds": 0.1, "depth": 1, "spread": 0.02}
        found = {"best": best, "value": value, "proved": best is None, "line": line, "choices": choices, **counts}
        return msgspec.convert(found, kind)


@asynccontextmanager
async def reviewing(tmp_path, values=()):
    """(site, a browser, the engine)."""
    async with site_in(tmp_path) as site:
        engine = site.service(AnalysisJobs).engines = Oracle(values)
        yield site, site.browser(), engine


async def played(browser, turns, **form):
    """The id of a game that a browser has played with itself."""
    api = await begin(browser, **form)
    for turn in turns:
        assert (await act(browser, api, turn)).status_code == 200
    return api.rpartition("/")[2]


def place_of(address, tried=(), *, trying=False):
    """The part of an address that names a node of a review."""
    return {"node": str(address), "tried": ";".join(tried)} | ({"trying": "1"} if trying else {})


async def node(browser, game_id, address, tried=(), **more):
    """What a person sees of a node."""
    answer = await browser.get(f"/api/reviews/{game_id}/view", params=place_of(address, tried, **more))
    assert answer.status_code == 200, answer.text
    seen = Told(answer).json()
    value = text_of(seen["markup"]["value"])
    return {**seen, **seen["node"], "value": value, "drawn": "".join(seen["markup"].values())}


async def uploaded(browser, text, **more):
    answer = await browser.post("/review", data={"record": text, **more})
    assert answer.status_code == 303, re.findall(r'role="alert"[^>]*>([^<]*)', answer.text)
    return answer.headers["location"].rpartition("/")[2]


async def complaint(browser, text, **more):
    answer = await browser.post("/review", data={"record": text, **more})
    assert answer.status_code == 422
    return re.search(r'role="alert"[^>]*>([^<]*)', answer.text)[1]


async def analysed(site, browser, game_id):
    answer = await browser.post(f"/api/reviews/{game_id}/analysis", json={"thinking": "quick"})
    assert answer.status_code == 202, answer.text
    job = site.service(AnalysisJobs).job(game_id)
    await asyncio.wait([job.task])
    return (await browser.get(f"/api/reviews/{game_id}/analysis")).json()


def states_of(turns, **options):
    states = [byways.start("longway", **options)]
    for turn in turns:
        states.append(states[-1].play(turn))
    return states


def line(count, wanted=("tile", "cafe"), **options):
    """Turns of a game of so many rolls: something is drawn where it can be, and then the player stops."""
    state = byways.start("longway", **options)
    while state.to_move is not None:
        turns = state.legal_turns()
        rolled = sum(turn.startswith("roll") for turn in state.turns)
        drawn = [turn for turn in turns if turn.startswith(wanted)]
        done = state.to_move != "chance" and rolled >= count
        turn = "stop" if done and "stop" in turns else (drawn or turns)[0]
        if state.to_move == "chance":
            turn = turns[(5 * rolled + 3) % len(turns)]
        state = state.play(turn)
    return state.turns


def record_of(turns, **options):
    return byways.Record.from_state(states_of(turns, **options)[-1]).to_text()
