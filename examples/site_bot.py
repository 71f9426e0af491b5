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

import websockets.sync.client

import byways


def main(link: str = "", player: str = "") -> None:
    """Sit down and play."""
    if not player or not (found := re.fullmatch(r"(http.*)/join/([\w-]+)#(.+)", link)):
        raise SystemExit('usage: python site_bot.py "http://127.0.0.1:8000/join/GAME#SECRET" PLAYER')
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
    news = websockets.sync.client.connect(  # closed at the end of `with`
        f"{site.replace('http', 'ws', 1)}/api/live?topic=game:{game}&has=", additional_headers=headers, max_size=None
    )
    with byways.player(player) as chooser, news as socket:
        while not (now := ask("position"))["over"]:
            if now["to_move"] in now["mine"]:
                state = byways.start(now["game"], position=now["position"], **now["options"])
                for turn in now["turns"]:
                    state = state.play(turn)
                turn = {"actions": state.actions(chooser.choose(state)), "version": now["version"], "sure": True}
                ask("act", {"command": {"kind": "turn", **turn}, "shown": "", "key": secrets.token_urlsafe(16)})
                continue
            try:
                while "topic" not in json.loads(socket.recv(timeout=10)):
                    pass  # wait until something has happened, or for ten seconds, which end with a sign of life
            except TimeoutError:
                socket.send("{}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:3])
    except (OSError, websockets.WebSocketException, byways.BywaysError) as failure:
        sys.exit(f"site_bot: {failure}")
