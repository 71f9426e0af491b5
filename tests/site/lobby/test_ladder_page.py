"""The ladder: a level is beaten by winning against it, and by nothing else."""

from dataclasses import replace

import pytest
from review_world import WON
from site_world import NOW, stored

from byways import registry
from byways.games import BUILT_IN
from byways.position.state import start
from byways.registry import find
from byways.site.lobby.begin import LADDER, Quick
from byways.site.lobby.ladder import ladder_of
from byways.site.play import new_game_form, seating
from byways.site.play.rooms import begin
from byways.site.storage.game_settings import EngineLimits
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import Event, Seat
from byways.site.timeline.projection import project
from byways.site.timeline.timeline import load
from byways.site.web.sessions import hash_of

SECRET = "ada".ljust(43, "-")
ME = hash_of(SECRET)


def won_by():
    state = start("troll", size=4)
    for turn in WON:
        state = state.play(turn)
    return state.outcome.winner


async def keep(site, browser, seats, turns=WON, events=(), **options):
    """Keep a game, and how it stands."""
    game = stored(turns=turns, seats=seats, **options)
    game = replace(game, events=events or game.events)
    await site.service(Store).create(replace(game, projection=project(load(game))))


def others(winner):
    return "black" if winner == "white" else "white"


def against_level_3():
    seats = (Seat(won_by(), holder=ME), Seat(others(won_by()), engine=EngineLimits(level=3)))
    return tuple(sorted(seats, key=lambda seat: seat.player))


@pytest.mark.parametrize("options", [{}, {"swap": True}])
@pytest.mark.parametrize("won", [True, False])
@pytest.mark.headers(cookie=f"byways={SECRET}")
async def test_only_a_win_counts(won, options, site, browser):
    mine = won_by() if won else others(won_by())
    seats = (Seat(mine, holder=ME), Seat(others(mine), engine=EngineLimits(level=3)))
    await keep(site, browser, tuple(sorted(seats, key=lambda seat: seat.player)), **options)
    page = (await browser.get("/ladder")).text
    assert ("Play Troll, level 3, beaten" in page) == won
    assert page.count(", beaten") == won


HELP = {
    "the coach": [("coached", {"by": won_by()})],
    "a turn taken back": [("turn", {"turn": WON[-1]}), ("undo", {"ply": len(WON) - 1})],
}


@pytest.mark.parametrize("helped", HELP)
@pytest.mark.headers(cookie=f"byways={SECRET}")
async def test_a_win_with_help_does_not_count(helped, site, browser):
    happened = [*(("turn", {"turn": turn}) for turn in WON[:-1]), *HELP[helped], ("turn", {"turn": WON[-1]})]
    numbered = tuple(Event(i, kind, data, NOW) for i, (kind, data) in enumerate(happened, 1))
    await keep(site, browser, against_level_3(), events=numbered)
    assert ", beaten" not in (await browser.get("/ladder")).text


@pytest.mark.headers(cookie=f"byways={SECRET}")
async def test_a_win_from_a_position_that_was_set_up_does_not_count(site, browser):
    state = start("troll", size=4)
    for turn in WON[:-1]:
        state = state.play(turn)
    await keep(site, browser, against_level_3(), WON[-1:], position=str(state))
    assert "You won" in (await browser.get("/play/g1")).text
    assert ", beaten" not in (await browser.get("/ladder")).text


@pytest.mark.headers(cookie=f"byways={SECRET}")
async def test_people_and_engines_that_think_longer_are_no_level(site, browser):
    winner = won_by()
    seats = (Seat(winner, holder=ME), Seat(others(winner), engine=EngineLimits(seconds=1.0)))
    await keep(site, browser, tuple(sorted(seats, key=lambda seat: seat.player)))
    assert ", beaten" not in (await browser.get("/ladder")).text


async def test_whoever_has_played_nothing_begins_at_level_one(browser):
    page = (await browser.get("/ladder")).text
    assert page.count('class="btn sq go" aria-label') == len(registry.names())
    assert not browser.cookies


def test_the_next_level_is_the_lowest_that_is_not_beaten_or_the_highest():
    for beaten, following in ((set(), 1), ({1, 2, 4}, 3), ({3}, 1), (set(range(1, 11)), 10)):
        ladder = ladder_of(find("troll"), frozenset(beaten))
        assert [step.level for step in ladder.steps if step.next] == [following]
        assert {step.level for step in ladder.steps if step.beaten} == beaten
        assert ladder.beaten == len(beaten)


@pytest.mark.parametrize("game", BUILT_IN)
def test_on_the_ladder_one_always_plays_an_engine(game):
    found, form = find(game), Quick(LADDER, 5).form(find(game))
    state = begin(game, new_game_form.read_options(found, form), None)
    sitting = seating.read_seats(found, state.players, form, "me")
    assert [seat.engine for seat in sitting] == [None, EngineLimits(level=5)]
