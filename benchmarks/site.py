"""The site as a browser's network sees it: a real server, a real client, and what the first page weighs."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any

import httpx

import byways
from benchmarks.serving import SAME_SITE, begin, begin_to_stay, serving, turn_body
from benchmarks.timing import keep, median

STARTS = 7
TURNS = 40  # at most, of each game
GAMES = ("stroll", "troll", "longway", "whirlwind", "stride")
TURN = re.compile(r'data-address="\d+"(?: title="([^"]*)")?>([^<]*)<')  # a title is its text where words are shown
NEEDED = re.compile(r'(?:<link[^>]*rel="(?:stylesheet|icon)"[^>]*href|src)="(/[^"]+)"')
PAGES = {"home": "/", "new game": "/new/troll", "rules": "/rules/stride"}


def first_page(folder: str) -> tuple[float, float]:
    """Seconds from the start of the process until the first page is there whole, and the page's own share of them."""
    began = time.perf_counter()
    with serving(folder) as served:
        address = served.address
        asked = time.perf_counter()
        httpx.get(address).raise_for_status()
        here = time.perf_counter()
    return here - began, here - asked


def weight(client: httpx.Client, path: str) -> tuple[int, int, int]:
    """How many files a page needs, and their bytes as they travel and unpacked; scripts and pictures included."""
    seen: dict[str, tuple[int, int]] = {}
    waiting = [path]
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        answer = client.get(here)
        answer.raise_for_status()
        seen[here] = (answer.num_bytes_downloaded, len(answer.content))
        kind = answer.headers["content-type"]
        if here == path:
            waiting += NEEDED.findall(answer.text)
        elif "javascript" in kind:
            base = here.rpartition("/")[0]
            waiting += [f"{base}/{name}" for name in re.findall(r'from "\./([^"]+)"', answer.text)]
    return len(seen), sum(packed for packed, _ in seen.values()), sum(whole for _, whole in seen.values())


def turns_of(client: httpx.Client, game: str) -> list[float]:
    """Milliseconds until each turn of a game is acknowledged: on disk, drawn, and told to whoever asked."""
    api, taken = begin(client, game), []
    state = byways.start(game)
    for number in range(TURNS):
        seen: dict[str, Any] = client.get(f"{api}/view").json()
        for ply in range(len(state.turns) + 1, seen["view"]["ply"] + 1):  # ours, and the dice
            text, shown = TURN.findall(seen["patch"]["markup"][f"turns.{ply}"])[0]
            state = state.play(unescape(text or shown))
        legal = state.legal_turns() if state.to_move is not None else ()
        if not legal:
            break
        body = turn_body(seen["view"]["version"], state.actions(legal[number * 7 % len(legal)]), seen["view"]["tag"])
        began = time.perf_counter()
        answer = client.post(f"{api}/act", json=body)
        taken.append(1000 * (time.perf_counter() - began))
        answer.raise_for_status()
    return taken


def row(name: str, times: Sequence[float]) -> str:
    """One game's turns."""
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"{name:<12}{len(ordered):>7}{median(ordered):>11.1f}{late:>9.1f}{ordered[-1]:>10.1f}"


def starts(folder: str) -> Iterator[str]:
    """The table of first pages."""
    first_page(folder)  # makes the database, fills the caches
    whole, pages = zip(*(first_page(folder) for _ in range(STARTS)), strict=True)
    yield f"{'first page after a warm start, seconds':<44}{'median':>8}{'best':>8}{'worst':>8}{'target':>8}"
    for name, times, target in (
        ("process started to page received", whole, "1.5"),
        ("of these the request", pages, ""),
    ):
        yield f"{name:<44}{median(times):>8.2f}{min(times):>8.2f}{max(times):>8.2f}{target:>8}".rstrip()


def turns(client: httpx.Client) -> Iterator[str]:
    """The table of turns."""
    yield f"{'a turn, ms':<12}{'turns':>7}{'median':>11}{'95 %':>9}{'slowest':>10}    target: median 60"
    everything: list[float] = []
    for game in GAMES:
        times = turns_of(client, game)
        everything += times
        yield row(game, times)
    yield row("all", everything)


def weights(client: httpx.Client) -> Iterator[str]:
    """The table of pages."""
    yield f"{'page':<12}{'files':>7}{'kB sent':>11}{'kB unpacked':>13}"
    boards = {game: begin_to_stay(client, game).replace("/api/games/", "/play/") for game in GAMES}
    for name, path in {**PAGES, **boards}.items():
        files, packed, unpacked = weight(client, path)
        yield f"{name:<12}{files:>7}{packed / 1000:>11.1f}{unpacked / 1000:>13.1f}"


def main() -> None:
    """Measure and keep the tables."""
    with tempfile.TemporaryDirectory() as folder:
        lines = [*starts(folder), ""]
        with serving(folder) as served:
            headers = {"Origin": served.address, **SAME_SITE}
            with httpx.Client(base_url=served.address, headers=headers) as client:
                lines += [*turns(client), "", *weights(client)]
    keep("site", "The site: one server process, one client over HTTP on the same machine", lines)
