"""Make `games_0005.sql` and `games_0005.json`, with the code of commit 45b0662: later code has other names.

    git worktree add ../old 45b0662
    PYTHONPATH=../old/src python tests/site/storage/data/make_games_0005.py

The database has every kind of event that there was, and of each game the JSON says what it folded to.
"""

import asyncio
import itertools
import json
import random
import sqlite3
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

from byways.site.play.compiling import Compiling

from byways.position.state import start
from byways.records import read_text
from byways.site.daily.attempts import SOLVED, TRY, Diary
from byways.site.play import rooms as rooms_module
from byways.site.play.chat import Chat
from byways.site.play.rooms import Rooms
from byways.site.review import review_store
from byways.site.review.review_store import Kept, Shelf, Statement, as_game, line_of
from byways.site.settings import database_url
from byways.site.storage import schema
from byways.site.storage.game_store import Entry, Seat, Store
from byways.site.timeline import clocks, commands
from byways.site.timeline.day_sheet import BEGUN, terms_of
from byways.site.web.sessions import hash_of

HERE = Path(__file__).parent
ADA, BOB, CARL = (hash_of(name.ljust(22, "-")) for name in ("ada", "bob", "carl"))
PEOPLE = {ADA: "ada", BOB: "bob", CARL: "carl"}
ENGINE = {"level": 3}
LINKED = (Seat("white", holder=ADA, name="Ada"), Seat("black"))
LIVE, DAYS = {"base": 300.0, "increment": 3.0, "days": False}, {"base": 259_200.0, "increment": 0.0, "days": True}


class Time:
    """A clock on which each look takes a second; games that go on with a clock are played in the far future."""

    def __init__(self):
        self.moment = datetime(2026, 11, 20, 12, tzinfo=UTC)

    def read(self):
        self.moment += timedelta(seconds=1)
        return self.moment


class Names:
    """Ids of games: the names that they are given here."""

    def __init__(self):
        self.next = itertools.count(1)

    def token_urlsafe(self, _):
        return f"game{next(self.next):04}"


class Engine:
    """An engine that plays the middle one of the legal turns."""

    def __init__(self):
        self.compiling = Compiling(0)

    async def ask(self, request, report=lambda answer: None, hurry=None):
        import byways

        state = byways.start(request["game"], position=request["position"])
        for turn in request["turns"]:
            state = state.play(turn)
        turns = state.legal_turns()
        return {"best": turns[len(turns) // 2]}


class Maker:
    def __init__(self, store, time):
        self.rooms, self.store, self.time = Rooms(store, Engine()), store, time
        self.names = {}

    async def begin(self, name, seats, game="troll", terms=None, entry=None, **options):
        room = await self.rooms.create(game, options, seats, None, terms, entry)
        self.names[name] = room.id
        return room

    async def play(self, room, *turns):
        for i, turn in enumerate(turns):
            key = f"key{room.course.number}" if i == 0 else None
            await room.play(
                room.timeline.state.to_move, room.timeline.version, list(room.timeline.state.actions(turn)), key
            )
            while room.job.working:
                await asyncio.wait([room._errand])

    async def walk(self, room, count, seed):
        chosen = random.Random(seed)
        for _ in range(count):
            if room.timeline.to_move is not None:
                await self.play(room, chosen.choice(room.timeline.state.legal_turns()))

    async def sit(self, room, player="black", holder=BOB, name="Bob"):
        await room.change(lambda course: commands.sit(course, player, holder, name))

    async def resign(self, room, holder):
        await room.change(lambda course: commands.resign(course, holder))

    async def offer(self, room, holder, what):
        await room.change(lambda course: commands.propose(course, holder, what, room.stored))

    async def answer(self, room, holder, *, yes):
        number = room.course.offer.number
        await room.change(lambda course: commands.answer(course, holder, number, room.stored, yes=yes))

    async def make(self):
        await self.alone()
        await self.with_others()
        await self.ended()
        await self.with_clocks()
        await self.other_games()
        await self.of_three()
        await self.sheet()
        await self.record()

    async def alone(self):
        both = (Seat("white", holder=ADA), Seat("black", holder=ADA))
        room = await self.begin("at one screen", both, size=4)
        await self.play(room, "b2", "b3", "c2", "c3")
        await room.undo(ADA, room.timeline.version)
        await room.undo(ADA, room.timeline.version)
        await self.play(room, "b4")
        room = await self.begin("against an engine", (Seat("white", holder=ADA), Seat("black", engine=ENGINE)), size=4)
        await self.play(room, "b2", "c2")
        await room.undo(ADA, room.timeline.version)

    async def with_others(self):
        terms = {"creator": ADA}
        await self.begin("waiting", LINKED, terms=terms, size=4)
        room = await self.begin("guest", LINKED, terms=terms, size=4)
        await self.sit(room)
        await self.play(room, "b2")
        await room.change(lambda course: commands.rename(course, BOB, "Robert"))
        await self.play(room, "b3")
        chat = Chat(self.store)
        await chat.say(room.id, "white", ADA, "Hello <Bob>", "m1")
        await chat.say(room.id, "black", BOB, "¡Hola!", None)
        room = await self.begin("swapped", LINKED, terms=terms, size=4, swap=True)
        await self.sit(room)
        await self.play(room, "b2", "swap", "c3")
        room = await self.begin("taken back", LINKED, terms=terms, size=4)
        await self.sit(room, name=None)
        await self.play(room, "b2", "b3")
        await self.offer(room, BOB, "takeback")
        await self.answer(room, ADA, yes=True)
        await self.play(room, "c3", "c2")
        await self.offer(room, BOB, "takeback")
        await self.answer(room, BOB, yes=False)  # withdrawn
        await self.offer(room, ADA, "draw")
        room = await self.begin("called off", LINKED, terms=terms, size=4)
        await room.change(lambda course: commands.call_off(course, ADA, ADA))

    async def ended(self):
        terms = {"creator": ADA}
        room = await self.begin("won", LINKED, terms=terms, size=4)
        await self.sit(room)
        await self.play(room, "b3", "a2", "c3", "b2", "b4", "c2", "c4", "d2")
        await self.offer(room, ADA, "rematch")
        room = await self.begin("agreed", LINKED, terms=terms, size=4)
        await self.sit(room)
        await self.offer(room, ADA, "draw")
        await self.answer(room, BOB, yes=False)
        await self.play(room, "b2", "b3")
        await self.offer(room, BOB, "draw")
        await self.answer(room, ADA, yes=True)
        await self.offer(room, BOB, "rematch")
        await self.answer(room, ADA, yes=True)
        self.names["rematch"] = room.course.rematch
        room = await self.begin("resigned", LINKED, terms=terms, size=4)
        await self.sit(room)
        await self.play(room, "b2")
        await self.resign(room, BOB)
        await self.offer(room, BOB, "rematch")
        await self.answer(room, ADA, yes=False)

    async def with_clocks(self):
        room = await self.begin("out of time", LINKED, terms={"creator": ADA, "clock": LIVE}, size=4)
        await self.sit(room)
        await self.play(room, "b2", "b3")
        self.time.moment += timedelta(seconds=400)
        await room.judge_time()
        then, self.time.moment = self.time.moment, self.time.moment.replace(year=2099)
        room = await self.begin("live clock", LINKED, terms={"creator": ADA, "clock": LIVE}, size=4)
        await self.sit(room)
        await self.play(room, "b2", "b3", "c2", "c3")
        self.time.moment += timedelta(seconds=30)
        await self.offer(room, BOB, "takeback")
        await self.answer(room, ADA, yes=True)
        room = await self.begin("days a turn", LINKED, terms={"creator": ADA, "clock": DAYS}, size=4)
        await self.sit(room)
        await self.play(room, "b2")
        self.time.moment += timedelta(days=2)
        await self.play(room, "b3")
        self.time.moment = then

    async def other_games(self):
        apart = (Seat("white", holder=ADA), Seat("black", holder=BOB, name="Bob"))
        for seed, (game, options) in enumerate(
            {"stroll": {"size": 6}, "stride": {"side": 4}, "whirlwind": {"size": 6}}.items()
        ):
            room = await self.begin(f"a walk through {game}", apart, game, {"creator": ADA}, **options)
            await self.walk(room, 30, seed)

    async def of_three(self):
        seats = (Seat("player 1", holder=ADA, name="Ada"), Seat("player 2"), Seat("player 3"))
        for name in ("one of three has left", "all but one have left"):
            room = await self.begin(name, seats, "longway", {"creator": ADA}, players=3)
            await self.sit(room, "player 2")
            await self.sit(room, "player 3", CARL, "Carl")
            await self.walk(room, 7, 5)
            await self.resign(room, CARL)
            while room.job.working:
                await asyncio.wait([room._errand])
        await self.resign(room, BOB)
        while room.job.working:
            await asyncio.wait([room._errand])
        await self.resign(room, ADA)

    async def sheet(self):
        day = "2026-11-20"
        begun = Entry("longway", day, ADA, 1, BEGUN, {}, clocks.now())
        terms = terms_of("longway", day, again=False)
        room = await self.begin("a day's sheet", (Seat("player 1", holder=ADA),), "longway", terms, begun, players=1)
        await self.walk(room, 10_000, 1)
        assert room.course.over
        room = await self.begin(
            "the sheet again",
            (Seat("player 1", holder=ADA),),
            "longway",
            terms_of("longway", day, again=True),
            players=1,
        )
        await self.walk(room, 3, 2)
        diary = Diary(self.store)
        await diary.write(ADA, "troll", day, TRY, {"turn": "b2"}, "t1")
        await diary.write(ADA, "troll", day, SOLVED, {"turn": "b3"}, None)

    async def record(self):
        text = '[Game "troll"]\n[Options "size=4"]\n[White "Ada & <Bob>"]\n\n'
        text += "{Before <all>} 1. b3 {a first} a2 (1... c2! {why not} 2. c3 (2. b1) d3) 2. c3?! b2 3. b4 c2 4. c4 d2\n"
        (document,) = read_text(text)
        turns = [turn.turn for turn in document.line.turns]
        game = as_game(start("troll", size=4), turns, placed=False)
        self.names["a record"] = game.id
        kept = Kept(document.line, document.people, document.tags, document.winners, document.termination, CARL)
        said = {"best": "c3", "value": 0.4, "proved": False, "line": ["c3", "d2"], "choices": [], "simulations": 9}
        said |= {"seconds": 0.1, "depth": 1, "spread": 0.02}
        await Shelf(self.store).keep_record(game, kept, [Statement(2, line_of(turns[:2]), 1.0, said)])


def summary(course):
    """What a game has folded to."""
    end, offer = course.end, course.offer
    return {
        "turns": [*course.state.turns],
        "position": str(course.state),
        "number": course.number,
        "version": course.version,
        "seats": {p: [PEOPLE.get(s.holder, s.holder), s.engine, s.name] for p, s in course.seats.items()},
        "waiting": course.waiting,
        "to move": course.to_move,
        "mover": course.mover and course.mover.player,
        "over": course.over,
        "end": end and [None if end.winners is None else [*end.winners], end.termination, end.by],
        "offer": offer and [offer.number, offer.by, offer.what, offer.ply, sorted(map(PEOPLE.get, offer.agreed))],
        "refusal": course.refusal and [course.refusal.number, course.refusal.by, course.refusal.what],
        "rematch": course.rematch,
        "left": course.clocks and course.clocks.left,
        "deadline": course.deadline and course.deadline.isoformat(),
        "undo": {name: course.undo_ply(holder) for holder, name in PEOPLE.items()},
    }


async def main():
    time = Time()
    clocks.MACHINE.read = time.read
    names = Names()
    rooms_module.secrets = review_store.secrets = names
    commands.secrets = SimpleNamespace(token_urlsafe=names.token_urlsafe)
    commands._dice = random.Random(7)
    review_store.datetime = SimpleNamespace(now=lambda _: time.read())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        schema.upgrade(database_url(str(path)))
        store = Store(database_url(str(path)))
        maker = Maker(store, time)
        await maker.make()
        found = {}
        for name, game_id in maker.names.items():
            room = await Rooms(store, Engine()).open(game_id)
            found[name] = {"id": game_id, **summary(room.course)}
        lists = {name: [game for game, *_ in await store.of_holder(holder, 99)] for holder, name in PEOPLE.items()}
        await maker.rooms.close()
        await store.close()
        with sqlite3.connect(path) as database:
            lines = [line for line in database.iterdump() if 'INTO "keys"' not in line]
        (HERE / "games_0005.sql").write_text("\n".join(lines) + "\n")
    written = json.dumps({"games": found, "lists": lists}, ensure_ascii=False, indent=1)
    (HERE / "games_0005.json").write_text(written + "\n")


asyncio.run(main())
