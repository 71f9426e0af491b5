"""The form of a new game asks only what matters for who plays, on the page and when it is read."""

import html
import re

import pytest
from site_world import in_loop, site_in

from byways import registry
from byways.site.play import new_game_form
from byways.site.web import lengths

TROLL, LONGWAY = registry.find("troll"), registry.find("longway")
SIDE, ENGINE, CLOCK, NAME = (new_game_form.SIDE, new_game_form.ENGINE, new_game_form.CLOCK, new_game_form.NAME)


def asked(game, **form):
    return new_game_form.asked(game, form)


def test_of_one_person_one_name_is_asked_and_of_two_here_both():
    assert asked(TROLL, **{SIDE: "white"}) == [SIDE, ENGINE, CLOCK, NAME]
    assert asked(TROLL, **{SIDE: "both"}) == [SIDE, CLOCK, "name white", "name black"]
    assert asked(TROLL, **{SIDE: "black", ENGINE: "link"}) == [SIDE, ENGINE, CLOCK, NAME]


def test_who_watches_engines_has_no_clock_but_may_invite_to_watch():
    assert asked(TROLL, **{SIDE: "neither"}) == [SIDE, ENGINE, NAME]
    assert CLOCK in asked(TROLL, **{SIDE: "neither", ENGINE: "link"})


def test_only_the_seats_of_the_players_that_there_are_matter():
    seats = {
        "seat player 1": "person",
        "seat player 2": "level 3",
        "seat player 3": "person",
        "seat player 4": "person",
    }
    alone = asked(LONGWAY, players="1", **seats)
    assert alone == ["players", "seat player 1", NAME], "alone there is no clock"
    three = asked(LONGWAY, players="3", **seats)
    assert three[:4] == ["players", "seat player 1", "seat player 2", "seat player 3"]
    assert three[4:] == [CLOCK, "name player 1", "name player 3"]


@pytest.mark.parametrize(
    "form", [{SIDE: "white"}, {SIDE: "both"}, {SIDE: "neither"}, {SIDE: "neither", ENGINE: "link"}, {SIDE: "black"}]
)
def test_a_clock_that_is_not_asked_for_is_not_read(form):
    seats = new_game_form.read_seats(TROLL, ("white", "black"), form, "me")
    terms = new_game_form.read_terms({CLOCK: "5+3", **form}, seats, "me")
    assert ("clock" in terms) == (CLOCK in new_game_form.asked(TROLL, form))


@in_loop
async def test_the_page_is_told_with_the_form_and_asks_again_for_another_choice(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        for address in ("/new/troll", "/new/troll?your+side=purple"):
            page = (await browser.get(address)).text
            assert html.unescape(re.search('data-asked="([^"]*)"', page)[1]).startswith('["your side","the engine"')
        path = html.unescape(re.search('data-api="([^"]*/new/troll)"', page)[1])
        answer = await browser.get(path, params={SIDE: "both"})
        assert answer.json() == [SIDE, CLOCK, "name white", "name black"]
        assert (await browser.get(path, params={SIDE: "purple"})).status_code == 400
        assert (await browser.get(path.replace("troll", "nothing"))).status_code == 404


@in_loop
async def test_fields_take_no_more_characters_than_are_read(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        page = (await browser.get("/new/troll")).text
        assert set(re.findall('maxlength="([0-9]+)"', page)) == {str(lengths.NAME)}
        assert f'maxlength="{lengths.POSITION}"' in (await browser.get("/setup/troll")).text
