"""Names, messages and limits, where others play too."""

import pytest
from company_world import begin, code, deal, room_of, seen
from site_world import act, becomes
from sqlalchemy import delete

from byways.site.storage.game_store import Store
from byways.site.storage.tables import games


async def test_names_are_signed_and_cleaned(game):
    answer = await game.bob.post(
        f"{game.api}/name", json={"text": "  <b>Bob\u202e\n  the  Builder of bridges and boats"}
    )
    assert answer.json() == {"name": "<b>Bob the Builder of br"}
    assert (await seen(game.ada, game.api))["players"][1]["who"] == "<b>Bob the Builder of br"
    page = await game.ada.get("/mine")
    assert "<b>Bob" not in page.text
    assert "&lt;b&gt;Bob" in page.text
    forged = game.site.browser(cookie="byways-name=RXZl.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    assert "RXZl" not in (await forged.get("/mine")).text
    assert 'value="Eve"' not in (await forged.get("/mine")).text
    assert code(await game.eve.post(f"{game.api}/name", json={"text": "Eve"})) == (403, "seat.none")


async def test_the_seats_talk_and_nobody_else_hears(game):
    for _ in range(2):
        await game.ada.post(f"{game.api}/chat", json={"text": " good <i>luck</i>\n!", "key": "m"})
    heard = (await game.bob.get(f"{game.api}/chat")).json()["messages"]
    assert heard == [{"number": 1, "by": "Ada", "text": "good <i>luck</i> !", "yours": False}]
    assert ((await seen(game.bob, game.api))["messages"], (await seen(game.eve, game.api))["messages"]) == (1, None)
    assert code(await game.eve.get(f"{game.api}/chat")) == (403, "seat.none")
    assert code(await game.eve.post(f"{game.api}/chat", json={"text": "hi"})) == (403, "seat.none")
    for text in ("", "  ", "x" * 301):
        assert code(await game.ada.post(f"{game.api}/chat", json={"text": text})) == (400, "chat.length")
    answers = [await game.bob.post(f"{game.api}/chat", json={"text": "again"}) for _ in range(9)]
    assert code(answers[-1]) == (429, "rate")


async def test_nothing_can_be_said_where_a_game_was(game):
    await game.site.service(Store).write(lambda connection: connection.execute(delete(games)))
    assert code(await game.ada.post(f"{game.api}/chat", json={"text": "hi"})) == (404, "game.missing")


async def test_commands_are_limited(game):
    answers = [await deal(game.ada, game.api, "takeback") for _ in range(14)]
    assert code(answers[0]) == (422, "offer.impossible")
    assert code(answers[-1]) == (429, "rate")


async def test_an_engine_moves_now_when_it_is_told_to(site, ada):
    engines = site.rooms._engines
    engines.let.clear()
    api = await begin(ada, **{"the engine": "level 7"})
    await act(ada, api, "b2")
    await becomes(lambda: engines.requests)
    assert engines.requests[-1].level == 7
    assert (await seen(ada, api))["hurry"]
    assert (await deal(ada, api, "hurry")).status_code == 200
    assert engines.hurry.is_set()
    engines.let.set()
    await becomes(lambda: len(room_of(site, api).timeline.state.turns) == 2)
    assert len((await seen(ada, api))["turns"]) == 2


async def test_one_s_games_say_with_whom_and_count_who_is_alike(ada):
    people = {"players": "4", "seat player 1": "person", "seat player 2": "level 1"}
    await begin(ada, "longway", **people, **{"seat player 3": "level 1", "seat player 4": "level 2"})
    page = (await ada.get("/mine")).text
    assert "with 2 × engine, level 1; engine, level 2" in page


@pytest.mark.agreed(size="6", swap="true", **{"the clock": "5+3"})
async def test_the_page_of_a_game_says_what_was_agreed_to_whoever_looks(game):
    page = game.api.replace("/api/games/", "/play/")
    for browser in (game.ada, game.bob, game.eve):
        said = "Troll · 6 × 6 · Pie rule · 5 min + 3 s a move"
        assert said in (await browser.get(page)).text
    said = "Troll · 6 × 6 · Regla del pastel · 5 min + 3 s por jugada"
    assert said in (await game.eve.get(page, headers={"accept-language": "es"})).text
