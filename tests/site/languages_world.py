"""What the pages of a site say: every text that somebody sees or hears, of every kind of page."""

import json
import re
from html.parser import HTMLParser

from babel.dates import get_month_names
from site_world import act, begin, view

from byways.games import BUILT_IN
from byways.kernels.rng import seeded
from byways.learning.lessons import lessons_of
from byways.registry import find
from byways.search.random_game import random_turn
from byways.site.i18n.languages import LANGUAGES
from byways.site.play.rooms import Rooms

WON = ("b3", "a2", "c3", "b2", "b4", "c2", "c4", "d2")
OPTIONS = {"troll": {"size": "4"}, "whirlwind": {"size": "6"}, "stroll": {"size": "5"}, "stride": {"side": "4"}}
NOTATION = (
    "box", "text", "position", "sheets", "turns", "toMove", "viewer", "player", "mover", "movers", "offers", "home",
    "may", "handover", "running", "mine", "last", "sheets", "query",
)  # fmt: skip
"""Fields of the API that hold no sentences although there may be spaces in them."""


# --- what a page says ------------------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Every text of a page that somebody sees or hears, and the JSON that it brings for its scripts."""

    VOID = ("meta", "link", "input", "br", "img", "hr", "path", "circle", "rect", "line")

    def __init__(self, page):
        super().__init__()
        self.texts, self.data, self.lang = [], [], None
        self.stack = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "html":
            self.lang = given["lang"]
        other = self.silent or (tag != "html" and "lang" in given)
        if not other:
            self.texts += [given[name] for name in ("aria-label", "alt", "title") if given.get(name)]
        if tag not in self.VOID:
            self.stack.append((tag, other or tag in ("style", "textarea", "pre", "code", "time")))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        while self.stack and self.stack.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if self.stack and self.stack[-1][0] == "script":
            if data.strip():
                self.data.append(json.loads(data))
        elif data.strip() and not self.silent:
            self.texts.append(" ".join(data.split()))

    @property
    def silent(self):
        return bool(self.stack) and self.stack[-1][1]


def sentences(data, name=""):
    """The sentences in what the API says, and the labels of what can be pointed at."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "labels":
                yield from value.values()
            elif key in ("markup", "graph"):
                drawn = "".join(filter(None, value.values())) if isinstance(value, dict) else value
                yield from Reader(f"<html lang=''><svg>{drawn}</svg></html>").texts
            elif key not in ("texts", "names"):
                yield from sentences(value, key)
    elif isinstance(data, list):
        for value in data:
            yield from sentences(value, name)
    elif isinstance(data, str) and name not in NOTATION and " " in data:
        yield data


async def walk(browser):
    """(address, texts) of every kind of page, with games that go on and one that is over."""
    paths = ["/", "/review", "/mine", "/settings", "/daily", "/learn", "/nowhere", "/learn/troll/99"]
    for name in BUILT_IN:
        paths += [f"/new/{name}", f"/rules/{name}", f"/setup/{name}", f"/print/{name}"]
        paths.append(f"/daily/{name}")
        paths += [f"/learn/{name}/{number}" for number, _ in enumerate(lessons_of(find(name)), 1)]
    paths += ["/new/troll?size=5&seat=1", "/print/longway?players=3", "/setup/troll?position=troll%20size=99"]
    for name in BUILT_IN:
        api = await begin(browser, name, **OPTIONS.get(name, {}), **({"players": "2"} if name == "longway" else {}))
        paths.append(api.replace("/api/games/", "/play/"))
        for _ in range(6):
            seen = await view(browser, api)
            if seen["offers"]:
                state = browser._transport.app.state.services[Rooms].known(api.rpartition("/")[2]).timeline.state
                await act(browser, api, random_turn_text(state))
        paths.append(api.replace("/api/games/", "/play/"))
    api = await begin(browser, "troll")
    for turn in WON:
        await act(browser, api, turn)
    paths += [
        api.replace("/api/games/", "/play/"),
        api.replace("/api/games/", "/review/"),
        api.replace("/api/games/", "/review/") + "?ply=3",
    ]
    paths += [api.replace("/api/games/", "/embed/"), api.replace("/api/games/", "/join/"), "/mine", "/"]
    linked = await begin(browser, "troll", **{"your side": "white", "the engine": "link", "the clock": "3d"})
    paths.append(linked.replace("/api/games/", "/play/"))
    for path in paths:
        page = Reader((await browser.get(path, follow_redirects=True)).text)
        yield path, page, [*page.texts, *(text for data in page.data for text in sentences(data))]
    for path in (f"{api}/view", f"{api}/view?at=2", api.replace("/games/", "/reviews/") + "/view?node=2&trying=1"):
        yield path, None, list(sentences((await browser.get(path)).json()))


def random_turn_text(state):
    return state.write(random_turn(state, seeded(len(state.turns))))


def in_brackets(text):
    """English in brackets, for what the Spanish catalogues have."""
    known = text.template in LANGUAGES["es"].catalogue(text.catalogue).texts
    return f"⟦{text.template}⟧" if known else text.template


NAMES = {"Byways", "English", "Español", "UTC", "x", "o", "O", "X", *"NESW"}
"""Words that are the same in every language."""


MONTHS = "|".join(get_month_names("wide", locale="es").values())
DATE = rf"\d+ de (?:{MONTHS}) de \d{{4}}|(?i:{MONTHS}) \d{{4}}"
"""A day, and a month at the head of a calendar."""


def outside(text):
    """What stands in no brackets."""
    while "⟦" in text:
        shorter = re.sub(r"⟦[^⟦⟧]*⟧", "", text)
        if shorter == text:
            return text
        text = shorter
    return text
