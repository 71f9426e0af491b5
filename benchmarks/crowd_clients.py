"""What one process of `benchmarks.crowd` does: play its games and watch them, over real connections."""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import byways
from benchmarks.serving import SAME_SITE, live_address, turn_body
from byways.rules.state_vector import PART
from byways.site.operations.open_files import raise_limit

GAMES = ("troll", "whirlwind", "stride")
HEARTBEAT = 2.0  # seconds, as the pages do


@dataclass
class Counts:
    """What one process has seen; milliseconds from the moment at which a turn is sent."""

    acknowledged: list[float] = field(default_factory=list)
    arrived: list[float] = field(default_factory=list)
    troubles: dict[str, int] = field(default_factory=dict)
    games: int = 0

    def note(self, trouble: str) -> None:
        self.troubles[trouble] = self.troubles.get(trouble, 0) + 1


@dataclass
class Table:
    """One game, its player, and those who watch it."""

    name: str
    address: str
    source: str
    watchers: int
    pace: float
    counts: Counts
    luck: random.Random
    sent: dict[int, float] = field(default_factory=dict)
    """When the turn was sent that made a version."""

    async def play(self, until: float) -> None:
        """Play one game after another, a turn about every `pace` seconds, before the eyes of all watchers."""
        await asyncio.sleep(self.luck.uniform(0, self.pace))
        transport = httpx.AsyncHTTPTransport(local_address=self.source, limits=httpx.Limits(max_connections=2))
        headers = {"Origin": self.address, **SAME_SITE}
        async with httpx.AsyncClient(base_url=self.address, headers=headers, transport=transport, timeout=60) as client:
            while time.monotonic() < until:
                answer = await client.post(f"/new/{self.name}", data={"your side": "both"})
                if answer.status_code != 303:
                    self.counts.note(f"status {answer.status_code} for a new game")
                    await asyncio.sleep(self.pace)
                    continue
                self.counts.games += 1
                api = answer.headers["location"].replace("/play/", "/api/games/")
                self.sent.clear()
                watching = [asyncio.create_task(self.watch(api)) for _ in range(self.watchers)]
                await self.one_game(client, api, until)
                await asyncio.sleep(min(2.0, self.pace))  # so that the last turn arrives
                for task in watching:
                    task.cancel()
                await asyncio.gather(*watching, return_exceptions=True)

    async def one_game(self, client: httpx.AsyncClient, api: str, until: float) -> None:
        """A random game, to its end or the bench's."""
        state, version, shown = byways.start(self.name), 0, ""
        while state.to_move and time.monotonic() < until:
            await asyncio.sleep(self.luck.uniform(0.5, 1.5) * self.pace)
            actions = await asyncio.to_thread(self.turn, state)
            body = turn_body(version, actions, shown, f"{version}-{self.luck.random()}")
            began = self.sent[version + 1] = time.perf_counter()
            answer = await self.tell(client, api, body, until)
            if answer is None:
                return
            self.counts.acknowledged.append(1000 * (time.perf_counter() - began))
            shown = answer["view"]["tag"]
            state, version = state.apply_unchecked(actions), version + 1

    async def tell(
        self, client: httpx.AsyncClient, api: str, body: dict[str, Any], until: float
    ) -> dict[str, Any] | None:
        """Send a turn until it is acknowledged, as pages do: a late answer must not leave the game behind for ever.

        Return what is shown then; None when the time is over.
        """
        while time.monotonic() < until:
            try:
                answer = await client.post(f"{api}/act", json=body)
                if answer.status_code == 200:
                    return dict(answer.json())
                self.counts.note(f"status {answer.status_code} for a turn")
            except httpx.TransportError as error:
                self.counts.note(f"a turn: {type(error).__name__}")
            await asyncio.sleep(0.5)
        return None

    def turn(self, state: byways.State) -> list[int]:
        """The actions of a random turn."""
        vector, actions = state.vector, []
        while True:
            action = self.luck.choice(state.variant.legal_actions(vector))
            actions.append(action)
            vector = state.variant.apply(vector, action)
            if vector[PART] == 0:
                return actions

    async def watch(self, api: str) -> None:
        """One spectator: heartbeats as a page's, and again from the start where the connection ends."""
        address = live_address(self.address, api)
        while True:
            try:
                async with connect(
                    address, max_size=None, compression=None, ping_interval=None, local_addr=(self.source, 0)
                ) as socket:
                    beating = asyncio.create_task(beat(socket))
                    try:
                        async for message in socket:
                            self.hear(json.loads(message))
                    finally:
                        beating.cancel()
                self.counts.note("a spectator's connection ended")
            except (OSError, ConnectionClosed, TimeoutError) as error:
                self.counts.note(f"a spectator: {type(error).__name__}")
            await asyncio.sleep(self.luck.uniform(0.5, 1.5))

    def hear(self, message: dict[str, Any]) -> None:
        """Note when a turn is there."""
        now, sent = time.perf_counter(), self.sent.get(message["view"]["version"] if "view" in message else 0)
        if sent is not None and "base" in message["patch"] and message["view"]["ply"] == message["view"]["version"]:
            self.counts.arrived.append(1000 * (now - sent))


async def beat(socket: Any) -> None:
    """Say something every few seconds."""
    with suppress(ConnectionClosed):
        await asyncio.sleep(random.uniform(0, HEARTBEAT))
        while True:
            await socket.send("{}")
            await asyncio.sleep(HEARTBEAT)


async def _run(tables: list[Table], seconds: float) -> None:
    until = time.monotonic() + seconds
    await asyncio.gather(*(table.play(until) for table in tables))


def crowd(address: str, number: int, games: int, watchers: int, pace: float, seconds: float, results: Any) -> None:
    """All of one process; puts its counts into the queue."""
    raise_limit()
    counts = Counts()
    tables = [
        Table(
            GAMES[i % len(GAMES)],
            address,
            f"127.0.{number + 1}.{i + 1}",  # each game's people come from an address of their own, as in life
            watchers,
            pace,
            counts,
            random.Random(1000 * number + i),
        )
        for i in range(games)
    ]
    for name in GAMES:
        tables[0].turn(byways.start(name))  # loads what the clients reckon with, which is no part of what is measured
    asyncio.run(_run(tables, seconds))
    results.put(counts)
