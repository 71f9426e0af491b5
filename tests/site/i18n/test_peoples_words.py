"""Names as they are shown, and people's words within the site's sentences, whatever their direction."""

import re
import unicodedata
from html.parser import HTMLParser

import pytest
from company_world import LINK, begin, deal, links, sit
from hypothesis import given, strategies as st
from review_world import uploaded

from byways.site.i18n.peoples_words import FIRST, LAST, clean_name, isolated

RIGHT_TO_LEFT = "שרה 5"
MOST = 24
BLANK = ("\u3164", "\uffa0", "\u115f", "\u1160", "\u2800", "\u200b", "\u2063", "\ufeff", "\U000e0041")


@pytest.mark.parametrize(("typed", "shown"), [
    ("  Ada \t Lovelace ", "Ada Lovelace"),
    ("می‌خواهم", "می‌خواهم"),  # ZERO WIDTH NON-JOINER is a letter's form in Persian
    ("ශ්‍රී", "ශ්‍රී"),  # and ZERO WIDTH JOINER in Sinhala
    ("n̈́̀", "n̈́"),
    ("\u1ed9\u0301\u0301", "\u1ed9"),  # a letter that has both its marks already
    ("a" + 3 * "\u0301", "\u00e1\u0301"),
    ("van 🎲", "van 🎲"),
    ("\u202eadA", "adA"),
    ("A\u3164da", "Ada"),
    ("\u200dAda\u200c", "Ada"),
    ("…!", None),
    (" \u0301 ", None),
    ("\u1f92\u0301", "\u1f92"),  # a letter of Greek with three marks of its own
    *((blank * 3, None) for blank in BLANK),
])  # fmt: skip
def test_a_name_is_shown_as_typed_if_one_can_see_it(typed, shown):
    assert clean_name(typed, MOST) == shown


LETTERS = st.one_of(st.characters(), st.sampled_from([*BLANK, "\u0301", "\u0489", "\u200c", "\u200d", " ", "a", "ש"]))


@given(st.text(LETTERS, max_size=60))
def test_every_name_has_a_visible_letter_and_few_marks_and_stays_when_it_is_sent_again(typed):
    name = clean_name(typed, MOST)
    if name is None:
        return
    assert 0 < len(name) <= MOST
    assert name == name.strip()
    assert any(unicodedata.category(c)[0] == "L" and c not in BLANK for c in name)
    assert not set(name) & set(BLANK)
    assert not re.search(r"\s\s", name)
    apart = "".join(unicodedata.normalize("NFD", c)[:3] for c in name)  # some letters of Greek have three marks
    kinds = "".join("J" if c in "\u200c\u200d" else unicodedata.category(c)[0] for c in apart)
    assert not re.search("C|MJ?MJ?M|JJ|^[JM]|J$", kinds)
    assert clean_name(name, MOST) == name


def test_words_of_the_other_direction_and_no_others_are_isolated():
    assert isolated("Ada") == "Ada"
    assert isolated(RIGHT_TO_LEFT) == f"{FIRST}{RIGHT_TO_LEFT}{LAST}"
    assert isolated(f"{LAST}\u202eevil") == f"{FIRST}\u202eevil{LAST}", "nothing gets out"


class Texts(HTMLParser):
    """The texts and attributes of a page in which a name may stand, and whether their elements isolate it."""

    def __init__(self, page):
        super().__init__()
        self.found, self.within = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.within.append((tag, tag == "bdi" or "dir" in given))
        self.found += [(text, False) for name, text in given.items() if text and name not in ("value", "data-said")]
        if tag in ("meta", "link", "input", "img", "br", "hr", "path", "use", "circle", "rect", "line", "stop"):
            self.within.pop()

    def handle_endtag(self, tag):
        while self.within and self.within.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if not any(tag in ("script", "textarea") for tag, _ in self.within):
            self.found.append((data, any(alone for _, alone in self.within)))


def unguarded(page, name=RIGHT_TO_LEFT):
    """Texts in which a name is not isolated, and how many are."""
    texts = [(text, alone) for text, alone in Texts(page).found if name in text]
    bad = [text for text, alone in texts if not alone and re.search(f"(?<!{FIRST}){name}|{name}(?!{LAST})", text)]
    return bad, len(texts)


async def test_a_name_from_right_to_left_is_isolated_on_every_page(ada, bob, eve):
    for browser in (ada, bob):
        await browser.post("/mine", data={"your name": RIGHT_TO_LEFT})
    api = await begin(ada, **LINK)
    secret = (await links(ada, api))["black"]
    name = api.rpartition("/")[2]
    await sit(bob, api, secret)
    said = await ada.post(f"/{api.lstrip('/')}/chat", json={"text": RIGHT_TO_LEFT, "key": "k"})
    assert said.json()["messages"][0]["text"] == isolated(RIGHT_TO_LEFT)
    assert said.json()["messages"][0]["by"] == isolated(RIGHT_TO_LEFT)
    await deal(ada, api, "draw")
    for browser, paths in (
        (ada, (f"/play/{name}", "/mine", "/")),
        (bob, (f"/play/{name}", "/mine")),
        (eve, (f"/play/{name}", f"/join/{name}")),
    ):
        for path in paths:
            for language in ("en", "es"):
                page = (await browser.get(path, headers={"accept-language": language})).text
                bad, count = unguarded(page)
                assert bad == [], path
                assert count, path


async def test_names_titles_and_comments_of_records_are_isolated(ada):
    record = (
        f'[Game "troll"]\n[Options "size=4"]\n[White "{RIGHT_TO_LEFT}"]\n[Title "{RIGHT_TO_LEFT}"]\n\n'
        f"1. b3 {{{RIGHT_TO_LEFT}}} a2 ({{{RIGHT_TO_LEFT}}} 1... c2) 2. c3"
    )
    game_id = await uploaded(ada, record)
    for path, most in ((f"/review/{game_id}?ply=1", 4), (f"/review/{game_id}?ply=2.0.1", 4), ("/mine", 2)):
        bad, count = unguarded((await ada.get(path)).text)
        assert bad == [], path
        assert count >= most, path
