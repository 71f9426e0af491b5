"""One person on several devices: a link, good for some minutes, that makes a second browser the same player.

What the link carries is the browser's own secret, sealed with the server's key and the time, so that nothing need be
kept. It is in the link's fragment, as that of a seat is. A link that merely opens makes no browser another's: the page
names the games first, and asks.
"""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from byways.site.daily.attempts import Attempts
from byways.site.i18n.languages import render
from byways.site.i18n.peoples_words import isolated
from byways.site.play.multiplayer_api import host_of
from byways.site.storage.game_store import Store
from byways.site.storage.practice_store import PracticeStore
from byways.site.timeline.refusals import NotYoursError
from byways.site.web.rate_limits import VISITS, RateLimits, address_of
from byways.site.web.requests import MissingError, answer, body_of, decoded
from byways.site.web.routing import Router, service
from byways.site.web.sessions import hash_of, holder_of, keep_secret, secret_of
from byways.site.web.signed_links import Signer, clean_name, qr_code
from byways.site.web.templating import page, root_of
from byways.translatable import joined, say

MINUTES = 10  # that a link works

router = Router()


class Person(msgspec.Struct):
    """The payload of a device link: the identity of a browser."""

    secret: str
    name: str | None


class Arrival(msgspec.Struct):
    """A second browser with a link."""

    token: str
    agreed: bool = False
    """Whether a person has agreed to go on with the games of the first, and to leave those of the second."""


class DeviceLink(msgspec.Struct, frozen=True):
    """A link for another device."""

    url: str
    qr: str
    """Its code, drawn."""
    minutes: int
    """How long it works."""


class Arrived(msgspec.Struct, frozen=True):
    """The answer to a device link: where to go on, or whose games they are."""

    asks: str | msgspec.UnsetType = msgspec.UNSET
    """Whose games they are and what would be left behind, to be agreed to."""
    mine: str | msgspec.UnsetType = msgspec.UNSET
    """The address of the games."""


@router.get("/device", checks=VISITS)
async def arrive(request: Request) -> Response:
    """Serve the page that a device link opens: its script does the rest, so that link previews trigger nothing."""
    return await page(request, "lobby/device.html")


@router.post("/api/device")
async def link(request: Request) -> Response:
    """Return the link for another device."""
    await body_of(request)
    secret = secret_of(request)
    holder = holder_of(request)
    if secret is None or holder is None:
        raise MissingError("mine.none", "this browser has no games here yet")
    _limits(request).exports.take(holder)
    signer = service(request, Signer)
    token = signer.wrap(msgspec.json.encode(Person(secret, signer.name_of(request))))
    url = f"{host_of(request)}/device#{token}"
    return answer(DeviceLink(url, qr_code(url), MINUTES))


@router.post("/api/device/arrive")
async def take_over(request: Request) -> Response:
    """Become the player of the link, once a person has agreed to that.

    Return where to go on, or whose games they are and what would be left behind.
    """
    _limits(request).arrivals.take(address_of(request))
    arrival = await decoded(request, Arrival)
    signer = service(request, Signer)
    found = signer.unwrap(arrival.token, 60 * MINUTES)
    if found is None:
        raise NotYoursError(
            "device.token", "this link has expired or is incomplete; make a new one on the first device"
        )
    person = msgspec.json.decode(found, type=Person)
    if not arrival.agreed and holder_of(request) != hash_of(person.secret):
        return answer(Arrived(asks=await _question(request, person)))
    said = answer(Arrived(mine=f"{root_of(request)}/mine"))
    keep_secret(request, said, person.secret)
    if person.name:
        signer.give_name(request, said, clean_name(person.name))
    return said


async def _question(request: Request, person: Person) -> str:
    """Say whose games a link is for, and how many of its own this browser would leave."""
    there = await _count(request, hash_of(person.secret))
    before = holder_of(request)
    name = isolated(clean_name(person.name) or "") if person.name else ""
    if name:
        parts = [say("You would go on here as {name}. Games and puzzles of {name}: {number}.", name=name, number=there)]
    else:
        parts = [say("You would go on here with the games and puzzles of another browser: {number}.", number=there)]
    own = await _count(request, before) if before else 0
    if own:
        parts.append(say("This browser has games or puzzles of its own: {number}.", number=own))
        parts.append(say("If you continue, you can no longer play them here."))
    return joined([render(part) for part in parts], " ")


async def _count(request: Request, holder: str) -> int:
    """Count the games and puzzle attempts of a browser, and what it has practised."""
    store = service(request, Store)
    practised = {done.what for done in await service(request, PracticeStore).all_of(holder)}
    return len(await store.of_holder(holder)) + len(await Attempts(store).all_of(holder)) + len(practised)


def _limits(request: Request) -> RateLimits:
    return service(request, RateLimits)
