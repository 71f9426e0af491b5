"""Where a game stands, in the database: always what its events fold to, whatever is done and by whatever code."""

import random

import pytest
from site_world import ADA, BOB, done, settled, site_in, take_turn
from stored_games_world import HOLDERS, NAMES, write_file

from byways.errors import BywaysError
from byways.site.play.page import wording
from byways.site.storage.game_settings import EngineLimits, GameSettings, TimeControl
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import Seat
from byways.site.timeline.commands import CallOff, MakePlan, Propose, Rename, Resign, Respond, Revoke, Sit, TakeBack
from byways.site.timeline.events import Reply
from byways.site.timeline.projection import project, read_board, read_result
from byways.site.timeline.timeline import load

CARL = "c" * 64
PEOPLE = (ADA, BOB, CARL)
LIVE = TimeControl(60.0, 1.0)
KINDS = [
    (
        "troll",
        {"size": 4, "swap": True},
        (Seat("white", holder=ADA, name="Ada"), Seat("black")),
        GameSettings(creator=ADA, clock=LIVE),
    ),
    ("troll", {"size": 4}, (Seat("white", holder=ADA), Seat("black", holder=ADA)), GameSettings()),
    ("stroll", {"size": 6}, (Seat("white", holder=ADA), Seat("black", engine=EngineLimits(level=1))), GameSettings()),
    (
        "longway",
        {"players": 3},
        (Seat("player 1", holder=ADA), Seat("player 2"), Seat("player 3", engine=EngineLimits(level=1))),
        GameSettings(),
    ),
]


async def listed(store, game_id):
    """The game as lists of whoever sits there have it."""
    found = {game.id: game for holder in PEOPLE + tuple(NAMES) for game in await store.listed(holder, 99)}
    return found.get(game_id)


async def compare(store, game_id):
    """The database has what the events fold to."""
    timeline = load(await store.load(game_id))
    game = await listed(store, game_id)
    assert game.projection == project(timeline)
    state = timeline.state
    assert (read_board(game.projection, state.variant).vector == state.vector).all()
    assert game.occupants == tuple(sorted(timeline.seats.values(), key=lambda seat: seat.player))


def anything(game, luck):
    """A command that somebody might give, possible or not."""
    player, name = luck.choice(list(game.seats)), luck.choice(["Ada", None, "Bo"])
    number = game.offer.number if game.offer else 0
    turns = game.state.legal_turns() if game.state.to_move else ["?"]
    given = {
        Sit(player, name): 3,
        Rename(name): 1,
        Propose(luck.choice(["draw", "takeback", "rematch"])): 5,
        Respond(number, yes=True): 4,
        Respond(number, yes=False): 1,
        MakePlan((Reply(luck.choice(turns)),)): 2,
        TakeBack(game.version): 1,
        Revoke(player): 0.5,
        Resign(): 0.5,
        CallOff(): 0.1,
    }
    return luck.choices(list(given), list(given.values()))[0]


async def do(room, holder, command):
    await done(room.act(command, holder))


async def step(room, luck):
    """Let somebody do something, often a turn."""
    try:
        if luck.random() < 0.4 and room.timeline.to_move:
            turn = luck.choice(room.timeline.state.legal_turns())
            await take_turn(room, room.timeline.version, room.timeline.state.actions(turn))
        else:
            await do(room, luck.choice(PEOPLE), anything(room.timeline, luck))
    except BywaysError:
        pass  # the rules do not allow it


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", range(len(KINDS)))
async def test_after_whatever_is_done_the_database_has_what_the_events_fold_to(kind, seed, rooms, store):
    game, options, sitting, settings = KINDS[kind]
    luck = random.Random(seed)
    room = await rooms.create(game, options, sitting, None, settings)
    for _ in range(60):
        await step(room, luck)
        await settled(room)
        await compare(store, room.id)
    if room.timeline.rematch:
        await compare(store, room.timeline.rematch)


async def test_the_end_by_time_is_projected(time, rooms, store):
    room = await rooms.create(
        "troll", {"size": 4}, (Seat("white", holder=ADA), Seat("black", holder=BOB)), None, GameSettings(clock=LIVE)
    )
    time(minutes=2)
    await room.judge_time()
    await compare(store, room.id)
    found = await listed(store, room.id)
    assert (found.projection.over, found.projection.deadline) == (True, None)
    assert read_result(found.projection) == room.timeline.end


async def test_an_end_that_only_a_worker_counts_is_projected_when_it_has(rooms, store, engines):
    engines.let.clear()
    room = await begin_big(rooms)
    luck = random.Random(1)
    while room.timeline.to_move:
        turn = luck.choice(room.timeline.state.legal_turns())
        await take_turn(room, room.timeline.version, room.timeline.state.actions(turn))
    waiting = await listed(store, room.id)
    assert (waiting.projection.over, waiting.projection.result) == (True, None)
    outcome = {"winner": "white", "winners": ["white"], "reason": "longer path", "scores": {"white": 9, "black": 8}}
    engines.answers = [{"outcome": outcome, "why": "", "picture": {}}]
    engines.let.set()
    await settled(room)
    counted = await listed(store, room.id)
    assert read_result(counted.projection) == room.outcome
    assert counted.projection.last_event == waiting.projection.last_event


async def begin_big(rooms):
    seats_ = (Seat("white", holder=ADA), Seat("black", holder=BOB))
    return await rooms.create("stroll", {"size": 20}, seats_, None)


async def test_lists_of_games_say_the_same_without_opening_one(tmp_path, monkeypatch):
    write_file(tmp_path / "byways.sqlite3")
    async with site_in(tmp_path) as site:
        for name, holder in HOLDERS.items():
            async with site.browser(cookie=f"byways={name.ljust(22, '-')}") as browser:
                folded = (await browser.get("/mine")).text
                for game in await site.service(Store).listed(holder):
                    room = await site.rooms.open(game.id)
                    mine = room.timeline.players_of(holder)
                    status = wording.status(room, mine[0] if len(mine) == 1 else None)
                    assert f">{status}</span>" in folded
                with monkeypatch.context() as closed:
                    closed.setattr(site.rooms, "open", None)
                    assert (await browser.get("/mine")).text == folded
