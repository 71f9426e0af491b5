"""Sheets to print."""

import pytest

from byways.games import BUILT_IN
from byways.registry import find


async def test_every_game_has_its_sheets(site):
    ada = site.browser()
    for game in BUILT_IN:
        page = await ada.get(f"/print/{game}")
        assert page.status_code == 200
        assert 'class="byways"' in page.text
    three = (await ada.get("/print/longway", params={"players": "3"})).text
    assert three.count(": Sheet of player") == 3
    assert three.count("<figcaption>") == 36
    wide = (await ada.get("/print/stroll", params={"size": "26"})).text
    assert 'viewBox="0 0 2' in wide
    assert (await ada.get("/print/stroll", params={"size": "99"})).status_code == 422
    assert (await ada.get("/print/chess")).status_code == 404


def test_sheets_leave_room_to_write():
    game = find("longway")
    (board,) = game.ui.handouts(game.variant({"players": 1}))[0].pictures[0].boards
    assert board.notes == ("coins: ________", "score: ________")


@pytest.mark.parametrize("roll", ["1-1", "3-5", "6-6"])
def test_the_table_shows_what_a_roll_gives(roll):
    import byways

    game = find("longway")
    sheets = game.ui.handouts(game.variant({"players": 1}))
    table = sheets[-1]
    shown = table.pictures[table.captions.index(roll)]
    state = byways.start("longway").play("setup a1N g7S").play(f"roll {roll}")
    assert shown == game.ui.to_place(state)
