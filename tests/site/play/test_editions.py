"""A game that its author is working on: what is saved takes over, and the position stays."""

from contextlib import asynccontextmanager

import pytest
from site_world import FakeEngines, Site, act, becomes, begin, view

from broken_hex import SOURCE
from byways.site.app import create_app
from byways.site.play.editions import RulesReloader
from byways.site.play.rooms import Rooms
from byways.site.plug_ins import processes
from byways.site.settings import Settings, database_url


@pytest.fixture
def file(tmp_path, monkeypatch):
    path = tmp_path / "mine.py"
    path.write_text(SOURCE.replace('name="hex"', 'name="mine"'))
    monkeypatch.setenv("BYWAYS_GAMES", str(path))
    return path


BODY = "return piece(state, cell) == 0"
NARROW = f"{BODY} and cell != 10"  # c3 is not legal


class Trial:
    """A game of three turns on the site whose file is being edited."""

    def __init__(self, app, browser, file, api):
        self.app, self.services, self.browser, self.file, self.api = app, app.state.services, browser, file, api
        self.source = file.read_text()

    @property
    def room(self):
        return self.services[Rooms].known(self.api.rpartition("/")[2])

    async def save(self, source):
        """Save the file, which is found out at once; return what the page says of it."""
        self.file.write_text(source)
        await self.services[RulesReloader].load()
        return self.room and self.room.notice

    async def play(self, turn):
        assert (await act(self.browser, self.api, turn)).status_code == 200

    async def turns(self):
        return [turn for turn, _ in (await view(self.browser, self.api))["turns"]]


@asynccontextmanager
async def trying(file, tmp_path, *, looks=False):
    app = create_app(Settings(database=database_url(str(tmp_path / "b.sqlite3")), engines=1, edited=str(file)))
    async with app.router.lifespan_context(app), Site(app).browser() as browser:
        services = app.state.services
        services[Rooms]._engines = FakeEngines()
        if not looks:
            await services[RulesReloader].close()
        trial = Trial(app, browser, file, await begin(browser, "mine", size="4"))
        for turn in ("b2", "c3", "a1"):
            await trial.play(turn)
        yield trial


async def test_rules_that_fail_do_not_take_over(file, tmp_path, monkeypatch):
    failing = {
        (BODY, f"{BODY} and forgotten(cell)"): "NameError: name 'forgotten' is not defined",
        ("player = mover(state)", "player = mover(state) + 1 // 0"): "ZeroDivisionError",
        (BODY, f"while True:\n        pass\n    {BODY}"): "no end within 1 s",
    }
    async with trying(file, tmp_path) as trial:
        for (part, broken), said in failing.items():
            with monkeypatch.context() as impatient:
                impatient.setattr(processes, "PATIENCE", 1.0)
                told = str(await trial.save(trial.source.replace(part, broken, 1)))
            assert told.startswith("The rules in your file fail: mine.py, line "), told
            assert said in told
            assert told.endswith("Edition 1 goes on.")
            assert await trial.turns() == ["b2", "c3", "a1"]
        await trial.play("d4")
        assert str(await trial.save(trial.source + "\n# mended\n")) == "Edition 2 of the rules."
        assert await trial.turns() == ["b2", "c3", "a1", "d4"]


async def test_turns_come_back_with_rules_that_allow_them_until_somebody_plays_on(file, tmp_path):
    async with trying(file, tmp_path) as trial:
        assert "move 1, c3, is no longer possible" in str(await trial.save(trial.source.replace(BODY, NARROW)))
        assert await trial.turns() == ["b2"]
        narrower = trial.source.replace(BODY, f"{BODY} and cell != 10 and cell != 5")
        assert "move 1, b2, is no longer possible" in str(await trial.save(narrower))
        assert await trial.turns() == []
        version = (await view(trial.browser, trial.api))["version"]
        told = str(await trial.save(trial.source + "\n# mended\n"))
        assert told == "Edition 4 of the rules. The moves that were not possible are back."
        assert await trial.turns() == ["b2", "c3", "a1"]
        assert (await view(trial.browser, trial.api))["version"] > version, "pages take it over"

        await trial.save(trial.source.replace(BODY, NARROW))
        await trial.play("d4")
        assert str(await trial.save(trial.source + "\n# mended again\n")) == "Edition 6 of the rules."
        assert await trial.turns() == ["b2", "d4"]


async def test_a_game_that_nobody_has_open_is_found_again_under_other_rules(file, tmp_path):
    async with trying(file, tmp_path) as trial:
        rooms = trial.services[Rooms]
        rooms._rooms.clear()
        rooms._held.clear()
        await trial.save(trial.source.replace(BODY, NARROW))
        assert await trial.turns() == ["b2"]
        assert "move 1, c3, is no longer possible" in str(trial.room.notice)
        await trial.save(trial.source + "\n# mended\n")
        assert await trial.turns() == ["b2", "c3", "a1"]


async def test_what_is_saved_takes_over_by_itself_and_the_position_stays(file, tmp_path):
    async with trying(file, tmp_path, looks=True) as trial:
        editions, browser, api = trial.services[RulesReloader], trial.browser, trial.api
        assert editions.name == "mine"
        version = (await view(browser, api))["version"]
        trial.file.write_text(trial.source.replace("cell on", "point on") + "\n# more\n")
        await becomes(lambda: trial.room.notice)
        await editions.close()
        page = api.replace("/api/games/", "/play/")
        assert "Edition 2 of the rules." in (await browser.get(page)).text
        assert await trial.turns() == ["b2", "c3", "a1"]
        assert (await view(browser, api))["version"] > version, "pages take it over"
        await trial.save("def (")
        shown = (await browser.get(page)).text
        assert "Your file cannot be loaded: mine.py, line 1: SyntaxError" in shown
        assert "Edition 2 goes on." in shown
        await trial.play("d4")
        await trial.save(trial.source.replace(BODY, NARROW))
        shown = (await browser.get(page)).text
        assert "Edition 3 of the rules: move 1, c3, is no longer possible. You are back before it." in shown
        assert await trial.turns() == ["b2"]
        await trial.play("d4")
        assert await trial.turns() == ["b2", "d4"]
    async with trial.app.router.lifespan_context(trial.app), Site(trial.app).browser() as browser:
        assert [turn for turn, _ in (await view(browser, api))["turns"]] == ["b2", "d4"], "it is kept"
