"""Playing on the pages in a real browser: by mouse or by keys, with the library to say which turns there are."""

import asyncio
import re
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pytest
from page_objects import Board, BoardPage, NewGamePage, PlayPage
from review_world import WON
from site_world import opened, stored

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import byways
from byways.kernels.rng import seeded
from byways.registry import find
from byways.search.random_game import random_turn
from byways.site.storage.stored_games import Seat
from byways.site.timeline.projection import project
from byways.site.timeline.timeline import load
from byways.site.web.sessions import hash_of

ON_BOARD = re.compile(r"[a-z]\d+[NESW]?")
LINK = {"your side": "white", "the engine": "link", "size": "4"}
expect.set_options(timeout=30_000)


class Watch:
    """A context whose pages must say nothing on the console, ask no other host, and fail nowhere."""

    def __init__(self, context, address):
        self.context = context
        self.address = address
        self.complaints = []
        self.allowed = []
        self.frames = []
        self.responses = []
        context.set_default_timeout(30_000)
        context.on("page", self.look_at)

    def look_at(self, page):
        page.on("console", lambda message: message.type in ("error", "warning") and self.complain(message.text))
        page.on("pageerror", lambda error: self.complain(str(error)))
        page.on("request", lambda request: self.is_ours(request.url) or self.complain(request.url))
        page.on("websocket", self.listen_to)
        page.on("response", self.keep)

    def listen_to(self, socket):
        self.is_ours(socket.url.replace("ws", "http", 1)) or self.complain(socket.url)
        socket.on("framereceived", lambda data: self.frames.append(data if isinstance(data, str) else data.decode()))

    def keep(self, response):
        if "/api/" in response.url and response.request.method == "POST":
            self.responses.append(response)

    @property
    def payloads(self):
        """Everything that the server has told the pages so far, whole: a response's body comes after its event."""
        return [*self.frames, *(response.text() for response in self.responses)]

    def is_ours(self, url):
        return url.startswith((self.address, "data:"))

    def complain(self, text):
        if not any(re.search(pattern, text) for pattern in self.allowed):
            self.complaints.append(text)

    def page(self):
        return self.context.new_page()


def clicks(state, turn):
    """What is to be pointed at for a turn; the page presses a button by itself where it is the only thing left."""
    found, vector, variant = [], state.vector.copy(), state.variant
    for action in state.actions(turn):
        offers = [variant.clicks(vector, other) for other in variant.legal_actions(vector)]
        names = variant.clicks(vector, action)
        for i, name in enumerate(names):
            if i and not ON_BOARD.fullmatch(name) and sum(offer[:i] == names[:i] for offer in offers) == 1:
                break
            found.append(name)
        vector = variant.apply(vector, action)
    return found


def point_out(page, state, turn, *, by_keys=False):
    """Point at all that a turn takes, one thing after another, on a page of a lesson or a puzzle."""
    for name in clicks(state, turn):
        expect(Board(page).sending).to_have_count(0)
        label = state.variant.game.ui.labels.get(name, name.capitalize())
        button = BoardPage(page).choices.get_by_role("button", name=label, exact=True)
        there = Board(page).legal_point(name) if ON_BOARD.fullmatch(name) else button
        there.press("Enter") if by_keys else there.click()
    expect(Board(page).sending).to_have_count(0)


class Table:
    """A page with a game on it, and the same game in the library."""

    def __init__(self, page, address, game, people=True, **form):
        self.page = page
        self.game = find(game)
        query = {"your side": "both"} | form if people else form
        page.goto(f"{address}/new/{game}?{urlencode(query)}")
        NewGamePage(page).start.click()
        page.wait_for_url("**/play/*")
        self.options = {option.name: form[option.name] for option in self.game.options if option.name in form}
        for name, value in self.game.ui.defaults.items():
            self.options.setdefault(name, value)

    def on(self, page):
        """The same game on another page."""
        other = object.__new__(Table)
        other.page, other.game, other.options = page, self.game, self.options
        return other

    def join(self, watch, player="Black"):
        """Another browser, brought to its seat by its link."""
        other = self.on(watch.page())
        other.link = PlayPage(self.page).seat_link(player).input_value()
        other.page.goto(other.link)
        other.page.get_by_role("button", name="Join the game").click()
        other.page.wait_for_url("**/play/*")
        return other

    @property
    def state(self):
        """The game by what the page's list of turns says."""
        state = byways.start(self.game.name, **self.options)
        for turn in self.turns():
            state = state.play(turn)
        return state

    def turns(self):
        """What was played as records have it: lists say some turns in words."""
        return BoardPage(self.page).turn.evaluate_all("(all) => all.map((one) => one.title || one.innerText)")

    def point(self, name):
        return Board(self.page).point(name)

    def point_at(self, name):
        """Point at something, whether it may be chosen or not: Playwright would wait for what says it is disabled."""
        self.settled()
        self.point(name).click(force=True)

    def settled(self):
        """Wait until the server has answered the last click: until then the page hears no other."""
        expect(Board(self.page).sending).to_have_count(0)

    def open_point(self, name):
        """A point that may be chosen now."""
        return Board(self.page).legal_point(name)

    def word(self, word):
        label = self.game.ui.labels.get(word) or {"swap": "Swap colours"}.get(word, word.capitalize())
        return BoardPage(self.page).choices.get_by_role("button", name=label, exact=True)

    clicks = staticmethod(clicks)

    def two_stones(self):
        """What is to be pointed at for a turn of two stones."""
        return self.clicks(self.state, next(turn for turn in self.state.legal_turns() if "," in turn))

    def play(self, turn, by=None):
        """A turn by mouse, or by something else that can point; wait until it is listed and the board is at rest."""
        state = self.state
        after = len(self.turns()) + 1
        for name in self.clicks(state, turn):
            (by or self.click)(name)
        expect(BoardPage(self.page).turn.nth(after - 1)).to_be_visible()
        self.settled()

    def click(self, name):
        self.settled()
        (self.open_point(name) if ON_BOARD.fullmatch(name) else self.word(name)).click()
        if self.asks_back(name):
            BoardPage(self.page).yes.click()

    def asks_back(self, name):
        """Whether a game asks back before a word is played, as it does for what ends the game."""
        return f"sure {name}" in self.game.ui.labels

    def take_seat(self, player):
        """The hand-over dialog: somebody sits down."""
        dialog = self.page.get_by_role("dialog", name=f"{player}, it is your turn")
        dialog.get_by_role("button", name="I am ready").click()
        expect(dialog).to_be_hidden()

    def status(self, text):
        expect(PlayPage(self.page).status).to_have_text(text)

    def why(self, text):
        expect(BoardPage(self.page).why).to_have_text(text)


class Keys:
    """Pointing by keys alone, as somebody does who has no mouse."""

    def __init__(self, table):
        self.table = table
        self.page = table.page

    def __call__(self, name):
        if ON_BOARD.fullmatch(name):
            self.choose(name)
        else:
            self.press_button(self.table.word(name))
            if self.table.asks_back(name):
                expect(BoardPage(self.page).yes).to_be_focused()
                self.page.keyboard.press("Enter")

    def focused(self):
        return self.page.evaluate(
            "() => { const e = document.activeElement; return {point: e.dataset.point ?? null, id: e.id, "
            "text: e.textContent, x: +e.dataset.x, y: +e.dataset.y}; }"
        )

    def to_board(self):
        for _ in range(80):
            if self.focused()["point"] is not None:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab never comes to the board")

    def choose(self, name):
        self.table.settled()
        expect(self.table.open_point(name)).to_have_count(1)
        self.to_board()
        goal = self.table.open_point(name)
        x, y = (float(goal.get_attribute(f"data-{axis}")) for axis in "xy")
        for _ in range(80):
            here = self.focused()
            if here["point"] == name:
                break
            right, down = x - here["x"], y - here["y"]
            across = abs(right) >= abs(down) if _ % 7 else abs(right) < abs(down)
            self.page.keyboard.press(
                ("ArrowRight" if right > 0 else "ArrowLeft") if across else ("ArrowDown" if down > 0 else "ArrowUp")
            )
        assert self.focused()["point"] == name, f"the arrows do not lead to {name}"
        self.page.keyboard.press("Enter")

    def press_button(self, button):
        expect(button).to_be_visible()
        wanted = button.inner_text()
        for _ in range(80):
            if self.focused()["text"] == wanted:
                break
            self.page.keyboard.press("Tab")
        assert self.focused()["text"] == wanted, f"Tab never comes to {wanted}"
        self.page.keyboard.press("Enter")


def confirm(page, button):
    """Press a button that asks back, and say yes."""
    page.get_by_role("button", name=button).click()
    expect(BoardPage(page).confirm_dialog).to_be_visible()
    BoardPage(page).yes.click()


def held_back(page, pattern, **more):
    """The list of the requests that will be held back from now on, as routes."""
    held = []
    page.route(pattern, lambda route: held.append(route), **more)  # Playwright sets attributes on its handlers
    return held


def keep(server, *games):
    """Put games into a server's database."""

    async def create():
        async with opened(Path(server.folder) / "byways.sqlite3") as store:
            for game in games:
                await store.create(game)

    with ThreadPoolExecutor(1) as pool:  # Playwright has an event loop in this thread
        pool.submit(asyncio.run, create()).result()


def played(watch, server, turns=WON, game="troll", size=4, others=None, **options):
    """Open a game that has been played so far by a browser's person, for all sides or against `others`."""
    secret, game_id = secrets.token_urlsafe(32), secrets.token_urlsafe(8)
    first, *rest = byways.start(game, **options, **({"size": size} if size else {})).players
    seats = (Seat(first, holder=hash_of(secret)), *(Seat(one, **others or {"holder": hash_of(secret)}) for one in rest))
    kept = stored(game, size, turns, game_id, seats, **options)
    keep(server, replace(kept, projection=project(load(kept))))
    watch.context.add_cookies([{"name": "byways", "value": secret, "url": server.address}])
    page = watch.page()
    page.goto(f"{server.address}/play/{game_id}")
    return page


def short_game(game, tries=60, **options):
    """The turns of the shortest of some random games."""
    best = None
    for seed in range(tries):
        rng = seeded(seed)
        state = byways.start(game, **options)
        while state.to_move is not None and (best is None or len(state.turns) < len(best)):
            state = state.apply_unchecked(random_turn(state, rng))
        if state.to_move is None and (best is None or len(state.turns) < len(best)):
            best = state.turns
    return best


def overflow(page):
    return page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")


AXE = Axe().axe_script
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""For axe: its rules that depend on the theme."""


def violations(page, options=None, where=None):
    """What axe finds wrong, in short; `where` includes and excludes elements by their selectors."""
    only = {"resultTypes": ["violations"]}  # all that is right on a board would be a megabyte and take seconds
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    asked = [where, only | (options or {})]
    found = page.evaluate("([where, options]) => axe.run(where ?? document, options)", asked)["violations"]
    return [(item["id"], item["help"], [node["html"][:120] for node in item["nodes"][:3]]) for item in found]


REPAINTED = """() => Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition)
    .map((one) => one.finished)).then(() => null)"""
"""Wait until colours have become those of another theme, which buttons do little by little."""


def in_both_themes(page):
    """What axe finds wrong on a page in the light theme, and in the dark one of what depends on it."""
    page.emulate_media(reduced_motion="reduce")  # colours change at once
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    page.evaluate(REPAINTED)
    found += violations(page, COLOURS)
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    return found


def for_everybody(page, what=None):
    """Claim that axe finds nothing on a page in either theme, and that nothing is wider than its window."""
    assert in_both_themes(page) == [], what
    assert overflow(page) <= 0, what
