"""The page of settings: a section for each kind; what a browser keeps may be broken without harm."""

import re

from byways.site.i18n.languages import COOKIE as LANGUAGE
from byways.site.web.sessions import COOKIE as SECRET
from byways.site.web.signed_links import NAME_COOKIE

SECTIONS = [
    "Board",
    "Coordinates",
    "Theme",
    "Contrast",
    "Animate moves",
    "Help while playing, such as the longest path so far",
    "Sound",
    "Moves",
    "Notifications",
    "Name",
]


async def test_each_kind_of_setting_has_a_section(browser):
    page = (await browser.get("/settings")).text
    assert re.findall("<legend>([^<]*)</legend>", page) == SECTIONS
    assert 'aria-label="What boards look like with these settings"' in page


async def test_what_is_kept_may_be_broken_or_too_large(browser):
    for value in ("", ".", "x.y", "%22%00", '"', "A" * 3_900, "é", "="):
        await check_kept(browser, value)


async def check_kept(browser, value):
    kept = "; ".join(f"{name}={value}" for name in (NAME_COOKIE, LANGUAGE, SECRET))
    for path in ("/settings", "/new/troll", "/", "/mine"):
        answer = await browser.get(path, headers={"cookie": kept.encode()})
        assert answer.status_code == 200, path
        assert 'lang="en"' in answer.text
