"""Rate limits, and limits on simultaneous use; the counts are in memory."""

from __future__ import annotations

import functools
import logging
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network

from starlette.requests import HTTPConnection, Request

from byways.errors import BywaysError
from byways.site.web.routing import service

MOST_BUCKETS = 10_000
_log = logging.getLogger("byways")


class RateError(BywaysError):
    """Raised when a limit is exceeded."""

    status = 429

    wait: int = 1
    """Seconds until it is worth trying again."""


@functools.cache
def _warn() -> None:
    """Warn about an untrusted proxy, once."""
    _log.warning("a proxy says for whom it asks, but is not trusted: all who come through it count as one address")


class Limiter:
    """At most `burst` at once and `rate` a second, for each key."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> None:
        """Take a token. Raises RateError if none is left, which means that this comes too soon."""
        now = self._clock()
        tokens, since = self._buckets.pop(key, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - since) * self._rate)
        enough = tokens >= 1
        self._buckets[key] = (tokens - enough, now)
        while len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if not enough:
            error = RateError("rate", "too many requests at once; wait a few seconds and try again")
            error.wait = max(1, math.ceil((1 - tokens) / self._rate))
            raise error


class Places:
    """At most `most` at the same time, for each key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.taken: Counter[str] = Counter()

    def take(self, key: str) -> bool:
        """Take a place if one is free and return whether it was; the caller gives it back."""
        free = self.taken[key] < self._most
        self.taken[key] += free
        return free

    def give_back(self, key: str) -> None:
        """Free a place."""
        self.taken[key] -= 1
        if not self.taken[key]:
            del self.taken[key]


class RateLimits:
    """All limits of one server."""

    def __init__(self, *, proxies: bool = False) -> None:
        self.proxies = proxies
        """Whether the addresses that proxies forward are trusted: uvicorn has put them in place then."""
        self.games = Limiter(1, 60)
        """Games that are begun, by address."""
        self.commands = Limiter(0.5, 12)
        """Offers, answers, names, by browser."""
        self.arrivals = Limiter(1, 80)
        """Links that are opened and seats that are taken, by address."""
        self.exports = Limiter(0.1, 4)
        """Games as one file, by browser."""
        self.records = Limiter(0.5, 40)
        """Records that are read and analyses that are begun, by address."""
        self.tries = Limiter(2, 60)
        """Turns that an engine judges, lines that are drawn, and pictures that take long, by address."""
        self.turns = Limiter(20, 200)
        """Turns, parts of turns and what takes them back, by seat."""
        self.queries = Limiter(40, 600)
        """Questions that the rules answer, such as what would come of a turn, by address."""
        self.visits = Limiter(20, 300)
        """Pages that are opened, by address: of a school, several classes at once."""
        self.connections = Places(300)
        """Pages that hear of their games at once, by address: of a school, many classes."""


def address_of(request: HTTPConnection) -> str:
    """Return the client's network; forwarding headers count only from proxies that the server's owner trusts."""
    if "x-forwarded-for" in request.headers and not service(request, RateLimits).proxies:
        _warn()
    return network_of(request.client.host) if request.client else ""


def network_of(host: str) -> str:
    """Return what counts as one address: of IPv6 the /64, of which a single household has every address."""
    try:
        address = IPv6Address(host)
    except ValueError:  # IPv4, or a name
        return host
    return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))


def _visit(request: Request) -> None:
    service(request, RateLimits).visits.take(address_of(request))


VISITS = [_visit]
"""For the routes of pages: they raise RateError where an address opens too many."""


def _query(request: Request) -> None:
    service(request, RateLimits).queries.take(address_of(request))


QUERIES = [_query]
"""For routes that ask the rules for something: they raise RateError where that is too often."""
