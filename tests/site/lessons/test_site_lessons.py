"""A guided first game on the site: what the pages say of right, wrong and illegal turns, and that nothing is kept."""

from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from html import unescape

import pytest
from examples import hex
from opening import Opening

from byways import registry
from byways.games import BUILT_IN
from byways.learning.lessons import begin, lessons_of
from byways.registry import find
from byways.site.i18n.languages import typographic

TROLL = find("troll")
NUMBER = {lesson.title: number for number, lesson in enumerate(lessons_of(TROLL), 1)}


async def act(browser, api, actions):
    return await browser.post(api, json={"command": {"kind": "turn", "version": 0, "actions": actions}, "shown": ""})


def actions_of(number, turn):
    return list(begin(TROLL, lessons_of(TROLL)[number - 1]).actions(turn))


def verdict(done, said):
    return {"right": done, "done": done, "said": said}


@pytest.fixture
def ask(browser):
    """What a browser of the site asks of the lessons."""

    async def ask(browser, title, what, **asked):
        api = f"/api/lessons/troll/{NUMBER[title]}/{what}"
        answer = await (act(browser, api, **asked) if what == "act" else browser.get(api, params=asked))
        return answer.status_code, answer.json()

    return Opening(lambda browser: nullcontext(partial(ask, browser)), browser)


async def test_every_lesson_has_its_page(browser):
    for name in BUILT_IN:
        lessons = lessons_of(find(name))
        for number, lesson in enumerate(lessons, 1):
            page = await browser.get(f"/learn/{name}/{number}")
            assert page.status_code == 200
            assert f"<h1>{typographic(lesson.title)}</h1>" in unescape(page.text)
            assert f"/learn/{name}/{number + 1}" in page.text or number == len(lessons)
        assert (await browser.get(f"/learn/{name}/{len(lessons) + 1}")).status_code == 404


async def test_the_list_of_lessons_leads_to_every_one(browser):
    page = (await browser.get("/learn")).text
    for name in BUILT_IN:
        for number, _ in enumerate(lessons_of(find(name)), 1):
            assert f'href="/learn/{name}/{number}"' in page


async def test_the_way_to_the_lessons(browser):
    first = await browser.get("/learn/troll")
    assert (first.status_code, first.headers["location"]) == (307, "/learn/troll/1")
    for page in ("/", "/rules/troll"):
        assert 'href="/learn/troll/1"' in (await browser.get(page)).text
    for address in ("/learn/troll/0", "/learn/nothing", "/learn/nothing/1"):
        assert (await browser.get(address)).status_code == 404


async def test_a_right_turn_and_a_wrong_one(ask):
    title = "Flip a disc"
    lesson = lessons_of(TROLL)[NUMBER[title] - 1]
    status, right = await ask(title, "act", actions=actions_of(NUMBER[title], "b3"))
    assert (status, right["kind"], right["verdict"]) == (200, "accepted", verdict(True, lesson.after))
    assert right["patch"]["base"] == right["view"]["board"], "it lies over the start"
    assert "pieces.b3" in right["patch"]["markup"]
    status, wrong = await ask(title, "act", actions=actions_of(NUMBER[title], "e3"))
    assert (status, wrong["verdict"]) == (200, verdict(False, lesson.wrong))


async def test_a_turn_that_ends_the_game_says_how(ask):
    title = "Win at once"
    _, won = await ask(title, "act", actions=actions_of(NUMBER[title], "b3"))
    assert won["verdict"]["done"]
    assert won["verdict"]["said"].startswith("White joins top and bottom")


async def test_what_is_not_possible_says_why_and_may_be_what_was_asked_for(ask):
    title = "Edges that are not yours"
    status, tried = await ask(title, "why", clicks="f4")
    assert (status, tried["why"], tried["verdict"]["done"]) == (200, "f4 is on Black’s edge and flips nothing.", True)
    _, other = await ask(title, "why", clicks="b3")
    assert "b3" in other["why"]
    assert other["verdict"] == verdict(False, "")
    _, nothing = await ask(title, "why", clicks="zz")
    assert nothing["why"] == "zz cannot be chosen now."


async def test_nothing_that_is_no_turn_is_judged(browser, ask):
    title = "Flip a disc"
    for actions in ([10_000], [-1], [0, 1]):
        status, said = await ask(title, "act", actions=actions)
        assert (status, said["kind"], said["code"]) == (422, "refused", "turn.impossible")
        assert said["why"] == "That is not possible now."
    assert (await ask(title, "act", actions="x"))[0] == 400
    other = {"command": {"kind": "resign"}, "shown": ""}
    assert (await browser.post("/api/lessons/troll/1/act", json=other)).json()["code"] == "board.turns_only"
    foreign = {"origin": "http://elsewhere.test"}
    assert (await browser.post("/api/lessons/troll/1/act", json=other, headers=foreign)).status_code == 403
    assert (await browser.get("/api/lessons/troll/1/view?at=1")).status_code == 404


async def test_pointing_shows_what_would_be_there(browser):
    number = NUMBER["Flip a disc"]
    (action,) = actions_of(number, "b3")
    seen = await browser.get(f"/api/lessons/troll/{number}/preview", params={"actions": action})
    assert "ghost" in seen.json()["markup"]
    none = await browser.get(f"/api/lessons/troll/{number}/preview", params={"actions": "99999,"})
    assert none.json() == {"markup": "", "says": "", "values": {}}


async def test_a_game_of_ones_own_brings_its_own(tmp_path, monkeypatch, browser):
    lesson = """
        [[lesson]]
        title = "The middle"
        text = "Take <b2>."
        position = "hex size=3"
        done = { turns = ["b2"] }
        hint = "b2"
        wrong = "No."
        after = "Yes."
    """
    (tmp_path / "lessons.toml").write_text(lesson, encoding="utf-8")
    monkeypatch.setitem(registry._registered, "hex", replace(hex.GAME, folder=tmp_path))
    assert 'href="/learn/hex/1"' in (await browser.get("/")).text
    assert "<p>Take &lt;b2&gt;.</p>" in (await browser.get("/learn/hex/1")).text
    said = [(await act(browser, "/api/lessons/hex/1/act", [cell])).json()["verdict"] for cell in (4, 0)]
    assert said == [verdict(True, "Yes."), verdict(False, "No.")]


async def test_lessons_leave_no_trace(browser, ask):
    await ask("Flip a disc", "act", actions=actions_of(NUMBER["Flip a disc"], "b3"))
    page = await browser.get("/learn/troll/2")
    assert "set-cookie" not in page.headers
    assert not browser.cookies


@pytest.mark.parametrize("game", BUILT_IN)
async def test_a_lesson_can_be_pointed_out_action_by_action(game, browser):
    for number, lesson in enumerate(lessons_of(find(game)), 1):
        state = begin(find(game), lesson)
        for turn in lesson.done.turns[:1]:
            actions = list(state.actions(turn))
            for count in range(1, len(actions) + 1):
                said = (await act(browser, f"/api/lessons/{game}/{number}/act", actions[:count])).json()
                assert said["kind"] == ("accepted" if count == len(actions) else "incomplete")
                assert said.get("actions", actions) == actions[:count]
            assert said["verdict"]["done"]
