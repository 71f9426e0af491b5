"""Two people and a stranger at three browsers, and a game that one of them began."""

from contextlib import asynccontextmanager

from site_world import act, refusal, room_of, site_in, tell, view

LINK = {"your side": "white", "the engine": "link", "size": "4"}
SHEETS = {"players": "2", "seat player 1": "person", "seat player 2": "link"}
"""A game of The Long Way of two."""


async def begin(browser, game="troll", **form):
    answer = await browser.post(f"/new/{game}", data=LINK | form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].replace("/play/", "/api/games/")


async def links(browser, api):
    """The secrets of the links that are still to be sent out, by player."""
    answer = await browser.post(f"{api}/links", json={})
    assert answer.status_code == 200, answer.text
    rows = [row for row in answer.json()["links"] if row["player"] and row["url"]]
    return {row["player"]: row["url"].partition("#")[2] for row in rows}


async def sit(browser, api, secret, **more):
    return await browser.post(f"{api}/sit", json={"secret": secret, **more})


async def invitation(browser, api, secret):
    return await browser.post(f"{api}/invitation", json={"secret": secret})


async def revoke(browser, api, player="black", key=None):
    return await tell(browser, api, "revoke", key=key, player=player)


COMMANDS = {
    "yes": {"kind": "answer", "yes": True},
    "no": {"kind": "answer", "yes": False},
    "withdraw": {"kind": "answer", "yes": False},
    "draw": {"kind": "offer", "what": "draw"},
    "takeback": {"kind": "offer", "what": "takeback"},
    "rematch": {"kind": "offer", "what": "rematch"},
}


async def deal(browser, api, what, key=None, **more):
    """Resign, offer, answer, and whatever else is no turn, by its word on the page."""
    return await tell(browser, api, key=key, **COMMANDS.get(what, {"kind": what}), **more)


seen, code = view, refusal


class Two:
    """A game of Ada, who has White, and Bob, who came by a link."""

    def __init__(self, site, ada, bob, eve, api):
        self.site, self.ada, self.bob, self.eve, self.api = site, ada, bob, eve, api

    async def play(self, *turns):
        """Turns by Ada and Bob, whoever is to move."""
        for turn in turns:
            timeline = self.room.timeline
            hers = timeline.to_move in timeline.players_of(timeline.creator)
            assert (await act(self.ada if hers else self.bob, self.api, turn)).status_code == 200

    @property
    def room(self):
        return room_of(self.site, self.api)


def two(tmp_path, **form):
    return two_on(site_in(tmp_path), **form)


@asynccontextmanager
async def two_on(running, *, here=True, **form):
    """The same on a site that is still to be opened; unless they are `here` nobody has looked at the board yet."""
    async with running as site:
        ada, bob, eve = site.browser(), site.browser(), site.browser()
        await ada.post("/mine", data={"your name": "Ada"})
        api = await begin(ada, **form)
        await sit(bob, api, (await links(ada, api))["black"])
        game = Two(site, ada, bob, eve, api)
        for holder in game.room.timeline.people.values() if here else ():
            await game.room.arrive(holder)
        yield game
