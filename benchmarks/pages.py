"""What people wait for, in a real Chromium: pages, their own turns, other people's, and the way back after a cut."""

from __future__ import annotations

import argparse
import random
import re
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

import byways
from benchmarks.crowd import row
from benchmarks.cutting import OPEN, RESET, SILENT, Proxy
from benchmarks.serving import SAME_SITE, Served, begin, begin_to_stay, serving, turn_body
from benchmarks.timing import keep, median

GAMES = ("stroll", "troll", "longway", "whirlwind", "stride")
PLAYED = ("troll", "stride", "whirlwind")
TIMES = 5  # that a page is opened
CUT = 5.0  # seconds
POINT = re.compile(r"[a-z]\d+")

WATCH = """() => {
  const painted = new Map(), waiting = new Map();
  const turns = () => document.querySelectorAll("#turns .turn").length;
  const now = () => performance.timeOrigin + performance.now();
  let shown = turns();
  document.addEventListener("click", (e) => { window.clicked = performance.timeOrigin + e.timeStamp; }, true);
  new MutationObserver(() => {
    if (turns() <= shown) return;
    const number = (shown = turns());
    requestAnimationFrame(() => {  // and once that frame has been drawn
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        painted.set(number, now());
        waiting.get(number)?.(now());
      };
      port2.postMessage(0);
    });
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  // To ask again in every frame, as Playwright does, would keep the page at drawing.
  window.paintedAt = (number) => painted.get(number) ?? new Promise((told) => waiting.set(number, told));
}"""
LOADED = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const parts = [page, ...performance.getEntriesByType("resource")];
  return [page.domContentLoadedEventEnd, parts.length, parts.reduce((sum, part) => sum + part.transferSize, 0)];
}"""

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The same browser without its windows first: drawing them takes the processors that page and server need."""


def pages_of(client: httpx.Client) -> dict[str, str]:
    """Every kind of page, and where one of it is."""
    found = {"home": "/", "my games": "/mine", "a record to review": "/review", "learn": "/learn", "daily": "/daily"}
    found |= {"puzzle run": "/run", "exercises": "/exercises", "ladder": "/ladder", "settings": "/settings"}
    for game in GAMES:
        api = begin_to_stay(client, game)
        found |= {f"{game}: new": f"/new/{game}", f"{game}: play": api.replace("/api/games/", "/play/")}
        found |= {f"{game}: rules": f"/rules/{game}", f"{game}: learn": f"/learn/{game}"}
        found |= {f"{game}: set up": f"/setup/{game}", f"{game}: daily": f"/daily/{game}"}
    record = '[Game "troll"]\n[Options "size=4"]\n\n1. b3 a2 2. c3 b2 3. b4 c2 4. c4 d2\n'
    answer = client.post("/review", data={"record": record}, follow_redirects=False)
    if answer.status_code == 303:
        found["troll: review"] = answer.headers["location"]
    return found


def load(browser: Browser, address: str, path: str, cookies: Any) -> tuple[float, int, int]:
    """(ms until all scripts have run, files, bytes as they travel) of a page opened by a browser that knows nothing."""
    context = browser.new_context()
    context.add_cookies(cookies)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address + path, wait_until="load")
    page.wait_for_load_state("networkidle")
    ready, files, sent = page.evaluate(LOADED)
    context.close()
    foreign = [url for url in asked if not url.startswith((address, "data:"))]
    assert not foreign, f"{path} asks others: {foreign}"
    return ready, files, sent


def first_loads(browser: Browser, served: Served) -> Iterator[str]:
    """The table of pages."""
    with httpx.Client(base_url=served.address, headers={"Origin": served.address, **SAME_SITE}) as client:
        paths = pages_of(client)
        cookies = [{"name": name, "value": value, "url": served.address} for name, value in client.cookies.items()]
    yield f"{'a page, opened for the first time':<34}{'files':>9}{'kB':>9}{'ready':>9}{'slowest':>9}"
    everything: list[tuple[float, int]] = []
    for name, path in paths.items():
        load(browser, served.address, path, cookies)
        times, files, sent = zip(*(load(browser, served.address, path, cookies) for _ in range(TIMES)), strict=True)
        everything.append((median(times), max(sent)))
        yield f"{name:<34}{max(files):>9}{max(sent) / 1000:>9.1f}{median(times):>9.0f}{max(times):>9.0f}"
    slowest, heaviest = max(ready for ready, _ in everything), max(sent for _, sent in everything)
    yield f"slowest {slowest:.0f} ms (target 500), heaviest {heaviest / 1000:.1f} kB (target 80); none asks other hosts"


class Table:
    """A game on a page, and the same game in the library."""

    def __init__(self, page: Page, served: Served, game: str, address: str | None = None) -> None:
        with httpx.Client(base_url=served.address, headers={"Origin": served.address, **SAME_SITE}) as client:
            self.api = begin(client, game)
            self.cookies = dict(client.cookies)
        page.context.add_cookies([{"name": n, "value": v, "url": served.address} for n, v in self.cookies.items()])
        self.page, self.served, self.shown = page, served, ""
        self.state = byways.start(game, position=None, **byways.find(game).ui.defaults)
        self.path = self.api.replace("/api/games/", "/play/")
        page.goto((address or served.address) + self.path)
        page.wait_for_function("() => document.getElementById('link').hidden")
        page.evaluate(WATCH)

    def turn(self, luck: random.Random) -> str | None:
        """Some turn that is pointed out on the board alone; None where there is none."""
        turns = self.state.legal_turns() if self.state.to_move else []
        turns = luck.sample(turns, min(len(turns), 40))
        return next((turn for turn in turns if all(map(POINT.fullmatch, self.clicks(turn)))), None)

    def clicks(self, turn: str) -> list[str]:
        variant, vector = self.state.variant, self.state.vector
        found: list[str] = []
        for action in self.state.actions(turn):
            found += variant.clicks(vector.copy(), action)
            vector = variant.apply(vector, action)
        return found

    def click(self, turn: str) -> None:
        """Play it on the page by real clicks."""
        for point in self.clicks(turn):
            self.page.wait_for_function("() => !document.querySelector('#stage.sending')")
            self.page.locator(f'#stage .point.legal[data-point="{point}"]').click(force=True)
        self.state = self.state.play(turn)

    def send(self, turn: str) -> None:
        """Play it past the page."""
        body = turn_body(len(self.state.turns), self.state.actions(turn), self.shown)
        answer = httpx.post(f"{self.served.address}{self.api}/act", json=body, cookies=self.cookies)
        answer.raise_for_status()
        self.state, self.shown = self.state.play(turn), answer.json()["view"]["tag"]

    def wait(self, page: Page, seconds: float = 60) -> float:
        """When a page has painted the last turn, in ms of the epoch."""
        number = len(self.state.turns)
        late = f"new Promise((_, fail) => setTimeout(() => fail(new Error('never painted')), {1000 * seconds}))"
        return float(page.evaluate(f"() => Promise.race([window.paintedAt({number}), {late}])"))


def paintings(browser: Browser, served: Served, wanted: int, luck: random.Random) -> Iterator[str]:
    """The table of turns: on the page of who plays it, and on another that shows the game."""
    yield f"{'ms since the last click':<34}{'times':>9}{'median':>9}{'95 %':>9}{'99 %':>9}{'slowest':>9}"
    own: list[float] = []
    other: list[float] = []
    for game in PLAYED:
        mine: list[float] = []
        theirs: list[float] = []
        while len(mine) < wanted:
            here, there = browser.new_context(), browser.new_context()
            table, watching = Table(here.new_page(), served, game), there.new_page()
            watching.goto(served.address + table.path)
            watching.wait_for_function("() => document.getElementById('link').hidden")
            watching.evaluate(WATCH)
            while len(mine) < wanted and (turn := table.turn(luck)) is not None:
                time.sleep(luck.uniform(0.1, 0.3))  # at rest
                table.click(turn)
                seen, shown = table.wait(table.page), table.wait(watching)
                clicked = float(table.page.evaluate("() => window.clicked"))
                mine.append(seen - clicked)
                theirs.append(shown - clicked)
            here.close()
            there.close()
        yield row(f"{game}, own turn", mine)
        yield row(f"{game}, other tab", theirs)
        own += mine
        other += theirs
    yield row("own turn painted", own, "target: 95 % in 60")
    yield row("painted in another tab", other, "target: 95 % in 70")


def cuts(browser: Browser, served: Served, times: int, luck: random.Random) -> Iterator[str]:
    """The table of cuts: from the end of the cut until the page shows what it missed, or its own turn is kept."""
    yield f"{f'seconds after a cut of {CUT:g} s':<34}{'times':>9}{'median':>9}{'slowest':>9}"
    for mode, name in ((RESET, "reset"), (SILENT, "silent")):
        for own in (False, True):
            taken = [cut(browser, served, mode, luck, own=own) for _ in range(times)]
            what = "own turn sent in it" if own else "missed turn shown"
            target = "   target: 2" if not own else ""
            yield f"{f'{name}: {what}':<34}{len(taken):>9}{median(taken):>9.2f}{max(taken):>9.2f}{target}"


def cut(browser: Browser, served: Served, mode: str, luck: random.Random, *, own: bool) -> float:
    """One cut of a page's line."""
    proxy = Proxy(int(served.address.rpartition(":")[2]))
    context = browser.new_context()
    try:
        table = Table(context.new_page(), served, "troll", f"http://127.0.0.1:{proxy.port}")
        time.sleep(luck.uniform(0.5, 3.5))  # anywhere between two heartbeats
        proxy.cut(mode)
        began = time.monotonic()
        time.sleep(1)
        turn = table.turn(luck)
        assert turn is not None
        if own:
            table.click(turn)
        else:
            table.send(turn)
        table.page.wait_for_timeout(1000 * (CUT - (time.monotonic() - began)))
        proxy.cut(OPEN)
        mended = 1000 * time.time()
        return max(0.0, table.wait(table.page) - mended) / 1000
    finally:
        context.close()
        proxy.close()


def main(arguments: Sequence[str] = ()) -> None:
    """Measure and keep the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description=__doc__)
    parser.add_argument("--turns", type=int, default=60, help="of each game")
    parser.add_argument("--cuts", type=int, default=6, help="of each kind")
    parser.add_argument("--only", choices=("pages", "turns", "cuts"))
    asked = parser.parse_args(list(arguments))
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise SystemExit("benchmarks: there is no Chromium on this machine (on Debian: apt-get install chromium)")
    luck, lines = random.Random(1), []
    with tempfile.TemporaryDirectory() as folder, serving(folder) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        if asked.only in (None, "pages"):
            lines += [*first_loads(browser, served), ""]
        if asked.only in (None, "turns"):
            lines += [*paintings(browser, served, asked.turns, luck), ""]
        if asked.only in (None, "cuts"):
            lines += cuts(browser, served, asked.cuts, luck)
        lines += ["", f"({re.sub('/.*', '', browser.version)}, headless)"]
        browser.close()
    title = "Pages in Chromium, one server process on the same machine"
    if asked.only is None:
        keep("pages", title, lines)
    else:
        print("\n".join([title, *lines]))


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
