"""Reports on the site: in its frame, in English, and a page with the command where there is none."""

import html
import re
from urllib.parse import urljoin

import pytest
from site_world import site_in

from byways.games import BUILT_IN
from byways.lab.report import stored_reports
from byways.site.lobby import report_page

SPANISH = {"Accept-Language": "es"}


async def test_every_game_has_its_report_to_which_its_pages_lead(browser):
    for name in BUILT_IN:
        answer = await browser.get(f"/report/{name}")
        assert answer.status_code == 200
        assert len(re.findall("<h2", answer.text)) > 5
        assert not re.search(r"<style| style=", answer.text)  # neither is allowed by the site's headers
        assert answer.text.count('class="byways-chart"') > 3
    for path in ("/rules/troll", "/new/troll"):
        assert 'href="/report/troll"' in (await browser.get(path)).text


async def test_a_game_of_a_report_is_opened_in_a_review(browser):
    page = (await browser.get("/report/troll")).text
    form = r'<form method="post" action="([^"]+)"><textarea name="record" hidden>\n([^<]+)</textarea><button'
    (address, record), *others = re.findall(form, page)
    assert len(others) == 2  # the shortest game, and the one whose winner had been furthest behind
    answer = await browser.post(urljoin("/report/troll", address), data={"record": html.unescape(record)})
    assert answer.status_code == 303
    assert "/review/" in answer.headers["location"]


async def test_the_frame_speaks_the_readers_language(browser):
    page = (await browser.get("/report/troll", headers=SPANISH)).text
    assert "<h1>Informe sobre Troll</h1>" in page
    assert '<article class="report" lang="en">' in page


async def test_games_without_a_report_and_games_there_are_not_have_pages(tmp_path, monkeypatch):
    monkeypatch.setattr(stored_reports, "_stored", dict)
    report_page._written.cache_clear()
    async with site_in(tmp_path) as site, site.browser() as browser:
        missing, unknown = await browser.get("/report/troll"), await browser.get("/report/nowhere")
        assert (missing.status_code, unknown.status_code) == (404, 404)
        assert "byways report troll --quick -o troll" in missing.text
        assert "nowhere" in unknown.text
        assert "/report/troll" not in (await browser.get("/rules/troll")).text
    report_page._written.cache_clear()


@pytest.mark.parametrize("name", BUILT_IN)
def test_ids_of_a_report_are_unique_and_its_links_lead_somewhere(name):
    text = str(report_page._written(name))
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', text)) <= set(ids)
