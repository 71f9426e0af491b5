"""The first page: what is one's own, a game at once, and what there is to do for whoever has nothing yet."""

import re

import pytest
from site_world import act

import byways
from byways.games import BUILT_IN
from byways.registry import find
from byways.search.levels import LEVELS
from byways.site.lobby.begin import ENGINE, FRIEND, HERE, Quick, read_quick
from byways.site.play import new_game_form, seating
from byways.site.play.rooms import begin
from byways.site.storage.game_settings import EngineLimits


async def start(browser, **form):
    """Begin a game as the first page does; its id."""
    answer = await browser.post("/play", data=form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


async def seats(site, game_id):
    return (await site.rooms.open(game_id)).timeline.seats


async def test_whoever_comes_first_is_told_what_to_do(browser):
    page = (await browser.get("/")).text
    assert "No games yet." in page
    assert "Play Troll, level 4" in page
    for game in BUILT_IN:
        assert f'<button class="btn go" name="game" value="{game}"' in page
        assert find(game).about.designer.replace("'", "&#39;") in page
    assert not browser.cookies, "nobody is followed who only looks"


async def test_one_press_begins_a_game_as_chosen_and_the_choice_is_kept(site, browser):
    found = await seats(site, await start(browser, game="troll", opponent="engine", level="7"))
    assert [seat.engine for seat in found.values()] == [None, EngineLimits(level=7)]
    page = (await browser.get("/")).text
    assert 'name="level" value="7" checked' in page
    assert 'name="opponent" value="engine" checked' in page
    found = await seats(site, await start(browser, game="stride", opponent="friend", level="7"))
    assert [seat.open for seat in found.values()] == [False, True]
    found = await seats(site, await start(browser, game="whirlwind", opponent="here", level="7"))
    assert len({seat.holder for seat in found.values()} - {None}) == 1
    assert 'name="opponent" value="here" checked' in (await browser.get("/")).text


@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("opponent", [ENGINE, FRIEND, HERE])
def test_every_game_can_be_begun_against_anybody(game, opponent):
    found = find(game)
    form = Quick(opponent, 2).form(found)
    state = begin(game, new_game_form.read_options(found, form), None)
    sitting = seating.read_seats(found, state.players, form, "me")
    others = [seat for seat in sitting if seat.holder is None]
    assert sitting[0].holder == "me"
    assert {option: state.options[option] for option in found.ui.defaults} == dict(found.ui.defaults) | (
        {} if len(sitting) == 2 or "players" not in found.ui.defaults else {"players": len(sitting)}
    )
    match opponent:
        case "engine":
            assert all(seat.engine == EngineLimits(level=2) for seat in others)
        case "friend":
            assert [seat.open for seat in others] == [True]
        case "here":
            assert others == []


@pytest.mark.parametrize(("given", "quick"), [
    ({}, Quick()),
    ({"opponent": "friend", "level": "10"}, Quick("friend", 10)),
    ({"opponent": "nobody", "level": "0"}, Quick()),
    ({"opponent": "engine", "level": "11"}, Quick()),
    ({"opponent": "engine", "level": "9" * 400}, Quick()),
    ({"opponent": "engine", "level": "²"}, Quick()),
])  # fmt: skip
def test_what_is_not_offered_counts_as_the_usual(given, quick):
    assert read_quick(given) == quick
    assert quick.level in LEVELS


async def test_a_game_that_is_not_there_and_another_site_are_refused(browser):
    assert (await browser.post("/play", data={"game": "nothing"})).status_code == 404
    assert (await browser.post("/play", data={})).status_code == 404
    foreign = {"origin": "http://elsewhere.test"}
    assert (await browser.post("/play", data={"game": "troll"}, headers=foreign)).status_code == 403
    browser.cookies.set("byways-quick", "engine.99999999999999999999;<script>")
    assert (await browser.get("/")).status_code == 200


async def test_games_to_continue_come_first_and_each_has_its_board(browser):
    waiting = await start(browser, game="troll", opponent="friend")
    oldest = await start(browser, game="stride", opponent="here")
    for game in ("stride", *4 * ("troll",)):
        game_id = oldest if game == "stride" else await start(browser, game=game, opponent="here")
        turn = byways.start(game, **find(game).ui.defaults).legal_turns()[0]
        assert (await act(browser, f"/api/games/{game_id}", turn)).status_code == 200
    page = (await browser.get("/")).text
    first = page[page.index('id="lists"') : page.index('class="at-once"')]
    others = page[page.index('id="more-games"') : page.index('id="learned"')]
    assert others.count('<svg class="byways mini"') == 4
    assert "All my games" in others
    shown = re.findall('/play/([^"]*)', first + others)
    assert len(set(shown)) == len(shown) == 5
    assert shown[-1] == oldest, "newest first"
    assert waiting not in shown, "nobody has to move there"


async def test_the_page_is_light_and_no_position_is_shown_twice(browser):
    await start(browser, game="troll", opponent="here")
    answer = await browser.get("/")
    boards = re.findall(r'<svg class="byways mini".*?</svg>', answer.text, re.DOTALL)
    assert len(boards) == 12, "with the one that is watched live"
    plain = [re.sub(r"<defs.*?</defs>", "", board, flags=re.DOTALL) for board in boards]
    assert len(set(plain)) == len(plain)
    assert answer.num_bytes_downloaded <= 40_000
