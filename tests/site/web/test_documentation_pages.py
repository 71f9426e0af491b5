"""The documentation on the site: files of one folder and nothing else, and what its pages may do."""

import runpy
from pathlib import Path

import pytest
from site_world import site_in

from byways.site.web import assets
from byways.site.web.documentation import policy
from byways.site.web.response_headers import SECURITY

BUILD_HOOK = Path(__file__).parents[3] / "scripts/setup/build_hook.py"


@pytest.fixture
def built(tmp_path, monkeypatch):
    folder = tmp_path / "built"
    (folder / "games").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>First</h1><script>one()</script><script src='x.js'></script>")
    (folder / "games/index.html").write_text("<h1>Games</h1>")
    (folder / "x.js").write_text("two()")
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "out").symlink_to(tmp_path)
    monkeypatch.setattr(assets, "documentation", lambda: folder)
    return folder


async def test_pages_and_files_are_served_and_folders_are_pages(built, browser):
    assert (await browser.get("/docs")).headers["location"] == "/docs/"
    first = await browser.get("/docs/")
    assert "First" in first.text
    assert (await browser.get("/docs/games")).headers["location"] == "/docs/games/"
    assert "Games" in (await browser.get("/docs/games/")).text
    assert (await browser.get("/docs/x.js")).headers["content-type"].startswith("text/javascript")


async def test_what_a_wheel_carries_is_served_as_the_folder_is(tmp_path, built, monkeypatch):
    pack, archive = runpy.run_path(str(BUILD_HOOK))["pack"], tmp_path / "site-docs.tar.xz"
    (built / "out").unlink()
    pack(built, archive)
    monkeypatch.setattr(assets, "documentation", lambda: archive)
    async with site_in(tmp_path / "site") as site, site.browser() as browser:
        assert "Games" in (await browser.get("/docs/games/")).text
        assert "sha256-" in (await browser.get("/docs/")).headers["content-security-policy"]
        assert (await browser.get("/docs/x.js")).headers["content-type"].startswith("text/javascript")
        assert (await browser.get("/docs/nowhere")).status_code == 404


async def test_only_its_pages_may_run_the_scripts_that_stand_in_them(built, browser):
    said = (await browser.get("/docs/")).headers["content-security-policy"]
    assert "script-src 'self' 'sha256-" in said
    assert said.count("sha256-") == 1, "a script of a file of its own needs no hash"
    assert (await browser.get("/docs/x.js")).headers["content-security-policy"] == SECURITY["Content-Security-Policy"]
    assert (await browser.get("/")).headers["content-security-policy"] == SECURITY["Content-Security-Policy"]
    assert policy(b"<script>a</script>") != policy(b"<script>b</script>")


@pytest.mark.parametrize(
    "path", ["nowhere", "out/secret.txt", "%2e%2e/secret.txt", "games/%2e%2e/%2e%2e/secret.txt", "%00", "/etc/passwd"]
)
async def test_nothing_else_is_served(built, path, browser):
    answer = await browser.get(f"/docs/{path}")
    assert answer.status_code == 404
    assert "secret" not in answer.text


async def test_where_it_was_not_built_nothing_leads_to_it(monkeypatch, browser):
    monkeypatch.setattr(assets, "documentation", lambda: None)
    assert (await browser.get("/docs/")).status_code == 404
    assert "/docs/" not in (await browser.get("/")).text
