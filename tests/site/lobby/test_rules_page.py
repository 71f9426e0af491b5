"""Rules pages: numbered figures first, exact rules folded, series of figures, and pages that are only text."""

import re
from dataclasses import replace

import pytest

from byways import registry
from byways.games import BUILT_IN
from byways.registry import find
from byways.site.lobby.rules_page import rules_page, written

SPANISH = {"Accept-Language": "es"}
FIRST = 6
NEEDED = 8


@pytest.mark.parametrize("name", BUILT_IN)
def test_six_figures_come_first_every_rule_has_its_own_and_shapes_are_defined_once(name):
    rules = rules_page(find(name))
    first, series, *others = rules.sections
    assert (len(first.cards), first.folded, "stepper" in series.body, series.folded) == (FIRST, False, True, False)
    assert all(section.folded and section.cards for section in others)
    numbers = [card.number for section in rules.sections for card in section.cards]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= NEEDED
    page = "".join(section.body + "".join(card.figures for card in section.cards) for section in rules.sections)
    defined = re.findall(r' id="([^"]+)"', rules.definitions)
    assert len(defined) == len(set(defined))
    assert "<defs" not in page
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', page)) <= set(defined)
    assert 'class="why"' not in page, "no game of ours has mistakes"


@pytest.mark.parametrize("name", BUILT_IN)
async def test_pages_are_light_and_speak_both_languages(name, browser):
    english = (await browser.get(f"/rules/{name}")).text
    spanish = (await browser.get(f"/rules/{name}", headers=SPANISH)).text
    assert english.count('<figure class="diagram') == spanish.count('<figure class="diagram') >= NEEDED
    assert re.search(r'<div lang="(..)">', spanish)[1] == "es"
    assert find(name).about.credit.split(",")[0] in english.replace("&amp;", "&")
    assert re.search("<h2[^>]*>", english)
    assert "Play " in english
    assert "```" not in english
    assert f'id="thumbnail-{name}"' in (await browser.get("/")).text


async def test_a_page_without_figures_is_text(tmp_path, monkeypatch, browser):
    (tmp_path / "rules.md").write_text("# Plain\n\nA game.\n\n## Turns\n\nPlace.\n\n```\ncode\n```\n", encoding="utf-8")
    plain = replace(find("troll"), about=replace(find("troll").about, name="plain"), folder=tmp_path)
    monkeypatch.setitem(registry._registered, "plain", plain)
    page = (await browser.get("/rules/plain")).text
    assert "<h1>Plain</h1>" in page
    assert re.search(r"<h2[^>]*>Turns</h2>", page)
    assert "<pre><code>code" in page
    assert "<details" not in page


def test_figures_within_a_text_are_drawn_there():
    rules = written(find("troll"), "# One\n\n## Start\n\nHere:\n\n```position\ntroll size=4\n```\n")
    assert "<figure" in rules.sections[0].body
    assert not rules.sections[0].cards


def test_raw_html_is_escaped():
    rules = written(
        find("troll"), "# <b>One</b>\n\n## <i>Two</i>\n\n```position\ntroll size=4\ntext: <u>Three</u>\n```\n"
    )
    assert "<b>" not in rules.title
    assert "<i>" not in rules.sections[0].title
    assert "<u>" not in rules.sections[0].body


@pytest.mark.parametrize("line", ["play: a1", "legal: perhaps", "size 4"])
def test_authors_see_their_mistakes_where_they_are(line):
    rules = written(find("troll"), f"# One\n\n## Two\n\n```position\ntroll size=4\n{line}\n```\n")
    assert line in rules.sections[0].body
    assert 'class="why"' in rules.sections[0].body
