"""Games that others wrote: on the site like any other, and unable to take it down."""

import importlib
from dataclasses import replace
from pathlib import Path

import pytest
from examples import hex
from site_world import act, begin, site_in

import byways
from byways import registry
from byways.errors import OptionError
from byways.game import Interface
from byways.rules.picture import Picture

EXAMPLE = Path(__file__).parents[3] / "examples" / "hex.py"


async def test_a_plug_in_is_played_on_the_site(monkeypatch, browser):
    monkeypatch.setenv("BYWAYS_GAMES", str(EXAMPLE))
    home = (await browser.get("/")).text
    assert "/new/hex" in home
    assert 'id="thumbnail-hex"' in home
    assert (await browser.get("/rules/hex")).status_code in (200, 404)
    api = await begin(browser, "hex", size="5")
    answer = (await act(browser, api, "b2")).json()
    assert answer["turns"] == [["b2", "black"]]


@pytest.mark.parametrize(
    "content",
    ["raise SystemError('no')", "import nowhere", "GAME = 7", "def (", "", "from byways.games.troll import GAME"],
    ids=lambda text: text[:9],
)
async def test_a_broken_plug_in_leaves_the_other_games_alone(tmp_path, monkeypatch, caplog, content):
    broken = tmp_path / "broken_game.py"
    broken.write_text(content)
    monkeypatch.setenv("BYWAYS_GAMES", f"{broken},no.such.{tmp_path.name},{EXAMPLE}")
    assert "hex" in byways.games()
    assert "broken_game.py cannot be loaded" in caplog.text
    assert f"no.such.{tmp_path.name} cannot be loaded" in caplog.text
    assert len(caplog.text.splitlines()) == 2, "in a line each"
    with pytest.raises(OptionError, match="no game 'broken'"):
        byways.start("broken")
    async with site_in(tmp_path) as site, site.browser() as browser:
        assert (await browser.get("/")).text.count('class="card game"') == len(byways.games())
        caplog.clear()
        assert (await browser.get("/")).status_code == 200
        assert not caplog.text, "it is said once"


def test_a_file_that_is_not_there_is_told(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("BYWAYS_GAMES", f"{tmp_path}/absent.py")
    assert "hex" not in byways.games()
    assert caplog.messages == [f"the game in {tmp_path}/absent.py cannot be loaded: there is no such file"]


def test_the_file_of_a_game_may_be_called_as_it_likes(tmp_path, monkeypatch):
    for folder in ("one", "two"):
        file = tmp_path / folder / "random.py"
        file.parent.mkdir()
        file.write_text(EXAMPLE.read_text().replace('name="hex"', f'name="{folder}"'))
    files = ",".join(str(tmp_path / folder / "random.py") for folder in ("one", "two"))
    monkeypatch.setenv("BYWAYS_GAMES", files)
    assert {"one", "two"} <= set(byways.games())
    assert hasattr(importlib.import_module("random"), "Random")


async def test_games_of_a_plug_in_that_is_gone_are_kept_but_not_shown(tmp_path, monkeypatch):
    monkeypatch.setenv("BYWAYS_GAMES", str(EXAMPLE))
    async with site_in(tmp_path) as site, site.browser() as browser:
        api = await begin(browser, "hex", size="5")
        cookies = browser.cookies
    monkeypatch.delenv("BYWAYS_GAMES")
    async with site_in(tmp_path) as site, site.browser() as browser:
        browser.cookies = cookies
        answer = await browser.get(api.replace("/api/games/", "/play/"))
        assert (answer.status_code, "There is no game" in answer.text) == (400, True)
        assert "/play/" not in (await browser.get("/")).text.replace("/play/live.", "")
    monkeypatch.setenv("BYWAYS_GAMES", str(EXAMPLE))
    async with site_in(tmp_path) as site, site.browser() as browser:
        assert (await browser.get(f"{api}/view")).status_code == 200


def no_picture(state):
    raise ZeroDivisionError


@pytest.mark.parametrize("picture", [lambda state: Picture(boards=()), no_picture], ids=["none", "broken"])
async def test_a_game_without_a_picture_is_listed_without(tmp_path, request, picture):
    name = f"plain_{request.node.callspec.id}"
    registry.register(
        replace(hex.GAME, about=replace(hex.GAME.about, name=name, title="A plain game"), ui=Interface(picture=picture))
    )
    try:
        async with site_in(tmp_path) as site, site.browser() as browser:
            home = (await browser.get("/")).text
    finally:
        registry.forget(name)
    assert "A plain game" in home
    assert f'id="thumbnail-{name}"' not in home
    assert 'id="thumbnail-stroll"' in home
