import importlib.util
import inspect
import shutil
import sys
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import SimpleNamespace

import pytest
from company_world import two
from opening import Opening, part_of
from site_world import Server, Visitor, in_loop, rooms_in, site_in
from specimen import PRELUDE

from byways.site.timeline import clocks

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The same browser without its windows first: they take half of the time, and nobody sees them."""
NO_BROWSER = "there is no Chromium on this machine (on Debian: apt-get install chromium)"


SCRIPTS = Path(__file__).parents[2] / "scripts" / "pictures"


def pytest_configure(config):
    config.addinivalue_line("markers", "agreed(**form): what the form of the fixture `game` says")
    config.addinivalue_line("markers", "headers(**headers): what the fixture `browser` sends with each request")
    config.addinivalue_line("markers", "values(*values): what the fixture `engine` knows of positions")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run an asynchronous test in a loop of its own, in which what its fixtures open is opened, and closed again."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None

    @in_loop
    async def run():
        async with AsyncExitStack() as stack:
            given = {name: await Opening.value_of(value, stack) for name, value in pyfuncitem.funcargs.items()}
            await pyfuncitem.obj(**{name: given[name] for name in pyfuncitem._fixtureinfo.argnames})

    run()
    return True


@pytest.fixture
def site(tmp_path):
    """The application in this process."""
    return Opening(lambda: site_in(tmp_path))


def _browser(name):
    @pytest.fixture(name=name)
    def browser(request, site):
        sent = request.node.get_closest_marker("headers") if name == "browser" else None
        return Opening(lambda site: site.browser(**(sent.kwargs if sent else {})), site)

    return browser


browser, ada, bob, eve, stranger, guest, bot = map(
    _browser, ("browser", "ada", "bob", "eve", "stranger", "guest", "bot")
)


@pytest.fixture
def _running(tmp_path):
    """The rooms, the store and the engines of `rooms_in`."""
    return Opening(lambda: rooms_in(tmp_path))


rooms, store, engines = (part_of("_running", number) for number in range(3))


@pytest.fixture
def game(request, tmp_path):
    """A game of two people, with what the mark `agreed` has of its form."""
    agreed = request.node.get_closest_marker("agreed")
    return Opening(lambda: two(tmp_path, **(agreed.kwargs if agreed else {})))


@pytest.fixture(scope="session")
def screenshots():
    """The script of that name: it knows every page of the site."""
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    sys.path.insert(0, str(SCRIPTS))
    try:
        loader = SourceFileLoader("screenshots", str(SCRIPTS / "screenshots"))
        spec = importlib.util.spec_from_loader("screenshots", loader)
        module = sys.modules["screenshots"] = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
        yield module
    finally:
        sys.path.remove(str(SCRIPTS))
        sys.modules.pop("screenshots", None)


LONG_THOUGHT = "import byways.site.play.page.wording as w; w.ENGINES['deep'] = w.EngineLimits(seconds=60.0)"
"""An engine that thinks until it is told to move, however slow the machine is."""


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One real server for all tests that do not harm it."""
    with Server(tmp_path_factory.mktemp("server"), f"{PRELUDE}; {LONG_THOUGHT}") as running:
        yield running
        assert "ERROR" not in running.said()


@pytest.fixture
def visiting(server):
    """A browser at that server, of somebody new."""
    with Visitor(server) as made:
        yield made


@pytest.fixture
def servers(tmp_path):
    """Make real servers that a test may kill: `servers()`, or with a prelude and settings as `Server` takes them."""
    made = []

    def make(*prelude, **settings):
        made.append(Server(tmp_path, *prelude, **settings))
        return made[-1]

    yield make
    for running in made:
        running.kill()


@pytest.fixture
def own_server(servers):
    """A real server that a test may kill."""
    return servers()


@pytest.fixture(scope="session")
def postgres():
    """A real PostgreSQL."""
    import postgres_world

    if postgres_world.programs() is None or postgres_world.account() is None:
        pytest.skip(postgres_world.NO_POSTGRESQL)
    running = postgres_world.Postgres()
    yield running
    running.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """Both kinds of database: what an owner would write after --database for an empty one."""
    if request.param == "sqlite":
        return str(tmp_path / "a.sqlite3")
    return request.getfixturevalue("postgres").database()


@pytest.fixture(scope="module")
def chromium():
    """A real browser without a screen. It is gone after each module: while it runs, no other event loop can."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(NO_BROWSER)
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=path)
        yield browser
        browser.close()


@pytest.fixture
def visitor(chromium, server, servers):
    """Make browsers of different people: `visitor()` gives a watched context; none of them may have complained.

    They are gone before any server is (so `servers` is asked for here): a page that still asks would complain.
    """
    from browser_world import Watch

    made = []

    def visit(address=server.address, **settings):
        made.append(Watch(chromium.new_context(**{"viewport": {"width": 1280, "height": 800}} | settings), address))
        return made[-1]

    yield visit
    for watch in made:
        watch.context.close()
        assert watch.complaints == []


@pytest.fixture
def time(monkeypatch):
    """A clock that the test moves."""
    moment = SimpleNamespace(now=clocks.now())
    monkeypatch.setattr(clocks, "now", lambda: moment.now)
    monkeypatch.setattr("byways.site.play.deadlines.now", lambda: moment.now)
    monkeypatch.setattr("byways.site.play.deadlines.QUICK", 60)  # a look is over when all is judged

    def move(**by):
        moment.now += timedelta(**by)

    return move


@pytest.fixture
def noon(monkeypatch):
    """A day on which it stays noon."""
    monkeypatch.setattr(clocks, "now", lambda: datetime(2026, 11, 20, 12, tzinfo=UTC))
