"""A game that its author is working on: what is saved takes over, and the position stays."""

import pytest
from site_world import FakeEngines, Site, act, becomes, begin, in_loop, view

from broken_hex import SOURCE
from byways.site.app import create_app
from byways.site.play.editions import Editions
from byways.site.play.rooms import Rooms
from byways.site.settings import Settings, database_url


@pytest.fixture
def file(tmp_path, monkeypatch):
    path = tmp_path / "mine.py"
    path.write_text(SOURCE.replace('name="hex"', 'name="mine"'))
    monkeypatch.setenv("BYWAYS_GAMES", str(path))
    return path


@in_loop
async def test_what_is_saved_takes_over_and_the_position_stays(file, tmp_path):
    app = create_app(Settings(database=database_url(str(tmp_path / "b.sqlite3")), engines=1, edited=str(file)))
    async with app.router.lifespan_context(app):
        services = app.state.services
        services[Rooms]._engines = FakeEngines()
        async with Site(app).browser() as browser:
            api = await begin(browser, "mine", size="4")
            for turn in ("b2", "c3", "a1"):
                assert (await act(browser, api, turn)).status_code == 200
            room, editions = services[Rooms].known(api.rpartition("/")[2]), services[Editions]
            assert editions.name == "mine"
            page = api.replace("/api/games/", "/play/")

            async def saved(source, number):
                before = room.notice
                file.write_text(source)
                await becomes(lambda: room.notice != before)
                assert editions.number == number
                return (await browser.get(page)).text

            source = file.read_text()
            version = (await view(browser, api))["version"]
            shown = await saved(source.replace("cell on", "point on") + "\n# more\n", 2)
            assert "Edition 2 of the rules." in shown
            seen = await view(browser, api)
            assert [turn for turn, _ in seen["turns"]] == ["b2", "c3", "a1"]
            assert seen["version"] > version, "pages take it over"
            shown = await saved("def (", 2)
            assert "Your file cannot be loaded: mine.py, line 1: SyntaxError" in shown
            assert "Edition 2 goes on." in shown
            assert (await act(browser, api, "d4")).status_code == 200
            narrow = "return piece(state, cell) == 0 and cell != 10"  # c3 is no longer legal
            shown = await saved(source.replace("return piece(state, cell) == 0", narrow), 3)
            assert "Edition 3 of the rules: turn 2, c3, is no longer possible. You are back before it." in shown
            seen = await view(browser, api)
            assert [turn for turn, _ in seen["turns"]] == ["b2"]
            assert (await act(browser, api, "d4")).status_code == 200
            assert [turn for turn, _ in (await view(browser, api))["turns"]] == ["b2", "d4"]
    async with app.router.lifespan_context(app), Site(app).browser() as browser:
        assert [turn for turn, _ in (await view(browser, api))["turns"]] == ["b2", "d4"], "it is kept"
