"""The specimen shows every token and icon."""

import re
from html import unescape
from pathlib import Path

import pytest
from specimen import SCHEMES, serve

import byways
import byways.site.app
from byways.draw.page_tokens import TOKENS

TEMPLATES = Path(byways.__file__).parent / "site" / "templates"
COMPONENTS = TEMPLATES / "components.html"
ELSEWHERE = {
    *("foot", "verdict", "sheets", "result-line", "working", "two-lines", "planned-turns"),
    *("comment", "comments", "branch", "number", "notebook", "legend", "curve"),
}
"""What is the same on a page alone: regions that scripts fill, trees of turns, curves."""


@pytest.fixture(autouse=True)
def served(monkeypatch):
    """Only here: other tests look at all pages of the site."""
    monkeypatch.setattr(byways.site.app, "_PARTS", byways.site.app._PARTS)
    serve()


async def test_it_shows_every_token_in_every_scheme(browser):
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


async def test_it_shows_what_pages_are_put_together_from(browser):
    page = (await browser.get("/design")).text
    classes = {name for found in re.findall(r'class="([^"]+)"', page) for name in found.split()}
    sources = [
        path for pattern in ("components.html", "*/macros.html", "board/panel.html") for path in TEMPLATES.glob(pattern)
    ]
    made = {name for path in sources for name in re.findall(r'class="([\w-]+)', path.read_text(encoding="utf-8"))}
    assert made - classes == ELSEWHERE


async def test_it_shows_each_of_them_once_in_every_scheme(browser):
    page = (await browser.get("/design")).text
    ids = re.findall(r' id="([^"]+)"', re.sub(r"(<svg[^>]*>).*?</svg>", r"\1", page, flags=re.DOTALL))
    assert len(ids) == len(set(ids))
    assert page.count("<dialog open ") == 4 * len(SCHEMES)


def test_pages_have_no_buttons_of_their_own():
    """What looks like a button comes from the macro for buttons."""
    for path in TEMPLATES.rglob("*.html"):
        written = path.read_text(encoding="utf-8")
        assert path == COMPONENTS or not re.search(r'class="btn\b', written), path.name
