"""Plans and lines over the API: conditional turns as a tree, and turns that are tried and nowhere kept."""

import pytest
from company_world import SHEETS, begin, code, deal, links, seen, sit, two
from site_world import act, site_in, tell

from byways.site.board.rendering import clicks_of
from byways.site.timeline.plans import imagined


async def plan(browser, api, *turns, **more):
    """Plan one more reply: the turns that lead to it, and it."""
    return await tell(browser, api, "plan line", turns=turns, **more)


async def tried(browser, api, line, **more):
    return await browser.post(f"{api}/try", json={"line": line, **more})


async def markup(browser, api, part="plan"):
    """The part of the panel that tells of one's planned replies, or turns."""
    return (await browser.get(f"{api}/view")).json()["patch"]["markup"][part]


@pytest.mark.agreed(size="6")
async def test_replies_are_planned_one_by_one_and_played_with_the_tab_closed(game):
    for turns in (("b2", "c3"), ("b2", "c3", "d5", "d4"), ("b3", "d4"), ("b3", "e5")):
        assert (await plan(game.bob, game.api, *turns)).status_code == 200
    told = await markup(game.bob, game.api)
    for said in ("If b2, then c3", "If d5, then d4", "If b3, then e5"):
        assert said in told
    assert "If b3, then d4" not in told, "another reply to the same turn takes its place"
    assert "then" not in await markup(game.ada, game.api)
    assert "then" not in await markup(game.eve, game.api)
    await game.play("b2")
    assert game.room.timeline.state.turns == ("b2", "c3")
    await game.play("d5")
    assert game.room.timeline.state.turns == ("b2", "c3", "d5", "d4")


@pytest.mark.agreed(size="6")
async def test_a_turn_that_was_not_expected_ends_the_plan_and_says_so(game):
    await plan(game.bob, game.api, "b2", "c3")
    await game.play("b4")
    assert game.room.timeline.state.turns == ("b4",)
    assert "You planned no reply to b4." in await markup(game.bob, game.api)
    assert "planned replies" not in await markup(game.ada, game.api)


async def test_replies_are_planned_where_nobody_has_to_be_quick(tmp_path):
    for clock, status in (("3+2", 422), ("1d", 200)):
        async with two(tmp_path / clock, size="6", **{"the clock": clock}) as game:
            assert (await plan(game.bob, game.api, "b2", "c3")).status_code == status
            assert ("plan-replies" in await markup(game.bob, game.api)) == (status == 200)


async def premove(browser, api, state, *actions):
    """Plan a turn, or begin to; what the page of whoever plans it hears."""
    answer = await tell(browser, api, "premove", version=(await seen(browser, api))["version"], actions=actions)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.agreed(size="6")
async def test_turns_that_answer_any_are_planned_one_after_another_and_told_in_order(game):
    state = game.room.timeline.state
    for turn in ("c3", "d4"):
        await premove(game.bob, game.api, state, *state.actions(turn))
    told = await markup(game.bob, game.api, "planned")
    assert "Planned: <b>c3 d4</b>." in told
    assert "unplan" in told
    planned = (await seen(game.bob, game.api))["planned"]
    assert [f">{number}</text>" in planned for number in (1, 2, 3)] == [True, True, False]
    assert "c3" not in await markup(game.ada, game.api, "planned")
    assert (await seen(game.ada, game.api))["planned"] is None
    await game.play("b2")
    assert game.room.timeline.state.turns == ("b2", "c3")
    assert "Planned: <b>d4</b>." in await markup(game.bob, game.api, "planned")
    await deal(game.bob, game.api, "plan", replies=[])
    assert "Planned" not in await markup(game.bob, game.api, "planned")


@pytest.mark.parametrize("name", ["whirlwind", "stroll"])
async def test_a_turn_of_which_the_beginning_is_planned_is_neither_drawn_nor_told_as_ones_own(tmp_path, name):
    async with two(tmp_path, game=name, size="8") as game:
        state = game.room.timeline.state
        await game.play(state.legal_turns()[9])
        mine = imagined(game.room.timeline.state)
        waits = game.ada if (await seen(game.ada, game.api))["plans"] else game.bob
        turn = next(turn for turn in mine.legal_turns()[-9:] if len(mine.actions(turn)) > 1)
        begun = mine.actions(turn)[:1]
        answer = await premove(waits, game.api, mine, *begun)
        place = clicks_of(mine, turn)[0]
        assert answer["kind"] == "incomplete"
        drawn = {key: piece for key, piece in answer["patch"]["markup"].items() if not key.startswith("controls")}
        assert set(drawn) == {f"marks.{place}", "prompt"}, "the last mark and all that stands there stay"
        assert ">1</text>" in drawn[f"marks.{place}"]
        assert f"You are planning {place}. Choose the rest of the move." in drawn["prompt"]


@pytest.mark.agreed(size="6")
async def test_replies_that_are_planned_lie_over_the_present_as_numbered_ghosts(game):
    await game.play("b2")
    for line, numbers in (("1;c3", {"c3": 1}), ("1;c3;d4", {"c3": 1, "d4": 2})):
        found = (await tried(game.ada, game.api, line, planning=True)).json()["patch"]["markup"]
        drawn = {key: piece for key, piece in found.items() if key.startswith(("pieces", "marks", "lines"))}
        assert set(drawn) == {f"marks.{place}" for place in numbers}
        assert all(f">{number}</text>" in drawn[f"marks.{place}"] for place, number in numbers.items())
        assert "Planned: " in found["prompt"]
    played = (await tried(game.ada, game.api, "1;c3")).json()["patch"]["markup"]
    assert played["marks.b2"] is None, "a line that is tried is played on the board"
    assert "pieces.c3" in played


@pytest.mark.agreed(size="6")
async def test_lines_are_tried_and_nothing_of_them_is_kept_or_told(game):
    await game.play("b2", "c3")
    before = await seen(game.bob, game.api)
    number = game.room.timeline.number
    found = (await tried(game.ada, game.api, "1")).json()
    action = next(action for action, clicks in found["choices"]["offers"] if clicks == ["d4"])
    then = (await tried(game.ada, game.api, "1", actions=str(action))).json()
    assert (then["line"], then["turns"], then["actions"]) == ("1;d4", 1, [])
    assert "pieces.d4" in then["patch"]["markup"]
    assert then["patch"]["markup"]["pieces.c3"] is None, "a line from an earlier position"
    assert game.room.timeline.number == number
    assert await seen(game.bob, game.api) == before
    for line in ("9", "-1", "x", "1;a1", "1;d4;d4", ";".join(["1", *["b2"] * 500])):
        assert (await tried(game.ada, game.api, line)).status_code in (404, 422), line
    assert (await tried(game.ada, game.api, "1", actions="999")).status_code == 422
    asked = {"line": "1;d4", "clicks": "d4"}
    assert (await game.ada.post(f"{game.api}/try/why", json=asked)).json()["why"]
    drawn = {"line": "1", "actions": str(action)}
    assert (await game.ada.post(f"{game.api}/try/preview", json=drawn)).json()["markup"]
    assert before == await seen(game.bob, game.api)


@pytest.mark.agreed(size="6")
async def test_a_line_is_no_part_of_an_address_which_proxies_log(game):
    for path in ("try", "try/preview", "try/why"):
        foreign = await game.ada.post(
            f"{game.api}/{path}", json={"line": "0"}, headers={"Origin": "https://elsewhere.example"}
        )
        assert code(foreign) == (403, "request.origin")
    assert (await game.ada.get(f"{game.api}/try", params={"line": "0"})).status_code in (404, 405)


@pytest.mark.agreed(game="whirlwind", size="6")
async def test_a_half_made_turn_can_be_tried(game):
    first = game.room.timeline.state.legal_turns()[0]
    then = game.room.timeline.state.play(first)
    part = then.actions(next(turn for turn in then.legal_turns() if len(then.actions(turn)) > 1))[0]
    found = (await tried(game.ada, game.api, f"0;{first}", actions=str(part))).json()
    assert (found["turns"], found["actions"]) == (1, [part])


async def test_lines_beside_a_live_clock_are_for_games_that_say_so(tmp_path):
    for more, status, said in (({}, 422, "Not allowed"), ({"lines": "true"}, 200, "You may both try moves")):
        async with site_in(tmp_path / str(status)) as site:
            ada, bob = site.browser(), site.browser()
            api = await begin(ada, **{"the clock": "3+2", "size": "6", **more})
            assert said in (await bob.get(api.replace("/api/games/", "/join/"))).text
            await sit(bob, api, (await links(ada, api))["black"])
            assert (await tried(ada, api, "0")).status_code == status
            assert (await seen(ada, api))["tries"] is (status == 200)
            assert ("lines=true" in (await ada.get(api.replace("/api/games/", "/play/"))).text) == (status == 200)


@pytest.mark.agreed(size="6")
async def test_no_lines_where_something_is_hidden_or_the_game_is_over(game):
    api = await begin(game.ada, "longway", **SHEETS)
    assert (await tried(game.ada, api, "0")).status_code == 422
    assert (await game.ada.post(f"{api}/try/preview", json={"line": "0", "actions": "1"})).status_code == 422
    await deal(game.ada, game.api, "resign")
    assert (await tried(game.ada, game.api, "0")).status_code == 422


async def test_who_plays_the_long_way_alone_tries_lines_with_any_dice_but_plans_nothing(browser):
    api = await begin(browser, "longway", players="1", **{"seat player 1": "person"})
    line = "0;setup a1N g7S;roll 1-2"
    here = (await tried(browser, api, line)).json()
    assert "Place the tile" in here["patch"]["markup"]["prompt"]
    assert "Player 1" not in here["patch"]["markup"]["prompt"]
    assert here["patch"]["markup"]["facts.2"], "the points of the sheet that is tried"
    dice = (await tried(browser, api, "0;setup a1N g7S")).json()
    assert "Choose the roll." in dice["patch"]["markup"]["prompt"]
    assert (await seen(browser, api))["tries"]
    assert "plan-replies" not in await markup(browser, api)


async def test_a_line_is_kept_in_a_tree_of_ones_own_by_who_plays_alone_and_by_others_after_the_end(tmp_path):
    async with site_in(tmp_path / "alone") as site, site.browser() as browser:
        api = await begin(browser, **{"your side": "both", "the engine": "level 1"})
        await act(browser, api, "b2")
        reviews = api.replace("/games/", "/reviews/")
        assert (await seen(browser, api))["keeps"]
        kept = await browser.post(f"{reviews}/keep", json={"address": "1", "turns": ["b3", "c2"]})
        assert (kept.status_code, kept.json()["address"]) == (201, "3")
        tree = kept.json()["game"]
        again = await browser.post(f"/api/reviews/{tree}/keep", json={"address": "1", "turns": ["c3"]})
        assert (again.json()["game"], again.json()["address"]) == (tree, "2.0.1")
        assert "b3" in (await browser.get(f"/review/{tree}?ply=3")).text
        assert (await seen(browser, api))["ply"] == 1, "the game itself knows nothing of it"
    async with two(tmp_path, size="6") as game:
        await game.play("b2")
        reviews, line = game.api.replace("/games/", "/reviews/"), {"address": "1", "turns": ["c3"]}
        assert not (await seen(game.ada, game.api))["keeps"]
        assert (await game.ada.post(f"{reviews}/keep", json=line)).status_code == 403
        await deal(game.ada, game.api, "resign")
        assert (await seen(game.ada, game.api))["keeps"]
        assert (await game.ada.post(f"{reviews}/keep", json=line)).status_code == 201
