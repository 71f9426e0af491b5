"""Games that others wrote are played in processes of their own: whatever they do, the site goes on and says it."""

import asyncio
import contextlib
import html
import os
import re
import signal

import pytest
from page_facts import turn_body
from site_world import act, begin, site_in, tell

import byways
from broken_hex import ENDLESS, IN_C, SOURCE, line_of, named, other, rule
from byways import registry
from byways.site.plug_ins import processes


class Written:
    """A game's file, which lies there before a site is opened."""

    def __init__(self, name, file, source):
        self.name, self.file = name, file
        self.write(source)

    def write(self, source):
        self.source = source
        self.file.write_text(named(self.name, source), encoding="utf-8")


@pytest.fixture
def game(tmp_path, monkeypatch, request):
    """Hex, or with a parameter another source of it, under a name of the test's own."""
    file = tmp_path / "mine.py"
    monkeypatch.setenv(registry.VARIABLE, str(file))
    name = "hex_" + re.sub(r"\W", "", request.node.name.lower())[-40:]
    return Written(name, file, getattr(request, "param", SOURCE))


@pytest.fixture
def impatient(monkeypatch):
    """Give a game up after 2.5 seconds, where it would never end: on a busy machine others may need more."""
    monkeypatch.setattr(processes, "PATIENCE", 2.5)


@contextlib.asynccontextmanager
async def healthy(site):
    """Ask for /health all the while: it is answered again and again, though something else waits for the patience."""
    answered, over = [], asyncio.Event()

    async def ask():
        async with site.browser() as browser:
            while not over.is_set():
                answered.append((await browser.get("/health")).status_code)
                await asyncio.sleep(0.02)

    asking = asyncio.create_task(ask())
    try:
        yield
    finally:
        over.set()
        await asking
    assert len(answered) > 5
    assert set(answered) == {200}


def said(answer):
    return html.unescape(answer.text)


LOOPS = {
    "setup": rule("setup", ENDLESS),
    "legal_actions": rule("legal_actions", ENDLESS),
    "apply": rule("apply", ENDLESS),
    "machine code": rule("legal_actions", IN_C + "    return 0\n"),
    "picture": other("ui=replace(GAME.ui, picture=endless)", "def endless(state):\n" + ENDLESS),
}


@pytest.mark.parametrize("game", LOOPS.values(), ids=LOOPS, indirect=True)
@pytest.mark.usefixtures("impatient")
async def test_a_loop_in_a_game_is_given_up_and_its_card_says_where(game, site, browser, monkeypatch):
    line = line_of(game.source, "        pass" if "        pass" in game.source else "    re.match")
    await browser.get("/rules/troll")  # what is made once is made
    async with healthy(site):
        page = said(await browser.get("/"))
    monkeypatch.setattr(processes, "PATIENCE", 600.0)
    again = said(await browser.get("/"))  # it is not tried again, which would take so long
    places = re.findall(rf"Hex: {re.escape(str(game.file))}, line (\d+): no end within 2\.5 s", page)
    assert places
    assert int(places[0]) in (line, line - 1)
    assert f'id="thumbnail-{game.name}"' not in page
    assert 'id="thumbnail-stroll"' in page
    assert places == re.findall(r"mine\.py, line (\d+): no end", again)


@pytest.mark.parametrize("game", [rule("setup", ENDLESS)], ids=["loops"], indirect=True)
@pytest.mark.usefixtures("impatient")
async def test_a_loop_on_a_games_page_is_said_there_and_other_games_go_on(game, site, browser, bob):
    troll = await begin(bob)
    async with healthy(site):
        asked = asyncio.create_task(browser.post(f"/new/{game.name}", data={"size": "4", "your side": "both"}))
        await asyncio.sleep(0.2)
        assert (await act(bob, troll, "b2")).status_code == 200
        assert not asked.done()
        answer = await asked
    assert answer.status_code == 503
    assert f"Hex: {game.file}, line " in said(answer)


LOOPS_AT_A_CELL = SOURCE.replace(
    "    player = mover(state)\n    put",
    "    while cell == 5:\n        pass\n    player = mover(state)\n    put",
    1,
)


@pytest.mark.parametrize("game", [LOOPS_AT_A_CELL], ids=["loops"], indirect=True)
@pytest.mark.usefixtures("impatient")
async def test_a_turn_that_never_ends_is_answered_and_the_game_can_be_opened_when_it_is_mended(game, site, browser):
    api = await begin(browser, game.name)
    assert (await act(browser, api, "a1")).status_code == 200
    async with healthy(site):
        answer = await browser.post(f"{api}/act", json=turn_body(1, [5]))
    assert answer.status_code == 503
    assert f"{game.file}, line " in answer.json()["error"]["message"]
    page = await browser.get(api.replace("/api/games/", "/play/"))
    assert page.status_code == 503
    assert "no end within 2.5 s" in said(page)
    game.write(SOURCE)
    os.utime(game.file, (1, 1))
    assert (await browser.get(api.replace("/api/games/", "/play/"))).status_code == 200
    assert (await act(browser, api, "b2")).json()["turns"][-1] == ["b2", "white"]


@pytest.mark.parametrize(("game", "error"), [
    (
        other("ui=replace(GAME.ui, picture=wrong)", "def wrong(state):\n    raise KeyError('pawn')\n"),
        "KeyError: 'pawn'",
    ),
    (other("ui=replace(GAME.ui, picture=wrong)", "def wrong(state):\n    raise SystemExit(3)\n"), "SystemExit: 3"),
    (rule("legal_actions", "    return 1 // 0\n"), "ZeroDivisionError"),
], ids=["raises", "exits", "kernel"], indirect=["game"])  # fmt: skip
async def test_what_a_game_raises_is_said_with_its_line(game, error, browser):
    assert f"{game.file}, line " in (page := said(await browser.get("/")))
    assert error in page
    answer = await browser.post(f"/new/{game.name}", data={"size": "4", "your side": "both"}, follow_redirects=True)
    assert (answer.status_code, error in said(answer)) == (503, True)
    assert (await browser.get("/learn/troll/1")).status_code == 200


async def test_a_process_that_is_killed_is_begun_again(game, browser):
    api = await begin(browser, game.name)
    for process in processes._processes.values():
        os.kill(process._process.pid, signal.SIGKILL)
        process._process.join()
    assert (await act(browser, api, "b2")).status_code == 200


OWN = other(
    """
    numbers=lambda options: (1,),
    solving=replace(GAME.solving, costly_end=lambda variant: False),
    secrets=replace(GAME.secrets, turns=lambda state: 0, next=lambda state: False),
    ui=replace(
        GAME.ui,
        prompt=lambda state: "Where?",
        panel=lambda state, player, actions: (),
        gallery=lambda state, player: None,
        to_place=lambda state: None,
        describe_preview=lambda state, actions: "A stone.",
        in_the_way=lambda state, actions: (),
        explain=lambda state: "So it ends.",
        say_turn=lambda turn: turn.upper(),
        new_round=lambda turn: True,
        remark=lambda state: "A remark.",
    )"""
)


@pytest.mark.parametrize("game", [SOURCE, OWN], ids=["usual", "all its own"], indirect=True)
async def test_everything_that_a_game_offers_is_there(tmp_path, game):
    """Its board, turns, refusals, previews, editor, sheets, review: as in one process, and no event loop waits."""
    name = game.name
    async with site_in(tmp_path) as site, site.browser() as browser:
        assert byways.find(name).title == "Hex"
        assert type(byways.find(name).rules.apply).__name__ == "RemoteObject"
        api = await begin(browser, name, size="4")
        assert (await act(browser, api, "b2")).json()["turns"] == [["b2", "black"]]
        why = (await browser.get(f"{api}/why", params={"clicks": "b2"})).json()
        assert "b2 is occupied" in why["why"]
        for address in (
            f"/new/{name}",
            f"/setup/{name}",
            f"/print/{name}",
            "/mine",
            "/",
            f"{api}/view",
            f"{api}/view?at=0",
            f"{api}/position",
            f"{api}/preview?actions=3&aloud=1",
            api.replace("/api/games/", "/play/"),
            "/learn",
            "/ladder",
            "/daily",
        ):
            assert (await browser.get(address)).status_code == 200, address
        assert (await tell(browser, api, "resign")).status_code == 200
        review = api.replace("/api/games/", "/review/")
        reviews = api.replace("/api/games/", "/api/reviews/")
        note = {"address": "1", "seen": "", "text": "A note."}
        assert (await browser.post(f"{reviews}/note", json=note)).status_code == 409
        for address in (
            review,
            f"{review}/record.txt",
            f"{review}/still.svg",
            api.replace("/api/games/", "/embed/"),
            f"{reviews}/view?node=1",
            f"{reviews}/view?node=1&tried=a1&trying=1",
            f"{reviews}/analysis",
            "/mine",
            "/mine/games.txt",
        ):
            assert (await browser.get(address)).status_code == 200, address
    assert not processes._processes


@pytest.mark.parametrize("game", [rule("legal_actions", ENDLESS)], ids=["loops"], indirect=True)
@pytest.mark.usefixtures("impatient")
async def test_many_that_wait_for_one_game_do_not_hold_up_the_site(game, site, browser):
    async with healthy(site):
        asked = [asyncio.create_task(browser.get(address)) for address in ("/", f"/setup/{game.name}") * 6]
        answers = await asyncio.gather(*asked)
    assert {answer.status_code for answer in answers} <= {200, 503}


def test_no_process_outlives_the_site(tmp_path, game):
    async def pids():
        async with site_in(tmp_path) as site, site.browser() as browser:
            await begin(browser, game.name)
            return [process._process.pid for process in processes._processes.values()]

    (pid,) = asyncio.run(pids())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
