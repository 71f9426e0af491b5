"""The form of a new game: the opponent in one choice, for which addresses and forms may also name each seat."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from examples import connect_four
from page_facts import filled_in
from site_world import ADA, begin, room_of, site_in, view

from byways import registry
from byways.errors import LimitError
from byways.games import BUILT_IN
from byways.rules.options import Flag
from byways.site.play import new_game_form, seating
from byways.site.play.new_game_form import CLOCK
from byways.site.play.seating import ENGINE, NAME, OPPONENT, SIDE
from byways.site.storage.stored_games import Seat
from byways.site.web import lengths

TROLL, LONGWAY = registry.find("troll"), registry.find("longway")
SIDES = ("white", "black")


def seats(form, game=TROLL, players=SIDES):
    return list(seating.occupants(game, players, form).values())


def test_a_choice_of_opponent_is_a_choice_for_each_seat():
    level = {ENGINE: "level 7"}
    assert seats({OPPONENT: "engine", SIDE: "black"} | level) == ["level 7", "person"]
    assert seats({OPPONENT: "friend", SIDE: "white"} | level) == ["person", "link"]
    assert seats({OPPONENT: "friend", SIDE: "neither"} | level) == ["link", "link"]
    assert seats({OPPONENT: "screen", SIDE: "white"} | level) == ["person", "person"]
    assert {*map(tuple, (seats({OPPONENT: "friend", SIDE: "any"}) for _ in range(60)))} == {
        ("person", "link"),
        ("link", "person"),
    }, "either side"


def test_several_players_are_chosen_at_once_or_each_by_itself():
    three, each = ("player 1", "player 2", "player 3"), {"seat player 2": "level 9", "seat player 3": "link"}
    assert seats({OPPONENT: "alone"} | each, LONGWAY, three[:1]) == ["person"]
    assert seats({OPPONENT: "engine", ENGINE: "level 2"} | each, LONGWAY, three) == ["person", "level 2", "level 2"]
    assert seats({OPPONENT: "friend"} | each, LONGWAY, three) == ["person", "link", "link"]
    assert seats({OPPONENT: "screen"} | each, LONGWAY, three) == ["person"] * 3
    assert seats({OPPONENT: "seats"} | each, LONGWAY, three) == ["person", "level 9", "link"]
    assert seats(each, LONGWAY, three) == ["person", "level 9", "link"], "as in addresses of former editions"
    assert new_game_form.read_options(LONGWAY, {OPPONENT: "alone", "players": "4"}) == {"players": 1}


@pytest.mark.parametrize(("form", "kind"), [
    ({}, "engine"),
    ({SIDE: "both", ENGINE: "link"}, "screen"),
    ({ENGINE: "link"}, "friend"),
    ({SIDE: "neither", ENGINE: "level 4"}, "engine"),
    ({OPPONENT: "friend", ENGINE: "level 4"}, "friend"),
    ({OPPONENT: "the cat"}, "engine"),
])  # fmt: skip
def test_an_address_that_names_sides_shows_their_choice(form, kind):
    assert seating.opponent(TROLL, form) == kind


@pytest.mark.parametrize(("words", "kind"), [
    ("", "alone"),
    ("person", "alone"),
    ("level 3", "seats"),
    ("person link link", "friend"),
    ("person person", "screen"),
    ("person level 5 level 5", "engine"),
    ("person level 5 link", "seats"),
    ("link person", "seats"),
])  # fmt: skip
def test_an_address_that_names_seats_shows_their_choice(words, kind):
    named = re.findall(r"level \d|\w+", words)
    form = {"players": str(len(named) or 1)} | {f"seat player {i}": word for i, word in enumerate(named, 1)}
    assert seating.opponent(LONGWAY, form) == kind
    if kind == "engine":
        assert seating.engine_of(LONGWAY, form) == "level 5"


def test_more_players_than_one_play_against_the_engine_if_nobody_chooses():
    assert seating.opponent(LONGWAY, {"players": "3"}) == "engine"
    assert new_game_form.count_field(LONGWAY, {"players": "3"}).value == "3"
    assert new_game_form.count_field(LONGWAY, {}).value == "2", "one is a choice of opponent"
    assert new_game_form.count_field(TROLL, {}) is None


@pytest.mark.parametrize(("form", "timed"), [
    ({OPPONENT: "engine"}, True),
    ({OPPONENT: "screen"}, True),
    ({OPPONENT: "engine", SIDE: "neither"}, False),
    ({OPPONENT: "friend", SIDE: "neither"}, True),
    ({SIDE: "black"}, True),
])  # fmt: skip
def test_a_clock_is_read_where_somebody_is_timed(form, timed):
    sat = seating.read_seats(TROLL, SIDES, form, "me")
    assert bool(new_game_form.read_settings({CLOCK: "5+3"} | form, sat, "me").clock) == timed


def test_levels_say_what_they_are():
    for name in BUILT_IN:
        first, second, *_, last = (meaning for _, _, meaning in seating.level_choices(registry.find(name)))
        assert first == "For your first game."
        assert re.fullmatch(r"Easy\. It wins about [5-9]\d of 100 games against level 1\.", second)
        assert re.fullmatch(r"The strongest level\. It wins about [5-9]\d of 100 games against level 9\.", last)


def test_seats_are_for_people_links_and_engines():
    words = dict(seating.seat_choices())
    assert list(words)[:2] == [seating.PERSON, seating.LINK]
    assert words["level 3"] == "Engine, level 3"
    assert next(said for word, said in seating.thinking_choices() if word in words).endswith(" s a move")
    assert {word for word, *_ in seating.level_choices(TROLL)} < set(words)


def test_a_line_says_what_game_it_will_be():
    def brief(**form):
        return new_game_form.brief(TROLL, form)

    assert brief(size="6") == "Troll · 6 × 6 · Engine, level 4 · you play White"
    assert brief(**{ENGINE: "link", SIDE: "any"}) == "Troll · 8 × 8 · A friend · you play either side"
    assert brief(**{OPPONENT: "screen"}) == "Troll · 8 × 8 · Same screen"
    options = new_game_form.option_fields(TROLL, {"edges": "closed"})
    assert new_game_form.rules_brief(TROLL, options) == "8 × 8 · Discs on the opponent’s edges: Never"
    assert new_game_form.rules_brief(TROLL, new_game_form.option_fields(TROLL, {})) == "8 × 8 · usual rules"


def test_values_that_change_the_designers_game_are_marked_as_variants():
    whirlwind = registry.find("whirlwind")
    asked = new_game_form.option_fields(whirlwind, {"stones": "1"})
    (stones,) = (field for field in asked if field.name == "stones")
    assert stones.choices == [("1", "One (variant)"), ("2", "One or two")]
    assert new_game_form.rules_brief(whirlwind, asked) == "14 × 14 · Stones a turn: One (variant)"
    assert "variant" not in new_game_form.rules_brief(whirlwind, new_game_form.option_fields(whirlwind, {}))


def test_a_flag_that_makes_a_variant_says_so_by_its_name():
    option = Flag("free", False, "anything goes", label="Free placement", variant=True)
    assert new_game_form.option_field(option, TROLL, {}).label == "Free placement (variant)"


async def test_what_is_chosen_is_drawn_and_said(browser):
    page = (await browser.get("/new/troll")).text
    path = re.search('data-api="([^"]*/new/troll)"', page)[1]
    usual, small = [(await browser.get(path, params={"size": size})).json() for size in ("8", "4")]
    assert usual["box"] in page
    assert usual["box"] != small["box"]
    assert small["markup"] != usual["markup"]
    assert small["rules"] == "4 × 4 · usual rules"
    assert (await browser.get(path, params={"size": "3"})).status_code == 400
    assert (await browser.get(path.replace("troll", "nothing"))).status_code == 404


async def test_a_page_is_filled_in_as_its_address_says_and_nonsense_is_left_out(browser):
    address = {SIDE: "black", ENGINE: "level 6", "size": "5", "edges": "closed", "swap": "true", CLOCK: "5+3"}
    form = filled_in((await browser.get("/new/troll", params=address)).text)
    assert form.items() >= (address | {OPPONENT: "engine"}).items()
    form = filled_in((await browser.get("/new/troll", params={SIDE: "purple", "size": "99", "edges": "<b>"})).text)
    assert (form[SIDE], form["size"], form["edges"]) == ("white", "8", "capture")
    form = filled_in((await browser.get("/new/longway", params={"players": "3", "seat player 2": "link"})).text)
    assert (form["players"], form["seat player 2"], form["seat player 3"]) == ("3", "link", "level 4")


async def test_fields_take_no_more_characters_than_are_read(browser):
    page = (await browser.get("/new/troll")).text
    assert set(re.findall('maxlength="([0-9]+)"', page)) == {str(lengths.NAME)}
    assert f'maxlength="{lengths.POSITION}"' in (await browser.get("/setup/troll")).text
    assert NAME in filled_in(page)


async def test_every_form_begins_a_game_as_it_is_sent_out(browser):
    for game in BUILT_IN:
        fields = filled_in((await browser.get(f"/new/{game}")).text)
        assert "the opponent" in fields
        answer = await browser.post(f"/new/{game}", data=fields)
        assert answer.status_code == 303, game
        seen = await view(browser, answer.headers["location"].replace("/play/", "/api/games/"))
        assert seen["status"].startswith("Your turn"), "a person begins"


async def test_sides_and_seats(browser):
    async def who(game, **form):
        seen = await view(browser, await begin(browser, game, **form))
        return [(player["player"], player["who"]) for player in seen["players"]]

    engine = "Engine, 0.3 s a move"
    quick = {"the engine": "quick"}
    assert await who("troll", **{"your side": "white"} | quick) == [("white", "You"), ("black", engine)]
    assert await who("troll", **{"your side": "black"} | quick) == [("white", engine), ("black", "You")]
    assert await who("troll") == [("white", "White"), ("black", "Black")]
    assert await who("troll", **{"your side": "neither"} | quick) == [("white", engine), ("black", engine)]
    table = {"players": "3", "seat player 1": "person", "seat player 2": "quick", "seat player 3": "person"}
    assert await who("longway", **table) == [("player 1", "Player 1"), ("player 2", engine), ("player 3", "Player 3")]
    assert await who("longway", players="1", **{"seat player 1": "person"}) == [("player 1", "You")]


async def test_a_form_with_nonsense_comes_back_with_what_is_allowed(browser):
    for form, complaint in (
        ({"size": "3"}, "a whole number from 4 to 20"),
        ({"edges": "<script>"}, "&#34;capture&#34; or &#34;closed&#34;"),
        ({"your side": "green"}, "white or black or both or neither or any"),
        ({"the opponent": "nobody"}, "engine or friend or screen"),
        ({"the engine": "godlike"}, "person or link or level 1 or level 2"),
    ):
        answer = await browser.post("/new/troll", data={"size": "5"} | form)
        assert answer.status_code == 422
        assert complaint in answer.text
        assert "<script>" not in answer.text.replace('<script src="', "")
    assert (await browser.post("/new/chess", data={})).status_code == 404
    assert (await browser.post("/new/troll", content=b"\xff=%zz")).status_code == 400
    assert (await browser.post("/new/troll", data={str(i): "" for i in range(200)})).status_code == 400


async def test_nobody_decides_which_files_of_the_server_are_read(tmp_path):
    tiles = tmp_path / "tiles.toml"
    tiles.write_text("what only the server's owner may read")
    seats = (Seat("player 1", holder=ADA),)
    heading = f'longway tiles="{tiles}" players=1\n'
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser, "longway", tiles=str(tiles), players="1", **{"seat player 1": "person"})
        assert room_of(site, api).timeline.state.options["tiles"] == ""
        for options, position in (({"tiles": str(tiles)}, None), ({}, heading)):
            with pytest.raises(LimitError, match="the option tiles names a file"):
                await site.rooms.create("longway", options, seats, position)


async def test_play_again_asks_for_the_same_game(browser):
    form = {"size": "6", "edges": "closed", "joins": "orthogonal", "swap": "true"}
    form |= {"your side": "black", "the engine": "deep"}
    page = (await browser.get((await begin(browser, **form)).replace("/api/games/", "/play/"))).text
    query = parse_qs(urlsplit(re.search(r'href="(/new/troll[^"]*)"', page)[1].replace("&amp;", "&")).query)
    assert {name: value for name, (value,) in query.items()} == form
    again = filled_in((await browser.get("/new/troll", params=form)).text)
    assert again.items() >= form.items()


def test_the_fields_speak_english():
    form = new_game_form
    for game in map(registry.find, BUILT_IN):
        fields = form.opponent_field(game, {}), form.side_field(game, {}), form.count_field(game, {})
        for field in filter(None, (*fields, *form.option_fields(game, {}))):
            assert isinstance(field, form.Field)
            assert field.label[0].isupper()
            assert not any(mark in field.label for mark in "_{}")


def test_a_board_with_an_option_for_each_side_is_named_by_both():
    game, small = connect_four.GAME, {"rows": "5", "columns": "6"}
    assert new_game_form.rules_brief(game, new_game_form.option_fields(game, small)) == "5×6 · usual rules"
    assert new_game_form.rules_brief(game, new_game_form.option_fields(game, {})) == "6×7 · usual rules"
    assert new_game_form.brief(game, small).startswith("Connect Four · 5×6 · ")
