"""The page for developers shows every token and icon; nothing leads there."""

import re
from html import unescape
from pathlib import Path

from site_world import in_loop, site_in

import byways
from byways.draw.page_tokens import TOKENS

COMPONENTS = Path(byways.__file__).parent / "site" / "templates" / "components.html"


@in_loop
async def test_it_shows_every_token_in_every_scheme(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        page = unescape((await browser.get("/design")).text)
        assert {name for name in TOKENS if f"--{name}" not in page} == set()
        schemes = re.findall(r'<section class="(scheme[^"]*)"', page)
        assert schemes == [
            "scheme scheme-light",
            "scheme scheme-dark",
            "scheme scheme-light contrast-more",
            "scheme scheme-dark contrast-more",
        ]
        assert "15.0 on surface" in page, "the ink on light cards"


@in_loop
async def test_it_shows_what_pages_are_put_together_from(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        page = (await browser.get("/design")).text
        classes = {name for found in re.findall(r'class="([^"]+)"', page) for name in found.split()}
        made = set(re.findall(r'class="([\w-]+)', COMPONENTS.read_text(encoding="utf-8")))
        elsewhere = {"share", "done", "field", "help"}  # of results and of forms, with data of their own
        assert made - classes <= elsewhere


@in_loop
async def test_no_page_leads_there(tmp_path):
    async with site_in(tmp_path) as site, site.browser() as browser:
        for path in ("/", "/learn", "/daily", "/mine", "/review", "/settings", "/nowhere"):
            assert "/design" not in (await browser.get(path)).text
