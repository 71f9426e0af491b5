"""Resigning, offers, taking back and the next game, over the API."""

import asyncio

import pytest
from company_world import SHEETS, begin, code, deal, links, room_of, seen, sit, two
from page_facts import text_of
from site_world import act, actions, tell

from byways.records import read_text
from byways.site.play import attendance
from byways.site.storage.game_store import Store
from byways.site.timeline.commands import undo_ply


async def test_resigning_is_an_end_that_the_record_tells(game):
    await game.play("b2")
    (record,) = read_text((await game.bob.get("/mine/games.txt")).text)
    assert (record.result, record.turns) == ("*", ("b2",)), "a game that goes on is among one's records"
    assert "resign" in (await seen(game.bob, game.api))["may"]
    assert (await seen(game.eve, game.api))["may"] == []
    assert code(await deal(game.eve, game.api, "resign")) == (403, "seat.none")
    look = (await deal(game.bob, game.api, "resign")).json()
    assert (look["outcome"]["said"], look["status"]) == ("You lost", "You lost")
    assert look["outcome"]["why"] == "You resigned."
    assert look["offers"] == []
    assert code(await act(game.bob, game.api, "b3")) == (403, "seat.not_yours")
    assert code(await deal(game.ada, game.api, "resign")) == (422, "resign.over")
    text = (await game.ada.get("/mine/games.txt")).text
    (record,) = read_text(text)
    assert (record.result, record.termination, record.turns) == ("white", "resignation", ("b2",))
    assert record.people == {"white": "Ada"}


async def test_an_offer_can_be_withdrawn_by_who_made_it(game):
    await game.play("b2")
    number = (await deal(game.ada, game.api, "draw")).json()["offer"]["number"]
    assert code(await deal(game.bob, game.api, "withdraw", number=number - 1)) == (422, "offer.gone")
    look = (await deal(game.ada, game.api, "withdraw", number=number)).json()
    assert (look["offer"], look["declined"], look["may"]) == (None, None, ["takeback", "resign"])
    look = await seen(game.bob, game.api)
    assert (look["offer"], look["declined"]) == (None, None)
    assert code(await deal(game.bob, game.api, "yes", number=number)) == (422, "offer.gone")
    await deal(game.bob, game.api, "resign")
    number = (await deal(game.ada, game.api, "rematch")).json()["offer"]["number"]
    look = (await deal(game.ada, game.api, "withdraw", number=number)).json()
    assert (look["offer"], look["rematch"]) == (None, None)


async def test_a_draw_needs_the_other(game):
    await game.play("b2")
    offered = (await deal(game.ada, game.api, "draw")).json()
    assert (offered["offer"]["said"], offered["may"]) == ("You offer a draw.", ["withdraw", "resign"])
    look = await seen(game.bob, game.api)
    assert (look["offer"]["said"], look["may"]) == ("White offers a draw.", ["yes", "no", "resign"])
    number = look["offer"]["number"]
    assert code(await deal(game.ada, game.api, "yes", number=number)) == (403, "offer.own")
    assert code(await deal(game.eve, game.api, "yes", number=number)) == (403, "seat.none")
    assert code(await deal(game.bob, game.api, "yes", number=number - 1)) == (422, "offer.gone")
    look = (await deal(game.bob, game.api, "no", number=number)).json()
    assert (look["offer"], look["declined"]["said"]) == (None, "You declined the draw.")
    assert (await seen(game.ada, game.api))["declined"]["said"] == "Black declined the draw."
    assert code(await deal(game.ada, game.api, "draw")) == (422, "offer.impossible"), "not again before a turn"
    await game.play("b3")
    assert (await seen(game.ada, game.api))["declined"] is None, "people have gone on"
    number = (await deal(game.ada, game.api, "draw")).json()["offer"]["number"]
    look = (await deal(game.bob, game.api, "yes", number=number)).json()
    assert look["outcome"] == {"said": "Draw", "why": "The players agreed on a draw."}


async def test_an_offer_leaves_a_half_made_turn_alone_and_a_turn_of_the_other_declines_it(game):
    before = game.room.timeline.version
    await deal(game.bob, game.api, "draw")
    turn = {"version": before, "actions": actions(game.room, "b2"), "key": "k"}
    look = (await tell(game.ada, game.api, "turn", **turn)).json()
    assert look["turns"] == [["b2", "white"]]
    assert (look["offer"], look["declined"]["said"]) == (None, "You declined the draw.")
    assert (await seen(game.bob, game.api))["declined"]["said"] == "White declined the draw."
    await deal(game.bob, game.api, "draw")
    await game.play("b3")
    assert (await seen(game.ada, game.api))["offer"] is not None, "who offers may make the turn"


async def test_taking_back_by_agreement(game):
    assert code(await deal(game.ada, game.api, "takeback")) == (422, "offer.impossible")
    await game.play("b2", "b3")
    offer = (await deal(game.ada, game.api, "takeback")).json()["offer"]
    assert offer["said"] == "You ask to take back moves 1 (b2) and 1 (b3)."
    assert (await seen(game.bob, game.api))["offer"]["said"] == "White asks to take back moves 1 (b2) and 1 (b3)."
    look = (await deal(game.bob, game.api, "yes", number=offer["number"])).json()
    assert look["turns"] == []
    assert look["declined"] is None
    assert undo_ply(game.room.timeline, game.room.timeline.creator) is None, "nobody takes back alone"


async def test_taking_back_tells_no_secret_and_never_goes_over_a_reveal(game):
    api = await begin(game.ada, "longway", **SHEETS)
    await sit(game.bob, api, (await links(game.ada, api))["player 2"])
    room = room_of(game.site, api)
    assert (await act(game.ada, api, "setup a1N g7S")).status_code == 200
    await deal(game.ada, api, "takeback")
    assert (await seen(game.bob, api))["offer"]["said"] == "Player 1 asks to take back move 1."
    assert (await act(game.bob, api, room.timeline.state.legal_turns()[0])).status_code == 200
    assert room.timeline.states[-2].to_move == "chance", "dice were rolled after both had chosen"
    assert code(await deal(game.ada, api, "takeback")) == (422, "offer.impossible")


async def test_resigning_a_turn_and_time_at_once(tmp_path, time):
    for order in ("resign first", "turn first"):
        async with two(tmp_path / order.replace(" ", ""), **{"the clock": "1+0"}) as game:
            body = {"version": game.room.timeline.version, "actions": actions(game.room, "b2"), "key": "k"}
            turn = tell(game.ada, game.api, "turn", **body)
            resign = deal(game.bob, game.api, "resign")
            doing = [resign, turn] if order == "resign first" else [turn, resign]
            await asyncio.gather(*doing, game.room.judge_time())
            timeline = game.room.timeline
            assert timeline.end.termination == "resignation"
            kept = await game.site.service(Store).load(game.room.id)
            assert [event.number for event in kept.events] == list(range(1, timeline.number + 1))
            assert [event.kind for event in kept.events].count("end") == 1
            assert kept.events[-1].kind == "end", "nothing is played after the end"
            assert kept.projection.deadline is None


@pytest.mark.agreed(**{"the clock": "5+3"})
async def test_a_rematch_exchanges_the_colours(game):
    assert code(await deal(game.ada, game.api, "rematch")) == (422, "offer.impossible")
    await deal(game.ada, game.api, "resign")
    number = (await deal(game.ada, game.api, "rematch")).json()["offer"]["number"]
    asked, spectator = await seen(game.bob, game.api), await seen(game.eve, game.api)
    assert text_of(asked["markup"]["toast"]) == "A Ada wants a rematch Same rules, you begin. Accept Not now"
    assert (asked["may"], spectator["may"]) == (["yes", "no"], [])
    assert (spectator["offer"], text_of(spectator["markup"]["toast"])) == (None, "")
    assert text_of(spectator["markup"]["offer"]) == "Ada wants a rematch", "not above all else: nothing is asked"
    answers = await asyncio.gather(*(deal(game.bob, game.api, "yes", number=number, key="y") for _ in range(3)))
    (name,) = {answer.json()["rematch"] for answer in answers}
    new = await seen(game.ada, f"/api/games/{name}")
    assert (new["viewer"], new["players"][1]["who"]) == ("black", "Ada, you")
    assert (await seen(game.bob, f"/api/games/{name}"))["status"] == "Your turn"
    assert new["players"][0]["left"] == 300.0
    assert (await game.site.service(Store).load(name)).projection.deadline is not None


async def test_two_who_offer_the_same_at_once_agree(game):
    await asyncio.gather(deal(game.ada, game.api, "draw"), deal(game.bob, game.api, "draw"))
    assert game.room.timeline.end.termination == "agreement"
    await asyncio.gather(deal(game.ada, game.api, "rematch"), deal(game.bob, game.api, "rematch"))
    assert game.room.timeline.rematch is not None


@pytest.mark.agreed(swap="true")
async def test_after_the_pie_rule_people_win_and_play_on_as_what_they_became(game):
    await game.play("b2", "swap")
    assert (await seen(game.bob, game.api))["viewer"] == "white"
    look = (await deal(game.bob, game.api, "resign")).json()
    assert look["outcome"]["said"] == "You lost"
    (record,) = read_text((await game.ada.get("/mine/games.txt")).text)
    assert (record.result, record.people) == ("black", {"white": "Ada"}), "records name who began as a colour"
    await deal(game.ada, game.api, "rematch")
    assert "Same rules, your opponent begins." in (await seen(game.bob, game.api))["markup"]["toast"]
    name = (await deal(game.bob, game.api, "rematch")).json()["rematch"]
    new = await seen(game.ada, f"/api/games/{name}")
    assert (new["viewer"], new["status"]) == ("white", "Your turn")


async def test_nobody_is_said_to_begin_a_rematch_whose_first_turns_are_made_in_secret(ada, bob):
    api = await begin(ada, "longway", **SHEETS)
    await sit(bob, api, (await links(ada, api))["player 2"])
    await deal(bob, api, "resign")
    await deal(ada, api, "rematch")
    asked = text_of((await seen(bob, api))["markup"]["toast"])
    assert asked == "P Player 1 wants a rematch Same rules. Accept Not now"


async def test_who_leaves_a_game_of_three_is_replaced_by_an_engine(ada, bob):
    api = await begin(ada, "longway", **SHEETS | {"players": "3", "seat player 3": "level 1"})
    await sit(bob, api, (await links(ada, api))["player 2"])
    for _ in range(2):  # sent again, as where the answer was lost
        look = (await deal(bob, api, "resign", key="once")).json()
        assert look["outcome"] is None
        assert look["players"][1]["who"] == "Engine, level 5, for who left"
        assert look["viewer"] is None
    look = (await deal(ada, api, "resign")).json()
    assert look["outcome"]["said"] == "Everyone left the game"


@pytest.mark.agreed(**{"the clock": "5+3"})
async def test_a_live_game_is_claimed_once_the_opponent_is_gone_for_long(monkeypatch, game):
    await game.play("b2")
    assert code(await deal(game.ada, game.api, "claim")) == (422, "claim.present"), "not yet"
    monkeypatch.setattr("byways.site.play.attendance.ABSENCE", 0.0)
    assert code(await deal(game.bob, game.api, "claim")) == (422, "claim.present"), (
        "whoever is to move waits for nobody"
    )
    assert code(await deal(game.eve, game.api, "claim")) == (403, "seat.none")
    assert (await seen(game.ada, game.api))["may"][-2:] == ["claim win", "claim draw"]
    for _ in range(2):  # sent again, as where the answer was lost
        look = (await deal(game.ada, game.api, "claim", key="once")).json()
        assert look["outcome"] == {"said": "You won", "why": "Black left the game."}
    (record,) = read_text((await game.ada.get("/mine/games.txt")).text)
    assert (record.result, record.termination) == ("white", "absence")


@pytest.mark.parametrize(("clock", "patience"), [("30+0", 60), ("31+0", 120)])
async def test_a_long_game_is_one_whose_clock_began_with_more_than_30_minutes(tmp_path, monkeypatch, clock, patience):
    async with two(tmp_path, **{"the clock": clock}) as game:
        await game.play("b2")
        for gone, status in ((patience - 0.1, 422), (patience, 200)):
            monkeypatch.setattr(game.room.presence, "gone_for", lambda holder, gone=gone: gone)
            assert (await deal(game.ada, game.api, "claim")).status_code == status


async def test_a_game_by_days_or_with_somebody_who_is_there_is_not_claimed(tmp_path, monkeypatch):
    monkeypatch.setattr("byways.site.play.attendance.ABSENCE", 0.0)
    async with two(tmp_path, **{"the clock": "3d"}) as game:
        await game.play("b2")
        assert code(await deal(game.ada, game.api, "claim")) == (422, "claim.present")
    async with two(tmp_path / "live", **{"the clock": "5+3"}) as game:
        await game.play("b2")
        attendance.note(game.room, game.room.timeline.mover.holder, 1, 1)
        assert "claim win" not in (await seen(game.ada, game.api))["may"]
        attendance.note(game.room, game.room.timeline.mover.holder, -1, -1)
        assert (await deal(game.ada, game.api, "claim", draw=True)).json()["outcome"]["said"] == "Draw"
