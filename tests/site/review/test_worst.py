"""The worst turns of a game are looked for once it is over, and told to its page."""

from company_world import deal, two
from site_world import in_loop

from byways.site.review.analysis_jobs import AnalysisJobs


@in_loop
async def test_an_engine_looks_for_the_worst_turns_only_once_a_game_is_over(tmp_path):
    async with two(tmp_path) as game:
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
