"""Commands that are sent again with their key happen once, and a key is of one command only."""

from dataclasses import replace

import pytest
from company_world import code
from daily_world import DAY
from site_world import ADA, BOB, FakeEngines, done, stored

from byways.site.daily.attempts import Attempts, Hint, Try
from byways.site.play.rooms import Rooms
from byways.site.storage.game_settings import GameSettings
from byways.site.storage.game_store import ConflictError
from byways.site.storage.stored_games import Seat
from byways.site.timeline.clocks import TimeControl, now
from byways.site.timeline.commands import (
    CallOff,
    Claim,
    MakePlan,
    PlanLine,
    Premove,
    Propose,
    Rename,
    Resign,
    Respond,
    Revoke,
    Sit,
    TakeBack,
    TakeTurn,
)
from byways.site.timeline.events import Reply


def agreed(white, black, **settings):
    """A game as it is stored, by who holds its seats."""
    seats = Seat("white", holder=white), Seat("black", holder=black)
    return replace(stored(size=6, seats=seats), created=now(), settings=GameSettings(**settings))


ALONE, APART, OPEN = agreed(ADA, ADA), agreed(ADA, BOB), agreed(ADA, None, creator=ADA)
LIVE = agreed(ADA, BOB, clock=TimeControl(86_400.0, 0.0))
B2, C3 = (7,), (14,)  # actions on a board of six
COMMANDS = [
    (APART, [], ADA, TakeTurn(0, B2), TakeTurn(0, C3)),
    (APART, [], ADA, TakeTurn(0, B2), Resign()),
    (APART, [], ADA, Resign(), Propose("draw")),
    (APART, [], ADA, Propose("draw"), Resign()),
    (APART, [(ADA, TakeTurn(0, B2))], ADA, Propose("draw"), Propose("takeback")),
    (APART, [(ADA, Propose("draw"))], BOB, Propose("draw"), Propose("takeback")),
    (APART, [(ADA, Propose("draw"))], BOB, Respond(1, False), Respond(1, True)),
    (APART, [(ADA, Propose("draw"))], BOB, Respond(1, True), Respond(2, True)),
    (ALONE, [(ADA, TakeTurn(0, B2))], ADA, TakeBack(1), TakeBack(2)),
    (ALONE, [(ADA, TakeTurn(0, B2))], ADA, TakeBack(1), TakeTurn(2, B2)),
    (APART, [], ADA, Rename("Ann"), Rename("Anna")),
    (ALONE, [], ADA, Rename("Ann", "white"), Rename("Ann", "black")),
    (OPEN, [], BOB, Sit("black", "Bob"), Sit("black", "Rob")),
    (OPEN, [], ADA, CallOff(), Resign()),
    (APART, [], BOB, Premove(0, C3), Premove(0, B2)),
    (APART, [], BOB, MakePlan((Reply("c3"),)), MakePlan((Reply("b2"),))),
    (APART, [], BOB, MakePlan((Reply("c3"),)), TakeTurn(0, C3)),
    (APART, [], BOB, PlanLine(("b2", "c3")), PlanLine(("b2", "d4"))),
    (OPEN, [(BOB, Sit("black", "Bob"))], ADA, Revoke("black"), CallOff()),
    (LIVE, [(ADA, TakeTurn(0, B2))], ADA, Claim(), Claim(draw=True)),
    (LIVE, [(ADA, TakeTurn(0, B2))], ADA, Claim(draw=True), Resign()),
]


@pytest.mark.parametrize(("game", "before", "holder", "command", "other"), COMMANDS)
async def test_a_key_is_of_one_command(game, before, holder, command, other, rooms, store):
    await store.create(game)
    room = await rooms.open("g1")
    for who, what in before:
        await done(room.act(what, who))
    assert (await done(room.act(command, holder, "key"))).events
    number = room.timeline.number
    for again in (room, await Rooms(store, FakeEngines()).open("g1")):
        await done(again.act(command, holder, "key"))
        with pytest.raises(ConflictError, match="something else has already arrived in place of this"):
            await done(again.act(other, holder, "key"))
        assert again.timeline.number == number


async def test_a_key_of_a_message_is_not_that_of_another(game):
    said = [await game.ada.post(f"{game.api}/chat", json={"text": text, "key": "m"}) for text in ("hi", "hi", "ho")]
    assert [code(answer) for answer in said] == [(200, None), (200, None), (409, "turn.key")]
    assert code(await game.bob.post(f"{game.api}/chat", json={"text": "hi", "key": "m"})) == (409, "turn.key")
    assert len((await game.bob.get(f"{game.api}/chat")).json()["messages"]) == 1


async def test_a_key_of_an_attempt_at_a_puzzle_is_not_that_of_another(store):
    attempts = Attempts(store)
    for _ in range(2):
        await attempts.write(ADA, "troll", str(DAY), Try("d5"), "k")
    for other in (Try("d4"), Hint(1)):
        with pytest.raises(ConflictError, match="something else"):
            await attempts.write(ADA, "troll", str(DAY), other, "k")
    assert (await attempts.of(ADA, "troll", str(DAY))).count == 1
