"""People who play whatever happens to the server, and whether it kept what it said it had kept."""

import random
import threading
import time

import httpx
from page_facts import turn_body
from site_world import opened

import byways


class Sender(threading.Thread):
    """Plays games, one turn at a time, each sent again until it is answered; remembers what was acknowledged."""

    def __init__(self, server, seed):
        super().__init__(daemon=True)
        self.server, self.random = server, random.Random(seed)
        self.stopping = threading.Event()
        self.acknowledged = {}  # by game: the turns in order
        self.trouble = None

    @property
    def played(self):
        """How many turns it was told were kept."""
        return sum(map(len, tuple(self.acknowledged.values())))

    def run(self):
        try:
            with httpx.Client(base_url=self.server.address, timeout=5) as self.http:
                while not self.stopping.is_set():
                    self.play()
        except Exception as error:
            self.trouble = error

    def play(self):
        answer = self.sent("POST", "/new/troll", data={"size": "6", "your side": "both"})
        game = answer.headers["location"].removeprefix("/play/")
        turns = self.acknowledged[game] = []
        state = byways.start("troll", size=6)
        while state.to_move and not self.stopping.is_set():
            turn = self.random.choice(state.legal_turns())
            version, key = len(turns), f"{game}-{len(turns)}"
            body = turn_body(version, list(state.actions(turn)), key)
            answer = self.sent("POST", f"/api/games/{game}/act", json=body)
            assert answer.status_code == 200, answer.text
            turns.append(turn)
            state = state.play(turn)

    def sent(self, method, address, **what):
        """The answer to a request, which is sent again while the server is away or asks for patience."""
        while True:
            try:
                answer = self.http.request(method, address, **what)
            except httpx.TransportError:
                time.sleep(0.02)
                continue
            if answer.status_code not in (429, 503):
                return answer
            time.sleep(0.02 if answer.status_code == 503 else int(answer.headers["Retry-After"]))


async def compare(database, acknowledged):
    """Every acknowledged turn is there, once and in order; at most one more was kept that could not be answered."""
    async with opened(database) as store:
        for game, turns in acknowledged.items():
            found = await store.load(game)
            kept = [event.data["turn"] for event in found.events]
            assert kept == turns
            assert [event.number for event in found.events] == list(range(1, len(turns) + 1))
            assert len({event.key for event in found.events}) == len(turns)
    return sum(map(len, acknowledged.values()))
