"""A turn that is sent is judged once: the rules are applied once for each of its actions, and a move is passed on."""

import dataclasses
from itertools import pairwise

import pytest
from msgspec.structs import replace
from site_world import begin, room_of, site_in, tell

import byways
from byways.site.timeline import clocks, events
from byways.site.timeline.events import Recorded
from byways.site.timeline.timeline import Timeline, evolve

GAMES = {
    "troll": {"size": "6"},
    "whirlwind": {"size": "8"},
    "stride": {"size": "", "side": "4"},
    "stroll": {"size": "6", "ending": "solve"},
    "longway": {"size": "", "players": "2"},
}


@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_are_applied_once_for_each_action_of_a_turn(monkeypatch, tmp_path, game):
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser, game, **GAMES[game])
        for _ in range(3):
            room = room_of(site, api)
            state, version = room.timeline.state, room.timeline.version
            actions = list(state.actions(state.legal_turns()[0]))
            await browser.get(f"{api}/view")  # what is shown of the position before has been drawn
            rules = Counting(state.variant.rules.calls.apply)
            with monkeypatch.context() as patch:
                patch.setattr(state.variant.rules, "calls", dataclasses.replace(state.variant.rules.calls, apply=rules))
                answer = await tell(browser, api, "turn", version=version, actions=actions)
            assert answer.status_code == 200, answer.text
            then = room.timeline.states[room.timeline.states.index(state) + 1 :]
            rolled = sum(len(before.actions(after.turn)) for before, after in pairwise(then))
            hidden = state.view(state.to_move) is not state  # then once as its player sees it, and once as it is
            assert rules.called == (1 + hidden) * len(actions) + rolled
    assert game == "longway" or not hidden


@pytest.mark.parametrize("game", GAMES)
async def test_the_legal_actions_are_listed_once_for_a_page(monkeypatch, game, site, browser):
    api = await begin(browser, game, **GAMES[game])
    state = room_of(site, api).timeline.state
    rules = Counting(state.variant.rules.calls.legal_actions)
    monkeypatch.setattr(
        state.variant.rules, "calls", dataclasses.replace(state.variant.rules.calls, legal_actions=rules)
    )
    assert (await browser.get(f"{api}/view")).status_code == 200
    assert rules.called <= 1  # none where somebody has asked before


class Counting:
    """A kernel of the rules, and how often it was called."""

    def __init__(self, kernel):
        self.kernel, self.called = kernel, 0

    def __call__(self, *given):
        self.called += 1
        return self.kernel(*given)


@pytest.mark.parametrize("size", [5, 6])
def test_a_move_of_another_position_is_not_taken(size):
    """Neither of an equal one, nor of one that was undone, nor with another text: then the event's text is played."""
    at, state = clocks.now(), byways.start("troll", size=size)
    game = Timeline(state)
    event = Recorded(1, events.Turn("c3"), at)
    twin = byways.start("troll", size=size)
    for move in (twin.move("c3"), state.move("b3"), state.move("c3").after.move("a2")):
        after = evolve(game, event, move)
        assert str(after.state.turn) == "c3"
        assert after.state is not move.after
    mine = state.move("c3")
    assert evolve(game, event, mine).state is mine.after
    assert evolve(replace(game, state=twin), event, mine).state is not mine.after
