"""The same dice in other hands: an engine plays the rolls of a finished game of one player, and that is kept."""

import asyncio
from dataclasses import replace

from review_world import Oracle, line, record_of, states_of, uploaded

import byways
from byways.site.review.analysis_jobs import AnalysisJobs
from byways.site.review.dice_replay import ReplayedDice, rolls_of


class Stopper(Oracle):
    """An engine that draws a tile as long as it has not rolled twice, and then stops."""

    async def ask(self, request, kind, *, rest):
        found = await super().ask(request, kind, rest=rest)
        state = byways.start(request.game, position=request.position)
        for turn in request.turns:
            state = state.play(turn)
        if "stop" in state.legal_turns() and len(self.requests) > 2:
            return replace(found, best="stop")
        return found


def test_the_rolls_of_a_game_in_order():
    turns = line(3)
    assert rolls_of(states_of(turns)) == [turn for turn in turns if turn.startswith("roll")]
    assert len(rolls_of(states_of(turns))) == 3


def test_other_turns_meet_the_same_rolls_until_there_are_none():
    turns = line(3)
    dice = ReplayedDice(states_of(turns))
    rolled = []
    while dice.roll():
        rolled.append(dice.used)
        dice.play(next(turn for turn in dice.state.legal_turns() if not turn.startswith(("stop", "reroll"))))
    assert rolled == [0, 1, 2, 3]
    assert [turn for turn in dice.state.turns if turn.startswith("roll")] == rolls_of(states_of(turns))
    assert dice.state.to_move == "chance", "the dice have ended, the game has not"


def test_a_roll_that_cannot_come_is_left_out():
    state = states_of(line(1))[0]
    dice = ReplayedDice([state])
    dice.all = ["roll 9-9", "roll 2-3"]
    dice.play(state.legal_turns()[0])
    assert dice.roll()
    assert dice.state.turns[-1] == "roll 2-3"
    assert dice.used == 2


async def waited(site, ada, game_id):
    await asyncio.wait([site.service(AnalysisJobs).job(f"{game_id} dice").task])
    return (await ada.get(f"/api/reviews/{game_id}/dice-replay")).json()


async def test_the_engine_plays_the_dice_and_its_sheet_is_kept_beside_the_game(site, ada):
    turns = line(2)
    engine = site.service(AnalysisJobs).engines = Stopper()
    game_id = await uploaded(ada, record_of(turns))
    assert 'id="dice-replay"' in (await ada.get(f"/review/{game_id}")).text
    nothing = (await ada.get(f"/api/reviews/{game_id}/dice-replay")).json()
    assert nothing == {"running": False, "done": 0, "total": 0, "said": [], "box": "", "markup": "", "turns": []}
    started = await ada.post(f"/api/reviews/{game_id}/dice-replay", json={})
    assert (started.status_code, started.json()["running"]) == (202, True)
    found = await waited(site, ada, game_id)
    assert [turn for turn in found["turns"] if turn.startswith("roll")] == rolls_of(states_of(turns))
    assert found["turns"][-1] == "stop"
    own = states_of(turns)[-1].outcome.scores["player 1"]
    mine = states_of(found["turns"])[-1].outcome.scores["player 1"]
    assert found["said"][0] == f"With the same dice the engine scores {mine}; in this game it was {own}."
    assert 'class="layer pieces turns"' in found["markup"]
    spanish = await ada.get(f"/api/reviews/{game_id}/dice-replay", headers={"Accept-Language": "es"})
    assert spanish.json()["said"][0].startswith("Con los mismos dados")
    asked = len(engine.requests)
    await ada.post(f"/api/reviews/{game_id}/dice-replay", json={})
    assert len(engine.requests) == asked, "it is kept"
    assert (await ada.get(f"/api/reviews/{game_id}/analysis")).json()["done"] == 0, "and is no analysis"


async def test_dice_that_end_before_the_engine_show_its_sheet_as_it_is(site, ada):
    game_id = await uploaded(ada, record_of(line(2)))
    await ada.post(f"/api/reviews/{game_id}/dice-replay", json={})
    found = await waited(site, ada, game_id)
    assert found["said"][0] == "The rolls end here, before the engine finished."
    assert found["said"][1].startswith("The shopper would now")


async def test_the_engine_can_be_stopped_and_a_game_without_dice_has_none(ada, engine, stranger):
    game_id = await uploaded(ada, record_of(line(2)))
    engine.let.clear()
    await ada.post(f"/api/reviews/{game_id}/dice-replay", json={})
    refused = await stranger.post(f"/api/reviews/{game_id}/dice-replay/cancel", json={})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "review.not_yours")
    stopped = await ada.post(f"/api/reviews/{game_id}/dice-replay/cancel", json={})
    assert stopped.json()["running"] is False
    for record in ('[Game "troll"]\n\n1. d5 c4', record_of(line(2, players=2), players=2)):
        other = await uploaded(ada, record)
        assert 'id="dice-replay"' not in (await ada.get(f"/review/{other}")).text
        refused = await ada.post(f"/api/reviews/{other}/dice-replay", json={})
        assert refused.json()["error"]["code"] == "review.no_dice"
