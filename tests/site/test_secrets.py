"""Nobody sees another's secrets in any payload: whatever one player has chosen, all others get the very same bytes."""

import json
import re
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from room_world import seen, source_of
from site_world import ADA, BOB, Visitor, play, rooms_in

from byways.site.board.source import answer_to, explain, news, preview_for
from byways.site.i18n.languages import to_json
from byways.site.storage.game_settings import EngineLimits
from byways.site.storage.game_store import ConflictError
from byways.site.storage.stored_games import Seat
from byways.site.timeline.commands import TakeTurn, take_turn
from byways.site.timeline.decisions import Incomplete, Refused

CLAIMING = "stroll size=5 ending=claim\nO.O.X\n.....\nO.X.O\n.....\nX.O.X\nto move: white"
"""A full board: White claims next."""

ENGINE = EngineLimits(seconds=1.0)
ONE_SCREEN = (ADA, ADA, ADA)
APART = (ADA, BOB, "c" * 64)


def seats(players, holders):
    return tuple(Seat(player, holder=holder) for player, holder in zip(players, holders, strict=False))


def payloads(room, holder, asked, shown=("",)):
    """Everything that a browser can get to know that says it shows one thing or another."""
    source = source_of(room, holder, asked)
    told = [news(source, tag) for tag in shown]
    told += [source.look(str(ply)) for ply in range(len(room.timeline.states))]
    view = told[0].view
    for action, clicks in view.choices.offers[:40:7]:
        told += [preview_for(source, [action], aloud=True), explain(source, clicks)]
        taken = take_turn(room.timeline, TakeTurn(room.timeline.version, (action,)))
        if isinstance(taken, Incomplete):
            told.append(answer_to(source, taken, view.tag))
    refused = Refused(ConflictError("game.conflict", "the game has moved on in the meantime"))
    told += [answer_to(source, refused, tag) for tag in shown]
    return to_json(told).decode()


@asynccontextmanager
async def both(tmp_path, game, holders, position, secrets, **options):
    """Two rooms that differ only in what has been chosen in secret."""
    players = [f"player {i}" for i in range(1, options["players"] + 1)] if options else ["white", "black"]
    async with AsyncExitStack() as stack:
        made = []
        for n, secret in enumerate(secrets):
            folder = tmp_path / str(n)
            folder.mkdir()
            rooms, _, _ = await stack.enter_async_context(rooms_in(folder))
            made.append(await rooms.create(game, options, seats(players, holders), position))
            await play(made[-1], secret)
        yield made


CASES = {
    "set-up": ("longway", None, ("setup a1N g7S", "setup d1N a5W"), {"players": 3}),
    "claim": ("stroll", CLAIMING, ("path a1", "path a1 c1"), {}),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("holders", [ONE_SCREEN, APART], ids=["one screen", "apart"])
async def test_a_secret_choice_changes_nothing_for_the_others(tmp_path, case, holders):
    game, position, secrets, options = CASES[case]
    async with both(tmp_path, game, holders, position, secrets, **options) as (one, other):
        chooser, following = one.timeline.states[-2].to_move, one.timeline.state.to_move
        lookers = [(None, None), ("d" * 64, chooser), ("d" * 64, following)]
        lookers += (
            [(ADA, None), (ADA, chooser), (ADA, following)] if holders == ONE_SCREEN else [(BOB, None), (BOB, chooser)]
        )
        for holder, asked in lookers:
            assert payloads(one, holder, asked) == payloads(other, holder, asked), f"{holder} as {asked}"
        if holders == APART:
            tags = [source_of(room, ADA).rendering().view.tag for room in (one, other)]
            told = [payloads(room, BOB, None, tags) for room in (one, other)]
            assert told[0] == told[1], "nor does it help to say that one shows what the other does"
        if holders == APART:
            assert payloads(one, ADA, None) != payloads(other, ADA, None), "who has chosen sees it"


def rolled(room):
    """The legal choices of the player to move: the first tile, and stopping."""
    tile = next((turn for turn in room.timeline.state.legal_turns() if turn.startswith("tile")), "cafe a1 b1")
    return tile, "stop"


@pytest.mark.parametrize("holders", [ONE_SCREEN, APART], ids=["one screen", "apart"])
async def test_what_is_drawn_in_a_round_is_hidden_until_all_have_drawn(tmp_path, holders):
    async with rooms_in(tmp_path) as (rooms, _, _):
        room = await rooms.create("longway", {"players": 2}, seats(["player 1", "player 2"], holders), None)
        await play(room, "setup a1N g7S", "setup b1N f7S")
        position, choices = str(room.timeline.state), rolled(room)
    second = ADA if holders == ONE_SCREEN else BOB
    async with both(tmp_path, "longway", holders, position, choices, players=2) as (one, other):
        for holder, asked in ((None, None), (second, None), (second, "player 2"), ("d" * 64, "player 1")):
            assert payloads(one, holder, asked) == payloads(other, holder, asked)
        for room in (one, other):
            await play(room, "stop")
        shown = [payloads(room, None, None) for room in (one, other)]
        assert shown[0] != shown[1]
        assert choices[0] in shown[0], "now everybody may read it"


async def test_a_screen_that_several_share_shows_nothing_until_somebody_takes_the_seat(rooms):
    room = await rooms.create("stroll", {}, seats(["white", "black"], ONE_SCREEN), CLAIMING)
    closed = seen(room, ADA)
    assert (closed["handover"], closed["viewer"], closed["offers"]) == ("white", None, [])
    taken = seen(room, ADA, "white")
    assert (taken["handover"], taken["viewer"]) == (None, "white")
    assert taken["offers"]
    await play(room, "path a1 c1")
    after = seen(room, ADA, "white")
    assert (after["viewer"], after["handover"]) == ("black", None), "Black's claim is shown at once: nothing to hide"
    assert [text for text, _ in after["turns"]] == ["?"]
    assert "controls.a1" in after["markup"]
    await play(room, "path e1")
    assert [text for text, _ in seen(room, None)["turns"]] == ["path a1 c1", "path e1"]


async def test_who_plays_one_seat_against_engines_is_never_asked_to_hand_over(rooms):
    people = (Seat("player 1", holder=ADA), Seat("player 2", engine=ENGINE), Seat("player 3", engine=ENGINE))
    room = await rooms.create("longway", {"players": 3}, people, None)
    alone = seen(room, ADA)
    assert (alone["viewer"], alone["handover"]) == ("player 1", None)


def drawn(room, holder, ply):
    """The board as it was, with what is written around it."""
    source = source_of(room, holder)
    shown = {**source.rendering().drawing.scene.fragments, **source.look(str(ply)).markup}
    return "".join(filter(None, shown.values()))


async def test_the_past_is_shown_as_far_as_it_has_been_revealed(rooms):
    room = await rooms.create("longway", {"players": 2}, seats(["player 1", "player 2"], APART), None)
    await play(room, "setup a1N g7S", "setup b1N f7S")
    first = drawn(room, None, 1)
    assert len(re.findall('class="entrance', first)) == 1, "player 1's set-up is known to all by now"
    tile, _ = rolled(room)
    await play(room, tile)
    hidden, own = (drawn(room, holder, room.timeline.ply) for holder in (None, ADA))
    assert hidden != own
    assert tile not in hidden


async def test_no_payload_names_a_holder(rooms):
    """The hash of a browser's secret stays on the server."""
    room = await rooms.create("troll", {"size": 4}, seats(["white", "black"], APART), None)
    for holder in (ADA, BOB, None):
        shown = payloads(room, holder, None)
        assert not re.search("a{64}|b{64}", shown)


def test_no_secret_comes_into_the_log_of_a_whole_session(servers):
    """With every request and every query to the database in it, and a failure on the way."""
    loud = (
        "import logging; logging.basicConfig(level=logging.INFO); "
        "import uvicorn; _c = uvicorn.Config.__init__; "
        "uvicorn.Config.__init__ = lambda s, *a, **k: _c(s, *a, **{**k, 'log_level': 'info', 'log_config': None}); "
        "import byways.site.play.chat as chat; chat.Chat.say = None"
    )
    server = servers(loud)
    with Visitor(server) as ada, Visitor(server) as bob:
        api = ada.begin(**{"your side": "white", "the engine": "link"})
        (secret,) = ada.seats(api)
        page = bob.http.get(api.replace("/api/games/", "/join/"))
        assert page.headers["referrer-policy"] == "same-origin"
        bob.sit(api, secret)
        assert bob.http.post(f"{api}/sit", json={"secret": secret, "also": 7}).status_code == 400
        alone = {"Connection": "close"}  # the server hangs up after a mistake of its own
        failed = ada.http.post(f"{api}/chat", json={"text": "hello"}, headers=alone)
        assert failed.status_code == 500, "a mistake that is noted"
        for person in (ada, bob):
            person.http.get(api.replace("/api/games/", "/play/"))
            with person.live(api) as news:
                assert json.loads(news.recv(60))["kind"] == "news"
        token = ada.http.post("/api/device", json={}).json()["url"].partition("#")[2]
        assert bob.http.post("/api/device/arrive", json={"token": token}).status_code == 200
        secrets = [secret, token, ada.http.cookies["byways"], bob.http.cookies["byways"]]
    server.kill()
    said = server.said()
    assert "GET" in said
    assert "Traceback" in said
    for hidden in secrets:
        assert len(hidden) >= 22
        assert hidden not in said
