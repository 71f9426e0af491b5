"""What tests of the site share: rooms with engines that are no processes, an application, a real server."""

import asyncio
import functools
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import httpx
import msgspec
from page_facts import Told, facts, turn_body
from websockets.sync.client import connect

import byways
from byways.site.app import create_app
from byways.site.engines.compiling import Compiling
from byways.site.engines.pool import EngineError
from byways.site.play.rooms import Rooms
from byways.site.plug_ins.processes import awaited
from byways.site.review.child import answer
from byways.site.review.reader import Reader
from byways.site.settings import Settings, database_url
from byways.site.storage import schema
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import Event, Seat, StoredGame
from byways.site.timeline.commands import TakeTurn
from byways.site.timeline.decisions import Refused

ADA, BOB = "a" * 64, "b" * 64
"""The holders of two browsers."""
NOW = datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)


def live_address(server, api, **query):
    """The address of the news of a game, as a page with its board asks for them; `server` is an address."""
    named = {"topic": f"game:{api.rpartition('/')[2]}", "has": "", **query}
    return str(httpx.URL(server.replace("http", "ws", 1) + "/api/live", params=named))


def connected(address, **more):
    """A connection to a server, which a busy machine may keep waiting."""
    return connect(address, max_size=None, open_timeout=60, **more)


def in_loop(test):
    """Run an asynchronous test."""

    @functools.wraps(test)
    def run(*args, **kwargs):
        return asyncio.run(asyncio.wait_for(test(*args, **kwargs), 240))

    return run


@asynccontextmanager
async def opened(path):
    """A store over a file, its schema in place."""
    schema.upgrade(database_url(str(path)))
    store = Store(database_url(str(path)))
    try:
        yield store
    finally:
        await store.close()


def stored(game="troll", size=4, turns=(), game_id="g1", seats=None, position=None, **options):
    """A game as it is in the database."""
    named = {"size": size} if size else {}
    state = byways.start(game, position=position, **named, **options)
    events = tuple(Event(i, "turn", {"turn": turn}, NOW, f"k{i}") for i, turn in enumerate(turns, 1))
    seats = seats or tuple(Seat(player, holder=ADA) for player in state.players)
    return StoredGame(game_id, game, state.options, position, NOW, seats, events)


def turn_event(number, turn, key=None):
    return Event(number, "turn", {"turn": turn}, NOW, key)


class FakeEngines:
    """Engines that answer at once, or when they are let: with the first legal turn, or with what they are told."""

    def __init__(self):
        self.compiling = Compiling(0)
        self.requests = []
        self.answers = []  # to be given instead, in order; an exception is raised
        self.let = asyncio.Event()
        self.let.set()

    async def ask(self, request, kind, hurry=None, *, rest=False):
        self.requests.append(request)
        self.hurry = hurry
        await self.let.wait()
        answer = self.answers.pop(0) if self.answers else {"best": first_turn(request)}
        if isinstance(answer, Exception):
            raise answer
        return msgspec.convert(answer, kind)

    def fail(self, times=1):
        self.answers += [EngineError("engine.died", "the engine stopped working twice in a row")] * times


def first_turn(request):
    state = byways.start(request.game, position=request.position)
    for turn in request.turns:
        state = state.play(turn)
    return state.legal_turns()[0]


@asynccontextmanager
async def rooms_in(tmp_path, most=512):
    """(rooms, store, engines) over a fresh database."""
    async with opened(tmp_path / "byways.sqlite3") as store:
        engines = FakeEngines()
        rooms = Rooms(store, engines, most)
        try:
            yield rooms, store, engines
        finally:
            engines.let.set()
            await rooms.close()


async def settled(room):
    """Wait until no worker does anything for the room."""
    await becomes(lambda: not room.job.working)


async def becomes(true, seconds=60):
    """Wait until something is so that announces itself in no other way."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110  what is awaited has no event
            await asyncio.sleep(0.01)


def held(path, kind="IMMEDIATE"):
    """Another program that writes to an SQLite file, so that nobody else may until it is done."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute(f"BEGIN {kind}")
    return other


def actions(room, turn):
    return list(room.timeline.state.actions(turn))


async def play(room, *turns):
    """Turns by whoever is to move."""
    for turn in turns:
        await take_turn(room, room.timeline.version, actions(room, turn))


async def take_turn(room, version, moves, key=None):
    """A turn by whoever is to move. Raises the error of a refusal."""
    mover = room.timeline.mover
    return await done(room.act(TakeTurn(version, tuple(moves), sure=True), mover and mover.holder, key))


async def done(acting):
    """What comes of a command. Raises the error of a refusal."""
    decision = await acting
    if isinstance(decision, Refused):
        raise decision.error
    return decision


class Site:
    """The application in this process, and clients that are browsers to it."""

    def __init__(self, app):
        self.app = app

    def service(self, kind):
        return self.app.state.services[kind]

    def browser(self, **headers):
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        return httpx.AsyncClient(transport=transport, base_url="http://site.test", headers=headers)

    @property
    def rooms(self):
        return self.service(Rooms)


def site_in(tmp_path):
    return site_on(str(tmp_path / "byways.sqlite3"))


@asynccontextmanager
async def site_on(database):
    """The application in this process, on what an owner would write after --database."""
    app = create_app(Settings(database=database_url(database), engines=1))
    async with app.router.lifespan_context(app):
        app.state.services[Rooms]._engines = FakeEngines()
        app.state.services[Reader]._ask = read_here
        yield Site(app)


async def read_here(question):
    """Read a record as the child process of a `Reader` does, which takes long to start."""
    return answer(question.text, question.number)


async def begin(browser, game="troll", **form):
    """Begin a game as its form does; give the address of its part of the API."""
    answer = await browser.post(f"/new/{game}", data={"size": "4", "your side": "both"} | form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].replace("/play/", "/api/games/")


async def view(browser, api, **asked):
    """What a browser sees of a game."""
    answer = await browser.get(f"{api}/view", params=asked)
    assert answer.status_code == 200, answer.text
    return Told(answer).json()


async def tell(browser, api, kind, *, shown="", key=None, seat=None, **command):
    """Send a command."""
    body = {"command": {"kind": kind, **command}, "shown": shown, "key": key}
    return Told(await browser.post(f"{api}/act", json=body, params={"seat": seat} if seat else {}))


async def act(browser, api, turn, key=None, seat=None, **more):
    """Send a turn, given as text."""
    seen = await view(browser, api, **({"seat": seat} if seat else {}))
    state = browser._transport.app.state.services[Rooms].known(api.rpartition("/")[2]).timeline.state
    actions = await awaited(state.variant.game, state.actions, turn)
    command = {"version": seen["version"], "actions": list(actions), **more}
    return await tell(browser, api, "turn", key=key, seat=seat, **command)


def room_of(site, api):
    """The game in this process that an address of the API names."""
    return site.rooms.known(api.rpartition("/")[2])


def refusal(answer):
    """The status of an answer and the code of its error."""
    said = answer.json()
    return answer.status_code, said.get("error", said).get("code")


_WITH_US = (
    "import os, sys, threading; threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()"
)
"""What a server runs first, so that none outlives tests that were killed."""


class Server:
    """A real server in a process of its own, on a free port and with a database of its own."""

    def __init__(self, folder, prelude="pass", **settings):
        self.folder = folder
        self.settings = settings
        self.prelude = prelude
        self.port = 0
        self.process = None
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.process.poll() is None:
            self.kill()
        assert "Traceback" not in self.said()

    def start(self):
        """Start, or start again where it was."""
        settings = self.settings | {"port": self.port, "browser": False}
        code = f"{_WITH_US}; {self.prelude}; import byways.site; byways.site.serve(**{settings!r})"
        self.log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            env={**os.environ, "BYWAYS_DATA": str(self.folder)},
            text=True,
        )
        line = self.process.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:(\d+))/", line)
        assert found, f"the server said {line!r} and {self.said()!r}"
        self.address, self.port = found[1], int(found[2])

    def said(self):
        """What the server has said of its troubles."""
        return (self.folder / "log").read_text()

    def kill(self):
        """As a power failure would."""
        self.process.kill()
        self.process.wait()
        self._close()

    def stop(self):
        """As Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        status = self.process.wait(60)
        self._close()
        return status

    def _close(self):
        for end in (self.process.stdin, self.process.stdout, self.log):
            end.close()


class Visitor:
    """A browser at a real server: its requests, and the WebSockets of its pages."""

    def __init__(self, server, **headers):
        self.server = server
        self.http = httpx.Client(base_url=server.address, headers=headers, timeout=30)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.http.close()

    def begin(self, game="troll", **form):
        """Begin a game; give the address of its part of the API."""
        answer = self.http.post(f"/new/{game}", data={"size": "4", "your side": "both"} | form)
        assert answer.status_code == 303, answer.text
        self.state = byways.start(game, **{"size": int(form.get("size", 4))} if game != "longway" else {})
        return answer.headers["location"].replace("/play/", "/api/games/")

    def seats(self, api):
        """The secrets of the links to a game's seats."""
        rows = self.http.post(f"{api}/links", json={}).json()["links"]
        return [row["url"].partition("#")[2] for row in rows if row["player"]]

    def sit(self, api, secret):
        assert self.http.post(f"{api}/sit", json={"secret": secret}).status_code == 200

    def view(self, api):
        """What a person sees of a game."""
        return facts(self.http.get(f"{api}/view").json())

    def turns(self, api):
        return [text for text, *_ in self.view(api)["turns"]]

    def act(self, api, state, turn, key=None):
        """Send a turn; the answer."""
        version = self.http.get(f"{api}/view").json()["view"]["version"]
        return self.http.post(f"{api}/act", json=turn_body(version, list(state.actions(turn)), key))

    def play(self, api, *turns):
        """Turns of the game that was begun last, by whoever is to move."""
        for turn in turns:
            answer = self.act(api, self.state, turn)
            assert answer.status_code == 200, answer.text
            self.state = self.state.play(turn)

    def live(self, api, origin=None, **query):
        """The connection of a page that shows a game."""
        return self._connect(live_address(self.server.address, api, **query), origin=origin)

    def follow(self, *topics, **has):
        """The connection of a page that follows topics."""
        query = "&".join(f"topic={topic.replace(' ', '%20')}&has={has.get(topic, '')}" for topic in topics)
        return self._connect(self.server.address.replace("http", "ws") + f"/api/live?{query}")

    def _connect(self, address, **more):
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        cookie = cookie or self.http.headers.get("cookie", "")
        headers = {"Cookie": cookie} if cookie else {}
        return connected(address, additional_headers=headers, **more)


def until(true, seconds=60.0, what="what was awaited"):
    """Wait until a function gives something true, and give that."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = true()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"{what} did not come within {seconds} s")
