"""The worst turns of a game are looked for once it is over, and told to its page."""

import re

import pytest
from company_world import deal
from review_world import analysed, played

from byways.site.review.analysis_jobs import AnalysisJobs


async def test_an_engine_looks_for_the_worst_turns_only_once_a_game_is_over(game):
    path = game.api.replace("/games/", "/reviews/") + "/worst?player=white"
    jobs, name = game.site.service(AnalysisJobs), game.room.id
    for turn in ("b2", "b3", "c3"):
        await game.play(turn)
    assert (await game.ada.get(path)).status_code == 403
    assert jobs.job(name) is None
    await deal(game.bob, game.api, "resign")
    assert (await game.ada.get(path)).json()["running"]
    await jobs.cancel(name)
    assert not (await game.ada.get(path)).json()["running"], "it is not begun twice"


@pytest.mark.values(0.5, 0.5, 0.9, 0.9, 0.9)
async def test_whoever_did_not_play_sees_the_worst_turn_of_each_player(site, ada):
    game_id = await played(ada, ("b3", "d2", "c3", "c2"))
    await deal(ada, f"/api/games/{game_id}", "resign")
    api = f"/api/reviews/{game_id}/worst"
    await analysed(site, ada, game_id)
    found = (await site.browser().get(api)).json()
    mistakes = (await ada.get(f"/api/reviews/{game_id}/analysis")).json()["mistakes"]
    assert {one["player"] for one in mistakes} == {"white", "black"}
    shown = [int(ply) for ply in re.findall(r"\?ply=(\d+)", found["markup"])]
    assert len(shown) == 2
    assert {ply % 2 for ply in shown} == {0, 1}, "one of each"
    assert not found["practice"], "they are nobody's own"
    own = (await ada.get(api, params={"player": "black"})).json()["markup"]
    assert {int(ply) % 2 for ply in re.findall(r"\?ply=(\d+)", own)} == {0}
