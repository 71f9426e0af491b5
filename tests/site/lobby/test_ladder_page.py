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


def after(turns):
    state = start("troll", size=4)
    for turn in turns:
        state = state.play(turn)
    return state


WINNER, LOSER = "black", "white"
TURNS = [("turn", {"turn": turn}) for turn in WON]
LEVEL_3 = EngineLimits(level=3)
KEPT = {
    "a win": ({}, True),
    "a win with the pie rule": ({"swap": True}, True),
    "a loss": ({"mine": LOSER}, False),
    "a loss with the pie rule": ({"mine": LOSER, "swap": True}, False),
    "with the coach": ({"events": [*TURNS[:-1], ("coached", {"by": WINNER}), TURNS[-1]]}, False),
    "with a turn taken back": ({"events": [*TURNS, ("undo", {"ply": len(WON) - 1}), TURNS[-1]]}, False),
    "from a position that was set up": ({"turns": WON[-1:], "position": str(after(WON[:-1]))}, False),
    "against an engine that thinks longer": ({"engine": EngineLimits(seconds=1.0)}, False),
}


@pytest.mark.parametrize(("kept", "beaten"), KEPT.values(), ids=KEPT)
@pytest.mark.headers(cookie=f"byways={SECRET}")
async def test_only_a_win_without_help_counts(kept, beaten, site, browser):
    assert after(WON).outcome.winner == WINNER
    options = {"mine": WINNER, "engine": LEVEL_3, "events": (), "turns": WON} | kept
    mine, engine, events = (options.pop(name) for name in ("mine", "engine", "events"))
    seats = {WINNER: Seat(WINNER, engine=engine), LOSER: Seat(LOSER, engine=engine)} | {mine: Seat(mine, holder=ME)}
    game = stored(seats=tuple(seats.values()), **options)
    numbered = tuple(Event(i, kind, data, NOW) for i, (kind, data) in enumerate(events, 1))
    game = replace(game, events=numbered or game.events)
    await site.service(Store).create(replace(game, projection=project(load(game))))
    assert ("You won" in (await browser.get("/play/g1")).text) == (mine == WINNER)
    page = (await browser.get("/ladder")).text
    assert ("Play Troll, level 3, beaten" in page) == beaten
    assert page.count(", beaten") == beaten


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
