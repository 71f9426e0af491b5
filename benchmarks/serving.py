"""A real server for benchmarks of the site, in a process of its own, and what it costs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

import byways

SAME_SITE = {"Sec-Fetch-Site": "same-origin"}
_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Served:
    """Where a server is, and which process."""

    address: str
    process: int

    def memory(self) -> float:
        """Megabytes that the process holds; its workers are others."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process}/status").read_text(encoding="utf-8"))
        assert found
        return int(found[1]) / 1024

    def busy(self) -> float:
        """Seconds of processor time that the process has had."""
        words = Path(f"/proc/{self.process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / _TICK


@contextmanager
def serving(folder: str) -> Iterator[Served]:
    """A server over a fresh database in a folder, as soon as it says where it is."""
    code = "import byways.site; byways.site.serve(port=0, browser=False)"
    environment = {**os.environ, "BYWAYS_DATA": folder}
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment, text=True)
    assert process.stdout is not None
    try:
        found = re.search(r"(http://[\d.]+:\d+)/", process.stdout.readline())
        assert found, "the server did not say where it is"
        yield Served(found[1], process.pid)
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def turn_body(version: int, actions: Sequence[int], shown: str, key: str | None = None) -> dict[str, Any]:
    """Return the body of a request that makes a turn, from a page that shows a tag: else the whole page is answered."""
    return {"command": {"kind": "turn", "version": version, "actions": list(actions)}, "shown": shown, "key": key}


def live_address(server: str, api: str) -> str:
    """Return the address of the news of a game, by the server's address and that of the game's part of the API."""
    return f"{server.replace('http', 'ws')}/api/live?topic=game:{api.rpartition('/')[2]}"


def begin(client: httpx.Client, game: str, **form: str) -> str:
    """Begin a game in which everybody sits at this screen; gives the address of its part of the API."""
    form = {"your side": "both", "players": "1", "seat player 1": "person"} | form
    answer = client.post(f"/new/{game}", data=form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].replace("/play/", "/api/games/")


def begin_to_stay(client: httpx.Client, game: str) -> str:
    """Begin a game and make its first turn; a game in which nobody has moved is replaced by the next one."""
    api, state = begin(client, game), byways.start(game)
    seen = client.get(f"{api}/view").json()["view"]
    body = turn_body(seen["version"], state.actions(state.legal_turns()[0]), seen["tag"])
    client.post(f"{api}/act", json=body).raise_for_status()
    return api
