"""*Your games*, asked for again and again by two people with many games each, as their open pages do."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import re
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx

import byways
from benchmarks.serving import serving
from benchmarks.timing import keep, median
from byways.site.lobby.my_games import BOARDS, LIST_TAG
from byways.site.settings import database_url
from byways.site.storage import schema
from byways.site.storage.game_store import Store
from byways.site.storage.stored_games import Event, Seat, StoredGame
from byways.site.web.sessions import hash_of

PEOPLE = ("ada".ljust(22, "-"), "bob".ljust(22, "-"))
GAMES = ("whirlwind", "troll", "stride", "longway")
TURNS = 40
HAVE_BOARDS = {BOARDS: r'data-board="(\w+)"'}
HAVE_ALL = HAVE_BOARDS | {LIST_TAG: r'data-told="(\w+)"'}


def games_of(holder: str, count: int, luck: random.Random) -> Iterator[StoredGame]:
    """Games against an engine that wait for their person."""
    for number, name in zip(range(count), itertools.cycle(GAMES)):
        state = byways.start(name)
        for _ in range(TURNS):
            state = state.play(luck.choice(state.legal_turns())) if state.to_move else state
        created = datetime.now(UTC) - timedelta(hours=number)
        events = tuple(Event(i, "turn", {"turn": turn}, created) for i, turn in enumerate(state.turns, 1))
        seats = tuple(Seat(player, holder=holder) for player in state.players)
        yield StoredGame(f"{holder[:4]}{number}", name, state.options, None, created, seats, events)


async def fill(url: str, count: int) -> None:
    """Give each of the people their games."""
    schema.upgrade(url)
    store, luck = Store(url), random.Random(1)
    for person in PEOPLE:
        for game in games_of(hash_of(person), count, luck):
            await store.create(game)
    await store.close()


def polls(address: str, rounds: int, said: Mapping[str, str]) -> Iterator[tuple[float, int]]:
    """Milliseconds and bytes of each answer, the people taking turns; what their pages say of themselves, by header."""
    with httpx.Client(base_url=address, timeout=60) as client:
        shown: dict[str, dict[str, str]] = {person: {} for person in PEOPLE}
        for person in PEOPLE * rounds:
            began = time.perf_counter()
            answer = client.get("/mine", headers={"Cookie": f"byways={person}", **shown[person]})
            assert answer.is_success, answer.text
            yield 1000 * (time.perf_counter() - began), len(answer.content)
            if len(said) > len(shown[person]):
                shown[person] = {header: " ".join(re.findall(found, answer.text)) for header, found in said.items()}


def main(arguments: Sequence[str] = ()) -> None:
    """Measure and keep the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lists", description=__doc__)
    parser.add_argument("--games", type=int, default=50, help="of each person")
    parser.add_argument("--rounds", type=int, default=20)
    asked = parser.parse_args(list(arguments))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(fill(database_url(str(Path(folder) / "byways.sqlite3")), asked.games))
        with serving(folder) as served:
            whole, one, rest = (list(polls(served.address, asked.rounds, said)) for said in ({}, HAVE_BOARDS, HAVE_ALL))
    title = f"Two people with {asked.games} games each ask for their list, in turns (ms)"
    first = median([ms for ms, _ in whole[:2]])
    rows = [_row("with all boards", whole), _row("with the boards that changed", one), _row("at rest", rest)]
    keep("lists", title, [f"first {first:.1f}", *rows])


def _row(name: str, found: Sequence[tuple[float, int]]) -> str:
    """Return what pages waited that had been answered before."""
    taken = [ms for ms, _ in found[2:]]
    return f"{name}: median {median(taken):.1f}, most {max(taken):.1f}, {found[-1][1]} bytes"


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
