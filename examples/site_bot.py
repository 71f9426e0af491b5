"""A bot for the site: it takes a seat by its link and plays to the end of the game (docs/guides/bots.md).

    python examples/site_bot.py "http://127.0.0.1:8000/join/GAME#SECRET" level:number=3

The second word is any player of `byways match`, such as "process:python bot.py".
"""

import json
import re
import secrets
import sys
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import connect

import byways


def main(link: str, player: str) -> None:
    """Sit down and play."""
    found = re.fullmatch(r"(http.*)/join/([\w-]+)#(.+)", link)
    assert found, "a link to a seat looks like http://127.0.0.1:8000/join/GAME#SECRET"
    site, game, seat = found.groups()
    headers = {"Authorization": f"Bearer {secrets.token_urlsafe(32)}"}

    def ask(what: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        try:
            return json.load(urlopen(Request(f"{site}/api/games/{game}/{what}", data, headers)))
        except HTTPError as error:
            if error.code != 409:  # the game has gone on meanwhile, which the next look shows
                raise SystemExit(f"{what}: {error.read().decode()}") from None

    ask("sit", {"secret": seat, "name": player})
    news = f"{site.replace('http', 'ws', 1)}/api/live?topic=game:{game}&has="
    with byways.player(player) as chooser, connect(news, additional_headers=headers, max_size=None) as socket:
        while not (now := ask("position"))["over"]:
            if now["to_move"] not in now["mine"]:
                wait_for_news(socket)
                continue
            state = byways.start(now["game"], position=now["position"], **now["options"])
            for turn in now["turns"]:
                state = state.play(turn)
            turn = {"actions": state.actions(chooser.choose(state)), "version": now["version"], "sure": True}
            ask("act", {"command": {"kind": "turn", **turn}, "shown": "", "key": secrets.token_urlsafe(16)})


def wait_for_news(socket: Any) -> None:
    """Wait until something has happened, or for ten seconds, which end with a sign of life."""
    try:
        while "topic" not in json.loads(socket.recv(timeout=10)):
            pass
    except TimeoutError:
        socket.send("{}")


if __name__ == "__main__":
    main(*sys.argv[1:])
