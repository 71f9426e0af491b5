"""The script that makes screenshots knows every page, so that a new one is looked at too."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from starlette.routing import Route

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from byways.site.app import create_app
from byways.site.settings import Settings, database_url

SCRIPTS = Path(__file__).parents[2] / "scripts" / "pictures"


@pytest.fixture
def app(tmp_path):
    return create_app(Settings(database=database_url(str(tmp_path / "a.sqlite3"))))


def test_every_page_of_the_site_is_known(screenshots, app):
    assert screenshots.strangers(app) == set()


def test_a_page_that_is_new_or_gone_is_a_stranger(screenshots, app):
    app.router.routes.append(Route("/new-page", lambda request: None))
    assert screenshots.strangers(app) == {"/new-page"}
    screenshots.PAGES["/gone"] = screenshots.one("gone")
    try:
        assert screenshots.strangers(app) == {"/new-page", "/gone"}
    finally:
        del screenshots.PAGES["/gone"]


@pytest.mark.torture
@pytest.mark.browser
def test_pages_are_taken_on_every_screen_in_both_themes(tmp_path):
    if not any(map(shutil.which, ("chromium", "chromium-headless-shell", "google-chrome"))):
        pytest.skip("there is no Chromium on this machine (on Debian: apt-get install chromium)")
    command = [sys.executable, SCRIPTS / "screenshots", tmp_path, "device", "error-missing"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"2 pages in {tmp_path / 'index.html'}\n", "nothing is wider than its screen"
    assert len(list(tmp_path.glob("device-*.png"))) == len(list(tmp_path.glob("error-missing-*.png"))) == 12
